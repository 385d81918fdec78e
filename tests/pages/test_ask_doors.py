"""Asking the law without a browser: what an address may hold, what is refused, what the page shows."""

import re

import pytest
from django.test import Client

from laws import library
from laws.pages import questions
from tests.pages.reading import get, links_of, main_of, text_of

pytestmark = pytest.mark.django_db

ASK = "/laws/ask/"
LED = f"{ASK}?law_set=foster-1897&incident=lead-out-of-turn"


def test_no_fact_has_the_name_of_another_part_of_the_address():
    facts = {
        fact.key
        for incident in library.vocabulary().incidents.values()
        for fact in (*incident.facts, *incident.also)
    }

    assert facts.isdisjoint(questions.OWN)


@pytest.mark.parametrize(
    ("query", "said", "offered"),
    [
        ("law_set=foster-1879", "no law set “foster-1879”", "law_set=foster-1897"),
        ("incident=lead-out-of-trun", "by the name of “lead-out-of-trun”", "incident=lead-out-of-turn"),
        ("incident=lead-out-of-turn&folowed=all", "“folowed” is no question", "ask-again=followed"),
        ("incident=lead-out-of-turn&followed=al", "“al” is none of the answers", "followed=all"),
        ("incident=lead-out-of-turn&followed=true", "“true” is none of the answers", "followed=none"),
        ("followed=all", "Facts were given, but not what happened", "incident=lead-out-of-turn"),
        ("incident=lead-out-of-turn&followed=all&followed=none", "more than once", ""),
        ("incident=lead-out-of-turn&ask-again=weather", "“weather” is no question", ""),
        ("incident=lead-out-of-turn&utm_source=mail", "“utm_source” is no question", "ask-again=turn_of"),
        (f"in-words={'x' * 501}", "At most 500 characters can be taken; these are 501", ""),
        ("in-words=led%00", "A character was sent that cannot be typed", ""),
        ("incident=%3Cscript%3E", "by the name of “<script>”", ""),
    ],
)
def test_what_an_address_holds_amiss_is_refused_with_the_nearest_that_would_do(query, said, offered):
    answer = get(f"{ASK}?{query}")

    assert answer.status_code == 400
    assert said in text_of(answer)
    assert any(offered in link for link in links_of(answer))
    assert "<script>" not in main_of(answer)
    assert "The ruling" not in text_of(answer), "nothing is ruled from half an address"


def test_facts_that_contradict_each_other_are_named_with_the_reason_and_the_way_out():
    incident, facts, because = next(
        (incident, dict(zip(limb_facts, (values[0] for values in limb_values), strict=True)), each.because)
        for incident in library.vocabulary().incidents.values()
        for each in incident.impossible
        for limb in each.when.limbs
        if len(limb.facts) > 1
        for limb_facts, limb_values in [zip(*limb.facts, strict=True)]
    )
    query = "&".join(f"{key}={value}" for key, value in facts.items())

    answer = get(f"{ASK}?incident={incident.id}&{query}")

    assert answer.status_code == 400
    assert because.split("{")[0] in text_of(answer)
    assert "contradicts the others" in text_of(answer)
    assert "Take it back" in text_of(answer)


def test_every_incident_of_every_law_set_can_be_asked():
    client = Client()
    for slug, book in library.law_books().items():
        for incident in book.tables:
            answer = client.get(f"{ASK}?law_set={slug}&incident={incident}")
            assert answer.status_code == 200, (slug, incident)


def test_the_links_of_the_answers_lead_to_the_ruling_and_keep_the_law_set():
    some = next(link for link in links_of(get(LED)) if "followed=some" in link)
    partners = next(link for link in links_of(get(some)) if "turn_of=offenders-partner" in link)
    ruled = get(partners)

    assert "law_set=foster-1897" in partners
    assert "The ruling" in text_of(ruled)


def test_a_lead_out_of_partners_turn_that_one_followed_lets_the_right_adversary_choose():
    # Foster 1897, Cinch Laws, Leading Out of Turn: a trump or none, by the adversary on the partner's right.
    said = text_of(get(f"{LED}&turn_of=offenders-partner&followed=some"))

    assert "The adversary on the partner's right may choose" in said
    assert "must lead a trump" in said
    assert "This can be asked until the partner leads." in said
    assert "Cinch Laws, Leading Out of Turn" in said
    assert "Chicago 1890, law 38" in said, "the other law sets stand beside it"


def test_of_a_right_without_a_limit_it_is_said_that_the_source_has_none():
    # Foster 1897, Cinch Laws, Playing Out of Turn: the trick may be claimed, and no limit is set.
    query = "incident=play-out-of-turn&hand=fourth&before=second&third_played=no"
    said = text_of(get(f"{ASK}?law_set=foster-1897&{query}"))

    assert "The source does not say until when." in said
    assert "until the source" not in said


def test_an_answer_asked_again_keeps_the_others():
    answer = get(f"{LED}&turn_of=offenders-partner&followed=some&ask-again=followed")

    again = next(link for link in links_of(answer) if "followed=all" in link)
    assert "turn_of=offenders-partner" in again
    assert "ask-again" not in again
    assert 'aria-current="true"' in main_of(answer)


def test_an_assumption_is_said_and_can_be_taken_back():
    answer = get(f"{ASK}?incident=revoke&established=yes&offender=maker")

    assert "Assuming that:" in text_of(answer)
    assert any("ask-again=act" in link for link in links_of(answer))


def test_a_silent_book_says_so_and_shows_what_its_fallback_would_say():
    answer = get(f"{LED}&turn_of=offenders-partner&followed=all".replace("foster-1897", "bicycle"))

    said = text_of(answer)
    assert "The book is silent on this." in said
    assert f"What {library.law_set('foster-1897').title} would say" in said
    assert "What was done stands." in said


def test_words_propose_and_never_decide():
    typed = "my+partner+led+when+it+was+my+turn+and+the+next+man+followed"
    answer = get(f"{ASK}?in-words={typed}")

    said = text_of(answer)
    assert "Did you mean this?" in said
    assert "“next man followed”" in said
    assert re.search(
        r'name="followed">\s*<option value="none">.*?<option value="some" selected>', main_of(answer), re.S
    )
    assert "The ruling" not in said


def test_words_that_mean_nothing_to_the_laws_are_told_so():
    assert "No words of the laws were found" in text_of(get(f"{ASK}?in-words=zzzz"))

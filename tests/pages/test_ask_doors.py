"""Asking the law without a browser: what an address may hold, what is refused, what the page shows."""

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
        ("incident=lead-out-of-trun", "no incident called “lead-out-of-trun”", "incident=lead-out-of-turn"),
        ("incident=lead-out-of-turn&folowed=all", "“folowed” does not decide this", "ask-again=followed"),
        ("incident=lead-out-of-turn&followed=al", "“al” is not one of the answers", "followed=all"),
        ("followed=all", "Facts were given, but not what happened", "incident=lead-out-of-turn"),
        ("incident=lead-out-of-turn&followed=all&followed=none", "more than once", ""),
        (
            "incident=lead-out-of-turn&utm_source=mail",
            "“utm_source” does not decide this",
            "ask-again=turn_of",
        ),
        (f"in-words={'x' * 501}", "At most 500 characters are allowed; this has 501", ""),
        ("in-words=led%00", "This has a character that cannot be typed", ""),
        ("incident=%3Cscript%3E", "no incident called “<script>”", ""),
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
    answer = get(f"{ASK}?incident=play-out-of-turn&hand=third&before=third")

    assert answer.status_code == 400
    assert "Nobody plays too soon in his own turn." in text_of(answer)
    assert "contradicts the others" in text_of(answer)
    assert "Take it back" in text_of(answer)


def test_every_incident_of_every_law_set_can_be_asked():
    client = Client()
    for slug, book in library.law_books().items():
        for incident in book.tables:
            answer = client.get(f"{ASK}?law_set={slug}&incident={incident}")
            assert answer.status_code == 200, (slug, incident)


def test_it_is_said_until_when_a_right_can_be_used_or_that_the_source_does_not_say():
    limited = text_of(get(f"{LED}&turn_of=offenders-partner&followed=some"))
    assert "This can be asked until the partner leads." in limited
    assert "Chicago 1890, law 38" in limited, "the other law sets stand beside it"
    # Foster 1897, Cinch Laws, Playing Out of Turn: the trick may be claimed, and no limit is set.
    query = "incident=play-out-of-turn&hand=fourth&before=second&third_played=no"
    said = text_of(get(f"{ASK}?law_set=foster-1897&{query}"))

    assert "The source does not say until when." in said
    assert "until the source" not in said


def test_an_assumption_is_said_and_can_be_taken_back():
    answer = get(f"{ASK}?incident=revoke&established=yes&offender=maker")

    assert "Assuming that:" in text_of(answer)
    assert any("ask-again=act" in link for link in links_of(answer))


def test_words_that_mean_nothing_to_the_laws_are_told_so():
    assert "Nothing in the laws matches these words" in text_of(get(f"{ASK}?in-words=zzzz"))

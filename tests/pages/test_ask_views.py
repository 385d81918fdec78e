"""Asking the law without a browser: valid addresses, refusals, and the content of the page."""

import pytest
from django.test import Client

from laws import library, open_readings
from laws.domain import arbiter
from laws.pages import questions
from tests.pages.reading import get, links_of, main_of, text_of
from tests.running.day import some_of

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
        ("followed=all", "Facts were given, but not what happened", "incident=lead-out-of-turn"),
        ("incident=lead-out-of-turn&followed=all&followed=none", "more than once", ""),
        (
            "incident=lead-out-of-turn&utm_source=mail",
            "“utm_source” does not decide this",
            "ask-again=turn_of",
        ),
        (f"in-words={'x' * 501}", "At most 500 characters are allowed; this has 501", ""),
        ("in-words=led%00", "This contains a character that cannot be typed", ""),
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
    assert "A player who plays in turn does not play too soon." in text_of(answer)
    assert "contradicts the others" in text_of(answer)
    assert "Take it back" in text_of(answer)


def test_every_incident_of_every_law_set_can_be_asked():
    client = Client()
    for slug, book in library.law_books().items():
        for incident in some_of(book.tables, 3):
            answer = client.get(f"{ASK}?law_set={slug}&incident={incident}")
            assert answer.status_code == 200, (slug, incident)


def test_it_is_said_until_when_a_right_can_be_used_or_that_the_source_does_not_say():
    limited = text_of(get(f"{LED}&turn_of=offenders-partner&followed=some&card=plain"))
    assert "This can be asked until the partner leads." in limited
    assert "Chicago 1890, law 38" in limited, "the other law sets stand beside it"
    # Foster 1897, Cinch Laws, Playing Out of Turn: the trick may be claimed, and no limit is set.
    query = "incident=play-out-of-turn&hand=fourth&before=second&third_played=no"
    said = text_of(get(f"{ASK}?law_set=foster-1897&{query}"))

    assert "The source does not say until when." in said
    assert "until the source" not in said


def test_an_assumption_is_said_and_can_be_taken_back():
    answer = get(f"{ASK}?incident=revoke&trick=turned&offender=maker")

    assert "Assuming that:" in text_of(answer)
    assert any("ask-again=act" in link for link in links_of(answer))


@pytest.mark.parametrize("words", ["zzzz", "my telephone does not work", "they and we have different scores"])
def test_words_that_mean_nothing_to_the_laws_offer_the_topics_and_the_director(words):
    answer = get(f"{ASK}?in-words={words}")

    assert "Nothing matches" in text_of(answer)
    assert "call the director" in text_of(answer)
    assert "#topics-title" in links_of(answer)
    assert "Did you mean this?" not in text_of(answer)


def test_other_games_stand_under_a_heading_of_their_own():
    for law_set in ("foster-1897", "chicago-1890"):
        said = text_of(get(f"{ASK}?law_set={law_set}&in-words=my partner revoked"))
        own, others = said.split("In other games")
        assert "Did you mean this? Somebody did not follow suit because of" in own
        assert "Seven-up" not in own.split("Did you mean this?")[1]
        assert "Somebody did not follow suit at " in others.split("Or choose from the list")[0]


def test_a_sentence_is_read_in_the_language_that_it_is_typed_in():
    for words in ("mein Partner hat nicht bedient", "mi compañero no asistió al palo"):
        said = text_of(get(f"{ASK}?in-words={words}")).split("Did you mean this?")[1]
        assert said.strip().startswith("Somebody did not follow suit Yes, this one")


# Open readings


PARTNERS = (
    f"{ASK}?law_set=foster-1897&incident=lead-out-of-turn&turn_of=offenders-partner&card=plain&followed="
)


def ruling_of(answer):
    return text_of(answer).split("This rests on an open reading")[0]


def test_a_ruling_that_rests_on_an_open_reading_says_so_and_shows_what_else_they_may_mean():
    # Foster 1897, Cinch, Irregularities in Playing, calls the leader's card; the Cinch Laws leave that out.
    answer = get(PARTNERS + "some")

    said = text_of(answer)
    assert "This rests on an open reading." in said
    assert "May the card led in error be called as well" in said
    assert "The card led is exposed besides. used here" in said
    assert "The card led in error must lie face up" in ruling_of(answer)


def test_a_point_left_open_by_the_book_can_be_taken_otherwise():
    # Foster does not say what a deal scores if both sides revoked; the default lets neither side score.
    both = f"{ASK}?law_set=foster-1897&incident=revokes-by-both-sides&makers_side_by=maker"

    assert "Neither of them scores on the deal." in text_of(get(both))
    assert "The book is silent on this" not in ruling_of(get(both))
    otherwise = get(f"{both}&read-as=revoke_by_both.each-alone")
    assert otherwise.status_code == 200
    assert ruling_of(otherwise) != ruling_of(get(both))


def test_every_reading_of_every_book_can_be_ruled_by_and_the_usual_ones_are_those_of_the_book():
    for slug, book in library.law_books().items():
        for incident, table in book.tables.items():
            law_set = library.law_set(slug)
            readings = open_readings.of_incident(law_set, incident).values()
            for reading in readings:
                assert reading.usual in reading.ways
                for way in reading.ways:
                    otherwise = open_readings.book(law_set, incident, {reading.name: way})
                    assert arbiter.rule(otherwise, incident, {}).possible
            usual = {reading.name: reading.usual for reading in readings}
            assert open_readings.book(law_set, incident, usual).tables[incident].cells == table.cells

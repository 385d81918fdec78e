"""Open readings on the page that answers: shown with their readings, and ruled under the one wanted."""

from laws import library, open_readings
from laws.domain import arbiter
from tests.pages.reading import get, text_of

ASK = "/laws/ask/"
PARTNERS = f"{ASK}?law_set=foster-1897&incident=lead-out-of-turn&turn_of=offenders-partner&followed="


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
    # Foster does not say what a deal is worth on which both sides revoked; our default lets neither score.
    both = f"{ASK}?law_set=foster-1897&incident=revokes-by-both-sides&makers_side_by=maker"

    assert "Neither side scores on the deal." in text_of(get(both))
    assert "The book is silent on this" not in ruling_of(get(both))
    otherwise = get(f"{both}&read-as=revoke_by_both.each-alone")
    assert otherwise.status_code == 200
    assert ruling_of(otherwise) != ruling_of(get(both))


def test_every_reading_of_every_book_can_be_ruled_by_and_the_usual_ones_are_those_of_the_book():
    for slug, book in library.law_books().items():
        for incident, table in book.tables.items():
            law_set = library.law_set(slug)
            doubts = open_readings.of_incident(law_set, incident).values()
            for doubt in doubts:
                assert doubt.usual in doubt.ways
                for way in doubt.ways:
                    otherwise = open_readings.book(law_set, incident, {doubt.name: way})
                    assert arbiter.rule(otherwise, incident, {}).possible
            usual = {doubt.name: doubt.usual for doubt in doubts}
            assert open_readings.book(law_set, incident, usual).tables[incident].cells == table.cells

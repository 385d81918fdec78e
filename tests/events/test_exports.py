"""CSV is safe in spreadsheets: text is never a formula and comes back exactly, numbers stay numbers."""

import csv
import io

import pytest
from django.utils import translation
from hypothesis import given, settings, strategies as st

from scoring.clubs.exports import BYTE_ORDER_MARK, csv_text
from tests.events import evenings
from tests.factories import make_club

FORMULA = ("=", "+", "-", "@", "\t", "\r")
texts = st.text(st.characters(exclude_categories=["Cs"], exclude_characters="\0"), max_size=12)
begun = st.builds(str.__add__, st.sampled_from(["", *FORMULA, "'", "\n", *"\uff1d\uff20"]), texts)


def written(heading, rows) -> str:
    """Return the CSV of an English reader, whatever language another test has left active."""
    with translation.override("en"):
        return csv_text(heading, rows)


def cells_of(text: str) -> list[list[str]]:
    assert text.startswith(BYTE_ORDER_MARK)
    return list(csv.reader(io.StringIO(text.removeprefix(BYTE_ORDER_MARK), newline="")))


@given(begun)
@settings(max_examples=500)
def test_no_text_begins_a_formula_and_each_comes_back_as_it_was(text):
    (_, (cell,)) = cells_of(written(["name"], [[text]])) if text else ([], ("",))
    assert not cell.startswith(FORMULA)
    assert cell.removeprefix("'") == text


@given(st.integers(-60, 60))
def test_numbers_stay_numbers_the_negative_too(number):
    assert cells_of(written(["points"], [["x", number]]))[1] == ["x", str(number)]


def test_a_missing_value_is_an_empty_cell():
    assert cells_of(written(["best round", "points"], [[None, 0]]))[1] == ["", "0"]


@pytest.mark.parametrize(("language", "separator"), [("en", ","), ("de", ";"), ("es", ";")])
def test_cells_are_separated_as_the_spreadsheets_of_the_reader_expect(language, separator):
    with translation.override(language):
        assert csv_text(["a", "b"], [[1, 2]]).splitlines()[-1] == f"1{separator}2"


@pytest.mark.django_db
def test_the_headings_are_in_one_language():
    club = make_club()
    evening = evenings.begun(club, players=[f"P{number}" for number in range(8)])
    german = {"Accept-Language": "de"}
    text = club.client("player").get(f"/events/{evening.pk}/standings.csv", headers=german).content.decode()
    heading = text.removeprefix(BYTE_ORDER_MARK).splitlines()[0].split(";")
    assert heading[:3] == ["Rang", "Spieler", "Aufstiege"]
    assert not {"rank", "player", "points", "prizes"} & set(heading)


@pytest.mark.django_db
def test_the_standings_are_written_like_this():
    club = make_club()
    names = ["=1+1", "+A1", "-2+3", "@SUM(A1)", "Ada", "Bea", "Cid", "Dot, the second"]
    evening = evenings.begun(club, name="=Evening", players=names)

    answer = club.client("player").get(f"/events/{evening.pk}/standings.csv")

    assert answer["Content-Type"] == "text/csv; charset=utf-8"
    assert answer["Content-Disposition"] == 'attachment; filename="evening-standings.csv"'
    heading, *lines = cells_of(answer.content.decode())
    column = heading.index("player")
    assert sorted(line[column].removeprefix("'") for line in lines) == sorted(names)
    assert not [cell for line in lines for cell in line if cell.startswith(FORMULA)]

"""Deals worked out before the table is locked: used where the table stands so, and nowhere else."""

from collections.abc import Callable, Iterator
from typing import Any

import pytest
from pytest_django import DjangoAssertNumQueries

from laws.domain.errors import InvalidInput
from scoring.models import Table
from scoring.refusals import Conflict
from scoring.services.drafts import Draft, foreseen
from scoring.services.standing import _SEEN, last_seen
from scoring.tables.cache import forget_all
from scoring.tables.services import corrections
from tests.factories import BID_EIGHT_MADE_FIVE, ClubOfRoles, make_club, make_table, record

pytestmark = pytest.mark.django_db

SECOND = {**BID_EIGHT_MADE_FIVE, "dealer": 1}
ALL_FOURTEEN = {"maker": 1, "bid": 14, "points": [14, 0]}


@pytest.fixture(autouse=True)
def _nothing_believed_by_a_control() -> Iterator[None]:
    """Forget what a control has made this process believe."""
    yield
    forget_all()


def corrected(club: ClubOfRoles, table: Table) -> None:
    """Correct the deal before."""
    director, changes = club.actors["director"], {"points": [6, 8]}
    corrections.correct(table=table, actor=director, number=1, changes=changes, reason="counted anew")


def recorded_elsewhere(club: ClubOfRoles, table: Table) -> None:
    """Record a deal in another process, of which this one knows nothing."""
    before = _SEEN.get(table.pk)
    assert before is not None
    record(table, club.actors["owner"], dealer=1)
    _SEEN.keep(table.pk, before)


HAPPENED: dict[str, Callable[[ClubOfRoles, Table], None]] = {
    "nothing": lambda club, table: None,
    "a correction": corrected,
    "a deal in another process": recorded_elsewhere,
}


def answered(club: ClubOfRoles, name: str, *, forgetting: bool) -> dict[str, Any]:
    """Return the answer to a deal at a new table that follows on another and on what happened since."""
    seats = [f"{letter}{Table.objects.count()}" for letter in "AYBZ"]
    table = make_table(club.club, club.actors["owner"], players=seats)
    record(table, club.actors["owner"])
    HAPPENED[name](club, table)
    if forgetting:
        forget_all()
    return {**record(table, club.actors["owner"], dealer=2).body, "table": None}


@pytest.mark.parametrize("name", HAPPENED)
def test_a_deal_is_answered_by_how_the_table_stands(name: str) -> None:
    club = make_club()
    assert answered(club, name, forgetting=False) == answered(club, name, forgetting=True)


@pytest.mark.parametrize("name", [name for name in HAPPENED if name != "nothing"])
def test_control_a_draft_that_is_believed_answers_otherwise(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    club = make_club()
    as_it_is = answered(club, name, forgetting=True)
    monkeypatch.setattr(Draft, "follows", lambda self, game, last: True)
    assert answered(club, name, forgetting=False) != as_it_is


def test_a_deal_is_worked_out_beforehand_without_asking_the_database(
    django_assert_num_queries: DjangoAssertNumQueries,
) -> None:
    club = make_club()
    record(club.table, club.actors["owner"])
    table = Table.objects.select_related("club", "law_set").get(pk=club.table.pk)
    with django_assert_num_queries(0):
        draft = foreseen(table, SECOND)
    assert draft is not None
    assert draft.answer == record(table, club.actors["owner"], dealer=1).body


@pytest.mark.parametrize("wrong", [{"points": [9, 6]}, {"bid": 20}, {"trump": "X"}])
def test_a_deal_that_cannot_be_is_refused_under_the_lock(wrong: dict[str, Any]) -> None:
    club = make_club()
    record(club.table, club.actors["owner"])
    assert foreseen(club.table, SECOND) is not None
    assert foreseen(club.table, SECOND | wrong) is None
    with pytest.raises(InvalidInput) as refusal:
        record(club.table, club.actors["owner"], **wrong)
    assert list(refusal.value.errors) == [f"deal.{next(iter(wrong))}"]


def test_nothing_is_worked_out_at_a_table_never_seen_or_whose_game_is_over() -> None:
    club = make_club()
    assert foreseen(club.table, SECOND) is None
    while not record(club.table, club.actors["owner"], **ALL_FOURTEEN).body["game_over"]:
        pass
    assert last_seen(club.table) is not None
    assert foreseen(club.table, SECOND) is None
    with pytest.raises(Conflict) as refusal:
        record(club.table, club.actors["owner"])
    assert refusal.value.code == "game-over"

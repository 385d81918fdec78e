"""Deals from many at once, after what others did at the table, and among crashes: each recorded once."""

import threading
from collections import Counter
from collections.abc import Callable
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection, transaction

from scoring.events.hosting import host_of
from scoring.journal.services import Answer
from scoring.office.verification import breaches
from scoring.refusals import Conflict
from scoring.tables.models import Deal, Table
from scoring.tables.services import corrections, deals, tables
from tests.factories import ClubOfRoles, make_club, record
from tests.reliability.callers import at_once

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]
BID_SIX = {"maker": 2, "bid": 6, "trump": "S", "points": [6, 8]}
"""Two points for side 2 under Foster: what it won less what the others won."""
MANY = 6
PATIENCE = 20


@pytest.fixture
def club() -> ClubOfRoles:
    """Return a club at whose table a deal is recorded."""
    made = make_club()
    record(made.table, made.actors["owner"])
    return made


def next_deal(club: ClubOfRoles, **sent: Any) -> Answer:
    """Record the deal after those before, under a fresh key unless one is given."""
    named = {"host": host_of(club.table), "actor": club.actors["owner"], "payload": BID_SIX, "key": uuid4()}
    return deals.record(**(named | sent))


def corrected(club: ClubOfRoles) -> None:
    """Correct the first deal, in which side 2 is set back for seventeen, to one that gives it two."""
    corrections.correct(
        host=host_of(club.table),
        actor=club.actors["director"],
        number=1,
        changes={"points": [6, 8]},
        reason="anew",
    )


def from_threads(work: Callable[[int], Any]) -> list[Any]:
    """Return what comes of work begun by many at once, each with a connection of his own."""

    def alone(number: int) -> Any:
        try:
            return work(number)
        finally:
            connection.close()

    return at_once([lambda number=number: alone(number) for number in range(MANY)])


def numbers() -> list[int]:
    """Return the numbers of the deals that are recorded."""
    return list(Deal.objects.order_by("number").values_list("number", flat=True))


def test_at_a_table_closed_meanwhile_nothing_is_recorded(club: ClubOfRoles) -> None:
    as_read = Table.objects.select_related("club", "law_set").get(pk=club.table.pk)
    tables.close(table=club.table, actor=club.actors["director"])
    with pytest.raises(Conflict) as refusal:
        next_deal(club, host=host_of(as_read))
    assert refusal.value.code == "table-closed"
    assert numbers() == [1]


@pytest.mark.parametrize(("sent", "outcomes", "last"), [
    pytest.param({}, {"recorded": MANY}, MANY + 1, id="one after the other"),
    pytest.param({"number": 2}, {"recorded": 1, "same": MANY - 1}, 2, id="the same deal"),
    pytest.param({"key": uuid4()}, {"recorded": MANY}, 2, id="the same key gets the same answer"),
])  # fmt: skip
def test_deals_from_many_at_once(
    club: ClubOfRoles, sent: dict[str, Any], outcomes: dict[str, int], last: int
) -> None:
    answers = from_threads(lambda number: next_deal(club, **sent))
    assert Counter(answer.outcome for answer in answers) == outcomes
    assert {answer.body["number"] for answer in answers} == set(range(2, last + 1))
    assert numbers() == list(range(1, last + 1))
    assert list(breaches()) == []


def test_who_holds_the_table_is_waited_for_and_what_he_did_is_seen(club: ClubOfRoles) -> None:
    answered: list[Answer] = []

    def enter() -> None:
        try:
            answered.append(next_deal(club))
        finally:
            connection.close()

    entering = threading.Thread(target=enter)
    with transaction.atomic():
        corrected(club)
        entering.start()
        entering.join(0.5)
        assert answered == [], "the table is held"
    entering.join(PATIENCE)
    assert [answer.body["score"]["before"] for answer in answered] == [[0, 2]]
    assert list(breaches()) == []

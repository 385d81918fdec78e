"""A crash at any statement of a deed leaves nothing of it, and the same request again does it once.

The deed is broken off before and after each of its statements, in this process by an exception and in
another by SIGKILL. The control does the same without a transaction, and halves are left behind.
"""

import json
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any
from uuid import UUID

import pytest
from django.apps import apps
from django.db import connection
from django.db.models import QuerySet

from scoring.disputes.models import Dispute, DisputeStep
from scoring.disputes.services import disputes, rulings
from scoring.events.hosting import host_of
from scoring.journal.models import Entry, RequestKey
from scoring.office.verification import breaches
from scoring.tables.company import cutting_out
from scoring.tables.company import services as companies
from scoring.tables.company.models import Joining, Succession
from scoring.tables.games import clear_caches, current_game
from scoring.tables.models import Deal, DealRevision, Game, HeldDecision, HeldEntry, Table
from scoring.tables.services import corrections, cuts, deals, held, tables
from tests.disputes.disputing import ADVERSARY_REVOKES
from tests.factories import BID_EIGHT_MADE_FIVE, ClubOfRoles, make_club, make_table, record
from tests.reliability.serving import place, server_address

pytestmark = pytest.mark.database

Deed = Callable[..., object]
REVOKE: dict[str, Any] = {**ADVERSARY_REVOKES, "seat": 1}
"""Seat 1 plays against the maker of the deals at the table."""


class Crash(BaseException):
    """The end of the process, as far as the deed can tell."""


@dataclass
class Breaking:
    """Lets so many statements through, then crashes; ``count`` is how many there were."""

    at: int
    after: bool = False
    count: int = 0

    def __call__(self, execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
        if sql.startswith("BEGIN"):
            return execute(sql, params, many, context)
        self.count += 1
        if self.count == self.at and not self.after:
            raise Crash
        given = execute(sql, params, many, context)
        if self.count == self.at:
            raise Crash
        return given


def everything() -> dict[str, list[tuple[Any, ...]]]:
    """Return every row of the records."""
    return {
        model.__name__: sorted(model._default_manager.values_list(), key=repr)
        for model in apps.get_app_config("scoring").get_models()
    }


def outline(table: Table) -> dict[str, Any]:
    """Return how a table stands, without ids, times and hashes: the same for the same deeds."""
    revisions = DealRevision.objects.filter(deal__table=table).order_by("deal__number", "seq")
    return {
        "games": list(
            Game.objects.filter(table=table).order_by("number").values_list("number", "first_dealer")
        ),
        "deals": list(Deal.objects.filter(table=table).order_by("number").values_list("number", flat=True)),
        "revisions": list(revisions.values_list("deal__number", "seq", "content", "reason")),
        "held": HeldEntry.objects.filter(table=table).count(),
        "decided": HeldDecision.objects.filter(entry__table=table).count(),
        "verbs": list(Entry.objects.filter(table=table).order_by("seq").values_list("seq", "verb")),
        "closed": table.closed_at is not None,
        "followed": Succession.objects.filter(after__table=table).count(),
        "came": Joining.objects.filter(company__table=table).count(),
        "disputes": list(
            DisputeStep.objects.filter(dispute__table=table)
            .order_by("dispute", "seq")
            .values_list("dispute__number", "seq", "kind")
        ),
        "score": current_game(table)[0].course.score.values,
    }


def prepared(club: ClubOfRoles) -> Table:
    """Return a table with two deals, an entry held, and a cut; alike every time."""
    seats = [f"{letter}{Table.objects.count()}" for letter in "AYBZ"]
    table = make_table(club.club, club.actors["owner"], players=seats)
    scorer = club.actors["scorer"]
    record(table, scorer)
    record(table, scorer, dealer=1)
    deals.record(
        host=host_of(table),
        actor=scorer,
        payload=BID_EIGHT_MADE_FIVE,
        key=UUID(int=table.pk),
        number=5,
    )
    return table


def key_of(table: Table) -> UUID:
    """Return the key of the deed at the table."""
    return UUID(int=2**64 + table.pk)


def deed(name: str, club: ClubOfRoles, table: Table, *, bare: bool = False) -> Deed:
    """Return the deed at the table, ready to be done; ``bare`` is without its transaction."""
    actor = club.actors["director"]
    entry = HeldEntry.objects.get(table=table)
    done: Mapping[str, tuple[Any, dict[str, Any]]] = {
        "record": (deals.record, {"payload": {**BID_EIGHT_MADE_FIVE, "dealer": 2}, "key": key_of(table)}),
        "hold": (deals.record, {"payload": BID_EIGHT_MADE_FIVE, "key": key_of(table), "number": 9}),
        "correct": (
            corrections.correct,
            {
                "number": 2,
                "changes": {"bid": 9},
                "reason": "misheard",
                "key": key_of(table),
                "base_revision": 1,
            },
        ),
        "release": (held.release, {"held_id": entry.pk}),
        "set aside": (held.set_aside, {"held_id": entry.pk, "reason": "entered twice"}),
        "cut": (cuts.make, {"purpose": "deal", "seed": "1"}),
        "start a game": (tables.start_game, {}),
        "close": (tables.close, {}),
        "join": (companies.join, {"player": f"W{table.pk}"}),
        "cut out": (cutting_out.cut, {}),
        "raise": (disputes.raise_dispute, {"number": 2, **REVOKE, "key": key_of(table)}),
        "rule": (rulings.decide, {"dispute_id": raised(table), "confirm": True, "key": key_of(table)}),
        "appeal": (rulings.appeal, {"dispute_id": raised(table), "reason": "not so", "key": key_of(table)}),
        "withdraw": (
            rulings.settle,
            {"dispute_id": raised(table), "withdraw": True, "reason": "true", "key": key_of(table)},
        ),
    }
    service, arguments = done[name]
    if bare and name != "rule":  # its transaction is that of `disputes.idempotent`
        service = service.__wrapped__
    at: dict[str, Any] = {"table": table}
    if name in ("record", "hold", "correct", "release"):
        at = {"host": host_of(table)}
    return partial(service, **at, actor=actor, **arguments)


DEEDS = (
    "record",
    "hold",
    "correct",
    "release",
    "set aside",
    "cut",
    "start a game",
    "close",
    "join",
    "cut out",
    "raise",
    "rule",
    "appeal",
    "withdraw",
)
ONCE = ("record", "hold", "correct", "raise", "rule", "appeal", "withdraw")
"""The deeds with a key."""


def raised(table: Table) -> int:
    """Return the dispute at the table, 0 where there is none."""
    return Dispute.objects.filter(table=table).values_list("pk", flat=True).first() or 0


def over(club: ClubOfRoles, name: str, table: Table) -> None:
    """Bring the table where the deed can be done."""
    if name in ("start a game", "cut out"):
        record(table, club.actors["scorer"], dealer=2)
    if name in ("rule", "appeal", "withdraw"):
        owner = club.actors["owner"]
        disputes.raise_dispute(table=table, actor=owner, number=2, **REVOKE)
        if name != "rule":
            rulings.decide(table=table, actor=owner, dispute_id=raised(table), confirm=True)
        if name == "withdraw":
            rulings.appeal(table=table, actor=owner, dispute_id=raised(table), reason="not so")
    if name == "cut out":
        companies.join(table=table, actor=club.actors["director"], player=f"C{table.pk}")


def left_behind(act: Deed) -> Iterator[str]:
    """Crash the deed before each of its statements in turn; yield where something of it was left."""
    before = everything()
    for at in count(1):
        clear_caches()
        try:
            with connection.execute_wrapper(Breaking(at)):
                act()
        except Crash:
            if everything() != before:
                yield f"before statement {at}"
                return
        else:
            return


def statements(act: Deed) -> int:
    """Do the deed and return how many statements it takes."""
    counting = Breaking(0)
    clear_caches()
    with connection.execute_wrapper(counting):
        act()
    return counting.count


@pytest.mark.fault
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("name", DEEDS)
def test_a_crash_at_any_statement_leaves_nothing_and_the_repeat_does_it_once(name: str) -> None:
    club = make_club()
    undisturbed, table = prepared(club), prepared(club)
    for one in (undisturbed, table):
        over(club, name, one)
    many = statements(deed(name, club, undisturbed))
    act = deed(name, club, table)
    assert many >= 4
    before = everything()
    for at in range(1, many + 1):
        for after in (False, True):
            clear_caches()  # what an attempt before has read would save statements
            with pytest.raises(Crash), connection.execute_wrapper(Breaking(at, after)):
                act()
            assert everything() == before, f"something was left by a crash at statement {at}"

    first = act()

    for one in (undisturbed, table):
        one.refresh_from_db()
    assert outline(table) == outline(undisturbed)
    assert list(breaches()) == []
    if name in ONCE:
        after_it = everything()
        assert act() == first, "the same key gets the same answer"
        assert everything() == after_it
        assert RequestKey.objects.filter(key=key_of(table), actor=club.actors["director"].key).count() == 1


@pytest.mark.fault
@pytest.mark.django_db(transaction=True)
def test_a_crash_while_a_table_is_opened_leaves_nothing_of_it() -> None:
    club = make_club()
    director = club.actors["director"]
    act = partial(tables.open_table, club=club.club, actor=director, players=["C", "D", "E", "F"])
    before = everything()
    at = 0
    for at in count(1):
        try:
            with connection.execute_wrapper(Breaking(at)):
                table = act()
        except Crash:
            assert everything() == before, f"something was left by a crash at statement {at}"
        else:
            break
    assert at > 15
    game = Game.objects.get(table=table)
    assert [seat.member.name for seat in game.seats.order_by("seat")] == ["C", "D", "E", "F"]
    assert table.links.filter(revoked_at__isnull=True).count() == 1
    assert list(breaches()) == []


@pytest.mark.fault
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("name", ["record", "correct", "release", "cut out", "rule"])
def test_control_without_its_transaction_a_deed_leaves_halves(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    club = make_club()
    undisturbed, table = prepared(club), prepared(club)
    for one in (undisturbed, table):
        over(club, name, one)
    statements(deed(name, club, undisturbed))
    # A row can be locked in a transaction only.
    monkeypatch.setattr(QuerySet, "select_for_update", lambda self, **options: self)
    monkeypatch.setattr(disputes, "idempotent", disputes.idempotent.__wrapped__)
    assert list(left_behind(deed(name, club, table, bare=True)))


@pytest.mark.fault
def test_kill_9_at_any_statement_and_the_repeat_records_once(tmp_path: Path) -> None:
    with place(tmp_path, server_address()) as where:
        filled = where.fill(tables=2)
        disturbed, undisturbed = (table["id"] for table in filled["tables"])
        asked = json.dumps({"disturbed": disturbed, "undisturbed": undisturbed})
        told = json.loads(where.run("-m", "tests.reliability.die", asked))
        verified = where.manage("verify")

    assert told["killed"] == told["statements"] * 2 + 1, (
        "before and after each statement, and after the commit"
    )
    assert told["disturbed"] == told["undisturbed"]
    assert "All holds" in verified


@pytest.mark.once
@pytest.mark.fault
def test_control_kill_9_without_the_transaction_is_found(tmp_path: Path) -> None:
    with place(tmp_path, server_address()) as where:
        filled = where.fill(tables=2)
        disturbed, undisturbed = (table["id"] for table in filled["tables"])
        asked = json.dumps({"disturbed": disturbed, "undisturbed": undisturbed, "bare": True})
        told = json.loads(where.run("-m", "tests.reliability.die", asked))

    assert told["disturbed"] != told["undisturbed"]

"""A crash at any statement of an action leaves no trace, and the same request again does the action once.

The action is ended in this process by an exception, and in another process by SIGKILL. The controls do the
same without a transaction, and leave half an action behind.
"""

from collections.abc import Callable
from functools import partial
from typing import Any
from uuid import UUID

import pytest
from django.db.models import QuerySet

from scoring.disputes.models import Dispute, DisputeStep
from scoring.disputes.services import disputes, rulings, steps
from scoring.house_laws.models import HousePublication
from scoring.house_laws.services import publish_draft
from scoring.journal.models import Entry, IdempotencyKey
from scoring.office.verification import breaches
from scoring.tables.cutting_out import after_game
from scoring.tables.cutting_out.models import SeatChange
from scoring.tables.cutting_out.services import join_company
from scoring.tables.games import current_game
from scoring.tables.models import Deal, DealRevision, Game, HeldDecision, HeldEntry, Table
from scoring.tables.services import corrections, cuts, deals, held, tables
from scoring.tables.table_policy import policy_of
from tests.disputes.disputing import ADVERSARY_REVOKES
from tests.factories import BID_EIGHT_MADE_FIVE, ClubOfRoles, house_laws, make_club, make_table, record
from tests.reliability.crashing import Action, crash_everywhere, everything, rehearsed
from tests.reliability.serving import place, server_address

REVOKE: dict[str, Any] = {**ADVERSARY_REVOKES, "seat": 1}
"""A revoke by seat 1, an adversary of the maker of the deals at the table."""


def outline(table: Table) -> dict[str, Any]:
    """Return the records of a table without ids, times and hashes. Equal actions give equal records."""
    table.refresh_from_db()
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
        "followed": Game.objects.filter(cut__after__table=table).count(),
        "came": SeatChange.objects.filter(table=table, kind="came").count(),
        "disputes": list(
            DisputeStep.objects.filter(dispute__table=table)
            .order_by("dispute", "seq")
            .values_list("dispute__number", "seq", "kind")
        ),
        "score": current_game(table)[0].state.score.values,
    }


def prepared(club: ClubOfRoles) -> Table:
    """Return a table with two deals, a held entry and a cut."""
    table = make_table(club.club, club.actors["owner"])
    scorer = club.actors["scorer"]
    record(table, scorer)
    record(table, scorer, dealer=1)
    deals.record(
        policy=policy_of(table), actor=scorer, payload=BID_EIGHT_MADE_FIVE, key=UUID(int=table.pk), number=5
    )
    return table


def key_of(table: Table) -> UUID:
    """Return the key of the action at the table."""
    return UUID(int=2**64 + table.pk)


SECOND = {"number": 2, "changes": {"bid": 9}, "reason": "misheard", "base_revision": 1}
ACTIONS: dict[str, Callable[[Table], tuple[Any, dict[str, Any]]]] = {
    "record": lambda table: (deals.record, {"payload": {**BID_EIGHT_MADE_FIVE, "dealer": 2}}),
    "hold": lambda table: (deals.record, {"payload": BID_EIGHT_MADE_FIVE, "number": 9}),
    "correct": lambda table: (corrections.correct, SECOND),
    "release": lambda table: (held.release, {"held_id": held_at(table)}),
    "set aside": lambda table: (held.set_aside, {"held_id": held_at(table), "reason": "entered twice"}),
    "cut": lambda table: (cuts.make, {"purpose": "deal", "seed": "1"}),
    "start a game": lambda table: (tables.start_game, {}),
    "close": lambda table: (tables.close, {}),
    "join": lambda table: (join_company, {"player": f"W{table.pk}"}),
    "cut out": lambda table: (after_game.cut, {}),
    "raise": lambda table: (disputes.raise_dispute, {"number": 2, **REVOKE}),
    "rule": lambda table: (rulings.decide, {"dispute_id": raised(table), "confirm": True}),
    "appeal": lambda table: (rulings.appeal, {"dispute_id": raised(table), "reason": "not so"}),
    "withdraw": lambda table: (
        rulings.settle,
        {"dispute_id": raised(table), "withdraw": True, "reason": "true"},
    ),
}
"""Name → function that returns, for a table, a service and its arguments except table, actor and key."""
ON_BOTH = ("record", "cut out", "rule")
"""The actions that the gate also ends on PostgreSQL. Django makes the transactions on both databases."""
ONCE = ("record", "hold", "correct", "raise", "rule", "appeal", "withdraw")
"""The actions that take an idempotency key."""


def action(name: str, club: ClubOfRoles, table: Table, *, bare: bool = False) -> Action:
    """Return the action at the table, ready to run. With ``bare`` it runs without its transaction."""
    service, arguments = ACTIONS[name](table)
    if bare and name != "rule":  # `steps.idempotent` makes its transaction
        service = service.__wrapped__
    hosted = name in ("record", "hold", "correct", "release", "cut", "raise")
    arguments |= {"policy": policy_of(table)} if hosted else {"table": table}
    if name in ONCE:
        arguments |= {"key": key_of(table)}
    return partial(service, actor=club.actors["director"], **arguments)


def held_at(table: Table) -> int:
    """Return the id of the held entry at the table."""
    return HeldEntry.objects.get(table=table).pk


def raised(table: Table) -> int:
    """Return the id of the dispute at the table, 0 if there is none."""
    return Dispute.objects.filter(table=table).values_list("pk", flat=True).first() or 0


def over(club: ClubOfRoles, name: str, table: Table) -> None:
    """Prepare the table so that the action can run."""
    if name in ("start a game", "cut out"):
        record(table, club.actors["scorer"], dealer=2)
    if name in ("rule", "appeal", "withdraw"):
        owner = club.actors["owner"]
        disputes.raise_dispute(policy=policy_of(table), actor=owner, number=2, **REVOKE)
        if name != "rule":
            rulings.decide(table=table, actor=owner, dispute_id=raised(table), confirm=True)
        if name == "withdraw":
            rulings.appeal(table=table, actor=owner, dispute_id=raised(table), reason="not so")
    if name == "cut out":
        join_company(table=table, actor=club.actors["director"], player=f"C{table.pk}")


def brought(name: str) -> tuple[ClubOfRoles, Table]:
    """Return a club and a table of the club that is ready for the action."""
    club = make_club()
    table = prepared(club)
    over(club, name, table)
    return club, table


@pytest.mark.fault
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=pytest.mark.database if name in ON_BOTH else ()) for name in ACTIONS]
)
def test_a_crash_at_any_statement_leaves_nothing_and_the_repeat_does_it_once(name):
    club, table = brought(name)
    writes, undisturbed = rehearsed(action(name, club, table), lambda: outline(table))
    table.refresh_from_db()
    act = action(name, club, table)
    answers: list[object] = []
    assert crash_everywhere(lambda: answers.append(act()), writes) == []

    assert outline(table) == undisturbed
    assert list(breaches()) == []
    if name in ONCE:
        after_it = everything()
        assert [act()] == answers, "the same key gets the same answer"
        assert everything() == after_it
        assert (
            IdempotencyKey.objects.filter(key=key_of(table), actor=club.actors["director"].key).count() == 1
        )


@pytest.mark.fault
@pytest.mark.django_db(transaction=True)
def test_a_crash_while_a_table_is_opened_leaves_nothing_of_it():
    club = make_club()
    director = club.actors["director"]
    open_table = partial(tables.open_table, club=club.club, actor=director, players=["C", "D", "E", "F"])
    assert crash_everywhere(open_table) == []
    table = Table.objects.latest("pk")
    game = Game.objects.get(table=table)
    assert [seat.member.name for seat in game.seats.order_by("seat")] == ["C", "D", "E", "F"]
    assert table.links.filter(revoked_at__isnull=True).count() == 1
    assert list(breaches()) == []


def publishing(publish: Any) -> Action:
    """Return the action that publishes a house law set's draft, ready to run."""
    club = make_club()
    law_set, director = house_laws(club, published=False), club.actors["director"]
    return partial(publish, law_set=law_set, actor=director, mark=law_set.draft.mark, key=UUID(int=7))


@pytest.mark.django_db(transaction=True)
def test_a_crash_while_a_house_law_set_is_published_leaves_nothing_of_it():
    assert crash_everywhere(publishing(publish_draft)) == []
    assert HousePublication.objects.count() == 1, "the last one was not broken off, and published it"
    assert list(breaches()) == []


# PostgreSQL locks no row outside a transaction, so the control ends before it begins.
@pytest.mark.once
@pytest.mark.django_db(transaction=True)
def test_control_publishing_without_its_transaction_leaves_halves():
    assert crash_everywhere(publishing(publish_draft.__wrapped__)) != []


@pytest.mark.fault
@pytest.mark.database
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    "name",
    [
        "record",
        *(pytest.param(name, marks=pytest.mark.full) for name in ("correct", "release", "cut out", "rule")),
    ],
)
def test_control_without_its_transaction_a_deed_leaves_halves(name, monkeypatch):
    club, table = brought(name)
    # A row can be locked only in a transaction.
    monkeypatch.setattr(QuerySet, "select_for_update", lambda self, **options: self)
    monkeypatch.setattr(steps, "idempotent", steps.idempotent.__wrapped__)
    assert crash_everywhere(action(name, club, table, bare=True)) != []


@pytest.mark.fault
@pytest.mark.database
def test_kill_9_at_any_statement_and_the_repeat_records_once(tmp_path):
    """The last run is the control, without the transaction."""
    with place(tmp_path, server_address()) as where:
        results = where.call("tests.reliability.crashing.killed_with_and_without_transaction", patience=1200)

    whole, bare = results
    assert whole["killed"] >= 2, "after a row that is written, and after the commit"
    assert whole["disturbed"] == whole["undisturbed"]
    assert whole["broken"] == []
    assert bare["disturbed"] != bare["undisturbed"]

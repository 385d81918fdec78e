"""Decisions by hand for a table of a round, and doubts about results."""

from dataclasses import replace
from typing import Any

from django.db import transaction

from laws.domain.errors import InvalidInput
from laws.domain.sentences import _
from scoring.clubs.permissions import Actor
from scoring.events.access import locked
from scoring.events.models import Doubt, DoubtSettled, Event, TableDecision
from scoring.events.play.rounds import EventRound, EventTable
from scoring.events.results.domain.outcome import sides_winning
from scoring.events.state import EventState
from scoring.game.cards import parse_card
from scoring.game.names import clean_reason
from scoring.journal.services import add_record
from scoring.refusals import Conflict, NotAllowed, NotFound
from scoring.workers import queue

MOST_CUTS = 20


@transaction.atomic
def decide(
    *,
    event: Event,
    actor: Actor,
    round_number: int,
    table_number: int,
    kind: object,
    content: object = None,
    reason: object = "",
    base: int | None = None,
) -> TableDecision:
    """Record a decision for a table of a round. `TableDecision` lists the kinds.

    A decision is possible until the players move. ``base`` is `EventTable.last_decision` as the sender saw
    it. Without ``base`` the decision must not replace another. If the same decision is already in force, that
    decision is returned.

    Raises InvalidInput under ``kind``, ``content``, ``winners``, ``cut``, ``cut.N``, ``cut.N.PLAYER``,
    ``base`` or ``reason``. Raises NotFound for an unknown round or table. Raises Conflict:

    - ``round-moved``: the players have moved on.
    - ``decided-already``: the table has a decision that the sender has not seen.
    - ``event-cancelled``: the event was deleted.
    """
    state = locked(event, actor)
    if kind not in TableDecision.KINDS:
        raise InvalidInput({"kind": _("One of {kinds}.", kinds=", ".join(TableDecision.KINDS))})
    table, current = _table(state, round_number, table_number)
    if kind == "winners":
        content = check_sides(content, table, current)
    elif kind == "cut":
        content = _cut(content, table)
    elif content is not None:
        raise InvalidInput({"content": _("This decision takes none.")})
    in_force = table.decisions.get(str(kind))
    if in_force is not None and in_force.content == content:
        return in_force
    _must_not_be_decided(table, str(kind), base)
    needs_a_reason = kind in ("winners", "waived", "cut-instead")
    decision = TableDecision(
        seating=current.seating,
        table_number=table_number,
        kind=kind,
        content=content,
        reason=clean_reason(reason) if reason or needs_a_reason else "",
    )
    data = {"round": round_number, "table": table_number, "kind": kind}
    decided, decided_round = _as_decided(decision, table, current)
    if found := decided_round.decided_outcome(decided):
        entrants = {entrant.member_id: entrant.pk for entrant in state.entrants}
        data["won"] = [entrants[player] for player in state.as_named(found.winners)]
        data |= {"cut": found.cut.source} if found.cut else {}
    elif decided_round.must_cut_again(decided):
        data["cut"] = "equal"
    add_record(decision, actor=actor, verb="round.decided", event_id=event.pk, data=data)
    queue.run_due_moves(event.pk)
    return decision


def _as_decided(
    decision: TableDecision, table: EventTable, current: EventRound
) -> tuple[EventTable, EventRound]:
    kept = {
        kind: made
        for kind, made in table.decisions.items()
        if kind not in TableDecision.REPLACES[decision.kind]
    }
    decided = replace(table, decisions=kept | {decision.kind: decision})
    tables = tuple(decided if other is table else other for other in current.tables)
    return decided, replace(current, tables=tables)


def _must_not_be_decided(table: EventTable, kind: str, base: int | None) -> None:
    last = table.last_decision
    if base == last:
        return
    replaced = [
        table.decisions[other_kind]
        for other_kind in TableDecision.REPLACES[kind]
        if other_kind in table.decisions
    ]
    if base is None and not replaced:
        return
    latest = max(table.decisions.values(), key=lambda decision: decision.pk, default=None)
    decision = latest if base is not None else replaced[0]
    if decision is None:
        raise InvalidInput({"base": _("This table has no decision yet: send 0, or leave it out.")})
    raise Conflict(
        _(
            "{who} has decided this table meanwhile. Look at that decision; nothing was recorded now.",
            who=decision.by_member.name if decision.by_member else "",
        ),
        code="decided-already",
        last_decision=last,
        standing={"kind": decision.kind, "content": decision.content, "reason": decision.reason},
    )


@transaction.atomic
def doubt(*, event: Event, actor: Actor, round_number: int, table_number: int, note: object = "") -> Doubt:
    """Record a doubt about a table's result.

    `holds_the_move` decides whether the move to the next round waits until a director settles the doubt.

    If the table already has an unsettled doubt, that doubt is returned and nothing is recorded. There is one
    exception: the first doubt for which the move waits is always recorded.

    Raises InvalidInput under ``note``, and NotFound for an unknown round or table. Raises Conflict
    ``round-moved`` after the move, and ``event-cancelled`` for a deleted event. Raises NotAllowed
    ``not-your-table`` for a guest who doubts the result of another table.
    """
    state = locked(event, actor, "doubt a result")
    table, current = _table(state, round_number, table_number)
    if not may_doubt(actor, table):
        reason = _("With the link to your own evening you can doubt results of your own tables only.")
        raise NotAllowed(reason, code="not-your-table")
    holds = holds_the_move(event, actor, table)
    if (known := doubt_raised(table, holds=holds)) is not None:
        return known
    raised = Doubt(
        seating=current.seating,
        table_number=table_number,
        note=clean_reason(note, "note") if note else "",
        holds=holds,
    )
    data = {"round": round_number, "table": table_number}
    return add_record(raised, actor=actor, verb="round.doubted", event_id=event.pk, data=data, id_as="doubt")


def may_doubt(actor: Actor, table: EventTable) -> bool:
    """Return whether the actor may doubt the table's result. A guest may do so only at their own tables."""
    return actor.may("doubt a result") and (not actor.is_guest or actor.member_id in table.players)


def doubt_raised(table: EventTable, *, holds: bool) -> Doubt | None:
    """Return an unsettled doubt about the table's result, or None if a new doubt must be recorded.

    ``holds``: whether the move would wait for the new doubt, see `holds_the_move`. If it would, only a doubt
    for which the move already waits is returned.
    """
    return next((raised for raised in table.doubts if raised.holds or not holds), None)


def holds_the_move(event: Event, actor: Actor, table: EventTable) -> bool:
    """Return whether the move to the next round waits until this actor's doubt is settled, see `Doubt`.

    The move waits for doubts of a director, of the table's players and of the holder of the table's link.
    Once the results are final, it waits for no doubt.
    """
    is_own = actor.table_id == table.table_id or actor.member_id in table.players
    return (is_own or actor.may("run an event")) and not event.finals.in_force().exists()


@transaction.atomic
def settle(*, event: Event, actor: Actor, doubt_id: int, reason: object) -> DoubtSettled:
    """Settle a doubt about a result and record what the director found. Idempotent.

    Raises InvalidInput under ``reason``, and NotFound for a doubt of another event. Raises Conflict
    ``settled-already`` if the doubt was settled with another reason.
    """
    actor.must("run an event")
    event = Event.locked(event.pk)
    raised = Doubt.objects.filter(pk=doubt_id, seating__event=event).first()
    if raised is None:
        raise NotFound
    found = clean_reason(reason)
    if (done := DoubtSettled.objects.select_related("by_member").filter(doubt=raised).first()) is not None:
        if done.reason == found:
            return done
        raise Conflict(
            _(
                "{who} has settled this doubt already: {reason}",
                who=done.by_member.name if done.by_member else "",
                reason=done.reason,
            ),
            code="settled-already",
        )
    done = DoubtSettled(doubt=raised, reason=found)
    data = {"doubt": raised.pk}
    add_record(done, actor=actor, verb="round.settled", event_id=event.pk, data=data)
    queue.run_due_moves(event.pk)
    return done


def _table(state: EventState, round_number: int, table_number: int) -> tuple[EventTable, EventRound]:
    played = state.round_of(round_number)
    table = played.table(table_number)
    played.must_not_be_moved()
    return table, played


def check_sides(content: object, table: EventTable, event_round: EventRound) -> list[int]:
    """Return ``content`` as the list of the winning sides. Raises InvalidInput under ``winners``."""
    sides = table.seated.seating.sides()
    count = sides_winning(table.seated, len(event_round.tables), event_round.terms.settings)
    if isinstance(content, list) and all(type(side) is int and side in sides for side in content):
        if len(content) == len(set(content)) == count:
            return content
        reason = _("Say who has won.")
        if count > 1:
            reason = _("Say which {count} players have won.", count=count)
        raise InvalidInput({"winners": reason})
    figures = {"count": count, "seats": len(sides)}
    reason = _("The side that has won, 1 or 2, in a list.")
    if count > 1:
        reason = _("The seats of the {count} who have won, from 1 to {seats}, in a list.", **figures)
    elif len(sides) > 2:
        reason = _("The seat of the one who has won, from 1 to {seats}, in a list.", **figures)
    raise InvalidInput({"winners": reason})


def _cut(content: object, table: EventTable) -> list[dict[str, Any]]:
    if not content:
        raise InvalidInput({"cut": _("Enter the cards that were cut.")})
    if not isinstance(content, list) or len(content) > MOST_CUTS:
        raise InvalidInput({"cut": _("A list: for each time they cut, who (member id) cut which card.")})
    players = {str(player) for player in table.players}
    for place, draw in enumerate(content, start=1):
        if not isinstance(draw, dict) or not draw or not draw.keys() <= players:
            raise InvalidInput(
                {f"cut.{place}": _("Players of table {table} with their cards.", table=table.number)}
            )
        for player, card in draw.items():
            if not isinstance(card, str) or parse_card(card) is None:
                raise InvalidInput({f"cut.{place}.{player}": _("A card such as TH.")})
    return content

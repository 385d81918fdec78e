"""Totals of a table in a round, entered from its slip in place of deals."""

from collections.abc import Sequence
from uuid import UUID

from django.db import transaction

from laws.domain.errors import InvalidInput
from laws.domain.sentences import _
from scoring.clubs.access import Actor
from scoring.events.access import locked
from scoring.events.models import Event, RoundTotal
from scoring.events.play.rounds import EventRound, EventTable
from scoring.events.results.services import decisions
from scoring.game.names import clean_reason
from scoring.game.totals import check_total
from scoring.journal import services as journal
from scoring.refusals import Conflict, NotAllowed
from scoring.workers import queue

MOST = 1000
"""Upper limit for points that are accepted because of a ruling; real totals are far below."""


@transaction.atomic
def enter(
    *,
    event: Event,
    actor: Actor,
    round_number: int,
    table_number: int,
    points: Sequence[int] | None = None,
    winners: Sequence[int] | None = None,
    reason: object = "",
    base: int | None = None,
    key: UUID | None = None,
) -> RoundTotal:
    """Enter a table's total in a round: the points of each side, or the winning sides.

    The same total again returns the latest total. A different total is a correction: it needs a director and
    a reason. After the move a correction changes points and standings, never seats. A reason also allows
    points that only a ruling can produce; once results are final a reason is required. ``base`` is the number
    of the total that the sender saw, 0 for none; without it there is no check.

    Raises InvalidInput under ``points``, ``winners`` or ``reason``; Conflict ``has-deals`` at a table with
    deals, ``total-entered`` if only a director can replace the total, ``total-changed`` if another total was
    entered since ``base``, ``winners-only`` for a total of winners after the move.
    """
    state = locked(event, actor, "enter a deal")
    content = ["round.total", event.pk, round_number, table_number, points, winners, reason]
    request = journal.IdempotentRequest(actor, key, content)
    if request.answer:
        return RoundTotal.objects.get(pk=request.answer.body["total"])
    played = state.round_of(round_number)
    table = played.table(table_number)
    if actor.table_id not in (None, table.table_id):
        raise NotAllowed(_("A table's link enters the total of its own table only."))
    why = clean_reason(reason) if reason else ""
    _check(points, winners, table, played, why)
    before = table.total
    if before is not None and (before.points, before.winners) == (points, winners):
        return before
    if before is not None and not actor.may("correct any deal"):
        raise Conflict(
            _("Another total of this table is entered already. A director can replace it."),
            code="total-entered",
        )
    if base is not None and base != (before.number if before else 0):
        raise _changed(before)
    if played.is_moved or state.is_over:
        actor.must("correct any deal")
    if before is not None or event.finals.in_force().exists():
        why = clean_reason(reason)
    if played.is_moved and winners is not None:
        raise Conflict(
            _("The players have moved on: who won cannot change any more, only the points."),
            code="winners-only",
        )
    total = RoundTotal(
        seating=played.seating,
        table_number=table_number,
        number=before.number + 1 if before else 1,
        points=points,
        winners=winners,
        reason=why,
    )
    data = {"round": round_number, "table": table_number}
    journal.add_record(total, actor=actor, verb="round.total", event_id=event.pk, data=data)
    request.keep(journal.Answer("recorded", {"total": total.pk}))
    queue.run_due_moves(event.pk)
    return total


def _changed(latest: RoundTotal | None) -> Conflict:
    if latest is None:
        return Conflict(_("This table has no total yet."), code="total-changed", standing=None)
    who = latest.by_member.name if latest.by_member else _("The table's link")
    return Conflict(
        _("{who} has entered another total meanwhile. Look at it again.", who=who),
        code="total-changed",
        standing={"number": latest.number, "points": latest.points, "winners": latest.winners},
    )


def _check(
    points: Sequence[int] | None,
    winners: Sequence[int] | None,
    table: EventTable,
    played: EventRound,
    reason: str,
) -> None:
    """Raise InvalidInput or Conflict if the table cannot have this total."""
    if (points is None) == (winners is None):
        raise InvalidInput({"points": _("Give the points of each side, or who won, not both.")})
    if table.has_deals:
        raise Conflict(
            _("Table {table} has deals of this round: correct them instead.", table=table.number),
            code="has-deals",
        )
    if winners is not None:
        decisions.check_sides(list(winners), table, played)
        return
    try:
        may_stop = played.terms.settings.reaching_target == "stops"
        sides = table.seated.seating.side_count
        check_total(points or (), table.due, table.figures, table.game.kind, sides=sides, may_stop=may_stop)
    except InvalidInput:
        if not reason or not _are_figures(points, table):
            raise


def _are_figures(points: Sequence[int] | None, table: EventTable) -> bool:
    """Return whether there is a whole number of reasonable size for each side."""
    count, figures = table.seated.seating.side_count, list(points or ())
    return len(figures) == count and all(type(figure) is int and abs(figure) < MOST for figure in figures)

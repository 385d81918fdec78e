"""Totals: the points or winners of a table in a round, entered from the table's paper slip.

A total counts for the whole round. At a table with recorded deals it can count for the rest of the round.
"""

from collections.abc import Sequence
from uuid import UUID

from django.db import transaction

from laws.domain.errors import InvalidInput
from laws.domain.sentences import _
from scoring.clubs.permissions import Actor
from scoring.events.access import locked
from scoring.events.models import Event, RoundTotal
from scoring.events.play.rounds import EventRound, EventTable
from scoring.events.results.services import decisions
from scoring.game.names import clean_reason
from scoring.game.totals import check_total
from scoring.journal.services import Answer, IdempotentRequest, add_record
from scoring.refusals import Conflict, NotAllowed
from scoring.workers import queue

MOST = 999
"""With a reason, a total can have points that no deals can give, but none above this limit."""


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
    after_deals: int | None = None,
    replaces_deals: bool = False,
    base: int | None = None,
    key: UUID | None = None,
) -> RoundTotal:
    """Enter a table's total in a round: the points of each side, or the winning sides.

    - The same total again returns the latest total. A different total is a correction: it needs a director
      and a reason.
    - Once the players have moved on or the event is over, every total needs a director. It then changes
      points and standings, never seats.
    - Once the results are final, every total needs a reason.
    - With a reason, a total can have points that only a ruling can produce.
    - With ``base``, the request is refused if another total was entered meanwhile. ``base`` is the number of
      the total that the sender saw, 0 for none.

    At a table with deals, the request says what the points are:

    - ``after_deals``: the points of the rest of the round, which are added to the deals. The value is the
      number of deals that the sender saw.
    - ``replaces_deals``: the points of the whole round. The deals stay recorded but do not count. This needs
      a director and a reason.

    Raises InvalidInput under ``points``, ``winners`` or ``reason``. Raises NotAllowed for the link of another
    table, and if only a director may do this. Raises NotFound for an unknown round or table. Raises Conflict:

    - ``has-deals``: the table has deals. The request must then say what the points are, and must not name
      winners.
    - ``deals-changed``: the table has another number of deals than the sender saw.
    - ``round-closed``: all deals are recorded, so there is no rest of the round.
    - ``total-entered``: there is another total, and only a director can replace it.
    - ``total-changed``: another total was entered since ``base``.
    - ``winners-only``: the total names winners, but the players have moved on.
    - ``key-reused``: the key was used for another request.
    - ``event-cancelled``: the event was deleted.
    """
    state = locked(event, actor, "enter a deal")
    content = ["round.total", event.pk, round_number, table_number, points, winners, reason]
    if after_deals is not None or replaces_deals:
        content += [after_deals, replaces_deals]
    request = IdempotentRequest(actor, key, content)
    if request.answer:
        return RoundTotal.objects.get(pk=request.answer.body["total"])
    played = state.round_of(round_number)
    table = played.table(table_number)
    if actor.table_id not in (None, table.table_id):
        raise NotAllowed(_("A table's link enters the total of its own table only."))
    why = clean_reason(reason) if reason else ""
    added_to = _added_to(table, after_deals, replaces_deals=replaces_deals)
    _check(points, winners, table, played, why, added_to)
    before = table.total
    sent = (points, winners, added_to or None)
    if before is not None and (before.points, before.winners, before.after_deals) == sent:
        return before
    if before is not None and not actor.may("correct any deal"):
        raise Conflict(
            _("Another total of this table is entered already. A director can replace it."),
            code="total-entered",
        )
    if base is not None and base != (before.number if before else 0):
        raise _changed(before)
    overrides_deals = replaces_deals and table.deals > 0
    if overrides_deals or played.is_moved or state.is_over:
        actor.must("correct any deal")
    if overrides_deals or before is not None or event.finals.in_force().exists():
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
        after_deals=added_to or None,
        reason=why,
    )
    data: dict[str, object] = {"round": round_number, "table": table_number, "number": total.number}
    if points is None:
        players = [player for side in winners or () for player in table.seated.side(side)]
        entrants = {entrant.member_id: entrant.pk for entrant in state.entrants}
        data |= {"winners": winners, "won": [entrants[player] for player in state.as_named(players)]}
    else:
        data |= {"points": points} | ({"after_deals": added_to} if added_to else {})
    add_record(total, actor=actor, verb="round.total", event_id=event.pk, data=data)
    request.keep(Answer("recorded", {"total": total.pk}))
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


def _added_to(table: EventTable, after_deals: int | None, *, replaces_deals: bool) -> int:
    """Return the number of deals to which a total is added, or 0 if the total is for the whole round."""
    if after_deals not in (None, table.deals):
        raise Conflict(
            _(
                "There are {deals} deals of this round now. Look at the table again.",
                deals=table.deals,
            ),
            code="deals-changed",
        )
    if not table.deals or replaces_deals:
        return 0
    if after_deals is None:
        raise Conflict(
            _("There are deals of this round. Say whether the slip adds to them or replaces them."),
            code="has-deals",
        )
    if table.deals >= table.due:
        raise Conflict(_("All deals of this round are recorded at this table."), code="round-closed")
    return after_deals


def _check(
    points: Sequence[int] | None,
    winners: Sequence[int] | None,
    table: EventTable,
    played: EventRound,
    reason: str,
    added_to: int,
) -> None:
    if (points is None) == (winners is None):
        raise InvalidInput({"points": _("Give the points, or who won, not both.")})
    if winners is not None and table.deals:
        raise Conflict(
            _("There are deals of this round: name the winners by a decision."),
            code="has-deals",
        )
    if winners is not None:
        decisions.check_sides(list(winners), table, played)
        return
    try:
        may_stop = played.terms.settings.stops_at_target
        sides, due = table.seated.seating.side_count, table.due - added_to
        check_total(points or (), due, table.game_law_set, table.game.kind, sides=sides, may_stop=may_stop)
    except InvalidInput:
        if not _are_whole_numbers(points, table):
            raise
        if beyond := [figure for figure in points or () if abs(figure) > MOST]:
            text = _(
                "{figure} is not accepted, even after a ruling: "
                "a slip has whole numbers from {low} to {high}.",
                figure=beyond[0],
                low=-MOST,
                high=MOST,
            )
            raise InvalidInput({"points": text}) from None
        if not reason:
            raise


def _are_whole_numbers(points: Sequence[int] | None, table: EventTable) -> bool:
    count, figures = table.seated.seating.side_count, list(points or ())
    return len(figures) == count and all(type(figure) is int for figure in figures)

"""Start an event, move the players on exactly once, take a move back.

Each service that records something locks the event's row first and is idempotent: repeated and interrupted
requests do the work once. `seating` records a round, `bell` ends it, `clock` measures its time.
"""

from collections.abc import Mapping, Sequence

from django.db import transaction

from laws.domain.errors import InvalidInput
from laws.domain.sentences import _
from scoring.clubs.permissions import Actor
from scoring.events import queries
from scoring.events.access import locked
from scoring.events.models import Event, Seating, TakeBack
from scoring.events.people.services import check_in
from scoring.events.planning.domain.event_games import sizes_with_turns
from scoring.events.play.domain import drawing, movement_plan, round_life, values
from scoring.events.play.services import seating
from scoring.events.play.services.bell import ring
from scoring.events.state import EventState, load_state
from scoring.game.names import clean_reason
from scoring.journal.services import add_record
from scoring.refusals import Conflict


@transaction.atomic
def start(
    *,
    event: Event,
    actor: Actor,
    cards: Mapping[int, str] | None = None,
    tables: Sequence[Sequence[int]] | None = None,
    without_missing: bool = False,
) -> Seating:
    """Seat round 1. Idempotent.

    The event's seed draws the places, unless ``cards`` or ``tables`` give them. ``without_missing`` withdraws
    the entrants who are not checked in, if anybody is checked in.

    Raises InvalidInput if the round cannot be seated: under ``players``, ``places``, ``places.PLAYER``,
    ``tables`` or ``tables.N``. Raises Conflict ``event-cancelled`` for a deleted event.
    """
    state = locked(event, actor)
    if state.current is not None:
        return state.rounds[0].seating
    if without_missing and state.missing:
        check_in.withdraw_missing(state, actor)
        state = load_state(event)
    return seating.seat(state, 1, actor, cause="start", start=_start_from(state, cards, tables))


def _start_from(
    state: EventState, cards: Mapping[int, str] | None, tables: Sequence[Sequence[int]] | None
) -> drawing.Start | None:
    sizes = sizes_with_turns(state.terms.game, state.settings.odd)
    if cards and tables:
        raise InvalidInput({"tables": _("Give the places either by cards or by table, not both.")})
    for number, table in enumerate(tables or (), start=1):
        if len(table) not in sizes:
            reason = _("A table of this event has {seats} players.", seats=sizes[0])
            if len(sizes) > 1:
                *seats, other = map(str, sizes)
                reason = _(
                    "A table of this event has {seats} or {other} players.",
                    seats=", ".join(seats),
                    other=other,
                )
            raise InvalidInput({f"tables.{number}": reason})
    if not cards and not tables:
        return None
    return drawing.Start(dict(cards or {}), tuple(tuple(table) for table in tables or ()))


def preview(
    *,
    event: Event,
    cards: Mapping[int, str] | None = None,
    tables: Sequence[Sequence[int]] | None = None,
    without_missing: bool = False,
) -> values.Plan:
    """Return the plan that `start` or `move_now` would carry out now. Records nothing.

    Raises InvalidInput if the round cannot be seated, for example because a result is missing.
    """
    state = load_state(event)
    if without_missing:
        state = state.without_missing()
    number = state.current.number + 1 if state.current else 1
    start_places = _start_from(state, cards, tables) if number == 1 else None
    return movement_plan.plan(
        state.situation(number, seating.generation_of(state.event, number)[0], start_places)
    )


@transaction.atomic
def move_now(*, event: Event, actor: Actor, round_number: int) -> Seating:
    """Move the players on from a round at the director's request. Rings the bell if it has not rung.

    If the players have moved on already, the seating of the next round is returned.

    Raises NotFound for an unknown round. Raises Conflict:

    - ``round-not-ready``: the error says what the round waits for.
    - ``last-round``: no round follows.
    - ``event-over``: the results are final.
    - ``event-cancelled``: the event was deleted.
    """
    state = locked(event, actor)
    played = state.round_of(round_number)
    if played.is_moved:
        return state.rounds[played.number].seating
    if played.number >= state.settings.rounds:
        raise Conflict(_("This is the last round: there is nothing to move to."), code="last-round")
    must_not_be_final(event)
    if played.bell is None:
        state = state.with_bell(ring(event, played, actor, "organiser"))
        played = state.rounds[-1]
    blockers = played.life.blockers
    if blockers:
        raise not_ready(_("The round cannot move on yet."), blockers)
    return seating.seat(state, played.number + 1, actor, cause="organiser")


def must_not_be_final(event: Event, *, or_proposed: bool = False) -> None:
    """Raise Conflict ``event-over`` if the results are final, or (with ``or_proposed``) proposed as final."""
    if event.finals.in_force().exists() or (or_proposed and queries.proposal(event)):
        raise Conflict(_("The results of this event are final."), code="event-over")


def not_ready(detail: str, blockers: Sequence[round_life.Blocker]) -> Conflict:
    reported = [
        {"table": blocker.table, "kind": blocker.kind, "why": str(blocker.why)} for blocker in blockers
    ]
    return Conflict(detail, code="round-not-ready", blockers=reported)


def must_hold_no_entry(state: EventState) -> None:
    """Raise Conflict ``round-not-ready`` if an entry at a table of the round in play waits for the director.

    The entry can be from an earlier round.
    """
    held = set(queries.held_entries(state.event).values_list("table_id", flat=True))
    numbers = [table.number for table in state.round_in_play().tables if table.table_id in held]
    waiting = [
        round_life.Blocker(number, "disputed", _("Table {table}: an entry is held.", table=number))
        for number in numbers
    ]
    if waiting:
        raise not_ready(_("An entry still waits for the director. Decide it first."), waiting)


@transaction.atomic
def take_back(*, event: Event, actor: Actor, round_number: int, reason: object = "") -> TakeBack | None:
    """Take back the move that followed a round. The next round must not have a deal or a total.

    Returns None unless the next round is the round in play, so a repeated request does nothing.

    Raises InvalidInput under ``reason``, and NotFound for an unknown round. Raises Conflict
    ``round-has-deals``, ``event-over`` once the results are final, and ``event-cancelled``.
    """
    state = locked(event, actor)
    if state.round_of(round_number).number != len(state.rounds) - 1:
        return None
    must_not_be_final(event)
    moved_to = state.rounds[-1]
    if any(table.is_recorded for table in moved_to.tables):
        raise Conflict(
            _("Deals or slips of round {number} are recorded, so its seats stay.", number=moved_to.number),
            code="round-has-deals",
        )
    taken = TakeBack(seating=moved_to.seating, reason=clean_reason(reason) if reason else "")
    data = {"round": round_number, "generation": moved_to.seating.generation}
    return add_record(taken, actor=actor, verb="round.taken-back", event_id=event.pk, data=data)

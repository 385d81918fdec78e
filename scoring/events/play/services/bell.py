"""The bell of a round, and the end of the evening. A round has at most one bell.

A second ring returns the first bell, even after the players have moved on. `due_moves` rings the bell when
the time is up or all results are in.
"""

from django.db import transaction

from laws.domain.sentences import _
from scoring.clubs.permissions import Actor
from scoring.events import queries
from scoring.events.access import locked
from scoring.events.labels import LAST_RESULT_IN
from scoring.events.models import Bell, Event, EventChange
from scoring.events.play.domain import round_life, values
from scoring.events.play.rounds import EventRound
from scoring.events.state import EventState
from scoring.journal.services import add_record
from scoring.refusals import Conflict
from scoring.workers import queue


@transaction.atomic
def ring_bell(*, event: Event, actor: Actor, round_number: int | None = None) -> Bell | None:
    """End the round in play. Idempotent: a second ring returns the round's bell, even of a past round.

    The cause of the bell is "organiser" if a director rings. It is "head-table" if a scorer or the holder of
    the link of table 1 rings. Returns None for a past round that ended without a bell.

    Without ``round_number``, the bell is for the round in play. While a new round has no deal, total, clock
    step or bell, the bell is for the round before: a late second ring must not end the new round.

    In an event with a countdown, the director's bell also ends the evening if every result of the last round
    is in and nothing holds the end, see `queries.next_move`.

    Raises NotFound for an unknown round. Raises Conflict:

    - ``event-not-started``
    - ``event-cancelled``
    - ``bell-not-yours``: the actor may not ring in this event, or has the link of another table than the head
      table.
    """
    state = locked(event, actor, "ring the bell")
    if actor.table_id and not event.tables.filter(pk=actor.table_id, event_number=values.HEAD).exists():
        raise Conflict(_("Only table 1 can ring the bell."), code="bell-not-yours")
    current = state.round_in_play()
    cause = "organiser" if actor.may("run an event") else "head-table"
    if not round_life.may_ring(cause, state.settings):
        raise Conflict(_("In this event somebody else rings the bell."), code="bell-not-yours")
    if round_number is None:
        is_recorded = any(table.is_recorded for table in current.tables)
        just_begun = not is_recorded and not current.clock and current.bell is None and current.number > 1
        rung = state.rounds[-2] if just_begun else current
    else:
        rung = state.round_of(round_number)
    if rung.bell is not None or rung.is_moved:
        return rung.bell
    made = ring(event, rung, actor, cause)
    after = state.with_bell(made)
    is_end = cause == "organiser" and after.last_round is not None and not rung.still_playing
    if is_end and queries.next_move(after).at is not None:
        end(after, actor)
    return made


def ring(event: Event, rung: EventRound, actor: Actor, cause: str) -> Bell:
    """Record the bell of a round and queue a check for what is due. The event must be locked."""
    bell = Bell(seating=rung.seating, cause=cause)
    data = {"round": rung.number, "generation": rung.seating.generation, "cause": cause}
    add_record(bell, actor=actor, verb="round.bell", event_id=event.pk, data=data)
    queue.run_due_moves(event.pk)
    return bell


def end(state: EventState, actor: Actor) -> EventChange:
    """Record that the evening has ended after its last round. The event must be locked."""
    number = len(state.rounds)
    ended = EventChange(
        event=state.event,
        number=len(state.changes) + 1,
        kind="end",
        from_round=number,
        content={},
        reason=LAST_RESULT_IN,
    )
    data = {"kind": "end", "from_round": number}
    return add_record(ended, actor=actor, verb="event.changed", event_id=state.event.pk, data=data)

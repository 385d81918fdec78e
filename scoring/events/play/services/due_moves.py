"""What the workers do by themselves in events.

They ring bells, call the last hand, move players, end evenings and make results final.

What is due follows from the database, so workers may check as often as they like. A message in the queue only
makes a check come sooner. A check reads the cached state without a lock. Before a worker does anything, it
locks the event and checks again.
"""

import logging
from datetime import timedelta
from typing import Literal

from django.db import transaction
from django.db.models import Exists, Max, OuterRef
from django.utils import timezone

from scoring.clubs.models import Member
from scoring.clubs.permissions import Actor
from scoring.events import queries
from scoring.events.models import Event, FailedMove, Final, Seating
from scoring.events.planning.domain.settings import EVENT_SETTINGS
from scoring.events.play.domain.round_life import are_final
from scoring.events.play.rounds import EventRound
from scoring.events.play.services import bell, clock, seating
from scoring.events.results.services import finals
from scoring.events.state import EventState, load_state
from scoring.journal.models import Entry
from scoring.outages import is_passing
from scoring.refusals import Conflict

log = logging.getLogger(__name__)
MOST_FAILURES = 5
"""After this many failures in a round the workers stop trying. The director sees the reason and can act."""
RESTS_AFTER = timedelta(days=2, minutes=EVENT_SETTINGS["correction_period_minutes"].high)
"""The sweep leaves out an event that has had no journal entry for this long.

This time is longer than the longest correction period, after which results become final.
"""
Version = tuple[int, str]
"""Id and hash of the last journal entry of an event."""
_NOTHING_DUE: dict[int, Version] = {}
"""Event id → the version of the event in which nothing is due, and nothing becomes due as time passes."""
Due = Literal["bell-all-in", "bell-clock", "last-hand", "move", "end", "final"]


def running() -> dict[int, Version]:
    """Return event id → version for the events in which something can become due.

    These events have begun, are not final and have recent journal entries.
    """
    lately = Entry.objects.filter(event__isnull=False, at__gte=timezone.now() - RESTS_AFTER)
    last = lately.order_by().values("event").annotate(last=Max("id")).values("last")
    begun = Seating.objects.filter(event=OuterRef("event"))
    final = Final.objects.in_force().filter(event=OuterRef("event"))
    entries = Entry.objects.filter(Exists(begun), ~Exists(final), pk__in=last).order_by("event")
    rows = entries.values_list("event", "id", "hash")
    return {event: (number, digest) for event, number, digest in rows}


def sweep() -> None:
    """Do what is due in every running event.

    If nothing is due in an event, and nothing becomes due as time passes, the event is skipped until its next
    journal entry.
    """
    events = running()
    for event_id in set(_NOTHING_DUE) - set(events):
        _NOTHING_DUE.pop(event_id, None)
    for event_id, version in events.items():
        if _NOTHING_DUE.get(event_id) != version:
            run(event_id)


def run(event_id: int) -> None:
    """Do what is due in an event. Store a failure as a `FailedMove` of the round in play.

    Until the round has `MOST_FAILURES` stored failures, the workers try again. A busy or unreachable database
    does not count as a failure.
    """
    try:
        event = Event.with_laws().filter(pk=event_id).first()
        if event is None:
            return
        state = load_state(event)
        if due(state) is not None:
            do_due(event_id)
        elif not waits_for_time(state):
            _NOTHING_DUE[event_id] = (state.version, state.entry_hash)
    except Exception as failure:
        if is_passing(failure):
            log.warning("event %s waits for the next sweep: %s", event_id, failure)
            return
        log.exception("due moves of an event failed", extra={"event": event_id})
        current = (
            Seating.objects.filter(event=event_id, taken_back__isnull=True).order_by("round_number").last()
        )
        if current is not None:
            FailedMove.objects.create(seating=current, at=timezone.now(), error=str(failure)[:300])


def due(state: EventState) -> Due | None:
    current = state.current
    if current is None:
        return None
    if current.bell is None:
        time, now = current.time, timezone.now()
        if not current.still_playing and _moves_now(state):
            return "bell-all-in"
        if state.settings.bell == "clock" and time.is_bell_due(now):
            return "bell-clock"
        return "last-hand" if time.is_last_hand_due(now) else None
    if not _is_done(state, current):
        return None
    if current.number < state.settings.rounds:
        is_held = state.move_was_taken_back or state.is_held or state.too_few
        return "move" if not is_held and _moves_now(state) else None
    if not state.is_over:
        return "end" if not state.is_held and _moves_now(state) else None
    return "final" if _is_final(state) else None


def _moves_now(state: EventState) -> bool:
    # The caller checks that all results are in.
    seconds = state.settings.move_after_seconds
    if not seconds:
        return seconds is not None
    at = queries.next_move(state).at
    return at is not None and at <= timezone.now()


def waits_for_time(state: EventState) -> bool:
    """Return whether something can become due as time passes, without a new journal entry.

    These can become due:

    - the bell or the last-hand call of a running clock
    - the move or the end of the evening after a countdown
    - the final results after the correction period
    """
    current = state.current
    if current is None:
        return False
    if state.settings.move_after_seconds and queries.next_move(state).at is not None:
        return True
    if current.bell is None:
        return current.time.is_running
    return _is_done(state, current) and current.number >= state.settings.rounds


def _is_done(state: EventState, current: EventRound) -> bool:
    if not state.is_ended:
        return current.life.is_due
    # Once somebody has ended the evening, its last round waits for no missing result and for no cut.
    return not any(blocker.kind == "disputed" for blocker in current.life.blockers)


@transaction.atomic
def do_due(event_id: int) -> None:
    """Lock the event and do what is due. If the bell makes the move or the end due, do that too.

    Does nothing in a round with `MOST_FAILURES` stored failures. Errors are not caught here.
    """
    event = Event.locked(event_id)
    state = load_state(event)
    current, what = state.current, due(state)
    if current is None or what is None:
        return
    if FailedMove.objects.filter(seating=current.seating).count() >= MOST_FAILURES:
        return
    actor = _planner(event)
    if what in ("bell-all-in", "bell-clock"):
        cause = "service" if what == "bell-all-in" else "clock"
        state = state.with_bell(bell.ring(event, current, actor, cause))
        what = due(state)
    elif what == "last-hand":
        clock.write_step(event, current, actor, "last-hand")
    if what == "move":
        _move(state, actor)
    elif what == "end":
        bell.end(state, actor)
    elif what == "final":
        finals.make_final(event=event, actor=actor)


def _move(state: EventState, actor: Actor) -> None:
    played = state.rounds[-1]
    cause = "all-in" if played.bell is not None and played.bell.cause == "service" else "bell"
    try:
        seating.seat(state, played.number + 1, actor, cause=cause)
    except Conflict as refusal:
        # The workers try again at the next check. A tied table can have entered its cut by then.
        log.info("a round waits: %s", refusal)


def _is_final(state: EventState) -> bool:
    # If final results are corrected, only a director makes them final again.
    if queries.results_of(state).is_closed:
        return False
    last = queries.result_changes(state.event).order_by("-id").values_list("at", flat=True).first()
    return last is not None and are_final(last, state.settings, timezone.now())


def _planner(event: Event) -> Actor:
    """Return an actor for the member who planned the event.

    Workers act in this member's name. The journal also records that the program acted.
    """
    member = Member.objects.get(pk=event.by_member_id or 0)
    return Actor(club_id=event.club_id, role=member.role, member_id=member.pk, is_program=True)

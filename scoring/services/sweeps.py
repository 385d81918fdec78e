"""What is due in an event and done by the service itself: bells by the clock, moves, final results.

Called by the workers, as often as they like: the database knows what is due, a message only makes it quicker.
"""

import logging

from django.db import transaction
from django.utils import timezone

from scoring.domain.events.clock import clock
from scoring.domain.events.life import finality
from scoring.event_records import EventRecord, RoundRecord, event_record, steps_of
from scoring.models import Bell, ClockStep, Entry, Event, FailedMove, Seating
from scoring.refusals import Conflict
from scoring.services import events, journal, seatings

log = logging.getLogger(__name__)
MOST_FAILURES = 5
"""After so many a move is not tried any more by itself: the organiser sees why, and moves or mends."""


def running() -> list[int]:
    """Return the ids of the events that have begun and are not final."""
    begun = Event.objects.filter(seatings__isnull=False, finals__isnull=True).distinct()
    return list(begun.order_by("id").values_list("id", flat=True))


def tend(event_id: int) -> None:
    """Do what is due in an event; a failure is kept with its round and does not stop the next attempt."""
    try:
        _tend(event_id)
    except Exception as failure:
        log.exception("an event could not be tended", extra={"event": event_id})
        current = (
            Seating.objects.filter(event=event_id, taken_back__isnull=True).order_by("round_number").last()
        )
        if current is not None:
            FailedMove.objects.create(seating=current, at=timezone.now(), error=str(failure)[:300])


@transaction.atomic
def _tend(event_id: int) -> None:
    event = events.lock(event_id)
    record = event_record(event)
    current = record.current
    if current is None or FailedMove.objects.filter(seating=current.seating).count() >= MOST_FAILURES:
        return
    if current.bell is None and _ring_if_due(record, current):
        record = event_record(event)
        current = record.rounds[-1]
    life = record.life_of(current)
    if not life.is_due:
        return
    actor = events.planner(event)
    if current.number < record.settings.rounds:
        try:
            seatings.seat(record, current.number + 1, actor, cause="service")
        except Conflict as refusal:
            # Somebody has to do something first: a cut has to be entered, a result named.
            log.info("a round waits: %s", refusal)
    elif _is_final(record):
        events.make_final(event=event, actor=actor)


def _ring_if_due(record: EventRecord, current: RoundRecord) -> bool:
    """Ring the bell where the time is up or every table is in; call the last hand where that is due."""
    standing, now = clock(steps_of(current), record.settings), timezone.now()
    everybody_is_in = all(record.report_of(table).is_in for table in current.tables)
    by_the_clock = record.settings.bell == "clock" and standing.is_bell_due(now)
    actor = events.planner(record.event)
    if not everybody_is_in and not by_the_clock:
        if standing.is_last_hand_due(now):
            step = ClockStep.objects.create(
                seating=current.seating, kind="last-hand", at=now, **actor.recorded()
            )
            journal.write(
                actor=actor,
                verb="round.clock",
                data={"round": current.number, "step": "last-hand", "minutes": 0},
                event_id=record.event.pk,
                facts=[step],
            )
        return False
    cause = "clock" if by_the_clock else "service"
    bell = Bell.objects.create(seating=current.seating, cause=cause, at=now, **actor.recorded())
    journal.write(
        actor=actor,
        verb="round.bell",
        data={"round": current.number, "generation": current.seating.generation, "cause": cause},
        event_id=record.event.pk,
        facts=[bell],
    )
    return True


def _is_final(record: EventRecord) -> bool:
    """Return whether the correction period is over, counted from the last thing that changed a result."""
    last = Entry.objects.filter(event_id=record.event.pk).order_by("-id").values_list("at", flat=True).first()
    return last is not None and finality(last, record.settings, timezone.now()) == "final"

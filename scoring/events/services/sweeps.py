"""What is due in an event and done by the service itself: bells by the clock, moves, final results.

Called by the workers, as often as they like: the database knows what is due, a message only makes it quicker.
It is looked for without a lock, in what this process has read of the event before, and found again with the
event locked before anything is done.
"""

import logging
from typing import Literal

from django.db import OperationalError, transaction
from django.utils import timezone

from scoring.clubs.access import Actor
from scoring.domain.events.clock import clock
from scoring.event_records import EventRecord
from scoring.events.domain.round_life import finality
from scoring.events.services import events, rounds
from scoring.journal import services as journal
from scoring.models import ClockStep, Entry, Event, FailedMove, Seating
from scoring.refusals import Conflict
from scoring.round_records import RoundRecord, steps_of
from scoring.selectors import events as selected

log = logging.getLogger(__name__)
MOST_FAILURES = 5
"""After so many a move is not tried any more by itself: the organiser sees why, and moves or mends."""
Due = Literal["bell-all-in", "bell-clock", "last-hand", "move", "final"]


def running() -> list[int]:
    """Return the ids of the events that have begun and are not final."""
    begun = Event.objects.filter(seatings__isnull=False, finals__isnull=True).distinct()
    return list(begun.order_by("id").values_list("id", flat=True))


def tend(event_id: int) -> None:
    """Do what is due in an event; a failure is kept with its round and does not stop the next attempt.

    A database that is busy is no failure: the next sweep comes soon.
    """
    try:
        event = (
            Event.objects.select_related("club", "law_set")
            .defer("law_set__content")
            .filter(pk=event_id)
            .first()
        )
        if event is not None and due(selected.state(event)[0]) is not None:
            _tend(event_id)
    except OperationalError as busy:
        log.warning("event %s waits for the next sweep: %s", event_id, busy)
    except Exception as failure:
        log.exception("an event could not be tended", extra={"event": event_id})
        current = (
            Seating.objects.filter(event=event_id, taken_back__isnull=True).order_by("round_number").last()
        )
        if current is not None:
            FailedMove.objects.create(seating=current, at=timezone.now(), error=str(failure)[:300])


def due(record: EventRecord) -> Due | None:
    """Return the next thing that is to be done in an event now, None where there is nothing."""
    current = record.current
    if current is None:
        return None
    if current.bell is None:
        standing, now = clock(steps_of(current), record.settings), timezone.now()
        if all(record.report_of(table).is_in for table in current.tables):
            return "bell-all-in"
        if record.settings.bell == "clock" and standing.is_bell_due(now):
            return "bell-clock"
        return "last-hand" if standing.is_last_hand_due(now) else None
    if not record.life_of(current).is_due:
        return None
    if current.number < record.settings.rounds:
        return None if record.awaits_a_word else "move"
    return "final" if _is_final(record) else None


@transaction.atomic
def _tend(event_id: int) -> None:
    event = events.lock(event_id)
    record = selected.state(event)[0]
    current, what = record.current, due(record)
    if current is None or what is None:
        return
    if FailedMove.objects.filter(seating=current.seating).count() >= MOST_FAILURES:
        return
    actor = events.planner(event)
    if what in ("bell-all-in", "bell-clock"):
        cause = "service" if what == "bell-all-in" else "clock"
        record = record.with_bell(rounds.ring(event, current, actor, cause))
        what = due(record)
    elif what == "last-hand":
        _call_the_last_hand(current, actor)
    if what == "move":
        _move(record, actor)
    elif what == "final":
        events.make_final(event=event, actor=actor)


def _move(record: EventRecord, actor: Actor) -> None:
    try:
        rounds.move_if_due(record, actor)
    except Conflict as refusal:
        # Somebody has to do something first: a cut has to be entered, a result named.
        log.info("a round waits: %s", refusal)


def _call_the_last_hand(current: RoundRecord, actor: Actor) -> None:
    step = ClockStep.objects.create(
        seating=current.seating, kind="last-hand", at=timezone.now(), **actor.recorded()
    )
    journal.write(
        actor=actor,
        verb="round.clock",
        data={"round": current.number, "step": "last-hand", "minutes": 0},
        event_id=current.seating.event_id,
        facts=[step],
    )


def _is_final(record: EventRecord) -> bool:
    """Return whether the correction period is over, counted from the last thing that changed a result."""
    last = Entry.objects.filter(event_id=record.event.pk).order_by("-id").values_list("at", flat=True).first()
    return last is not None and finality(last, record.settings, timezone.now()) == "final"

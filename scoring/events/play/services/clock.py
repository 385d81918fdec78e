"""The clock of a round: start, pause, resume, add minutes, call the last hand.

If the event's bell is rung by the clock, workers ring it when the time is up, see `due_moves`.
"""

from uuid import UUID

from django.db import transaction

from laws.domain.errors import InvalidInput
from laws.domain.sentences import _
from scoring.clubs.permissions import Actor
from scoring.events.access import locked
from scoring.events.models import ClockStep, Event
from scoring.events.play.rounds import EventRound
from scoring.journal.services import Answer, IdempotentRequest, add_record

CLOCK = ("start", "pause", "resume", "add", "last-hand")
MOST_MINUTES = 240


@transaction.atomic
def step_clock(
    *, event: Event, actor: Actor, kind: object, minutes: object = None, key: UUID | None = None
) -> ClockStep | None:
    """Record a step of the clock in the round in play.

    Returns None if the step would change nothing, and for an idempotency ``key`` that was used before. Only
    the step "add" has ``minutes``, at most `MOST_MINUTES`. Negative minutes shorten the round.

    Raises InvalidInput under ``step`` or ``minutes``. Raises Conflict ``event-cancelled``,
    ``event-not-started``, ``round-over`` or ``key-reused``.
    """
    state = locked(event, actor)
    request = IdempotentRequest(actor, key, ["event.clock", event.pk, kind, minutes])
    if request.answer:
        return None
    if kind not in CLOCK:
        raise InvalidInput({"step": _("One of {steps}.", steps=", ".join(CLOCK))})
    added = _minutes(str(kind), minutes)
    current = state.round_in_play()
    current.must_be_before_bell()
    clock, was_started = current.time, current.is_clock_started
    nothing_to_do = {
        "start": clock.is_running or was_started,
        "resume": clock.is_running or not was_started,
        "pause": not clock.is_running,
        "last-hand": clock.is_called,
        "add": False,
    }
    if nothing_to_do[str(kind)]:
        return None
    step = write_step(event, current, actor, str(kind), added)
    request.keep(Answer("recorded", {"step": step.pk}))
    return step


def _minutes(kind: str, minutes: object) -> int:
    if kind != "add":
        if minutes is not None:
            raise InvalidInput({"minutes": _("Only “add” takes minutes.")})
        return 0
    if not isinstance(minutes, int) or isinstance(minutes, bool) or not 0 < abs(minutes) <= MOST_MINUTES:
        raise InvalidInput(
            {"minutes": _("A whole number of minutes, at most {most}, not 0.", most=MOST_MINUTES)}
        )
    return minutes


def write_step(event: Event, current: EventRound, actor: Actor, kind: str, minutes: int = 0) -> ClockStep:
    """Record a step of the clock. The event must be locked."""
    step = ClockStep(seating=current.seating, kind=kind, minutes=minutes)
    data = {"round": current.number, "step": kind, "minutes": minutes}
    return add_record(step, actor=actor, verb="round.clock", event_id=event.pk, data=data)

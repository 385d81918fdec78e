"""Rounds of an event: start, ring the bell, move the players exactly once, take a move back.

Every deed locks the event's row first, so there is one order of things; and whatever is pressed, sent or
killed twice finds that it has been done. How a round is written down is in `seatings`; the clock and what is
decided for one table are in `round_steps`.
"""

from collections.abc import Mapping, Sequence

from django.db import transaction
from django.utils import timezone

from laws.domain.errors import InvalidInput
from laws.domain.sentences import _
from scoring.clubs.access import Actor
from scoring.domain.events.fives import FIVE
from scoring.domain.events.shape import FULL
from scoring.domain.events.threes import THREE
from scoring.event_records import EventRecord, event_record
from scoring.events.domain.drawing import Start
from scoring.events.domain.plan import plan
from scoring.events.domain.round_life import may_ring
from scoring.events.domain.values import Plan
from scoring.events.services import events
from scoring.events.services import seating as seatings
from scoring.game.names import clean_reason
from scoring.journal import services as journal
from scoring.models import Bell, Event, Seating, Table, TakeBack
from scoring.refusals import Conflict, NotFound
from scoring.round_records import RoundRecord
from scoring.selectors import events as selected
from scoring.workers import queue

HEAD_TABLE = 1


@transaction.atomic
def start(
    *,
    event: Event,
    actor: Actor,
    cards: Mapping[int, str] | None = None,
    tables: Sequence[Sequence[int]] | None = None,
) -> Seating:
    """Seat round 1: places drawn from the event's seed, or found with cards or by hand. Twice is once.

    Raises InvalidInput under ``players``, ``places`` or ``tables`` where nobody can be seated so.
    """
    actor.must("run an event")
    event = events.lock(event.pk)
    record = event_record(event)
    if record.current is not None:
        return record.rounds[0].seating
    return seatings.seat(record, 1, actor, cause="start", start=_given(record, cards, tables))


def _given(
    record: EventRecord, cards: Mapping[int, str] | None, tables: Sequence[Sequence[int]] | None
) -> Start | None:
    """Return how the first places are found, None where the seed draws them."""
    other = {"table-of-five": FIVE, "table-of-three": THREE}.get(record.settings.odd, FULL)
    if cards and tables:
        raise InvalidInput({"tables": _("Places are found with cards or said by table, not both.")})
    for number, table in enumerate(tables or (), start=1):
        if len(table) not in (FULL, other):
            said = (
                _("A table of this event has {seats} players.", seats=FULL)
                if other == FULL
                else _("A table of this event has {seats} or {other} players.", seats=FULL, other=other)
            )
            raise InvalidInput({f"tables.{number}": said})
    if not cards and not tables:
        return None
    return Start(dict(cards or {}), tuple(tuple(table) for table in tables or ()))


def preview(
    *,
    event: Event,
    cards: Mapping[int, str] | None = None,
    tables: Sequence[Sequence[int]] | None = None,
) -> Plan:
    """Return the plan that `start` or `move` would carry out now, without carrying it out.

    Raises InvalidInput as they do where results are missing.
    """
    record = event_record(event)
    number = record.current.number + 1 if record.current else 1
    start_given = _given(record, cards, tables) if number == 1 else None
    return plan(record.situation(number, seatings.generation_of(record.event, number)[0], start_given))


@transaction.atomic
def ring_bell(
    *, event: Event, actor: Actor, round_number: int | None = None, cause: str = "organiser"
) -> Bell | None:
    """End the round in play. Ringing again is the same bell, and so is ringing for a round long past.

    Without ``round_number`` a bell in a round that has just begun and has no deal yet repeats the last one.
    Returns None where that was a bell of a move already made and taken back. Raises Conflict
    ``event-not-started``, ``bell-not-yours``; NotFound for a round that is not there.
    """
    actor.must("ring the bell")
    if actor.table_id and not Table.objects.filter(pk=actor.table_id, event_number=HEAD_TABLE).exists():
        raise Conflict(_("The bell stands at the head table."), code="bell-not-yours")
    event = events.lock(event.pk)
    record = selected.state(event)[0]
    current = record.current
    if current is None:
        raise Conflict(_("The event has not been started."), code="event-not-started")
    if not may_ring(cause, record.settings):  # type: ignore[arg-type]  # one of ours
        raise Conflict(_("In this event the bell is not rung so."), code="bell-not-yours")
    if round_number is None:
        has_deals = any(table.has_deals for table in current.tables)
        just_begun = not has_deals and not current.clock and current.bell is None and current.number > 1
        rung = record.rounds[-2] if just_begun else current
    else:
        found = [one for one in record.rounds if one.number == round_number]
        if not found:
            raise NotFound
        rung = found[0]
    if rung.bell is not None or rung.is_moved:
        return rung.bell
    return ring(event, rung, actor, cause)


def move_if_due(record: EventRecord, actor: Actor) -> Seating | None:
    """Move the players on where the round in play is over and nothing keeps it; the event is locked.

    None, and nothing is done, where it is not due, where it is the last round, and where the same move was
    taken back before: then `move_now` is needed. Raises Conflict ``round-not-ready`` as `seatings.seat` does.
    """
    current = record.current
    if current is None or current.number >= record.settings.rounds or record.awaits_a_word:
        return None
    if current.bell is None or not record.life_of(current).is_due:
        return None
    cause = "all-in" if current.bell.cause == "service" else "bell"
    return seatings.seat(record, current.number + 1, actor, cause=cause)


@transaction.atomic
def move_now(*, event: Event, actor: Actor, round_number: int) -> Seating:
    """Move the players on at the organiser's word, in the request: the bell is rung where it was not.

    A move already made is returned as it is. Raises Conflict ``round-not-ready`` with what keeps it,
    ``last-round``; NotFound for a round that is not there.
    """
    actor.must("run an event")
    event = events.lock(event.pk)
    record = selected.state(event)[0]
    found = next((one for one in record.rounds if one.number == round_number), None)
    if found is None:
        raise NotFound
    if found.is_moved:
        return record.rounds[found.number].seating
    if found.number >= record.settings.rounds:
        raise Conflict(_("This is the last round: there is nothing to move to."), code="last-round")
    if found.bell is None:
        record = record.with_bell(ring(event, found, actor, "organiser"))
        found = record.rounds[-1]
    blockers = record.life_of(found).blockers
    if blockers:
        raise Conflict(
            _("The round cannot move on yet."),
            code="round-not-ready",
            blockers=[{"table": one.table, "kind": one.kind, "why": str(one.why)} for one in blockers],
        )
    return seatings.seat(record, found.number + 1, actor, cause="organiser")


@transaction.atomic
def take_back(*, event: Event, actor: Actor, round_number: int, reason: object = "") -> TakeBack | None:
    """Take back the move on from a round, as long as no deal of the next one was entered.

    None where there is no such move to take back (any more): twice is once. Raises Conflict
    ``round-has-deals``; NotFound for a round that was never seated.
    """
    actor.must("run an event")
    event = events.lock(event.pk)
    record = selected.state(event)[0]
    if not 1 <= round_number <= len(record.rounds):
        raise NotFound
    if round_number != len(record.rounds) - 1:
        return None
    moved_to = record.rounds[-1]
    if any(table.has_deals for table in moved_to.tables):
        raise Conflict(
            _("Deals of round {number} were entered; its seats stay.", number=moved_to.number),
            code="round-has-deals",
        )
    taken = TakeBack.objects.create(
        seating=moved_to.seating,
        reason=clean_reason(reason) if reason else "",
        at=timezone.now(),
        **actor.recorded(),
    )
    journal.write(
        actor=actor,
        verb="round.taken-back",
        data={"round": round_number, "generation": moved_to.seating.generation},
        event_id=event.pk,
        facts=[taken],
    )
    return taken


def ring(event: Event, rung: RoundRecord, actor: Actor, cause: str) -> Bell:
    """Write down the bell of a round that has none yet; the event is locked. What follows is queued."""
    bell = Bell.objects.create(seating=rung.seating, cause=cause, at=timezone.now(), **actor.recorded())
    journal.write(
        actor=actor,
        verb="round.bell",
        data={"round": rung.number, "generation": rung.seating.generation, "cause": cause},
        event_id=event.pk,
        facts=[bell],
    )
    queue.tend_event(event.pk)
    return bell

"""What is done during a round: the clock, the last hand, a result in doubt, what is decided for one table."""

from typing import Any

from django.db import transaction
from django.utils import timezone

from laws.domain.errors import InvalidInput
from laws.domain.sentences import _
from scoring.clubs.access import Actor
from scoring.domain.events.clock import clock
from scoring.domain.events.progressive import sides_winning
from scoring.domain.events.settings import EventSettings
from scoring.event_records import EventRecord, event_record
from scoring.events.domain.values import SeatedTable
from scoring.events.services import events
from scoring.game.cards import parse_card
from scoring.game.names import clean_reason
from scoring.journal import services as journal
from scoring.models import ClockStep, Doubt, DoubtSettled, Event, TableDecision
from scoring.refusals import Conflict, NotFound
from scoring.round_records import RoundRecord, TableRecord, steps_of
from scoring.workers import queue

CLOCK = ("start", "pause", "resume", "add", "last-hand")
MOST_MINUTES = 240
MOST_CUTS = 20


@transaction.atomic
def step_clock(*, event: Event, actor: Actor, kind: object, minutes: object = None) -> ClockStep | None:
    """Start, pause or resume the clock of the round in play, add minutes, or call the last hand.

    None where that would change nothing, as when a button is pressed twice. Raises InvalidInput under
    ``step`` and ``minutes``; Conflict ``event-not-started``, ``round-over``.
    """
    actor.must("run an event")
    if kind not in CLOCK:
        raise InvalidInput({"step": _("One of {steps}.", steps=", ".join(CLOCK))})
    added = _minutes(str(kind), minutes)
    event = events.lock(event.pk)
    record = event_record(event)
    current = _in_play(record)
    standing = clock(steps_of(current), record.settings)
    nothing_to_do = {
        "start": standing.is_running or bool(current.clock),
        "resume": standing.is_running or not current.clock,
        "pause": not standing.is_running,
        "last-hand": standing.is_called,
        "add": False,
    }
    if nothing_to_do[str(kind)]:
        return None
    step = ClockStep.objects.create(
        seating=current.seating,
        kind=kind,
        minutes=added,
        at=timezone.now(),
        **actor.recorded(),
    )
    journal.write(
        actor=actor,
        verb="round.clock",
        data={"round": current.number, "step": kind, "minutes": step.minutes},
        event_id=event.pk,
        facts=[step],
    )
    return step


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
) -> TableDecision:
    """Decide something for one table of a round before the players are moved: see `TableDecision`.

    Raises InvalidInput under ``kind``, ``winners``, ``cut`` or ``reason``; Conflict ``round-moved``.
    """
    actor.must("run an event")
    if kind not in TableDecision.KINDS:
        raise InvalidInput({"kind": _("One of {kinds}.", kinds=", ".join(TableDecision.KINDS))})
    event = events.lock(event.pk)
    record = event_record(event)
    table, current = _table(record, round_number, table_number)
    if kind == "winners":
        held: object = _sides(content, table, len(current.tables), record.settings)
    else:
        held = {"cut": _cut}.get(str(kind), _nothing)(content, table)
    needs_a_reason = kind in ("winners", "waived", "cut-instead")
    decision = TableDecision.objects.create(
        seating=current.seating,
        table_number=table_number,
        kind=kind,
        content=held,
        reason=clean_reason(reason) if reason or needs_a_reason else "",
        at=timezone.now(),
        **actor.recorded(),
    )
    journal.write(
        actor=actor,
        verb="round.decided",
        data={"round": round_number, "table": table_number, "kind": kind},
        event_id=event.pk,
        facts=[decision],
    )
    queue.tend_event(event.pk)
    return decision


@transaction.atomic
def doubt(*, event: Event, actor: Actor, round_number: int, table_number: int, note: object = "") -> Doubt:
    """Hold a table's result to be wrong: the move waits until a director has settled it. Twice is once."""
    actor.must("doubt a result")
    event = events.lock(event.pk)
    table, current = _table(event_record(event), round_number, table_number)
    if table.doubts:
        return table.doubts[0]
    raised = Doubt.objects.create(
        seating=current.seating,
        table_number=table_number,
        note=clean_reason(note, "note") if note else "",
        at=timezone.now(),
        **actor.recorded(),
    )
    journal.write(
        actor=actor,
        verb="round.doubted",
        data={"round": round_number, "table": table_number, "doubt": raised.pk},
        event_id=event.pk,
        facts=[raised],
    )
    return raised


@transaction.atomic
def settle(*, event: Event, actor: Actor, doubt_id: int, reason: object) -> DoubtSettled:
    """Settle a doubt, with what was found. Twice is once; NotFound for one of another event."""
    actor.must("run an event")
    event = events.lock(event.pk)
    raised = Doubt.objects.filter(pk=doubt_id, seating__event=event).first()
    if raised is None:
        raise NotFound
    if (done := DoubtSettled.objects.filter(doubt=raised).first()) is not None:
        return done
    done = DoubtSettled.objects.create(
        doubt=raised, reason=clean_reason(reason), at=timezone.now(), **actor.recorded()
    )
    journal.write(
        actor=actor, verb="round.settled", data={"doubt": raised.pk}, event_id=event.pk, facts=[done]
    )
    queue.tend_event(event.pk)
    return done


def _minutes(kind: str, given: object) -> int:
    """Return how many minutes a step adds; InvalidInput under ``minutes``."""
    if kind != "add":
        if given is not None:
            raise InvalidInput({"minutes": _("Only “add” takes minutes.")})
        return 0
    if not isinstance(given, int) or isinstance(given, bool) or not 0 < abs(given) <= MOST_MINUTES:
        raise InvalidInput(
            {"minutes": _("A whole number of minutes, at most {most}, not 0.", most=MOST_MINUTES)}
        )
    return given


def _in_play(record: EventRecord) -> RoundRecord:
    if record.current is None:
        raise Conflict(_("The event has not been started."), code="event-not-started")
    if record.current.bell is not None:
        raise Conflict(_("The bell of this round has rung."), code="round-over")
    return record.current


def _table(record: EventRecord, round_number: int, table_number: int) -> tuple[TableRecord, RoundRecord]:
    """Return a table of the round in play, or of the one that just ended."""
    found = next((one for one in record.rounds if one.number == round_number), None)
    table = next((one for one in found.tables if one.number == table_number), None) if found else None
    if found is None or table is None:
        raise NotFound
    if found.is_moved:
        raise Conflict(_("The players have moved on from this round."), code="round-moved")
    return table, found


def _nothing(content: object, table: TableRecord) -> None:
    if content is not None:
        raise InvalidInput({"content": _("This decision is made without any.")})


def _sides(content: object, table: TableRecord, tables: int, settings: EventSettings) -> list[int]:
    seated = SeatedTable(table.number, table.players)
    sides, wanted = seated.seating.sides(), sides_winning(seated, tables, settings)
    is_sides = isinstance(content, list) and not any(
        isinstance(side, bool) or side not in sides for side in content
    )
    if not is_sides or not len(content) == len(set(content)) == wanted:  # type: ignore[arg-type, call-overload]  # a list
        said = _("The side that has won, 1 or 2, in a list.")
        if wanted == 1 and len(sides) > 2:
            said = _("The seat of the one who has won, from 1 to {seats}, in a list.", seats=len(sides))
        if wanted > 1:
            said = _(
                "The seats of the {count} who have won, from 1 to {seats}, in a list.",
                count=wanted,
                seats=len(sides),
            )
        raise InvalidInput({"winners": said})
    return list(content)  # type: ignore[call-overload, no-any-return]  # as above


def _cut(content: object, table: TableRecord) -> list[dict[str, Any]]:
    """Return a cut as it is kept: each time they cut, who (member id) cut which card."""
    if not isinstance(content, list) or not 0 < len(content) <= MOST_CUTS:
        raise InvalidInput({"cut": _("A list: for each time they cut, who (member id) cut which card.")})
    players = {str(player) for player in table.players}
    for place, one in enumerate(content, start=1):
        if not isinstance(one, dict) or not one or not one.keys() <= players:
            raise InvalidInput(
                {f"cut.{place}": _("Players of table {table} with their cards.", table=table.number)}
            )
        for player, card in one.items():
            if not isinstance(card, str) or parse_card(card) is None:
                raise InvalidInput({f"cut.{place}.{player}": _("A card such as TH.")})
    return content

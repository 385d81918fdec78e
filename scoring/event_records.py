"""Rows ⇄ values of an event: who takes part, each round as it was seated, and what came of it. Nothing else.

What the movements, the clock and the standings compute with is made here from facts; nothing is decided.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from django.db.models import Q

from laws.domain.lawset import LawSet
from laws.selectors import law_set_at
from scoring.dispute_records import undecided_by_game
from scoring.domain.events.drawing import Start
from scoring.domain.events.life import RoundLife, Step, TableReport, life
from scoring.domain.events.outcome import EnteredCut
from scoring.domain.events.settings import EventSettings
from scoring.domain.events.situation import Situation
from scoring.domain.events.values import Entrant as EntrantValue
from scoring.domain.events.values import Result, SeatedRound, SeatedTable
from scoring.event_games import event_games
from scoring.models import (
    Bell,
    ClockStep,
    Departure,
    Doubt,
    Entrant,
    Event,
    Placing,
    Seating,
    TableDecision,
)
from scoring.records import GameRecord, read_shown

Row = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class TableRecord:
    """One table in a round: its players (member ids in seat order), its game, what was decided by hand."""

    number: int
    table_id: int
    players: tuple[int, ...]
    game: GameRecord
    decisions: Mapping[str, TableDecision] = field(default_factory=dict)
    doubts: tuple[Doubt, ...] = ()
    disputes: tuple[int, ...] = ()
    """The disputes about its deals that are not decided."""

    @property
    def deals(self) -> int:
        """Return how many deals count: a misdeal is none."""
        return sum(not entry.score.new_deal for entry in self.game.course.entries)


@dataclass(frozen=True, slots=True)
class RoundRecord:
    """One round as it was seated and not taken back, with its tables and steps."""

    seating: Seating
    tables: tuple[TableRecord, ...]
    sitting_out: tuple[int, ...]
    bell: Bell | None
    clock: tuple[ClockStep, ...]
    is_moved: bool

    @property
    def number(self) -> int:
        """Return the number of the round, from 1."""
        return self.seating.round_number

    def seated(self) -> SeatedRound:
        """Return the seats as the movements know them."""
        tables = tuple(SeatedTable(table.number, table.players) for table in self.tables)
        return SeatedRound(self.number, tables, self.sitting_out)


@dataclass(frozen=True, slots=True)
class EventRecord:
    """An event with its entrants and its rounds, in order."""

    event: Event
    law_set: LawSet
    settings: EventSettings
    entrants: tuple[Entrant, ...]
    departures: Mapping[int, int]
    """Entrant id to the first round played without him."""
    rounds: tuple[RoundRecord, ...]
    taken_back: frozenset[int] = frozenset()
    """The rounds of which a move was taken back at least once."""
    mark: str = ""
    """The hash of the last journal entry that was taken into account, where the record is kept."""

    @property
    def current(self) -> RoundRecord | None:
        """Return the last round that was seated, or None before the start."""
        return self.rounds[-1] if self.rounds else None

    @property
    def is_over(self) -> bool:
        """Return whether the last round has been played and nothing is to be moved any more."""
        last = self.current
        return last is not None and last.number == self.settings.rounds and self.life_of(last).is_due

    @property
    def awaits_a_word(self) -> bool:
        """Return whether the next move was made once and taken back: somebody has to ask for it again."""
        return self.current is not None and self.current.number + 1 in self.taken_back

    def with_bell(self, bell: Bell) -> "EventRecord":
        """Return the record with the bell of the round in play, which has just been rung."""
        return replace(self, rounds=(*self.rounds[:-1], replace(self.rounds[-1], bell=bell)))

    def life_of(self, record: RoundRecord) -> RoundLife:
        """Return where a round stands."""
        waived = [table.number for table in record.tables if "waived" in table.decisions]
        return life(
            steps_of(record), [self.report_of(table) for table in record.tables], self.settings, waived
        )

    def report_of(self, table: TableRecord) -> TableReport:
        """Return how far a table is."""
        stops = self.settings.reaching_target == "stops" and table.game.course.over
        return TableReport(
            table=table.number,
            deals=table.deals,
            is_finished=stops or table.deals >= self.settings.deals_per_round,
            is_handed_in="handed-in" in table.decisions,
            is_disputed=bool(table.doubts or table.disputes),
            is_named="winners" in table.decisions,
            is_cut="cut-instead" in table.decisions,
        )

    def result_of(self, table: TableRecord) -> Result:
        """Return what came of a round at one table; with nothing handed in, that it is missing."""
        named = table.decisions.get("winners")
        report = self.report_of(table)
        if not report.is_in:
            return Result(
                table.number,
                is_missing=True,
                winners=tuple(named.content or ()) if named else (),
                cut_instead=report.is_cut,
            )
        course = table.game.course
        target, starting = self.law_set.number("game_score"), self.law_set.number("starting_score")
        cinch = sum(self.law_set.points().values())
        taken = [entry.score.points for entry in course.entries if not entry.score.new_deal]
        return Result(
            table=table.number,
            to_go=tuple(target - standing for standing in course.score.values),
            points=tuple(standing - starting for standing in course.score.values),
            cinches=tuple(sum(points[side] == cinch for points in taken) for side in course.score.sides()),
            winners=tuple(named.content or ()) if named else (),
        )

    def situation(self, round_number: int, generation: int, start: Start | None = None) -> Situation:
        """Return what is known when a round is to be seated; ``start`` says how round 1 finds its places."""
        before = [record for record in self.rounds if record.number < round_number]
        last = before[-1].tables if before else ()
        return Situation(
            settings=self.settings,
            law_set=self.law_set,
            entrants=tuple(self.entrant_value(entrant) for entrant in self.entrants),
            seed=self.event.seed,
            round_number=round_number,
            generation=generation,
            history=tuple(record.seated() for record in before),
            results=tuple(self.result_of(table) for table in last),
            cuts={table.number: cut for table in last if (cut := entered_cut(table))},
            start=start,
        )

    def entrant_value(self, entrant: Entrant) -> EntrantValue:
        """Return somebody who takes part as the movements know him, by the id of the member."""
        wishes = dict(entrant.wishes)
        leaves = self.departures.get(entrant.pk)
        return EntrantValue(
            player=entrant.member_id,
            from_round=entrant.from_round,
            until_round=None if leaves is None else leaves - 1,
            fixed_table=wishes.get("fixed_table"),
            fixed_seat=wishes.get("fixed_seat"),
            partner=wishes.get("partner"),
            keep_apart=tuple(wishes.get("keep_apart", ())),
            on_list=wishes.get("on_list"),
        )


def event_record(event: Event) -> EventRecord:
    """Return the event with everything that was recorded of it, in eleven statements whatever its size.

    Three more where there are rulings or disputes about games not read before.
    """
    seatings = list(
        Seating.objects.filter(event=event)
        .annotate(is_taken_back=Q(taken_back__isnull=False))
        .select_related("bell")
        .order_by("round_number", "generation")
    )
    law_set = law_set_at(event.law_set.revision)
    entrants = tuple(Entrant.objects.filter(event=event).select_related("member").order_by("id"))
    departures = dict(Departure.objects.filter(entrant__event=event).values_list("entrant_id", "from_round"))
    return EventRecord(
        event=event,
        law_set=law_set,
        settings=settings_of(event),
        entrants=entrants,
        departures=departures,
        rounds=_rounds(event, law_set, [one for one in seatings if not one.is_taken_back]),
        taken_back=frozenset(one.round_number for one in seatings if one.is_taken_back),
    )


def settings_of(event: Event) -> EventSettings:
    """Return the event's settings as they were written when it was planned."""
    held: dict[str, Any] = {
        name: tuple(value) if isinstance(value, list) else value for name, value in event.settings.items()
    }
    return EventSettings(**held)


def steps_of(record: RoundRecord) -> tuple[Step, ...]:
    """Return what was done to a round, in order."""
    steps = [Step(step.kind, step.at, minutes=step.minutes) for step in record.clock]  # type: ignore[arg-type]  # written by us
    if record.bell is not None:
        steps.append(Step("bell", record.bell.at, record.bell.cause))  # type: ignore[arg-type]  # as above
    if record.is_moved:
        steps.append(Step("moved", record.seating.at))
    return tuple(steps)


def entered_cut(table: TableRecord) -> EnteredCut:
    """Return the cut made at the table, each round of it player to card; empty where there was none."""
    decision = table.decisions.get("cut")
    if decision is None or decision.content is None:
        return ()
    return tuple({int(player): read_shown(text) for player, text in one.items()} for one in decision.content)


def _rounds(event: Event, law_set: LawSet, seatings: Sequence[Seating]) -> tuple[RoundRecord, ...]:
    """Return the rounds that stand: of each the seating that was not taken back."""
    ids = [seating.pk for seating in seatings]
    placings = _grouped(
        Placing.objects.filter(seating__in=ids)
        .select_related("game")
        .order_by("seating", "table_number", "seat", "id")
        .values_list("seating_id", "table_number", "game_id", "game__table_id", "entrant__member_id")
    )
    tables = {row[1]: row[2] for rows in placings.values() for row in rows if row[1] is not None}
    games = event_games(event, law_set, tables)
    clocks = _grouped((step.seating_id, step) for step in ClockStep.objects.filter(seating__in=ids))
    decisions = _grouped((one.seating_id, one) for one in TableDecision.objects.filter(seating__in=ids))
    doubts = _grouped(
        (one.seating_id, one) for one in Doubt.objects.filter(seating__in=ids, settled__isnull=True)
    )
    disputes = undecided_by_game(event)
    return tuple(
        RoundRecord(
            seating=seating,
            tables=_tables(
                placings.get(seating.pk, ()),
                games,
                decisions.get(seating.pk, ()),
                doubts.get(seating.pk, ()),
                disputes,
            ),
            sitting_out=tuple(row[3] for row in placings.get(seating.pk, ()) if row[0] is None),
            bell=getattr(seating, "bell", None),
            clock=tuple(step for (step,) in clocks.get(seating.pk, ())),
            is_moved=number < len(seatings),
        )
        for number, seating in enumerate(seatings, start=1)
    )


def _tables(
    rows: Sequence[Row],
    games: Mapping[int, GameRecord],
    decisions: Sequence[Row],
    doubts: Sequence[Row],
    disputes: Mapping[int, tuple[int, ...]],
) -> tuple[TableRecord, ...]:
    seats: dict[int, list[Row]] = {}
    for row in rows:
        if row[0] is not None:
            seats.setdefault(row[0], []).append(row)
    return tuple(
        TableRecord(
            number=number,
            table_id=found[0][2],
            players=tuple(row[3] for row in found),
            game=games[found[0][1]],
            decisions={one.kind: one for (one,) in decisions if one.table_number == number},
            doubts=tuple(one for (one,) in doubts if one.table_number == number),
            disputes=disputes.get(found[0][1], ()),
        )
        for number, found in sorted(seats.items())
    )


def _grouped(rows: Iterable[Row]) -> dict[int, list[Row]]:
    """Return rows by what stands first in them."""
    found: dict[int, list[Row]] = {}
    for first, *rest in rows:
        found.setdefault(first, []).append(tuple(rest))
    return found

"""Rows ⇄ values of the rounds of an event: who sat where, at which game, and what was decided by hand."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from laws.domain.lawset import LawSet
from scoring.cut_records import read_shown
from scoring.dispute_records import undecided_by_game
from scoring.domain.events.fives import fours
from scoring.domain.events.life import Step
from scoring.domain.events.outcome import EnteredCut
from scoring.domain.events.settings import EventSettings
from scoring.domain.events.threes import THREE
from scoring.domain.events.values import SeatedRound, SeatedTable
from scoring.event_attendance import AMENDED, SWAP
from scoring.event_games import event_games
from scoring.known_games import GameRecord
from scoring.models import Bell, ClockStep, Doubt, Event, Placing, Seating, TableDecision
from scoring.prepared import Query, Records

Row = tuple[Any, ...]
_PLACINGS = Query(
    lambda event: (
        Placing.objects.filter(seating__event=event, seating__taken_back__isnull=True)
        .order_by("seating_id", "table_number", "seat", "id")
        .values_list("seating_id", "table_number", "game_id", "game__table_id", "entrant__member_id")
    ),
    event=int,
)
_CLOCK_STEPS = Records(lambda event: ClockStep.objects.filter(seating__event=event).order_by("id"), event=int)
_DECISIONS = Records(
    lambda event: TableDecision.objects.filter(seating__event=event).order_by("id"), event=int
)
_OPEN_DOUBTS = Records(
    lambda event: Doubt.objects.filter(seating__event=event, settled__isnull=True).order_by("id"), event=int
)


@dataclass(frozen=True, slots=True)
class TableRecord:
    """One table in a round: its players (member ids in seat order), its games, what was decided by hand.

    There is one game, at a table of five one for each player (`scoring.domain.events.fives`).
    """

    number: int
    table_id: int
    players: tuple[int, ...]
    games: tuple[GameRecord, ...]
    decisions: Mapping[str, TableDecision] = field(default_factory=dict)
    doubts: tuple[Doubt, ...] = ()
    disputes: tuple[int, ...] = ()
    """The disputes about its deals that are not decided."""

    @property
    def game(self) -> GameRecord:
        """Return the first of the table's games."""
        return self.games[0]

    @property
    def deals(self) -> int:
        """Return how many deals count: a misdeal is none."""
        return sum(_counted(game) for game in self.games)

    @property
    def has_deals(self) -> bool:
        """Return whether anything was recorded, be it a misdeal."""
        return any(game.deals for game in self.games)

    @property
    def figures(self) -> LawSet:
        """Return the law set that the table plays under, with the figures of its game."""
        return self.game.figures

    def due(self, settings: EventSettings) -> int:
        """Return how many deals the table plays in a round."""
        return len(self.games) * settings.deals_of_a_game(len(self.players))

    def has_played(self, settings: EventSettings) -> bool:
        """Return whether every game of the table has all its deals."""
        each = settings.deals_of_a_game(len(self.players))
        return all(_counted(game) >= each for game in self.games)

    def points(self) -> tuple[int, ...]:
        """Return what each side has scored; at a table of five, where everybody is a side, each player."""
        starting = self.figures.number("starting_score")
        if len(self.games) == 1:
            return tuple(standing - starting for standing in self.game.course.score.values)
        return self._each(lambda game, side: game.course.score[side] - starting)

    def cinches(self, points: int) -> tuple[int, ...]:
        """Return on how many deals each side has taken all ``points``; at a table of five each player."""

        def taken(game: GameRecord, side: int) -> int:
            counted = [entry.score.points for entry in game.course.entries if not entry.score.new_deal]
            return sum(one[side] == points for one in counted)

        if len(self.games) == 1:
            return tuple(taken(self.game, side) for side in self.game.course.score.sides())
        return self._each(taken)

    def _each(self, value: Callable[[GameRecord, int], int]) -> tuple[int, ...]:
        """Return for each player the sum of what ``value`` gives his side in the games he plays."""
        sums = dict.fromkeys(self.players, 0)
        for game, four in zip(self.games, fours(self.players), strict=True):
            for side in game.course.score.sides():
                for player in four[side - 1 :: 2]:
                    sums[player] += value(game, side)
        return tuple(sums.values())


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

    @property
    def players(self) -> frozenset[int]:
        """Return everybody who has a place: at a table or sitting out."""
        return frozenset(player for table in self.tables for player in table.players).union(self.sitting_out)

    def seated(self) -> SeatedRound:
        """Return the seats as the movements know them."""
        tables = tuple(SeatedTable(table.number, table.players) for table in self.tables)
        return SeatedRound(self.number, tables, self.sitting_out)


def laws_at_three(tables: Iterable[TableRecord]) -> LawSet | None:
    """Return what the tables of three among these play under, None where there is none."""
    return next((one.game.law_set for one in tables if len(one.players) == THREE), None)


def rounds_of(event: Event, everyone: Sequence[Seating]) -> tuple[RoundRecord, ...]:
    """Return the rounds that stand: of each the seating that was not taken back.

    What was done to the clock, decided and doubted before somebody changed seats goes on with the round.
    """
    seatings = [one for one in everyone if not one.is_taken_back]  # type: ignore[attr-defined]  # annotated
    earlier = _earlier({one.pk: one for one in everyone}, seatings)
    placings = _grouped(_PLACINGS.rows(event=event.pk))
    tables = {row[1]: row[2] for rows in placings.values() for row in rows if row[1] is not None}
    games = event_games(event, tables)
    clocks, decisions, doubts = (
        _grouped(
            (earlier[one.seating_id], one) for one in query.found(event=event.pk) if one.seating_id in earlier
        )
        for query in (_CLOCK_STEPS, _DECISIONS, _OPEN_DOUBTS)
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


def _counted(game: GameRecord) -> int:
    return sum(not entry.score.new_deal for entry in game.course.entries)


def _earlier(every: Mapping[int, Seating], seatings: Sequence[Seating]) -> dict[int, int]:
    """Return, for each seating and those it goes on from after a change by hand, the one that stands."""
    found = {}
    for standing in seatings:
        seating: Seating | None = standing
        while seating is not None:
            found[seating.pk] = standing.pk
            goes_on = seating.cause in (SWAP, AMENDED)
            seating = every.get(seating.follows) if goes_on else None  # type: ignore[attr-defined]  # annotated
    return found


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
            games=tuple(games[game] for game in dict.fromkeys(row[1] for row in found)),
            decisions={one.kind: one for (one,) in decisions if one.table_number == number},
            doubts=tuple(one for (one,) in doubts if one.table_number == number),
            disputes=tuple(
                one for game in dict.fromkeys(row[1] for row in found) for one in disputes.get(game, ())
            ),
        )
        for number, found in sorted(seats.items())
    )


def _grouped(rows: Iterable[Row]) -> dict[int, list[Row]]:
    """Return rows by what stands first in them."""
    found: dict[int, list[Row]] = {}
    for first, *rest in rows:
        found.setdefault(first, []).append(tuple(rest))
    return found

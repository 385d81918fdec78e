"""Rows ⇄ values of the rounds of an event: who sat where, at which game, and what was decided by hand."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field

from laws.domain.lawset import LawSet
from scoring.cut_records import read_shown
from scoring.domain.events.fives import fours
from scoring.domain.events.settings import EventSettings
from scoring.domain.events.threes import THREE
from scoring.events.domain.outcome import EnteredCut
from scoring.events.domain.round_life import Step
from scoring.events.domain.values import SeatedRound, SeatedTable
from scoring.models import Bell, ClockStep, Doubt, Seating, TableDecision
from scoring.tables.games import GameRecord


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
    bell: Bell | None = None
    clock: tuple[ClockStep, ...] = ()
    is_moved: bool = False

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

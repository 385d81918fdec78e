"""The rounds of an event as values: seats, games, results and decisions.

`scoring.events.state` loads them; nothing here reads the database.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import cached_property

from laws.domain.errors import InvalidInput
from laws.domain.lawset import LawSet
from laws.domain.sentences import _
from scoring.events.models import Bell, ClockStep, Doubt, RoundTotal, Seating, TableDecision
from scoring.events.planning.domain.event_games import TablePlay
from scoring.events.play.domain.first_deal import ENTERED, is_cut_for
from scoring.events.play.domain.played_round import EnteredCut, EventTerms, PlayedRound
from scoring.events.play.domain.round_life import RoundClock, RoundLife, RoundStep, TableReport, clock, life
from scoring.events.play.domain.values import (
    Result,
    SeatedRound,
    SeatedTable,
)
from scoring.events.results.domain.outcome import (
    TableOutcome,
    outcome,
    outcomes,
    sides_winning,
    winning_sides,
)
from scoring.events.results.domain.score_cards import RoundCards, round_cards
from scoring.refusals import Conflict, NotFound
from scoring.tables.games import GameRecord, read_cut
from scoring.tables.table_policy import DealNumbers, Slip


@dataclass(frozen=True)
class EventTable:
    """A table in a round. ``players`` are member ids in seat order.

    A table has one game, or five games if its five players take turns to sit out.
    """

    terms: EventTerms = field(repr=False, compare=False)
    number: int
    table_id: int
    players: tuple[int, ...]
    games: tuple[GameRecord, ...]
    decisions: Mapping[str, TableDecision] = field(default_factory=dict)
    doubts: tuple[Doubt, ...] = ()
    disputes: tuple[int, ...] = ()
    """The ids of undecided disputes about the table's deals."""
    total: RoundTotal | None = None
    """The latest total from the table's slip; None without a slip. It replaces deals or is added to deals."""

    @property
    def game(self) -> GameRecord:
        return self.games[0]

    @cached_property
    def deals(self) -> int:
        """The number of recorded deals. Void deals, such as misdeals, do not count."""
        return sum(map(_counting_deals, self.games))

    @property
    def deal_numbers(self) -> list[int]:
        """The numbers of the round's deals, including void deals.

        The deals at a table are numbered through all rounds.
        """
        return [row.number for game in self.games for row in game.deals]

    def numbering(self, last: int = 0) -> DealNumbers:
        """Return the numbering of the round's deals.

        ``last`` is the number of the table's last deal. It matters only if the round has no deal yet.
        """
        misdeals = [number for game in self.games for number in game.void_deals]
        return DealNumbers(min(self.deal_numbers, default=last + 1) - 1, misdeals)

    @property
    def has_deals(self) -> bool:
        """Whether any deal is recorded, even a void deal."""
        return any(game.deals for game in self.games)

    @property
    def slip(self) -> Slip | None:
        """The latest result from the table's paper slip. None if no slip was entered."""
        if (total := self.total) is None:
            return None
        points = tuple(total.points) if total.points else None
        return Slip(points, tuple(total.winners or ()), total.after_deals, total.at)

    @property
    def is_recorded(self) -> bool:
        """Whether the table has any deal, even a void deal, or a total from its slip."""
        return self.has_deals or self.total is not None

    @property
    def has_points(self) -> bool:
        """Whether the table has any deal, even a void deal, or a slip with points."""
        return self.has_deals or bool(self.total and self.total.points is not None)

    @property
    def first_dealer(self) -> int | None:
        """The seat that deals first.

        None at a table that enters its own cut, until it has entered the cut or a deal.
        """
        if self.game.deals or self.game.is_cut_for:
            return self.game.first_dealer
        awaits_cut = is_cut_for(self.terms.settings, self.play, ENTERED)
        return None if awaits_cut else self.game.first_dealer

    @property
    def dealing(self) -> int | None:
        """The player at the seat `first_dealer`. None if `first_dealer` is None."""
        return None if self.first_dealer is None else self.players[self.first_dealer - 1]

    @property
    def game_law_set(self) -> LawSet:
        """The law set of the table, with the parameters of its game."""
        return self.game.game_law_set

    @property
    def play(self) -> TablePlay:
        return self.terms.play_at(len(self.players))

    @property
    def seated(self) -> SeatedTable:
        """The table's players and seats, as the movements need them."""
        return SeatedTable(self.number, self.players, self.play.sides)

    @property
    def who_play(self) -> tuple[tuple[int, ...], ...]:
        return self.play.who_play(self.players)

    @property
    def due(self) -> int:
        """The number of deals that the table plays in a round."""
        return len(self.games) * self._due_in_a_game

    @property
    def _due_in_a_game(self) -> int:
        return self.play.deals(self.terms.settings)

    def points(self) -> tuple[int, ...]:
        """Return the points that each side has scored in the round, by the deals, the slip or both.

        At a table of five each player is a side.
        """
        if self.total is None or self.total.points is None:
            return self.points_of_deals()
        if self.total.after_deals is None:
            return tuple(self.total.points)
        return tuple(map(sum, zip(self.points_of_deals(), self.total.points, strict=True)))

    def points_of_deals(self) -> tuple[int, ...]:
        starting = self.game_law_set.number("starting_score")
        return self._by_side(lambda game, side: game.state.score[side] - starting)

    def cinches(self) -> tuple[int, ...]:
        """Return, for each side, the number of deals in which it took every point that is won in tricks.

        At a table of five each player is a side.
        """
        return self._by_side(lambda game, side: sum(side in entry.swept_by for entry in game.state.entries))

    def _by_side(self, value: Callable[[GameRecord, int], int]) -> tuple[int, ...]:
        if len(self.games) == 1:
            return tuple(value(self.game, side) for side in self.game.state.score.sides())
        sums = dict.fromkeys(self.players, 0)
        for game, four in zip(self.games, self.who_play, strict=True):
            for side in game.state.score.sides():
                for player in four[side - 1 :: 2]:
                    sums[player] += value(game, side)
        return tuple(sums.values())

    @property
    def last_decision(self) -> int:
        """The id of the latest decision in force for the table, or 0."""
        return max((decision.pk for decision in self.decisions.values()), default=0)

    @property
    def entered_cut(self) -> EnteredCut:
        """The cards of the cut made at the table: player → cards for each draw, in the order of the seats.

        Empty without a cut.
        """
        decision = self.decisions.get("cut")
        if decision is None or decision.content is None:
            return ()
        return tuple(
            {player: read_cut(cut[str(player)]) for player in self.players if str(player) in cut}
            for cut in decision.content
        )

    @cached_property
    def report(self) -> TableReport:
        return TableReport(
            table=self.number,
            deals=self.deals,
            is_finished=self._is_finished,
            is_handed_in="handed-in" in self.decisions,
            is_disputed=bool(self.disputes or any(doubt.holds for doubt in self.doubts)),
            is_named=bool(self._named_winners),
            is_cut="cut-instead" in self.decisions,
            has_slip=self.total is not None,
        )

    @property
    def _named_winners(self) -> tuple[int, ...]:
        decision = self.decisions.get("winners")
        named = decision.content if decision else self.total.winners if self.total else ()
        return tuple(named or ())

    @property
    def _is_finished(self) -> bool:
        if self.total is not None:
            return self.total.points is not None
        if self.terms.settings.stops_at_target and self.game.state.over:
            return True
        return all(_counting_deals(game) >= self._due_in_a_game for game in self.games)

    @cached_property
    def result(self) -> Result:
        """The table's result in the round.

        It is marked as missing until the points are in, see `TableReport.is_in`.
        """
        winners = self._named_winners
        if not self.report.is_in:
            is_cut = "cut-instead" in self.decisions
            return Result(self.number, is_missing=True, winners=winners, cut_instead=is_cut)
        law_set, points = self.game_law_set, self.points()
        whole = law_set.number("game_score") - law_set.number("starting_score")
        return Result(
            table=self.number,
            to_go=tuple(whole - scored for scored in points),
            points=self.play.counted(points, self.terms.settings),
            cinches=() if self.total and self.total.after_deals is None else self.cinches(),
            winners=winners,
        )


@dataclass(frozen=True)
class EventRound:
    """A seated round that was not taken back, with its tables, bell and clock."""

    terms: EventTerms = field(repr=False, compare=False)
    seating: Seating
    seated_at: datetime
    """When the round was seated. Later changes of its seats do not count."""
    tables: tuple[EventTable, ...]
    sitting_out: tuple[int, ...]
    bell: Bell | None = None
    clock: tuple[ClockStep, ...] = ()
    is_moved: bool = False

    @property
    def number(self) -> int:
        return self.seating.round_number

    def table(self, number: int) -> EventTable:
        """Return a table of the round. Raises NotFound."""
        table = next((table for table in self.tables if table.number == number), None)
        if table is None:
            raise NotFound
        return table

    def must_not_be_moved(self) -> None:
        """Raise Conflict ``round-moved`` if the players have moved on."""
        if self.is_moved:
            raise Conflict(_("The players have moved on from this round."), code="round-moved")

    def must_be_before_bell(self) -> None:
        """Raise Conflict ``round-over`` if the bell has rung."""
        if self.bell is not None:
            raise Conflict(_("The bell of this round has rung."), code="round-over")

    @property
    def is_left_out_if_ended(self) -> bool:
        """Whether ending the evening now would take this round back.

        Round 1, and a round with a deal, a total or a decision, is never taken back.
        """
        return self.number > 1 and not any(table.is_recorded or table.decisions for table in self.tables)

    @property
    def last_if_ended(self) -> int:
        """The number of the last round, if the evening ended now."""
        return self.number - self.is_left_out_if_ended

    @property
    def still_playing(self) -> list[int]:
        """The numbers of the tables for which the players still wait, see `TableReport.is_settled`."""
        return [table.number for table in self.tables if not table.report.is_settled]

    @property
    def players(self) -> frozenset[int]:
        """Everybody who has a place, at a table or sitting out."""
        return frozenset(player for table in self.tables for player in table.players).union(self.sitting_out)

    def seated(self) -> SeatedRound:
        """Return the seats of the round, as the movements need them."""
        return SeatedRound(self.number, tuple(table.seated for table in self.tables), self.sitting_out)

    @property
    def steps(self) -> tuple[RoundStep, ...]:
        """The steps of the clock in order, then the bell, then the move."""
        steps = [RoundStep(step.kind, step.at, minutes=step.minutes) for step in self.clock]  # type: ignore[arg-type]  # written by us
        if self.bell is not None:
            steps.append(RoundStep("bell", self.bell.at))
        if self.is_moved:
            steps.append(RoundStep("moved", self.seating.at))
        return tuple(steps)

    @property
    def is_clock_started(self) -> bool:
        return any(step.kind == "start" for step in self.clock)

    @property
    def time(self) -> RoundClock:
        return clock(self.steps, self.terms.settings)

    @cached_property
    def life(self) -> RoundLife:
        waived = [table.number for table in self.tables if "waived" in table.decisions]
        reports = [table.report for table in self.tables]
        return life(self.steps, reports, self.terms.settings, waived, self._without_deciding_cut())

    @property
    def tied(self) -> list[int]:
        """The numbers of the tied tables for which the program draws a cut if nobody enters the cards.

        Empty if winners do not move up, and in an event whose players always cut themselves.
        """
        settings = self.terms.settings
        if settings.ties != "drawn" or not settings.moves_winners_up:
            return []
        return [table.number for table in self.tables if table.report.is_in and self._is_tied(table)]

    @property
    def to_cut(self) -> list[int]:
        """The numbers of the tied tables that have not entered deciding cards.

        A table whose points are not in is left out.
        """
        waiting = {number for number in self._without_deciding_cut() if self.table(number).report.is_in}
        return sorted(waiting.union(self.tied))

    def _is_tied(self, table: EventTable) -> bool:
        if table.entered_cut or table.result.winners or table.report.is_cut:
            return False
        return self._is_equal(table)

    def _is_equal(self, table: EventTable) -> bool:
        """Return whether the points of a table leave open who has won. False without points."""
        to_go = table.result.to_go
        count = sides_winning(table.seated, len(self.tables), self.terms.settings)
        return bool(to_go and winning_sides(count, to_go)[1])

    def may_cut(self, table: EventTable) -> bool:
        """Return whether a cut can decide who has won a table.

        False unless winners move up. A cut can replace a missing result, unless the slip names the winners.
        Once the points are in, a cut can decide only a tie, and only if no winners are named.
        """
        if not self.terms.settings.moves_winners_up:
            return False
        return not table.report.is_done or (self._is_equal(table) and not table.result.winners)

    def _without_deciding_cut(self) -> list[int]:
        settings = self.terms.settings
        is_entered = settings.ties == "entered" or any(table.entered_cut for table in self.tables)
        if not is_entered or not settings.moves_winners_up:
            return []
        try:
            outcomes(self.played)
        except InvalidInput as refusal:
            return [table.number for table in self.tables if f"cuts.{table.number}" in refusal.errors]
        return []

    def must_cut_again(self, table: EventTable) -> bool:
        """Return whether the table has entered the cards of a cut, and the cards do not decide the tie."""
        return bool(table.entered_cut) and table.number in self._without_deciding_cut()

    def decided_outcome(self, table: EventTable) -> TableOutcome | None:
        """Return the outcome of a table if named winners or a cut decided the table, otherwise None.

        Where winners do not move up, only named winners decide. Until the bell, a cut that the seed would
        draw does not count, because the players can still enter their own cards. If the director let a cut
        replace a missing result, that cut counts before the bell, too.
        """
        if not self.terms.settings.moves_winners_up and not table.result.winners:
            return None
        try:
            decided = outcome(self.played, table.seated)
        except InvalidInput:
            return None
        is_drawn = decided.cut is not None and decided.cut.source == "drawn"
        is_open = is_drawn and self.bell is None and not self.is_moved and not table.report.is_cut
        return None if is_open or not (decided.is_named or decided.cut) else decided

    def shown_outcome(self, table: EventTable, *, is_over: bool) -> TableOutcome | None:
        """Return `decided_outcome`, or None while a cut drawn by the program can still be replaced.

        The table can replace a drawn cut by its result or its own cut until the players move. In the last
        round, this is possible until the event ``is_over``. If the director let a cut replace a missing
        result, that cut is always shown.
        """
        decided = self.decided_outcome(table)
        can_be_replaced = not (table.report.is_cut or self.is_moved or is_over)
        is_drawn = decided is not None and decided.cut is not None and decided.cut.source == "drawn"
        return None if is_drawn and can_be_replaced else decided

    @property
    def played(self) -> PlayedRound:
        """The round with its results so far: recorded results and decisions by hand."""
        results = {
            table.number: result
            for table in self.tables
            if not (result := table.result).is_missing or result.winners or result.cut_instead
        }
        return PlayedRound(self.terms, self.seated(), results, cuts(self.tables))

    def cards(self, *, is_over: bool) -> RoundCards:
        """Return the round as the players' score cards show it. ``is_over``: the event is over.

        If the director let a cut replace a missing result, that cut always counts. Any other drawn cut counts
        once the players have moved on or the event is over: until then the table can still cut, or hand in
        its result.
        """
        if is_over or self.is_moved:
            return self._final_cards
        settings = replace(self.terms.settings, missing_results="wait")
        played = replace(self.played, terms=replace(self.terms, settings=settings))
        in_play = self.still_playing if self.bell is None else ()
        return round_cards(played, in_play=in_play, tied=self.tied)

    @cached_property
    def _final_cards(self) -> RoundCards:
        return round_cards(self.played)


def cuts(tables: Iterable[EventTable]) -> dict[int, EnteredCut]:
    return {table.number: cut for table in tables if (cut := table.entered_cut)}


def _counting_deals(game: GameRecord) -> int:
    return sum(not entry.score.new_deal for entry in game.state.entries)

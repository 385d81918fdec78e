"""Who has won a table: by points, by a cut (`ties`) or by a decision. The movements decide who goes where.

Law: Foster 1897, Cinch, Variations, Progressive Cinch: the pair with the fewest points to go wins. If
everybody plays alone, the two best players of a table win; `sides_winning` has the exceptions.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from laws.domain.errors import InputProblems, InvalidInput
from laws.domain.sentences import _
from scoring.events.planning.domain.event_games import THREE
from scoring.events.planning.domain.settings import EventSettings
from scoring.events.play.domain.played_round import PlayedRound
from scoring.events.play.domain.values import HEAD, Result, SeatedTable, TieCut
from scoring.events.results.domain.ties import cut_tie


class TableOutcome(NamedTuple):
    """The winners and losers of a decided table. ``sides`` are the winning sides.

    - ``to_go``: the points that each side still needs to reach the game. Empty without a result.
    - ``cut``: the cut that decided the table. None if the points or named winners decided it.
    - ``is_named``: a decision or a slip named the winners.
    """

    table: SeatedTable
    sides: tuple[int, ...]
    to_go: tuple[int, ...] = ()
    cut: TieCut | None = None
    is_named: bool = False

    @property
    def winners(self) -> tuple[int, ...]:
        return tuple(player for side in self.sides for player in self.table.side(side))

    def to_go_of(self) -> dict[int, int]:
        """Return player → the points that the player's side still needs. Empty without a result."""
        sides = enumerate(self.to_go, 1)
        return {player: left for side, left in sides for player in self.table.side(side)}

    @property
    def losers(self) -> tuple[int, ...]:
        """The players who did not win.

        The best comes first. If no points are known, the players are in the order of the sides.
        """
        others = [side for side in self.table.seating.sides() if side not in self.sides]
        if self.to_go:
            others.sort(key=lambda side: self.to_go[side - 1])
        return tuple(player for side in others for player in self.table.side(side))


def sides_winning(table: SeatedTable, tables: int, settings: EventSettings) -> int:
    """Return how many sides win a table in a room with ``tables`` tables.

    - One at a table with partners.
    - One at a table of two.
    - One at a head table of three if winners move up, losers leave the head table, and there is another
      table. Two players come from the next table, so only one seat is left for a winner.
    - Two at any other table, because everybody plays alone.
    """
    if table.seating.has_partners or len(table.players) < THREE:
        return 1
    moves_up = settings.moves_winners_up and settings.head_losers != "stay"
    return 1 if moves_up and table.number == HEAD and len(table.players) == THREE and tables > 1 else 2


def winning_sides(count: int, to_go: Sequence[int]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return the sides that win without a cut, and the sides that must cut.

    ``to_go`` has the points that each side still needs. The ``count`` sides that need the fewest points win.
    Equal sides must cut if some of them can win, but not all.
    """
    last = sorted(to_go)[count - 1]
    clear = [side for side, left in enumerate(to_go, 1) if left < last]
    tied = [side for side, left in enumerate(to_go, 1) if left == last]
    clear.sort(key=lambda side: to_go[side - 1])
    return ((*clear, *tied), ()) if len(clear) + len(tied) == count else (tuple(clear), tuple(tied))


def outcomes(played: PlayedRound) -> tuple[TableOutcome, ...]:
    """Return the outcome of each table. Raises InvalidInput with the errors of all undecided tables."""
    decided: list[TableOutcome] = []
    problems = InputProblems()
    for table in played.seated.tables:
        with problems.gathered():
            decided.append(outcome(played, table))
    problems.settle()
    return tuple(decided)


def outcome(played: PlayedRound, table: SeatedTable) -> TableOutcome:
    """Return the outcome of a table: by the named winners, by points, or by a cut.

    Raises InvalidInput:

    - "results.N": the result is missing and no cut replaces it.
    - "results.N.winners": too many or too few winners are named.
    - "cuts.N": an entered cut is missing, is by the wrong players or does not decide.
    """
    number, settings = table.number, played.terms.settings
    result = played.results.get(number) or Result(number, is_missing=True)
    count = sides_winning(table, len(played.seated.tables), settings)
    if result.winners:
        if len(result.winners) != count:
            raise InvalidInput({f"results.{number}.winners": _("Name exactly {count}.", count=count)})
        return TableOutcome(table, result.winners, result.to_go, is_named=True)
    if not (result.to_go or result.cut_instead or settings.cuts_missing_results):
        raise InvalidInput({f"results.{number}": _("table {table} has no result yet.", table=number)})
    clear, tied = winning_sides(count, result.to_go) if result.to_go else ((), tuple(table.seating.sides()))
    if not tied:
        return TableOutcome(table, clear, result.to_go)
    cut = cut_tie(played, table, clear, tied, count)
    return TableOutcome(table, cut.winners, result.to_go, cut)

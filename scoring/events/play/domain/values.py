"""The values of rounds: participants, tables, seats, results and plans.

Players are ids, never names: sentences name them as ``{player:12}`` (:mod:`scoring.game.names`). Tables and
seats are numbered from 1; table 1 is the head table. The players of a side are partners: at a table of four
with two sides, seats 1 and 3, and seats 2 and 4. Where nobody has a partner, each player is a side.

`planning.domain.event_games` says what a table of each size plays.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Literal

from laws.domain.sentences import Sentence
from scoring.game.seating import TableSeats

Star = Literal["gold", "red", "green"]

Place = tuple[int, int]
"""A table and a seat."""

FULL = 4
HEAD = 1
"""The number of the head table."""


def pair_of(players: tuple[int, int]) -> tuple[int, int]:
    """Return two players in the order of their ids."""
    return players if players[0] < players[1] else players[::-1]


@cache
def _seating(count: int, sides: int | None) -> TableSeats:
    return TableSeats(count, sides or (2 if count == FULL else count))


@dataclass(frozen=True, slots=True)
class Participant:
    """A player with their wishes, as the movements need them.

    - ``from_round``: the player's first round.
    - ``until_round``: the player's last round, or None for a player who stays to the end.
    - ``away``: absences, each as (first round missed, first round back).
    - ``fixed_table``, ``fixed_seat``: the player's fixed place. ``fixed_seat`` is None if any seat of the
      table will do.
    - ``on_list``: an index into the event's prize lists, from 0. None without a list.
    """

    player: int
    from_round: int = 1
    until_round: int | None = None
    fixed_table: int | None = None
    fixed_seat: int | None = None
    partner: int | None = None
    keep_apart: tuple[int, ...] = ()
    on_list: int | None = None
    away: tuple[tuple[int, int], ...] = ()

    def is_present(self, round_number: int) -> bool:
        """Return whether the player takes part in a round, at a table or sitting out."""
        return (
            self.from_round <= round_number
            and (self.until_round is None or round_number <= self.until_round)
            and not any(left <= round_number < back for left, back in self.away)
        )


@dataclass(frozen=True, slots=True)
class SeatedTable:
    """A table and its players in seat order.

    ``sides`` is the number of sides. None means two sides for four players, otherwise one side per player.
    """

    number: int
    players: tuple[int, ...]
    sides: int | None = None

    @property
    def seating(self) -> TableSeats:
        return _seating(len(self.players), self.sides)

    def side(self, side: int) -> tuple[int, ...]:
        """Return the players of a side (from 1), lowest seat first."""
        return self.players[side - 1 :: self.seating.side_count]

    def by_side(self) -> list[tuple[int, ...]]:
        return [self.side(side) for side in self.seating.sides()]

    def partners(self) -> tuple[tuple[int, int], ...]:
        """Return the pairs of partners. Empty if nobody has a partner."""
        if not self.seating.has_partners:
            return ()
        return tuple(pair for players in self.by_side() for pair in combinations(players, 2))

    def opponents(self) -> tuple[tuple[int, int], ...]:
        """Return the pairs of players on different sides."""
        partners = self.partners()
        return tuple(pair for pair in combinations(self.players, 2) if pair not in partners)


@dataclass(frozen=True, slots=True)
class SeatedRound:
    """Every player's place in a round: at a table, or sitting out."""

    number: int
    tables: tuple[SeatedTable, ...]
    sitting_out: tuple[int, ...] = ()

    def mates(self) -> dict[int, int]:
        """Return player → partner. Players without a partner are left out."""
        return {
            player: partner
            for table in self.tables
            for pair in table.partners()
            for player, partner in (pair, pair[::-1])
        }

    def places(self) -> dict[int, tuple[int, int]]:
        """Return player → (table, seat). Players who sit out are left out."""
        return {
            player: (table.number, seat)
            for table in self.tables
            for seat, player in enumerate(table.players, 1)
        }


class Meetings:
    """How often any two players have been partners, and how often opponents."""

    __slots__ = ("opponents", "partners")

    def __init__(self, rounds: Iterable[SeatedRound] = (), before: Meetings | None = None) -> None:
        self.partners: Counter[tuple[int, int]] = Counter(before.partners if before else ())
        self.opponents: Counter[tuple[int, int]] = Counter(before.opponents if before else ())
        for seated in rounds:
            for table in seated.tables:
                self.partners.update(map(pair_of, table.partners()))
                self.opponents.update(map(pair_of, table.opponents()))

    def as_partners(self, player: int, partner: int) -> int:
        return self.partners[pair_of((player, partner))]

    def as_opponents(self, player: int, opponent: int) -> int:
        return self.opponents[pair_of((player, opponent))]

    def are_mixed_by(self, tables: Iterable[SeatedTable]) -> bool:
        """Return whether any table makes partners of former opponents, or opponents of former partners."""
        return any(
            any(pair_of(pair) in self.opponents for pair in table.partners())
            or any(pair_of(pair) in self.partners for pair in table.opponents())
            for table in tables
        )


@dataclass(frozen=True, slots=True)
class Result:
    """The result of a table in a round.

    ``to_go``, ``points``, ``games`` and ``cinches`` have one value per side. At a table of three or five each
    seat is a side.

    - ``to_go``: the points that the side still needs to reach the game; 0 or less if it has reached the game.
    - ``points``: the points of the round; at a table of three scaled if the settings say so.
    - ``games``: games won by points.
    - ``cinches``: the number of deals in which the side took all points of the tricks. Empty if a slip
      replaces the deals.
    - ``is_missing``: the points of the round are not complete; the sequences above are empty.
    - ``winners``: the numbers of the sides that were named as winners instead of winning by points.
    - ``cut_instead``: a decision by hand replaces the missing result by a cut.
    """

    table: int
    to_go: tuple[int, ...] = ()
    points: tuple[int, ...] = ()
    games: tuple[int, ...] = ()
    cinches: tuple[int, ...] = ()
    is_missing: bool = False
    winners: tuple[int, ...] = ()
    cut_instead: bool = False


@dataclass(frozen=True, slots=True)
class Move:
    """A player's move from one round to the next, with the reason.

    - ``from_place``, ``to_place``: (table, seat), or None for a round that the player misses or sits out.
    - ``star``: the star earned in the round just played. None without a star.
    - ``law``: a short id such as "progressive-cinch/winners-move-up", empty if no source has the rule.
    - ``card``: the code of the place card that the player drew for round 1. None for later rounds, and if no
      card was drawn.
    """

    player: int
    from_place: tuple[int, int] | None
    to_place: tuple[int, int] | None
    star: Star | None
    why: Sentence
    law: str
    card: str | None = None


@dataclass(frozen=True, slots=True)
class TieCut:
    """A cut that decided who won a table, with all its draws.

    The keys of ``cutters`` are the players who cut, the values are their sides. ``winners`` are all sides
    that win the table, including sides that win without a cut. ``seed`` is empty for an entered cut.
    """

    table: int
    cutters: Mapping[int, int]
    draws: tuple[Mapping[int, str | list[str]], ...]
    source: Literal["drawn", "entered"]
    seed: str
    winners: tuple[int, ...]
    explanation: tuple[Sentence, ...]


@dataclass(frozen=True, slots=True)
class UnmetWish:
    """A wish that could not be met, or an unfair sit-out, with the players concerned and the reason.

    ``kind`` is "fixed-seat", "fixed-partner", "keep-apart", "mixed-pairs" or "sit-out".
    """

    kind: str
    players: tuple[int, ...]
    why: Sentence


@dataclass(frozen=True, slots=True)
class Metrics:
    """The repeated meetings of all rounds so far, and the fewest and most sit-outs of the players present.

    ``new_repeated_partners`` are the pairs of this round that were partners before. Fixed partners do not
    count as repeated.
    """

    repeated_partners: int
    repeated_opponents: int
    new_repeated_partners: tuple[tuple[int, int], ...]
    fewest_sit_outs: int
    most_sit_outs: int


@dataclass(frozen=True, slots=True)
class Plan:
    """The plan of a round.

    - ``ties_cut``: the cuts that decided who won tables in the previous round.
    - ``breaches``: the unmet wishes.
    - ``digest``: the hash of the values from which the plan was made.
    """

    round: SeatedRound
    generation: int
    moves: tuple[Move, ...]
    ties_cut: tuple[TieCut, ...]
    metrics: Metrics
    breaches: tuple[UnmetWish, ...]
    digest: str

    @property
    def tables(self) -> tuple[SeatedTable, ...]:
        """The tables, head table first."""
        return self.round.tables

    @property
    def sitting_out(self) -> tuple[int, ...]:
        return self.round.sitting_out

"""What a round of an event is made of: who takes part, at how many tables, who sits where, what came of it.

Only values and the shape of a room. Players are known by their number (an id), never by name: sentences name
them as ``{player:12}`` (:mod:`scoring.game.names`). Tables and seats are numbered from 1; table 1 is the head
table. Four who play in two sides are seats 1 and 3, and seats 2 and 4; wherever nobody has a partner, as at a
table of three or five in their evening, everybody is a side. What the game makes of it is in `event_games`.

At a table of five four play and one sits out in turn, so that all play and deal equally often. The round is
five games of a deal each: in each the next player deals, whoever is on his right, the last dealer, sits out,
and the four others sit as at any table. What his side scored is each player's own, and the two best go up.

At a table of three each deals as often as players do at the other tables: three deals of a round in which the
others play four. It plays a game of the family of its own, under a law set that tells of three players. No
source tells of a progressive table of three or five: both are the organiser's choice.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations
from typing import Literal, TypeVar

from laws.domain.sentences import Sentence
from scoring.game.seating import TableSeats

Star = Literal["gold", "red", "green"]

FULL = 4
HEAD = 1
"""The number of the head table."""


@cache
def _seating(count: int, sides: int | None) -> TableSeats:
    return TableSeats(count, sides or (2 if count == FULL else count))


@dataclass(frozen=True, slots=True)
class Participant:
    """Somebody who takes part, and what has to be minded when places are given.

    ``from_round`` is the first round with this player, ``until_round`` the last one (None: to the end);
    ``away`` are the times in between, each from the first round without him to the first one with him again.
    ``fixed_seat`` needs ``fixed_table``; a table alone leaves the seat open. ``on_list`` counts from 0 in the
    event's lists.
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
        """Tell whether this player is there in a round."""
        return (
            self.from_round <= round_number
            and (self.until_round is None or round_number <= self.until_round)
            and not any(left <= round_number < back for left, back in self.away)
        )


@dataclass(frozen=True, slots=True)
class SeatedTable:
    """A table and its players in seat order.

    ``sides`` is how many sides they make; None where four make two, and any others play each for himself.
    """

    number: int
    players: tuple[int, ...]
    sides: int | None = None

    @property
    def seating(self) -> TableSeats:
        """Return the table's seats and sides."""
        return _seating(len(self.players), self.sides)

    def side(self, side: int) -> tuple[int, ...]:
        """Return the players of a side, the one in the lowest seat first."""
        return self.players[side - 1 :: self.seating.side_count]

    def by_side(self) -> list[tuple[int, ...]]:
        """Return the players of each side, in the order of the sides."""
        return [self.side(side) for side in self.seating.sides()]

    def partners(self) -> tuple[tuple[int, int], ...]:
        """Return the pairs of partners; none where everybody plays for himself."""
        if not self.seating.has_partners:
            return ()
        return tuple(pair for players in self.by_side() for pair in combinations(players, 2))

    def opponents(self) -> tuple[tuple[int, int], ...]:
        """Return the pairs of players who sit against each other."""
        partners = self.partners()
        return tuple(pair for pair in combinations(self.players, 2) if pair not in partners)


@dataclass(frozen=True, slots=True)
class SeatedRound:
    """Everybody's place in a round: at a table, or sitting out."""

    number: int
    tables: tuple[SeatedTable, ...]
    sitting_out: tuple[int, ...] = ()

    def mates(self) -> dict[int, int]:
        """Return the partner of each player who has one."""
        return {
            player: partner
            for table in self.tables
            for pair in table.partners()
            for player, partner in (pair, pair[::-1])
        }

    def places(self) -> dict[int, tuple[int, int]]:
        """Return table and seat of each player who plays."""
        return {
            player: (table.number, seat)
            for table in self.tables
            for seat, player in enumerate(table.players, 1)
        }


@dataclass(frozen=True, slots=True)
class Result:
    """What came of a round at one table, for each side: at a table of three or five, for each seat.

    ``to_go`` is what each still needs to the game (it may be below zero), ``points`` what each scored in the
    round, ``games`` the games each has won by points, ``cinches`` the deals on which it took all fourteen.
    ``is_missing``: nothing was handed in, and all these are empty. ``winners`` are the sides that somebody
    named in place of the points; ``cut_instead``: somebody decided that a missing result be cut.
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
    """A player's way from one round to the next, and the answer to "why am I here?".

    ``from_place`` and ``to_place`` are table and seat, None for somebody who was not there or sat out, or who
    sits out now. ``star`` is what the round just played brought; ``law`` is named without its law set, and
    empty where no source tells of such a way.
    """

    player: int
    from_place: tuple[int, int] | None
    to_place: tuple[int, int] | None
    star: Star | None
    why: Sentence
    law: str


@dataclass(frozen=True, slots=True)
class TieCut:
    """A cut that decided who goes up: each round of it with who cut what, and whether it was drawn.

    ``cutters`` maps who cuts to the side that is cut for; ``winners`` are the sides that go up.
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
    """Something that was asked for and could not be had, with the players it concerns and the reason."""

    kind: str
    players: tuple[int, ...]
    why: Sentence


@dataclass(frozen=True, slots=True)
class Metrics:
    """How often the same players meet, over all rounds up to this one, and how fairly they sit out.

    ``new_repeated_partners`` are the pairs of this round that were partners before.
    """

    repeated_partners: int
    repeated_opponents: int
    new_repeated_partners: tuple[tuple[int, int], ...]
    fewest_sit_outs: int
    most_sit_outs: int


@dataclass(frozen=True, slots=True)
class Plan:
    """The next round and all that led to it. ``digest`` is the hash of what it was made from."""

    round: SeatedRound
    generation: int
    moves: tuple[Move, ...]
    ties_cut: tuple[TieCut, ...]
    metrics: Metrics
    breaches: tuple[UnmetWish, ...]
    digest: str

    @property
    def tables(self) -> tuple[SeatedTable, ...]:
        """Return the tables, the head table first."""
        return self.round.tables

    @property
    def sitting_out(self) -> tuple[int, ...]:
        """Return who sits out."""
        return self.round.sitting_out


@dataclass(frozen=True, slots=True)
class Shape:
    """The number of players at each table, the head table first, and how many sit out."""

    sizes: tuple[int, ...]
    sitting_out: int

    def seats(self) -> list[tuple[int, int]]:
        """Return every place of the room as table and seat."""
        return [(table, seat) for table, size in enumerate(self.sizes, 1) for seat in range(1, size + 1)]


def shape_for(players: int, odd: str, sizes: Sequence[int] = (FULL,)) -> Shape:
    """Return the tables for so many players under the setting ``odd``.

    ``sizes`` are the numbers that can play the game so, its own first. Other tables stand at the end of the
    room, so that the head table is one of the usual number. Where there are too few tables to take everybody
    in, who is left over sits out: five players make one table of five, but not two of three.

    >>> shape_for(10, "sit-out"), shape_for(10, "table-of-three").sizes
    (Shape(sizes=(4, 4), sitting_out=2), (4, 3, 3))
    >>> shape_for(13, "sit-out", (6, 5, 4, 7)), shape_for(13, "uneven-tables", (6, 5, 4, 7)).sizes
    (Shape(sizes=(6, 6), sitting_out=1), (6, 7))
    """
    if odd == "uneven-tables":
        return _uneven(players, sizes)
    tables, over = divmod(players, sizes[0])
    if odd == "table-of-five":
        fives = min(over, tables)
        return Shape((FULL,) * (tables - fives) + (FULL + 1,) * fives, over - fives)
    if odd == "table-of-three" and over and tables >= FULL - 1 - over:
        threes = FULL - over
        return Shape((FULL,) * (tables + 1 - threes) + (FULL - 1,) * threes, 0)
    return Shape((sizes[0],) * tables, over)


def _uneven(players: int, sizes: Sequence[int]) -> Shape:
    """Return tables that differ by one at most, as near to the game's own number as so many come."""
    usual = sizes[0]
    for out in range(players):
        for tables in sorted(
            range(1, players - out + 1), key=lambda count: abs(players - out - count * usual)
        ):
            least, larger = divmod(players - out, tables)
            made = (least,) * (tables - larger) + (least + 1,) * larger
            if set(made) <= set(sizes):
                return Shape(tuple(sorted(made, key=lambda size: abs(size - usual))), out)
    return Shape((), players)


FIVE = 5
DEALS = 4
"""So many deals each of five plays; a round of any other number they could not share."""
T = TypeVar("T")


def who_play(players: Sequence[T], seats: int) -> tuple[tuple[T, ...], ...]:
    """Return who plays each game of a round, in the order of their seats: one game where all have seats.

    >>> who_play("ABCDE", 4)[:2], who_play("ABCDE", 5)
    ((('A', 'B', 'C', 'D'), ('B', 'C', 'D', 'E')), (('A', 'B', 'C', 'D', 'E'),))
    """
    if len(players) == seats:
        return (tuple(players),)
    return tuple(
        tuple(players[(first + seat) % len(players)] for seat in range(seats))
        for first in range(len(players))
    )


THREE = 3


def deals_at_three(deals_per_round: int) -> int:
    """Return how many deals three play in a round where others play so many: as many for each dealer.

    Where the others do not all deal equally often, each of three deals once.

    >>> deals_at_three(4), deals_at_three(8), deals_at_three(5)
    (3, 6, 3)
    """
    dealt_by_each, over = divmod(deals_per_round, FULL)
    return THREE if over else THREE * dealt_by_each


def in_proportion(points: Sequence[int], deals: int, deals_per_round: int) -> tuple[int, ...]:
    """Return points made in so many deals as they would be in a whole round, a half going up.

    >>> in_proportion((9, -3, 2), 3, 4)
    (12, -4, 3)
    """
    return tuple((2 * scored * deals_per_round + deals) // (2 * deals) for scored in points)

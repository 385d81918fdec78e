"""What a round of an event is made of: who takes part, who sits where, what came of it, who moves and why.

Only values; nothing is decided here. Players are known by their number (an id), never by name: sentences name
them as ``{player:12}``, and :func:`with_names` puts the names in. Tables and seats are numbered from 1; table
1 is the head table. At a table of four the sides are seats 1 and 3, and seats 2 and 4; at a table of three or
five everybody is a side.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from itertools import combinations
from typing import Literal

from laws.domain.sentences import Sentence
from scoring.game.seating import Seating

Star = Literal["gold", "red", "green"]

_SEATINGS = {3: Seating(3, 3), 4: Seating(4, 2), 5: Seating(5, 5)}

_REFERENCE = re.compile(r"\{player:(\d+)\}")


@dataclass(frozen=True, slots=True)
class Entrant:
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
            and not any(gone <= round_number < back for gone, back in self.away)
        )


@dataclass(frozen=True, slots=True)
class SeatedTable:
    """A table and its players in seat order: four, or three or five who play each for himself."""

    number: int
    players: tuple[int, ...]

    @property
    def seating(self) -> Seating:
        """Return the table's seats and sides."""
        return _SEATINGS[len(self.players)]

    def side(self, side: int) -> tuple[int, ...]:
        """Return the players of a side, the one in the lowest seat first."""
        return self.players[side - 1 :: self.seating.side_count]

    def partners(self) -> tuple[tuple[int, int], ...]:
        """Return the pairs of partners; none where everybody plays for himself."""
        first = self.players
        return ((first[0], first[2]), (first[1], first[3])) if len(first) == 4 else ()

    def opponents(self) -> tuple[tuple[int, int], ...]:
        """Return the pairs of players who sit against each other."""
        if len(self.players) == 4:
            one, two, three, four = self.players
            return ((one, two), (one, four), (three, two), (three, four))
        return tuple(combinations(self.players, 2))


@dataclass(frozen=True, slots=True)
class SeatedRound:
    """Everybody's place in a round: at a table, or sitting out."""

    number: int
    tables: tuple[SeatedTable, ...]
    sitting_out: tuple[int, ...] = ()

    def mates(self) -> dict[int, int]:
        """Return the partner of each player who has one."""
        return {
            one: other
            for table in self.tables
            for pair in table.partners()
            for one, other in (pair, pair[::-1])
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
    draws: tuple[Mapping[int, str | tuple[str, ...]], ...]
    source: Literal["drawn", "entered"]
    seed: str
    winners: tuple[int, ...]
    explanation: tuple[Sentence, ...]


@dataclass(frozen=True, slots=True)
class Breach:
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
    breaches: tuple[Breach, ...]
    digest: str

    @property
    def tables(self) -> tuple[SeatedTable, ...]:
        """Return the tables, the head table first."""
        return self.round.tables

    @property
    def sitting_out(self) -> tuple[int, ...]:
        """Return who sits out."""
        return self.round.sitting_out

    def move_of(self, player: int) -> Move | None:
        """Return a player's move, or None for somebody who does not take part in the round."""
        return next((move for move in self.moves if move.player == player), None)


def reference(player: int) -> str:
    """Return how a sentence names a player.

    >>> reference(12)
    '{player:12}'
    """
    return f"{{player:{player}}}"


def with_names(text: str, name_of: Callable[[int], str]) -> str:
    """Return a sentence with names in place of the references.

    >>> with_names("{player:1} sits out.", {1: "Seat A"}.__getitem__)
    'Seat A sits out.'
    """

    def named(part: str) -> str:
        return _REFERENCE.sub(lambda found: name_of(int(found.group(1))), part)

    return text.filled(named) if isinstance(text, Sentence) else named(text)


def players_in(text: str) -> tuple[int, ...]:
    """Return the players a sentence names, in its order.

    >>> players_in("{player:3} and {player:1} cut.")
    (3, 1)
    """
    return tuple(int(found) for found in _REFERENCE.findall(text))

"""Exchanges of players that make a seating better. Movements use this search to meet wishes.

Every seating has a weight. Broken wishes weigh most. In a movement that draws anew, earlier meetings also
have a weight. An exchange is one player for another, or two for two if a fixed partner moves too. The search
makes the first exchange that lowers the weight, and repeats this as long as it finds one. For each player it
tries exchanges within the player's table first, then exchanges with the nearest tables.

If the seating is still imperfect, `Optimiser.improve_again` starts from slightly changed seatings. The number
of exchanges tried is limited. The same seating always gives the same result.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import permutations

from scoring.events.planning.domain.event_games import table_play
from scoring.events.play.domain.constraints import PARTED, UNMIXED, SeatConstraints
from scoring.events.play.domain.values import Meetings
from scoring.game.games import GameKind

PARTNERS_AGAIN, OPPONENTS_AGAIN, BOTH = 80, 2, 3
"""Weights of two players who meet again: as partners again, as opponents again, and once in each role.

The first two are multiplied by the square of the number of earlier meetings, so a third meeting of two
players weighs more than second meetings of others. The last is for two partners who become opponents, or
opponents who become partners. It is multiplied by the number of their earlier meetings.
"""

BOTH_AT_TWO_TABLES = 1
"""The weight that replaces `BOTH` in a room of one or two tables.

In so small a room nearly all players meet both as partners and as opponents. A higher weight would bring more
third meetings.
"""

TRIES_A_PLAYER = 60
"""How many exchanges a search may try, per player."""

NOBODY: frozenset[int] = frozenset()


def meet_wishes(placed: dict[int, list[int]], game: GameKind, constraints: SeatConstraints) -> dict[int, int]:
    """Exchange players, at one table or between tables, so that broken wishes weigh less.

    Changes ``placed``, which maps table numbers (from 1) to the players in seat order. Returns player → new
    table for the players whose table has changed.
    """
    before = {player: table for table, players in placed.items() for player in players}
    if not constraints.concern(before):
        return {}
    search = Optimiser([*placed.values()], game, constraints)
    search.improve_again(search.improve(TRIES_A_PLAYER * len(before)))
    placed.update(enumerate(map(list, search.tables()), 1))
    return {
        player: table for table, players in placed.items() for player in players if before[player] != table
    }


def in_fixed_seats(
    number: int, seats: Sequence[int], game: GameKind, constraints: SeatConstraints
) -> tuple[int, ...]:
    """Return the players of a table in seat order, with as many as possible in their fixed seats.

    ``number`` is the number of the table, ``seats`` its players in seat order now. Partners stay partners. Of
    several possible orders, the order in which the fewest players change seats is returned.
    """
    fixed = {seat: player for player in seats if (seat := constraints.fixed_seat(player, number)) is not None}

    def out_of_seat(way: Sequence[int]) -> int:
        return sum(way[seat - 1] != player for seat, player in fixed.items() if seat <= len(way))

    def sides_of(way: Sequence[int]) -> set[frozenset[int]]:
        sides = table_play(game, len(way)).sides
        return {frozenset(way[side::sides]) for side in range(sides)}

    def cost(way: Sequence[int]) -> tuple[int, int]:
        return out_of_seat(way), sum(before != now for before, now in zip(seats, way, strict=True))

    if not out_of_seat(seats):
        return tuple(seats)
    sides = sides_of(seats)
    return min((way for way in permutations(seats) if sides_of(way) == sides), key=cost)


class Optimiser:
    """A seating that can be improved by exchanging players."""

    __slots__ = (
        "_against",
        "_bound",
        "_constraints",
        "_game",
        "_mates",
        "_near",
        "_players",
        "_room",
        "_sides",
        "_together",
        "_weights",
    )

    def __init__(
        self,
        tables: Sequence[Sequence[int]],
        game: GameKind,
        constraints: SeatConstraints,
        met: Meetings | None = None,
    ) -> None:
        self._players = [player for players in tables for player in players]
        index = {player: number for number, player in enumerate(self._players)}
        self._game, self._constraints = game, constraints
        self._room = [[index[player] for player in players] for players in tables]
        self._sides = {len(players): table_play(game, len(players)).sides for players in tables}
        self._mates = {
            index[player]: index[partner]
            for player, partner in constraints.partners.items()
            if player in index and partner in index
        }
        self._together, self._against = _pair_weights(
            index, constraints, met or Meetings(), BOTH if len(tables) > 2 else BOTH_AT_TWO_TABLES
        )
        self._bound = {
            index[player]
            for number, players in enumerate(tables, 1)
            for player in players
            if constraints.is_fixed(player, number)
        }
        self._weights = [self._weight(table) for table in self._room]
        self._near: dict[int, list[int]] = {}

    def tables(self) -> list[tuple[int, ...]]:
        return [
            in_fixed_seats(number, [self._players[index] for index in table], self._game, self._constraints)
            for number, table in enumerate(self._room, 1)
        ]

    @property
    def weight(self) -> int:
        """The weight of the seating. 0 means that nothing is left to improve."""
        return sum(self._weights) + PARTED * len(self._mates)

    def improve(self, tries: int) -> int:
        """Exchange players until all weights are 0, no exchange helps, or ``tries`` exchanges were tried.

        Returns how many of the ``tries`` are left.
        """
        is_better = True
        while is_better and tries > 0:
            is_better = False
            for table in range(len(self._room)):
                while tries > 0 and self._is_imperfect(table):
                    used, is_exchanged = self._exchange(table, tries)
                    tries -= used
                    if not is_exchanged:
                        break
                    is_better = True
        return tries

    def improve_again(self, tries: int) -> None:
        """Search again from slightly changed seatings. Keep the best seating.

        For each table in turn, the best seating is changed: the first two players of the table change places.
        The search starts from the changed seating. It ends early when all weights are 0 or when ``tries``
        exchanges were tried.
        """
        best = self.weight, self._room
        for table in range(len(self._room)):
            if not best[0] or tries <= 0:
                break
            self._room = [[*players] for players in best[1]]
            first, second, *others = self._room[table]
            self._room[table] = [second, first, *others]
            self._weights = [self._weight(players) for players in self._room]
            tries = self.improve(tries)
            if self.weight < best[0]:
                best = self.weight, self._room
        self._room = best[1]
        self._weights = [self._weight(players) for players in self._room]

    def _is_imperfect(self, table: int) -> bool:
        owed = PARTED * sum(player in self._mates for player in self._room[table]) if self._mates else 0
        return self._weights[table] + owed > 0

    def _exchange(self, table: int, most: int) -> tuple[int, bool]:
        """Make the first exchange that lowers the weight.

        Return how many exchanges were tried, and whether one was made.
        """
        tried, weights, here = 0, self._weights, self._room[table]
        for seat in range(len(here)):
            for other in self._nearest(table):
                there, is_own = self._room[other], other == table
                staying = NOBODY if is_own else self._bound
                if here[seat] in staying:
                    continue
                before = weights[table] + (0 if is_own else weights[other])
                for place in range(seat + 1 if is_own else 0, len(there)):
                    if there[place] in staying:
                        continue
                    tried += 1
                    seats = (
                        self._seats_to_exchange(here, seat, there, place) if self._mates else ((seat, place),)
                    )
                    for first, second in seats:
                        here[first], there[second] = there[second], here[first]
                    mine, theirs = self._weight(here), 0 if is_own else self._weight(there)
                    if mine + theirs < before:
                        weights[table] = mine
                        if not is_own:
                            weights[other] = theirs
                        return tried, True
                    for first, second in seats:
                        here[first], there[second] = there[second], here[first]
                    if tried >= most:
                        return tried, False
        return tried, False

    def _nearest(self, table: int) -> Sequence[int]:
        if table not in self._near:
            self._near[table] = sorted(range(len(self._room)), key=lambda other: (abs(other - table), -other))
        return self._near[table]

    def _seats_to_exchange(
        self, here: list[int], seat: int, there: list[int], place: int
    ) -> tuple[tuple[int, int], ...]:
        """Return the seats to exchange, each as (seat at ``here``, seat at ``there``).

        Fixed partners at one table move together, so a second exchange can be needed: the partner changes
        places with the player who sits `_opposite` the other seat. If both players have their fixed partner
        at their table, the partner of the player at ``here`` makes the second exchange. Returns no seats if
        the second exchange would move a player away from their fixed table.
        """
        if here is there:
            return ((seat, place),)
        mine, theirs = self._seat_of_mate(here, seat), self._seat_of_mate(there, place)
        if mine is None and theirs is None:
            return ((seat, place),)
        second = (
            self._opposite(here, seat) if mine is None else mine,
            self._opposite(there, place) if mine is not None or theirs is None else theirs,
        )
        if here[second[0]] in self._bound or there[second[1]] in self._bound:
            return ()
        return ((seat, place), second)

    def _seat_of_mate(self, table: list[int], seat: int) -> int | None:
        mate = self._mates.get(table[seat])
        return table.index(mate) if mate in table else None

    def _opposite(self, table: list[int], seat: int) -> int:
        sides = self._sides[len(table)]
        return (seat + (sides if sides < len(table) else 1)) % len(table)

    def _weight(self, table: Sequence[int]) -> int:
        against, sides = self._against, self._sides[len(table)]
        if sides == 2 and len(table) == 4:
            first, second, third, fourth = table
            of_first, of_third = against[first], against[third]
            together = self._together[first][third] + self._together[second][fourth]
            return together + of_first[second] + of_first[fourth] + of_third[second] + of_third[fourth]
        return sum(
            (against if apart % sides else self._together)[sitter][other]
            for place, sitter in enumerate(table)
            for apart, other in enumerate(table[place + 1 :], 1)
        )


def _pair_weights(
    index: Mapping[int, int], constraints: SeatConstraints, met: Meetings, both: int
) -> tuple[list[list[int]], list[list[int]]]:
    together, against = ([[0] * len(index) for _row in index] for _matrix in range(2))
    if constraints.lists:
        lists = [constraints.lists[player] for player in index]
        together = [[UNMIXED * (mine == other) for other in lists] for mine in lists]
    for known, same, again, changed in (
        (met.partners, together, PARTNERS_AGAIN, against),
        (met.opponents, against, OPPONENTS_AGAIN, together),
    ):
        for (one, other), times in known.items():
            if one in index and other in index:
                for first, second in ((index[one], index[other]), (index[other], index[one])):
                    same[first][second] += again * times**2
                    changed[first][second] += both * times
    for (one, other), (as_partners, as_opponents) in constraints.weights.items():
        if one in index and other in index:
            for first, second in ((index[one], index[other]), (index[other], index[one])):
                together[first][second], against[first][second] = as_partners, as_opponents
    return together, against

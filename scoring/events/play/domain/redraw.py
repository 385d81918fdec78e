"""A new draw every round, so that old partners, then old opponents, meet as rarely as possible.

The search starts from an order drawn by the event's seed and exchanges two players while that lowers the
weight of the seating. If two former partners would then be opponents, or the reverse, it starts again from
another order. The number of tries is limited by the number of players, and the result is always the same for
the same seed. No source mentions a redraw: it is an organiser's choice.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from laws.domain.sentences import _
from scoring.events.people.domain.wishes import Wishes
from scoring.events.planning.domain.event_games import sides_at
from scoring.events.play.domain.plan_input import SITS_OUT, Meetings, Room, SeatingDraft
from scoring.game.games import GameKind

PARTNERS_AGAIN, OPPONENTS_AGAIN, BOTH = 40, 1, 8
"""Weights per earlier meeting: partners again, opponents again, and a change of roles."""

APART, PARTED, UNMIXED = 10**7, 10**5, 10**4
"""Weights of a broken wish."""

EMPTY = -1
"""An empty seat."""

TRIES_A_PLAYER = 60
"""Limit of exchanges tried from one order, per player."""

ORDERS, TRIES = 40, 60_000
"""Limits of orders to start from, and of exchanges tried in all."""


def redraw(room: Room) -> SeatingDraft:
    """Return the next round, drawn anew."""
    situation = room.situation
    order = {player: room.lot(f"sit-out/{situation.round_number}", player) for player in room.present}
    idle = room.sitting_out(order)
    playing = [player for player in room.present if player not in idle]
    seats = _searched(room, playing).tables()
    tables = tuple(room.table(number, players) for number, players in enumerate(seats, 1))
    whys = dict.fromkeys(idle, SITS_OUT)
    for table in tables:
        why = (
            _("Drawn for table {table}, where old partners and opponents meet least.", table=table.number)
            if table.partners()
            else _("Drawn for table {table}, where those who have met before meet least.", table=table.number)
        )
        whys |= dict.fromkeys(table.players, (why, ""))
    return SeatingDraft(tables, idle, whys)


def _searched(room: Room, playing: Sequence[int]) -> Search:
    """Return the first search in which no pair changes roles, otherwise the search with the lowest weight."""
    situation, met = room.situation, room.met
    purpose, most = f"redraw/{situation.round_number}", TRIES_A_PLAYER * len(playing)
    found = []
    for number in range(max(1, min(ORDERS, TRIES // most))):
        drawn_by = f"{purpose}/{number}" if number else purpose
        order = sorted(playing, key=lambda player: room.lot(drawn_by, player))
        search = Search(order, situation.game, room.shape.sizes, met, room.wishes)
        search.improve(most)
        if sum(search.weights) >= PARTED and any(room.wishes.entrants[player].partner for player in playing):
            # With many tables, exchanges alone may not bring every fixed pair together.
            together = Search(order, situation.game, room.shape.sizes, met, room.wishes, in_pairs=True)
            together.improve(most)
            search = min(search, together, key=lambda tried: sum(tried.weights))
        if not met.are_mixed_by(room.table(*numbered) for numbered in enumerate(search.tables(), 1)):
            return search
        found.append(search)
    return min(found, key=lambda search: sum(search.weights))


class Search:
    """A seating that is improved by exchanges. ``weights`` holds the weight of each table; 0 is perfect."""

    __slots__ = ("against", "locked", "order", "players", "room", "sides", "together", "weights")

    def __init__(
        self,
        players: Sequence[int],
        game: GameKind,
        sizes: Sequence[int],
        met: Meetings,
        wishes: Wishes,
        *,
        in_pairs: bool = False,
    ) -> None:
        self.players = tuple(players)
        self.sides = {size: sides_at(game, size) for size in sizes}
        self.together, self.against = _weights(self.players, met, wishes)
        self.room: list[list[int]] = []
        self.locked: set[int] = set()
        self._place(sizes, wishes, in_pairs=in_pairs)
        self.weights = [self._weight(table) for table in self.room]

    def tables(self) -> list[tuple[int, ...]]:
        """Return the players of each table in seat order."""
        return [tuple(self.players[index] for index in table) for table in self.room]

    def improve(self, tries: int) -> None:
        """Exchange players until all weights are 0, no exchange helps, or ``tries`` exchanges were tried."""
        is_better = True
        while is_better and tries > 0:
            is_better = False
            for table in range(len(self.room)):
                while self.weights[table] and tries > 0:
                    used, is_exchanged = self._exchange(table, tries)
                    tries -= used
                    if not is_exchanged:
                        break
                    is_better = True

    def _exchange(self, table: int, most: int) -> tuple[int, bool]:
        """Make the first exchange that lowers the weight.

        Returns how many exchanges were tried and whether an exchange was made.
        """
        tried, room, weights = 0, self.room, self.weights
        here, count = room[table], len(room)
        for seat in range(len(here)):
            if here[seat] in self.locked:
                continue
            for step in range(count):
                other = (table + step) % count
                there = room[other]
                start = seat + 1 if other == table else 0
                for place in range(start, len(there)):
                    if there[place] in self.locked:
                        continue
                    tried += 1
                    here[seat], there[place] = there[place], here[seat]
                    mine = self._weight(here)
                    theirs = 0 if other == table else self._weight(there)
                    if mine + theirs < weights[table] + (0 if other == table else weights[other]):
                        weights[table] = mine
                        if other != table:
                            weights[other] = theirs
                        return tried, True
                    here[seat], there[place] = there[place], here[seat]
                    if tried >= most:
                        return tried, False
        return tried, False

    def _weight(self, table: Sequence[int]) -> int:
        against, sides = self.against, self.sides[len(table)]
        if sides == 2 and len(table) == 4:
            first, second, third, fourth = table
            of_first, of_third = against[first], against[third]
            together = self.together[first][third] + self.together[second][fourth]
            return together + of_first[second] + of_first[fourth] + of_third[second] + of_third[fourth]
        return sum(
            (against if apart % sides else self.together)[sitter][other]
            for place, sitter in enumerate(table)
            for apart, other in enumerate(table[place + 1 :], 1)
        )

    def _place(self, sizes: Sequence[int], wishes: Wishes, *, in_pairs: bool) -> None:
        """Seat fixed places, then with ``in_pairs`` the fixed partners, then all other players."""
        self.room = [[EMPTY] * size for size in sizes]
        index = {player: number for number, player in enumerate(self.players)}
        left = dict.fromkeys(self.players)
        for player in sorted(self.players, key=lambda player: wishes.entrants[player].fixed_seat is None):
            entrant = wishes.entrants[player]
            table = entrant.fixed_table
            if table is None or table > len(sizes):
                continue
            for seat in [entrant.fixed_seat - 1] if entrant.fixed_seat else range(sizes[table - 1]):
                if seat < sizes[table - 1] and self.room[table - 1][seat] == EMPTY:
                    self.room[table - 1][seat] = index[player]
                    self.locked.add(index[player])
                    del left[player]
                    break
        for player in list(left) if in_pairs else ():
            partner = wishes.entrants[player].partner
            if player in left and partner in left:
                pair = next(self._free_sides(), None)
                if pair is not None:
                    table, (seat, opposite) = pair
                    self.room[table][seat], self.room[table][opposite] = index[player], index[partner]
                    del left[player], left[partner]
        waiting = iter(left)
        for seats_there in self.room:
            for seat, sitter in enumerate(seats_there):
                if sitter == EMPTY:
                    seats_there[seat] = index[next(waiting)]

    def _free_sides(self) -> Iterator[tuple[int, tuple[int, int]]]:
        """Yield each table index with the two empty seats of a side of two."""
        for table, seats in enumerate(self.room):
            sides = self.sides[len(seats)] or 2
            for seat in range(sides) if 2 * sides == len(seats) else ():
                if seats[seat] == seats[seat + sides] == EMPTY:
                    yield table, (seat, seat + sides)


def _weights(
    players: Sequence[int], met: Meetings, wishes: Wishes
) -> tuple[list[list[int]], list[list[int]]]:
    """Return the weights of sitting on the same side and on different sides, by two player indexes."""
    count = len(players)
    index = {player: number for number, player in enumerate(players)}
    together = [[0] * count for _row in players]
    against = [[0] * count for _row in players]
    for known, as_partners, as_opponents in (
        (met.partners, PARTNERS_AGAIN, BOTH),
        (met.opponents, BOTH, OPPONENTS_AGAIN),
    ):
        for pair, times in known.items():
            if index.keys() >= set(pair):
                for one, other in (pair, pair[::-1]):
                    together[index[one]][index[other]] += as_partners * times
                    against[index[one]][index[other]] += as_opponents * times
    _add_wishes(players, index, together, against, wishes)
    return together, against


def _add_wishes(
    players: Sequence[int],
    index: Mapping[int, int],
    together: list[list[int]],
    against: list[list[int]],
    wishes: Wishes,
) -> None:
    for player in players:
        mine, entrant = index[player], wishes.entrants[player]
        for other in wishes.apart.get(player, ()):
            if other in index:
                together[mine][index[other]] = against[mine][index[other]] = APART
        if entrant.partner is not None and entrant.partner in index:
            mate = index[entrant.partner]
            for other in range(len(players)):
                if other != mate:
                    together[mine][other] += PARTED
                    together[other][mine] = together[mine][other]
            together[mine][mate] = together[mate][mine] = 0
            against[mine][mate] = against[mate][mine] = PARTED
        if wishes.is_mixed:
            for other in players:
                if wishes.entrants[other].on_list == entrant.on_list:
                    together[mine][index[other]] += UNMIXED

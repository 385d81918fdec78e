"""Cyclic designs: plans in which every round follows from the first round by adding the same number.

In the first round each place carries an element: a number modulo the size of a group. In the next round a
place goes to the player whose element is one step further; a player whose place carries a star stays. The
distance of two players at a table is the difference of their elements. If all distances of partners differ,
and each distance of opponents occurs twice, everybody partners everybody once and opposes everybody twice: a
whist.

First rounds of a whist are listed for 4, 8, … 40 players and for 5, 9, … 41 players. The rounds for 9, 37 and
41 are powers of a primitive element of a field. The round for 40 was found among rounds that do not change
when multiplied by 16 modulo 39. The others were found by simulated annealing on the distances. `is_whist`
proves each of them. For other numbers, a first round with as few repetitions as possible is searched.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, islice
from types import MappingProxyType

Four = tuple[int, int, int, int]
STAR = -1
"""The element of the player who stays in the same place in every round."""

FIRST_ROUNDS: Mapping[int, str] = MappingProxyType(
    {
        4: "*,1,2,0",
        5: "2,1,3,4",
        8: "*,1,4,2 5,3,0,6",
        9: "3,2,6,1 4,5,8,7",
        12: "*,8,0,9 1,5,7,2 3,6,10,4",
        13: "6,3,8,4 12,5,9,11 2,1,7,10",
        16: "*,7,9,1 10,3,6,11 8,4,5,14 2,13,0,12",
        17: "3,1,8,14 16,15,5,13 2,7,10,6 9,4,12,11",
        20: "*,17,9,2 1,3,12,6 13,14,11,7 16,18,15,8 10,0,4,5",
        21: "17,12,11,10 13,1,5,15 6,3,9,14 4,2,8,18 16,20,7,19",
        24: "*,3,4,14 15,5,20,8 2,0,11,19 13,17,12,10 6,1,21,7 18,9,16,22",
        25: "7,15,21,19 5,14,11,6 16,2,23,22 8,1,18,3 17,4,20,13 12,9,24,10",
        28: "*,1,25,18 22,24,14,9 10,4,3,2 19,5,13,8 17,20,16,7 26,11,15,6 12,23,21,0",
        29: "13,19,17,8 21,22,4,12 16,11,24,10 20,5,27,2 6,23,26,25 1,9,7,14 28,3,15,18",
        32: "*,21,2,11 23,15,22,17 18,20,26,27 24,6,10,28 5,19,8,25 29,14,9,30 7,4,12,0 13,3,1,16",
        33: "19,31,13,11 1,7,6,9 23,18,20,4 17,22,32,10 8,26,16,30 28,15,27,24 21,25,5,14 3,12,29,2",
        36: "*,33,8,28 17,9,25,31 7,0,10,19 3,6,13,21 34,20,11,29 26,14,30,32 16,12,27,5 4,15,2,1 "
        "18,23,24,22",
        37: "1,31,36,6 2,25,35,12 4,13,33,24 8,26,29,11 16,15,21,22 32,30,5,7 27,23,10,14 17,9,20,28 "
        "34,18,3,19",
        40: "*,13,0,26 17,9,5,19 38,27,2,31 23,3,32,28 12,35,11,33 36,14,20,21 30,29,8,24 18,16,7,10 "
        "15,22,34,4 6,1,37,25",
        41: "1,32,40,9 6,28,35,13 36,4,5,37 11,24,30,17 25,21,16,20 27,3,14,38 39,18,2,23 29,26,12,15 "
        "10,33,31,8 19,34,22,7",
    }
)
"""Number of players → first round of a whist: tables of four whose first and third players are partners.

Elements are counted modulo the number of players without a star. For nine players an element has two digits
in base three, each counted modulo three.
"""

MOST_CHANGES = 12_000
"""Limit of exchanges tried in a search for a first round: a hundred tables take less than a second."""


@dataclass(frozen=True, slots=True)
class Design:
    """A first round and the step from which all other rounds follow.

    ``idle`` are the elements of players who sit out. ``moduli`` are the moduli of the digits of an element;
    ``step`` is added to every element in each round.
    """

    tables: tuple[Four, ...]
    idle: tuple[int, ...]
    moduli: tuple[int, ...]
    step: int = 1

    @property
    def players(self) -> int:
        return 4 * len(self.tables) + len(self.idle)

    @property
    def rounds(self) -> int:
        """The number of rounds until the first round comes again."""
        size = 1
        for modulus in self.moduli:
            size *= modulus
        return size

    def elements(self) -> tuple[int, ...]:
        """Return the elements by place: the seats of the tables in order, then the players who sit out."""
        return tuple(element for table in self.tables for element in table) + self.idle

    def counted_on(self, element: int, round_number: int) -> int:
        """Return the element that takes the place of ``element`` in a round. Rounds count from 1."""
        if element == STAR:
            return STAR
        far, place, moved = (round_number - 1) * self.step, 1, 0
        for modulus in reversed(self.moduli):
            digit = (element // place % modulus + far // place) % modulus
            moved += digit * place
            place *= modulus
        return moved

    def seated(self, round_number: int) -> tuple[tuple[Four, ...], tuple[int, ...]]:
        """Return the elements at the tables of a round, and the elements that sit out."""
        tables = tuple(
            tuple(self.counted_on(element, round_number) for element in table) for table in self.tables
        )
        return tables, tuple(self.counted_on(element, round_number) for element in self.idle)  # type: ignore[return-value]  # four each


def whist(players: int) -> Design | None:
    """Return the whist for this number of players, or None if none is known.

    >>> whist(16).rounds, whist(14)
    (15, None)
    """
    first = FIRST_ROUNDS.get(players)
    if first is None:
        return None
    tables = tuple(_four(table) for table in first.split())
    if players % 4 == 0:
        return Design(tables, (), (players - 1,))
    return Design(tables, (0,), (3, 3) if players == 9 else (players,))


def _four(table: str) -> Four:
    first, second, third, fourth = (STAR if element == "*" else int(element) for element in table.split(","))
    return first, second, third, fourth


@cache
def individual(players: int) -> Design:
    """Return the whist for this number of players or, without a whist, the best design that a search finds.

    Needs at least four players. The search avoids repeated partners first, then repeated opponents. Nobody
    sits out twice before everybody has sat out once.
    """
    return whist(players) or _searched(players)


def is_whist(rounds: Sequence[Sequence[Four]]) -> bool:
    """Return whether everybody partners everybody once and opposes everybody twice."""
    partners: Counter[frozenset[int]] = Counter()
    opponents: Counter[frozenset[int]] = Counter()
    for tables in rounds:
        for first, second, third, fourth in tables:
            partners.update((frozenset((first, third)), frozenset((second, fourth))))
            opponents.update(
                frozenset((ours, theirs)) for ours in (first, third) for theirs in (second, fourth)
            )
    players = {player for tables in rounds for table in tables for player in table}
    pairs = {frozenset(pair) for pair in combinations(players, 2)}
    return partners == dict.fromkeys(pairs, 1) and opponents == dict.fromkeys(pairs, 2)


def fewest_again(players: int, rounds: int, meetings: int) -> int:
    """Return the fewest repeated meetings of each player, with ``meetings`` players met per round.

    >>> fewest_again(20, 5, 1), fewest_again(8, 9, 1), fewest_again(16, 15, 2)
    (0, 2, 15)
    """
    return max(0, rounds * meetings - (players - 1))


def _searched(players: int) -> Design:
    """Return the first round with the fewest equal distances that the search finds."""
    over = players % 4
    idle: tuple[int, ...] = ()
    if over == 0:
        elements, modulus, step = [STAR, *range(players - 1)], players - 1, 1
    elif over == 3 and players % 3:
        # In each round three other players sit out. Three and the number of players have no common factor.
        elements, modulus, idle, step = [*range(3, players)], players, (0, 1, 2), 3
    else:
        apart = players // over
        idle = tuple(range(0, over * apart, apart))
        elements, modulus, step = [element for element in range(players) if element not in idle], players, 1
    search = _Distances(elements, modulus)
    for first, second in islice(_chosen(len(elements)), MOST_CHANGES):
        if not search.cost:
            break
        if first // 4 != second // 4 or first % 2 != second % 2:
            search.exchange(first, second)
    return Design(tuple(search.tables()), idle, (modulus,), step)


def _chosen(count: int) -> Iterator[tuple[int, int]]:
    """Yield endless pseudo-random pairs of places, in the same order in every run."""
    state = count
    while True:
        # Knuth's MMIX generator. Only its upper bits look random.
        state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
        yield (state >> 48) % count, (state >> 32) % 2**16 % count


class _Distances:
    """The distances of partners and opponents in a first round, and the cost of equal distances."""

    __slots__ = ("against", "cost", "elements", "modulus", "together")

    def __init__(self, elements: list[int], modulus: int) -> None:
        self.elements, self.modulus = elements, modulus
        self.together, self.against = [0] * modulus, [0] * modulus
        self.cost = 0
        for table in range(len(elements) // 4):
            self.cost += self._count(table, 1)

    def tables(self) -> Iterator[Four]:
        """Yield the elements of each table."""
        for place in range(0, len(self.elements), 4):
            first, second, third, fourth = self.elements[place : place + 4]
            yield first, second, third, fourth

    def exchange(self, first: int, second: int) -> None:
        """Exchange the elements of two places unless that raises the cost."""
        elements, tables = self.elements, {first // 4, second // 4}
        change = sum(self._count(table, -1) for table in tables)
        elements[first], elements[second] = elements[second], elements[first]
        change += sum(self._count(table, 1) for table in tables)
        if change <= 0:
            self.cost += change
            return
        for table in tables:
            self._count(table, -1)
        elements[first], elements[second] = elements[second], elements[first]
        for table in tables:
            self._count(table, 1)

    def _count(self, table: int, by: int) -> int:
        """Add the distances of a table (``by`` 1) or remove them (-1), and return the change of the cost.

        A repeated distance of partners costs as much as two of opponents. Opponents may have each distance
        twice.
        """
        first, second, third, fourth = self.elements[4 * table : 4 * table + 4]
        added = 0
        for counts, free, weight, pairs in (
            (self.together, 1, 2, ((first, third), (second, fourth))),
            (self.against, 2, 1, ((first, second), (second, third), (third, fourth), (fourth, first))),
        ):
            for one, other in pairs:
                if STAR in (one, other):
                    continue
                distance = min((one - other) % self.modulus, (other - one) % self.modulus)
                count = counts[distance]
                counts[distance] = count + by
                over = max(count, count + by) - free
                added += by * weight * (over if over > 0 else 0)
        return added

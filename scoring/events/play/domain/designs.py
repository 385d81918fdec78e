"""Cyclic designs: plans in which each round follows from the round before by adding a fixed number.

Every player has a number. The element of a place is the number of the player who has the place. After each
round a fixed number, the step, is added to each element: the player with the new number gets the place.
Elements are added modulo the number of players who move. For nine players an element has two digits to base
3, and each digit is added modulo 3. A star marks the place of a player who never moves. The distance of two
places at a table is the difference of their elements.

In a whist everybody partners everybody once and opposes everybody twice. A first round gives a whist if all
distances of partners differ and each distance of opponents occurs twice. `FIRST_ROUNDS` lists such rounds for
4, 8, … 40 players and for 5, 9, … 41 players. The tests check each whist with `is_whist`.

With 6, 7, 10, 11, … 43 players two or three players sit out, so there is no whist. `STARTS` lists rounds for
these numbers. Nobody then partners anybody twice or opposes anybody three times, as the tests prove. Some of
these plans have several first rounds, each followed by the same number of further rounds.

Most listed rounds were found by simulated annealing on the distances. The rounds for 9, 37 and 41 players are
powers of a primitive element of a field. Multiplication by 16 modulo 39 does not change the round for 40
players. Multiplication by 7 modulo 38 changes neither of the two first rounds for 38 players.

For numbers of players that are not listed, a search finds a first round and a step with few repetitions in a
short evening.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, islice
from math import gcd, prod
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
        17: "15,5,6,2 12,7,8,14 10,1,16,13 11,3,9,4",
        20: "*,7,16,12 6,18,15,17 2,8,9,4 1,13,14,10 3,0,5,11",
        21: "2,15,5,16 4,10,8,3 18,9,6,14 19,20,17,12 13,11,7,1",
        24: "*,10,21,16 4,9,13,19 22,0,6,2 5,3,17,18 20,11,1,8 14,7,15,12",
        25: "24,5,22,8 10,23,2,17 12,14,11,4 6,7,1,21 19,3,15,16 9,13,18,20",
        28: "*,5,17,9 2,12,16,18 23,20,15,10 14,25,11,13 4,19,26,8 22,1,21,3 6,7,24,0",
        29: "7,8,27,11 18,23,20,2 22,26,4,21 13,25,19,10 1,28,14,9 5,16,6,12 24,15,17,3",
        32: "*,12,10,24 22,13,17,23 28,7,6,11 27,30,19,16 25,2,9,1 21,8,14,26 4,20,29,0 3,15,5,18",
        33: "29,23,32,22 5,2,30,12 16,24,1,20 19,11,28,17 7,31,14,18 8,9,3,21 6,26,25,4 15,27,13,10",
        36: "*,3,23,28 27,4,15,6 7,0,20,24 13,26,33,21 19,5,1,9 31,14,25,22 11,17,12,10 29,30,32,16 "
        "8,18,34,2",
        37: "1,31,36,6 2,25,35,12 4,13,33,24 8,26,29,11 16,15,21,22 32,30,5,7 27,23,10,14 17,9,20,28 "
        "34,18,3,19",
        40: "*,26,0,13 19,33,1,35 31,21,16,14 28,24,22,29 18,7,10,30 15,34,4,12 6,37,25,36 27,11,17,2 "
        "3,20,38,32 9,8,23,5",
        41: "1,32,40,9 6,28,35,13 36,4,5,37 11,24,30,17 25,21,16,20 27,3,14,38 39,18,2,23 29,26,12,15 "
        "10,33,31,8 19,34,22,7",
    }
)
"""Number of players → first round of a whist. Each table has four elements; the first and third are partners.

Elements are numbers modulo the number of players, without the player with the star. For nine players an
element has two digits in base three, each counted modulo three.
"""

STARTS: Mapping[int, str] = MappingProxyType(
    {
        6: "0,1 2,3,4,5 | 2,3 0,1,4,5 | 4,5 0,2,1,3 | 0,2 1,4,3,5 | 1,4 0,2,3,5 | 3,5 0,1,2,4",
        7: "0,1,2 4,6,5,3",
        10: "0,5 4,1,2,6 3,9,7,8 | 0,7 8,2,4,5 9,3,1,6",
        11: "0,1,2 3,9,8,5 6,10,4,7",
        14: "0,7 4,6,5,13 9,2,10,11 12,1,8,3 | 0,1 11,9,5,6 8,4,10,12 7,13,2,3",
        15: "0,5,10 2,13,12,4 14,7,1,11 6,9,3,8",
        18: "0,9 16,1,11,13 8,7,12,14 2,3,10,6 17,4,15,5",
        19: "0,1,2 16,12,3,8 6,13,9,11 17,4,10,18 7,5,15,14",
        22: "0,15 13,8,20,9 11,3,21,12 16,2,1,18 4,14,7,10 19,5,17,6 | 0,9 1,13,7,4 2,20,14,6 15,12,19,17 "
        "11,18,3,16 10,8,21,5",
        23: "0,1,2 14,4,22,5 10,6,7,12 9,17,20,21 8,16,18,11 13,19,15,3",
        26: "0,13 4,18,11,22 2,15,3,6 16,7,8,10 19,9,14,20 23,25,21,5 17,24,1,12",
        27: "0,9,18 8,10,20,4 26,22,7,6 1,25,15,23 2,16,11,17 12,14,5,19 24,3,21,13",
        30: "0,19 22,26,1,21 27,24,5,4 17,7,3,9 2,11,25,29 6,20,10,12 28,13,15,16 18,8,23,14 | 0,5 "
        "16,21,4,11 15,2,14,9 6,3,19,7 23,25,12,1 22,28,20,13 29,17,26,18 27,24,8,10",
        31: "0,1,2 27,25,17,14 16,12,8,28 10,11,4,24 26,21,7,23 22,13,19,20 3,18,30,9 5,15,6,29",
        34: "0,17 23,24,21,14 15,2,31,29 1,27,16,19 10,33,9,22 30,20,26,11 25,18,13,5 6,8,12,28 3,7,32,4",
        35: "0,1,2 19,9,20,21 7,29,17,14 31,24,3,32 16,25,10,34 28,12,15,33 11,26,22,30 27,6,8,4 5,18,23,13",
        38: "0,19 17,24,18,1 5,16,12,7 35,36,8,11 26,3,29,6 30,21,13,4 20,33,15,28 34,27,2,9 10,37,14,25 "
        "32,31,22,23 | 0,19 34,6,22,8 10,4,2,18 32,28,14,12 29,31,35,24 13,27,17,16 15,37,5,36 3,20,25,7 "
        "21,26,23,11 33,30,9,1",
        39: "0,26,13 21,28,17,30 38,34,9,14 12,18,5,24 29,27,2,6 10,20,1,4 15,3,37,16 32,33,35,25 36,8,11,19 "
        "31,22,7,23",
        42: "0,21 32,29,27,11 6,31,2,24 1,14,18,4 26,17,28,37 25,13,9,19 30,22,15,3 8,16,39,7 34,20,5,12 "
        "40,23,41,35 36,38,33,10",
        43: "0,1,2 9,10,32,27 17,8,22,41 29,14,25,23 36,21,15,33 34,30,16,11 37,7,39,4 26,13,20,42 6,18,19,3 "
        "35,28,24,12 5,38,40,31",
    }
)
"""Number of players → first rounds of an individual rotation: the players who sit out, then the tables.

If several first rounds are listed, each is followed by the same number of rounds. Elements are counted modulo
the number of players.
"""

MOST_CHANGES, MOST_SEARCHES = 12_000, 4
"""Limits of a search: the exchanges tried, and the searches for a first round that does not repeat partners.

Even for a hundred tables the search then takes less than a second.
"""

SHORT = 8
"""The number of rounds of a short evening."""

PARTNERS, OPPONENTS = ((0, 2), (1, 3)), ((0, 1), (1, 2), (2, 3), (3, 0))
"""Pairs of seats at a table: the partners, and the opponents. Seats are counted from 0."""


Start = tuple[tuple[Four, ...], tuple[int, ...]]
"""The elements at the tables of a first round, and the elements of the players who sit out."""


@dataclass(frozen=True, slots=True)
class Design:
    """A plan: one or more first rounds, and the step from each round to the next.

    The plan begins with the first of ``starts`` and the rounds that follow from it. Then the second of
    ``starts`` is played with its rounds, and so on. Each start gives the same number of rounds.

    ``step`` is added to every element after each round, modulo the number in ``moduli``. For nine players
    ``moduli`` is (3, 3): an element then has two digits to base 3, and each digit is added modulo 3.
    """

    starts: tuple[Start, ...]
    moduli: tuple[int, ...]
    step: int = 1

    @property
    def rounds(self) -> int:
        """The number of rounds until the first round comes again."""
        return prod(self.moduli)

    def elements(self) -> tuple[int, ...]:
        """Return the elements of the first round, in seat order. Elements that sit out come last."""
        tables, idle = self.starts[0]
        return tuple(element for table in tables for element in table) + idle

    def seated(self, round_number: int) -> Start:
        """Return the elements at the tables of a round, and the elements that sit out.

        After the last round of the plan, the plan begins again.
        """
        start, number = divmod((round_number - 1) % self.rounds, self.rounds // len(self.starts))
        tables, idle = self.starts[start]

        def moved(element: int) -> int:
            return self._moved(element, number * self.step)

        seats = tuple((moved(a), moved(b), moved(c), moved(d)) for a, b, c, d in tables)
        return seats, tuple(map(moved, idle))

    def _moved(self, element: int, added: int) -> int:
        if element == STAR:
            return STAR
        place, moved = 1, 0
        for modulus in reversed(self.moduli):
            digit = (element // place % modulus + added // place) % modulus
            moved += digit * place
            place *= modulus
        return moved


def whist_design(players: int) -> Design | None:
    """Return the whist for this number of players, or None if none is known.

    >>> whist_design(16).rounds, whist_design(14)
    (15, None)
    """
    first = FIRST_ROUNDS.get(players)
    if first is None:
        return None
    tables = tuple(_four(table) for table in first.split())
    if players % 4 == 0:
        return Design(((tables, ()),), (players - 1,))
    return Design(((tables, (0,)),), (3, 3) if players == 9 else (players,))


def _listed(players: int) -> Design | None:
    if players not in STARTS:
        return None
    starts = []
    for listed in STARTS[players].split(" | "):
        idle, *tables = listed.split()
        starts.append((tuple(map(_four, tables)), tuple(map(int, idle.split(",")))))
    step = 3 if starts[0][1] == (0, 1, 2) else len(starts)
    return Design(tuple(starts), (players,), step)


def _four(table: str) -> Four:
    first, second, third, fourth = (STAR if element == "*" else int(element) for element in table.split(","))
    return first, second, third, fourth


@cache
def individual_design(players: int) -> Design:
    """Return the individual rotation for this number of players.

    The rotation is a whist, a listed design, or a design found by a search. Needs at least four players. The
    search avoids repeated partners first, then repeated opponents. Nobody sits out twice before everybody has
    sat out once.
    """
    return whist_design(players) or _listed(players) or _searched(players)


def is_whist(rounds: Sequence[Sequence[Four]]) -> bool:
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


def _searched(players: int) -> Design:
    over = players % 4
    idle: tuple[int, ...] = ()
    if over == 0:
        elements, modulus, step = [STAR, *range(players - 1)], players - 1, 1
    elif over == 3 and players % 3:
        # Three does not divide the number of players, so in the whole plan all sit out equally often.
        elements, modulus, idle, step = [*range(3, players)], players, (0, 1, 2), 3
    else:
        apart = players // over
        idle = tuple(range(0, over * apart, apart))
        elements, modulus, step = [element for element in range(players) if element not in idle], players, 1
    # If players 0, 1 and 2 sit out first, only step 3 lets players 3, 4 and 5 sit out next.
    steps = [step] if step > 1 else [far for far in range(1, modulus // 2 + 1) if gcd(far, modulus) == 1]
    found: list[tuple[int, int, int, tuple[Four, ...]]] = []
    for search in range(MOST_SEARCHES):
        tables = _with_few_repetitions(elements, modulus, len(elements) + search)
        found += [(*early_repetitions(tables, modulus, far), far, tables) for far in steps]
        if not min(found)[0]:
            break
    _partners, _opponents, step, tables = min(found)
    return Design(((tables, idle),), (modulus,), step)


def _with_few_repetitions(elements: Sequence[int], modulus: int, seed: int) -> tuple[Four, ...]:
    search = _Distances(list(elements), modulus)
    for first, second in islice(_random_pairs(len(elements), seed), MOST_CHANGES):
        if not search.cost:
            break
        if first // 4 != second // 4 or first % 2 != second % 2:
            search.exchange(first, second)
    return tuple(search.tables())


def early_repetitions(tables: Sequence[Four], modulus: int, step: int) -> tuple[int, int]:
    """Return how often players meet again in the first `SHORT` rounds: as partners, and as opponents.

    Two players meet again in a later round if two pairs of places have the same distance. Meetings with the
    star player are not counted.
    """
    repetitions = {
        sign * rounds * step % modulus: SHORT - rounds for rounds in range(1, SHORT) for sign in (1, -1)
    }
    return _repeated(tables, modulus, PARTNERS, repetitions), _repeated(
        tables, modulus, OPPONENTS, repetitions
    )


def _repeated(
    tables: Sequence[Four], modulus: int, seats: Sequence[tuple[int, int]], repetitions: Mapping[int, int]
) -> int:
    begins: dict[int, list[int]] = {}
    for table in tables:
        for one, other in ((table[first], table[second]) for first, second in seats):
            if STAR not in (one, other):
                far = (other - one) % modulus
                begins.setdefault(min(far, modulus - far), []).append(one if 2 * far < modulus else other)
    repeated = sum(
        repetitions.get((other - one) % modulus, 0)
        for alike in begins.values()
        for one, other in combinations(alike, 2)
    )
    # A distance of half the modulus is the same in both directions.
    # Two players at this distance can also meet again with their places exchanged.
    half = modulus // 2
    reversed_too = combinations(begins.get(half, ()), 2) if modulus % 2 == 0 else ()
    return repeated + sum(repetitions.get((other + half - one) % modulus, 0) for one, other in reversed_too)


def _random_pairs(count: int, seed: int) -> Iterator[tuple[int, int]]:
    state = seed
    while True:
        # Knuth's MMIX generator. Only its upper bits look random.
        state = (state * 6364136223846793005 + 1442695040888963407) % 2**64
        yield (state >> 48) % count, (state >> 32) % 2**16 % count


class _Distances:
    """The distances of partners and of opponents in a first round, and the cost of equal distances."""

    __slots__ = ("against", "cost", "elements", "modulus", "together")

    def __init__(self, elements: list[int], modulus: int) -> None:
        self.elements, self.modulus = elements, modulus
        self.together, self.against = [0] * modulus, [0] * modulus
        self.cost = 0
        for table in range(len(elements) // 4):
            self.cost += self._count(table, 1)

    def tables(self) -> Iterator[Four]:
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
        """Add the distances of a table (``by`` is 1) or remove them (-1). Return the change of the cost.

        Each distance may occur once among partners and twice among opponents. The first repetition beyond
        that costs 2 for partners and 1 for opponents, the second repetition twice as much, the third three
        times as much, and so on.
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

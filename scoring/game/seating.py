"""Seats and sides of a table: partners, turns, and one value per side.

Seats are numbered clockwise from 1, sides from 1. The solver counts seats and sides from 0.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Generic, TypeVar

T = TypeVar("T")


@dataclass(frozen=True, slots=True)
class PerSide(Generic[T]):
    """One value per side, indexed by side from 1.

    >>> PerSide((5, 9))[2]
    9
    """

    values: tuple[T, ...]

    @classmethod
    def filled(cls, sides: int, value: T) -> PerSide[T]:
        return cls((value,) * sides)

    def __getitem__(self, side: int) -> T:
        """Return the value of a side; raise IndexError for a side that does not exist."""
        if side < 1:
            raise IndexError(f"there is no side {side}")
        return self.values[side - 1]

    def __len__(self) -> int:
        return len(self.values)

    def __iter__(self) -> Iterator[T]:
        return iter(self.values)

    def sides(self) -> range:
        return range(1, len(self.values) + 1)

    def items(self) -> Iterator[tuple[int, T]]:
        return enumerate(self.values, 1)


@lru_cache(maxsize=4096)
def figures(values: tuple[int, ...]) -> PerSide[int]:
    """Return one value per side. Cached, because stored deals repeat the same few values."""
    return PerSide(values)


@dataclass(frozen=True, slots=True)
class TableSeats:
    """The seats and sides of a table: partners sit opposite each other, or everybody plays alone.

    With four seats and two sides, side 1 is seats 1 and 3; with six seats and three sides, side 1 is seats 1
    and 4; with as many sides as seats, side n is seat n.
    """

    count: int
    side_count: int

    @property
    def has_partners(self) -> bool:
        """Tell whether sides have several seats.

        >>> TableSeats(4, 2).has_partners, TableSeats(3, 3).has_partners
        (True, False)
        """
        return self.side_count < self.count

    def seats(self) -> range:
        return range(1, self.count + 1)

    def sides(self) -> range:
        return range(1, self.side_count + 1)

    def side_of(self, seat: int) -> int:
        """Return the side a seat plays for.

        >>> [TableSeats(4, 2).side_of(seat) for seat in (1, 2, 3, 4)]
        [1, 2, 1, 2]
        """
        return (seat - 1) % self.side_count + 1

    def seats_of(self, side: int) -> Sequence[int]:
        return range(side, self.count + 1, self.side_count)

    def left_of(self, seat: int) -> int:
        return seat % self.count + 1

    def partner_of(self, seat: int) -> int | None:
        """Return the seat of the partner; None for a side with one seat."""
        partner = (seat - 1 + self.side_count) % self.count + 1
        return None if partner == seat else partner

    def eldest_hand(self, dealer: int) -> int:
        """Return the seat to the left of the dealer."""
        return self.left_of(dealer)

    def in_turn(self, first: int) -> tuple[int, ...]:
        """Return all seats clockwise from ``first``.

        >>> TableSeats(4, 2).in_turn(3)
        (3, 4, 1, 2)
        """
        return tuple((first - 1 + step) % self.count + 1 for step in range(self.count))


@dataclass(frozen=True, slots=True)
class CalledSides(TableSeats):
    """The two sides of a deal on which the maker calls a partner: side 1 (``makers``) and side 2, all others.

    Nobody changes seats. A maker who plays alone is the only seat of side 1.
    """

    makers: frozenset[int]

    def side_of(self, seat: int) -> int:
        """Return the side a seat plays for on this deal.

        >>> [CalledSides(5, 2, frozenset((2, 4))).side_of(seat) for seat in (1, 2, 3, 4, 5)]
        [2, 1, 2, 1, 2]
        """
        return 1 if seat in self.makers else 2

    def seats_of(self, side: int) -> Sequence[int]:
        return [seat for seat in self.seats() if self.side_of(seat) == side]

    def partner_of(self, seat: int) -> int | None:
        """Return the other seat of a side with two seats; None for a side of another size."""
        others = [other for other in self.seats_of(self.side_of(seat)) if other != seat]
        return others[0] if len(others) == 1 else None

"""How many tables a number of players makes, how many sit at each, and how many sit out."""

from __future__ import annotations

from dataclasses import dataclass

FULL = 4


@dataclass(frozen=True, slots=True)
class Shape:
    """The number of players at each table, the head table first, and how many sit out."""

    sizes: tuple[int, ...]
    sitting_out: int

    def seats(self) -> list[tuple[int, int]]:
        """Return every place of the room as table and seat."""
        return [(table, seat) for table, size in enumerate(self.sizes, 1) for seat in range(1, size + 1)]


def shape_for(players: int, odd: str) -> Shape:
    """Return the tables for so many players under the setting ``odd``.

    Tables of five or three stand at the end of the room, so that the head table is one of four. Where there
    are too few tables to take everybody in, who is left over sits out: five players make one table of five,
    but not two of three.

    >>> shape_for(10, "sit-out"), shape_for(10, "table-of-three").sizes
    (Shape(sizes=(4, 4), sitting_out=2), (4, 3, 3))
    """
    tables, over = divmod(players, FULL)
    if odd == "table-of-five":
        fives = min(over, tables)
        return Shape((FULL,) * (tables - fives) + (FULL + 1,) * fives, over - fives)
    if odd == "table-of-three" and over and tables >= FULL - 1 - over:
        threes = FULL - over
        return Shape((FULL,) * (tables + 1 - threes) + (FULL - 1,) * threes, 0)
    return Shape((FULL,) * tables, over)

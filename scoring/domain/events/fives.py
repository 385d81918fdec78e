"""A table of five: four play and one sits out in turn, so that all play and deal equally often in a round.

The round of such a table is five games of a deal each. In each the next player deals, and whoever is on
his right, the last dealer, sits out; the four others sit as at any table of four, partners opposite. So
everybody plays four deals, as at the other tables of a round of four. What his side scored is each player's
own, and the two best go up. No source tells of a progressive table of five: it is the organiser's choice.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from scoring.domain.events.shape import FULL

FIVE = 5
DEALS = 4
"""So many deals each of five plays; a round of any other number they could not share."""
T = TypeVar("T")


def fours(players: Sequence[T]) -> tuple[tuple[T, ...], ...]:
    """Return who plays each game of a round, in the order of their seats: at a table of four one game.

    >>> fours("ABCDE")[:2], fours("ABCD")
    ((('A', 'B', 'C', 'D'), ('B', 'C', 'D', 'E')), (('A', 'B', 'C', 'D'),))
    """
    if len(players) != FIVE:
        return (tuple(players),)
    return tuple(
        tuple(players[(first + seat) % FIVE] for seat in range(FULL)) for first in range(len(players))
    )

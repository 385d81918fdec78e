"""A table of three: everybody plays for himself, and each deals as often as players do at the other tables.

So it plays three deals of a round in which the others play four. What it plays is a game of the family of its
own, under a law set that tells of three players. No source tells of a progressive table of three, nor how its
points compare with those of the others: both are the organiser's choice.
"""

from __future__ import annotations

from collections.abc import Sequence

from laws.domain.sentences import _
from scoring.domain.events.shape import FULL

THREE = 3
GAME_OF_THREE = "three-handed-cinch"
"""The game of the family that a table of three plays."""
NOT_COUNTED = "not-counted"
"""The choice by which points of a table of three are left out of the standings."""
WHY_NOT_COUNTED = _(
    "Points of a table of three do not count in this event: they are won alone against two, and so not "
    "comparable with those that partners win. Stars, games won and cinches count as at every table."
)


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

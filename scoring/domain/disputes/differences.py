"""What other rulings on one deal make of its game: the deal, the running score, the end, the deals after it.

Both courses are given; how a ruling becomes a course is in :mod:`scoring.game.consequences`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from scoring.game.seating import PerSide
from scoring.game.state import Course, Entry

GameChange = Literal["same", "ends", "goes-on", "other-winner"]


@dataclass(frozen=True, slots=True)
class Difference:
    """A deal and its game before and after: what the deal scores, the running score, who deals next.

    ``is_void`` tells that the deal then does not count and is dealt anew. ``later`` are the places, from 0,
    of those deals after it that score or count otherwise.
    """

    scored: tuple[PerSide[int], PerSide[int]]
    score: tuple[PerSide[int], PerSide[int]]
    next_dealer: tuple[int, int]
    game: GameChange
    is_void: bool
    later: tuple[int, ...]

    @property
    def changes_dealer(self) -> bool:
        """Tell whether another player then deals next."""
        before, after = self.next_dealer
        return before != after


def difference(before: Course, after: Course, index: int) -> Difference:
    """Return what sets two courses of the same deals apart, seen from the deal at place ``index``."""
    ours, theirs = before.entries[index], after.entries[index]
    later = (
        place
        for place, (was, would_be) in enumerate(zip(before.entries, after.entries, strict=True))
        if place > index and _gist(was) != _gist(would_be)
    )
    return Difference(
        scored=(ours.score.scored, theirs.score.scored),
        score=(before.score, after.score),
        next_dealer=(before.next_dealer, after.next_dealer),
        game=_game(before, after),
        is_void=theirs.score.new_deal,
        later=tuple(later),
    )


def _gist(entry: Entry) -> tuple[object, ...]:
    return (entry.counted, entry.score.scored, entry.score.new_deal)


def _game(before: Course, after: Course) -> GameChange:
    if before.over and after.over:
        return "same" if before.winner == after.winner else "other-winner"
    if after.over:
        return "ends"
    return "goes-on" if before.over else "same"

"""Whether points have to be named in a dispute: those of a trick, or of the tricks that a player won."""

from __future__ import annotations

from laws.domain.effects import Effect
from scoring.disputes.domain.course import DisputeCourse
from scoring.game.orders import needs_points


def turns_on_points(found: DisputeCourse) -> bool:
    """Tell whether points are to be named that nobody has named yet.

    Before a decision that is so where one of the effects that may follow asks for it; afterwards where it was
    taken in play, for which see :attr:`DisputeCourse.is_to_be_completed`.
    """
    if found.points is not None:
        return False
    if found.decision is not None:
        return found.is_to_be_completed
    effects: list[Effect] = []
    for ruling in [split.ruling for split in found.splits] or [found.decisive]:
        effects += ruling.effects
        effects += [
            effect for choice in ruling.choices for option in choice.options for effect in option.effects
        ]
    return needs_points([effect.canonical() for effect in effects])

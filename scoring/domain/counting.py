"""Counting out: who wins when several sides reach the game on one deal.

Only the order is decided here; how many points each side scores is known before.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache

from laws.domain.errors import InvalidInput
from laws.domain.sentences import _, in_a_row
from scoring.game.explanation import in_words
from scoring.game.rules import Rules
from scoring.game.seating import PerSide


def first_out(
    reached: Sequence[int],
    before: PerSide[int],
    scored: PerSide[int],
    owners: Mapping[str, int | None] | None,
    points: PerSide[int],
    rules: Rules,
) -> tuple[int | tuple[int, ...], str | None]:
    """Return the side that reaches the game first and the point with which it does, in the counting order.

    ``owners`` says which side counts each point. Where it is None, every way of having won the points is
    tried: if all give the same winner, no more needs to be known (and no point is named), otherwise
    InvalidInput asks for "deal.won". A side counts no more than its score for the deal; what it scores
    beyond its points comes last, and sides that only this takes out are out together.

    Law: Chicago 1890, law 13: the points in their regular order of precedence.
    """
    if owners is not None:
        return _walk(reached, before, scored, owners, rules)
    winners = _possible_winners(reached, before, scored, points, rules)
    if len(winners) != 1:
        sides = in_a_row([str(side) for side in reached])
        order = in_a_row([in_words(name) for name in rules.counting_order])
        reason = _(
            "sides {sides} can each reach {target} on this deal; say who won each point, for "
            "they count out in the order {order}.",
            sides=sides,
            target=rules.game_score,
            order=order,
        )
        raise InvalidInput({"deal.won": reason}, law=rules.law_set.law("counting_order"))
    return winners[0] or tuple(reached), None


def _walk(
    reached: Sequence[int],
    before: PerSide[int],
    scored: PerSide[int],
    owners: Mapping[str, int | None],
    rules: Rules,
) -> tuple[int | tuple[int, ...], str | None]:
    to_go = {side: rules.game_score - before[side] for side in reached}
    left = {side: scored[side] for side in reached}
    for name in rules.counting_order:
        side = owners.get(name)
        if side in to_go:
            counts = min(rules.worth[name], left[side])
            left[side] -= counts
            to_go[side] -= counts
            if to_go[side] <= 0:
                return side, name
    return tuple(reached), None


def _possible_winners(
    reached: Sequence[int],
    before: PerSide[int],
    scored: PerSide[int],
    points: PerSide[int],
    rules: Rules,
) -> list[int]:
    """Return every side that some way of having won the points would take out first; 0 for out together."""
    order = rules.counting_order
    worth = [rules.worth[name] for name in order]

    @cache
    def outcomes(place: int, left: tuple[int, ...]) -> frozenset[int]:
        """Return the winners possible when the first points are given out and so many are left to each.

        The last entry of ``left`` are the dead points; 0 stands for a way by which no point takes one out.
        """
        if place == len(order):
            return frozenset((0,))
        found: set[int] = set()
        for index, have in enumerate(left):
            if have >= worth[place]:
                rest = (*left[:index], have - worth[place], *left[index + 1 :])
                after = outcomes(place + 1, rest)
                side = index + 1
                is_out = side in reached and _is_out(side, points[side] - rest[index])
                found |= {side} if is_out and after else after
        return frozenset(found)

    def _is_out(side: int, counted: int) -> bool:
        return before[side] + min(counted, scored[side]) >= rules.game_score

    dead = rules.total - sum(points.values)
    return sorted(outcomes(0, (*points.values, dead)))

"""The standings: what each player has done so far, in which order that puts them, and what decided it.

Computed from the score cards alone, and so from facts; nothing is stored. Which prizes follow is in
:mod:`scoring.domain.events.prizes`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from scoring.domain.events.score_card import ScoreCard

FEWER_IS_BETTER = frozenset({"green"})
"""A green star is for losing at the last table."""


class Standing(NamedTuple):
    """A player's line on the board.

    ``progressions`` are the rounds won: gold and red stars together. ``games`` are those won by points.
    ``best_round`` is None for somebody without a result that counts. ``decided_by`` is what puts the player
    below the one above, where that is not what players are ranked by first; None also where they are equal.
    ``points_not_counted`` were scored in ``rounds_not_counted`` at tables of three, and stand nowhere else.
    """

    player: int
    rank: int
    progressions: int
    gold: int
    red: int
    green: int
    games: int
    points: int
    best_round: int | None
    cinches: int
    rounds_played: int
    rounds_without_result: int
    sat_out: int
    repeated_partners: int
    decided_by: str | None = None
    rounds_not_counted: int = 0
    points_not_counted: int = 0

    def value(self, criterion: str) -> int:
        """Return what counts for a criterion: more is better, so green stars count below nothing."""
        if criterion == "best-round":
            return -(10**6) if self.best_round is None else self.best_round
        found: int = getattr(self, criterion)
        return -found if criterion in FEWER_IS_BETTER else found


def standings(cards: Mapping[int, ScoreCard], tie_breaks: Sequence[str]) -> tuple[Standing, ...]:
    """Return everybody's line, the best first; players equal in everything share a rank.

    ``tie_breaks`` are the criteria in their order: the first ranks, the others break ties.
    """
    return ranked(map(line_of, cards.values()), tie_breaks)


def ranked(lines: Iterable[Standing], tie_breaks: Sequence[str]) -> tuple[Standing, ...]:
    """Return the lines of all cards in their order, with their ranks, as `standings` does."""
    keyed = [(_key(line, tie_breaks), line) for line in lines]
    keyed.sort(key=lambda pair: (pair[0], pair[1].player))
    found: list[Standing] = []
    before: tuple[int, ...] = ()
    for place, (key, line) in enumerate(keyed, 1):
        is_equal = key == before
        rank = found[-1].rank if is_equal else place
        decided = None if is_equal or not before else _deciding(before, key, tie_breaks)
        found.append(line._replace(rank=rank, decided_by=decided))
        before = key
    return tuple(found)


def _key(line: Standing, tie_breaks: Sequence[str]) -> tuple[int, ...]:
    """Return what a line is sorted by: the best first."""
    return tuple([-line.value(criterion) for criterion in tie_breaks])


def _deciding(above: Sequence[int], here: Sequence[int], tie_breaks: Sequence[str]) -> str | None:
    """Return the first criterion in which two neighbours differ, None where that is the first of all."""
    at = next(place for place, (ours, theirs) in enumerate(zip(above, here, strict=True)) if ours != theirs)
    return tie_breaks[at] if at else None


def line_of(card: ScoreCard) -> Standing:
    """Return what a card adds up to, not yet ranked."""
    gold = red = green = games = points = cinches = results = not_counted = left_out = 0
    best: int | None = None
    partners: list[int] = []
    for played in card.rounds:
        if played.star is not None:
            gold, red, green = (
                gold + (played.star == "gold"),
                red + (played.star == "red"),
                green + (played.star == "green"),
            )
        if played.points is not None:
            results += 1
        if played.points is not None and not played.is_counted:
            not_counted, left_out = not_counted + 1, left_out + played.points
        elif played.points is not None:
            points += played.points
            best = played.points if best is None else max(best, played.points)
        games += played.games or 0
        cinches += played.cinches or 0
        if played.partner is not None:
            partners.append(played.partner)
    return Standing(
        player=card.player,
        rank=0,
        progressions=gold + red,
        gold=gold,
        red=red,
        green=green,
        games=games,
        points=points,
        best_round=best,
        cinches=cinches,
        rounds_played=len(card.rounds),
        rounds_without_result=len(card.rounds) - results,
        sat_out=len(card.sat_out),
        repeated_partners=len(partners) - len(set(partners)),
        rounds_not_counted=not_counted,
        points_not_counted=left_out,
    )

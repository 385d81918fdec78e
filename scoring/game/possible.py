"""The possible outcomes of a deal: which points somebody must make, and which exclude each other.

Outcomes are derived from the cards that they need: the cards turned up, and the trumps in the hands.
:mod:`scoring.game.points` handles who made each point and its value.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from enum import Enum
from functools import lru_cache
from itertools import combinations, product
from typing import NamedTuple

from laws.domain.sentences import Sentence, _, in_a_row
from scoring.game.cards import JOKER_CODE
from scoring.game.explanation import in_words
from scoring.game.games.family import AWARDED_TO, GameKind
from scoring.game.rules import Rules

HIGH, LOW, GAME = "high", "low", "game"
Made = frozenset[str]
"""The names of the points that sides made on a deal."""


class PointPlace(Enum):
    """What became of a point: a side made it, it was discarded, or nobody made it."""

    MADE = "made"
    THROWN = "thrown"
    NOBODYS = "nobodys"


class PossiblePoints(NamedTuple):
    """An outcome: the points that sides make, and the points discarded. Nobody makes the other points."""

    made: Made
    thrown: Made = frozenset()


def possible_ways(rules: Rules) -> frozenset[PossiblePoints]:
    """Return every possible outcome of a deal."""
    # Any trump can be the highest or the lowest trump in play, and make these points.
    floating = frozenset(
        name
        for name, way in ((HIGH, rules.high_card), (LOW, rules.low_card))
        if way in ("highest-out", "lowest-out") and name in rules.worth
    )
    if rules.has_discards:
        return _with_discards(tuple(rules.worth), floating, most_left(rules))
    if not rules.can_be_dead:
        return frozenset((PossiblePoints(frozenset(rules.worth)),))
    return _without_discards(
        rules.game,
        tuple(rules.worth),
        floating,
        rules.trump_by == "first-lead",
        rules.all_are_played,
        rules.turned_again == "scores",
        rules.counts_pips and rules.pips_tie != "nobody",
        rules.joker_counts,
    )


def counted_ways(ways: frozenset[PossiblePoints], *, makers_discards: bool) -> frozenset[PossiblePoints]:
    """Return one outcome for each set of points that can count on a deal.

    - Without ``makers_discards``, discarded points count for nobody. No returned outcome has any.
    - With ``makers_discards``, discarded points count for the maker's side. An outcome with discarded points
      is left out if the same points can also be won in play.
    """
    if not makers_discards:
        return frozenset(PossiblePoints(way.made) for way in ways)
    return frozenset(
        way for way in ways if not way.thrown or PossiblePoints(way.made | way.thrown) not in ways
    )


def most_left(rules: Rules) -> int:
    """Return the largest number of point cards that can stay undealt in the pack."""
    return min(rules.undealt, len(rules.worth)) if rules.stock_can_hold_points else 0


@lru_cache(maxsize=64)
def _with_discards(names: tuple[str, ...], floating: Made, most: int) -> frozenset[PossiblePoints]:
    """Return every way in which the cards of the points can be in hands, discarded, or left in the pack.

    Law: Chicago 1890, laws 13 and 24; Foster 1897, Cinch Laws, Scoring, and Widow Cinch.
    """
    ways = set()
    for places in product(("hand", "discards", "pack"), repeat=len(names)):
        lying = list(zip(names, places, strict=True))
        made = frozenset(name for name, place in lying if place == "hand")
        # If any trump is in a hand, somebody makes the points of the highest and the lowest trump.
        if places.count("pack") <= most and (not made or floating <= made):
            ways.add(PossiblePoints(made, frozenset(name for name, place in lying if place == "discards")))
    return frozenset(ways)


@lru_cache(maxsize=256)
def _without_discards(
    game: GameKind,
    names: tuple[str, ...],
    floating: Made,
    has_trump: bool,
    all_are_played: bool,
    turned_again: bool,
    has_game: bool,
    joker_counts: bool,
) -> frozenset[PossiblePoints]:
    ranks = {name: rank for name, rank in game.point_cards if name in names and name not in floating}
    own = [name for name in names if name in ranks]
    by_count = [name for name in names if name == GAME and name not in ranks]
    ways: set[PossiblePoints] = set()
    for awards, gone in _turnings(game, names, turned_again):
        for held in _subsets(own, every=all_are_played):
            if any(ranks[name] in gone for name in held):
                continue
            natural = [name for name in held if joker_counts or ranks[name] != JOKER_CODE]
            with_others = {True} if natural or all_are_played else {True, False}
            if has_trump and not held:
                with_others.discard(False)
            for is_floating, game_made in product(with_others, _subsets(by_count, every=has_game)):
                made = frozenset(held) | frozenset(game_made) | awards
                ways.add(PossiblePoints(made | floating if is_floating else made))
    return frozenset(ways)


def _subsets(names: Collection[str], *, every: bool) -> Iterator[tuple[str, ...]]:
    for count in range(len(names) if every else 0, len(names) + 1):
        yield from combinations(names, count)


def _turnings(
    game: GameKind, names: Collection[str], turned_again: bool
) -> Iterator[tuple[Made, Collection[str]]]:
    """Yield the ways of turning up cards. Each is a pair:

    - The points made by turning up cards, including gifts of the dealer to other players.
    - A tuple with the rank of the last card turned up; "" for a card that makes no point. No hand holds the
      trump of this rank.

    Law: Foster 1897, Seven-up, Dealing and Begging. A dealer who runs the cards gives nothing. Otherwise the
    dealer gives no point, or a point to each player who can have a gift.
    """
    gifts = frozenset(name for name in names if AWARDED_TO.get(name))
    ranks = [*dict.fromkeys(rank for rank, _name in game.turn_ups), ""]
    for first in ranks:
        turned = turned_names(game, names, (first,))
        yield turned, (first,)
        yield turned | gifts, (first,)
        for last in ranks if game.turn_ups else ():
            yield turned_names(game, names, (first, last) if turned_again else (first,)), (last,)


def turned_names(game: GameKind, names: Collection[str], ranks: Collection[str]) -> Made:
    """Return the points in ``names`` that the dealer makes by turning up cards of these ranks.

    Each card makes at most one point. A second jack makes the point of the second jack.
    """
    made: list[str] = []
    for rank in ranks:
        left = [name for own, name in game.turn_ups if own == rank and name not in made]
        made.extend(left[:1])
    return frozenset(name for name in made if name in names)


def impossible(won: Mapping[str, PointPlace], unnamed: Collection[str], rules: Rules) -> dict[str, Sentence]:
    """Return the reasons why an outcome is impossible, by point; empty if the outcome is possible.

    ``won`` tells what became of each named point. Points in ``unnamed`` count as made by nobody.

    - A reason under a point's name: somebody must have made the point, or other named points exclude it.
    - A reason under "": the whole outcome is impossible, for example because a point is missing in ``won``.
    """
    made, thrown, nobodys = (
        frozenset(name for name, place in won.items() if place == wanted) for wanted in PointPlace
    )
    ways = possible_ways(rules)
    if PossiblePoints(made, thrown) in ways:
        return {}
    if rules.has_discards and len(nobodys) + len(unnamed) > most_left(rules):
        reason = _(
            "no more than {most} cards are left in the pack, so that no more points can be nobody's.",
            most=most_left(rules),
        )
        return {"": reason}
    wider = [way for way in ways if made <= way.made and way.made.isdisjoint(thrown)]
    if not wider or all(way.made.intersection(nobodys) for way in wider):
        return _wrongly_named(made, thrown | nobodys, rules)
    fewest = min((way.made.intersection(unnamed) for way in wider if way.made.isdisjoint(nobodys)), key=_size)
    points = in_a_row([in_words(name) for name in rules.worth if name in fewest])
    return {"": _("say who won {points}, too: on such a deal somebody has.", points=points)}


def _size(names: Collection[str]) -> tuple[int, list[str]]:
    return len(names), sorted(names)


def _wrongly_named(made: Made, others: Made, rules: Rules) -> dict[str, Sentence]:
    ways = possible_ways(rules)
    if wider := [way.made & others for way in ways if made <= way.made]:
        reason = _("somebody has made this point on such a deal.")
        return {name: reason for name in rules.worth if name in min(wider, key=_size)}
    named = [name for name in rules.worth if name in made]
    together = next(
        several
        for count in range(1, len(named) + 1)
        for several in combinations(named, count)
        if not any(way.made.issuperset(several) for way in ways)
    )
    reason = _("{points} cannot be made on the same deal.", points=in_a_row(list(map(in_words, together))))
    return {together[-1]: reason}


def can_be_nobodys(name: str, rules: Rules) -> bool:
    """Tell whether there can be a deal on which nobody makes or discards this point."""
    return any(name not in way.made and name not in way.thrown for way in possible_ways(rules))

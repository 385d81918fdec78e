"""Which points can be made on one deal: what must be somebody's, and what excludes each other.

A set of points is told from the cards that it needs: those turned up, and the trumps in the hands. Whose each
point is and what it is worth is in :mod:`scoring.game.points`.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import lru_cache
from itertools import combinations, product

from laws.domain.sentences import Sentence, _, in_a_row
from scoring.game.cards import JOKER_CODE
from scoring.game.explanation import in_words
from scoring.game.games.family import AWARDED_TO, GameKind
from scoring.game.rules import Rules

HIGH, LOW, GAME = "high", "low", "game"
Made = frozenset[str]
"""The points of one deal that some side has made."""


def possible_sets(rules: Rules) -> frozenset[Made]:
    """Return every set of points that sides can have made on one deal of a game.

    Where cards are thrown out, any point can lie among them, so that no set is excluded.
    """
    if not rules.can_be_dead:
        return frozenset((frozenset(rules.worth),))
    if rules.has_discards:
        return _every_set(tuple(rules.worth))
    floating = frozenset(
        name
        for name, way in ((HIGH, rules.high_card), (LOW, rules.low_card))
        if way in ("highest-out", "lowest-out") and name in rules.worth
    )
    return _possible(
        rules.game,
        tuple(rules.worth),
        floating,
        rules.trump_by == "first-lead",
        rules.all_are_played,
        rules.turned_again == "scores",
        rules.counts_pips and rules.pips_tie != "nobody",
        rules.joker_counts,
    )


@lru_cache(maxsize=64)
def _every_set(names: tuple[str, ...]) -> frozenset[Made]:
    return frozenset(map(frozenset, _subsets(names, every=False)))


@lru_cache(maxsize=256)
def _possible(
    game: GameKind,
    names: tuple[str, ...],
    floating: Made,
    has_trump: bool,
    all_are_played: bool,
    turned_again: bool,
    has_game: bool,
    joker_counts: bool,
) -> frozenset[Made]:
    """Return the sets, by what decides them.

    ``floating`` are High and Low where any trump can be that. ``has_trump`` tells that some trump is in play,
    ``has_game`` that somebody has the most pips even if counts are equal.
    """
    ranks = {name: rank for name, rank in game.point_cards if name in names and name not in floating}
    own = [name for name in names if name in ranks]
    by_count = [name for name in names if name == GAME and name not in ranks]
    sets: set[Made] = set()
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
                sets.add(made | floating if is_floating else made)
    return frozenset(sets)


def _subsets(names: Collection[str], *, every: bool) -> Iterator[tuple[str, ...]]:
    """Yield each choice of some of the names, or the names themselves alone."""
    for count in range(len(names) if every else 0, len(names) + 1):
        yield from combinations(names, count)


def _turnings(
    game: GameKind, names: Collection[str], turned_again: bool
) -> Iterator[tuple[Made, Collection[str]]]:
    """Yield what is made outside the tricks, with the rank of the trump that lies turned up and in no hand.

    Law: Foster 1897, Seven-up, Dealing and Begging. A dealer who runs the cards gives nothing; one who gives
    a point gives it to each that can have one.
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
    """Return the points that the dealer has for cards of these ranks turned up, each name once."""
    made: list[str] = []
    for rank in ranks:
        left = [name for own, name in game.turn_ups if own == rank and name not in made]
        made.extend(left[:1])
    return frozenset(name for name in made if name in names)


def impossible(made: Collection[str], nobodys: Collection[str], rules: Rules) -> Mapping[str, Sentence]:
    """Return why these points cannot be made on one deal while those are nobody's, by the point.

    Nothing is said of the points in neither list. A point that is nobody's and cannot be is told as made by
    somebody, one too many as what excludes another.
    """
    possible, points = possible_sets(rules), frozenset(made)
    wider = [each for each in possible if points <= each]
    if any(each.isdisjoint(nobodys) for each in wider):
        return {}
    if wider:
        fewest = min(wider, key=lambda each: (len(each.intersection(nobodys)), sorted(each)))
        reason = _("somebody has made this point on such a deal.")
        return {name: reason for name in rules.worth if name in fewest.intersection(nobodys)}
    named = [name for name in rules.worth if name in points]
    together = next(
        several
        for count in range(1, len(named) + 1)
        for several in combinations(named, count)
        if not any(each.issuperset(several) for each in possible)
    )
    reason = _("{points} cannot be made on the same deal.", points=in_a_row(list(map(in_words, together))))
    return {together[-1]: reason}


def can_be_nobodys(name: str, rules: Rules) -> bool:
    """Tell whether a point can count for nobody on some deal."""
    return any(name not in each for each in possible_sets(rules))

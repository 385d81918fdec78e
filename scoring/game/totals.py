"""Check the totals on a paper slip: can this number of deals give each side these points?

Ignores rulings: a slip does not record them, and a penalty can produce totals that no deal can.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import product

from laws.domain.errors import InvalidInput
from laws.domain.lawset import LawSet
from laws.domain.sentences import Sentence, _, ngettext
from scoring.game.deal import DealRecord
from scoring.game.games.family import GameKind
from scoring.game.references import competitor
from scoring.game.rules import Rules, rules_of
from scoring.game.score import score
from scoring.game.seating import PerSide, TableSeats

TWO_SIDES = 2


def check_total(
    points: Sequence[int],
    deals: int,
    law_set: LawSet,
    game: GameKind,
    *,
    sides: int | None = None,
    may_stop: bool = False,
) -> None:
    """Raise InvalidInput under ``points`` if this number of deals cannot give each side its points.

    - ``points``: must have a whole number for each side.
    - ``sides``: the number of sides at the table. The default is the game's number of sides; a table of five
      has more.
    - ``may_stop``: the table can have played fewer deals, but at least one.

    Every bid and every division of the points is tried if there are two sides, there is no score floor, and
    totals show whether a bid was made. In all other cases the check only limits what one side can win or
    lose.
    """
    rules = rules_of(law_set, game)
    sides = sides or game.seating.side_count
    most = deals * _upper_limit_of_a_deal(rules)
    if len(points) != sides or not all(type(total) is int for total in points):
        seating = game.seating if sides == game.seating.side_count else TableSeats(sides, sides)
        reason = _(
            "{sides} numbers of points are needed, one for {each}: whole numbers from {low} to {high}.",
            each=competitor("each", seating),
            low=-most,
            high=most,
            sides=sides,
        )
        raise InvalidInput({"points": reason})
    if impossible := [total for total in points if abs(total) > most]:
        raise InvalidInput({"points": _impossible(impossible[0], deals)})
    if sides != TWO_SIDES or rules.score_floor is not None or rules.totals_hide_discards:
        return
    counts = range(1, deals + 1) if may_stop else [deals]
    if not any(tuple(points) in totals_of(law_set, game, count) for count in counts):
        reason = ngettext(
            "{count} deal cannot give {ours} and {theirs}. If a ruling did, give it as the reason.",
            "{count} deals cannot give {ours} and {theirs}. If a ruling did, give it as the reason.",
            deals,
            ours=points[0],
            theirs=points[1],
        )
        raise InvalidInput({"points": reason})


@cache
def totals_of(law_set: LawSet, game: GameKind, deals: int) -> frozenset[tuple[int, ...]]:
    """Return every pair of totals that two sides can have after a number of deals."""
    if deals == 0:
        return frozenset({(0, 0)})
    scored = scores_of_a_deal(law_set, game)
    before = totals_of(law_set, game, deals - 1)
    return frozenset((ours + first, theirs + second) for ours, theirs in before for first, second in scored)


@cache
def scores_of_a_deal(law_set: LawSet, game: GameKind) -> frozenset[tuple[int, ...]]:
    """Return every pair of scores that two sides can get on a deal."""
    rules = rules_of(law_set, game)
    scored = set()
    bids = range(rules.min_bid, rules.max_bid + 1) if game.has_bidding else ()
    for bid, maker, dealer in product((0, *bids), (1, 2), game.seating.seats()):
        # If nobody bid, the dealer is the maker.
        # With a bid, the dealer matters only if the eldest hand sells the trump.
        if dealer != maker and (not bid or rules.selling == "none"):
            continue
        for ours in range(rules.total + 1):
            for theirs in range(rules.total - ours + 1) if rules.can_be_dead else [rules.total - ours]:
                record = DealRecord(dealer, maker, bid, "H", points=PerSide((ours, theirs)))
                try:
                    scored.add(score(record, law_set, game).scored.values)
                except InvalidInput:
                    continue
    return frozenset(scored)


def _impossible(total: int, deals: int) -> Sentence:
    if total < 0:
        return ngettext(
            "{total} is less than {count} deal can give. If a ruling did, give it as the reason.",
            "{total} is less than {count} deals can give. If a ruling did, give it as the reason.",
            deals,
            total=total,
        )
    return ngettext(
        "{total} is more than {count} deal can give. If a ruling did, give it as the reason.",
        "{total} is more than {count} deals can give. If a ruling did, give it as the reason.",
        deals,
        total=total,
    )


def _upper_limit_of_a_deal(rules: Rules) -> int:
    price = 0 if rules.selling == "none" else rules.max_bid
    return rules.total + max(rules.max_bid, rules.total) + price

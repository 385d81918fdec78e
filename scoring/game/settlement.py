"""What each side scores once the bid has been compared with the points: the made and failed rules and ties.

Points and penalties come in settled (see :mod:`scoring.game.reckoning`); no running score is known here.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from scoring.game import explanation
from scoring.game.explanation import Note
from scoring.game.rules import Rules
from scoring.game.seating import PerSide, figures


@dataclass(slots=True)
class ScoringRights:
    """What penalties have left of each side's right to score.

    ``added`` is what a ruling adds to a side's score or, below nothing, takes off; ``adds_bid`` that it gives
    a bid that was made to the adversaries as well; ``short`` are the sides that cannot win on this deal.
    """

    barred: set[int] = field(default_factory=set)
    set_back: dict[int, int] = field(default_factory=dict)
    is_waived: bool = False
    maker_revoked: bool = False
    adds_bid: bool = False
    added: dict[int, int] = field(default_factory=dict)
    short: set[int] = field(default_factory=set)


def scored_by_side(
    points: tuple[int, ...],
    side: int,
    bid: int,
    counted: int,
    standing: ScoringRights,
    rules: Rules,
    notes: list[Note],
) -> PerSide[int]:
    """Return what each side scores: by the failed or made rule, then without the sides that cannot score."""
    cannot = standing.barred | standing.set_back.keys()
    if counted < bid and not standing.is_waived:
        scored = _failed(points, side, bid, bid - counted, cannot, rules, notes)
    else:
        scored = _made(points, side, bid, cannot, standing.is_waived, rules, notes)
        if (standing.maker_revoked or standing.adds_bid) and bid:
            _add_bid(scored, side, bid, cannot, standing.adds_bid, rules, notes)
    for other in cannot:
        scored[other - 1] = min(scored[other - 1], -standing.set_back.get(other, 0))
    for other, count in standing.added.items():
        scored[other - 1] += count
    return figures(tuple(scored))


def _failed(
    points: tuple[int, ...],
    side: int,
    bid: int,
    gap: int,
    cannot: set[int],
    rules: Rules,
    notes: list[Note],
) -> list[int]:
    """Return what each side scores when the maker's side falls short of its bid."""
    if rules.failed_rule == "set-back":
        return _set_back(points, side, bid, cannot, "failed_rule", rules, notes)
    scored = [0] * len(points)
    for other, own in enumerate(points, 1):
        if other == side:
            continue
        if other in cannot:
            notes.append(("=failed_rule", explanation.nobody_scores, (side, other)))
        elif rules.failed_rule == "adversaries-own-plus-bid":
            scored[other - 1] = own + bid
            notes.append(("failed_rule", explanation.adversaries_add_bid, (side, other, own, bid)))
        else:
            scored[other - 1] = rules.total + gap
            notes.append(("failed_rule", explanation.total_and_gap, (side, other, rules.total, gap)))
    return scored


def _set_back(
    points: tuple[int, ...],
    side: int,
    bid: int,
    cannot: set[int],
    parameter: str,
    rules: Rules,
    notes: list[Note],
) -> list[int]:
    """Return the score with the maker's side set back the bid and each other side scoring its own."""
    notes.append((parameter, explanation.set_back, (side, bid)))
    scored = list(points)
    scored[side - 1] = -bid
    for other, own in enumerate(points, 1):
        if other != side and other not in cannot:
            notes.append((parameter, explanation.others_own, (other, own)))
    return scored


def _made(
    points: tuple[int, ...],
    side: int,
    bid: int,
    cannot: set[int],
    is_waived: bool,
    rules: Rules,
    notes: list[Note],
) -> list[int]:
    """Return what each side scores when the bid is made, waived, or there was none."""
    is_tie = not cannot and len(set(points)) == 1
    if is_tie and rules.tie_rule == "no-score":
        notes.append(("tie_rule", explanation.tie_no_score, (len(points), points[0])))
        return [0] * len(points)
    minimum = rules.minimum_to_score
    if minimum is not None and points[side - 1] < minimum and not is_waived and side not in cannot:
        notes.append(("minimum_to_score", explanation.below_minimum, (side, points[side - 1], minimum)))
        return _below_minimum(points, side, bid, cannot, rules, notes)
    if is_tie:
        notes.append(("tie_rule", explanation.tie_each_own, (len(points), points[0])))
        return list(points)
    if rules.made_rule == "each-side-own" and not cannot:
        notes.append(("made_rule", explanation.own_points, (points,)))
        return list(points)
    return _made_by_some(points, cannot, rules, notes)


def _made_by_some(points: tuple[int, ...], cannot: set[int], rules: Rules, notes: list[Note]) -> list[int]:
    """Return what each side scores by difference, or beside a side that cannot score.

    Of several rivals the highest is deducted; from a side whose rivals cannot score nothing is deducted.
    """
    scored = [0] * len(points)
    if len(cannot) == len(points):
        notes.append(("=made_rule", explanation.nobody_left, (len(points),)))
    for other, own in enumerate(points, 1):
        if other in cannot:
            continue
        rivals = [less for rival, less in enumerate(points, 1) if rival != other and rival not in cannot]
        if not rivals:
            scored[other - 1] = own
            notes.append(("=made_rule", explanation.nothing_deducted, (other, own)))
        elif rules.made_rule == "each-side-own":
            scored[other - 1] = own
            notes.append(("made_rule", explanation.others_own, (other, own)))
        elif own > max(rivals):
            scored[other - 1] = own - max(rivals)
            notes.append(("made_rule", explanation.difference, (other, own, max(rivals))))
    return scored


def _below_minimum(
    points: tuple[int, ...], side: int, bid: int, cannot: set[int], rules: Rules, notes: list[Note]
) -> list[int]:
    """Return what each side scores when the maker's side made too little to score at all."""
    if rules.below_minimum_rule == "set-back":
        return _set_back(points, side, bid, cannot, "below_minimum_rule", rules, notes)
    added = bid if rules.below_minimum_rule == "adversaries-own-plus-bid" else 0
    scored = [0] * len(points)
    for other, own in enumerate(points, 1):
        if other != side and other not in cannot:
            scored[other - 1] = own + added
            told: Note = ("below_minimum_rule", explanation.others_own, (other, own))
            if added:
                told = ("below_minimum_rule", explanation.adversaries_add_bid, (side, other, own, added))
            notes.append(told)
    return scored


def _add_bid(
    scored: list[int],
    side: int,
    bid: int,
    cannot: set[int],
    is_ordered: bool,
    rules: Rules,
    notes: list[Note],
) -> None:
    """Add a bid that was reached to the adversaries' score, for a revoke if so ruled, or by order."""
    if not rules.revoke_by_maker_adds_bid and not is_ordered:
        notes.append(("revoke_by_maker_adds_bid", explanation.bid_not_added, ()))
        return
    for other in range(1, len(scored) + 1):
        if other != side and other not in cannot:
            scored[other - 1] += bid
            notes.append(("revoke_by_maker_adds_bid", explanation.bid_added, (other, bid)))

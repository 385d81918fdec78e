"""Score one deal from its points and penalties, independently of the running score.

The steps follow the law: check whether the deal is void, let penalties change the points, and compare the bid
with the points. :mod:`scoring.game.made_or_failed` computes what each side then scores, and
:mod:`scoring.game.score` adds it to the running score.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from laws.domain.errors import InvalidInput
from laws.domain.sentences import Sentence, _
from scoring.game import explanation, next_dealer, penalties
from scoring.game.deal import REDEAL, DealRecord
from scoring.game.explanation import Note
from scoring.game.made_or_failed import BidResult, scored_by_side
from scoring.game.penalty_effects import PenaltyEffect, effects_of, ordered
from scoring.game.points import Points, Taken, sides_with_most, taken_on
from scoring.game.references import placed
from scoring.game.rules import Rules
from scoring.game.seating import PerSide, TableSeats, figures

TOPICS_BEFORE_PLAY = frozenset(
    {"cutting", "shuffle-and-cut", "dealing", "misdeal", "begging", "bidding", "irregular-bid", "all-pass"}
    | {"discard-draw"}
)
"""The topics of the laws about what happens before the play."""


@dataclass(slots=True)
class DealResult:
    """The result of a deal before it is added to a running score.

    - ``owners``: point → the side that counts the point (None for a dead point). ``owners`` is None if the
      record does not show who counts the points.
    - ``barred``: the sides that penalties forbid to score, and the sides that penalties set back.
    - ``short``: the sides that cannot win the game on this deal.
    - ``seller``: the side that sold the trump, 0 if nobody did. `score_of` adds the price to ``scored``.
    - ``early``: for each side, its scores from before the play: by a ruling, or as the price of the trump.
    - ``begun_with``: the new running score if a penalty makes the game start again.
    - ``credited``: for each player, the side of the deal whose points the player scores. Empty in games where
      the maker cannot call a partner.

    If the maker may call a partner, the sides in ``taken``, ``points`` and ``owners`` are the two sides of
    the deal. In the other fields, each player is a side.
    """

    taken: Taken
    points: PerSide[int]
    scored: PerSide[int]
    next_dealer: int
    dealer: int = 0
    maker_side: int = 0
    dead: int = 0
    bid: int = 0
    bid_made: bool | None = None
    is_void: bool = False
    barred: frozenset[int] = frozenset()
    short: frozenset[int] = frozenset()
    seller: int = 0
    early: Mapping[int, int] = field(default_factory=dict)
    begun_with: PerSide[int] | None = None
    owners: Mapping[str, int | None] | None = None
    credited: Mapping[int, int] = field(default_factory=dict)
    notes: list[Note] = field(default_factory=list)


def result_of(deal: DealRecord, rules: Rules) -> DealResult:
    """Return the result of a deal. Raises InvalidInput if the record is incomplete or impossible."""
    return _credited(deal, rules) if rules.calls_partner else _result(deal, rules)


def _credited(deal: DealRecord, rules: Rules) -> DealResult:
    # Law: Chicago 1890, Razzle-dazzle: the maker and the partner each score all that their side made.
    # Both are set back.
    of_deal = rules.for_deal(deal)
    sides = of_deal.seating
    result = _result(deal, of_deal)
    result.notes = [(name, partial(_placed, says, sides), facts) for name, says, facts in result.notes]
    if not result.is_void:
        parameter = "called_partner" if deal.called is None else "=called_partner"
        result.notes.insert(0, (parameter, explanation.partners_are, (deal.maker, deal.called)))
        credited = [(result.scored[side], sides.seats_of(side)) for side in sides.sides()]
        cited = "=failed_rule" if result.bid_made is False else "=made_rule"
        result.notes.append((cited, explanation.each_credited, (credited,)))
    result.credited = {seat: sides.side_of(seat) for seat in sides.seats()}
    result.scored = _of_players(result.scored, result.credited)
    if result.begun_with is not None:
        result.begun_with = _of_players(result.begun_with, result.credited)
    result.barred = frozenset(seat for seat, side in result.credited.items() if side in result.barred)
    result.short = frozenset(seat for seat, side in result.credited.items() if side in result.short)
    result.early = {seat: result.early.get(side, 0) for seat, side in result.credited.items()}
    result.seller = rules.seating.eldest_hand(deal.dealer) if result.seller else 0
    result.maker_side = deal.maker or 0
    return result


def _of_players(counts: PerSide[int], credited: Mapping[int, int]) -> PerSide[int]:
    return figures(tuple(counts[side] for side in credited.values()))


def _placed(says: Callable[..., Sentence], seating: TableSeats, *facts: Any) -> Sentence:
    return placed(says(*facts), seating)


def _result(deal: DealRecord, rules: Rules) -> DealResult:
    if deal.misdeal is not None or deal.maker is None:
        return _not_played(deal, rules)
    seating = rules.seating
    notes: list[Note] = []
    side = seating.side_of(deal.maker)
    effects = effects_of(deal, deal.maker, rules, notes) if deal.penalties or deal.ruled else []
    for effect in effects:
        if isinstance(effect.effect, penalties.NEW_DEALS):
            return _void(deal, effect, rules, notes)
    taken = taken_on(deal, rules)
    _note_taken(taken, side, rules, notes)
    points = Points.of(taken, side, rules)
    bid = _bid_in_force(deal, rules, notes)
    bid_result = BidResult(side, bid, rules, notes)
    for effect in effects:
        _apply(effect, points, bid_result)
    counted = _counted_for_bid(points, taken, bid_result)
    is_made = counted >= bid
    if bid:
        sentence = explanation.bid_made if is_made else explanation.bid_failed
        notes.append(("=made_rule" if is_made else "=failed_rule", sentence, (side, bid, counted)))
    final = figures(tuple(points.counts))
    scored = scored_by_side(bid_result, final.values, counted)
    return DealResult(
        taken=taken,
        points=final,
        scored=scored,
        next_dealer=seating.left_of(deal.dealer),
        dealer=deal.dealer,
        maker_side=side,
        dead=taken.dead + points.buried,
        bid=bid,
        bid_made=None if bid == 0 or (bid_result.is_waived and not is_made) else is_made,
        barred=frozenset(bid_result.cannot),
        short=frozenset(bid_result.short),
        seller=_seller(deal, rules),
        early=bid_result.early,
        begun_with=bid_result.begun_with if bid_result.is_new_game else None,
        owners=points.owners,
        notes=notes,
    )


def _not_played(deal: DealRecord, rules: Rules) -> DealResult:
    for effect in ordered(deal):
        if isinstance(effect.effect, penalties.NEW_DEALS):
            return _void(deal, effect, rules, [])
    if deal.misdeal == REDEAL:
        return _nothing(deal.dealer, rules, [("=misdeal_effect", explanation.dealt_again, (deal.dealer,))])
    following = next_dealer.after_misdeal(deal.dealer, rules)
    return _nothing(following, rules, [("misdeal_effect", explanation.misdealt, (deal.dealer, following))])


def _void(deal: DealRecord, effect: PenaltyEffect, rules: Rules, notes: list[Note]) -> DealResult:
    following = next_dealer.after_order(effect.effect, deal.dealer, rules)
    notes.append((effect.parameter, explanation.deal_void, (effect.why, following)))
    return _nothing(following, rules, notes)


def _nothing(following: int, rules: Rules, notes: list[Note]) -> DealResult:
    nothing = PerSide.filled(rules.seating.side_count, 0)
    return DealResult(Taken(nothing), nothing, nothing, following, is_void=True, notes=notes)


def _note_taken(taken: Taken, side: int, rules: Rules, notes: list[Note]) -> None:
    notes.append(("=points", explanation.taken, (taken.points.values,)))
    if taken.lying and rules.discard_points_to == "maker":
        notes.append(("discard_points_to", explanation.found_in_discards, (taken.lying, side)))
    elif taken.lying:
        notes.append(("discard_points_to", explanation.discards_dead, (taken.lying,)))
    won = taken.won or {}
    if taken.pips is not None:
        cited = "trump_five_counts" if rules.game.trump_pips else "=points"
        notes.append((cited, explanation.pips_counted, (taken.pips.values,)))
        if len(sides_with_most(taken.pips)) > 1:
            notes.append(("pips_tie", explanation.pips_tied, (won["game"],)))
    if any(isinstance(won.get(name), int) for name in rules.game.joker_points):
        notes.append(("joker_counts", explanation.joker_ranks, (rules.joker_counts,)))
    if taken.dead and rules.game.pips:
        named = ("game",) if taken.pips else ()
        if names := [name for name, taker in won.items() if taker is None and name not in named]:
            notes.append(("=points", explanation.nobodys, (names,)))
    elif taken.dead:
        notes.append(("points_out_of_play", explanation.dead, (taken.dead,)))


def _seller(deal: DealRecord, rules: Rules) -> int:
    # Law: Foster 1897, Auction Pitch, Bidding: an eldest hand who refuses the offer is the maker.
    # This maker must make as much as was offered.
    eldest = rules.seating.eldest_hand(deal.dealer)
    is_sold = rules.selling != "none" and deal.bid and deal.maker != eldest
    return rules.seating.side_of(eldest) if is_sold else 0


def _bid_in_force(deal: DealRecord, rules: Rules, notes: list[Note]) -> int:
    if deal.bid or not rules.game.has_bidding:
        return deal.bid
    if rules.no_bid_rule == "as-forced-bid":
        notes.append(("no_bid_rule", explanation.forced_bid, (deal.dealer, rules.forced_bid)))
        return rules.forced_bid
    if rules.eldest_pitches:
        notes.append(("all_pass", explanation.nobody_bid_to_eldest, (deal.maker,)))
        return 0
    notes.append(("all_pass", explanation.nobody_bid, (deal.dealer,)))
    return 0


def _apply(effect: PenaltyEffect, points: Points, bid_result: BidResult) -> None:
    why, index, seating = effect.why, effect.index, bid_result.rules.seating
    facts: tuple[Any, ...] = (why,)
    sentence: Callable[..., Sentence]
    match effect.effect:
        case penalties.SideCannotScore(side):
            bid_result.barred.add(side)
            bid_result.maker_revoked |= effect.for_revoke
            sentence, facts = explanation.side_cannot_score, (side, why)
        case penalties.BidWaived():
            bid_result.is_waived = True
            sentence, facts = explanation.bid_waived, (points.maker_side,)
        case penalties.SetBack(seat, count):
            side, amount = seating.side_of(seat), bid_result.bid if count is None else count
            bid_result.set_back[side] = max(amount, bid_result.set_back.get(side, 0))
            sentence, facts = explanation.set_back_for, (side, amount, why)
        case penalties.PointsToMaker(side_or_none, seat_or_none, given):
            side = side_or_none or seating.side_of(seat_or_none or 0)
            names, moved = points.to_maker(side, seat_or_none, given, index)
            sentence, facts = explanation.to_maker, (names, side, points.maker_side, moved, why)
        case penalties.AwardPoints(side, names):
            points.award(side, names, index)
            sentence, facts = explanation.awarded, (names, side, why)
        case penalties.PointsDead(names):
            sentence, facts = _bury(points, None, names, effect)
        case penalties.SideLosesPoints(side, names):
            sentence, facts = _bury(points, side, names, effect)
        case penalties.BidToAdversaries():
            bid_result.adds_bid = True
            sentence = explanation.bid_to_adversaries
        case penalties.ScoreUp(side, count):
            _add(bid_result, side, count, effect)
            sentence, facts = explanation.score_up, (side, count, why)
        case penalties.ScoreDown(side, count):
            _add(bid_result, side, -count, effect)
            sentence, facts = explanation.score_down, (side, count, why)
        case penalties.NewGame():
            bid_result.is_new_game = True
            sentence = explanation.new_game
        case penalties.StopsShort(side):
            bid_result.short.add(side)
            sentence, facts = explanation.stops_short, (side, why)
        case _:
            sentence = explanation.no_penalty
    bid_result.notes.append((effect.parameter, sentence, facts))


def _bury(
    points: Points, side: int | None, names: tuple[str, ...], effect: PenaltyEffect
) -> tuple[Callable[..., Sentence], tuple[Any, ...]]:
    if buried := points.bury(side, names, effect.index):
        return explanation.left_to_nobody, (buried, effect.why)
    return explanation.nothing_to_lose, (side, effect.why)


def _add(bid_result: BidResult, side: int, count: int, effect: PenaltyEffect) -> None:
    bid_result.added[side] = bid_result.added.get(side, 0) + count
    if _is_before_play(effect, bid_result.rules):
        bid_result.early[side] = bid_result.early.get(side, 0) + count


def _is_before_play(effect: PenaltyEffect, rules: Rules) -> bool:
    law = rules.law_set.laws.get(effect.parameter)
    return law is not None and law.topic in TOPICS_BEFORE_PLAY


def _counted_for_bid(points: Points, taken: Taken, bid_result: BidResult) -> int:
    """Return the maker's points that are compared with the bid.

    Foster 1897, Cinch Laws, Scoring, leaves open whether points from the discards or from a revoke help to
    make the bid, so the law set decides.

    Raises InvalidInput under "deal.won" if the record has only totals, and these do not show how many points
    help to make the bid. A total below the bid is still accepted, because the bid failed in any case. The
    exception is a law set that scores the gap between the bid and the points.
    """
    side, rules, notes = bid_result.side, bid_result.rules, bid_result.notes
    counted = points.counts[side - 1]
    if not bid_result.bid:
        return counted
    if points.from_revokes and rules.revoked_points_count_for_bid:
        notes.append(("revoked_points_count_for_bid", explanation.moved_count, (points.from_revokes,)))
    elif points.from_revokes:
        counted -= points.from_revokes
        facts = (side, points.from_revokes, counted)
        notes.append(("revoked_points_count_for_bid", explanation.moved_apart, facts))
    if points.discards and rules.discard_points_count_for_bid:
        notes.append(("discard_points_count_for_bid", explanation.discards_count, (points.discards,)))
    elif points.discards:
        counted -= points.discards
        facts = (side, points.discards, counted)
        notes.append(("discard_points_count_for_bid", explanation.discards_apart, facts))
    elif (
        taken.won is None
        and rules.totals_hide_discards
        and counted >= (1 if rules.failed_rule == "fourteen-plus-gap" else bid_result.bid)
    ):
        reason = _(
            "say who won each point: points found among the discards do not help to make the bid "
            "here, and bare totals do not tell them apart."
        )
        raise InvalidInput({"deal.won": reason}, law=rules.law_set.law("discard_points_count_for_bid"))
    return counted

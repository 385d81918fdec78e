"""The kernel: from a deal's points and penalties to what each side scores for it, whatever the running score.

The order of the steps is the law's: a void deal first, then what penalties do to the points, then the bid
compared with the points. What each side scores for that is in :mod:`scoring.game.settlement`, the running
score and the end of the game in :mod:`scoring.game.score`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from laws.domain.errors import InvalidInput
from laws.domain.sentences import _
from scoring.game import explanation
from scoring.game.deal import DISCARDS, REDEAL, DealRecord, Taker
from scoring.game.explanation import Note
from scoring.game.games.family import GameKind
from scoring.game.irregularities import Irregularity
from scoring.game.penalties import PenaltyEffect, Points, effects_of, ordered
from scoring.game.points import Taken, taken_on
from scoring.game.rules import Rules
from scoring.game.seating import PerSide, TableSeats
from scoring.game.settlement import ScoringRights, scored_by_side


@dataclass(slots=True)
class Reckoning:
    """What a deal comes to by itself. ``owners`` says which side counts each point, where that is known.

    ``short`` are the sides that cannot win the game on this deal.
    """

    points: PerSide[int]
    scored: PerSide[int]
    next_dealer: int
    maker_side: int = 0
    dead: int = 0
    bid: int = 0
    bid_made: bool | None = None
    is_void: bool = False
    short: frozenset[int] = frozenset()
    won: Mapping[str, Taker] | None = None
    owners: Mapping[str, int | None] | None = None
    trick_winners: tuple[int, ...] | None = None
    irregularities: tuple[Irregularity, ...] = ()
    notes: list[Note] = field(default_factory=list)


def reckoned(deal: DealRecord, rules: Rules, game: GameKind) -> Reckoning:
    """Return what a deal comes to. Raises InvalidInput where the record does not say enough or cannot be."""
    seating = game.seating
    if deal.misdeal is not None or deal.maker is None:
        return _not_played(deal, rules, seating)
    notes: list[Note] = []
    side = seating.side_of(deal.maker)
    effects = effects_of(deal, deal.maker, rules, seating, notes) if deal.penalties or deal.ruled else []
    for effect in effects:
        if effect.does.kind == "new-deal":
            return _void(deal, effect, notes, seating)
    taken = taken_on(deal, deal.maker, rules, game)
    _note_taken(taken, side, rules, notes)
    points = Points.of(taken, side, rules)
    bid = _bid_in_force(deal, rules, notes)
    standing = ScoringRights()
    for effect in effects:
        _apply(effect, points, standing, bid, rules, notes, seating)
    counted = _counted_for_bid(points, taken, bid, side, rules, notes)
    is_made = counted >= bid
    if bid:
        told = explanation.bid_made if is_made else explanation.bid_failed
        notes.append(("=made_rule" if is_made else "=failed_rule", told, (side, bid, counted)))
    final = points.per_side()
    scored = scored_by_side(final.values, side, bid, counted, standing, rules, notes)
    return Reckoning(
        points=final,
        scored=scored,
        next_dealer=seating.left_of(deal.dealer),
        maker_side=side,
        dead=taken.dead + points.buried,
        bid=bid,
        bid_made=None if bid == 0 or (standing.is_waived and not is_made) else is_made,
        short=frozenset(standing.short),
        won=taken.won,
        owners=points.owners,
        trick_winners=taken.trick_winners,
        irregularities=taken.irregularities,
        notes=notes,
    )


def _not_played(deal: DealRecord, rules: Rules, seating: TableSeats) -> Reckoning:
    """Return the reckoning of a misdeal, which may pass the deal, or of a redeal, which never does.

    Where a ruling has ordered the new deal, it says who deals.
    """
    for effect in ordered(deal):
        if effect.does.kind == "new-deal":
            return _void(deal, effect, [], seating)
    nothing = PerSide.filled(seating.side_count, 0)
    stays = deal.misdeal == REDEAL or rules.misdeal_effect == "same-dealer"
    following = deal.dealer if stays else seating.left_of(deal.dealer)
    note: Note = (
        ("=misdeal_effect", explanation.dealt_again, (deal.dealer,))
        if deal.misdeal == REDEAL
        else ("misdeal_effect", explanation.misdealt, (deal.dealer, following))
    )
    return Reckoning(nothing, nothing, following, is_void=True, notes=[note])


def _void(deal: DealRecord, effect: PenaltyEffect, notes: list[Note], seating: TableSeats) -> Reckoning:
    """Return the reckoning of a deal that a penalty makes void."""
    nothing = PerSide.filled(seating.side_count, 0)
    following = deal.dealer if effect.does.dealer == "same" else seating.left_of(deal.dealer)
    if effect.does.seat is not None:
        following = effect.does.seat
    notes.append((effect.parameter, explanation.deal_void, (effect.why, following)))
    return Reckoning(nothing, nothing, following, is_void=True, notes=notes)


def _note_taken(taken: Taken, side: int, rules: Rules, notes: list[Note]) -> None:
    """Explain what was taken, what the discards gave and what is dead."""
    notes.append(("=points", explanation.taken, (taken.points.values,)))
    if taken.won is not None:
        names = [name for name, taker in taken.won.items() if taker == DISCARDS]
        if names and rules.discard_points_to == "maker":
            notes.append(("discard_points_to", explanation.found_in_discards, (names, side)))
        elif names:
            notes.append(("discard_points_to", explanation.discards_dead, (names,)))
    if taken.dead:
        notes.append(("points_out_of_play", explanation.dead, (taken.dead,)))


def _bid_in_force(deal: DealRecord, rules: Rules, notes: list[Note]) -> int:
    """Return the bid to be made: 0 where nobody bid and that is no bid, or the one forced on the dealer."""
    if deal.bid:
        return deal.bid
    if rules.no_bid_rule == "as-forced-bid":
        notes.append(("no_bid_rule", explanation.forced_bid, (deal.dealer, rules.forced_bid)))
        return rules.forced_bid
    notes.append(("no_bid_rule", explanation.nobody_bid, (deal.dealer,)))
    return 0


def _apply(
    effect: PenaltyEffect,
    points: Points,
    standing: ScoringRights,
    bid: int,
    rules: Rules,
    notes: list[Note],
    seating: TableSeats,
) -> None:
    """Let one effect act on the points or on a side's right to score."""
    does, why = effect.does, effect.why
    note: Note
    if does.kind == "side-cannot-score" and does.side is not None:
        standing.barred.add(does.side)
        standing.maker_revoked |= effect.for_revoke
        note = (effect.parameter, explanation.side_cannot_score, (does.side, why))
    elif does.kind == "bid-waived":
        standing.is_waived = True
        note = (effect.parameter, explanation.bid_waived, (points.maker_side,))
    elif does.kind == "set-back" and does.seat is not None:
        side = seating.side_of(does.seat)
        amount = bid if does.points is None else does.points
        standing.set_back[side] = max(amount, standing.set_back.get(side, 0))
        note = (effect.parameter, explanation.set_back_for, (side, amount, why))
    elif does.kind == "points-to-maker":
        side = does.side or seating.side_of(does.seat or 0)
        names, count = points.to_maker(side, does, effect.index)
        note = (effect.parameter, explanation.to_maker, (names, side, points.maker_side, count, why))
    elif does.kind == "award-points" and does.side is not None:
        points.award(does.side, does.names or (), effect.index)
        note = (effect.parameter, explanation.awarded, (does.names, does.side, why))
    elif does.kind == "points-dead":
        points.bury(does.names or (), effect.index)
        note = (effect.parameter, explanation.left_to_nobody, (does.names or (), why))
    elif does.kind == "bid-to-adversaries":
        standing.adds_bid = True
        note = (effect.parameter, explanation.bid_to_adversaries, (why,))
    elif does.kind in ("score-up", "score-down") and does.side is not None:
        count = does.points or 0
        is_up = does.kind == "score-up"
        standing.added[does.side] = standing.added.get(does.side, 0) + (count if is_up else -count)
        told = explanation.score_up if is_up else explanation.score_down
        note = (effect.parameter, told, (does.side, count, why))
    elif does.kind == "stops-short" and does.side is not None:
        standing.short.add(does.side)
        note = (effect.parameter, explanation.stops_short, (does.side, why))
    else:
        note = (effect.parameter, explanation.no_penalty, (why,))
    notes.append(note)


def _counted_for_bid(
    points: Points, taken: Taken, bid: int, side: int, rules: Rules, notes: list[Note]
) -> int:
    """Return the maker's points that are compared with the bid, before anything is subtracted from them.

    Law: Foster 1897, Cinch Laws, Scoring. Whether points from the discards or from a revoke help is open.
    """
    counted = points.of_side(side)
    if not bid:
        return counted
    if points.given and rules.revoked_points_count_for_bid:
        notes.append(("revoked_points_count_for_bid", explanation.moved_count, (points.given,)))
    elif points.given:
        counted -= points.given
        told = (side, points.given, counted)
        notes.append(("revoked_points_count_for_bid", explanation.moved_apart, told))
    if points.discards and rules.discard_points_count_for_bid:
        notes.append(("discard_points_count_for_bid", explanation.discards_count, (points.discards,)))
    elif points.discards:
        counted -= points.discards
        told = (side, points.discards, counted)
        notes.append(("discard_points_count_for_bid", explanation.discards_apart, told))
    elif taken.won is None and not rules.discard_points_count_for_bid and counted >= bid:
        reason = _(
            "say who won each point: points found among the discards do not help to make the bid "
            "here, and bare totals do not tell them apart."
        )
        raise InvalidInput({"deal.won": reason}, law=rules.law_set.law("discard_points_count_for_bid"))
    return counted

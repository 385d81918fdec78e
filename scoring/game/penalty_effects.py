"""The penalties that a game allows, and the effects that the law set gives to an offence.

:mod:`scoring.game.deal_scoring` applies the effects to points and scores. This module does not check whether
an offence happened, but relies on the record. :mod:`scoring.game.found_irregularities` finds what the cards
show.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from laws.domain.effects import KINDS, EffectKind, Words
from laws.domain.roles import ROLES
from laws.domain.sentences import Sentence, _
from scoring.game import explanation, next_dealer, penalties
from scoring.game.deal import DealRecord
from scoring.game.explanation import Note
from scoring.game.games.family import GameKind
from scoring.game.incident_roles import ADVERSARY, is_at, part_of
from scoring.game.points import RULED
from scoring.game.references import inside, seat_at_start
from scoring.game.rules import Rules
from scoring.game.seating import TableSeats

CITED_FOR: Mapping[type[penalties.Effect], str] = {
    penalties.SideCannotScore: "=revoke_by_maker",
    penalties.BidWaived: "=revoke_waives_bid",
    penalties.SetBack: "=failed_rule",
    penalties.PointsToMaker: "=revoke_by_adversary",
    penalties.AwardPoints: "=trick_claim",
    penalties.PointsDead: "=points_out_of_play",
    penalties.SideLosesPoints: "=points_out_of_play",
    penalties.BidToAdversaries: "=revoke_by_maker_adds_bid",
    penalties.NewDeal: "=misdeal_effect",
    penalties.LawfulDeal: "=misdeal_effect",
}
"""For each kind of effect, the parameter whose law is cited if the effect names no law.

Other kinds cite "=game_score".
"""

ORDERED = _("By ruling")
"""The reason that an explanation gives for a recorded or ordered effect."""


@dataclass(frozen=True, slots=True)
class PenaltyEffect:
    """An effect to apply, with the reason.

    - ``parameter``: the parameter, or the id of the law, that is the reason for the effect.
    - ``index``: the place of the penalty in the record, or RULED if a ruling ordered the effect.
    - ``for_revoke``: the effect bars the maker's side because of a revoke.
    """

    index: int
    effect: penalties.Effect
    why: Sentence
    parameter: str
    for_revoke: bool = False


def effects_in(game: GameKind) -> Mapping[str, type[penalties.Effect]]:
    """Return the classes of the effects that a director can order in a game, by kind."""
    of_no_bid = () if game.has_bidding else penalties.OF_A_BID
    return {kind: effect for kind, effect in penalties.EFFECTS.items() if kind not in of_no_bid}


def kinds_in(game: GameKind) -> Mapping[str, EffectKind]:
    """Return the kinds of effect in the laws that can be ordered in a game, by id."""
    in_game = effects_in(game)
    return {slug: kind for slug, kind in KINDS.items() if not kind.scored_as or kind.scored_as in in_game}


def values_in(accepted: Words, game: GameKind, seating: TableSeats) -> Words:
    """Return the accepted values of an effect's parameter.

    A value that is a role is left out if the game or the table does not have this role.
    """
    return {
        value: words for value, words in accepted.items() if value not in ROLES or _has(value, game, seating)
    }


def _has(role: str, game: GameKind, seating: TableSeats) -> bool:
    return is_at(role, seating) and (game.has_bidding or role != "highest-bidder")


def offences_in(game: GameKind) -> Mapping[str, type[penalties.Offence]]:
    """Return the offences that can be entered with a deal of a game."""
    return {kind: penalties.OFFENCES[kind] for kind in game.offences}


def effects_of(deal: DealRecord, maker: int, rules: Rules, notes: list[Note]) -> list[PenaltyEffect]:
    """Return the effects of a deal's penalties and rulings; the law set translates offences into effects.

    Adds notes about revokes to ``notes``.
    """
    seating = rules.seating
    revoking = {
        seating.side_of(penalty.seat) for penalty in deal.penalties if isinstance(penalty, penalties.Revoke)
    }
    on_both_sides = len(revoking) > 1 and seating.side_of(maker) in revoking
    neither = on_both_sides and rules.revoke_by_both == "neither-scores"
    if on_both_sides:
        sentence = explanation.both_revoked if neither else explanation.each_revoke_alone
        notes.append(("revoke_by_both", sentence, (seating.side_count,)))
    effects: list[PenaltyEffect] = []
    for index, penalty in enumerate(deal.penalties):
        match penalty:
            case penalties.Revoke():
                effects.extend(_for_revoke(index, penalty, maker, rules, notes, neither=neither))
            case penalties.FoulHand(seat):
                effects.extend(_for_foul_hand(index, seat, deal.dealer, maker, rules))
            case penalties.TrickClaimed(side, names):
                is_allowed = rules.trick_claim == "allowed"
                award = penalties.AwardPoints(side, names) if is_allowed else penalties.NoPenalty()
                why = _("The trick is claimed by {side}", side=inside(side))
                effects.append(PenaltyEffect(index, award, why, "trick_claim"))
            case _:
                effects.append(_as_ordered(index, penalties.RuledEffect(penalty)))
    return effects + ordered(deal)


def ordered(deal: DealRecord) -> list[PenaltyEffect]:
    """Return the effects that rulings have ordered for a deal."""
    return [_as_ordered(RULED, ruled) for ruled in deal.ruled]


def _as_ordered(index: int, ruled: penalties.RuledEffect) -> PenaltyEffect:
    cited = ruled.law or CITED_FOR.get(type(ruled.effect), "=game_score")
    return PenaltyEffect(index, ruled.effect, ORDERED, cited)


def _for_revoke(
    index: int, revoke: penalties.Revoke, maker: int, rules: Rules, notes: list[Note], *, neither: bool
) -> Iterator[PenaltyEffect]:
    seat = revoke.seat
    side, role = rules.seating.side_of(seat), part_of(seat, maker, rules.seating)
    why = _("{seat} revoked", seat=seat_at_start(seat))
    parameter = f"revoke_by_{role.replace('-', '_')}"
    ruled = getattr(rules, parameter)
    if ruled == "as-maker":
        ruled = rules.revoke_by_maker
    if neither or ruled == "side-scores-nothing":
        ours, barred = role != ADVERSARY, penalties.SideCannotScore(side)
        yield PenaltyEffect(index, barred, why, parameter, for_revoke=ours)
        if rules.revoke_waives_bid and not ours and not neither:
            yield PenaltyEffect(index, penalties.BidWaived(), why, "revoke_waives_bid")
    elif ruled == "set-back":
        yield PenaltyEffect(index, penalties.SetBack(seat), why, parameter)
    else:
        by_player = rules.revoke_scope == "player"
        if role == ADVERSARY:
            notes.append(("revoke_scope", explanation.revoke_scope, (seat, side, by_player)))
        if role == ADVERSARY and not by_player:
            yield PenaltyEffect(index, penalties.SideCannotScore(side), why, parameter)
        to_maker = penalties.PointsToMaker(side)
        if by_player:
            to_maker = penalties.PointsToMaker(seat=seat, points=revoke.points)
        yield PenaltyEffect(index, to_maker, why, parameter)


def _for_foul_hand(index: int, seat: int, dealer: int, maker: int, rules: Rules) -> Iterator[PenaltyEffect]:
    side, why = rules.seating.side_of(seat), _("{seat} played with too many cards", seat=seat_at_start(seat))
    if seat == dealer and rules.foul_hand_dealer == "corrected":
        put_right = _("{why}, and the dealer's hand is put right", why=why)
        yield PenaltyEffect(index, penalties.NoPenalty(), put_right, "foul_hand_dealer")
    elif rules.foul_hand == "misdeal":
        follows = "same" if next_dealer.after_misdeal(dealer, rules) == dealer else "next"
        yield PenaltyEffect(index, penalties.NewDeal(follows), why, "foul_hand")
    elif rules.foul_hand == "none":
        yield PenaltyEffect(index, penalties.NoPenalty(), why, "foul_hand")
    else:
        yield PenaltyEffect(index, penalties.SideCannotScore(side), why, "foul_hand")
        if rules.foul_hand_waives_bid and part_of(seat, maker, rules.seating) == ADVERSARY:
            yield PenaltyEffect(index, penalties.BidWaived(), why, "foul_hand_waives_bid")


def voids(deal: DealRecord, maker: int, rules: Rules) -> bool:
    """Tell whether a penalty or a ruling makes the deal void, so that the record needs no points."""
    return any(isinstance(found.effect, penalties.NEW_DEALS) for found in effects_of(deal, maker, rules, []))

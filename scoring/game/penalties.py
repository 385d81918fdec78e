"""The translation of a deal's penalties into effects by the law set.

:mod:`scoring.game.deal_scoring` applies the effects to points and scores. Nothing here checks whether an
offence happened: the record names it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from laws.domain.effects import KINDS, EffectKind, Words
from laws.domain.roles import ROLES
from laws.domain.sentences import Sentence, _
from scoring.game import explanation
from scoring.game.deal import DealRecord
from scoring.game.explanation import Note
from scoring.game.games.family import GameKind
from scoring.game.incident_roles import ADVERSARY, is_at, part_of
from scoring.game.penalty_kinds import (
    EFFECTS,
    OF_A_BID,
    OFFENCES,
    AwardPoints,
    BidToAdversaries,
    BidWaived,
    Effect,
    FoulHand,
    LawfulDeal,
    NewDeal,
    NoPenalty,
    Offence,
    PointsDead,
    PointsToMaker,
    Revoke,
    RuledEffect,
    SetBack,
    SideCannotScore,
    SideLosesPoints,
    TrickClaimed,
)
from scoring.game.points import RULED
from scoring.game.references import inside, seat_at_start
from scoring.game.rules import Rules
from scoring.game.seating import TableSeats

CITED_FOR: Mapping[type[Effect], str] = {
    SideCannotScore: "=revoke_by_maker",
    BidWaived: "=revoke_waives_bid",
    SetBack: "=failed_rule",
    PointsToMaker: "=revoke_by_adversary",
    AwardPoints: "=trick_claim",
    PointsDead: "=points_out_of_play",
    SideLosesPoints: "=points_out_of_play",
    BidToAdversaries: "=revoke_by_maker_adds_bid",
    NewDeal: "=misdeal_effect",
    LawfulDeal: "=misdeal_effect",
}
"""The parameter whose law an effect without its own law cites; the default is "=game_score"."""

ORDERED = _("By ruling")
"""The reason given in an explanation for a recorded or ordered effect."""


@dataclass(frozen=True, slots=True)
class PenaltyEffect:
    """An effect to apply, with its reason and the parameter, or the id of the law, that it rests on.

    ``index`` is the place of its penalty in the record, or RULED if a ruling ordered it. ``for_revoke`` marks
    the effect of a revoke by the maker's side.
    """

    index: int
    effect: Effect
    why: Sentence
    parameter: str
    for_revoke: bool = False


def effects_in(game: GameKind) -> Mapping[str, type[Effect]]:
    """Return the effects that can be ordered in a game."""
    return {kind: effect for kind, effect in EFFECTS.items() if game.has_bidding or kind not in OF_A_BID}


def kinds_in(game: GameKind) -> Mapping[str, EffectKind]:
    """Return the law's kinds of effects that can be ordered in a game."""
    in_game = effects_in(game)
    return {slug: kind for slug, kind in KINDS.items() if not kind.scored_as or kind.scored_as in in_game}


def values_in(accepted: Words, game: GameKind, seating: TableSeats) -> Words:
    """Return an effect parameter's accepted values without the roles that nobody can have in this game."""
    return {
        value: words for value, words in accepted.items() if value not in ROLES or _has(value, game, seating)
    }


def _has(role: str, game: GameKind, seating: TableSeats) -> bool:
    return is_at(role, seating) and (game.has_bidding or role != "highest-bidder")


def offences_in(game: GameKind) -> Mapping[str, type[Offence]]:
    """Return the offences that can be entered with a deal of a game."""
    return {kind: OFFENCES[kind] for kind in game.offences}


def effects_of(deal: DealRecord, maker: int, rules: Rules, notes: list[Note]) -> list[PenaltyEffect]:
    """Return the effects of a deal's penalties and rulings; the law set translates offences into effects.

    Adds notes on revokes by both sides and on the scope of an adversary's revoke.
    """
    seating = rules.seating
    revoking = {seating.side_of(penalty.seat) for penalty in deal.penalties if isinstance(penalty, Revoke)}
    on_both_sides = len(revoking) > 1 and seating.side_of(maker) in revoking
    neither = on_both_sides and rules.revoke_by_both == "neither-scores"
    if on_both_sides:
        sentence = explanation.both_revoked if neither else explanation.each_revoke_alone
        notes.append(("revoke_by_both", sentence, (seating.side_count,)))
    effects: list[PenaltyEffect] = []
    for index, penalty in enumerate(deal.penalties):
        match penalty:
            case Revoke():
                effects.extend(_for_revoke(index, penalty, maker, rules, notes, neither=neither))
            case FoulHand(seat):
                effects.extend(_for_foul_hand(index, seat, deal.dealer, maker, rules))
            case TrickClaimed(side, names):
                claimed = AwardPoints(side, names) if rules.trick_claim == "allowed" else NoPenalty()
                why = _("The trick is claimed by {side}", side=inside(side))
                effects.append(PenaltyEffect(index, claimed, why, "trick_claim"))
            case _:
                effects.append(_as_ordered(index, RuledEffect(penalty)))
    return effects + ordered(deal)


def ordered(deal: DealRecord) -> list[PenaltyEffect]:
    """Return the effects that rulings have ordered for a deal."""
    return [_as_ordered(RULED, ruled) for ruled in deal.ruled]


def _as_ordered(index: int, ruled: RuledEffect) -> PenaltyEffect:
    cited = ruled.law or CITED_FOR.get(type(ruled.effect), "=game_score")
    return PenaltyEffect(index, ruled.effect, ORDERED, cited)


def _for_revoke(
    index: int, revoke: Revoke, maker: int, rules: Rules, notes: list[Note], *, neither: bool
) -> Iterator[PenaltyEffect]:
    """Yield the effects of a revoke, depending on who revoked.

    An adversary's revoke may also waive the bid. It may give the maker the points of the adversary's side or,
    by ``revoke_scope``, only those of the adversary's own tricks.
    """
    seat = revoke.seat
    side, role = rules.seating.side_of(seat), part_of(seat, maker, rules.seating)
    why = _("{seat} revoked", seat=seat_at_start(seat))
    parameter = f"revoke_by_{role.replace('-', '_')}"
    ruled = getattr(rules, parameter)
    if ruled == "as-maker":
        ruled = rules.revoke_by_maker
    if neither or ruled == "side-scores-nothing":
        ours, barred = role != ADVERSARY, SideCannotScore(side)
        yield PenaltyEffect(index, barred, why, parameter, for_revoke=ours)
        if rules.revoke_waives_bid and not ours and not neither:
            yield PenaltyEffect(index, BidWaived(), why, "revoke_waives_bid")
    elif ruled == "set-back":
        yield PenaltyEffect(index, SetBack(seat), why, parameter)
    else:
        by_player = rules.revoke_scope == "player"
        if role == ADVERSARY:
            notes.append(("revoke_scope", explanation.revoke_scope, (seat, side, by_player)))
        if role == ADVERSARY and not by_player:
            yield PenaltyEffect(index, SideCannotScore(side), why, parameter)
        to_maker = PointsToMaker(seat=seat, points=revoke.points) if by_player else PointsToMaker(side)
        yield PenaltyEffect(index, to_maker, why, parameter)


def _for_foul_hand(index: int, seat: int, dealer: int, maker: int, rules: Rules) -> Iterator[PenaltyEffect]:
    """Yield the effects of playing with too many cards; for an adversary the bid may also be waived."""
    side, why = rules.seating.side_of(seat), _("{seat} played with too many cards", seat=seat_at_start(seat))
    if seat == dealer and rules.foul_hand_dealer == "corrected":
        put_right = _("{why}, and the dealer's hand is put right", why=why)
        yield PenaltyEffect(index, NoPenalty(), put_right, "foul_hand_dealer")
    elif rules.foul_hand == "misdeal":
        follows = "same" if rules.misdeal_effect == "same-dealer" else "next"
        yield PenaltyEffect(index, NewDeal(follows), why, "foul_hand")
    elif rules.foul_hand == "none":
        yield PenaltyEffect(index, NoPenalty(), why, "foul_hand")
    else:
        yield PenaltyEffect(index, SideCannotScore(side), why, "foul_hand")
        if rules.foul_hand_waives_bid and part_of(seat, maker, rules.seating) == ADVERSARY:
            yield PenaltyEffect(index, BidWaived(), why, "foul_hand_waives_bid")


def voids(deal: DealRecord, maker: int, rules: Rules) -> bool:
    """Tell whether a penalty makes the deal void, so that no points are needed."""
    return any(isinstance(found.effect, NewDeal | LawfulDeal) for found in effects_of(deal, maker, rules, []))

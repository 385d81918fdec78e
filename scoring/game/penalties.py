"""The closed lists of offences and effects, and the translation of an offence into effects by the law set.

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
from scoring.game.deal import DealRecord, Penalty
from scoring.game.explanation import Note
from scoring.game.games.family import GameKind
from scoring.game.incident_roles import ADVERSARY, is_at, part_of
from scoring.game.points import RULED
from scoring.game.references import inside, seat_at_start
from scoring.game.rules import Rules
from scoring.game.seating import TableSeats

OFFENCES: Mapping[str, tuple[str, ...]] = {
    "revoke": ("seat", "points"),
    "foul-hand": ("seat",),
    "trick-claimed": ("side", "points"),
}
"""The offences with their fields. A foul hand had too many cards and was played to the first trick."""

EFFECTS: Mapping[str, tuple[str, ...]] = {
    "side-cannot-score": ("side",),
    "bid-waived": (),
    "set-back": ("seat", "points"),
    "points-to-maker": ("side", "seat", "points"),
    "award-points": ("side", "points"),
    "points-dead": ("points",),
    "bid-to-adversaries": (),
    "score-up": ("side", "points"),
    "score-down": ("side", "points"),
    "stops-short": ("side",),
    "new-deal": ("dealer",),
    "new-game": (),
    "no-penalty": (),
}
"""The effects that a director may order on any deal, with their fields."""

OF_A_BID = ("bid-waived", "points-to-maker", "bid-to-adversaries")
"""The effects that exist only in games with bids."""

COUNTED = ("set-back", "score-up", "score-down")
"""The effects whose ``points`` are a number; in other effects ``points`` are names of points."""

CITED_FOR: Mapping[str, str] = {
    "side-cannot-score": "=revoke_by_maker",
    "bid-waived": "=revoke_waives_bid",
    "set-back": "=failed_rule",
    "points-to-maker": "=revoke_by_adversary",
    "award-points": "=trick_claim",
    "points-dead": "=points_out_of_play",
    "bid-to-adversaries": "=revoke_by_maker_adds_bid",
    "new-deal": "=misdeal_effect",
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
    penalty: Penalty
    why: Sentence
    parameter: str
    for_revoke: bool = False


def effects_in(game: GameKind) -> Mapping[str, tuple[str, ...]]:
    """Return the effects that can be ordered in a game, with their fields."""
    return {kind: fields for kind, fields in EFFECTS.items() if game.has_bidding or kind not in OF_A_BID}


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


def offences_in(game: GameKind) -> Mapping[str, tuple[str, ...]]:
    """Return the offences that can be entered with a deal of a game, with their fields."""
    return {kind: OFFENCES[kind] for kind in game.offences}


def effects_of(deal: DealRecord, maker: int, rules: Rules, notes: list[Note]) -> list[PenaltyEffect]:
    """Return the effects of a deal's penalties and rulings; the law set translates offences into effects.

    Adds notes on revokes by both sides and on the scope of an adversary's revoke.
    """
    seating = rules.seating
    revoking = {
        seating.side_of(penalty.seat)
        for penalty in deal.penalties
        if penalty.kind == "revoke" and penalty.seat is not None
    }
    on_both_sides = len(revoking) > 1 and seating.side_of(maker) in revoking
    neither = on_both_sides and rules.revoke_by_both == "neither-scores"
    if on_both_sides:
        sentence = explanation.both_revoked if neither else explanation.each_revoke_alone
        notes.append(("revoke_by_both", sentence, (seating.side_count,)))
    effects: list[PenaltyEffect] = []
    for index, penalty in enumerate(deal.penalties):
        if not penalty.is_offence:
            effects.append(bare(index, penalty))
        elif penalty.kind == "revoke":
            effects.extend(_for_revoke(index, penalty, maker, rules, notes, neither=neither))
        elif penalty.kind == "foul-hand":
            effects.extend(_for_foul_hand(index, penalty, deal.dealer, maker, rules))
        else:
            kind = "award-points" if rules.trick_claim == "allowed" else "no-penalty"
            why = _("The trick is claimed by {side}", side=inside(penalty.side or 0))
            bare_penalty = Penalty(kind, False, side=penalty.side, names=penalty.names)
            effects.append(PenaltyEffect(index, bare_penalty, why, "trick_claim"))
    return effects + ordered(deal)


def ordered(deal: DealRecord) -> list[PenaltyEffect]:
    """Return the effects that rulings have ordered for a deal."""
    return [bare(RULED, penalty) for penalty in deal.ruled]


def bare(index: int, penalty: Penalty) -> PenaltyEffect:
    """Return an effect as recorded or ordered, with the law it cites."""
    cited = penalty.law or CITED_FOR.get(penalty.kind, "=game_score")
    return PenaltyEffect(index, penalty, ORDERED, cited)


def _for_revoke(
    index: int, penalty: Penalty, maker: int, rules: Rules, notes: list[Note], *, neither: bool
) -> Iterator[PenaltyEffect]:
    """Yield the effects of a revoke, depending on who revoked.

    An adversary's revoke may also waive the bid. It may give the maker the points of the adversary's side or,
    by ``revoke_scope``, only those of the adversary's own tricks.
    """
    seat = penalty.seat or 0
    side, role = rules.seating.side_of(seat), part_of(seat, maker, rules.seating)
    why = _("{seat} revoked", seat=seat_at_start(seat))
    parameter = f"revoke_by_{role.replace('-', '_')}"
    ruled = getattr(rules, parameter)
    if ruled == "as-maker":
        ruled = rules.revoke_by_maker
    if neither or ruled == "side-scores-nothing":
        ours, barred = role != ADVERSARY, Penalty("side-cannot-score", False, side=side)
        yield PenaltyEffect(index, barred, why, parameter, for_revoke=ours)
        if rules.revoke_waives_bid and not ours and not neither:
            yield PenaltyEffect(index, Penalty("bid-waived", False), why, "revoke_waives_bid")
    elif ruled == "set-back":
        yield PenaltyEffect(index, Penalty("set-back", False, seat=seat), why, parameter)
    else:
        by_player = rules.revoke_scope == "player"
        if role == ADVERSARY:
            notes.append(("revoke_scope", explanation.revoke_scope, (seat, side, by_player)))
        if role == ADVERSARY and not by_player:
            yield PenaltyEffect(index, Penalty("side-cannot-score", False, side=side), why, parameter)
        bare_penalty = Penalty("points-to-maker", False, side=side)
        if by_player:
            bare_penalty = Penalty("points-to-maker", False, seat=seat, names=penalty.names)
        yield PenaltyEffect(index, bare_penalty, why, parameter)


def _for_foul_hand(
    index: int, penalty: Penalty, dealer: int, maker: int, rules: Rules
) -> Iterator[PenaltyEffect]:
    """Yield the effects of playing with too many cards; for an adversary the bid may also be waived."""
    seat = penalty.seat or 0
    side, why = rules.seating.side_of(seat), _("{seat} played with too many cards", seat=seat_at_start(seat))
    if seat == dealer and rules.foul_hand_dealer == "corrected":
        put_right = _("{why}, and the dealer's hand is put right", why=why)
        yield PenaltyEffect(index, Penalty("no-penalty", False), put_right, "foul_hand_dealer")
    elif rules.foul_hand == "misdeal":
        follows = "same" if rules.misdeal_effect == "same-dealer" else "next"
        yield PenaltyEffect(index, Penalty("new-deal", False, dealer=follows), why, "foul_hand")
    elif rules.foul_hand == "none":
        yield PenaltyEffect(index, Penalty("no-penalty", False), why, "foul_hand")
    else:
        yield PenaltyEffect(index, Penalty("side-cannot-score", False, side=side), why, "foul_hand")
        if rules.foul_hand_waives_bid and part_of(seat, maker, rules.seating) == ADVERSARY:
            yield PenaltyEffect(index, Penalty("bid-waived", False), why, "foul_hand_waives_bid")


def voids(deal: DealRecord, maker: int, rules: Rules) -> bool:
    """Tell whether a penalty makes the deal void, so that no points are needed."""
    return any(effect.penalty.kind == "new-deal" for effect in effects_of(deal, maker, rules, []))

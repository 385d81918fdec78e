"""The closed lists of offences and of bare effects, and how the law set turns the one into the other.

Here an offence becomes effects; what an effect does to the points and the score is done in
:mod:`scoring.game.score`. Whether an offence happened is not asked: it is named in the record.

The points that a penalty moves from one side to another are followed here as well.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from laws.domain.errors import InvalidInput
from laws.domain.sentences import Sentence, _
from scoring.game import explanation
from scoring.game.deal import DISCARDS, DealRecord, Penalty
from scoring.game.explanation import Note, in_words
from scoring.game.parts import ADVERSARY, part_of
from scoring.game.points import Taken
from scoring.game.rules import Rules
from scoring.game.seating import inside, worded

OFFENCES: Mapping[str, tuple[str, ...]] = {
    "revoke": ("seat", "points"),
    "foul-hand": ("seat",),
    "trick-claimed": ("side", "points"),
}
"""Each offence with its fields. A foul hand is one with too many cards, played to the first trick."""

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
    "no-penalty": (),
}
"""Each bare effect with its fields: what a director may order on any deal."""

COUNTED = ("set-back", "score-up", "score-down")
"""The effects whose points are a number; those of all others are names of points."""

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
"""The parameter whose law is cited for a bare effect, which no parameter decides; else that of the game."""

ORDERED = _("By ruling")
"""Stands before a bare effect in an explanation."""

RULED = -1
"""The place of an effect that stands in no record, because a ruling has ordered it."""


@dataclass(frozen=True, slots=True)
class PenaltyEffect:
    """A bare effect to be applied: which, for what reason, and by which parameter's law.

    ``index`` is the place of its penalty in the record, RULED where it is in none. ``parameter`` may also be
    the id of a law itself. ``for_revoke`` marks a revoke by the maker's side.
    """

    index: int
    does: Penalty
    why: Sentence
    parameter: str
    for_revoke: bool = False


def effects_of(deal: DealRecord, maker: int, rules: Rules, notes: list[Note]) -> list[PenaltyEffect]:
    """Return the effects of a deal's penalties, the offences ruled by the law set.

    Notes are added for what is decided here: an offence without effect, and a revoke by both sides.
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
        told = explanation.both_revoked if neither else explanation.each_revoke_alone
        notes.append(("revoke_by_both", told, (seating.side_count,)))
    effects: list[PenaltyEffect] = []
    for index, penalty in enumerate(deal.penalties):
        if not penalty.is_offence:
            effects.append(bare(index, penalty))
        elif penalty.kind == "revoke":
            effects.extend(_for_revoke(index, penalty, maker, rules, notes, neither=neither))
        elif penalty.kind == "foul-hand":
            effects.append(_for_foul_hand(index, penalty, deal.dealer, rules))
        else:
            kind = "award-points" if rules.trick_claim == "allowed" else "no-penalty"
            why = _("The trick is claimed by {side}", side=inside(penalty.side or 0))
            does = Penalty(kind, False, side=penalty.side, names=penalty.names)
            effects.append(PenaltyEffect(index, does, why, "trick_claim"))
    return effects + ordered(deal)


def ordered(deal: DealRecord) -> list[PenaltyEffect]:
    """Return the effects that rulings have ordered for a deal, each with the law it rests on, if any."""
    return [bare(RULED, penalty) for penalty in deal.ruled]


def bare(index: int, penalty: Penalty) -> PenaltyEffect:
    """Return a bare effect that stands in the record, or that a ruling has ordered."""
    cited = penalty.law or CITED_FOR.get(penalty.kind, "=game_score")
    return PenaltyEffect(index, penalty, ORDERED, cited)


def field_of(index: int) -> str:
    """Return the field under which a fault in an effect's points is told."""
    return "deal.ruling.points" if index == RULED else f"deal.penalties.{index}.points"


def _for_revoke(
    index: int, penalty: Penalty, maker: int, rules: Rules, notes: list[Note], *, neither: bool
) -> Iterator[PenaltyEffect]:
    """Yield what a revoke leads to, by who revoked.

    An adversary's revoke may also waive the bid. What an adversary's revoke gives the maker are the points
    of his side or, by ``revoke_scope``, of his own tricks alone.
    """
    seat = penalty.seat or 0
    side, role = rules.seating.side_of(seat), part_of(seat, maker, rules.seating)
    why = _("Seat {seat} revoked", seat=seat)
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
        does = Penalty("points-to-maker", False, side=side)
        if by_player:
            does = Penalty("points-to-maker", False, seat=seat, names=penalty.names)
        yield PenaltyEffect(index, does, why, parameter)


def _for_foul_hand(index: int, penalty: Penalty, dealer: int, rules: Rules) -> PenaltyEffect:
    """Return what playing on with too many cards leads to; the bid is not waived for it."""
    seat = penalty.seat or 0
    why = _("Seat {seat} played with too many cards", seat=seat)
    if seat == dealer and rules.foul_hand_dealer == "corrected":
        put_right = _("{why}, and the dealer's hand is put right", why=why)
        return PenaltyEffect(index, Penalty("no-penalty", False), put_right, "foul_hand_dealer")
    if rules.foul_hand == "misdeal":
        follows = "same" if rules.misdeal_effect == "same-dealer" else "next"
        return PenaltyEffect(index, Penalty("new-deal", False, dealer=follows), why, "foul_hand")
    if rules.foul_hand == "none":
        return PenaltyEffect(index, Penalty("no-penalty", False), why, "foul_hand")
    does = Penalty("side-cannot-score", False, side=rules.seating.side_of(seat))
    return PenaltyEffect(index, does, why, "foul_hand")


def voids(deal: DealRecord, maker: int, rules: Rules) -> bool:
    """Return whether a penalty makes the deal void, so that no points need to be known."""
    return any(effect.does.kind == "new-deal" for effect in effects_of(deal, maker, rules, []))


@dataclass(slots=True)
class Points:
    """Each side's points as penalties leave them.

    ``owners`` says which side counts each point (None: dead), where that is known; ``takers`` which seat made
    it; ``lying`` which were among the discards and ``discards`` how many points of them the maker's side
    counts; ``given`` how many points a revoke has given it; ``buried`` how many a ruling leaves to nobody.
    """

    maker_side: int
    rules: Rules
    counts: list[int]
    owners: dict[str, int | None] | None
    takers: Mapping[str, int] | None
    lying: frozenset[str]
    discards: int = 0
    given: int = 0
    buried: int = 0

    @classmethod
    def of(cls, taken: Taken, maker_side: int, rules: Rules) -> Points:
        """Return the points as they were taken."""
        if taken.won is None:
            return cls(maker_side, rules, list(taken.points.values), None, None, frozenset())
        to_maker = maker_side if rules.discard_points_to == "maker" else None
        lying = frozenset(name for name, taker in taken.won.items() if taker == DISCARDS)
        owners = {
            name: taker if isinstance(taker, int) else to_maker if name in lying else None
            for name, taker in taken.won.items()
        }
        return cls(maker_side, rules, list(taken.points.values), owners, taken.takers, lying, taken.discards)

    def award(self, side: int, names: tuple[str, ...], index: int) -> None:
        """Give named points to a side, from whichever side has them or, by a ruling, out of the discards.

        Raises InvalidInput under "deal.penalties.N.points" for a point that was in no trick or, where only
        totals are known, for more points than the other side took.
        """
        field = field_of(index)
        if self.owners is None:
            others = [other for other in range(1, len(self.counts) + 1) if other != side]
            if len(others) > 1:
                reason = _("say who won each point: bare totals do not tell which side loses these.")
                raise InvalidInput({"deal.won": reason})
            self._move(others[0], side, names, field)
            return
        for name in names:
            owner = self.owners.get(name)
            if index == RULED and owner is None and name in self.lying:
                self.counts[side - 1] += self.rules.worth[name]
                self.buried -= self.rules.worth[name]
                self.owners[name] = side
                continue
            if owner is None or name in self.lying:
                reason = _("{point} was in no trick, so it cannot be claimed.", point=in_words(name))
                raise InvalidInput({field: reason})
            if owner != side:
                self._move(owner, side, (name,), field)

    def bury(self, names: tuple[str, ...], index: int) -> None:
        """Let named points count for nobody, whoever has them.

        Raises InvalidInput under "deal.won" where it is not known who has them.
        """
        if self.owners is None:
            reason = _("say who won each point: bare totals do not tell who loses these.")
            raise InvalidInput({"deal.won": reason})
        for name in names:
            owner = self.owners.get(name)
            if owner is None:
                reason = _("{point} counts for nobody already.", point=in_words(name))
                raise InvalidInput({field_of(index): reason})
            self.counts[owner - 1] -= self.rules.worth[name]
            self.buried += self.rules.worth[name]
            if name in self.lying and self.rules.discard_points_to == "maker":
                self.discards -= self.rules.worth[name]
            self.owners[name] = None

    def to_maker(self, side: int, penalty: Penalty, index: int) -> tuple[tuple[str, ...] | None, int]:
        """Give a side's points to the maker's side, and return which (None: all) and how many.

        A penalty on a seat takes only the points in tricks which that seat won: they are known from the
        cards, or the penalty names them. Raises InvalidInput where they are not known.
        """
        field = field_of(index)
        names = penalty.names
        if names is None and penalty.seat is not None and side != self.maker_side:
            if self.takers is None:
                reason = _(
                    "name the points in the tricks that seat {seat} won: only those go to the maker.",
                    seat=penalty.seat,
                )
                raise InvalidInput({field: reason}, law=self.rules.law_set.law("revoke_scope"))
            names = tuple(name for name, seat in self.takers.items() if seat == penalty.seat)
        if side == self.maker_side:
            return None, 0
        if names is not None:
            return names, self._give(side, names, field)
        count = self.counts[side - 1]
        self._shift(side, self.maker_side, count)
        self.given += count
        if self.owners is not None:
            self.owners = {
                name: self.maker_side if owner == side else owner for name, owner in self.owners.items()
            }
        return None, count

    def _give(self, side: int, names: tuple[str, ...], field: str) -> int:
        if self.owners is not None:
            for name in names:
                if self.owners.get(name) != side:
                    reason = _("{point} was not taken by {side}.", point=in_words(name), side=inside(side))
                    raise InvalidInput({field: worded(reason, self.rules.seating)})
        count = self._move(side, self.maker_side, names, field)
        self.given += count
        return count

    def _move(self, source: int, target: int, names: tuple[str, ...], field: str) -> int:
        """Move named points between two sides and return how many they are."""
        count = sum(self.rules.worth[name] for name in names)
        if count > self.counts[source - 1]:
            reason = _(
                "{side} took only {taken}, so it cannot lose {count}.",
                side=inside(source),
                taken=self.counts[source - 1],
                count=count,
            )
            raise InvalidInput({field: worded(reason, self.rules.seating)})
        self._shift(source, target, count)
        if self.owners is not None:
            self.owners |= dict.fromkeys(names, target)
        return count

    def _shift(self, source: int, target: int, count: int) -> None:
        self.counts[source - 1] -= count
        self.counts[target - 1] += count

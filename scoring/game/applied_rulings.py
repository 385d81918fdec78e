"""Translate the decisions on a deal's disputes into the penalties that change its score.

The module also finds the seats that owe counters to the pool.

The stored deal is never changed: the penalties are computed again whenever the deal is read. So a decision
cannot be applied twice, and a withdrawn decision has no effect. :mod:`scoring.game.deal_scoring` applies
penalties to a score.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from laws.domain.errors import InvalidInput
from laws.domain.sentences import _
from scoring.game import penalties
from scoring.game.combined_decisions import MAKERS_SIDE_BY, Decided, Order, in_force
from scoring.game.deal import DISCARDS, DealRecord, Taker
from scoring.game.deal_notation import read_penalties
from scoring.game.incident_roles import KnownSeats, known_seats
from scoring.game.parsing import Problems
from scoring.game.penalties import Effect, RuledEffect
from scoring.game.points import points_in, taken_on
from scoring.game.rules import Rules

FIGURES: Mapping[str, int] = {"one": 1, "two": 2, "four": 4, "ten": 10, "fourteen": 14}
"""The number for each number word in the effects of the law."""

NAMED: Mapping[str, tuple[str, ...]] = {
    "turned-jack": ("turned-jack", "second-turned-jack"),
    "game": ("game",),
    "jack-and-game": ("jack", "game"),
}
"""The points that each value of "what" stands for in the law's effect "cannot-count"."""


def penalties_of(decided: Sequence[Decided], deal: DealRecord, rules: Rules) -> tuple[RuledEffect, ...]:
    """Return the effects that the decisions in force have on the score of a deal.

    An effect that is ordered twice is listed once, unless it is one of `penalties.COUNTED`.

    - If the deal was a misdeal or a redeal, only an order for a new deal has an effect.
    - An order for a new deal has no effect on a played deal that was recorded after the order, because this
      deal is the new deal.

    Raises InvalidInput:

    - under "deal.ruling.seat", "deal.ruling.seats.lawful-dealer" or "deal.ruling.points" if an effect needs
      a seat or points that neither the record nor the decision contains;
    - under "deal.won" if an effect depends on who won each point, and the record has only totals;
    - under "deal.ruling.effects.0…" if a penalty that a director ordered does not fit the game's rules;
    - under the fields that `taken_on` names, if an effect depends on who took the points.
    """
    rules = rules.for_deal(deal)
    found: list[RuledEffect] = []
    for decision in in_force(decided):
        known = known_seats(deal, rules.seating, decision.seats, decision.facts, decision.trick)
        for order in decision.orders:
            is_carried_out = decision.is_in_play and order.kind == "new-deal" and deal.misdeal is None
            not_played = deal.misdeal is not None and order.kind != "new-deal"
            if not order.is_scored or is_carried_out or not_played:
                continue
            for effect in _effects(order, decision, known, deal, rules):
                is_repeated = any(earlier.effect == effect for earlier in found)
                if isinstance(effect, penalties.COUNTED) or not is_repeated:
                    found.append(RuledEffect(effect, order.law))
    return tuple(found)


def forfeits_of(decided: Sequence[Decided], deal: DealRecord, rules: Rules) -> list[int]:
    """Return the seats that owe counters to the pool.

    A seat that owes several counters is listed several times. A counter is left out if it is unknown which
    seat owes it.
    """
    owed = [
        known_seats(deal, rules.seating, decision.seats, decision.facts, decision.trick).seat(
            str(order.effect["who"])
        )
        for decision in in_force(decided)
        for order in decision.orders
        if order.kind == "pays-the-pool" and order.is_of_the_law
    ]
    return [seat for seat in owed if seat is not None]


def ruled(decided: Sequence[Decided], deal: DealRecord, rules: Rules) -> DealRecord:
    """Return the deal with the effects of these decisions as its field ``ruled``.

    Raises InvalidInput as `penalties_of` does.
    """
    effects = penalties_of(decided, deal, rules) if decided else ()
    return deal if effects == deal.ruled else replace(deal, ruled=effects)


def _effects(
    order: Order, decision: Decided, known: KnownSeats, deal: DealRecord, rules: Rules
) -> Iterator[Effect]:
    if order.is_of_the_law:
        yield from BY_KIND[order.kind](_OrderedEffect(order.effect, decision, known, deal, rules))
        return
    problems = Problems()
    effect = {name: value for name, value in order.effect.items() if name != "says"}
    read = read_penalties([effect], "deal.ruling.effects", rules, problems)
    problems.settle()
    yield from (penalty for penalty in read if isinstance(penalty, Effect))


@dataclass(frozen=True, slots=True)
class _OrderedEffect:
    effect: Mapping[str, Any]
    decision: Decided
    known: KnownSeats
    deal: DealRecord
    rules: Rules

    def sides(self, field: str = "side") -> tuple[int, ...]:
        return self.sides_of(str(self.effect[field]))

    def sides_of(self, role: str) -> tuple[int, ...]:
        sides = self.known.sides(role)
        if not sides:
            raise InvalidInput({"deal.ruling.seat": _("say who was in error: the ruling depends on it.")})
        return sides

    def side(self, field: str = "side") -> int:
        return self.sides(field)[0]

    def seat(self, field: str = "who") -> int:
        seat = self.known.seat(str(self.effect[field]))
        # The penalties fall on the side of the seat, so any seat of the side will do.
        return seat if seat is not None else self.rules.seating.seats_of(self.side(field))[0]

    def offender(self) -> int:
        seat = self.known.seat("offender")
        if seat is None:
            raise InvalidInput({"deal.ruling.seat": _("say who was in error: the ruling falls on a player.")})
        return seat

    @property
    def both_sides_erred(self) -> bool:
        return self.decision.is_of_both or MAKERS_SIDE_BY in self.decision.facts

    def erring_adversary(self) -> tuple[int, ...]:
        """Return the side of the adversary who erred, in a tuple. Call this only if both sides erred.

        The tuple is empty at a table of two sides, because all adversaries are one side there.
        """
        if self.rules.seating.side_count == 2:
            return ()
        both, ours = self.known.sides("both-sides"), self.known.sides("makers-side")
        if not both:
            raise InvalidInput({"deal.ruling.seat": _("say which of the maker's adversaries was in error.")})
        return tuple(side for side in both if side not in ours)

    @property
    def won(self) -> Mapping[str, Taker]:
        return (taken_on(self.deal, self.rules).won or {}) if self.deal.level > 1 else {}

    def lying(self) -> tuple[str, ...]:
        return tuple(name for name, taker in self.won.items() if taker == DISCARDS)

    def of_the_trick(self) -> tuple[str, ...]:
        if self.decision.points is not None:
            return self.decision.points
        cards, trump, trick = self.deal.cards, self.deal.trump, self.decision.trick
        if cards is None or trump is None or trick is None or trick > len(cards.tricks):
            raise InvalidInput(
                {"deal.ruling.points": _("name the points in the trick; an empty list where there are none.")}
            )
        return points_in(trick, cards, self.rules.game.trumps(trump), self.rules)


def _award(ordered: _OrderedEffect) -> Iterator[Effect]:
    if names := ordered.of_the_trick():
        yield penalties.AwardPoints(ordered.side(), names)


def _barred(ordered: _OrderedEffect) -> Iterator[Effect]:
    is_of_one = ordered.both_sides_erred and ordered.effect["side"] == "makers-adversaries"
    for side in (ordered.erring_adversary() if is_of_one else ()) or ordered.sides():
        yield penalties.SideCannotScore(side)


def _nobody(ordered: _OrderedEffect) -> Iterator[Effect]:
    for side in ordered.rules.seating.sides():
        yield penalties.SideCannotScore(side)


def _new_deal(ordered: _OrderedEffect) -> Iterator[Effect]:
    if ordered.effect["dealer"] != "lawful":
        yield penalties.NewDeal(str(ordered.effect["dealer"]))
        return
    lawful = ordered.known.seat("lawful-dealer")
    if lawful is None:
        due = _("say whose deal it was: that player deals now.")
        raise InvalidInput({"deal.ruling.seats.lawful-dealer": due})
    yield penalties.LawfulDeal(lawful)


def _back(ordered: _OrderedEffect) -> Iterator[Effect]:
    count = FIGURES[str(ordered.effect["count"])] if "count" in ordered.effect else None
    yield penalties.SetBack(ordered.seat(), count)


def _to_maker(ordered: _OrderedEffect) -> Iterator[Effect]:
    taken_from = ordered.effect["points"]
    if taken_from == "side":
        sides = ordered.erring_adversary() if ordered.both_sides_erred else ordered.known.sides("offenders")
        sides = sides or ordered.known.sides("makers-adversaries")
        for side in sides:
            yield penalties.PointsToMaker(side)
    elif taken_from == "tricks":
        yield penalties.PointsToMaker(seat=ordered.offender(), points=ordered.decision.points)
    elif taken_from == "discards" and ordered.rules.discard_points_to != "maker" and ordered.lying():
        maker = ordered.known.sides("makers-side")
        yield penalties.AwardPoints(maker[0], ordered.lying())


def _dead(ordered: _OrderedEffect) -> Iterator[Effect]:
    taken_from, names = ordered.effect["points"], ordered.decision.points or ()
    if taken_from == "discards":
        names = () if ordered.rules.discard_points_to == "dead" else ordered.lying()
    elif taken_from == "side" and not names:
        side = ordered.sides_of("offenders")
        if ordered.deal.level == 1:
            reason = _("say who won each point: bare totals do not tell who loses these.")
            raise InvalidInput({"deal.won": reason})
        names = tuple(name for name, taker in ordered.won.items() if (taker,) == side)
    elif taken_from == "pack":
        names = ()
    elif not names:
        raise InvalidInput({"deal.ruling.points": _("name the points that nobody is to count.")})
    if names:
        yield penalties.PointsDead(names)


def _cannot_count(ordered: _OrderedEffect) -> Iterator[Effect]:
    side = ordered.rules.seating.side_of(ordered.seat())
    if ordered.effect["what"] == "anything":
        yield penalties.SideCannotScore(side)
        return
    names = tuple(name for name in NAMED[str(ordered.effect["what"])] if name in ordered.rules.worth)
    yield penalties.SideLosesPoints(side, names)


def _figure(ordered: _OrderedEffect) -> Iterator[Effect]:
    effect = penalties.ScoreUp if ordered.effect["kind"] == "score-up" else penalties.ScoreDown
    for side in ordered.sides():
        yield effect(side, FIGURES[str(ordered.effect["count"])])


def _short(ordered: _OrderedEffect) -> Iterator[Effect]:
    for side in ordered.sides():
        yield penalties.StopsShort(side)


BY_KIND: Mapping[str, Callable[[_OrderedEffect], Iterator[Effect]]] = {
    "no-penalty": lambda ordered: iter([penalties.NoPenalty()]),
    "award-trick": _award,
    "award-points": _award,
    "new-deal": _new_deal,
    "side-cannot-score": _barred,
    "bid-waived": lambda ordered: iter([penalties.BidWaived()]),
    "bid-to-adversaries": lambda ordered: iter([penalties.BidToAdversaries()]),
    "set-back": _back,
    "set-back-by": _back,
    "not-set-back": lambda ordered: iter([penalties.BidWaived()]),
    "points-to-maker": _to_maker,
    "points-dead": _dead,
    "cannot-count": _cannot_count,
    "no-points": _nobody,
    "others-score": lambda ordered: iter(()),
    "game-restarts": lambda ordered: iter([penalties.NewGame()]),
    "score-up": _figure,
    "score-down": _figure,
    "stops-short": _short,
}
"""For each effect of the law that changes a score, the function that yields its penalties."""

"""What decisions on a deal's disputes do to it: the bare effects that scoring applies.

Nothing of it is written into the deal: what stands is worked out again whenever the deal is read, so that
applying twice is applying once and taking back leaves no trace. How effects act is in
:mod:`scoring.game.penalties`; which of them the law orders is said by the decision.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from laws.domain.errors import InvalidInput
from laws.domain.sentences import _
from scoring.game.combined_decisions import MAKERS_SIDE_BY, Decided, Order, standing
from scoring.game.deal import DISCARDS, DealRecord, Penalty, Taker
from scoring.game.deal_notation import read_penalties
from scoring.game.incident_roles import Parts, parts_of
from scoring.game.parsing import Problems
from scoring.game.penalties import COUNTED
from scoring.game.points import points_in, taken_on
from scoring.game.rules import Rules

FIGURES: Mapping[str, int] = {"one": 1, "two": 2, "four": 4, "ten": 10, "fourteen": 14}
"""The numbers that effects of the law may name."""

NAMED: Mapping[str, tuple[str, ...]] = {
    "turned-jack": ("turned-jack", "second-turned-jack"),
    "game": ("game",),
    "jack-and-game": ("jack", "game"),
}
"""The points that effects of the law may name."""


def penalties_of(decided: Sequence[Decided], deal: DealRecord, rules: Rules) -> tuple[Penalty, ...]:
    """Return the bare effects that the standing decisions have on a deal.

    A new deal that was ordered while the cards were still being played is carried out by the table; it has
    no effect on a deal that was played afterwards. Raises InvalidInput under "seat" or "points" where an
    effect cannot be carried out without knowing more.
    """
    rules = rules.for_deal(deal)
    penalties: list[Penalty] = []
    for decision in standing(decided):
        parts = parts_of(deal, rules.seating, decision.seats, decision.facts)
        for order in decision.orders:
            is_carried_out = decision.is_in_play and order.kind == "new-deal" and deal.misdeal is None
            not_played = deal.misdeal is not None and order.kind != "new-deal"
            if not order.is_scored or is_carried_out or not_played:
                continue
            for penalty in _bare(order, decision, parts, deal, rules):
                known = replace(penalty, law="")
                if penalty.kind in COUNTED or all(replace(each, law="") != known for each in penalties):
                    penalties.append(penalty)
    return tuple(penalties)


def forfeits_of(decided: Sequence[Decided], deal: DealRecord, rules: Rules) -> list[int]:
    """Return the seats that owe the pool a counter by the standing decisions on a deal, once for each."""
    owed = [
        parts_of(deal, rules.seating, decision.seats, decision.facts).seat(str(order.effect["who"]))
        for decision in standing(decided)
        for order in decision.orders
        if order.kind == "pays-the-pool" and order.is_of_the_law
    ]
    return [seat for seat in owed if seat is not None]


def ruled(decided: Sequence[Decided], deal: DealRecord, rules: Rules) -> DealRecord:
    """Return a deal with what the decisions on it have ordered, in place of what it had of that."""
    penalties = penalties_of(decided, deal, rules) if decided else ()
    return deal if penalties == deal.ruled else replace(deal, ruled=penalties)


def _bare(order: Order, decision: Decided, parts: Parts, deal: DealRecord, rules: Rules) -> Iterator[Penalty]:
    """Yield the bare effects of one order, each with the law it rests on."""
    penalties: Iterable[Penalty]
    if order.is_of_the_law:
        penalties = BY_KIND[order.kind](_Words(order.effect, decision, parts, deal, rules))
    else:
        problems = Problems()
        effect = {name: value for name, value in order.effect.items() if name != "says"}
        penalties = read_penalties([effect], "effects", rules, problems)
        problems.settle()
    yield from (replace(penalty, law=order.law) for penalty in penalties)


@dataclass(frozen=True, slots=True)
class _Words:
    """An effect of the law with all that is needed to make bare effects of it."""

    effect: Mapping[str, Any]
    decision: Decided
    parts: Parts
    deal: DealRecord
    rules: Rules

    def sides(self, name: str = "side") -> tuple[int, ...]:
        """Return the sides that a word of the effect stands for."""
        sides = self.parts.sides(str(self.effect[name]))
        if not sides:
            raise InvalidInput({"seat": _("say which seat was in error: the ruling falls on a side.")})
        return sides

    def side(self, name: str = "side") -> int:
        """Return the one side that a word of the effect stands for."""
        return self.sides(name)[0]

    def seat(self, name: str = "who") -> int:
        """Return the seat that a word stands for; of a side, its first."""
        role = str(self.effect[name])
        seat = self.parts.seat(role)
        return seat if seat is not None else self.rules.seating.seats_of(self.side(name))[0]

    def offender(self) -> int:
        """Return the seat in error."""
        seat = self.parts.seat("offender")
        if seat is None:
            raise InvalidInput({"seat": _("say which seat was in error: the ruling falls on a player.")})
        return seat

    @property
    def is_of_both(self) -> bool:
        """Tell whether somebody of the maker's side erred and an adversary, too."""
        return self.decision.is_of_both or MAKERS_SIDE_BY in self.decision.facts

    def adversary_of_both(self) -> tuple[int, ...]:
        """Return the adversaries' side where somebody of either side erred; of several the one named."""
        if self.rules.seating.side_count == 2:
            return ()
        both, ours = self.parts.sides("both-sides"), self.parts.sides("makers-side")
        if not both:
            raise InvalidInput({"seat": _("say which of the maker's adversaries was in error.")})
        return tuple(side for side in both if side not in ours)

    @property
    def won(self) -> Mapping[str, Taker]:
        """Return who took each point, as far as the record tells."""
        return (taken_on(self.deal, self.rules).won or {}) if self.deal.level > 1 else {}

    def lying(self) -> tuple[str, ...]:
        """Return the points among the discards, none where the record does not say."""
        return tuple(name for name, taker in self.won.items() if taker == DISCARDS)

    def of_the_trick(self) -> tuple[str, ...]:
        """Return the points in the trick, as the cards show them or as they were named."""
        if self.decision.points is not None:
            return self.decision.points
        cards, trump, trick = self.deal.cards, self.deal.trump, self.decision.trick
        if cards is None or trump is None or trick is None or trick > len(cards.tricks):
            raise InvalidInput(
                {"points": _("name the points in the trick; an empty list where there are none.")}
            )
        return points_in(trick, cards, self.rules.game.trumps(trump), self.rules)


def _award(words: _Words) -> Iterator[Penalty]:
    if names := words.of_the_trick():
        yield Penalty("award-points", False, side=words.side(), names=names)


def _barred(words: _Words) -> Iterator[Penalty]:
    is_of_one = words.is_of_both and words.effect["side"] == "makers-adversaries"
    for side in (words.adversary_of_both() if is_of_one else ()) or words.sides():
        yield Penalty("side-cannot-score", False, side=side)


def _nobody(words: _Words) -> Iterator[Penalty]:
    for side in words.rules.seating.sides():
        yield Penalty("side-cannot-score", False, side=side)


def _new_deal(words: _Words) -> Iterator[Penalty]:
    if words.effect["dealer"] != "lawful":
        yield Penalty("new-deal", False, dealer=str(words.effect["dealer"]))
        return
    lawful = words.parts.seat("lawful-dealer")
    if lawful is None:
        raise InvalidInput({"seats.lawful-dealer": _("say whose deal it was: that player deals now.")})
    yield Penalty("new-deal", False, dealer="next", seat=lawful)


def _back(words: _Words) -> Iterator[Penalty]:
    count = FIGURES[str(words.effect["count"])] if "count" in words.effect else None
    yield Penalty("set-back", False, seat=words.seat(), points=count)


def _to_maker(words: _Words) -> Iterator[Penalty]:
    taken_from = words.effect["points"]
    if taken_from == "side":
        sides = words.adversary_of_both() if words.is_of_both else words.parts.sides("offenders")
        sides = sides or words.parts.sides("makers-adversaries")
        for side in sides:
            yield Penalty("points-to-maker", False, side=side)
    elif taken_from == "tricks":
        yield Penalty("points-to-maker", False, seat=words.offender(), names=words.decision.points)
    elif taken_from == "discards" and words.rules.discard_points_to != "maker" and words.lying():
        maker = words.parts.sides("makers-side")
        yield Penalty("award-points", False, side=maker[0], names=words.lying())


def _dead(words: _Words) -> Iterator[Penalty]:
    taken_from, names = words.effect["points"], words.decision.points or ()
    if taken_from == "discards":
        names = () if words.rules.discard_points_to == "dead" else words.lying()
    elif taken_from == "side" and not names:
        side = words.parts.sides("offenders")
        names = tuple(name for name, taker in words.won.items() if (taker,) == side)
    elif taken_from == "pack":
        names = ()
    elif not names:
        raise InvalidInput({"points": _("name the points that nobody is to count.")})
    if names:
        yield Penalty("points-dead", False, names=names)


def _cannot_count(words: _Words) -> Iterator[Penalty]:
    side = words.rules.seating.side_of(words.seat())
    if words.effect["what"] == "anything":
        yield Penalty("side-cannot-score", False, side=side)
        return
    names = tuple(name for name in NAMED[str(words.effect["what"])] if name in words.rules.worth)
    yield Penalty("points-dead", False, side=side, names=names)


def _figure(words: _Words) -> Iterator[Penalty]:
    count = FIGURES[str(words.effect["count"])]
    for side in words.sides():
        yield Penalty(str(words.effect["kind"]), False, side=side, points=count)


def _short(words: _Words) -> Iterator[Penalty]:
    for side in words.sides():
        yield Penalty("stops-short", False, side=side)


BY_KIND: Mapping[str, Callable[[_Words], Iterator[Penalty]]] = {
    "no-penalty": lambda words: iter([Penalty("no-penalty", False)]),
    "award-trick": _award,
    "award-points": _award,
    "new-deal": _new_deal,
    "side-cannot-score": _barred,
    "bid-waived": lambda words: iter([Penalty("bid-waived", False)]),
    "bid-to-adversaries": lambda words: iter([Penalty("bid-to-adversaries", False)]),
    "set-back": _back,
    "set-back-by": _back,
    "not-set-back": lambda words: iter([Penalty("bid-waived", False)]),
    "points-to-maker": _to_maker,
    "points-dead": _dead,
    "cannot-count": _cannot_count,
    "no-points": _nobody,
    "others-score": lambda words: iter(()),
    "game-restarts": lambda words: iter([Penalty("new-game", False)]),
    "score-up": _figure,
    "score-down": _figure,
    "stops-short": _short,
}
"""For each effect of the law that touches a score, the bare effects it comes to."""

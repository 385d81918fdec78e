"""What decisions order, and how several on one deal go together.

How two topics go together is the rule base's table of pairs; what an order does to a deal is in
:mod:`scoring.game.consequences`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from typing import Any

from laws.domain.effects import KINDS, Effect


@dataclass(frozen=True, slots=True)
class Order:
    """One effect that was ordered, and the law it rests on (empty where a director's word alone).

    The effect is in the words of the law (``{"kind", "side": "offenders"}``), or a bare effect as scoring
    knows it (``{"kind", "side": 2}``).
    """

    effect: Mapping[str, Any]
    law: str = ""

    @property
    def kind(self) -> str:
        """Return the kind of the effect."""
        return str(self.effect["kind"])

    @property
    def is_of_the_law(self) -> bool:
        """Tell whether the effect stands in the words of the law."""
        kind = KINDS.get(self.kind)
        words = {name: value for name, value in self.effect.items() if name not in ("kind", "says")}
        return kind is not None and all(
            name in words and isinstance(words[name], str) for name in kind.parameters
        ) and len(words) == len(kind.parameters)  # fmt: skip

    @property
    def says(self) -> str:
        """Return the effect in a sentence; of a bare one what its kind says in general, and its figures."""
        if self.is_of_the_law:
            words = tuple((name, str(self.effect[name])) for name in KINDS[self.kind].parameters)
            return Effect(self.kind, words).says
        named = [f"{name} {_figures(value)}" for name, value in self.effect.items() if name != "kind"]
        general = KINDS[self.kind].plain if self.kind in KINDS else self.kind.replace("-", " ")
        return f"{general} ({', '.join(named)})" if named else general

    @property
    def is_scored(self) -> bool:
        """Tell whether the effect touches the score of a deal or the deal itself."""
        return not self.is_of_the_law or bool(KINDS[self.kind].scored_as)


def needs_points(effects: Iterable[Mapping[str, Any]]) -> bool:
    """Tell whether the points in question have to be named for one of these effects in the words of the law.

    So it is for the points of a trick and of the tricks that a player won, unless the cards show them.
    """
    return any(
        (effect["kind"] in ("award-trick", "award-points") and isinstance(effect.get("side"), str))
        or effect.get("points") == "tricks"
        for effect in effects
    )


def _figures(value: object) -> str:
    return ", ".join(map(str, value)) if isinstance(value, list | tuple) else str(value)


@dataclass(frozen=True, slots=True)
class Join:
    """How a decision goes together with an earlier one on the same deal, by the rule base's table of pairs.

    ``leads`` is the dispute that absorbs the other or is settled first; ``orders`` and ``seats`` are what an
    incident of its own comes to that the two make together.
    """

    relation: str
    leads: int | None = None
    orders: tuple[Order, ...] = ()
    seats: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Decided:
    """A decision as it stands: what it orders for deal ``number``, between whom, about which points.

    ``step`` grows with every decision; ``is_in_play`` tells that the deal was not recorded yet,
    ``is_of_both`` that its orders are those of an incident that it makes with an error of another side.
    """

    dispute: int
    step: int
    number: int
    orders: tuple[Order, ...]
    seats: Mapping[str, int] = field(default_factory=dict)
    facts: Mapping[str, str] = field(default_factory=dict)
    points: tuple[str, ...] | None = None
    trick: int | None = None
    is_in_play: bool = False
    is_of_both: bool = False
    joins: Mapping[int, Join] = field(default_factory=dict)


def standing(decided: Sequence[Decided]) -> tuple[Decided, ...]:
    """Return the decisions on one deal that stand beside each other, in the order to carry them out."""
    gone: set[int] = set()
    made: list[Decided] = []
    after: dict[int, set[int]] = {}
    for one, other in combinations(sorted(decided, key=lambda each: each.dispute), 2):
        early, late = sorted((one, other), key=lambda each: each.step)
        join = late.joins.get(early.dispute)
        if join is None or join.relation == "independent":
            continue
        behind = early.dispute if join.leads == late.dispute else late.dispute
        if join.relation == "sequenced":
            after.setdefault(behind, set()).add(join.leads or 0)
            continue
        gone |= {behind} if join.relation == "absorbed" else {early.dispute, late.dispute}
        if join.relation == "own-incident":
            seats = {**late.seats, **join.seats}
            made.append(replace(late, orders=join.orders, seats=seats, is_of_both=True))
    left = [one for one in sorted(decided, key=lambda each: each.dispute) if one.dispute not in gone]
    ordered: list[Decided] = []
    while left:
        free = next(
            (one for one in left if not after.get(one.dispute, set()) & {each.dispute for each in left}),
            left[0],
        )
        left.remove(free)
        ordered.append(free)
    return (*ordered, *made)

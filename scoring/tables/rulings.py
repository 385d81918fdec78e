"""The decisions that stand on the deals of a game, which every score reads and `scoring.disputes` writes."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, NamedTuple

from scoring.game.combined_decisions import DECIDING, Decided, Join, Order

RULING_KINDS = (*DECIDING, "answered")
"""The steps that decide, or name the points for what was decided."""
MARKS = frozenset({"kind", "says", "law"})


@dataclass(frozen=True, slots=True)
class RulingRow:
    """A decision that stands, and the row of its step: when it was recorded marks it beside its id.

    ``answer`` is the id of the step that named the points for it afterwards, 0 where none did.
    """

    at: datetime
    decided: Decided
    answer: int = 0

    @property
    def key(self) -> tuple[int, datetime, int]:
        """Return what tells this decision from any other."""
        return (self.decided.step, self.at, self.answer)


Rulings = Mapping[int, tuple[RulingRow, ...]]
"""The decisions that stand, by the number of their deal."""

NO_RULINGS: Rulings = {}


class RulingStep(NamedTuple):
    """A step of a dispute that decides, or tells the points for what was decided before it."""

    game_id: int
    dispute_id: int
    number: int
    step_id: int
    kind: str
    at: datetime
    content: dict[str, Any]


def standing_by_game(steps: Iterable[RulingStep]) -> dict[int, Rulings]:
    """Return game id → number → the decisions that stand after these steps, in their order."""
    last: dict[int, RulingStep] = {}
    answers: dict[int, RulingStep] = {}
    for step in steps:
        if step.kind in DECIDING:
            last[step.dispute_id] = step
            answers.pop(step.dispute_id, None)
        elif step.dispute_id in last:
            answers[step.dispute_id] = step
    rulings: dict[int, dict[int, tuple[RulingRow, ...]]] = {}
    for step in last.values():
        if step.kind == "withdrawn":
            continue
        row = RulingRow(step.at, decided(step.dispute_id, step.number, step.step_id, step.content))
        if (answer := answers.get(step.dispute_id)) is not None:
            points = tuple(answer.content["points"])
            row = RulingRow(row.at, replace(row.decided, points=points), answer.step_id)
        by_number = rulings.setdefault(step.game_id, {})
        by_number[step.number] = (*by_number.get(step.number, ()), row)
    return dict(rulings)


def decided(dispute_id: int, number: int, step_id: int, content: Mapping[str, Any]) -> Decided:
    """Return a decision from what its step says."""
    points = content.get("points")
    return Decided(
        dispute=dispute_id,
        step=step_id,
        number=number,
        orders=orders_from(content["effects"]),
        seats=content["seats"],
        facts={key: fact["value"] for key, fact in content["facts"].items() if fact["value"] is not None},
        points=None if points is None else tuple(points),
        trick=content.get("trick"),
        is_in_play=bool(content["is_in_play"]),
        joins={int(other): _join(join) for other, join in content["joins"].items()},
        incident=content["incident"],
    )


def orders_from(effects: Iterable[Mapping[str, Any]]) -> tuple[Order, ...]:
    """Return orders from how they are kept: the effect with its sentence and its law."""
    return tuple(
        Order(
            {name: value for name, value in effect.items() if name == "kind" or name not in MARKS},
            effect.get("law", ""),
        )
        for effect in effects
    )


def join_content(join: Join, effects: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return how two decisions go together as it is kept with the later one; ``effects`` as kept."""
    return {
        "relation": join.relation,
        "leads": join.leads,
        "says": join.says,
        "effects": list(effects),
        "seats": dict(join.seats),
        "told": dict(join.told),
        "dropped": {
            str(dispute): [dict(order.effect) for order in orders]
            for dispute, orders in join.dropped.items()
            if orders
        },
    }


def _join(content: Mapping[str, Any]) -> Join:
    return Join(
        content["relation"],
        content["leads"],
        orders_from(content["effects"]),
        content["seats"],
        content.get("told", {}),
        dropped={int(other): orders_from(effects) for other, effects in content.get("dropped", {}).items()},
    )

"""The rulings in force on the deals of a game. `scoring.disputes` records them; scores depend on them."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, NamedTuple

from scoring.game.combined_decisions import DECISION_STEPS, Decided, Join, Order

RULING_KINDS = (*DECISION_STEPS, "answered")
"""The kinds of dispute steps that decide, or that name the points which an earlier decision concerns."""


@dataclass(frozen=True, slots=True)
class RulingRow:
    """A decision in force in a dispute, with the time at which it was recorded.

    A decision can leave open which points of the deal it concerns, until a later step of the dispute names
    them. ``answer`` is the id of this later step, or 0 if there is none.
    """

    at: datetime
    decided: Decided
    answer: int = 0

    @property
    def key(self) -> tuple[int, datetime, int]:
        return (self.decided.step, self.at, self.answer)


Rulings = Mapping[int, tuple[RulingRow, ...]]
"""Deal number → decisions in force on the deal."""

NO_RULINGS: Rulings = {}


class RulingStep(NamedTuple):
    """A step of a dispute: it makes, changes or withdraws a decision, or names the decision's points."""

    game_id: int
    dispute_id: int
    number: int
    step_id: int
    kind: str
    at: datetime
    content: dict[str, Any]


def in_force_by_game(steps: Iterable[RulingStep]) -> dict[int, Rulings]:
    """Return game id → deal number → decisions in force: the last decision of each dispute.

    A withdrawn decision is not in force. The steps of each dispute must be in the order of recording.
    """
    last: dict[int, RulingStep] = {}
    answers: dict[int, RulingStep] = {}
    for step in steps:
        if step.kind in DECISION_STEPS:
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
    """Build a decision from the content of its dispute step. Disputed facts are left out."""
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
    """Parse the stored effects of a decision as orders."""
    return tuple(map(Order.read, effects))


def join_content(join: Join, effects: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return the JSON that stores how a decision combines with an earlier decision on the same deal.

    The laws can treat two incidents as one joint incident with a ruling of its own. ``effects`` are the
    effects of this ruling as JSON; empty without a joint incident.
    """
    return {
        "relation": join.relation,
        "leads": join.leads,
        "says": join.says,
        "effects": list(effects),
        "seats": dict(join.seats),
        "told": dict(join.pair_facts),
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

"""Rows ⇄ values of disputes: their steps, and the decisions that stand on the deals of a game."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, cast

from django.db.models import Exists, OuterRef, Q, QuerySet, Subquery

from scoring.domain.disputes.steps import DECIDING, TURNING, Step, StepKind
from scoring.game.orders import Decided, Join, Order
from scoring.models import Dispute, DisputeStep, Event
from scoring.models.recorded import actor_key
from scoring.prepared import Query
from scoring.tables.cache import Remembered

MARKS = frozenset({"kind", "says", "law"})


@dataclass(frozen=True, slots=True)
class RulingRow:
    """A decision that stands, and the row of its step: when it was recorded marks it beside its id.

    ``told`` is the id of the step that named the points for it afterwards, 0 where none did.
    """

    at: datetime
    decided: Decided
    told: int = 0

    @property
    def key(self) -> tuple[int, datetime, int]:
        """Return what tells this decision from any other."""
        return (self.decided.step, self.at, self.told)


Rulings = Mapping[int, tuple[RulingRow, ...]]
"""The decisions that stand, by the number of their deal."""

NO_RULINGS: Rulings = {}
WITH_RULINGS = Exists(DisputeStep.objects.filter(dispute__game=OuterRef("pk"), kind__in=DECIDING))
"""Whether there are decisions about a game: they are asked for only where there are."""

_ROWS: Remembered[tuple[int, object], RulingRow] = Remembered(2048)


def rulings_of(games: Iterable[int]) -> dict[int, Rulings]:
    """Return game id → the decisions that stand on its deals, in one statement; none for no games."""
    asked = list(games)
    return standing_by_game(deciding_steps(asked)) if asked else {}


def deciding_steps(games: Iterable[int]) -> QuerySet[DisputeStep]:
    """Return the decisions on disputes about the deals of games, each dispute's in order.

    What was told is among them: it may name the points for a decision taken before.
    """
    return (
        DisputeStep.objects.filter(dispute__game__in=list(games), kind__in=(*DECIDING, "answered"))
        .select_related("dispute")
        .order_by("dispute_id", "seq")
    )


def standing_by_game(steps: Iterable[DisputeStep]) -> dict[int, Rulings]:
    """Return game id → number → the decisions that stand after these steps, in their order."""
    last: dict[int, DisputeStep] = {}
    told: dict[int, DisputeStep] = {}
    for step in steps:
        if step.kind in DECIDING:
            last[step.dispute_id] = step
            told.pop(step.dispute_id, None)
        elif step.dispute_id in last:
            told[step.dispute_id] = step
    found: dict[int, dict[int, tuple[RulingRow, ...]]] = {}
    for step in last.values():
        if step.kind == "withdrawn":
            continue
        row = _ROWS.get((step.pk, step.at)) or _ROWS.keep((step.pk, step.at), _row(step))
        if (named := told.get(step.dispute_id)) is not None:
            points = tuple(named.content["points"])
            row = RulingRow(row.at, replace(row.decided, points=points), named.pk)
        by_number = found.setdefault(step.dispute.game_id, {})
        number = row.decided.number
        by_number[number] = (*by_number.get(number, ()), row)
    return dict(found)


def undecided_by_game(event: Event) -> dict[int, tuple[int, ...]]:
    """Return game id → the disputes about its deals that are not decided, of an event, in one statement."""
    found: dict[int, tuple[int, ...]] = {}
    for game, dispute in _UNDECIDED.rows(event=event.pk):
        found[game] = (*found.get(game, ()), dispute)
    return found


def undecided() -> QuerySet[Dispute]:
    """Return the disputes that somebody has still to decide: those never decided, or appealed against."""
    turning = DisputeStep.objects.filter(dispute=OuterRef("pk"), kind__in=TURNING)
    last = Subquery(turning.order_by("-seq").values("kind")[:1])
    return Dispute.objects.annotate(turned=last).filter(Q(turned__isnull=True) | Q(turned="appealed"))


_UNDECIDED = Query(
    lambda event: undecided().filter(table__event=event).order_by("id").values_list("game_id", "pk"),
    event=int,
)


def steps_of(rows: Sequence[DisputeStep]) -> tuple[Step, ...]:
    """Return the steps of one dispute as values, in order."""
    return tuple(
        Step(row.seq, cast(StepKind, row.kind), actor_key(row.by_member_id, row.by_link_id), row.content)
        for row in rows
    )


def decided(dispute: Dispute, step_id: int, content: Mapping[str, Any]) -> Decided:
    """Return a decision from what its step says."""
    points = content.get("points")
    return Decided(
        dispute=dispute.pk,
        step=step_id,
        number=dispute.number,
        orders=orders_from(content["effects"]),
        seats=content["seats"],
        facts={key: said["value"] for key, said in content["facts"].items() if said["value"] is not None},
        points=None if points is None else tuple(points),
        trick=content.get("trick"),
        is_in_play=bool(content["is_in_play"]),
        joins={int(other): _join(join) for other, join in content["joins"].items()},
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


def join_content(join: Join, says: str, orders: Sequence[Mapping[str, Any]]) -> dict[str, Any]:
    """Return how two decisions go together as it is kept with the later one; ``orders`` as kept."""
    return {
        "relation": join.relation,
        "leads": join.leads,
        "says": says,
        "effects": list(orders),
        "seats": dict(join.seats),
    }


def _join(content: Mapping[str, Any]) -> Join:
    return Join(content["relation"], content["leads"], orders_from(content["effects"]), content["seats"])


def _row(step: DisputeStep) -> RulingRow:
    return RulingRow(step.at, decided(step.dispute, step.pk, step.content))

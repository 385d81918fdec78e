"""What every step of a dispute has in common: taken once, with its table locked, written with its entry."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from scoring.clubs.access import Actor
from scoring.disputes.domain.state import StepKind
from scoring.disputes.models import DisputeStep
from scoring.disputes.queries import lists
from scoring.disputes.queries.disputes import DisputeCase
from scoring.journal import services
from scoring.tables import access
from scoring.tables.models import Table
from scoring.workers import queue


@dataclass(frozen=True, slots=True)
class StepTaken:
    """What became of a request: the id of the dispute, and the number of the step that it took."""

    outcome: services.Outcome
    dispute: int
    step: int


@dataclass(frozen=True)
class Step:
    """A service that takes a dispute a step further as ``take`` does, for whoever may do the action.

    It takes ``table``, ``actor``, ``dispute_id``, a ``key`` and what ``take`` takes by name.
    """

    action: str
    take: Callable[..., DisputeCase]

    def __call__(
        self, *, table: Table, actor: Actor, dispute_id: int, key: UUID | None = None, **sent: Any
    ) -> StepTaken:
        actor.must(self.action)

        def begin(locked: Table) -> DisputeCase:
            return self.take(lists.case_at(locked, dispute_id), actor, **sent)

        return idempotent(table, actor, [self.take.__name__, dispute_id, sent], key, begin)


def step(action: str) -> Callable[[Callable[..., DisputeCase]], Step]:
    """Make a service of a function that takes a dispute a step further."""
    return lambda take: Step(action, take)


@transaction.atomic
def idempotent(
    table: Table,
    actor: Actor,
    content: object,
    key: UUID | None,
    begin: Callable[[Table], DisputeCase],
    *,
    outcome: services.Outcome = "done",
) -> StepTaken:
    """Answer a known key as before; else write what ``begin`` makes of the table, locked with its event.

    The key keeps which step was taken, without names.
    """
    locked = access.lock(table)
    request = services.IdempotentRequest(actor, key, content)
    answer = request.answer
    if answer is None:
        case = begin(locked)
        _write(case, actor)
        answer = request.keep(services.Answer(outcome, {"dispute": case.dispute.pk, "step": len(case.steps)}))
    return StepTaken(answer.outcome, **answer.body)


def after(case: DisputeCase, actor: Actor, kind: StepKind, content: Mapping[str, Any]) -> DisputeCase:
    """Return the dispute as it would stand after a step. Nothing is written yet."""
    step = DisputeStep(
        dispute=case.dispute,
        seq=len(case.steps) + 1,
        kind=kind,
        content=dict(content),
        at=timezone.now(),
        **actor.recorded(),
    )
    return DisputeCase(case.dispute, case.seated, [*case.steps, step])


def _write(case: DisputeCase, actor: Actor) -> None:
    """Write those steps of a dispute that are new, each with its journal entry."""
    dispute = case.dispute
    for step in case.steps:
        if step.pk is not None:
            continue
        by_then = DisputeCase(dispute, case.seated, case.steps[: step.seq])
        ordered = [effect["law"] for effect in step.content.get("effects", ()) if effect["law"]]
        cited = dict.fromkeys(ordered or by_then.state.decisive.laws)
        step.laws = f" {' '.join(cited)} " if cited else ""
        seat = by_then.places.offender
        step.player_id = case.seated.members[seat - 1].pk if seat else None
        step.save(force_insert=True)
        services.write(
            actor=actor,
            verb=f"dispute.{step.kind}",
            data={"dispute": dispute.pk, "number": dispute.number, "step": step.seq},
            table=dispute.table,
            facts=[dispute, step] if step.seq == 1 else [step],
        )
    if dispute.table.event_id:
        queue.tend_event(dispute.table.event_id)

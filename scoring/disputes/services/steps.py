"""The common part of every step: lock the table, recognise a repeated request, write the step."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from scoring.clubs.permissions import Actor
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
    """The result of a request: its outcome, the dispute's id, and the number of the last step written."""

    outcome: services.Outcome
    dispute: int
    step: int


@dataclass(frozen=True)
class Step:
    """A service that adds one or more steps to a dispute, for actors who may do ``action``.

    ``take`` gets the dispute, the actor and named arguments, and returns the dispute with the new steps. The
    service is called with ``table``, ``actor``, ``dispute_id``, an idempotency ``key`` and these arguments.
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
    """Return a decorator that makes a `Step` from a function."""
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
    """Write the steps that ``begin`` adds. For a repeated key, write nothing and return the stored result.

    ``begin`` gets the table, which is locked together with its event. The result stored with the key has only
    ids and numbers, no names. Raises Conflict ``key-reused`` if the key was sent with other content.
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
    """Return the dispute with one more step. Nothing is written to the database."""
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
        services.write_entry(
            actor=actor,
            verb=f"dispute.{step.kind}",
            data={"dispute": dispute.pk, "number": dispute.number, "step": step.seq},
            table=dispute.table,
            records=[dispute, step] if step.seq == 1 else [step],
        )
    if dispute.table.event_id:
        queue.run_due_moves(dispute.table.event_id)

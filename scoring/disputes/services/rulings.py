"""Rulings: a director confirms what the law says or orders otherwise; an appeal is settled by another.

A decision is kept whole: the facts, the questions, what the law said, what was chosen, the score before and
after. What it does to the deal is never stored: it is worked out whenever the deal is read.
"""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django.db import transaction

from laws.domain.errors import InvalidInput
from laws.domain.sentences import _
from scoring.clubs.access import Actor
from scoring.disputes.services import disputes
from scoring.disputes.services import steps as dispute_steps
from scoring.disputes.services.steps import Case
from scoring.domain.disputes.steps import StepKind
from scoring.game.names import clean_reason
from scoring.journal.idempotency import Answer
from scoring.models import Table
from scoring.services import dispute_told
from scoring.services.ruling_content import confirmed, must_be_another, ordered, worked


@transaction.atomic
def decide(
    *,
    table: Table,
    actor: Actor,
    dispute_id: int,
    confirm: bool = False,
    overrule: bool = False,
    effects: object = None,
    reason: object = "",
    choice: object = None,
    told: Mapping[str, object] | None = None,
    key: UUID | None = None,
) -> Answer:
    """Decide a dispute: ``confirm`` what the law says or ``overrule`` it with effects and a reason.

    ``told`` are facts, seats and points as the director has found them, ``choice`` what was chosen; both are
    steps of their own before the decision. Raises InvalidInput by field, also for facts still needed;
    Conflict ``choice-open``, ``law-silent``, ``dispute-decided`` and the like.
    """
    actor.must("rule on a dispute")
    if confirm == overrule:
        raise InvalidInput({"confirm": _("Either {{confirm: true}} or {{overrule: true, effects, reason}}.")})
    if confirm and effects is not None:
        raise InvalidInput(
            {"effects": _("What the law says is confirmed as it is; overrule it to order effects.")}
        )

    def do(case: Case) -> Case:
        dispute_steps.must_be_open(case)
        if told:
            case = dispute_told.tell(case, actor, found=True, **told)
        if choice is not None:
            case = dispute_told.elect(case, actor, choice)
        if overrule:
            return _write(case, actor, "overruled", ordered(case, effects), clean_reason(reason))
        effects_of_law = confirmed(case)
        said = clean_reason(reason) if reason else ""
        return _write(case, actor, "confirmed", effects_of_law, said)

    asked = ["decide", dispute_id, confirm, overrule, effects, reason, choice, dict(told or {})]
    return disputes.step(table, dispute_id, actor, asked, key, do)


@transaction.atomic
def appeal(*, table: Table, actor: Actor, dispute_id: int, reason: object, key: UUID | None = None) -> Answer:
    """Appeal against a decision, with the reason. It stands until another director has settled the appeal."""
    actor.must("raise a dispute")

    def do(case: Case) -> Case:
        said = clean_reason(reason)
        dispute_steps.must_be(case, "appealed")
        return dispute_steps.add(case, actor, "appealed", {"reason": said})

    return disputes.step(table, dispute_id, actor, ["appeal", dispute_id, reason], key, do)


@transaction.atomic
def settle(
    *,
    table: Table,
    actor: Actor,
    dispute_id: int,
    uphold: bool = False,
    change: bool = False,
    withdraw: bool = False,
    effects: object = None,
    reason: object = "",
    key: UUID | None = None,
) -> Answer:
    """Settle an appeal: uphold the decision, change it to other effects, or withdraw it.

    The last two need a reason. Raises NotAllowed ``own-decision`` for the director who decided; Conflict
    where there is no appeal.
    """
    actor.must("settle an appeal")
    if [uphold, change, withdraw].count(True) != 1:
        raise InvalidInput(
            {
                "uphold": _(
                    "One of {{uphold: true}}, {{change: true, effects, reason}}, {{withdraw: true, reason}}."
                )
            }
        )
    if effects is not None and not change:
        raise InvalidInput({"effects": _("Only a change orders effects.")})
    kind: StepKind = "upheld" if uphold else "changed" if change else "withdrawn"

    def do(case: Case) -> Case:
        dispute_steps.must_be(case, kind)
        must_be_another(case, actor)
        said = clean_reason(reason) if reason or not uphold else ""
        if uphold:
            return dispute_steps.add(case, actor, kind, {"reason": said})
        return _write(case, actor, kind, ordered(case, effects) if change else [], said)

    asked = ["settle", dispute_id, uphold, change, withdraw, effects, reason]
    return disputes.step(table, dispute_id, actor, asked, key, do)


def _write(
    case: Case, actor: Actor, kind: StepKind, effects: Sequence[Mapping[str, Any]], reason: str
) -> Case:
    """Write a decision with its whole record, after making sure that it can be carried out."""
    content = worked(case, kind, effects, reason).content
    laws = list(dict.fromkeys(effect["law"] for effect in effects if effect.get("law")))
    return dispute_steps.add(case, actor, kind, content, laws=laws or case.course.decisive.laws)

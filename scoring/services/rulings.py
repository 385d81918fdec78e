"""Rulings: a director confirms what the law says or orders otherwise; an appeal is settled by another.

A decision is kept whole: the facts, the questions, what the law said, what was chosen, the score before and
after. What it does to the deal is never stored: it is worked out whenever the deal is read.
"""

from collections.abc import Mapping, Sequence
from typing import Any
from uuid import UUID

from django.db import transaction

from laws import library
from laws.domain import why
from laws.domain.errors import InvalidInput
from laws.domain.ruling import Ruling
from laws.domain.sentences import _
from scoring.access import Actor
from scoring.dispute_records import (
    RulingRow,
    decided,
    join_content,
    orders_from,
)
from scoring.domain.disputes import reading
from scoring.domain.disputes.course import must_be_known
from scoring.domain.disputes.joining import Joined, Party, joined
from scoring.domain.disputes.orders import Order
from scoring.domain.disputes.steps import StepKind
from scoring.domain.names import clean_reason
from scoring.domain.rules import rules_of
from scoring.models import Dispute, Table
from scoring.records import game_of, ruled_otherwise
from scoring.refusals import Conflict, NotAllowed
from scoring.selectors.ruling_answers import answer_under, kept_effects, score_of
from scoring.services import dispute_steps, dispute_told, disputes
from scoring.services.dispute_steps import Case
from scoring.services.once import Answer

LATEST = 2**62
"""Stands for the id of a step that is being written: later than every other."""


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
            return _write(case, actor, "overruled", _ordered(case, effects), clean_reason(reason))
        must_be_known(case.course)
        if case.course.decisive.status == "silent":
            raise Conflict(
                _("The law set does not provide for this: say what is to follow, and why."), code="law-silent"
            )
        if case.course.open_choices:
            raise Conflict(
                _("Somebody has still to choose: say what was chosen, or that the right is lost."),
                code="choice-open",
                holders=[one.holder for one in case.course.open_choices],
            )
        said = clean_reason(reason) if reason else ""
        return _write(case, actor, "confirmed", by_law(case), said)

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
        if actor.key == case.course.decided_by:
            raise NotAllowed(
                _("An appeal is settled by another than the one who decided."), code="own-decision"
            )
        said = clean_reason(reason) if reason or not uphold else ""
        if uphold:
            return dispute_steps.add(case, actor, kind, {"reason": said})
        return _write(case, actor, kind, _ordered(case, effects) if change else [], said)

    asked = ["settle", dispute_id, uphold, change, withdraw, effects, reason]
    return disputes.step(table, dispute_id, actor, asked, key, do)


def by_law(case: Case) -> list[dict[str, Any]]:
    """Return what the law says follows, each effect with its sentence and the law that has it."""
    return kept_effects(case.course.effects, case.course.decisive, case.law_set)


def _ordered(case: Case, effects: object) -> list[dict[str, Any]]:
    """Return the effects that a director orders."""
    rules = rules_of(case.law_set, game_of(case.table))
    orders = reading.read_orders(effects, rules, game_of(case.table).seating)
    return [{**order.effect, "says": order.says, "law": ""} for order in orders]


def _write(
    case: Case, actor: Actor, kind: StepKind, effects: Sequence[Mapping[str, Any]], reason: str
) -> Case:
    """Write a decision with its whole record, after making sure that it can be carried out."""
    content = content_of(case, effects, reason)
    if kind != "withdrawn":
        must_be_placed(case, orders_from(effects))
        content["joins"] = joins_of(case, orders_from(effects))
    others = [
        row
        for row in case.game.rulings.get(case.dispute.number, ())
        if row.decided.dispute != case.dispute.pk
    ]
    if case.index is not None:
        now = RulingRow(case.steps[-1].at, decided(case.dispute, LATEST, content))
        rows = others if kind == "withdrawn" else [*others, now]
        try:
            after = ruled_otherwise(case.game, case.table, case.dispute.number, rows)
        except InvalidInput as refusal:
            raise InvalidInput(
                {field.removeprefix("deal.ruling."): said for field, said in refusal.errors.items()},
                law=refusal.law,
            ) from refusal
        content["score"] = {
            "before": score_of(case.game.course, case.index),
            "after": score_of(after, case.index),
        }
        content["revision"] = case.game.deals[case.index].revision_id
        content["beside"] = [row.decided.step for row in others]
    laws = list(dict.fromkeys(effect["law"] for effect in effects if effect.get("law")))
    return dispute_steps.add(case, actor, kind, content, laws=laws or case.course.decisive.laws)


def content_of(case: Case, effects: Sequence[Mapping[str, Any]], reason: str) -> dict[str, Any]:
    """Return the record of a decision, apart from the score and what it is decided beside."""
    found = case.course
    ruling = found.decisive
    standing = found.decision
    return {
        "law_set": case.law_set.slug,
        "law_set_revision": case.dispute.law_set.revision,
        "incident": found.incident,
        "facts": {key: said.canonical() for key, said in found.facts.items()},
        "asked": list(found.facts),
        "seats": dict(found.seats),
        "points": None if found.points is None else list(found.points),
        "trick": found.trick,
        "is_in_play": case.index is None,
        "ruling": answer_under(ruling, case.law_set, found.incident),
        "displaced": [each.rule for each in why.displaced(ruling)] if not ruling.is_open else [],
        "elected": dict(found.elected),
        "lapsed": sorted(found.lapsed),
        "effects": [dict(effect) for effect in effects],
        "joins": {},
        "score": None,
        "revision": None,
        "beside": [],
        "supersedes": None if standing is None else standing.seq,
        "reason": reason,
    }


def must_be_placed(case: Case, orders: Sequence[Order]) -> None:
    """Raise InvalidInput under ``seat`` where nobody could say later on whom an effect on the score falls."""
    for order in orders:
        if not order.is_scored or not order.is_of_the_law:
            continue
        for name in ("side", "who"):
            role = order.effect.get(name)
            is_later = role in ("maker", "makers-side", "makers-adversaries", "makers-partner")
            if role is not None and not is_later and not case.places.sides(str(role)):
                can_follow = case.index is None and "offender" in case.course.known
                if not can_follow or case.course.known["offender"] == "none":
                    raise InvalidInput(
                        {"seat": _("say which seat was in error: the ruling falls on a side.")}
                    )


def joins_of(case: Case, orders: tuple[Order, ...]) -> dict[str, Any]:
    """Return how the decision goes together with each other one on the same deal, as it is kept."""
    rows = [
        row.decided
        for row in case.game.rulings.get(case.dispute.number, ())
        if row.decided.dispute != case.dispute.pk
    ]
    if not rows:
        return {}
    incidents = dict(
        Dispute.objects.filter(pk__in=[one.dispute for one in rows]).values_list("pk", "incident")
    )
    sides = case.places.sides("offenders")
    late = Party(
        case.dispute.pk, case.course.incident, orders, sides[0] if sides else None,
        case.course.known, case.course.seats,
    )  # fmt: skip
    found: dict[str, Any] = {}
    for one in rows:
        sides = dispute_steps.places_in(case, one.seats, one.facts).sides("offenders")
        early = Party(
            one.dispute, incidents[one.dispute], one.orders, sides[0] if sides else None, one.facts, one.seats
        )
        made = joined(library.pairs(), case.book, early, late, lambda ruling: _orders_of(case, ruling))
        found[str(one.dispute)] = _kept(case, made)
    return found


def _orders_of(case: Case, ruling: Ruling) -> tuple[Order, ...]:
    return orders_from(kept_effects(ruling.effects, ruling, case.law_set))


def _kept(case: Case, made: Joined) -> dict[str, Any]:
    effects = kept_effects(made.ruling.effects, made.ruling, case.law_set) if made.ruling else []
    kept = join_content(made.join, made.says, effects)
    if made.ruling is not None:
        kept["ruling"] = answer_under(made.ruling, case.law_set, made.ruling.incident)
    return kept

"""The context of a dispute's page for one actor, with previews of the possible decisions."""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from laws.domain.errors import InvalidInput
from laws.domain.vocabulary import IncidentFact
from laws.templatetags.sentences import translated_reasons
from scoring.clubs.access import Actor
from scoring.disputes.domain.parsing import Statement
from scoring.disputes.forms import beside_stated
from scoring.disputes.order_form import ORDERING, order_choices, orders
from scoring.disputes.queries import lists
from scoring.disputes.queries.deals import is_never_played
from scoring.disputes.queries.disputes import DisputeCase, cases_of
from scoring.disputes.queries.people import Way
from scoring.disputes.services import rulings
from scoring.tables.access import policy_of
from scoring.tables.pages.display import changes_of, names_of

STEP_WORDS = {
    "raised": _("Raised"),
    "answered": _("Facts were given"),
    "chosen": _("Chosen"),
    "lapsed": _("A right to choose was lost"),
    "confirmed": _("Confirmed"),
    "overruled": _("Law overruled"),
    "appealed": _("Appealed against"),
    "upheld": _("The appeal failed: the decision stands"),
    "changed": _("Changed on appeal"),
    "withdrawn": _("Withdrawn on appeal"),
    "dropped": _("Dropped"),
    "spent": _("Carried out"),
}
PROVENANCE_WORDS = {
    "said": _("said"),
    "record": _("on record"),
    "assumed": _("assumed"),
    "disputed": _("disputed"),
    "found": _("found by the director"),
}


def dispute_context(case: DisputeCase, actor: Actor, typed: QueryDict) -> dict[str, Any]:
    """Return the context of a dispute's page; ``typed`` is the form that was sent, if any."""
    state, members, next_steps = case.state, case.seated.members, case.next_steps
    directs, settles = actor.may("rule on a dispute"), actor.may("settle an appeal")
    decision, offender = state.decision, state.seats.get("offender")
    is_own = decision is not None and decision.by == actor.key
    may_rule = directs and "overruled" in next_steps
    may_settle = settles and "upheld" in next_steps and not is_own
    ways = case.ways if state.stage == "disputed" else []
    context: dict[str, Any] = {}
    if may_rule or may_settle:
        effects = case.effects or [effect.canonical() for effect in case.ruling.effects]
        context["orders"] = order_choices(effects, case.seated.rules.game, case.seating, typed)
    if may_settle:
        context["withdrawing"] = _preview(rulings.settling, case, actor, None, withdraw=True)
    elif may_rule:
        context |= _proposals(case, actor, ways)
    history = _history(case)
    queue = lists.queue(case.dispute.table.club).exclude(pk=case.id)
    others = lists.disputes_at(case.dispute.table).filter(number=case.dispute.number).exclude(pk=case.id)
    return context | {
        "dispute": case,
        "facts": [
            (fact, PROVENANCE_WORDS[fact.known.provenance]) for fact in case.facts if len(fact.answers) > 1
        ],
        "ways": ways,
        "seats": list(enumerate(members, start=1)),
        "offender": members[offender - 1].name if offender else "",
        "steps": history,
        "decision": history[decision.seq - 1] if decision else None,
        "appeal": next((told for told in history if told["kind"] == "appealed"), None),
        "score": case.decided["score"] and _by_side(case.decided["score"], case),
        "may_tell": "answered" in next_steps and not state.is_applied,
        "beside": rulings.asked_beside(case),
        "ordered_beside": _asked_of_orders(case, typed),
        "may_name_points": state.is_applied and "answered" in next_steps and actor.may("enter a deal"),
        "rights": case.people.seen_by(actor, case.choices),
        "may_keep_record": actor.may("keep the record of a dispute"),
        "may_rule": may_rule,
        "may_appeal": "appealed" in next_steps,
        "may_settle": may_settle,
        "waits_for_another": settles and "upheld" in next_steps and is_own,
        "may_drop": "dropped" in next_steps and (directs or actor.key == state.raised_by),
        "points": list(case.seated.rules.worth),
        "others": [
            (other, case.decided["joins"].get(str(other.id)) or other.decided["joins"].get(str(case.id)))
            for other in cases_of(others.order_by("id"))
        ],
        "next_in_queue": queue.first() if directs else None,
    }


def _asked_of_orders(case: DisputeCase, typed: QueryDict) -> list[tuple[int, IncidentFact]]:
    """Return the facts about other decisions on the deal that the ticked effects need."""
    if typed.get("step") not in ORDERING:
        return []
    try:
        return rulings.asked_beside(case, rulings.ordered(case, orders(typed)))
    except InvalidInput:
        return []


def _history(case: DisputeCase) -> list[dict[str, Any]]:
    at_table, members = case.people.at_table, case.seated.members
    labels = {
        (choice.holder, option.id): f"{at_table(choice.who)}: {at_table(option.label)}"
        for choice in case.ruling.choices
        for option in choice.options
    }
    return [
        {
            "by": step.by_member,
            "at": step.at,
            "kind": step.kind,
            "words": STEP_WORDS[step.kind],
            "chosen": labels.get((step.content.get("holder"), step.content.get("option")), ""),
            "chooser": members[step.content["seat"] - 1].name if "seat" in step.content else "",
            "effects": step.content.get("effects", ()),
            "reason": step.content.get("reason", ""),
        }
        for step in case.steps
    ]


def _proposals(case: DisputeCase, actor: Actor, ways: Sequence[Way]) -> dict[str, Any]:
    """Return a preview of each way to confirm the law's ruling.

    There is one preview for confirming now, one for each option of an open choice, and one for each
    combination of values of the disputed facts.
    """
    proposals: dict[str, Any] = {"by_option": {}, "by_way": []}
    if "confirmed" in case.next_steps:
        proposals["preview"] = _preview(rulings.deciding, case, actor)
    if len(case.state.open_choices) == 1:
        (right,) = case.state.open_choices
        for option in right.options:
            choice: dict[str, Any] = {"holder": right.holder, "option": option.id}
            if choosers := case.people.choosers(right.holder):
                choice["seat"] = choosers[0]
            proposals["by_option"][option.id] = _preview(rulings.deciding, case, actor, choice=choice)
    for way in ways:
        if way.ruling.status == "ruled" and not case.people.rights(way.ruling):
            preview = _preview(rulings.deciding, case, actor, statement=Statement(facts=way.facts))
            proposals["by_way"].append((way, preview))
    return proposals


def preview_of_orders(case: DisputeCase, actor: Actor, posted: QueryDict) -> dict[str, Any] | None:
    """Return the preview of the ticked effects, or None if no effects were sent.

    Raises InvalidInput for invalid effects, Conflict if nothing can be ordered now.
    """
    step = posted.get("step")
    if step not in ORDERING:
        return None
    effects, beside = orders(posted), beside_stated(posted)
    if step == "change":
        return _changes(rulings.settling(case, actor, effects, withdraw=False, beside=beside))
    statement = Statement(beside=beside)
    return _changes(rulings.deciding(case, actor, overrule=True, effects=effects, statement=statement))


def _preview(
    work_out: Callable[..., rulings.Decision], case: DisputeCase, actor: Actor, *values: Any, **options: Any
) -> dict[str, Any]:
    """Return the preview of a decision, or the facts that it still needs."""
    try:
        return _changes(work_out(case, actor, *values, **options))
    except InvalidInput as refusal:
        return {"needed": translated_reasons(refusal.reworded(case.seated.named))}


def _changes(decision: rulings.Decision) -> dict[str, Any]:
    """Return what a decision changes: the score by side before and after, and the game, with names."""
    case, difference = decision.case, decision.difference
    members, score = case.seated.members, decision.content["score"]
    return {
        "effects": decision.effects,
        "is_scored": any(case.carried_out(effect) == "score" for effect in decision.effects)
        and not is_never_played(policy_of(case.dispute.table), case.seated),
        "words_only": [effect for effect in decision.effects if case.carried_out(effect) == "words"],
        "people": case.people,
        "joins": [join["says"] for join in decision.content["joins"].values() if join["says"]],
        "changes": difference and changes_of(difference, case.game, case.dispute.number, members),
        "sides": score and _by_side(score, case),
    }


def _by_side(score: Mapping[str, Any], case: DisputeCase) -> list[dict[str, Any]]:
    names, before, after = names_of(case.seating, case.seated.members), score["before"], score["after"]
    return [
        {
            "side": side,
            "names": names[side],
            "scored": (before["scored"][side - 1], after["scored"][side - 1]),
            "score": (before["score"][side - 1], after["score"][side - 1]),
        }
        for side in names.sides()
    ]

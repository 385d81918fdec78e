"""What a dispute's page shows to one actor, with previews of the possible decisions."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.http import QueryDict
from django.utils.translation import gettext_lazy as _

from laws.domain.errors import InvalidInput
from laws.templatetags.sentences import translated_reasons
from scoring.clubs.models import Member
from scoring.clubs.permissions import Actor
from scoring.disputes.domain.parsing import Statement
from scoring.disputes.forms import beside_stated
from scoring.disputes.models import Dispute
from scoring.disputes.order_form import ORDERING, OfferedOrders, order_choices, orders
from scoring.disputes.queries import deals, lists
from scoring.disputes.queries.disputes import DisputeCase, cases_of
from scoring.disputes.queries.people import ChoiceOfSeats, FactAtTable, People, PossibleRulingAtTable
from scoring.disputes.services import rulings
from scoring.game.combined_decisions import Order
from scoring.tables.pages.display import GameChanges, changes_of, names_of
from scoring.tables.rulings import orders_from
from scoring.tables.table_policy import policy_of

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


@dataclass(frozen=True, slots=True)
class HistoryStep:
    """A step of a dispute as texts. ``by`` is None if no member made the step."""

    by: Member | None
    at: datetime
    kind: str
    words: Any
    chosen: str
    chooser: str
    effects: Sequence[Order]
    reason: str


@dataclass(frozen=True, slots=True)
class SideChange:
    """The points of a side in the deal and its score in the game, each before and after a decision."""

    side: int
    names: tuple[str, ...]
    scored: tuple[int, int]
    score: tuple[int, int]


@dataclass(frozen=True, slots=True)
class DecisionPreview:
    """What a decision would change.

    If the decision cannot be made yet, ``needed`` has the reasons, and the other fields keep their defaults.
    """

    needed: Sequence[str] = ()
    effects: Sequence[Order] = ()
    is_scored: bool = False
    words_only: Sequence[Order] = ()
    people: People | None = None
    joins: Sequence[str] = ()
    changes: GameChanges | None = None
    sides: Sequence[SideChange] = ()


@dataclass(frozen=True)
class DisputePage:
    """The page of a dispute for one actor.

    - ``facts``: each answered fact with its provenance. Facts with only one possible answer are left out.
    - ``beside``: the missing facts that decide how the law's effects combine with the decisions of other
      disputes about the deal.
    - ``ordered_beside``: the missing facts that decide how the ticked effects combine with these decisions.
    - ``others``: the other disputes about the deal, each with the stored description of how the two decisions
      combine. The description is None if none is stored.
    - ``preview``: what confirming the law's ruling would change.
    - ``by_option``: what confirming would change for each option, if exactly one choice is open.
    - ``by_way``: what confirming would change for each combination of values of the disputed facts. Left out
      are combinations whose ruling needs facts, is silent, or gives somebody a choice.
    - ``ordered``: what the ticked effects would change.
    - ``withdrawing``: what withdrawing the decision would change.
    - ``typed``: the form that was sent.

    The page previews only decisions that the actor can make now. The field of any other preview is None or
    empty.
    """

    dispute: DisputeCase
    is_never_played: bool
    in_play: bool
    facts: Sequence[tuple[FactAtTable, Any]]
    ways: Sequence[PossibleRulingAtTable]
    seats: Sequence[tuple[int, Member]]
    offender: str
    steps: Sequence[HistoryStep]
    decision: HistoryStep | None
    appeal: HistoryStep | None
    score: Sequence[SideChange]
    beside: Sequence[rulings.AskedBeside]
    ordered_beside: Sequence[rulings.AskedBeside]
    rights: Sequence[ChoiceOfSeats]
    points: Sequence[str]
    others: Sequence[tuple[DisputeCase, Any]]
    next_in_queue: Dispute | None
    typed: QueryDict
    ordered: DecisionPreview | None
    orders: OfferedOrders | None
    withdrawing: DecisionPreview | None
    preview: DecisionPreview | None
    by_option: Mapping[str, DecisionPreview]
    by_way: Sequence[tuple[PossibleRulingAtTable, DecisionPreview]]
    may_tell: bool
    may_name_points: bool
    may_keep_record: bool
    may_rule: bool
    may_appeal: bool
    may_settle: bool
    may_drop: bool
    waits_for_another: bool


def dispute_page(
    case: DisputeCase, actor: Actor, typed: QueryDict, ordered: DecisionPreview | None
) -> DisputePage:
    state, members, next_steps = case.state, case.seated.members, case.next_steps
    directs, settles = actor.may("rule on a dispute"), actor.may("settle an appeal")
    may_raise = actor.may("raise a dispute")
    decision, offender = state.decision, state.seats.get("offender")
    is_own = decision is not None and decision.by == actor.key
    may_rule = directs and "overruled" in next_steps
    may_settle = settles and "upheld" in next_steps and not is_own
    ways = case.ways if state.stage == "disputed" else []
    offered = None
    if may_rule or may_settle:
        effects = [order.effect for order in case.effects] or [
            effect.canonical() for effect in case.ruling.effects
        ]
        offered = order_choices(effects, case.seated.rules.game, case.seating, typed)
    confirms = may_rule and not may_settle
    is_never_played = deals.is_never_played(policy_of(case.dispute.table), case.seated)
    history = _history(case)
    queue = lists.queue(case.dispute.table.club).exclude(pk=case.id)
    others = lists.disputes_at(case.dispute.table).filter(number=case.dispute.number).exclude(pk=case.id)
    return DisputePage(
        dispute=case,
        is_never_played=is_never_played,
        in_play=case.is_in_play and not is_never_played,
        facts=[
            (fact, PROVENANCE_WORDS[fact.known.provenance]) for fact in case.facts if len(fact.answers) > 1
        ],
        ways=ways,
        seats=list(enumerate(members, start=1)),
        offender=members[offender - 1].name if offender else "",
        steps=history,
        decision=history[decision.seq - 1] if decision else None,
        appeal=next((step for step in history if step.kind == "appealed"), None),
        score=_by_side(case.decided["score"], case),
        beside=rulings.asked_beside(case),
        ordered_beside=_asked_of_orders(case, typed),
        rights=case.people.seen_by(actor, case.choices),
        points=list(case.seated.rules.worth),
        others=[
            (other, case.decided["joins"].get(str(other.id)) or other.decided["joins"].get(str(case.id)))
            for other in cases_of(others.order_by("id"))
        ],
        next_in_queue=queue.first() if directs else None,
        typed=typed,
        ordered=ordered,
        orders=offered,
        withdrawing=_preview(rulings.settling, case, actor, None, withdraw=True) if may_settle else None,
        preview=_preview(rulings.deciding, case, actor) if confirms and "confirmed" in next_steps else None,
        by_option=_by_option(case, actor) if confirms else {},
        by_way=_by_way(case, actor, ways) if confirms else (),
        may_tell=may_raise and "answered" in next_steps and not state.is_applied,
        may_name_points=state.is_applied and "answered" in next_steps and actor.may("enter a deal"),
        may_keep_record=actor.may("keep the record of a dispute"),
        may_rule=may_rule,
        may_appeal=may_raise and "appealed" in next_steps,
        may_settle=may_settle,
        may_drop=may_raise and "dropped" in next_steps and (directs or actor.key == state.raised_by),
        waits_for_another=settles and "upheld" in next_steps and is_own,
    )


def _asked_of_orders(case: DisputeCase, typed: QueryDict) -> list[rulings.AskedBeside]:
    if typed.get("step") not in ORDERING:
        return []
    try:
        return rulings.asked_beside(case, rulings.ordered(case, orders(typed)))
    except InvalidInput:
        return []


def _history(case: DisputeCase) -> list[HistoryStep]:
    at_table, members = case.people.at_table, case.seated.members
    labels = {
        (choice.holder, option.id): f"{at_table(choice.who)}: {at_table(option.label)}"
        for choice in case.ruling.choices
        for option in choice.options
    }
    return [
        HistoryStep(
            by=step.by_member,
            at=step.at,
            kind=step.kind,
            words=STEP_WORDS[step.kind],
            chosen=labels.get((step.content.get("holder"), step.content.get("option")), ""),
            chooser=members[step.content["seat"] - 1].name if "seat" in step.content else "",
            effects=orders_from(step.content.get("effects", ())),
            reason=step.content.get("reason", ""),
        )
        for step in case.steps
    ]


def _by_option(case: DisputeCase, actor: Actor) -> dict[str, DecisionPreview]:
    previews = {}
    if len(case.state.open_choices) == 1:
        (right,) = case.state.open_choices
        for option in right.options:
            choice: dict[str, Any] = {"holder": right.holder, "option": option.id}
            if choosers := case.people.choosers(right.holder):
                choice["seat"] = choosers[0]
            previews[option.id] = _preview(rulings.deciding, case, actor, choice=choice)
    return previews


def _by_way(
    case: DisputeCase, actor: Actor, ways: Sequence[PossibleRulingAtTable]
) -> list[tuple[PossibleRulingAtTable, DecisionPreview]]:
    return [
        (way, _preview(rulings.deciding, case, actor, statement=Statement(facts=way.facts)))
        for way in ways
        if way.ruling.status == "ruled" and not case.people.rights(way.ruling.choices)
    ]


def preview_of_orders(case: DisputeCase, actor: Actor, posted: QueryDict) -> DecisionPreview | None:
    """Return the preview of the ticked effects, or None if the form has none.

    Raises InvalidInput for invalid effects, and Conflict if nothing can be ordered now.
    """
    step = posted.get("step")
    if step not in ORDERING:
        return None
    effects, beside = orders(posted), beside_stated(posted)
    if step == "change":
        return _preview_of(rulings.settling(case, actor, effects, withdraw=False, beside=beside))
    statement = Statement(beside=beside)
    return _preview_of(rulings.deciding(case, actor, overrule=True, effects=effects, statement=statement))


def _preview(
    work_out: Callable[..., rulings.Decision], case: DisputeCase, actor: Actor, *values: Any, **options: Any
) -> DecisionPreview:
    try:
        return _preview_of(work_out(case, actor, *values, **options))
    except InvalidInput as refusal:
        return DecisionPreview(needed=translated_reasons(refusal.reworded(case.seated.named)))


def _preview_of(decision: rulings.Decision) -> DecisionPreview:
    case, members = decision.case, decision.case.seated.members
    policy = policy_of(case.dispute.table)
    difference = decision.difference
    by = [(order, case.people.carried_out(order)) for order in orders_from(decision.effects)]
    return DecisionPreview(
        effects=[order for order, _carried_out in by],
        is_scored=any(carried_out == "score" for _order, carried_out in by)
        and not case.replaced_at
        and not deals.is_never_played(policy, case.seated),
        words_only=[order for order, carried_out in by if carried_out == "words"],
        people=case.people,
        joins=[join["says"] for join in decision.content["joins"].values() if join["says"]],
        changes=changes_of(difference, case.game, case.dispute.number, members, policy)
        if difference
        else None,
        sides=_by_side(decision.score, case),
    )


def _by_side(score: Mapping[str, Any] | None, case: DisputeCase) -> list[SideChange]:
    if not score:
        return []
    names = names_of(case.seating, case.seated.members, policy_of(case.dispute.table))
    before, after = score["before"], score["after"]
    return [
        SideChange(
            side=side,
            names=names[side],
            scored=(before["scored"][side - 1], after["scored"][side - 1]),
            score=(before["score"][side - 1], after["score"][side - 1]),
        )
        for side in names.sides()
    ]

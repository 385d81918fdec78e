"""Rulings: a director confirms what the law says or orders otherwise; an appeal is settled by another.

A decision is kept whole: the facts, the questions, what the law said, what was chosen, the score before and
after. What it does to the deal is never stored: it is worked out whenever the deal is read. A preview works a
decision out in the same way and writes nothing.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from laws import library
from laws.domain import why
from laws.domain.errors import InvalidInput
from laws.domain.ruling import Ruling
from laws.domain.sentences import _
from scoring.clubs.access import Actor
from scoring.disputes.domain import reading
from scoring.disputes.domain.course import StepKind, must_be_known
from scoring.disputes.models import Dispute
from scoring.disputes.queries.people import answer_under, kept_effects, score_of
from scoring.disputes.services import disputes
from scoring.disputes.services import steps as dispute_steps
from scoring.disputes.services.steps import DisputeCase
from scoring.game.names import clean_reason
from scoring.game.orders import Joined, Order, Party, joined
from scoring.game.rules import rules_of
from scoring.game.state import GameDifference, difference
from scoring.journal.services import Answer
from scoring.refusals import Conflict, NotAllowed
from scoring.tables.games import ruled_otherwise
from scoring.tables.models import Table
from scoring.tables.rulings import RulingRow, decided, join_content, orders_from

LATEST = 2**62
"""Stands for the id of a step that is not written yet: later than every other."""

WAYS = "{confirm: true}, {overrule: true, effects}, {change: true, effects} or {withdraw: true}"

Effects = Sequence[Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision worked out: the dispute then, its kind, what it orders, and what a step keeps of it.

    ``difference`` is what it changes, None while its deal is in play.
    """

    case: DisputeCase
    kind: StepKind
    effects: Effects
    content: Mapping[str, Any]
    difference: GameDifference | None

    @property
    def later(self) -> tuple[int, ...]:
        """The numbers of those deals after it that would score or count otherwise."""
        places = self.difference.later if self.difference else ()
        return tuple(self.case.game.deals[place].number for place in places)


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
    key: UUID | None = None,
    **sent: object,
) -> Answer:
    """Decide a dispute: ``confirm`` what the law says or ``overrule`` it with effects and a reason.

    ``sent`` are facts, seats and points as the director has found them (the fields of `reading.Told`),
    ``choice`` what was chosen; both are steps of their own before the decision. Raises InvalidInput by field,
    also for facts still needed; Conflict ``choice-open``, ``law-silent``, ``dispute-decided`` and the like.
    """
    actor.must("rule on a dispute")
    told = reading.Told(**sent)
    if confirm == overrule:
        raise InvalidInput({"confirm": _("Either {{confirm: true}} or {{overrule: true, effects, reason}}.")})
    if confirm and effects is not None:
        raise InvalidInput(
            {"effects": _("What the law says is confirmed as it is; overrule it to order effects.")}
        )

    def do(case: DisputeCase) -> DisputeCase:
        dispute_steps.must_be_open(case)
        if not told.is_nothing:
            content = disputes.told_content(case, told, found=True)
            case = dispute_steps.add(case, actor, "answered", content)
        if choice is not None:
            case = disputes.elect(case, actor, choice)
        if overrule:
            return _write(case, actor, "overruled", ordered(case, effects), clean_reason(reason))
        return _write(case, actor, "confirmed", confirmed(case), clean_reason(reason) if reason else "")

    asked = ["decide", dispute_id, confirm, overrule, effects, reason, choice, sent]
    return disputes.step(table, dispute_id, actor, asked, key, do)


def appeal(*, table: Table, actor: Actor, dispute_id: int, reason: object, key: UUID | None = None) -> Answer:
    """Appeal against a decision, with the reason. It stands until another director has settled the appeal."""
    actor.must("raise a dispute")

    def do(case: DisputeCase) -> DisputeCase:
        content = {"reason": clean_reason(reason)}
        dispute_steps.must_be(case, "appealed")
        return dispute_steps.add(case, actor, "appealed", content)

    return disputes.step(table, dispute_id, actor, ["appeal", dispute_id, reason], key, do)


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
        ways = _("One of {{uphold: true}}, {{change: true, effects, reason}}, {{withdraw: true, reason}}.")
        raise InvalidInput({"uphold": ways})
    if effects is not None and not change:
        raise InvalidInput({"effects": _("Only a change orders effects.")})
    kind: StepKind = "upheld" if uphold else "changed" if change else "withdrawn"

    def do(case: DisputeCase) -> DisputeCase:
        dispute_steps.must_be(case, kind)
        _must_be_another(case, actor)
        words = clean_reason(reason) if reason or not uphold else ""
        if uphold:
            return dispute_steps.add(case, actor, kind, {"reason": words})
        return _write(case, actor, kind, ordered(case, effects) if change else [], words)

    asked = ["settle", dispute_id, uphold, change, withdraw, effects, reason]
    return disputes.step(table, dispute_id, actor, asked, key, do)


def _write(case: DisputeCase, actor: Actor, kind: StepKind, effects: Effects, reason: str) -> DisputeCase:
    content = _worked_out(case, kind, effects, reason).content
    laws = list(dict.fromkeys(effect["law"] for effect in effects if effect.get("law")))
    return dispute_steps.add(case, actor, kind, content, laws=laws or case.course.decisive.laws)


def preview(
    *,
    table: Table,
    actor: Actor,
    dispute_id: int,
    confirm: bool = False,
    overrule: bool = False,
    change: bool = False,
    withdraw: bool = False,
    effects: object = None,
    choice: object = None,
    **sent: object,
) -> Decision:
    """Work out what `decide`, or `settle` with ``change`` or ``withdraw``, would do.

    Raises what they raise, but asks for no reason; nothing is written.
    """
    if [confirm, overrule, change, withdraw].count(True) != 1:
        raise InvalidInput({"confirm": _("One of {ways} is due.", ways=WAYS)})
    if effects is not None and not (overrule or change):
        raise InvalidInput({"effects": _("Only to overrule or to change a decision are effects ordered.")})
    actor.must("rule on a dispute" if confirm or overrule else "settle an appeal")
    case = dispute_steps.find(table, dispute_id)
    if change or withdraw:
        return preview_settling(case, actor, effects, withdraw=withdraw)
    told = reading.Told(**sent)
    return preview_deciding(case, actor, overrule=overrule, effects=effects, choice=choice, told=told)


def preview_deciding(
    case: DisputeCase,
    actor: Actor,
    *,
    overrule: bool = False,
    effects: object = None,
    choice: object = None,
    told: reading.Told = reading.NOTHING_TOLD,
) -> Decision:
    """Work out what confirming a dispute would do, or overruling it with effects; see `decide`."""
    dispute_steps.must_be_open(case)
    if not told.is_nothing:
        content = disputes.told_content(case, told, found=True)
        case = dispute_steps.supposed(case, actor, "answered", content)
    if choice is not None:
        case = dispute_steps.supposed(case, actor, "chosen", disputes.choice_content(case, choice))
    if overrule:
        return _worked_out(case, "overruled", ordered(case, effects), "")
    return _worked_out(case, "confirmed", confirmed(case), "")


def preview_settling(case: DisputeCase, actor: Actor, effects: object, *, withdraw: bool) -> Decision:
    """Work out what settling an appeal would do: changing the decision to effects, or withdrawing it."""
    kind: StepKind = "withdrawn" if withdraw else "changed"
    dispute_steps.must_be(case, kind)
    _must_be_another(case, actor)
    return _worked_out(case, kind, [] if withdraw else ordered(case, effects), "")


def confirmed(case: DisputeCase) -> list[dict[str, Any]]:
    """Return what the law says follows, each effect with its sentence and the law that has it.

    Raises InvalidInput for facts still needed; Conflict ``law-silent``, ``choice-open``.
    """
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
    return kept_effects(case.course.effects, case.course.decisive, case.law_set)


def ordered(case: DisputeCase, effects: object) -> list[dict[str, Any]]:
    """Return the effects that a director orders, each in a sentence. Raises InvalidInput under "effects"."""
    rules = rules_of(case.law_set, case.game.kind)
    orders = reading.read_orders(effects, rules, case.game.kind.seating)
    return [{**order.effect, "says": order.says, "law": ""} for order in orders]


def _must_be_another(case: DisputeCase, actor: Actor) -> None:
    """Raise NotAllowed ``own-decision`` where an appeal would be settled by the director who decided."""
    if actor.key == case.course.decided_by:
        raise NotAllowed(_("An appeal is settled by another than the one who decided."), code="own-decision")


def _worked_out(case: DisputeCase, kind: StepKind, effects: Effects, reason: str) -> Decision:
    """Work out a decision with its whole record, and make sure that it can be carried out.

    Raises InvalidInput by field, also for what has to be known of the deal first.
    """
    content = _content_of(case, effects, reason)
    if kind != "withdrawn":
        _must_be_placed(case, orders_from(effects))
        content["joins"] = _joins_of(case, orders_from(effects))
    if case.index is None:
        return Decision(case, kind, effects, content, None)
    others = _others(case)
    now = RulingRow(case.steps[-1].at, decided(case.dispute.pk, case.dispute.number, LATEST, content))
    rows = others if kind == "withdrawn" else [*others, now]
    try:
        after = ruled_otherwise(case.game, case.dispute.number, rows)
    except InvalidInput as refusal:
        errors = {field.removeprefix("deal.ruling."): reasons for field, reasons in refusal.errors.items()}
        raise InvalidInput(errors, law=refusal.law) from refusal
    before = case.game.course
    content["score"] = {"before": score_of(before, case.index), "after": score_of(after, case.index)}
    content["revision"] = case.game.deals[case.index].revision_id
    content["beside"] = [row.decided.step for row in others]
    return Decision(case, kind, effects, content, difference(before, after, case.index))


def _others(case: DisputeCase) -> list[RulingRow]:
    """Return the other decisions that stand on the deal."""
    rows = case.game.rulings.get(case.dispute.number, ())
    return [row for row in rows if row.decided.dispute != case.dispute.pk]


def _content_of(case: DisputeCase, effects: Effects, reason: str) -> dict[str, Any]:
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


def _must_be_placed(case: DisputeCase, orders: Sequence[Order]) -> None:
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


def _joins_of(case: DisputeCase, orders: tuple[Order, ...]) -> dict[str, Any]:
    """Return how the decision goes together with each other one on the same deal, as it is kept."""
    rows = [row.decided for row in _others(case)]
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


def _orders_of(case: DisputeCase, ruling: Ruling) -> tuple[Order, ...]:
    return orders_from(kept_effects(ruling.effects, ruling, case.law_set))


def _kept(case: DisputeCase, made: Joined) -> dict[str, Any]:
    effects = kept_effects(made.ruling.effects, made.ruling, case.law_set) if made.ruling else []
    kept = join_content(made.join, made.says, effects)
    if made.ruling is not None:
        kept["ruling"] = answer_under(made.ruling, case.law_set, made.ruling.incident)
    return kept

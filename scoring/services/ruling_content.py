"""What a decision on a dispute keeps: what it rests on and orders, how it joins others, the score with it.

It is worked out here and written in `rulings`; to look ahead, it is worked out and nothing is written.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from laws import library
from laws.domain import why
from laws.domain.errors import InvalidInput
from laws.domain.ruling import Ruling
from laws.domain.sentences import _
from scoring.clubs.access import Actor
from scoring.disputes.domain import reading
from scoring.disputes.domain.course import must_be_known
from scoring.disputes.services import steps as dispute_steps
from scoring.disputes.services.steps import Case
from scoring.domain.disputes.joining import Joined, Party, joined
from scoring.domain.disputes.steps import StepKind
from scoring.game.orders import Order
from scoring.game.rules import rules_of
from scoring.game.state import Course
from scoring.models import Dispute
from scoring.records import game_of, ruled_otherwise
from scoring.refusals import Conflict, NotAllowed
from scoring.selectors.ruling_answers import answer_under, kept_effects, score_of
from scoring.tables.rulings import RulingRow, decided, join_content, orders_from

LATEST = 2**62
"""Stands for the id of a step that is not written yet: later than every other."""


@dataclass(frozen=True, slots=True)
class Worked:
    """A decision as it would be kept, and the game with it: None while its deal is in play."""

    content: dict[str, Any]
    after: Course | None


def confirmed(case: Case) -> list[dict[str, Any]]:
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


def ordered(case: Case, effects: object) -> list[dict[str, Any]]:
    """Return the effects that a director orders, each in a sentence. Raises InvalidInput under "effects"."""
    rules = rules_of(case.law_set, game_of(case.table))
    orders = reading.read_orders(effects, rules, game_of(case.table).seating)
    return [{**order.effect, "says": order.says, "law": ""} for order in orders]


def must_be_another(case: Case, actor: Actor) -> None:
    """Raise NotAllowed ``own-decision`` where an appeal would be settled by the director who decided."""
    if actor.key == case.course.decided_by:
        raise NotAllowed(_("An appeal is settled by another than the one who decided."), code="own-decision")


def worked(case: Case, kind: StepKind, effects: Sequence[Mapping[str, Any]], reason: str) -> Worked:
    """Return a decision with its whole record, after making sure that it can be carried out.

    Raises InvalidInput by field, also for what has to be known of the deal first.
    """
    content = content_of(case, effects, reason)
    if kind != "withdrawn":
        must_be_placed(case, orders_from(effects))
        content["joins"] = joins_of(case, orders_from(effects))
    if case.index is None:
        return Worked(content, None)
    others = _others(case)
    now = RulingRow(case.steps[-1].at, decided(case.dispute, LATEST, content))
    rows = others if kind == "withdrawn" else [*others, now]
    try:
        after = ruled_otherwise(case.game, case.dispute.number, rows)
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
    return Worked(content, after)


def _others(case: Case) -> list[RulingRow]:
    """Return the other decisions that stand on the deal."""
    rows = case.game.rulings.get(case.dispute.number, ())
    return [row for row in rows if row.decided.dispute != case.dispute.pk]


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


def _orders_of(case: Case, ruling: Ruling) -> tuple[Order, ...]:
    return orders_from(kept_effects(ruling.effects, ruling, case.law_set))


def _kept(case: Case, made: Joined) -> dict[str, Any]:
    effects = kept_effects(made.ruling.effects, made.ruling, case.law_set) if made.ruling else []
    kept = join_content(made.join, made.says, effects)
    if made.ruling is not None:
        kept["ruling"] = answer_under(made.ruling, case.law_set, made.ruling.incident)
    return kept

"""Services for decisions: a director confirms or overrules the law, and another director settles an appeal.

A decision stores its whole basis: the facts, the law's answer, the choices, and the score before and after.
The deal itself is not changed: whenever it is loaded, its score is computed with the decisions in force. A
preview computes a decision in the same way and writes nothing.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from laws import library
from laws.domain import compose, errors, pairs, vocabulary, why
from laws.domain.roles import fill
from laws.domain.sentences import _
from scoring.clubs.permissions import Actor
from scoring.disputes.domain import parsing
from scoring.disputes.domain.state import StepKind
from scoring.disputes.queries import disputes
from scoring.disputes.services import answers, records, steps
from scoring.game import combined_decisions, names
from scoring.game.seating import TableSeats
from scoring.game.state import GameDifference, GameState, difference
from scoring.refusals import Conflict, NotAllowed
from scoring.tables import games, rulings

UNWRITTEN = 2**62
"""The id of a step that is not written yet. It is larger than every real id."""

WAYS = "{confirm: true}, {overrule: true, effects}, {change: true, effects} or {withdraw: true}"

KNOWN_ONCE_RECORDED = ("maker", "makers-side", "makers-adversaries", "makers-partner")
"""The roles whose seats are known as soon as the deal is recorded."""

Effects = Sequence[Mapping[str, Any]]


@dataclass(frozen=True, slots=True)
class Decision:
    """A decision that is computed but not written yet.

    - ``case``: the dispute before the decision.
    - ``content``: the content of the step to write.
    - ``difference``: the game before and after the decision. None for a deal that is not recorded, and for a
      deal that a slip has replaced.
    """

    case: disputes.DisputeCase
    kind: StepKind
    effects: Effects
    content: Mapping[str, Any]
    difference: GameDifference | None

    @property
    def effects_to_carry_out(self) -> list[dict[str, Any]]:
        """Return the effects of the decision, each with its sentence, its law and who carries it out."""
        by = map(self.case.people.carried_out, rulings.orders_from(self.effects))
        return [
            {**effect, "carried_out": carried_out}
            for effect, carried_out in zip(self.effects, by, strict=True)
        ]

    @property
    def if_it_changes_the_game(self) -> "Decision | None":
        """Return this decision; None for a deal that is not recorded or that a slip has replaced."""
        return self if self.difference else None

    @property
    def score(self) -> Mapping[str, Any] | None:
        """The score before and after the decision. None if ``difference`` is None."""
        score: Mapping[str, Any] | None = self.content["score"] if self.difference else None
        return score

    @property
    def later(self) -> tuple[int, ...]:
        """Return the numbers of the other deals in the game that this decision changes.

        For each of these deals, the score changes, or the deal starts or stops counting.
        """
        change = self.difference
        places = (*change.later, *change.dropped, *change.restored) if change else ()
        return tuple(sorted(self.case.game.deals[place].number for place in places))

    def taken(self, actor: Actor) -> disputes.DisputeCase:
        """Return the dispute with this decision as its last step. Nothing is written to the database."""
        return steps.after(self.case, actor, self.kind, self.content)


@steps.step("rule on a dispute")
def decide(
    case: disputes.DisputeCase,
    actor: Actor,
    *,
    confirm: bool = False,
    overrule: bool = False,
    effects: object = None,
    reason: object = "",
    choice: object = None,
    **sent: object,
) -> disputes.DisputeCase:
    """Decide a dispute: ``confirm`` what the law says, or ``overrule`` it with effects and a reason.

    - ``sent``: what the director has established, in the fields of `parsing.Statement`.
    - ``choice``: a choice that a player has made.

    The statement and the choice each become a step before the decision.

    Raises InvalidInput by field, for example if a fact is missing, and Conflict with a code such as
    ``choice-open``, ``law-silent`` or ``dispute-decided``. For ``choice``, also raises what `answers.choose`
    raises.
    """
    if confirm == overrule:
        raise errors.InvalidInput(
            {"confirm": _("Either {{confirm: true}} or {{overrule: true, effects, reason}}.")}
        )
    if confirm and effects is not None:
        raise errors.InvalidInput(
            {"effects": _("What the law says is confirmed as it is; overrule it to order effects.")}
        )
    statement = parsing.Statement(**sent)
    decision = deciding(
        case, actor, overrule=overrule, effects=effects, choice=choice, statement=statement, reason=reason
    )
    return decision.taken(actor)


@steps.step("raise a dispute")
def appeal(case: disputes.DisputeCase, actor: Actor, *, reason: object) -> disputes.DisputeCase:
    """Appeal against a decision; the decision stays in force until another director settles the appeal."""
    content = {"reason": names.clean_reason(reason)}
    case.must_be("appealed")
    return steps.after(case, actor, "appealed", content)


@steps.step("settle an appeal")
def settle(
    case: disputes.DisputeCase,
    actor: Actor,
    *,
    uphold: bool = False,
    change: bool = False,
    withdraw: bool = False,
    effects: object = None,
    reason: object = "",
    beside: object = None,
) -> disputes.DisputeCase:
    """Settle an appeal: uphold the decision, change it to other effects, or withdraw it.

    Changing and withdrawing need a reason. A change may need facts that concern both this dispute and another
    dispute on the deal; ``beside`` has these facts. Raises InvalidInput by field, NotAllowed ``own-decision``
    for the director who made the decision, and Conflict if no appeal is open.
    """
    if [uphold, change, withdraw].count(True) != 1:
        ways = _("One of {{uphold: true}}, {{change: true, effects, reason}}, {{withdraw: true, reason}}.")
        raise errors.InvalidInput({"uphold": ways})
    if effects is not None and not change:
        raise errors.InvalidInput({"effects": _("Order effects only with a change.")})
    if not uphold:
        decision = settling(case, actor, effects, withdraw=withdraw, reason=reason, beside=beside)
        return decision.taken(actor)
    case.must_be("upheld")
    _must_be_another(case, actor)
    return steps.after(case, actor, "upheld", {"reason": names.clean_reason(reason) if reason else ""})


def preview(
    case: disputes.DisputeCase,
    actor: Actor,
    *,
    confirm: bool = False,
    overrule: bool = False,
    change: bool = False,
    withdraw: bool = False,
    effects: object = None,
    choice: object = None,
    **sent: object,
) -> Decision:
    """Compute the decision that `decide` or `settle` would make. Nothing is written.

    Raises the same errors as `decide` and `settle`, except for a missing reason.
    """
    if [confirm, overrule, change, withdraw].count(True) != 1:
        raise errors.InvalidInput({"confirm": _("Send one of {ways}.", ways=WAYS)})
    if effects is not None and not (overrule or change):
        raise errors.InvalidInput({"effects": _("Order effects only to overrule or to change a decision.")})
    actor.must("rule on a dispute" if confirm or overrule else "settle an appeal")
    if change or withdraw:
        return settling(case, actor, effects, withdraw=withdraw, beside=sent.get("beside"))
    statement = parsing.Statement(**sent)
    return deciding(case, actor, overrule=overrule, effects=effects, choice=choice, statement=statement)


def deciding(
    case: disputes.DisputeCase,
    actor: Actor,
    *,
    overrule: bool = False,
    effects: object = None,
    choice: object = None,
    statement: parsing.Statement = parsing.NOTHING_STATED,
    reason: object = None,
) -> Decision:
    """Compute the decision that confirms the law's ruling or, with ``overrule``, orders other effects.

    Writes nothing. The caller must check the permission. ``reason`` is None in a preview. Raises the errors
    of `decide`.
    """
    case.must_be_open()
    if statement != parsing.NOTHING_STATED:
        case = steps.after(case, actor, "answered", answers.answered_content(case, statement, is_found=True))
    if choice is not None:
        case = steps.after(case, actor, "chosen", answers.choice_content(case, actor, choice))
    if overrule:
        return _computed(case, "overruled", ordered(case, effects), reason)
    return _computed(case, "confirmed", confirmed(case), reason or None)


def settling(
    case: disputes.DisputeCase,
    actor: Actor,
    effects: object,
    *,
    withdraw: bool,
    reason: object = None,
    beside: object = None,
) -> Decision:
    """Compute the decision that changes an appealed decision or, with ``withdraw``, withdraws it.

    Writes nothing. The caller must check the permission. ``reason`` is None in a preview. Raises the errors
    of `settle`.
    """
    kind: StepKind = "withdrawn" if withdraw else "changed"
    case.must_be(kind)
    _must_be_another(case, actor)
    return _computed(case, kind, [] if withdraw else ordered(case, effects), reason, beside)


def confirmed(case: disputes.DisputeCase) -> list[dict[str, Any]]:
    """Return the effects of the law in their stored form.

    Raises InvalidInput if a fact is missing, or if the ruling depends on a disputed fact. Raises Conflict
    ``law-silent`` or ``choice-open``.
    """
    case.state.must_be_known()
    if case.state.decisive.status == "silent":
        raise Conflict(
            _("The law set does not provide for this: say what is to follow, and why."), code="law-silent"
        )
    if case.state.open_choices:
        raise Conflict(
            _("Somebody still has to choose: say what was chosen, or that the right is lost."),
            code="choice-open",
            holders=[choice.holder for choice in case.state.open_choices],
        )
    return records.stored_effects(case.state.effects, case.state.decisive)


def ordered(case: disputes.DisputeCase, effects: object) -> list[dict[str, Any]]:
    """Return the effects that a director orders, with their texts. Raises InvalidInput as `read_orders`."""
    read = parsing.read_orders(effects, case.seated.rules, case.seating)
    return [{**order.effect, "says": order.says_at(case.seating), "law": ""} for order in read]


def _must_be_another(case: disputes.DisputeCase, actor: Actor) -> None:
    decision = case.state.decision
    if decision is not None and actor.key == decision.by:
        raise NotAllowed(
            _("You made this decision, so a different director must settle the appeal."), code="own-decision"
        )


def _computed(
    case: disputes.DisputeCase, kind: StepKind, effects: Effects, reason: object, beside: object = None
) -> Decision:
    content = _content_of(case, effects, "" if reason is None else names.clean_reason(reason))
    dispute = case.dispute
    others = [row for row in case.game.rulings.get(dispute.number, ()) if row.decided.dispute != dispute.pk]
    rows = list(others)
    if kind != "withdrawn":
        decided = rulings.decided(dispute.pk, dispute.number, UNWRITTEN, content)
        _must_be_placed(case, decided.orders)
        content["joins"] = _joins_of(case, decided, answers.pair_facts(case, beside))
        decided = rulings.decided(dispute.pk, dispute.number, UNWRITTEN, content)
        rows.append(rulings.RulingRow(case.steps[-1].at, decided))
    if case.index is None:
        return Decision(case, kind, effects, content, None)
    with errors.fields_renamed("deal.ruling.", ""):
        after = games.ruled_otherwise(case.game, dispute.number, rows)
    before = case.game.state
    content["score"] = {"before": _score_of(before, case.index), "after": _score_of(after, case.index)}
    content["revision"] = case.game.deals[case.index].revision_id
    content["other_decisions"] = [row.decided.step for row in others]
    changes = None if case.replaced_at else difference(before, after, case.index)
    return Decision(case, kind, effects, content, changes)


def _score_of(game: GameState, index: int) -> dict[str, Any]:
    entry = game.entries[index]
    score = entry.score
    return {
        "counted": entry.counted,
        "scored": list(score.scored.values),
        "before": list(score.before.values),
        "new_deal": score.new_deal,
        "score": list(game.score.values),
        "winner": list(game.winner) if isinstance(game.winner, tuple) else game.winner,
        "next_dealer": game.next_dealer,
    }


def _content_of(case: disputes.DisputeCase, effects: Effects, reason: str) -> dict[str, Any]:
    state, ruling = case.state, case.state.decisive
    return {
        "law_set": ruling.law_set,
        "law_set_revision": case.dispute.law_set.revision,
        "incident": state.incident,
        "game": state.game,
        "facts": {key: fact.canonical() for key, fact in state.facts.items()},
        "asked": list(state.facts),
        "seats": dict(state.seats),
        "points": None if state.points is None else list(state.points),
        "trick": state.trick,
        "is_in_play": case.index is None,
        "ruling": records.stored_answer(ruling, state.game),
        "displaced": [displaced.rule for displaced in why.displaced(ruling)] if not ruling.is_open else [],
        "elected": dict(state.elected),
        "lapsed": state.lapsed,
        "effects": [dict(effect) for effect in effects],
        "joins": {},
        "score": None,
        "revision": None,
        "other_decisions": [],
        "supersedes": state.decision.seq if state.decision else None,
        "reason": reason,
    }


def _must_be_placed(case: disputes.DisputeCase, ordered: Sequence[combined_decisions.Order]) -> None:
    # While the deal is in play, the offender's role is enough: the record will show who has this role.
    may_follow = case.index is None and case.state.known.get("offender", "none") != "none"
    for order in ordered:
        if may_follow or not order.is_scored or not order.is_of_the_law:
            continue
        roles = {order.effect.get("side"), order.effect.get("who")} - {None, *KNOWN_ONCE_RECORDED}
        if not all(case.places.sides(str(role)) for role in roles):
            raise errors.InvalidInput({"seat": _("say who was in error: the ruling depends on it.")})


class AskedBeside(NamedTuple):
    """A missing fact that concerns two disputes. ``dispute`` is the id of the other dispute."""

    dispute: int
    fact: vocabulary.IncidentFact


def asked_beside(case: disputes.DisputeCase, instead: Effects | None = None) -> list[AskedBeside]:
    """Return the missing facts that concern both this dispute and another, decided dispute on the deal.

    These facts decide how the decisions on the two disputes combine. ``instead`` has the effects that a
    director orders in place of the law's effects. Without ``instead``, the law's effects count, with each
    option of an open choice.

    The result is empty if this dispute is neither undecided nor appealed against. Without ``instead``, it is
    also empty while the law's ruling needs facts.
    """
    state = case.state
    if not case.beside or not state.is_open or (instead is None and state.decisive.is_open):
        return []
    options = [option.effects for choice in state.open_choices for option in choice.options] or [()]
    lawful = [records.stored_effects((*state.effects, *more), state.decisive) for more in options]
    asked: dict[tuple[int, str], vocabulary.IncidentFact] = {}
    for effects in lawful if instead is None else [instead]:
        decided = rulings.decided(case.id, case.dispute.number, UNWRITTEN, _content_of(case, effects, ""))
        for early in case.beside:
            try:
                questions = _join(case, early, decided).questions
            except errors.InvalidInput:
                continue
            asked |= {(early.dispute, fact.key): fact for fact in questions}
    return [AskedBeside(other, fact) for (other, _key), fact in asked.items()]


def _joins_of(
    case: disputes.DisputeCase, late: combined_decisions.Decided, beside: Mapping[str, Mapping[str, str]]
) -> dict[str, Any]:
    joins = {
        early.dispute: _join(case, early, late, beside.get(str(early.dispute), {})) for early in case.beside
    }
    due = {
        f"beside.{other}.{fact.key}": _("still needed: {ask}", ask=fill(fact.ask))
        for other, join in joins.items()
        for fact in join.questions
    }
    due |= {
        f"beside.{other}": _(
            "{says} Order what is to follow. {one} {other}",
            says=compose.NO_LAW_DECIDES,
            one=join.undecided[0][0].says_at(case.seating),
            other=join.undecided[0][1].says_at(case.seating),
        )
        for other, join in joins.items()
        if join.undecided
    }
    if due:
        raise errors.InvalidInput(due)
    return {
        str(early.dispute): _join_content(joins[early.dispute], early, late, case) for early in case.beside
    }


def _join(
    case: disputes.DisputeCase,
    early: combined_decisions.Decided,
    late: combined_decisions.Decided,
    more: pairs.PairFacts = pairs.NO_PAIR_FACTS,
) -> combined_decisions.Join:
    places = [
        case.seated.places(decision.seats, decision.facts, decision.trick) for decision in (early, late)
    ]
    kept = early.joins.get(case.id)
    pair_facts = {**(kept.pair_facts if kept else {}), **case.state.beside.get(early.dispute, {}), **more}
    return combined_decisions.joined(
        library.pairs(), case.book, early, late, (places[0], places[1]), pair_facts
    )


def _join_content(
    join: combined_decisions.Join,
    early: combined_decisions.Decided,
    late: combined_decisions.Decided,
    case: disputes.DisputeCase,
) -> dict[str, Any]:
    ruling = join.ruling
    if ruling is None:
        in_order = (late, early) if join.leads == late.dispute else (early, late)
        in_force = in_order[:1] if join.relation == "absorbed" else in_order
        left = [replace(row, orders=join.left.get(row.dispute, row.orders)) for row in in_force]
        effects = [effect for decision in left for effect in _effects_of(decision, case.seating)]
        return rulings.join_content(join, []) | {"consequences": effects}
    effects = records.stored_effects(ruling.effects, ruling)
    return rulings.join_content(join, effects) | {"ruling": records.stored_answer(ruling, case.state.game)}


def _effects_of(decision: combined_decisions.Decided, seating: TableSeats) -> list[dict[str, Any]]:
    seat = decision.seats.get("offender")
    about = {"dispute": decision.dispute, "incident": decision.incident, "seat": seat}
    return [{**about, **order.effect, "says": order.says_at(seating)} for order in decision.orders]

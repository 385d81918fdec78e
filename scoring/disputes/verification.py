"""Verify disputes: every step must have been allowed, and every decision must give the same result again.

The same revision of the law set must give the same ruling on the stored facts, and the deal must get the same
score. A comparison with another law set only reports differences. This module writes nothing.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from laws import queries
from laws.domain import compiled_book, errors, lawset, roles
from laws.domain.ruling import Ruling
from laws.domain.sentences import Sentence, _
from scoring.clubs.models import Club
from scoring.disputes.domain.state import (
    SETTLING,
    DisputeState,
    KnownFact,
    effects_of,
    game_of,
    ruling_on,
)
from scoring.disputes.models import Dispute, DisputeStep
from scoring.disputes.queries import disputes
from scoring.disputes.services import records
from scoring.game import applied_rulings, combined_decisions, deal_scoring, notation, rules, score, seating
from scoring.journal.breach import UNREADABLE, Breach
from scoring.tables import games, models, rulings


@dataclass(frozen=True, slots=True)
class ChangedDecision:
    """A decision that gives another result when it is computed again, and the difference as text."""

    step: DisputeStep
    difference: str


def decisions(club: Club | None = None) -> Iterator[DisputeStep]:
    """Yield the recorded decisions of a club, or of all clubs, the oldest first.

    Changes and withdrawals of a decision are yielded, too.
    """
    steps = DisputeStep.objects.filter(kind__in=combined_decisions.DECISION_STEPS).select_related(
        "dispute__table", "dispute__game", "dispute__law_set"
    )
    if club is not None:
        steps = steps.filter(dispute__table__club=club)
    yield from steps.defer("dispute__law_set__content").order_by("id").iterator(chunk_size=500)


def replayed(step: DisputeStep) -> ChangedDecision | None:
    """Compute a decision again under its own law set revision. Return the change, None if there is none."""
    try:
        difference = _difference(step)
    except UNREADABLE as error:
        difference = f"the decision cannot be computed again: {error}"
    return ChangedDecision(step, difference) if difference else None


def under(step: DisputeStep, law_set: lawset.LawSet, book: compiled_book.LawBook) -> ChangedDecision | None:
    """Rule on a decision's facts under another law set. Return the change, None if there is none.

    If one of the two law sets cannot rule on the facts, this counts as a change.
    """
    title, game = law_set.title, game_of(step.content)
    try:
        ruling = _ruled(book.for_game(game), step.content)
        title = step.dispute.law_set.slug
        own = queries.law_book_at(step.dispute.law_set.revision).for_game(game)
        then = _ruled(own, step.content)
    except UNREADABLE as error:
        difference = _("{title} cannot rule on the recorded facts: {error}", title=title, error=str(error))
        return ChangedDecision(step, difference)
    if then.status == ruling.status and _gist(then) == _gist(ruling):
        return None
    return ChangedDecision(step, _in_words(ruling, law_set))


def changed_under(club: Club, law_set: lawset.LawSet, book: compiled_book.LawBook) -> list[ChangedDecision]:
    """Return a club's confirmed decisions that would be different under another law set.

    Decisions that were later changed or withdrawn are included. So are decisions on which one of the two law
    sets cannot rule. The other law set need not be published.
    """
    compared = (under(step, law_set, book) for step in decisions(club) if step.kind == "confirmed")
    return [changed for changed in compared if changed is not None]


def law_set_named(name: str) -> tuple[lawset.LawSet, compiled_book.LawBook]:
    """Return the law set with this name or revision, and its law book.

    Raises InvalidInput for an unknown name, and RevisionDamaged for an altered revision.
    """
    try:
        law_set = queries.law_set_at(name)
    except errors.InvalidInput:
        law_set = queries.law_set_named(name)
    return law_set, queries.law_book_at(law_set.revision)


def _difference(step: DisputeStep) -> str:
    content, revision = step.content, step.dispute.law_set.revision
    law_set, game = queries.law_set_at(revision), game_of(content)
    if content["law_set_revision"] != revision:
        return "the decision has another law set revision than its dispute"
    book = queries.law_book_at(revision).for_game(game)
    ruling = _ruled(book, content)
    if not records.equals_stored(ruling, game, content["ruling"]):
        return "the law set gives another ruling on the recorded facts"
    effects = effects_of(ruling, content["elected"])
    again = records.stored_effects(effects, ruling)
    if step.kind == "confirmed" and records.without_sentences(again) != records.without_sentences(
        content["effects"]
    ):
        return "the law set and the choices give other effects than the recorded effects"
    return _score_difference(step, law_set) if content["revision"] is not None else ""


def _score_difference(step: DisputeStep, law_set: lawset.LawSet) -> str:
    content, game = step.content, games.game_played(step.dispute.game, step.dispute.table)
    after = content["score"]["after"]
    revision = models.DealRevision.objects.get(pk=content["revision"])
    deal = notation.parse_deal(revision.content, game, law_set)
    in_force = list(DisputeStep.objects.filter(pk__in=content["other_decisions"]).select_related("dispute"))
    if step.kind != "withdrawn":
        in_force.append(step)
    decided = [rulings.decided(row.dispute_id, row.dispute.number, row.pk, row.content) for row in in_force]
    figures = rules.rules_of(law_set, game)
    deal = applied_rulings.ruled(decided, deal, figures)
    before = seating.PerSide(tuple(after["before"]))
    again = score.score_of(deal_scoring.result_of(deal, figures), before, figures)
    scored = list(again.scored.values)
    return (
        f"the deal now scores {scored}, not {after['scored']}"
        if after["counted"] and scored != after["scored"]
        else ""
    )


def _ruled(book: compiled_book.LawBook, content: Mapping[str, Any]) -> Ruling:
    facts = {key: KnownFact.read(fact) for key, fact in content["facts"].items()}
    return ruling_on(book, content["incident"], facts)


def _gist(ruling: Ruling) -> tuple[object, ...]:
    return tuple(outcome.gist for outcome in ruling.possible)


def _in_words(ruling: Ruling, law_set: lawset.LawSet) -> Sentence:
    title = law_set.title
    if ruling.is_open:
        due = " ".join(roles.fill(fact.ask) for fact in ruling.questions)
        return _("{title} would ask for more: {ask}", title=title, ask=due)
    if ruling.status == "silent":
        return _("{title} does not provide for it", title=title)
    says = [effect.says for effect in ruling.effects]
    says += [_("{who} may choose.", who=choice.who) for choice in ruling.choices]
    return _("{title}: {says}", title=title, says=" ".join(says))


def dispute_breaches(table: models.Table) -> Iterator[Breach]:
    """Yield the broken invariants of the disputes at a table."""
    rows = Dispute.objects.filter(table=table).select_related("law_set", "game").prefetch_related("steps")
    for dispute in rows.order_by("id"):
        where, steps = f"dispute {dispute.pk}", disputes.in_order(dispute)
        numbers = [step.seq for step in steps]
        if numbers != list(range(1, len(steps) + 1)) or not steps:
            yield Breach("I-24", where, f"its steps are numbered {numbers}")
            continue
        law_set_id = dispute.game.law_set_id or table.law_set_id
        if dispute.game.table_id != table.pk or dispute.law_set_id != law_set_id:
            yield Breach("I-24", where, "its game is of another table, or that game has another law set")
        yield from _step_breaches(dispute, steps, games.game_played(dispute.game, table).seating, where)


def _step_breaches(
    dispute: Dispute, rows: Sequence[DisputeStep], at: seating.TableSeats, where: str
) -> Iterator[Breach]:
    try:
        steps = [row.record for row in rows]
        book = queries.law_book_at(dispute.law_set.revision).for_game(game_of(steps[0].content))
        for place, step in enumerate(steps[1:], start=1):
            if step.kind not in DisputeState(steps[:place], book, at).next_steps:
                yield Breach("I-24", f"{where} step {step.seq}", f"the step {step.kind} was not allowed")
    except UNREADABLE as error:
        yield Breach("I-24", where, f"its steps cannot be read: {error}")
        return
    if steps[0].content.get("incident") != dispute.incident:
        yield Breach("I-24", where, "its first step has another incident")
    decider = ""
    for step, row in zip(steps, rows, strict=True):
        if step.kind in SETTLING and step.by == decider:
            own = "the person who decided has also settled the appeal"
            yield Breach("I-26", f"{where} step {step.seq}", own)
        if step.kind in combined_decisions.DECISION_STEPS:
            decider = step.by
            if (changed := replayed(row)) is not None:
                yield Breach("I-25", f"{where} step {step.seq}", changed.difference)

"""Rulings made again: each recorded decision under its own revision, and under another for comparison.

A decision keeps what it was made of. Asked again with the same facts, the law of its revision must answer the
same, and the deal it looked at must score the same.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from laws import queries
from laws.domain import arbiter
from laws.domain.errors import InvalidInput
from laws.domain.lawbook import LawBook
from laws.domain.lawset import LawSet
from laws.domain.roles import ROLES, capital, fill
from laws.domain.ruling import Ruling
from laws.domain.sentences import Sentence, _
from laws.queries import law_book_at, law_set_at
from scoring.clubs.models import Club
from scoring.disputes.domain.course import option_of
from scoring.disputes.models import DisputeStep
from scoring.disputes.queries.people import answer_under, kept_effects
from scoring.game.consequences import ruled
from scoring.game.notation import parse_deal
from scoring.game.orders import DECIDING
from scoring.game.reckoning import reckoned
from scoring.game.rules import rules_of
from scoring.game.score import settled
from scoring.game.seating import PerSide
from scoring.journal.breach import UNREADABLE
from scoring.tables.games import game_played
from scoring.tables.models import DealRevision
from scoring.tables.rulings import decided


@dataclass(frozen=True, slots=True)
class Otherwise:
    """A decision that comes out otherwise when it is made again: which, and what differs, in words."""

    dispute: int
    step: int
    incident: str
    deal: int
    table: str
    why: str

    @classmethod
    def of(cls, step: DisputeStep, why: str) -> "Otherwise":
        """Return what is said of a decision."""
        dispute = step.dispute
        return cls(dispute.pk, step.seq, dispute.incident, dispute.number, dispute.table.name, why)


def decisions(club: Club | None = None) -> Iterator[DisputeStep]:
    """Yield every recorded decision in the order in which they were made, of one club or of all."""
    found = DisputeStep.objects.filter(kind__in=DECIDING).select_related(
        "dispute__table", "dispute__game", "dispute__law_set"
    )
    if club is not None:
        found = found.filter(dispute__table__club=club)
    yield from found.defer("dispute__law_set__content").order_by("id").iterator(chunk_size=500)


def replayed(step: DisputeStep) -> Otherwise | None:
    """Make a decision again under its own revision: None where it comes out identically."""
    try:
        why = _difference(step)
    except UNREADABLE as error:
        why = f"it cannot be made again: {error}"
    if not why:
        return None
    return Otherwise.of(step, why)


def under(step: DisputeStep, law_set: LawSet, book: LawBook) -> Otherwise | None:
    """Ask another law set with the facts of a decision: None where the same would follow."""
    content = step.content
    try:
        ruling = arbiter.rule(book, content["incident"], _facts(content))
    except UNREADABLE as error:
        why = f"it cannot be asked there: {error}"
        return Otherwise.of(step, why)
    here = law_book_at(step.dispute.law_set.revision)
    then = arbiter.rule(here, content["incident"], _facts(content))
    if then.status == ruling.status and _gist(then) == _gist(ruling):
        return None
    return Otherwise.of(step, _in_words(ruling, law_set))


def otherwise_under(club: Club, law_set: LawSet, book: LawBook) -> list[Otherwise]:
    """Return a club's confirmed rulings that another law set, published or not, would have made otherwise."""
    found = (under(step, law_set, book) for step in decisions(club) if step.kind == "confirmed")
    return [each for each in found if each is not None]


def law_set_named(name: str) -> tuple[LawSet, LawBook]:
    """Return a law set with its book by its slug or its revision. Raises InvalidInput."""
    try:
        return law_set_at(name), law_book_at(name)
    except InvalidInput:
        found = queries.law_set_named(name)
    return found, law_book_at(found.revision)


def _difference(step: DisputeStep) -> str:
    content, revision = step.content, step.dispute.law_set.revision
    law_set, book = law_set_at(revision), law_book_at(revision)
    if content["law_set_revision"] != revision:
        return "it was ruled under another revision than its dispute is pinned to"
    ruling = arbiter.rule(book, content["incident"], _facts(content))
    if answer_under(ruling, law_set, content["incident"]) != content["ruling"]:
        return "the law answers otherwise"
    if step.kind == "confirmed" and _by_law(ruling, content, law_set) != content["effects"]:
        return "other effects follow from the law and what was chosen"
    if content["revision"] is None:
        return ""
    return _score_difference(step, law_set)


def _score_difference(step: DisputeStep, law_set: LawSet) -> str:
    """Score the deal that the decision looked at again, with it and with what stood beside it."""
    content, game = step.content, game_played(step.dispute.game, step.dispute.table)
    rules = rules_of(law_set, game)
    revision = DealRevision.objects.get(pk=content["revision"])
    deal = parse_deal(revision.content, game, law_set)
    beside = DisputeStep.objects.filter(pk__in=content["beside"]).select_related("dispute")
    standing = [decided(one.dispute_id, one.dispute.number, one.pk, one.content) for one in beside]
    ours = []
    if step.kind != "withdrawn":
        ours = [decided(step.dispute_id, step.dispute.number, step.pk, content)]
    deal = ruled([*standing, *ours], deal, rules)
    before = PerSide(tuple(content["score"]["after"]["before"]))
    score = settled(reckoned(deal, rules), before, rules)
    if (
        content["score"]["after"]["counted"]
        and list(score.scored.values) != content["score"]["after"]["scored"]
    ):
        return f"the deal scores {list(score.scored.values)}"
    return ""


def _facts(content: Mapping[str, Any]) -> dict[str, str]:
    """Return the facts on which a decision rests; of disputed ones that changed nothing, either way."""
    return {key: said["value"] or said["values"][0] for key, said in content["facts"].items()}


def _by_law(ruling: Ruling, content: Mapping[str, Any], law_set: LawSet) -> list[dict[str, Any]]:
    chosen = [
        option
        for choice in ruling.choices
        if choice.holder in content["elected"]
        and (option := option_of(choice, content["elected"][choice.holder])) is not None
    ]
    effects = (*ruling.effects, *(effect for option in chosen for effect in option.effects))
    return kept_effects(dict.fromkeys(effects), ruling, law_set)


def _gist(ruling: Ruling) -> tuple[object, ...]:
    return tuple(outcome.gist for outcome in ruling.possible)


def _in_words(ruling: Ruling, law_set: LawSet) -> Sentence:
    title = law_set.title
    if ruling.is_open:
        due = " ".join(fill(fact.ask) for fact in ruling.questions)
        return _("{title} would ask for more: {ask}", title=title, ask=due)
    if ruling.status == "silent":
        return _("{title} does not provide for it", title=title)
    said = [effect.says for effect in ruling.effects]
    said += [_("{who} may choose.", who=capital(ROLES[choice.holder].words)) for choice in ruling.choices]
    return _("{title}: {says}", title=title, says=" ".join(said))

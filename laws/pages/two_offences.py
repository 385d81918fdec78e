"""Two offences in one deal as the page shows them: how they go together, and each with its ruling.

How two topics go together stands in the table of pairs, and putting rulings together is done in the domain.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace

from django.utils.translation import gettext as _

from laws import library, table_of_contents
from laws.domain import compose
from laws.domain.compose import Composition, Excluded
from laws.domain.errors import InvalidInput
from laws.domain.pairs import OFFENDER
from laws.domain.roles import fill
from laws.domain.rule import Outcome
from laws.domain.ruling import Ruling
from laws.domain.vocabulary import IncidentFact, Topic
from laws.pages import answers
from laws.pages.questions import Question


@dataclass(frozen=True, slots=True)
class OffencePart:
    """One of two offences: its ruling, what is left of it beside the other, and its answers."""

    ruling: Ruling
    outcome: Outcome
    stands: bool
    lines: tuple[answers.FactLine, ...]
    address: str


@dataclass(frozen=True, slots=True)
class TwoOffences:
    """Two offences put together; or, before that can be done, the question that is still open.

    ``instead`` is the incident that the two make, with its address, ``told`` what was told of the two. With
    an option that ``may_end`` the deal nothing else stands. ``excluded`` are effects that exclude each other.
    """

    says: str
    parts: tuple[OffencePart, ...] = ()
    instead: tuple[str, str] | None = None
    title: str = ""
    put: answers.PutQuestion | None = None
    told: tuple[answers.FactLine, ...] = ()
    may_end: bool = False
    excluded: tuple[Excluded, ...] = ()


Part = tuple[Question, Ruling]
"""One of two offences: the question about it, and its ruling."""


def has_question_of_the_first(question: Question) -> bool:
    """Tell whether something has to be known still of what was told first."""
    if question.same_deal is None or question.again:
        return False
    return question.turned_round().ruling.is_open


def askable_topics(question: Question) -> Iterable[Topic]:
    """Return the topics that can be asked: all, or those that can go together with what else happened."""
    topics = table_of_contents.topics()
    if question.same_deal is None:
        return topics
    other = question.same_deal.table.incident.topic
    known = library.pairs().pairs
    return [topic for topic in topics if (topic.name, other) in known or (other, topic.name) in known]


def both(question: Question) -> TwoOffences:
    """Return the two offences of a question put together, the one told of first coming first."""
    parts = [(each, each.ruling) for each in (question.turned_round(), question)]
    for each, ruling in parts:
        if fact := answers.next_fact(each, ruling):
            return _first(_("Answer this first."), (each, ruling), question, fact)
    first, second = (ruling for _each, ruling in parts)
    try:
        together = compose.compose(library.pairs(), first, second, question.of_both)
    except InvalidInput as needed:
        return _who_first(parts, question, needed)
    for fact in together.questions:
        keys = [
            answers.AnswerKey(value, question.telling(fact.key, value.slug).address, False, False)
            for value in fact.values
        ]
        return TwoOffences(together.says, put=answers.PutQuestion(fact, tuple(keys)))
    if together.standing and together.standing[0] is second:
        parts.reverse()
    instead = None
    if together.incident:
        other = library.vocabulary().incidents[together.incident]
        instead = (fill(other.title), question.alone().about(together.incident, together.facts).address)
    return TwoOffences(
        together.says,
        tuple(_part(*part, together) for part in parts),
        instead,
        told=tuple(_told(question, together.joined.turns_on)),
        may_end=bool(together.unless),
        excluded=together.excluded,
    )


def _told(question: Question, fact: IncidentFact | None) -> Iterator[answers.FactLine]:
    """Yield the fact of the two on which the ruling turns, where one does, with the way to take it back."""
    if fact is not None and fact.key in question.of_both:
        label = fill(fact.value(question.of_both[fact.key]).label)
        yield answers.FactLine(fill(fact.ask), label, "given", question.telling(fact.key, "").address)


def _first(says: str, part: Part, of_both: Question, fact: IncidentFact) -> TwoOffences:
    """Return a fact of one offence as a question, after which the two are in the same order as before."""
    question, ruling = part

    def go_on(answered: Question) -> Question:
        if question is of_both:
            return answered
        return replace(answered.turned_round(), of_both=of_both.of_both)

    put = answers.put(question, fact, go_on)
    return TwoOffences(says, title=ruling.table.incident.title, put=put)


def _who_first(parts: list[Part], question: Question, needed: InvalidInput) -> TwoOffences:
    """Return the question of who was in error, or both rulings apart where the table does not say more."""
    for field, (each, ruling) in zip(("first", "second"), parts, strict=True):
        known = ruling.table.incident.every_fact
        if field in needed.errors and OFFENDER in known and OFFENDER not in each.facts:
            says = _("It matters whether both were of one side.")
            return _first(says, (each, ruling), question, known[OFFENDER])
    contrary = [reasons[0] for path, reasons in needed.errors.items() if path.startswith("second.facts.")]
    says = contrary[0] if contrary else _("No law says how these two go together. Each is ruled by itself.")
    return TwoOffences(says, tuple(_part(*part) for part in parts))


def _part(question: Question, ruling: Ruling, composition: Composition | None = None) -> OffencePart:
    outcome = ruling.possible[0]
    if composition is not None and composition.standing:
        place = next(place for place, each in enumerate(composition.rulings) if each is ruling)
        outcome = replace(outcome, effects=composition.left(place))
    return OffencePart(
        ruling,
        outcome,
        stands=composition is None or any(each is ruling for each in composition.standing),
        lines=tuple(line for line in answers.lines(question, ruling) if line.label),
        address=question.alone().address,
    )


def elsewhere(question: Question) -> Iterator[answers.OtherRuling]:
    """Yield what each other law set makes of the two together."""
    here = _together(question)
    for slug, law_set in library.law_sets().items():
        if slug == question.slug:
            continue
        there = question.under(law_set)
        together = _together(there)
        if together is None:
            yield answers.OtherRuling(law_set.title, there.address, "needs-facts", None, False, "")
            continue
        if together.incident:
            return
        outcomes = [each.possible[0] for each in together.standing]
        silent = next((outcome.silent for outcome in outcomes if outcome.is_silent), "")
        choices = tuple(choice for each in together.standing for choice in each.choices)
        same = here is not None and [each.possible[0].gist for each in here.standing] == [
            outcome.gist for outcome in outcomes
        ]
        yield answers.OtherRuling(
            law_set.title,
            there.address,
            "ruled",
            Outcome(together.effects, choices, silent),
            same and not silent,
            " · ".join(dict.fromkeys(each.cited[0].cite for each in together.standing if each.laws)),
        )


def _together(question: Question) -> Composition | None:
    try:
        together = compose.compose(
            library.pairs(), question.turned_round().ruling, question.ruling, question.of_both
        )
    except InvalidInput:
        return None
    return None if together.questions else together

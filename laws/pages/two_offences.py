"""Prepare the page on two offences in one deal: their combined ruling, and the ruling on each offence."""

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
from laws.pages.inquiry import AnswerKey, PutQuestion, put
from laws.pages.questions import Question


@dataclass(frozen=True, slots=True)
class OffencePart:
    """One of two offences, as the page shows it.

    - ``outcome``: the outcome, with only the effects that the other offence does not cancel.
    - ``applies``: whether the ruling on this offence is carried out.
    - ``lines``: the answered and assumed facts.
    - ``address``: the URL of the question about this offence alone.
    """

    ruling: Ruling
    outcome: Outcome
    applies: bool
    lines: tuple[answers.FactLine, ...]
    address: str


@dataclass(frozen=True, slots=True)
class TwoOffences:
    """The combined ruling on two offences, or the question that must be answered first.

    - ``put``: this question; None if nothing has to be asked.
    - ``instead``: if both offences form a single incident, the title and URL of this incident.
    - ``decisive``: the answered fact about both offences that decides how their rulings combine.
    - ``may_end``: whether a player can choose an option that ends the deal. After that choice nothing else
      applies.
    - ``excluded``: the pairs of effects that exclude each other.
    """

    says: str
    parts: tuple[OffencePart, ...] = ()
    instead: tuple[str, str] | None = None
    title: str = ""
    put: PutQuestion | None = None
    decisive: tuple[answers.FactLine, ...] = ()
    may_end: bool = False
    excluded: tuple[Excluded, ...] = ()


Part = tuple[Question, Ruling]
"""The question about one of two offences, and its ruling."""


def has_question_of_the_first(question: Question) -> bool:
    """Tell whether the next question must be about the offence reported first.

    This is the case while the ruling on the first offence needs facts, unless the user is changing an answer.
    """
    if question.same_deal is None or question.again:
        return False
    return question.swapped().ruling.is_open


def askable_topics(question: Question) -> Iterable[Topic]:
    """Return the topics to choose from.

    For a second offence, return only topics that can be combined with the topic of the first offence.
    """
    topics = table_of_contents.topics()
    if question.same_deal is None:
        return topics
    other = question.same_deal.table.incident.topic
    known = library.pairs().pairs
    return [topic for topic in topics if (topic.name, other) in known or (other, topic.name) in known]


def both(question: Question) -> TwoOffences:
    """Return the combined ruling on both offences of a question, or the next question to ask.

    If the rulings cannot be combined, both are returned side by side, with the reason.
    """
    parts = [(part, part.ruling) for part in (question.swapped(), question)]
    for part, ruling in parts:
        if fact := answers.next_fact(part, ruling):
            return _question_about(_("Answer this first."), (part, ruling), question, fact)
    first, second = (ruling for _question, ruling in parts)
    try:
        together = compose.compose(library.pairs(), first, second, question.of_both)
    except InvalidInput as needed:
        return _not_combined(parts, question, needed)
    for fact in together.questions:
        keys = [
            AnswerKey(value, question.with_pair_fact(fact.key, value.slug).address) for value in fact.values
        ]
        return TwoOffences(together.says, put=PutQuestion(fact, tuple(keys)))
    if together.applied and together.applied[0] is second:
        parts.reverse()
    instead = None
    if together.incident:
        other = library.vocabulary().incidents[together.incident]
        instead = (fill(other.title), question.alone().about(together.incident, together.facts).address)
    return TwoOffences(
        together.says,
        tuple(_part(asked, ruling, together) for asked, ruling in parts),
        instead,
        decisive=tuple(_decisive_line(question, together.joined.turns_on)),
        may_end=bool(together.unless),
        excluded=together.excluded,
    )


def _decisive_line(question: Question, fact: IncidentFact | None) -> Iterator[answers.FactLine]:
    if fact is not None and fact.key in question.of_both:
        label = fill(fact.value(question.of_both[fact.key]).label)
        yield answers.FactLine(fill(fact.ask), label, "given", question.with_pair_fact(fact.key, "").address)


def _question_about(says: str, part: Part, of_both: Question, fact: IncidentFact) -> TwoOffences:
    question, ruling = part

    def go_on(answered: Question) -> Question:
        if question is of_both:
            return answered
        # Swapped back, because a URL keeps the order in which the two offences were reported.
        return replace(answered.swapped(), of_both=of_both.of_both)

    asked = put(question, question.table, fact, question.facts, go_on)
    return TwoOffences(says, title=ruling.table.incident.title, put=asked)


def _not_combined(parts: list[Part], question: Question, needed: InvalidInput) -> TwoOffences:
    for field, (part, ruling) in zip(("first", "second"), parts, strict=True):
        known = ruling.table.incident.every_fact
        if field in needed.errors and OFFENDER in known and OFFENDER not in part.facts:
            says = _("It matters whether both were of one side.")
            return _question_about(says, (part, ruling), question, known[OFFENDER])
    contrary = [reasons[0] for path, reasons in needed.errors.items() if path.startswith("second.facts.")]
    says = contrary[0] if contrary else _("No law says how these two go together. Each is ruled by itself.")
    return TwoOffences(says, tuple(_part(*part) for part in parts))


def _part(question: Question, ruling: Ruling, composition: Composition | None = None) -> OffencePart:
    outcome = ruling.possible[0]
    if composition is not None and composition.applied:
        place = next(place for place, combined in enumerate(composition.rulings) if combined is ruling)
        outcome = replace(outcome, effects=composition.remaining(place))
    return OffencePart(
        ruling,
        outcome,
        applies=composition is None or any(applied is ruling for applied in composition.applied),
        lines=tuple(line for line in answers.lines(question, ruling) if line.label),
        address=question.alone().address,
    )


def elsewhere(question: Question) -> Iterator[answers.OtherRuling]:
    """Yield the rulings of the other books on the two offences.

    A book can treat the two offences as a single incident. Then its ruling on this incident is yielded.

    If the law set of the question treats the two offences as a single incident, nothing is yielded: the page
    of this incident shows the rulings of the other books.
    """
    here = _together(question)
    if here is not None and here.incident:
        return
    for slug, law_set in library.law_sets().items():
        if slug == question.slug:
            continue
        there = question.under(law_set)
        together = _together(there)
        if together is None:
            yield answers.OtherRuling(law_set.title, there.address, "needs-facts", None, False, "")
            continue
        if together.incident:
            yield answers.other_ruling(there.alone().about(together.incident, together.facts), None)
            continue
        outcomes = [ruling.possible[0] for ruling in together.applied]
        silent = next((outcome.silent for outcome in outcomes if outcome.is_silent), "")
        choices = tuple(choice for ruling in together.applied for choice in ruling.choices)
        same = here is not None and [ruling.possible[0].gist for ruling in here.applied] == [
            outcome.gist for outcome in outcomes
        ]
        yield answers.OtherRuling(
            law_set.title,
            there.address,
            "ruled",
            Outcome(together.effects, choices, silent),
            same and not silent,
            " · ".join(dict.fromkeys(ruling.cited[0].cite for ruling in together.applied if ruling.laws)),
        )


def _together(question: Question) -> Composition | None:
    try:
        together = compose.compose(
            library.pairs(), question.swapped().ruling, question.ruling, question.of_both
        )
    except InvalidInput:
        return None
    return None if together.questions else together

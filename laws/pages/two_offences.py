"""Two offences in one deal as the page shows them: how they go together, and each with its ruling.

How two topics go together stands in the table of pairs, and putting rulings together is done in the domain.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from django.utils.translation import gettext as _

from laws import contents, library, queries
from laws.domain import arbiter, compose
from laws.domain.compose import OFFENDER, Composition
from laws.domain.errors import InvalidInput
from laws.domain.lawset import Law
from laws.domain.roles import fill
from laws.domain.ruling import Ruling
from laws.domain.vocabulary import Topic
from laws.pages import answers
from laws.pages.questions import Question


@dataclass(frozen=True, slots=True)
class Summary:
    """What else happened in the deal, in a line: its title, its answers, and where each of the two leads."""

    title: str
    answers: tuple[str, ...]
    address: str
    left_out: str


@dataclass(frozen=True, slots=True)
class OffencePart:
    """One of two offences: what it comes to, on which laws, whether that stands, and its answers."""

    title: str
    stands: bool
    status: str
    outcome: answers.OutcomeText
    laws: tuple[Law, ...]
    lines: tuple[answers.FactLine, ...]
    address: str


@dataclass(frozen=True, slots=True)
class TwoOffences:
    """Two offences put together; or, before that can be done, the question that one of them still needs.

    ``instead`` is the incident that the two make, with its address.
    """

    says: str
    parts: tuple[OffencePart, ...] = ()
    instead: tuple[str, str] | None = None
    title: str = ""
    put: answers.PutQuestion | None = None


def summary(question: Question) -> Summary | None:
    """Return what else happened in a line, where there is anything."""
    other = question.besides
    if other is None:
        return None
    incident = other.table.incident
    answers = tuple(fill(incident.fact(key).value(value).means) for key, value in other.facts.items())
    return Summary(fill(incident.title), answers, other.address, question.alone().address)


def topics_beside(question: Question) -> Iterable[Topic]:
    """Return the topics that can be asked: all, or those that can go together with what else happened."""
    topics = contents.topics()
    if question.besides is None:
        return topics
    other = question.besides.table.incident.topic
    known = library.pairs().pairs
    return [topic for topic in topics if (topic.name, other) in known or (other, topic.name) in known]


def both(question: Question) -> TwoOffences:
    """Return the two offences of a question put together, the one told of first coming first."""
    asked = (question.turned_round(), question)
    rulings = [_ruling(each) for each in asked]
    for each, ruling in zip(asked, rulings, strict=True):
        fact = answers.next_fact(each, ruling)
        if fact:
            return TwoOffences(
                _("This must be settled first."), (), None, _title(ruling), answers.put(each, fact)
            )
    try:
        found = compose.compose(library.pairs(), *rulings)
    except InvalidInput as needed:
        return _who_first(asked, rulings, needed)
    parts = list(zip(asked, rulings, strict=True))
    if found.standing[:1] and found.standing[0] is rulings[1]:
        parts.reverse()
    instead = None
    if found.incident:
        other = library.vocabulary().incidents[found.incident]
        instead = (fill(other.title), question.alone().about(found.incident, found.facts).address)
    return TwoOffences(found.says, tuple(_part(each, ruling, found) for each, ruling in parts), instead)


def _who_first(asked: tuple[Question, ...], rulings: list[Ruling], needed: InvalidInput) -> TwoOffences:
    """Return the question of who was in error, or both rulings apart where the table does not say more."""
    for field, each, ruling in zip(("first", "second"), asked, rulings, strict=True):
        known = ruling.table.incident.every_fact
        if field in needed.errors and OFFENDER in known and OFFENDER not in each.facts:
            says = _("It matters whether both were of one side.")
            return TwoOffences(says, (), None, _title(ruling), answers.put(each, known[OFFENDER]))
    says = _("It is not laid down how these two go together. Each is settled by itself.")
    return TwoOffences(says, tuple(_part(each, ruling) for each, ruling in zip(asked, rulings, strict=True)))


def _ruling(question: Question) -> Ruling:
    return arbiter.rule(question.book, question.incident, question.facts, assume=True)


def _title(ruling: Ruling) -> str:
    return fill(ruling.table.incident.title)


def _part(question: Question, ruling: Ruling, found: Composition | None = None) -> OffencePart:
    return OffencePart(
        title=_title(ruling),
        stands=found is None or any(each is ruling for each in found.standing),
        status=ruling.status,
        outcome=answers.outcome_text(ruling.possible[0]),
        laws=tuple(answers.cited(ruling)),
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
        found = _together(there)
        if found is not None and found.incident:
            return
        gists = [[each.possible[0].gist for each in one.standing] if one else [] for one in (here, found)]
        if found is None:
            yield answers.OtherRuling(law_set.title, there.address, "needs-facts", None, False, "")
            continue
        choices = [choice for each in found.standing for choice in each.choices]
        silent = next((each.possible[0].silent for each in found.standing if each.status == "silent"), "")
        cites = [queries.law_named(each.laws[0]).cite for each in found.standing if each.laws]
        yield answers.OtherRuling(
            law_set.title,
            there.address,
            "ruled",
            answers.consequences(found.effects, choices, silent),
            here is not None and gists[0] == gists[1] and not silent,
            " · ".join(dict.fromkeys(cites)),
        )


def _together(question: Question) -> Composition | None:
    try:
        return compose.compose(library.pairs(), *map(_ruling, (question.turned_round(), question)))
    except InvalidInput:
        return None

"""Prepare the contents of the page for asking the law: the next question, or the ruling and its reasons."""

from collections.abc import Collection, Container, Iterator, Mapping
from dataclasses import dataclass, replace

from laws import finding, library, open_readings, queries
from laws.domain import arbiter, proposals, why
from laws.domain.compile import LawTable
from laws.domain.compiled_book import LawBook
from laws.domain.errors import InvalidInput
from laws.domain.proposals import Chip, Proposal
from laws.domain.roles import fill
from laws.domain.rule import Outcome
from laws.domain.ruling import Ruling
from laws.domain.vocabulary import Incident, IncidentFact
from laws.open_readings import OpenReading
from laws.pages.questions import Question

MOST_CHANGES = 4


@dataclass(frozen=True, slots=True)
class FactLine:
    """A line in the list of facts: the question, the answer, and the URL to change it.

    ``state`` is one of these:

    - "given": the user gave the answer.
    - "assumed": the user gave no answer, so the usual answer is used.
    - "idle": no answer to this question changes the ruling.
    - "read": the line shows a chosen reading.
    """

    ask: str
    label: str
    state: str
    address: str


@dataclass(frozen=True, slots=True)
class OtherRuling:
    """The ruling of another law set on the same facts.

    - ``outcome``: the outcome; None if the ruling needs facts.
    - ``is_same``: whether both law sets decide and have the same outcome.
    """

    title: str
    address: str
    status: str
    outcome: Outcome | None
    is_same: bool
    cite: str


def next_fact(question: Question, ruling: Ruling) -> IncidentFact | None:
    """Return the fact to ask now; None if nothing has to be asked.

    A fact that the user asked to answer again comes first. Then come the facts that the ruling needs: first
    facts without an answer, then facts with an assumed answer.
    """
    if question.again:
        return ruling.table.incident.fact(question.again)
    due = ruling.questions
    return next((fact for fact in due if fact.key not in ruling.assumed), due[0] if due else None)


def leads(question: Question, ruling: Ruling) -> Iterator[tuple[str, str, str]]:
    """Yield the links to other incidents that may fit the situation: sentence, URL and title.

    Incidents without rules in the law set are left out.
    """
    tables = queries.law_book_at(question.law_set.revision).tables
    for lead in ruling.table.incident.leads_to:
        table = tables[lead.incident]
        if table.rules and lead.when.may_hold({**ruling.assumed, **question.facts}):
            address = question.about(lead.incident).address
            yield lead.says, address, table.incident.title


def lines(question: Question, ruling: Ruling) -> list[FactLine]:
    """Return a line for each fact that has a given or assumed answer.

    Then follow the unanswered facts that cannot change the ruling. They are left out if the law set has no
    rule on the incident.
    """
    incident, known = ruling.table.incident, {**ruling.assumed, **question.facts}
    idle, due = set(ruling.irrelevant), {fact.key for fact in ruling.questions}
    answered, rest = [], []
    for fact in (*incident.facts, *incident.also):
        ask, address = fill(fact.ask), question.asking_again(fact.key).address
        if fact.key in known:
            state = "idle" if fact.key in idle else "given"
            if fact.key not in question.facts:
                state = "assumed"
            answered.append(FactLine(ask, fill(fact.value(known[fact.key]).label), state, address))
        elif fact.key not in due and fact in incident.facts and ruling.table.rules:
            rest.append(FactLine(ask, "", "idle", address))
    return answered + rest


def assumed(question: Question, ruling: Ruling) -> list[FactLine]:
    """Return the assumed facts, each in a sentence."""
    facts = ((ruling.table.incident.fact(key), value) for key, value in ruling.assumed.items())
    return [
        FactLine(
            fill(fact.ask), fill(fact.value(value).means), "assumed", question.asking_again(fact.key).address
        )
        for fact, value in facts
    ]


def elsewhere(question: Question, here: Ruling) -> Iterator[OtherRuling]:
    """Yield the rulings of the other books on the same facts, see `other_ruling`."""
    for slug, law_set in library.law_sets().items():
        if slug != question.slug:
            yield other_ruling(question.under(law_set), here)


def other_ruling(question: Question, here: Ruling | None) -> OtherRuling:
    """Return the ruling on ``question``, which asks another law set than the page.

    ``here`` is the ruling of the page's own law set, for comparison. Without ``here`` nothing is compared.
    """
    ruling = question.ruling
    outcome = None if ruling.is_open else ruling.possible[0]
    possible_here = here.possible[0].gist if here is not None and not here.is_open else None
    return OtherRuling(
        question.law_set.title,
        replace(question, again="").address,
        ruling.status,
        outcome,
        outcome is not None and outcome.gist == possible_here and ruling.status == "ruled",
        ruling.cited[0].cite if ruling.laws else "",
    )


def sufficient(ruling: Ruling) -> list[str]:
    """Return the fewest facts that force the ruling, each in a sentence."""
    return ruling.table.incident.means({key: ruling.known[key] for key in why.sufficient(ruling)})


def displaced(ruling: Ruling) -> list[str]:
    """Return the text of the rules that apply but are overridden."""
    says = {rule.id: fill(rule.says) for rule in ruling.table.rules}
    return [says[overridden.rule] for overridden in why.displaced(ruling)]


@dataclass(frozen=True, slots=True)
class AnswerChange:
    """A change of answers: the new answers as sentences, the possible outcomes, and the URL."""

    means: list[str]
    outcomes: Collection[Outcome]
    address: str


def changes(question: Question, ruling: Ruling) -> list[AnswerChange]:
    """Return the smallest changes of answers that could alter the ruling, with the possible outcomes.

    There are at most MOST_CHANGES.
    """
    return [
        AnswerChange(
            ruling.table.incident.means(change.facts),
            change.outcomes,
            question.answering(question.table, change.facts).address,
        )
        for change in why.why_not(ruling)[:MOST_CHANGES]
    ]


@dataclass(frozen=True, slots=True)
class ProposedIncident:
    """An incident proposed for typed words, with the proposed facts that the page shows as buttons."""

    incident: Incident
    words: Collection[str]
    chips: list[tuple[Chip, IncidentFact]]


def proposals_for(
    words: str, book: LawBook, games: Collection[str] = (), among: Container[str] | None = None
) -> tuple[list[ProposedIncident], list[ProposedIncident]]:
    """Return two lists of proposals for typed words: incidents of the games asked about, and of other games.

    See `finding.incidents_meant`. Both lists are empty without words.
    """
    found = finding.incidents_meant(words, book, games, among) if words else proposals.ProposedIncidents()
    own, others = (
        [_with_chips(proposal, book.tables) for proposal in row] for row in (found.own, found.others)
    )
    return own, others


def _with_chips(proposal: Proposal, tables: Mapping[str, LawTable]) -> ProposedIncident:
    table, chips = tables[proposal.incident.id], []
    together: dict[str, str] = {}
    for chip in proposal.chips:
        with_it = {**together, chip.fact: chip.value}
        # A fact that is not in ``table.steps`` cannot change the ruling.
        if chip.fact in table.steps and table.known(with_it):
            together = with_it
            chips.append((chip, proposal.incident.fact(chip.fact)))
    return ProposedIncident(proposal.incident, proposal.words, chips)


@dataclass(frozen=True, slots=True)
class ReadingOption:
    """A possible reading and its URL.

    ``outcome`` is the outcome with this reading. None if the present ruling has the same consequences.
    """

    says: str
    address: str
    is_usual: bool
    is_taken: bool
    outcome: Outcome | None


def open_readings_of(question: Question, ruling: Ruling) -> Iterator[tuple[OpenReading, list[ReadingOption]]]:
    """Yield the open questions on which a ruling depends, each with its possible readings.

    A reading that contradicts another chosen reading is left out.
    """
    for reading in open_readings.deciding(question.law_set, ruling):
        taken = question.read_as.get(reading.name, reading.usual)
        ways = []
        for way, says in reading.ways.items():
            is_usual, is_taken = way == reading.usual, way == taken
            otherwise = question.reading(reading.name, "" if is_usual else way)
            try:
                other = arbiter.rule(otherwise.book, question.incident, question.facts, assume=True)
            except InvalidInput:
                continue
            outcome = other.possible[0]
            differs = not is_taken and outcome.gist != ruling.possible[0].gist
            ways.append(
                ReadingOption(says, otherwise.address, is_usual, is_taken, outcome if differs else None)
            )
        yield reading, ways


def read_otherwise(question: Question) -> list[FactLine]:
    """Return a line for each reading that the user chose, with the URL that restores the usual reading."""
    known = open_readings.of_incident(question.law_set, question.incident)
    return [
        FactLine(known[name].question, known[name].ways[way], "read", question.reading(name, "").address)
        for name, way in question.read_as.items()
    ]

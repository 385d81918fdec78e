"""What the page that answers shows: the question to put, what is still possible, the ruling and its grounds.

Each is a value made of words and addresses; the law is asked in the domain, and nothing is decided here.
"""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace

from laws import library, open_readings, queries
from laws.domain import arbiter, why
from laws.domain.compile import LawTable
from laws.domain.effects import MOMENTS, Effect
from laws.domain.errors import InvalidInput
from laws.domain.lawset import Law
from laws.domain.parameters import PARAMETERS
from laws.domain.proposals import Proposal
from laws.domain.roles import ROLES, capital, fill
from laws.domain.rule import Choice, Outcome
from laws.domain.ruling import Ruling
from laws.domain.vocabulary import IncidentFact
from laws.pages.questions import Question

UNSTATED = "unstated"
"""The moment of a right of which the source does not say when it is lost."""

MOST_CHANGES = 4
MOST_SHOWN = 6
"""How many rulings that are still possible are shown at first."""


@dataclass(frozen=True, slots=True)
class AnswerKey:
    """An answer to tap: its label, what it means, where it leads, and which answers it takes back."""

    label: str
    means: str
    address: str
    is_usual: bool
    is_given: bool
    takes_back: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class PutQuestion:
    """A question put: its words, why it is asked, who alone can know, and its"""

    ask: str
    why: str
    known_to: str
    keys: tuple[AnswerKey, ...]


@dataclass(frozen=True, slots=True)
class FactLine:
    """A fact in the list: its question, the answer, how it came to be there, and where to change it."""

    ask: str
    label: str
    state: str
    address: str


@dataclass(frozen=True, slots=True)
class OutcomeText:
    """An outcome in words: what follows at once, who may choose, or the silence."""

    effects: tuple[str, ...]
    choices: tuple["ChoiceText", ...]
    silent: str


@dataclass(frozen=True, slots=True)
class ChoiceText:
    """A right in words: whose, until when (empty where that is not said), and what may be chosen."""

    who: str
    until: str
    options: tuple[tuple[str, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True)
class OtherRuling:
    """What another law set says of the same facts."""

    title: str
    address: str
    status: str
    outcome: OutcomeText | None
    is_same: bool
    cite: str


def put(question: Question, fact: IncidentFact) -> PutQuestion:
    """Return a fact as a question. An answer that cannot be is left out, unless the fact is asked again."""
    table, keys = question.table, []
    for value in fact.values:
        dropped = question.dropped_by({fact.key: value.slug})
        if dropped and question.again != fact.key:
            continue
        facts = table.incident.fact
        keys.append(
            AnswerKey(
                label=fill(value.label),
                means=fill(value.means),
                address=question.answering({fact.key: value.slug}).address,
                is_usual=fact.usual == value.slug,
                is_given=question.facts.get(fact.key) == value.slug,
                takes_back=tuple(fill(facts(key).ask) for key in dropped),
            )
        )
    return PutQuestion(fill(fact.ask), fill(fact.why), fact.known_to, tuple(keys))


def next_fact(question: Question, ruling: Ruling) -> IncidentFact | None:
    """Return the fact to ask: the one asked again, else the next that decides and is not assumed."""
    if question.again:
        return ruling.table.incident.fact(question.again)
    due = ruling.questions
    return next((fact for fact in due if fact.key not in ruling.assumed), due[0] if due else None)


def lines(question: Question, ruling: Ruling) -> list[FactLine]:
    """Return the facts answered or assumed, and then those that could be told though they change nothing."""
    idle = set(ruling.irrelevant)
    due = {fact.key for fact in ruling.questions}
    given, rest = [], []
    for fact in (*ruling.table.incident.facts, *ruling.table.incident.also):
        address = question.asking_again(fact.key).address
        if fact.key in question.facts:
            label = fill(fact.value(question.facts[fact.key]).label)
            given.append(FactLine(fill(fact.ask), label, "idle" if fact.key in idle else "given", address))
        elif fact.key in ruling.assumed:
            label = fill(fact.value(ruling.assumed[fact.key]).label)
            given.append(FactLine(fill(fact.ask), label, "assumed", address))
        elif fact.key not in due and fact in ruling.table.incident.facts and ruling.table.rules:
            rest.append(FactLine(fill(fact.ask), "", "idle", address))
    return given + rest


def outcome_text(outcome: Outcome) -> OutcomeText:
    """Return an outcome in words."""
    return consequences(outcome.effects, outcome.choices, outcome.silent)


def consequences(effects: Iterable[Effect], choices: Iterable[Choice], silent: str = "") -> OutcomeText:
    """Return effects and choices in words."""
    return OutcomeText(
        tuple(effect.says for effect in effects),
        tuple(
            ChoiceText(
                capital(ROLES[choice.holder].words),
                "" if choice.lapses == UNSTATED else MOMENTS[choice.lapses],
                tuple(
                    (fill(option.label), tuple(effect.says for effect in option.effects))
                    for option in choice.options
                ),
            )
            for choice in choices
        ),
        fill(silent) if silent else "",
    )


def assumed(question: Question, ruling: Ruling) -> list[FactLine]:
    """Return the usual answers that were taken for granted, each in a sentence."""
    lines = []
    for key, value in ruling.assumed.items():
        fact = ruling.table.incident.fact(key)
        means = fill(fact.value(value).means)
        lines.append(FactLine(fill(fact.ask), means, "assumed", question.asking_again(key).address))
    return lines


def cited(ruling: Ruling) -> list[Law]:
    """Return the laws on which a ruling rests, the most decisive first."""
    return [queries.law_named(law) for law in ruling.laws]


def elsewhere(question: Question, here: Ruling) -> Iterator[OtherRuling]:
    """Yield what each other law set says of the same facts, the usual ones assumed alike."""
    books = library.law_books()
    for slug, law_set in library.law_sets().items():
        if slug == question.slug:
            continue
        ruling = arbiter.rule(books[slug], question.incident, question.facts, assume=True)
        outcome = None if ruling.is_open else ruling.possible[0]
        same = outcome is not None and not here.is_open and outcome.gist == here.possible[0].gist
        found = cited(ruling)
        yield OtherRuling(
            law_set.title,
            replace(question.under(law_set), again="").address,
            ruling.status,
            outcome_text(outcome) if outcome else None,
            same and ruling.status == "ruled",
            found[0].cite if found else "",
        )


def sufficient(ruling: Ruling) -> list[str]:
    """Return the fewest facts that already lead to the ruling, each in a sentence."""
    known, fact = ruling.known, ruling.table.incident.fact
    return [fill(fact(key).value(known[key]).means) for key in why.sufficient(ruling)]


def displaced(ruling: Ruling) -> list[tuple[str, list[str]]]:
    """Return the rules that apply and give way, in words, each with those that prevail over it."""
    says = {rule.id: fill(rule.says) for rule in ruling.table.rules}
    return [(says[each.rule], [says[rule] for rule in each.by]) for each in why.displaced(ruling)]


def changes(question: Question, ruling: Ruling) -> list[dict[str, object]]:
    """Return the smallest changes of answers that would lead elsewhere: in words, with what would follow."""
    fact = ruling.table.incident.fact
    return [
        {
            "means": [fill(fact(key).value(value).means) for key, value in change.facts.items()],
            "outcomes": [outcome_text(ruling.table.outcomes[number]) for number in change.outcomes],
            "address": question.answering(change.facts).address,
        }
        for change in why.why_not(ruling)[:MOST_CHANGES]
    ]


def proposals(tables: Mapping[str, LawTable], found: Iterable[Proposal]) -> Iterator[Mapping[str, object]]:
    """Yield what the words typed may mean, with chips that can be taken off; nothing is decided by it."""
    for proposal in found:
        incident = proposal.incident
        table = tables[incident.id]
        chips: dict[str, object] = {}
        together: dict[str, str] = {}
        for chip in proposal.chips:
            with_it = {**together, chip.fact: chip.value}
            if chip.fact in table.steps and table.known(with_it):
                together = with_it
                fact = incident.fact(chip.fact)
                chips[chip.fact] = {
                    "chip": chip,
                    "ask": fill(fact.ask),
                    "values": [(value.slug, fill(value.label)) for value in fact.values],
                }
        yield {
            "incident": incident.id,
            "title": fill(incident.title),
            "words": proposal.words,
            "chips": list(chips.values()),
        }


@dataclass(frozen=True, slots=True)
class ReadingOption:
    """A way of reading doubtful words: what it says, where it leads, and the ruling if that is another."""

    says: str
    address: str
    is_usual: bool
    is_taken: bool
    outcome: OutcomeText | None


@dataclass(frozen=True, slots=True)
class OpenReadingEntry:
    """What is doubtful in a ruling, or left open: the question, why we read it so, the ways to read it."""

    question: str
    because: str
    ways: tuple[ReadingOption, ...]
    is_left_open: bool


def doubts(question: Question, ruling: Ruling) -> Iterator[OpenReadingEntry]:
    """Yield the doubtful words on which a ruling rests, with what would follow from other readings."""
    for doubt in open_readings.deciding(question.law_set, ruling):
        taken = question.read_as.get(doubt.name, doubt.usual)
        ways = []
        for way, says in doubt.ways.items():
            otherwise = question.reading(doubt.name, "" if way == doubt.usual else way)
            try:
                found = arbiter.rule(otherwise.book, question.incident, question.facts, assume=True).possible[
                    0
                ]
            except InvalidInput:
                continue
            differs = way != taken and found.gist != ruling.possible[0].gist
            ways.append(
                ReadingOption(
                    says,
                    otherwise.address,
                    way == doubt.usual,
                    way == taken,
                    outcome_text(found) if differs else None,
                )
            )
        yield OpenReadingEntry(doubt.question, doubt.because, tuple(ways), doubt.name in PARAMETERS)


def read_otherwise(question: Question) -> list[FactLine]:
    """Return the readings that an address chose in place of the usual ones, with the way back."""
    known = open_readings.of_incident(question.law_set, question.incident)
    return [
        FactLine(known[name].question, known[name].ways[way], "read", question.reading(name, "").address)
        for name, way in question.read_as.items()
    ]

"""What the page that answers shows: the question to put, what is still possible, the ruling and its grounds.

Each is a value made of words and addresses; the law is asked in the domain, and nothing is decided here.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from laws import library
from laws import queries as selectors
from laws.asking import Question
from laws.domain import arbiter, why
from laws.domain.compile import Table
from laws.domain.effects import MOMENTS, Effect
from laws.domain.law import Law
from laws.domain.proposals import Proposal
from laws.domain.roles import ROLES, capital, fill
from laws.domain.rule import Choice, Outcome
from laws.domain.ruling import Ruling
from laws.domain.vocabulary import Fact

UNSTATED = "unstated"
"""The moment of a right of which the source does not say when it is lost."""

MOST_CHANGES = 4
MOST_SHOWN = 6
"""How many rulings that are still possible are shown at first."""


@dataclass(frozen=True, slots=True)
class Key:
    """An answer to tap: its label, what it means, where it leads, and which answers it takes back."""

    label: str
    means: str
    address: str
    is_usual: bool
    is_given: bool
    takes_back: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Put:
    """A question put: its words, why it is asked, who alone can know, and its answers."""

    ask: str
    why: str
    known_to: str
    keys: tuple[Key, ...]


@dataclass(frozen=True, slots=True)
class Line:
    """A fact in the list: its question, the answer, how it came to be there, and where to change it."""

    ask: str
    label: str
    state: str
    address: str


@dataclass(frozen=True, slots=True)
class Shown:
    """An outcome in words: what follows at once, who may choose, or the silence."""

    effects: tuple[str, ...]
    choices: tuple["ShownChoice", ...]
    silent: str


@dataclass(frozen=True, slots=True)
class ShownChoice:
    """A right in words: whose, until when (empty where that is not said), and what may be chosen."""

    who: str
    until: str
    options: tuple[tuple[str, tuple[str, ...]], ...]


@dataclass(frozen=True, slots=True)
class Elsewhere:
    """What another law set says of the same facts."""

    title: str
    address: str
    status: str
    outcome: Shown | None
    is_same: bool
    cite: str


def put(question: Question, fact: Fact) -> Put:
    """Return a fact as a question. An answer that cannot be is left out, unless the fact is asked again."""
    table, keys = question.table, []
    for value in fact.values:
        dropped = question.dropped_by({fact.key: value.slug})
        if dropped and question.again != fact.key:
            continue
        facts = table.incident.fact
        keys.append(
            Key(
                label=fill(value.label),
                means=fill(value.means),
                address=question.answering({fact.key: value.slug}).address,
                is_usual=fact.usual == value.slug,
                is_given=question.facts.get(fact.key) == value.slug,
                takes_back=tuple(fill(facts(key).ask) for key in dropped),
            )
        )
    return Put(fill(fact.ask), fill(fact.why), fact.known_to, tuple(keys))


def next_fact(question: Question, ruling: Ruling) -> Fact | None:
    """Return the fact to ask: the one asked again, else the next that decides and is not assumed."""
    if question.again:
        return ruling.table.incident.fact(question.again)
    due = ruling.questions
    return next((fact for fact in due if fact.key not in ruling.assumed), due[0] if due else None)


def lines(question: Question, ruling: Ruling) -> list[Line]:
    """Return the facts answered or assumed, and then those that could be told though they change nothing."""
    idle = set(ruling.irrelevant)
    due = {fact.key for fact in ruling.questions}
    given, rest = [], []
    for fact in (*ruling.table.incident.facts, *ruling.table.incident.also):
        address = question.asking_again(fact.key).address
        if fact.key in question.facts:
            label = fill(fact.value(question.facts[fact.key]).label)
            given.append(Line(fill(fact.ask), label, "idle" if fact.key in idle else "given", address))
        elif fact.key in ruling.assumed:
            label = fill(fact.value(ruling.assumed[fact.key]).label)
            given.append(Line(fill(fact.ask), label, "assumed", address))
        elif fact.key not in due and fact in ruling.table.incident.facts and ruling.table.rules:
            rest.append(Line(fill(fact.ask), "", "idle", address))
    return given + rest


def shown(outcome: Outcome) -> Shown:
    """Return an outcome in words."""
    return in_words(outcome.effects, outcome.choices, outcome.silent)


def in_words(effects: Iterable[Effect], choices: Iterable[Choice], silent: str = "") -> Shown:
    """Return effects and choices in words."""
    return Shown(
        tuple(effect.says for effect in effects),
        tuple(
            ShownChoice(
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


def assumed(question: Question, ruling: Ruling) -> list[Line]:
    """Return the usual answers that were taken for granted, each in a sentence."""
    found = []
    for fact in ruling.table.incident.facts:
        if fact.key in ruling.assumed:
            means = fill(fact.value(ruling.assumed[fact.key]).means)
            found.append(Line(fill(fact.ask), means, "assumed", question.asking_again(fact.key).address))
    return found


def cited(ruling: Ruling) -> list[Law]:
    """Return the laws on which a ruling rests, the most decisive first."""
    return [selectors.law_named(law) for law in ruling.laws]


def elsewhere(question: Question, here: Ruling) -> Iterator[Elsewhere]:
    """Yield what each other law set says of the same facts, the usual ones assumed alike."""
    books = library.law_books()
    for slug, law_set in library.law_sets().items():
        if slug == question.law_set:
            continue
        ruling = arbiter.rule(books[slug], question.incident, question.facts, assume=True)
        outcome = None if ruling.is_open else ruling.possible[0]
        same = outcome is not None and not here.is_open and outcome.gist == here.possible[0].gist
        found = cited(ruling)
        yield Elsewhere(
            law_set.title,
            replace(question.under(slug), again="").address,
            ruling.status,
            shown(outcome) if outcome else None,
            same and ruling.status == "ruled",
            found[0].cite if found else "",
        )


def sufficient(ruling: Ruling) -> list[str]:
    """Return the fewest facts that already lead to the ruling, each in a sentence."""
    known = {**ruling.facts, **ruling.assumed}
    fact = ruling.table.incident.fact
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
            "outcomes": _outcomes(ruling, change.outcomes),
            "address": question.answering(change.facts).address,
        }
        for change in why.why_not(ruling)[:MOST_CHANGES]
    ]


def _outcomes(ruling: Ruling, numbers: Sequence[int]) -> list[Shown]:
    return [shown(ruling.table.outcomes[number]) for number in numbers]


def proposals(tables: Mapping[str, Table], found: Iterable[Proposal]) -> Iterator[Mapping[str, object]]:
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

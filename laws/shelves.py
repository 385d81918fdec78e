"""The law book as it is read: by law set, topic and law, with the rules, cases and neighbours of each law.

What stands here is put together from the compiled books; what a law says is in the books, and what a page
looks like in its template.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache

from laws import answering, library, order
from laws.asking import Question
from laws.domain import arbiter, why
from laws.domain.compile import Situations, Table, lowest
from laws.domain.law import Law
from laws.domain.lawset import LawSet
from laws.domain.roles import fill
from laws.domain.rule import Case, Rule
from laws.domain.ruling import Ruling


@dataclass(frozen=True, slots=True)
class Shelf:
    """The laws of one law set on one topic of one game, in the order of the book."""

    game: str
    game_title: str
    topic: str
    title: str
    laws: tuple[Law, ...]


@dataclass(frozen=True, slots=True)
class ShownRule:
    """A rule in words: what it says, the rules to which it is an exception, and the exceptions to it.

    Where it can be read in several ways: the question, why we read it so, and each reading, ours marked.
    """

    rule: Rule
    says: str
    prevails_over: tuple[str, ...]
    gives_way_to: tuple[str, ...]
    question: str
    because: str
    readings: tuple[tuple[str, bool], ...]


@dataclass(frozen=True, slots=True)
class ShownCase:
    """A case in words, where to ask it, and the law sets that rule it otherwise."""

    says: str
    source: str
    address: str
    outcome: answering.Shown
    elsewhere: tuple[answering.Elsewhere, ...]


@dataclass(frozen=True, slots=True)
class Difference:
    """How far two law sets rule an incident alike: shares of its situations, and one in which they differ."""

    title: str
    alike: int
    situations: int
    facts: tuple[str, ...]
    outcomes: tuple[answering.Shown, ...]
    address: str


def game_title(game: str) -> str:
    """Return the name of a game in words.

    >>> game_title("seven-up")
    'Seven Up'
    """
    return game.replace("-", " ").title()


def topic_title(topic: str) -> str:
    """Return the name of a topic in words."""
    known = library.vocabulary().topics.get(topic)
    return known.title if known else topic.replace("-", " ").capitalize()


@cache
def shelves(slug: str) -> tuple[Shelf, ...]:
    """Return the laws of a law set by game and topic, in the order of the book."""
    found: dict[tuple[str, str], list[Law]] = {}
    law_set = library.law_set(slug)
    first = {game: place for place, game in enumerate(law_set.games)}
    for law in law_set.laws.values():
        found.setdefault((law.game, law.topic), []).append(law)
    in_order = sorted(found, key=lambda key: (first.get(key[0], len(first)), order.place_of(found[key])))
    return tuple(
        Shelf(game, game_title(game), topic, topic_title(topic), tuple(found[game, topic]))
        for game, topic in in_order
    )


def neighbours(law: Law) -> tuple[Law | None, Law | None]:
    """Return the laws before and after one as they are read; none at either end of the book."""
    row = [each for shelf in shelves(law.law_set) for each in shelf.laws]
    place = row.index(law)
    return (row[place - 1] if place else None, row[place + 1] if place + 1 < len(row) else None)


@cache
def _rules(slug: str) -> Mapping[str, tuple[Rule, ...]]:
    """Return the rules of a book by the laws that they cite."""
    found: dict[str, tuple[Rule, ...]] = {}
    for topic in library.law_book(slug).rules.topics.values():
        for rule in topic.rules.values():
            for law in rule.cites:
                found[law] = (*found.get(law, ()), rule)
    return found


@cache
def _cases(slug: str) -> Mapping[str, tuple[Case, ...]]:
    """Return the cases of a book by the laws that decide them."""
    found: dict[str, tuple[Case, ...]] = {}
    book = library.law_book(slug)
    for case in book.rules.cases:
        for law in arbiter.rule(book, case.incident, case.facts).laws:
            found[law] = (*found.get(law, ()), case)
    return found


def rules_of(law: Law) -> Iterator[ShownRule]:
    """Yield the rules that rest on a law."""
    book = library.law_book(law.law_set)
    for rule in _rules(law.law_set).get(law.id, ()):
        around = book.rules.topics[rule.topic].rules.values()
        found = rule.interpretation
        yield ShownRule(
            rule,
            fill(rule.says),
            tuple(fill(book.rules.rule(base).says) for base in rule.exception_to),
            tuple(fill(other.says) for other in around if rule.id in other.exception_to),
            fill(found.question) if found else "",
            fill(found.because) if found else "",
            tuple((fill(each.in_words), name == found.default) for name, each in rule.outcomes.items())
            if found
            else (),
        )


def cases_of(law: Law) -> Iterator[ShownCase]:
    """Yield the cases that a law decides, each with the law sets that rule it otherwise."""
    book = library.law_book(law.law_set)
    for case in _cases(law.law_set).get(law.id, ()):
        question = Question(law.law_set, case.incident, case.facts)
        ruling = arbiter.rule(book, case.incident, case.facts)
        elsewhere = tuple(each for each in answering.elsewhere(question, ruling) if not each.is_same)
        yield ShownCase(
            case.says, case.source, question.address, answering.shown(ruling.possible[0]), elsewhere
        )


def incidents_of(slug: str, topic: str) -> list[tuple[str, str]]:
    """Return what can be asked on a topic: titles and addresses."""
    known = library.vocabulary().topics.get(topic)
    incidents = known.incidents.values() if known else ()
    return [(fill(incident.title), Question(slug, incident.id).address) for incident in incidents]


def differences(one: LawSet, other: LawSet, topic: str) -> Iterator[Difference]:
    """Yield, for each incident of a topic, how far two law sets rule it alike."""
    known = library.vocabulary().topics.get(topic)
    ours, theirs = library.law_book(one.slug).tables, library.law_book(other.slug).tables
    for incident in known.incidents.values() if known else ():
        yield _difference(ours[incident.id], theirs[incident.id])


def _telling(ours: Table, theirs: Table, situation: int) -> dict[str, str]:
    """Return the facts of a situation on which the ruling of one or the other rests."""
    facts = ours.space.facts_of(situation)
    keys: set[str] = set()
    for table in (ours, theirs):
        outcome = (table.cells[table.cell_of[situation]].outcome,)
        keys.update(why.sufficient(Ruling(table, facts, 1 << situation, outcome, {}, {})))
    return {key: value for key, value in facts.items() if key in keys}


def ruled_alike(ours: Table, theirs: Table) -> Situations:
    """Return the situations of an incident that two law sets rule alike."""
    alike = 0
    for number, outcome in enumerate(ours.outcomes):
        for place, against in enumerate(theirs.outcomes):
            if outcome.gist == against.gist:
                alike |= ours.outcome_masks[number] & theirs.outcome_masks[place]
    return alike


def _difference(ours: Table, theirs: Table) -> Difference:
    alike = ruled_alike(ours, theirs)
    apart = ours.possible & ~alike
    facts = _telling(ours, theirs, lowest(apart)) if apart else {}
    fact = ours.incident.fact
    return Difference(
        fill(ours.incident.title),
        alike.bit_count(),
        ours.possible.bit_count(),
        tuple(fill(fact(key).value(value).means) for key, value in facts.items()),
        tuple(
            answering.shown(table.outcomes[table.outcomes_in(apart & -apart)[0]])
            for table in (ours, theirs)
            if apart
        ),
        Question(ours.law_set, ours.incident.id, facts).address,
    )

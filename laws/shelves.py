"""The law book as it is read: by law set, topic and law, with the rules, cases and neighbours of each law.

What stands here is put together from the compiled books; what a law says is in the books, and what a page
looks like in its template.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache

from laws import library, order
from laws import queries as selectors
from laws.asking import Question
from laws.domain import arbiter, changes, why
from laws.domain.compile import Table, lowest
from laws.domain.law import Law
from laws.domain.lawset import LawSet
from laws.domain.roles import fill
from laws.domain.rule import Case, Rule
from laws.domain.ruling import Ruling
from laws.pages import answers as answering


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


@lru_cache(maxsize=32)
def shelves(law_set: LawSet) -> tuple[Shelf, ...]:
    """Return the laws of a law set by game and topic, in the order of the book; a club's own stand last."""
    found: dict[tuple[str, str], list[Law]] = {}
    first = {game: place for place, game in enumerate(law_set.games)}
    for law in law_set.laws.values():
        found.setdefault((law.game, law.topic), []).append(law)
    in_order = sorted(found, key=lambda key: (first.get(key[0], len(first)), order.place_of(found[key])))
    return tuple(
        Shelf(game, game_title(game), topic, topic_title(topic), tuple(found[game, topic]))
        for game, topic in in_order
    )


def neighbours(law: Law) -> tuple[Law | None, Law | None]:
    """Return the laws before and after one as they are read; none at either end, or beside a dropped one."""
    row = [each for shelf in shelves(selectors.law_set_named(law.law_set)) for each in shelf.laws]
    if law not in row:
        return None, None
    place = row.index(law)
    return (row[place - 1] if place else None, row[place + 1] if place + 1 < len(row) else None)


@lru_cache(maxsize=32)
def _rules(revision: str) -> Mapping[str, tuple[Rule, ...]]:
    """Return the rules of a law set by the laws that they cite."""
    found: dict[str, tuple[Rule, ...]] = {}
    for topic in selectors.law_book_at(revision).rules.topics.values():
        for rule in topic.rules.values():
            for law in rule.cites:
                found[law] = (*found.get(law, ()), rule)
    return found


@lru_cache(maxsize=32)
def _cases(revision: str) -> Mapping[str, tuple[Case, ...]]:
    """Return the cases of a law set by the laws that decide them."""
    found: dict[str, tuple[Case, ...]] = {}
    book = selectors.law_book_at(revision)
    for case in book.rules.cases:
        for law in arbiter.rule(book, case.incident, case.facts).laws:
            found[law] = (*found.get(law, ()), case)
    return found


def rules_of(law: Law) -> Iterator[ShownRule]:
    """Yield the rules that rest on a law."""
    law_set = selectors.law_set_named(law.law_set)
    book = selectors.law_book_at(law_set.revision)
    for rule in _rules(law_set.revision).get(law.id, ()):
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
    law_set = selectors.law_set_named(law.law_set)
    book = selectors.law_book_at(law_set.revision)
    for case in _cases(law_set.revision).get(law.id, ()):
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
    ours, theirs = (selectors.law_book_at(each.revision).tables for each in (one, other))
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


def _difference(ours: Table, theirs: Table) -> Difference:
    apart = changes.apart(ours, theirs)
    facts = _telling(ours, theirs, lowest(apart)) if apart else {}
    fact = ours.incident.fact
    return Difference(
        fill(ours.incident.title),
        (ours.possible & ~apart).bit_count(),
        ours.possible.bit_count(),
        tuple(fill(fact(key).value(value).means) for key, value in facts.items()),
        tuple(
            answering.shown(table.outcomes[table.outcomes_in(apart & -apart)[0]])
            for table in (ours, theirs)
            if apart
        ),
        Question(ours.law_set, ours.incident.id, facts).address,
    )

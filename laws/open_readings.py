"""Doubtful passages read otherwise: the readings that are asked for, and the book that rules by them.

A rule that can be read in several ways has its reading under the rule's name; a point that the book leaves
open has its value under the parameter's. What the page shows of it is in ``doubtful``.
"""

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from laws import library
from laws import queries as selectors
from laws.domain import compare, parameter_words
from laws.domain.errors import InvalidInput, unknown
from laws.domain.lawbook import LawBook, choose, compile_book
from laws.domain.lawset import LawSet
from laws.domain.parameter_conflicts import conflicts
from laws.domain.parameters import PARAMETERS
from laws.domain.question_notation import LONGEST_NAME, Question
from laws.domain.roles import fill
from laws.domain.rule import Rule
from laws.domain.ruling import Ruling
from laws.domain.sentences import _
from laws.domain.vocabulary import Vocabulary

JOINS, AND = ".", "~"
"""Stand in an address between a name and its reading, and between one reading and the next."""

Readings = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Doubt:
    """Words that can be read in several ways, or a point left open: each way in words, and the usual one.

    ``name`` is the parameter's, or that of the first rule that has the doubt. ``is_open`` tells whether the
    text leaves it to us, as it does with every reading of a rule, and with a parameter whose value is our
    default.
    """

    name: str
    question: str
    because: str
    ways: Mapping[str, str]
    usual: str
    is_open: bool = True


def write(readings: Readings) -> str:
    """Return readings as they stand in an address."""
    return AND.join(f"{name}{JOINS}{way}" for name, way in readings.items())


def split(text: str) -> Iterator[tuple[str, str]]:
    """Yield the names and readings of a part of an address; a name without a reading has an empty one."""
    for each in text.split(AND):
        name, _joined, way = each.partition(JOINS)
        yield name, way


def _can_be(law_set: LawSet, name: str, way: str) -> bool:
    """Tell whether a parameter can have a value while all others are as they are in a law set."""
    values = {each: law_set[each] for each in PARAMETERS}
    return not conflicts(values | {name: PARAMETERS[name].read(way)}).keys() - conflicts(values).keys()


def doubts(slug: str, incident: str) -> dict[str, Doubt]:
    """Return, by name, all that a law set's rules on an incident leave in doubt."""
    law_set = selectors.law_set_named(slug)
    table = selectors.law_book_at(law_set.revision).tables[incident]
    found: dict[str, Doubt] = {}
    first: dict[str, str] = {}
    for rule in table.rules:
        if rule.interpretation:
            name = first.setdefault(rule.interpretation.question, rule.name)
            ways = {way: fill(outcome.in_words) for way, outcome in rule.outcomes.items()}
            asked = rule.interpretation
            usual = law_set.readings.get(rule.id, asked.default)
            found[rule.name] = Doubt(name, fill(asked.question), fill(asked.because), ways, usual)
        for name in rule.by:
            parameter, setting = PARAMETERS[name], law_set.settings.get(name)
            if parameter.words and name not in found:
                possible = [way for way in parameter.words if _can_be(law_set, name, way)]
                ways = {way: parameter_words.in_words(name, way) for way in possible}
                usual = str(law_set[name]).lower()
                note = setting.note if setting else ""
                found[name] = Doubt(name, parameter.meaning, note, ways, usual, law_set.is_open(name))
    return found


def doubted(slug: str, ruling: Ruling) -> list[Doubt]:
    """Return what is doubtful in the rules that decide a ruling under a law set, each question once."""
    known = doubts(slug, ruling.incident)
    rules = {rule.id: rule for rule in ruling.table.rules}
    found: dict[str, Doubt] = {}
    for name in (name for each in ruling.rules for name in (rules[each].name, *rules[each].by)):
        if name in known and known[name].is_open:
            found.setdefault(known[name].question, known[name])
    return list(found.values())


def book(slug: str, incident: str, readings: Readings) -> LawBook:
    """Return a law set's book with these readings; of one with other readings only the incident's topic."""
    if not readings:
        return selectors.law_book_named(slug)
    return _book(
        selectors.law_set_named(slug).revision,
        library.vocabulary().incidents[incident].topic,
        tuple(sorted(readings.items())),
    )


def books(wanted: Readings, incident: str, *law_sets: str, of_all: bool = False) -> Mapping[str, LawBook]:
    """Return the law books by slug, with these readings of doubtful words, by rule, in place of the usual.

    Our own books, and those of the law sets named. Only the rules of these can be read otherwise, or those
    ``of_all``. A book read otherwise holds only the incident's topic. Raises InvalidInput for a rule that is
    not doubtful, or a reading that it does not have, with the nearest ones.
    """
    known = selectors.law_books_with(*law_sets)
    if not wanted:
        return known
    open_to_it = known if of_all or not law_sets else {slug: known[slug] for slug in law_sets}
    doubtful = {
        slug: [
            rule.id
            for topic in each.rules.topics.values()
            for rule in topic.rules.values()
            if rule.interpretation
        ]
        for slug, each in open_to_it.items()
    }
    every = dict.fromkeys(rule for rules in doubtful.values() for rule in rules)
    errors = {
        f"readings.{rule[:LONGEST_NAME]}": unknown(rule, every, _("doubtful rule"))
        for rule in wanted
        if rule not in every
    }
    if errors:
        raise InvalidInput(errors)
    incidents = library.vocabulary().incidents
    topic = incidents[incident].topic if incident in incidents else ""
    read = {}
    for slug, rules in doubtful.items():
        if chosen := tuple(sorted((rule, way) for rule, way in wanted.items() if rule in rules)):
            read[slug] = _read_otherwise(selectors.law_set_named(slug).revision, topic, chosen)
    return {**known, **read}


def answer(asked: Question) -> compare.Answer:
    """Return what a law set rules, its doubtful words and those of its fallback read as wanted.

    Raises InvalidInput for whatever cannot be taken.
    """
    law_set = selectors.law_set_named(asked.law_set)
    own = [slug for slug in (asked.law_set, law_set.fallback) if slug]
    known = books(asked.readings, asked.incident, *own)
    return compare.answer(known, asked.law_set, asked.incident, asked.facts, assume=asked.assume)


@lru_cache(maxsize=32)
def _read_otherwise(revision: str, topic: str, chosen: tuple[tuple[str, str], ...]) -> LawBook:
    """Return the book with these readings, of one topic where it is named; else the book as it stands."""
    base = selectors.law_book_at(revision)
    law_set = choose(selectors.law_set_at(revision), base.rules, dict(chosen))
    if not topic:
        return base
    return compile_book(law_set, base.rules, _only(base, topic))


def _only(base: LawBook, topic: str) -> Vocabulary:
    return replace(base.vocabulary, topics={topic: base.vocabulary.topics[topic]})


@lru_cache(maxsize=32)
def _book(revision: str, topic: str, chosen: tuple[tuple[str, str], ...]) -> LawBook:
    """Return the book of a topic with these readings. Raises InvalidInput for values at odds."""
    base, law_set = selectors.law_book_at(revision), selectors.law_set_at(revision)
    readings = dict(chosen)
    parameters = {name: PARAMETERS[name].read(way) for name, way in chosen if name in PARAMETERS}
    rules = base.rules.topics[topic].rules.values() if topic in base.rules.topics else ()
    taken = {rule.id: way for rule in rules if (way := _reading_of(rule, rules, readings))}
    return compile_book(law_set.derive(parameters), base.rules, _only(base, topic), taken)


def _reading_of(rule: Rule, rules: Collection[Rule], readings: Readings) -> str:
    """Return the reading chosen for a rule, by its own name or that of one with the same doubt."""
    if rule.interpretation is None:
        return ""
    asked = rule.interpretation.question
    alike = [each.name for each in rules if each.interpretation and each.interpretation.question == asked]
    chosen = (readings.get(name, "") for name in (rule.name, *alike))
    return next((way for way in chosen if way in rule.outcomes), "")

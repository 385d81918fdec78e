"""Open readings: the readings that are asked for, and the book that rules by them.

A rule that can be read in several ways has its reading under the rule's name; a point that the book leaves
open has its value under the parameter's.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from laws import library, queries
from laws.domain import arbiter
from laws.domain.arbiter import LONGEST_NAME, RulingRequest
from laws.domain.errors import InvalidInput, not_among, unknown
from laws.domain.lawbook import LawBook, choose, compile_book, outcome_under
from laws.domain.lawset import LawSet
from laws.domain.parameters import PARAMETERS
from laws.domain.roles import fill
from laws.domain.ruling import Reading, Ruling
from laws.domain.sentences import _

JOINS, AND = ".", "~"
"""Stand in an address between a name and its reading, and between one reading and the next."""

Readings = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class OpenReading:
    """Words that can be read in several ways, or a point left open: each way in words, and the usual one.

    ``name`` is the parameter's, or that of the first rule with the question. ``is_open`` tells whether the
    text leaves it to us, as it does with every reading of a rule, and with a parameter whose value is our
    default.
    """

    name: str
    question: str
    because: str
    ways: Mapping[str, str]
    usual: str
    is_open: bool = True

    @property
    def is_left_open(self) -> bool:
        """Whether it is a point left open, and no words that can be read in several ways."""
        return self.name in PARAMETERS


def write(readings: Readings) -> str:
    """Return readings as they stand in an address."""
    return AND.join(f"{name}{JOINS}{way}" for name, way in readings.items())


def split(text: str) -> Iterator[tuple[str, str]]:
    """Yield the names and readings of a part of an address; a name without a reading has an empty one."""
    for each in text.split(AND):
        name, _joined, way = each.partition(JOINS)
        yield name, way


def of_incident(law_set: LawSet, incident: str) -> dict[str, OpenReading]:
    """Return, by name, the open readings in a law set's rules on an incident."""
    table = queries.law_book_at(law_set.revision).tables[incident]
    readings: dict[str, OpenReading] = {}
    first: dict[str, str] = {}
    for rule in table.rules:
        if rule.interpretation:
            name = first.setdefault(rule.interpretation.question, rule.name)
            under = rule.read_otherwise(outcome_under(law_set, rule))
            ways = {way: fill(outcome.in_words) for way, outcome in under.items()}
            question, because = fill(rule.interpretation.question), fill(rule.why_read(law_set))
            usual = law_set.readings.get(rule.id, rule.interpretation.default)
            readings[rule.name] = OpenReading(name, question, because, ways, usual)
        for name in rule.by:
            if PARAMETERS[name].words and name not in readings:
                each = Reading.of_parameter(law_set, name)
                readings[name] = OpenReading(
                    name, each.question, each.because, each.says, each.taken, law_set.is_open(name)
                )
    return readings


def deciding(law_set: LawSet, ruling: Ruling) -> list[OpenReading]:
    """Return the open readings in the rules that decide a ruling under a law set, each question once."""
    known = of_incident(law_set, ruling.incident)
    rules = {rule.id: rule for rule in ruling.table.rules}
    readings: dict[str, OpenReading] = {}
    for name in (name for each in ruling.rules for name in (rules[each].name, *rules[each].by)):
        if name in known and known[name].is_open:
            readings.setdefault(known[name].question, known[name])
    return list(readings.values())


def book(law_set: LawSet, incident: str, readings: Readings) -> LawBook:
    """Return a law set's book with these readings; of one with other readings only the incident's topic.

    A reading of a rule is also that of the others with the same question, unless theirs is given. Raises
    InvalidInput for values at odds.
    """
    base = queries.law_book_at(law_set.revision)
    if not readings:
        return base
    topic = library.vocabulary().incidents[incident].topic
    chosen = {name: way for name, way in readings.items() if name in PARAMETERS}
    open_rules = [rule for rule in base.rules.open_rules.values() if rule.topic == topic]
    interpretations = {rule.name: rule.interpretation for rule in open_rules}
    for rule in open_rules:
        for name in (rule.name, *readings):
            named, own = interpretations.get(name), rule.interpretation
            if named and own and named.question == own.question and readings.get(name) in rule.readings:
                chosen.setdefault(rule.id, readings[name])
    return _read_otherwise(law_set.revision, topic, tuple(sorted(chosen.items())))


def books(readings: Readings, incident: str, *law_sets: str, of_all: bool = False) -> Mapping[str, LawBook]:
    """Return the law books by slug, with these readings of open words, by rule, in place of the usual.

    A reading of a point that a book leaves open is named by its parameter. Our own books, and those of the
    law sets named. Only the rules of these can be read otherwise, or those ``of_all``. A book read otherwise
    holds only the incident's topic. Raises InvalidInput for a rule that is not open, or a reading that it
    does not have, with the nearest ones.
    """
    known = queries.law_books_with(*law_sets)
    if not readings:
        return known
    open_to_it = known if of_all or not law_sets else {slug: known[slug] for slug in law_sets}
    open_rules = {slug: [*each.rules.open_rules, *_left_open(each)] for slug, each in open_to_it.items()}
    every = dict.fromkeys(rule for rules in open_rules.values() for rule in rules)
    errors = {
        f"readings.{rule[:LONGEST_NAME]}": unknown(rule, every, _("open reading"))
        for rule in readings
        if rule not in every
    }
    for name in readings.keys() & PARAMETERS.keys():
        if name in every and readings[name] not in PARAMETERS[name].words:
            errors[f"readings.{name}"] = not_among(readings[name], PARAMETERS[name].words, _("reading"))
    if errors:
        raise InvalidInput(errors)
    incidents = library.vocabulary().incidents
    topic = incidents[incident].topic if incident in incidents else ""
    read = {}
    for slug, rules in open_rules.items():
        if chosen := tuple(sorted((rule, way) for rule, way in readings.items() if rule in rules)):
            read[slug] = _read_otherwise(queries.law_set_named(slug).revision, topic, chosen)
    return {**known, **read}


def _left_open(book: LawBook) -> Iterator[str]:
    """Yield the parameters that a book leaves open and by which a rule of it decides."""
    for name in dict.fromkeys(name for rule in book.rules.every_rule for name in rule.by):
        if PARAMETERS[name].words and book.law_set.is_open(name):
            yield name


def answer(request: RulingRequest) -> Ruling:
    """Return what a law set rules, its open words and those of its fallback read as wanted.

    Raises InvalidInput for whatever cannot be taken.
    """
    law_set = queries.law_set_named(request.law_set)
    own = [slug for slug in (request.law_set, law_set.fallback) if slug]
    known = books(request.readings, request.incident, *own)
    return arbiter.answer(known, request)


# A page of open readings rules by each of their readings, and compiles a topic for each.
@lru_cache(maxsize=32)
def _read_otherwise(revision: str, topic: str, chosen: tuple[tuple[str, str], ...]) -> LawBook:
    """Return the book of a topic with these values of parameters and readings of rules, by their ids.

    Where no topic is named the book comes as it stands.
    """
    base, law_set = queries.law_book_at(revision), queries.law_set_at(revision)
    law_set = law_set.derive({name: PARAMETERS[name].read(way) for name, way in chosen if name in PARAMETERS})
    law_set = choose(law_set, base.rules, {name: way for name, way in chosen if name not in PARAMETERS})
    if not topic:
        return base
    topics = {topic: base.vocabulary.topics[topic]}
    return compile_book(law_set, base.rules, replace(base.vocabulary, topics=topics))

"""Open readings: questions of interpretation in a law set, and law books that follow the chosen answers.

A question belongs to an ambiguous rule or to a parameter, and has the name of this rule or parameter. A
possible answer to the question is called a reading or an interpretation.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import lru_cache

from laws import library, queries
from laws.domain import arbiter
from laws.domain.arbiter import LONGEST_NAME, RulingRequest
from laws.domain.compiled_book import LawBook, choose, compile_book, outcome_under
from laws.domain.errors import InputProblems, unknown
from laws.domain.lawset import LawSet
from laws.domain.parameters import PARAMETERS
from laws.domain.roles import fill
from laws.domain.ruling import Reading, Ruling
from laws.domain.sentences import _

JOINS, AND = ".", "~"
"""The separators in a URL: between a name and its reading, and between two readings."""

Readings = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class OpenReading:
    """A question of interpretation in a law set, with its possible readings.

    - ``name``: the parameter, or the first rule with the question.
    - ``ways``: the text of each possible reading, by its name.
    - ``usual``: the name of the reading that the law set uses.
    - ``because``: the reason for the usual reading.
    - ``is_open``: True for an ambiguous rule, and for a parameter whose value is our default. False for a
      parameter whose value comes from a source or was chosen.
    """

    name: str
    question: str
    because: str
    ways: Mapping[str, str]
    usual: str
    is_open: bool = True

    @property
    def is_of_parameter(self) -> bool:
        """Tell whether the question is about a parameter, not about an ambiguous rule."""
        return self.name in PARAMETERS


def write(readings: Readings) -> str:
    """Return readings as the value of a URL parameter."""
    return AND.join(f"{name}{JOINS}{way}" for name, way in readings.items())


def split(text: str) -> Iterator[tuple[str, str]]:
    """Yield each name and reading in the value of a URL parameter. A missing reading is empty."""
    for part in text.split(AND):
        name, _joined, way = part.partition(JOINS)
        yield name, way


def of_incident(law_set: LawSet, incident: str) -> dict[str, OpenReading]:
    """Return the questions of interpretation for the rules on an incident.

    - Each ambiguous rule has an entry under its name.
    - Each parameter that selects the outcome of a rule has an entry under its name, if it is a choice or a
      flag. This includes parameters that the law set does not leave open.
    """
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
                own = Reading.of_parameter(law_set, name)
                readings[name] = OpenReading(
                    name, own.question, own.because, own.says, own.taken, law_set.is_open(name)
                )
    return readings


def deciding(law_set: LawSet, ruling: Ruling) -> list[OpenReading]:
    """Return the open readings on which the deciding rules of a ruling depend.

    If several readings have the same question, only the first is returned.
    """
    known = of_incident(law_set, ruling.incident)
    rules = {rule.id: rule for rule in ruling.table.rules}
    readings: dict[str, OpenReading] = {}
    for name in (name for rule in ruling.rules for name in (rules[rule].name, *rules[rule].by)):
        if name in known and known[name].is_open:
            readings.setdefault(known[name].question, known[name])
    return list(readings.values())


def book(law_set: LawSet, incident: str, readings: Readings) -> LawBook:
    """Return the book of a law set, with the chosen readings applied.

    With readings, the book has only the topic of ``incident``. Without readings the whole book is returned.

    ``readings`` maps the name of a rule or parameter to a reading. If several rules of the topic have the
    same question, a reading of one rule also applies to the others, unless ``readings`` names them.

    These entries of ``readings`` are ignored:

    - a name that is neither a parameter nor an ambiguous rule of the topic
    - a reading that the named rule does not have

    Raises InvalidInput for conflicting values of parameters, and ValueError for a value that a parameter
    cannot have.
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
    return _book_with_choices(law_set.revision, topic, tuple(sorted(chosen.items())))


def books(readings: Readings, incident: str, *law_sets: str, of_all: bool = False) -> Mapping[str, LawBook]:
    """Return all our law books and the law books of ``law_sets``, by name.

    ``readings`` maps rule ids or parameter names to chosen readings. The readings apply to the law books of
    ``law_sets``. If ``law_sets`` is empty or ``of_all`` is true, the readings apply to every law book. A law
    book to which a reading applies has only the topic of ``incident``. If ``incident`` is unknown, the
    readings are validated and change nothing.

    Raises InvalidInput for an unknown law set, for a rule or parameter that is not open, for an unknown
    reading, and for conflicting values of parameters.
    """
    known = queries.law_books_with(*law_sets)
    if not readings:
        return known
    open_to_it = known if of_all or not law_sets else {slug: known[slug] for slug in law_sets}
    open_rules = {slug: [*book.rules.open_rules, *_left_open(book)] for slug, book in open_to_it.items()}
    every = dict.fromkeys(rule for rules in open_rules.values() for rule in rules)
    problems = InputProblems()
    for rule, reading in readings.items():
        if rule not in every:
            problems.add(f"readings.{rule[:LONGEST_NAME]}", unknown(rule, every, _("open reading")))
        elif rule in PARAMETERS:
            problems.word(reading, f"readings.{rule}", PARAMETERS[rule].words, _("reading"))
    problems.settle()
    incidents = library.vocabulary().incidents
    topic = incidents[incident].topic if incident in incidents else ""
    read = {}
    for slug, rules in open_rules.items():
        if chosen := tuple(sorted((rule, way) for rule, way in readings.items() if rule in rules)):
            read[slug] = _book_with_choices(queries.law_set_named(slug).revision, topic, chosen)
    return {**known, **read}


def _left_open(book: LawBook) -> Iterator[str]:
    for name in dict.fromkeys(name for rule in book.rules.every_rule for name in rule.by):
        if PARAMETERS[name].words and book.law_set.is_open(name):
            yield name


def answer(request: RulingRequest) -> Ruling:
    """Return the ruling for a request.

    The readings of the request apply to its law set and to the fallback of this law set. Raises the errors of
    `books` and of `arbiter.answer`.
    """
    law_set = queries.law_set_named(request.law_set)
    own = [slug for slug in (request.law_set, law_set.fallback) if slug]
    known = books(request.readings, request.incident, *own)
    return arbiter.answer(known, request)


# Cached, because a page compares several readings, and each reading needs a book of its own.
@lru_cache(maxsize=32)
def _book_with_choices(revision: str, topic: str, chosen: tuple[tuple[str, str], ...]) -> LawBook:
    base, law_set = queries.law_book_at(revision), queries.law_set_at(revision)
    law_set = law_set.derive({name: PARAMETERS[name].read(way) for name, way in chosen if name in PARAMETERS})
    law_set = choose(law_set, base.rules, {name: way for name, way in chosen if name not in PARAMETERS})
    if not topic:  # the choices were validated above
        return base
    topics = {topic: base.vocabulary.topics[topic]}
    return compile_book(law_set, base.rules, replace(base.vocabulary, topics=topics))

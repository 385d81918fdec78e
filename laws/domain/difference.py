"""What one law set says otherwise than another: parameters, readings of doubtful words, laws, rulings.

Two revisions of a club's law set are two law sets. Words are compared as they stand; rulings situation by
situation, in every incident that both know alike.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from laws.domain.changes import Change, changes
from laws.domain.compile import Table
from laws.domain.law import Law
from laws.domain.lawbook import LawBook
from laws.domain.lawset import LawSet
from laws.domain.parameters import PARAMETERS, Value
from laws.domain.roles import fill
from laws.domain.rule import AND, Interpretation, Rule

Both = tuple[LawSet, LawBook]
"""A law set with its book."""


@dataclass(frozen=True, slots=True)
class OtherReading:
    """Doubtful words that two law sets read otherwise: the question, the rules it touches, both readings.

    ``rule`` is the first of these rules, which has the readings in words.
    """

    question: Interpretation
    rule: Rule
    rules: tuple[str, ...]
    before: str
    after: str


@dataclass(frozen=True, slots=True)
class OtherWords:
    """A law that stands in one law set and not in the other (None), or in both with other words."""

    id: str
    before: Law | None
    after: Law | None


def parameters(one: LawSet, other: LawSet) -> Iterator[tuple[str, Value, Value]]:
    """Yield each parameter that two law sets set otherwise, with both values."""
    for name in PARAMETERS:
        if name in one.settings and name in other.settings and one[name] != other[name]:
            yield name, one[name], other[name]


def readings(one: Both, other: Both) -> Iterator[OtherReading]:
    """Yield each doubt about rules that both have and read otherwise; rules with one doubt come together."""
    found: dict[tuple[str, Interpretation, str, str], list[Rule]] = {}
    for topic in one[1].rules.topics.values():
        there = other[1].rules.topics.get(topic.topic)
        for rule_id, rule in topic.rules.items():
            asked = rule.interpretation
            if asked is None or there is None or rule_id not in there.rules:
                continue
            before, after = (each.readings.get(rule_id, asked.default) for each in (one[0], other[0]))
            if before != after:
                found.setdefault((topic.topic, asked, before, after), []).append(rule)
    for (_topic, asked, before, after), rules in found.items():
        yield OtherReading(asked, rules[0], tuple(rule.id for rule in rules), before, after)


def in_words(rule: Rule, reading: str) -> str:
    """Return a reading of a rule's doubtful words in its own words, its name where it has none."""
    said = (out.in_words for name, out in rule.outcomes.items() if name.split(AND)[-1] == reading)
    return fill(next(filter(None, said), reading))


def laws(one: LawSet, other: LawSet) -> Iterator[OtherWords]:
    """Yield each law that only one of two law sets has, or that has other words or another source in each."""
    for law_id in dict.fromkeys([*one.laws, *other.laws]):
        before, after = one.laws.get(law_id), other.laws.get(law_id)
        told = [each and (each.text, each.cite, each.note, each.effects) for each in (before, after)]
        if told[0] != told[1]:
            yield OtherWords(law_id, before, after)


def rulings(one: LawBook, other: LawBook) -> Iterator[Change]:
    """Yield the situations that two books rule otherwise, incident by incident."""
    for incident, before in one.tables.items():
        after = other.tables.get(incident)
        if after is not None and before.cells is not after.cells and _same_questions(before, after):
            yield from changes(before, after)


def _same_questions(before: Table, after: Table) -> bool:
    """Tell whether two revisions of an incident ask the same, so that their situations are the same."""
    asked = [[(fact.key, fact.slugs) for fact in each.incident.facts] for each in (before, after)]
    return asked[0] == asked[1]

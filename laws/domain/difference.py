"""What one law set says otherwise than another: parameters, open readings, laws, rulings.

Rulings are compared situation by situation, in every incident that both know alike; the situations are told
in the fewest facts that a plain search finds, and exactly. Two revisions of a club's law set are two law
sets.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from laws.domain.compile import LawTable, Situations, Space, lowest
from laws.domain.lawbook import LawBook
from laws.domain.lawset import CHOICE, Law, LawSet
from laws.domain.parameters import PARAMETERS, Value
from laws.domain.roles import fill
from laws.domain.rule import AND, Interpretation, Outcome, Rule
from laws.domain.vocabulary import Incident

MOST_TOLD = 6
"""In how many ways at most the situations of one change are told."""

When = Mapping[str, tuple[str, ...]]
"""Facts, each with the answers of which it has one; a fact that is not named may be anything."""


@dataclass(frozen=True, slots=True)
class RulingChange:
    """Situations of an incident that are ruled otherwise: what came out, what comes out, and when.

    ``when`` are alternatives; ``untold`` counts the situations that they leave out. ``facts`` are one of the
    situations, whole.
    """

    incident: Incident
    before: Outcome
    after: Outcome
    situations: int
    when: tuple[When, ...]
    untold: int
    facts: Mapping[str, str]

    @property
    def says(self) -> list[str]:
        """The alternatives in words."""
        return [situations_in_words(self.incident, when) for when in self.when]


def apart(first: LawTable, second: LawTable) -> Situations:
    """Return the situations that two tables of an incident decide otherwise."""
    alike = 0
    for number, outcome in enumerate(first.outcomes):
        for place, against in enumerate(second.outcomes):
            if outcome.gist == against.gist:
                alike |= first.outcome_masks[number] & second.outcome_masks[place]
    return first.possible & ~alike


def changes(before: LawTable, after: LawTable) -> Iterator[RulingChange]:
    """Yield what one table decides otherwise than another, by what came out and what comes out."""
    changed = apart(before, after)
    if not changed:
        return
    for was in before.outcome_masks:
        for now in after.outcome_masks:
            part = was & now & changed
            if part:
                when, left = tell(after, part)
                facts = after.space.facts_of(lowest(part))
                (said,), (says,) = before.spoken_in(part), after.spoken_in(part)
                yield RulingChange(
                    after.incident, said, says, part.bit_count(), when, left.bit_count(), facts
                )


def tell(table: LawTable, situations: Situations) -> tuple[tuple[When, ...], Situations]:
    """Return facts that tell a set of situations exactly, in a few alternatives, and what these leave out."""
    allowed = situations | ~table.possible & table.space.every
    ways: list[When] = []
    left = situations
    while left and len(ways) < MOST_TOLD:
        when, mask = _widest(table.space, lowest(left), allowed)
        ways.append(when)
        left &= ~mask
    return tuple(ways), left


def _widest(space: Space, situation: int, allowed: Situations) -> tuple[When, Situations]:
    """Return a condition that holds in a situation and nowhere but where it is allowed, made wide."""
    held: dict[str, tuple[str, ...]] = {key: (value,) for key, value in space.facts_of(situation).items()}
    mask = 1 << situation
    for fact in sorted(space.incident.facts, key=lambda fact: -fact.rank):
        every = space.spread(mask, fact.key)
        if not every & ~allowed:
            held[fact.key], mask = fact.slugs, every
            continue
        for value in fact.slugs:
            more = every & space.masks[fact.key][value]
            if value not in held[fact.key] and not more & ~allowed:
                held[fact.key] = (*held[fact.key], value)
                mask |= more
    wide = {fact.key: len(fact.slugs) for fact in space.incident.facts}
    return {key: values for key, values in held.items() if len(values) < wide[key]}, mask


def situations_in_words(incident: Incident, when: When) -> str:
    """Return facts in a sentence for each; every situation of the incident where there is none."""
    if not when:
        return "Always."
    sentences = []
    for key, values in when.items():
        means = [fill(incident.fact(key).value(value).means) for value in values]
        sentences.append(" Or: ".join(means))
    return " ".join(sentences)


@dataclass(frozen=True, slots=True)
class OtherReading:
    """An open reading that two law sets read differently: the question, the rules it touches, both readings.

    ``rule`` is the first of these rules, which has the readings in words.
    """

    question: Interpretation
    rule: Rule
    rules: tuple[str, ...]
    before: str
    after: str

    @property
    def in_words(self) -> str:
        return fill(self.question.question)

    @property
    def says_before(self) -> str:
        return self._says(self.before)

    @property
    def says_after(self) -> str:
        return self._says(self.after)

    def _says(self, reading: str) -> str:
        """A reading in its own words, its name where it has none."""
        outcomes = self.rule.outcomes.items()
        says = (outcome.in_words for name, outcome in outcomes if name.split(AND)[-1] == reading)
        return fill(next(filter(None, says), reading))


@dataclass(frozen=True, slots=True)
class OtherWords:
    """A law that stands in one law set and not in the other (None), or in both with other words."""

    id: str
    before: Law | None
    after: Law | None

    @property
    def topic(self) -> str:
        return next(each.topic for each in (self.before, self.after) if each)


@dataclass(frozen=True, slots=True)
class ChangedParameter:
    """A parameter that two law sets set otherwise."""

    name: str
    before: Value
    after: Value


def parameters(first: LawSet, second: LawSet) -> Iterator[ChangedParameter]:
    """Yield each parameter that both law sets have, and set otherwise."""
    for name in PARAMETERS:
        if name in first.settings and name in second.settings and first[name] != second[name]:
            yield ChangedParameter(name, first[name], second[name])


def readings(first: LawBook, second: LawBook, topic: str = "") -> Iterator[OtherReading]:
    """Yield each open reading of rules that both have and read otherwise; its rules come together.

    A topic keeps the open readings of its rules.
    """
    by_reading: dict[tuple[str, Interpretation, str, str], list[Rule]] = {}
    there = second.rules.open_rules
    for rule_id, rule in first.rules.open_rules.items():
        words = rule.interpretation
        if words is None or rule_id not in there or topic not in ("", rule.topic):
            continue
        before, after = (each.law_set.readings.get(rule_id, words.default) for each in (first, second))
        if before != after:
            by_reading.setdefault((rule.topic, words, before, after), []).append(rule)
    for (_topic, words, before, after), rules in by_reading.items():
        yield OtherReading(words, rules[0], tuple(rule.id for rule in rules), before, after)


def laws(first: LawSet, second: LawSet) -> Iterator[OtherWords]:
    """Yield each law that only one of two law sets has, or that has other words or another source in each.

    The choice of a parameter's value is told with the parameters.
    """
    for law_id in dict.fromkeys([*first.laws, *second.laws]):
        before, after = first.laws.get(law_id), second.laws.get(law_id)
        words = [
            each and (each.title, each.text, each.cite, each.note, each.effects) for each in (before, after)
        ]
        if words[0] != words[1] and not any(each and each.kind == CHOICE for each in (before, after)):
            yield OtherWords(law_id, before, after)


def rulings(first: LawBook, second: LawBook) -> Iterator[RulingChange]:
    """Yield the situations that two books rule otherwise, incident by incident."""
    for incident, before in first.tables.items():
        after = second.tables.get(incident)
        if after is not None and before.cells is not after.cells and _same_questions(before, after):
            yield from changes(before, after)


def _same_questions(before: LawTable, after: LawTable) -> bool:
    """Tell whether two revisions of an incident ask the same, so that their situations are the same."""
    questions = [[(fact.key, fact.slugs) for fact in each.incident.facts] for each in (before, after)]
    return questions[0] == questions[1]

"""Compare two law sets, or two revisions of one: parameters, interpretations, laws and rulings.

If both law sets ask the same questions about an incident, its rulings are compared in every situation. Where
the rulings differ, a greedy search finds short descriptions of the situations. Each change has at most
MOST_DESCRIPTIONS descriptions. Situations without a description are only counted.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from laws.domain.compile import LawTable, Situations, Space, lowest
from laws.domain.compiled_book import LawBook
from laws.domain.lawset import CHOICE, Law, LawSet
from laws.domain.parameters import PARAMETERS, Value
from laws.domain.roles import fill
from laws.domain.rule import AND, Interpretation, Outcome, Rule
from laws.domain.vocabulary import Incident

MOST_DESCRIPTIONS = 6
"""Upper limit for the descriptions (`When`) of one change."""

When = Mapping[str, tuple[str, ...]]
"""A set of situations, described by the accepted answers to each fact. A fact without an entry may have any
answer."""


@dataclass(frozen=True, slots=True)
class RulingChange:
    """A change of outcome from ``before`` to ``after``, with the situations in which the outcome changes.

    - ``situations``: the number of situations.
    - ``when``: descriptions of situations. A description maps facts to answers. In every possible situation
      with these answers the outcome changes from ``before`` to ``after``.
    - ``untold``: the number of situations that no description in ``when`` covers.
    - ``facts``: one of the situations, with the answer to every fact.
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
        """Return the descriptions of ``when`` as sentences."""
        return [situations_in_words(self.incident, when) for when in self.when]


def apart(first: LawTable, second: LawTable) -> Situations:
    """Return the situations in which two law tables of one incident have different outcomes.

    Both tables must have the same questions with the same answers.
    """
    alike = 0
    for number, outcome in enumerate(first.outcomes):
        for place, against in enumerate(second.outcomes):
            if outcome.gist == against.gist:
                alike |= first.outcome_masks[number] & second.outcome_masks[place]
    return first.possible & ~alike


def changes(before: LawTable, after: LawTable) -> Iterator[RulingChange]:
    """Yield the changes from one law table to another.

    All situations that change from the same old outcome to the same new outcome are one change.
    """
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
    """Describe a set of situations by at most MOST_DESCRIPTIONS descriptions.

    Return the descriptions, and the situations that no description covers. Each possible situation that a
    description covers is in ``situations``. A description can also cover impossible situations.
    """
    allowed = situations | ~table.possible & table.space.every
    ways: list[When] = []
    left = situations
    while left and len(ways) < MOST_DESCRIPTIONS:
        when, mask = _widest_description(table.space, lowest(left), allowed)
        ways.append(when)
        left &= ~mask
    return tuple(ways), left


def _widest_description(space: Space, situation: int, allowed: Situations) -> tuple[When, Situations]:
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
    """Return a description in words: for each fact, the accepted answers. "Always." if it has no facts."""
    if not when:
        return "Always."
    sentences = []
    for key, values in when.items():
        means = [fill(incident.fact(key).value(value).means) for value in values]
        sentences.append(" Or: ".join(means))
    return " ".join(sentences)


@dataclass(frozen=True, slots=True)
class OtherReading:
    """A question of interpretation that two law sets answer differently.

    - ``rules``: the ids of the rules with this question. The rules have the same topic, and each of them
      follows ``before`` under the first law set and ``after`` under the second law set.
    - ``rule``: the first of ``rules``.
    - ``before``: the name of the interpretation under the first law set.
    - ``after``: the name of the interpretation under the second law set.
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
        """Return the first interpretation in words."""
        return self._says(self.before)

    @property
    def says_after(self) -> str:
        """Return the second interpretation in words."""
        return self._says(self.after)

    def _says(self, reading: str) -> str:
        outcomes = self.rule.outcomes.items()
        says = (outcome.in_words for name, outcome in outcomes if name.split(AND)[-1] == reading)
        return fill(next(filter(None, says), reading))


@dataclass(frozen=True, slots=True)
class OtherWords:
    """A law that differs between two law sets.

    ``before`` is null if only the second law set has the law. ``after`` is null if only the first has it.
    """

    id: str
    before: Law | None
    after: Law | None

    @property
    def topic(self) -> str:
        return next(law.topic for law in (self.before, self.after) if law)


@dataclass(frozen=True, slots=True)
class ChangedParameter:
    """A parameter with different values in two law sets."""

    name: str
    before: Value
    after: Value


@dataclass(frozen=True, slots=True)
class Difference:
    """The differences between two law sets."""

    a: LawSet
    b: LawSet
    parameters: tuple[ChangedParameter, ...]
    readings: tuple[OtherReading, ...]
    laws: tuple[OtherWords, ...]
    rulings: tuple[RulingChange, ...]


def difference(first: LawBook, second: LawBook, topic: str = "") -> Difference:
    """Compare two law sets.

    All parameters are compared. With ``topic`` only the interpretations, laws and rulings of that topic are
    compared.
    """
    return Difference(
        first.law_set,
        second.law_set,
        tuple(parameters(first.law_set, second.law_set)),
        tuple(readings(first, second, topic)),
        tuple(law for law in laws(first.law_set, second.law_set) if topic in ("", law.topic)),
        tuple(ruling for ruling in rulings(first, second) if topic in ("", ruling.incident.topic)),
    )


def parameters(first: LawSet, second: LawSet) -> Iterator[ChangedParameter]:
    """Yield each parameter that is set in both law sets, with different values.

    Settings of a single game are not compared.
    """
    for name in PARAMETERS:
        if name in first.settings and name in second.settings and first[name] != second[name]:
            yield ChangedParameter(name, first[name], second[name])


def readings(first: LawBook, second: LawBook, topic: str = "") -> Iterator[OtherReading]:
    """Yield each question of interpretation that two law sets answer differently.

    Rules with the same topic, question and answers are grouped. Rules that only one law set has are left out.
    With ``topic`` only rules of that topic are compared.
    """
    by_reading: dict[tuple[str, Interpretation, str, str], list[Rule]] = {}
    there = second.rules.open_rules
    for rule_id, rule in first.rules.open_rules.items():
        words, others = rule.interpretation, there[rule_id].interpretation if rule_id in there else None
        if words is None or others is None or topic not in ("", rule.topic):
            continue
        before = first.law_set.readings.get(rule_id, words.default)
        after = second.law_set.readings.get(rule_id, others.default)
        if before != after:
            by_reading.setdefault((rule.topic, words, before, after), []).append(rule)
    for (_topic, words, before, after), rules in by_reading.items():
        yield OtherReading(words, rules[0], tuple(rule.id for rule in rules), before, after)


def laws(first: LawSet, second: LawSet) -> Iterator[OtherWords]:
    """Yield each law that only one law set has, or whose title, text, citation, note or effects differ.

    Laws that record a choice of a club are left out, because ``parameters`` and ``readings`` report the
    choices.
    """
    for law_id in dict.fromkeys([*first.laws, *second.laws]):
        before, after = first.laws.get(law_id), second.laws.get(law_id)
        words = [law and (law.title, law.text, law.cite, law.note, law.effects) for law in (before, after)]
        if words[0] != words[1] and not any(law and law.kind == CHOICE for law in (before, after)):
            yield OtherWords(law_id, before, after)


def rulings(first: LawBook, second: LawBook) -> Iterator[RulingChange]:
    """Yield the changed rulings between two books, incident by incident.

    An incident is left out if only one book has it, or if the books ask different questions about it.
    """
    for incident, before in first.tables.items():
        after = second.tables.get(incident)
        if after is not None and before.cells is not after.cells and _same_questions(before, after):
            yield from changes(before, after)


def _same_questions(before: LawTable, after: LawTable) -> bool:
    questions = [[(fact.key, fact.slugs) for fact in table.incident.facts] for table in (before, after)]
    return questions[0] == questions[1]

"""The rules of one law set on one incident, made into a complete table over all possible situations.

A situation is one answer to each of the incident's facts, numbered in mixed radix; a set of situations is a
whole number with one bit for each. Every query is arithmetic on such sets. Whether the table is sound is
shown in ``proofs``; questions are answered in ``arbiter``.
"""

from array import array
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import reduce
from operator import or_

from laws.domain.lawset import LawSet
from laws.domain.rule import Outcome, Rule
from laws.domain.sentences import _
from laws.domain.vocabulary import Condition, Definition, Incident

NOTHING_ON_IT = Outcome(silent=_("The book has nothing on this."))
GAP = Outcome(silent=_("No rule of the book covers this."))
IMPOSSIBLE = -1

Situations = int
"""A set of situations: bit n is set when situation n belongs to it."""


@dataclass(frozen=True, slots=True)
class Space:
    """All the situations of an incident, and the set of those in which a fact has a value."""

    incident: Incident
    size: int
    every: Situations
    strides: Mapping[str, int]
    masks: Mapping[str, Mapping[str, Situations]]

    @classmethod
    def of(cls, incident: Incident) -> "Space":
        """Return the space of an incident; the last fact turns fastest."""
        size = incident.situations
        every = (1 << size) - 1
        strides: dict[str, int] = {}
        masks: dict[str, Mapping[str, Situations]] = {}
        stride = size
        for fact in incident.facts:
            period, stride = stride, stride // len(fact.values)
            block = (1 << stride) - 1
            repeated = every // ((1 << period) - 1)
            strides[fact.key] = stride
            masks[fact.key] = {
                slug: (block << (place * stride)) * repeated for place, slug in enumerate(fact.slugs)
            }
        return cls(incident, size, every, strides, masks)

    def where(self, condition: Condition, definitions: Mapping[str, Definition]) -> Situations:
        """Return the situations that meet a condition."""
        met = 0
        for limb in condition.limbs:
            together = self.every
            for fact, values in limb.facts:
                together &= union(self.masks[fact][value] for value in values)
            for name in limb.definitions:
                together &= self.where(definitions[name].when, definitions)
            met |= together
        return met

    def spread(self, situations: Situations, fact: str) -> Situations:
        """Return the situations that differ from one of these in one fact at most."""
        stride, masks = self.strides[fact], self.masks[fact]
        first = next(iter(masks.values()))
        lines = union(situations >> (place * stride) & first for place in range(len(masks)))
        return union(lines << (place * stride) for place in range(len(masks)))

    def facts_of(self, situation: int) -> dict[str, str]:
        """Return the answers that make a situation."""
        return {
            fact.key: fact.slugs[situation // self.strides[fact.key] % len(fact.values)]
            for fact in self.incident.facts
        }


@dataclass(frozen=True, slots=True)
class Cell:
    """Situations decided alike: by the same rules, none displaced, with one outcome (its number)."""

    rules: tuple[int, ...]
    outcome: int
    situations: Situations


@dataclass(frozen=True, slots=True)
class LawTable:
    """What a law set makes of an incident, in every situation.

    ``rule_outcomes`` is the outcome of each rule under this law set. ``applies`` and ``stands`` are, for each
    rule, where its condition is met and where it is not displaced as well. ``turns_on`` is, for each fact,
    the situations in which another answer to it alone would give another outcome, and ``needed`` those in
    which its question arises at all. ``steps`` is what each answer adds to the number of a situation;
    ``speaks_of`` the facts that each rule names, itself or through a definition.
    """

    law_set: LawSet
    space: Space
    possible: Situations
    impossible: tuple[Situations, ...]
    rules: tuple[Rule, ...]
    rule_outcomes: tuple[Outcome, ...]
    applies: tuple[Situations, ...]
    stands: tuple[Situations, ...]
    cells: tuple[Cell, ...]
    cell_of: "array[int]"
    outcomes: tuple[Outcome, ...]
    outcome_masks: tuple[Situations, ...]
    turns_on: Mapping[str, Situations]
    needed: Mapping[str, Situations]
    steps: Mapping[str, Mapping[str, int]]
    speaks_of: tuple[tuple[str, ...], ...]

    @property
    def incident(self) -> Incident:
        return self.space.incident

    def known(self, facts: Mapping[str, str]) -> Situations:
        """Return the possible situations in which these facts are so; none where the facts contradict."""
        situations = self.possible
        masks = self.space.masks
        for fact, value in facts.items():
            situations &= masks[fact][value]
        return situations

    def own(self, facts: Mapping[str, str]) -> dict[str, str]:
        """Return the facts on which the table is built, without those that decide nothing in it."""
        return {key: value for key, value in facts.items() if key in self.steps}

    def outcomes_in(self, situations: Situations) -> list[int]:
        """Return the numbers of the outcomes that some of these situations have."""
        return [number for number, mask in enumerate(self.outcome_masks) if mask & situations]

    def cells_in(self, situations: Situations) -> list[Cell]:
        """Return the cells of some of these situations, the one with the greatest share first."""
        cells = [cell for cell in self.cells if cell.situations & situations]
        return sorted(cells, key=lambda cell: -(cell.situations & situations).bit_count())

    def deciding_in(self, situations: Situations) -> list[int]:
        """Return the numbers of the rules that decide these situations, those of the greatest cell first.

        Those that stand in all of them decide by themselves. Where there is none, because other rules lead to
        the same, each of those is named.
        """
        rules = list(dict.fromkeys(number for cell in self.cells_in(situations) for number in cell.rules))
        return [number for number in rules if not situations & ~self.stands[number]] or rules

    def spoken_in(self, situations: Situations) -> tuple[Outcome, ...]:
        """Return what comes out in some of these situations, in the words of the rules that decide there.

        Outcomes that come to the same are one; of a silence each rule has its own reason.
        """
        return tuple(
            self._spoken(number, situations & self.outcome_masks[number])
            for number in self.outcomes_in(situations)
        )

    def _spoken(self, number: int, situations: Situations) -> Outcome:
        rules = [self.rule_outcomes[rule] for rule in self.deciding_in(situations)]
        if not rules:
            return self.outcomes[number]
        reasons = dict.fromkeys(outcome.silent for outcome in rules)
        return replace(rules[0], silent=" ".join(reasons)) if len(reasons) > 1 else rules[0]


def union(sets: Iterable[Situations]) -> Situations:
    """Return the situations that belong to any of these sets."""
    return reduce(or_, sets, 0)


def lowest(situations: Situations) -> int:
    """Return the number of the first situation of a set that is not empty."""
    return (situations & -situations).bit_length() - 1


def numbers(situations: Situations) -> Iterator[int]:
    """Yield the number of each situation of a set."""
    bits = bin(situations)[:1:-1]
    at = bits.find("1")
    while at >= 0:
        yield at
        at = bits.find("1", at + 1)


def facts_in(condition: Condition, definitions: Mapping[str, Definition]) -> tuple[str, ...]:
    """Return the facts that a condition names, itself or through its definitions, each once."""
    within = [
        fact for name in condition.definitions for fact in facts_in(definitions[name].when, definitions)
    ]
    return tuple(dict.fromkeys([*condition.facts, *within]))


def can_arise(incident: Incident, law_set: LawSet) -> bool:
    """Tell whether an incident can happen at a table that plays under a law set."""
    return all(law_set[name] in values for name, values in incident.arises_with.items())


def compile_table(
    law_set: LawSet,
    incident: Incident,
    rules: Sequence[Rule],
    definitions: Mapping[str, Definition],
    outcome_of: Callable[[Rule], Outcome],
) -> LawTable:
    """Return the complete table of an incident. ``outcome_of`` gives that of a rule as it is read.

    Where the incident cannot happen under the law set no rule is looked at, and the table says why.

    A rule gives way only to one that names it, and it does so wherever that one applies, even where that one
    gives way in its turn.
    """
    space = Space.of(incident)
    nothing = NOTHING_ON_IT
    if not can_arise(incident, law_set):
        rules, nothing = (), Outcome(silent=incident.otherwise)
    impossible = tuple(space.where(each.when, {}) for each in incident.impossible)
    possible = space.every & ~union(impossible)
    applies = [space.where(rule.when, definitions) & possible for rule in rules]
    stands = list(applies)
    place = {rule.id: number for number, rule in enumerate(rules)}
    for number, rule in enumerate(rules):
        for base in rule.exception_to:
            if base in place:
                stands[place[base]] &= ~applies[number]
    rule_outcomes = tuple(outcome_of(rule) for rule in rules)
    parts: dict[tuple[int, ...], Situations] = {(): possible}
    for number, situations in enumerate(stands):
        split: dict[tuple[int, ...], Situations] = {}
        for deciding, part in parts.items():
            if inside := part & situations:
                split[(*deciding, number)] = inside
            if outside := part & ~situations:
                split[deciding] = outside
        parts = split
    known: dict[tuple[object, ...], int] = {}
    outcomes: list[Outcome] = []
    masks: list[Situations] = []
    cells: list[Cell] = []
    cell_of = array("h", [IMPOSSIBLE]) * space.size
    for deciding, part in parts.items():
        outcome = rule_outcomes[deciding[0]] if deciding else (GAP if rules else nothing)
        number = known.setdefault(outcome.gist, len(outcomes))
        if number == len(outcomes):
            outcomes.append(outcome)
            masks.append(0)
        masks[number] |= part
        for situation in numbers(part):
            cell_of[situation] = len(cells)
        cells.append(Cell(deciding, number, part))
    turns_on = {
        fact: possible & union(space.spread(mask, fact) & ~mask for mask in masks) for fact in space.strides
    }
    return LawTable(
        law_set=law_set,
        space=space,
        possible=possible,
        impossible=impossible,
        rules=tuple(rules),
        rule_outcomes=rule_outcomes,
        applies=tuple(applies),
        stands=tuple(stands),
        cells=tuple(cells),
        cell_of=cell_of,
        outcomes=tuple(outcomes),
        outcome_masks=tuple(masks),
        turns_on=turns_on,
        needed={
            fact.key: possible & space.where(fact.needed_when.among(space.strides), {})
            if fact.needed_when
            else possible
            for fact in space.incident.facts
        },
        steps={
            fact.key: {slug: place * space.strides[fact.key] for place, slug in enumerate(fact.slugs)}
            for fact in space.incident.facts
        },
        speaks_of=tuple(facts_in(rule.when, definitions) for rule in rules),
    )

"""Compile the rules of one law set on one incident into a law table: the outcome of every situation.

A situation is one answer to each fact of the incident, numbered in mixed radix. A set of situations is an
integer with one bit per situation, so every query is arithmetic on integers.
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
"""A set of situations: bit n is set if situation n is in the set."""


@dataclass(frozen=True, slots=True)
class Space:
    """All situations of an incident, which are numbered from 0.

    - ``masks[fact][value]``: the set of situations in which the fact has this value.
    - ``strides[fact]``: how much the number of a situation grows if ``fact`` gets its next answer and all
      other facts keep their answers.
    """

    incident: Incident
    size: int
    every: Situations
    strides: Mapping[str, int]
    masks: Mapping[str, Mapping[str, Situations]]

    @classmethod
    def of(cls, incident: Incident) -> "Space":
        """Number the situations of an incident. The last fact varies fastest."""
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
        """Return these situations, and each situation that differs from one of them only in ``fact``."""
        stride, masks = self.strides[fact], self.masks[fact]
        first = next(iter(masks.values()))
        lines = union(situations >> (place * stride) & first for place in range(len(masks)))
        return union(lines << (place * stride) for place in range(len(masks)))

    def facts_of(self, situation: int) -> dict[str, str]:
        """Return the answers of a situation, by fact."""
        return {
            fact.key: fact.slugs[situation // self.strides[fact.key] % len(fact.values)]
            for fact in self.incident.facts
        }


@dataclass(frozen=True, slots=True)
class Cell:
    """A set of situations that are all decided by the same rules.

    - ``rules``: indexes into ``LawTable.rules``. Empty if no rule decides.
    - ``outcome``: an index into ``LawTable.outcomes``.
    """

    rules: tuple[int, ...]
    outcome: int
    situations: Situations


@dataclass(frozen=True, slots=True)
class LawTable:
    """The outcome of an incident under a law set, in every situation.

    - ``impossible``: for each entry in ``Incident.impossible``, the situations that it rules out.
    - ``rule_outcomes``: the outcome of each rule under this law set.
    - ``applies``: for each rule, the possible situations that meet its condition.
    - ``in_force``: for each rule, the situations in which it applies and no exception overrides it.
    - ``cell_of``: for each situation, the index of its entry in ``cells``, or IMPOSSIBLE.
    - ``outcome_masks``: for each outcome, the situations that have it.
    - ``turns_on``: for each fact, the situations in which another answer to this fact alone can change the
      outcome.
    - ``needed``: for each fact, the situations in which its question arises.
    - ``steps[fact][answer]``: what the answer adds to the number of a situation.
    - ``speaks_of``: for each rule, the facts that its condition names, directly or through a definition.
    """

    law_set: LawSet
    space: Space
    possible: Situations
    impossible: tuple[Situations, ...]
    rules: tuple[Rule, ...]
    rule_outcomes: tuple[Outcome, ...]
    applies: tuple[Situations, ...]
    in_force: tuple[Situations, ...]
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
        """Return the possible situations with these facts.

        The set is empty if the facts contradict each other. Raises KeyError for a fact that the law table
        does not use (see `own`), and for an unknown answer.
        """
        situations = self.possible
        masks = self.space.masks
        for fact, value in facts.items():
            situations &= masks[fact][value]
        return situations

    def own(self, facts: Mapping[str, str]) -> dict[str, str]:
        """Return those of the given facts that the law table uses.

        The incident accepts other facts too, see `Incident.also`.
        """
        return {key: value for key, value in facts.items() if key in self.steps}

    def outcomes_in(self, situations: Situations) -> list[int]:
        """Return the indexes of the outcomes that occur in these situations."""
        return [number for number, mask in enumerate(self.outcome_masks) if mask & situations]

    def cells_in(self, situations: Situations) -> list[Cell]:
        """Return the cells that overlap with these situations, largest overlap first.

        A cell is a set of situations that are decided by the same rules.
        """
        cells = [cell for cell in self.cells if cell.situations & situations]
        return sorted(cells, key=lambda cell: -(cell.situations & situations).bit_count())

    def deciding_in(self, situations: Situations) -> list[int]:
        """Return the indexes of the rules that decide these situations.

        If some rules decide all of the situations, only those rules are returned. Otherwise all rules that
        decide at least one of the situations are returned, sorted as in `cells_in`.
        """
        rules = list(dict.fromkeys(number for cell in self.cells_in(situations) for number in cell.rules))
        return [number for number in rules if not situations & ~self.in_force[number]] or rules

    def spoken_in(self, situations: Situations) -> tuple[Outcome, ...]:
        """Return the outcomes that occur in these situations, each with the text of a rule that decides it.

        Outcomes with the same consequences are returned once. If several rules leave the law silent, the
        outcome has the reasons of all these rules. For the choice of rules see `deciding_in`. An outcome that
        no rule decides keeps its own text.
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
    return reduce(or_, sets, 0)


def lowest(situations: Situations) -> int:
    """Return the number of the lowest situation in a set. The set must not be empty."""
    return (situations & -situations).bit_length() - 1


def numbers(situations: Situations) -> Iterator[int]:
    """Yield the number of each situation in a set, lowest first."""
    bits = bin(situations)[:1:-1]
    at = bits.find("1")
    while at >= 0:
        yield at
        at = bits.find("1", at + 1)


def facts_in(condition: Condition, definitions: Mapping[str, Definition]) -> tuple[str, ...]:
    """Return the facts that a condition names, directly or through its definitions, without repeats."""
    within = [
        fact for name in condition.definitions for fact in facts_in(definitions[name].when, definitions)
    ]
    return tuple(dict.fromkeys([*condition.facts, *within]))


def can_arise(incident: Incident, law_set: LawSet) -> bool:
    """Tell whether the parameters of a law set allow an incident to happen."""
    return all(law_set[name] in values for name, values in incident.arises_with.items())


def compile_table(
    law_set: LawSet,
    incident: Incident,
    rules: Sequence[Rule],
    definitions: Mapping[str, Definition],
    outcome_of: Callable[[Rule], Outcome],
) -> LawTable:
    """Compile the complete law table of an incident. ``outcome_of`` returns the outcome of a rule.

    The law is silent wherever no rule decides. If the incident cannot happen under the law set, the law table
    has no rules, and its only outcome is the reason why the incident cannot happen.

    A rule is overridden by the rules that list it in ``exception_to``. Wherever such an exception applies,
    the rule does not decide, even if the exception is overridden too.
    """
    space = Space.of(incident)
    nothing = NOTHING_ON_IT
    if not can_arise(incident, law_set):
        rules, nothing = (), Outcome(silent=incident.otherwise)
    impossible = tuple(space.where(impossibility.when, {}) for impossibility in incident.impossible)
    possible = space.every & ~union(impossible)
    applies = [space.where(rule.when, definitions) & possible for rule in rules]
    in_force = list(applies)
    place = {rule.id: number for number, rule in enumerate(rules)}
    for number, rule in enumerate(rules):
        for base in rule.exception_to:
            if base in place:
                in_force[place[base]] &= ~applies[number]
    rule_outcomes = tuple(outcome_of(rule) for rule in rules)
    parts: dict[tuple[int, ...], Situations] = {(): possible}
    for number, situations in enumerate(in_force):
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
        in_force=tuple(in_force),
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

"""Explain a ruling: the facts that force it, the overridden rules, and the changes that would alter it.

All answers are exact, because they come from the complete law table of the incident.
"""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from itertools import combinations, product
from typing import Any

from laws.domain.compile import LawTable, Situations, union
from laws.domain.rule import Outcome
from laws.domain.ruling import Ruling


@dataclass(frozen=True, slots=True)
class Displaced:
    """The id of a rule that applies but is overridden, and the ids of the rules that override it."""

    rule: str
    by: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FactChange:
    """New answers to some facts, and the other outcomes that these answers could lead to."""

    facts: Mapping[str, str]
    outcomes: tuple[Outcome, ...]


@dataclass(frozen=True, slots=True)
class Grounds:
    """A ruling, the fewest facts that force it, and the changes that would alter it.

    - ``sufficient``: the fewest known facts that alone lead to the same outcomes as all known facts.
    - ``displaced``: the overridden rules, each with the rules that override it.
    - ``why_not``: the smallest changes of facts that could lead to another outcome.
    - ``disputed``: for each fact, whether a different answer can lead to a different outcome.
    """

    ruling: Ruling
    sufficient: tuple[str, ...]
    displaced: list[dict[str, Any]]
    why_not: tuple[FactChange, ...]
    disputed: dict[str, bool]


def grounds(ruling: Ruling) -> Grounds:
    return Grounds(
        ruling,
        sufficient(ruling),
        [asdict(rule) for rule in displaced(ruling)],
        why_not(ruling),
        {fact.key: matters(ruling, fact.key) for fact in ruling.table.incident.facts},
    )


def sufficient(ruling: Ruling) -> tuple[str, ...]:
    """Return the fewest known facts that alone lead to the same outcomes as all known facts.

    If several sets of facts are equally small, the set with facts that come earlier in the vocabulary is
    returned.
    """
    table, facts = ruling.table, ruling.known
    outcomes = list(ruling.outcomes)
    keys = [fact.key for fact in table.incident.facts if fact.key in facts]
    for size in range(len(keys)):
        for chosen in combinations(keys, size):
            if table.outcomes_in(table.known({key: facts[key] for key in chosen})) == outcomes:
                return chosen
    return tuple(keys)


def displaced(ruling: Ruling) -> tuple[Displaced, ...]:
    """Return the rules that apply in every situation still possible, but are overridden in all of them."""
    table, here = ruling.table, ruling.situations
    rules = []
    for number, rule in enumerate(table.rules):
        if here & ~table.applies[number] == 0 and here & table.in_force[number] == 0:
            prevailing = tuple(
                other.id
                for place, other in enumerate(table.rules)
                if rule.id in other.exception_to and table.applies[place] & here
            )
            rules.append(Displaced(rule.id, prevailing))
    return tuple(rules)


def why_not(ruling: Ruling) -> tuple[FactChange, ...]:
    """Return the smallest changes of known facts that could lead to another outcome; empty if none could.

    Every returned change alters the same number of facts. A change of fewer facts could not alter the
    outcome.
    """
    table, facts = ruling.table, ruling.known
    others = table.possible & ~union(table.outcome_masks[number] for number in ruling.outcomes)
    if not others:
        return ()
    for size in range(1, len(facts) + 1):
        changes = tuple(
            change
            for changed in combinations(facts, size)
            if (left := others & table.known({key: facts[key] for key in facts if key not in changed}))
            for change in _changes(table, facts, changed, left)
        )
        if changes:
            return changes
    return ()


def _changes(
    table: LawTable, facts: Mapping[str, str], changed: tuple[str, ...], left: Situations
) -> Iterator[FactChange]:
    others = [[slug for slug in table.space.masks[key] if slug != facts[key]] for key in changed]
    for values in product(*others):
        answers = dict(zip(changed, values, strict=True))
        if there := left & table.known(answers):
            yield FactChange(answers, table.spoken_in(there))


def matters(ruling: Ruling, fact: str) -> bool:
    """Tell whether different answers to a fact lead to different outcomes, with all other facts unchanged."""
    table = ruling.table
    around = table.known({key: value for key, value in ruling.known.items() if key != fact})
    answers = [around & mask for mask in table.space.masks[fact].values()]
    return len({tuple(table.outcomes_in(situations)) for situations in answers if situations}) > 1

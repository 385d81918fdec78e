"""Why a ruling is what it is, and what would have made it another one.

The fewest facts that force it, the rules displaced, the smallest change that leads elsewhere, and whether a
fact in dispute matters at all: exact answers from the complete table. The words are in ``ruling``.
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
    """A rule that applies and yet does not decide, and the rules that prevail over it."""

    rule: str
    by: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class FactChange:
    """Other answers to some facts, as few as can be, and what could come out with them."""

    facts: Mapping[str, str]
    outcomes: tuple[Outcome, ...]


@dataclass(frozen=True, slots=True)
class Grounds:
    """Why a ruling is what it is: each of the answers below, and for each fact whether it matters at all."""

    sufficient: tuple[str, ...]
    displaced: list[dict[str, Any]]
    why_not: tuple[FactChange, ...]
    disputed: dict[str, bool]


def grounds(ruling: Ruling) -> Grounds:
    return Grounds(
        sufficient(ruling),
        [asdict(each) for each in displaced(ruling)],
        why_not(ruling),
        {fact.key: matters(ruling, fact.key) for fact in ruling.table.incident.facts},
    )


def sufficient(ruling: Ruling) -> tuple[str, ...]:
    """Return the fewest of the known facts that already lead to the same; the author's order breaks ties."""
    table, facts = ruling.table, ruling.known
    outcomes = list(ruling.outcomes)
    keys = [fact.key for fact in table.incident.facts if fact.key in facts]
    for size in range(len(keys)):
        for chosen in combinations(keys, size):
            if table.outcomes_in(table.known({key: facts[key] for key in chosen})) == outcomes:
                return chosen
    return tuple(keys)


def displaced(ruling: Ruling) -> tuple[Displaced, ...]:
    """Return the rules that apply whatever else may be found out, but give way, with those that prevail."""
    table, here = ruling.table, ruling.situations
    rules = []
    for number, rule in enumerate(table.rules):
        if here & ~table.applies[number] == 0 and here & table.stands[number] == 0:
            prevailing = tuple(
                other.id
                for place, other in enumerate(table.rules)
                if rule.id in other.exception_to and table.applies[place] & here
            )
            rules.append(Displaced(rule.id, prevailing))
    return tuple(rules)


def why_not(ruling: Ruling) -> tuple[FactChange, ...]:
    """Return every smallest change of known facts that could lead to another outcome; none where none can."""
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
    """Yield the changes of just these facts that lead into the situations left."""
    others = [[slug for slug in table.space.masks[key] if slug != facts[key]] for key in changed]
    for values in product(*others):
        answers = dict(zip(changed, values, strict=True))
        if there := left & table.known(answers):
            yield FactChange(answers, table.spoken_in(there))


def matters(ruling: Ruling, fact: str) -> bool:
    """Tell whether the answers to a fact, all else being as it is known, do not all lead to the same."""
    table = ruling.table
    around = table.known({key: value for key, value in ruling.known.items() if key != fact})
    answers = [around & mask for mask in table.space.masks[fact].values()]
    return len({tuple(table.outcomes_in(each)) for each in answers if each}) > 1

"""The two cases that a law of a club's own must have: one that it decides, and one just outside it.

Both are found on the compiled table: proposed from the law itself, and looked over where somebody has chosen
the facts. What must come out is never decided here: it is read from the table and confirmed by a person.
"""

from collections.abc import Callable, Mapping

from laws.domain.compile import Situations, Table, lowest
from laws.domain.rule import Case, Outcome

Facts = Mapping[str, str]
Judge = Callable[[Table, int, Situations], bool]


def number_of(table: Table, rule: str) -> int:
    """Return the number of a rule in a table. Raises StopIteration where it does not stand there."""
    return next(place for place, each in enumerate(table.rules) if each.id == rule)


def is_inside(table: Table, number: int, situations: Situations) -> bool:
    """Tell whether a rule decides all of these situations."""
    return bool(situations) and not situations & ~table.stands[number]


def is_just_outside(table: Table, number: int, situations: Situations) -> bool:
    """Tell whether a rule applies in none of these situations, but one answer away from them."""
    applies, around = table.applies[number], 0
    for fact in table.steps:
        around |= table.space.spread(situations, fact)
    return bool(situations) and not situations & applies and bool(around & applies)


def situations_of(table: Table, facts: Facts) -> Situations:
    """Return the situations that the facts of a case leave possible."""
    return table.known({key: value for key, value in facts.items() if key in table.steps})


def propose_inside(table: Table, number: int) -> dict[str, str] | None:
    """Return the fewest facts of a situation that the rule decides; None where it decides none."""
    return _fewest(table, number, table.stands[number], is_inside)


def propose_outside(table: Table, number: int, inside: Facts) -> dict[str, str] | None:
    """Return the facts of a case just outside, as near to the one inside as can be; None where all is inside.

    One answer is another one than inside, the facts that the rule names coming first.
    """
    outside = table.possible & ~table.applies[number]
    within = situations_of(table, inside) & table.stands[number] or table.stands[number]
    named = table.speaks_of[number]
    for fact in sorted(table.steps, key=lambda key: key not in named):
        if near := table.space.spread(within, fact) & outside:
            return _fewest(table, number, near, is_just_outside)
    return None


def has_outside(table: Table, number: int) -> bool:
    """Tell whether there are situations at all in which a rule does not apply."""
    return bool(table.possible & ~table.applies[number])


def outcome_of(table: Table, facts: Facts) -> Outcome | None:
    """Return what comes out of a case's facts; None where they do not settle it."""
    found = table.outcomes_in(situations_of(table, facts))
    return table.outcomes[found[0]] if len(found) == 1 else None


def open_facts(table: Table, facts: Facts) -> tuple[str, ...]:
    """Return the facts, not told in a case, on which its outcome still turns."""
    situations = situations_of(table, facts)
    return tuple(key for key, mask in table.turns_on.items() if mask & situations and key not in facts)


def cases_of(table: Table, number: int, cases: Mapping[str, Case]) -> tuple[Case | None, Case | None]:
    """Return the first case that a rule decides, and the first just outside it; None for none."""
    here = [
        (each, situations_of(table, each.facts))
        for each in cases.values()
        if each.incident == table.incident.id
    ]
    inside = (each for each, found in here if is_inside(table, number, found))
    outside = (each for each, found in here if is_just_outside(table, number, found))
    return next(inside, None), next(outside, None)


def _fewest(table: Table, number: int, among: Situations, judge: Judge) -> dict[str, str] | None:
    """Return the first of these situations in as few facts as the judge still takes; None for none of them.

    The facts of which the rule does not speak are left out before those of which it does.
    """
    if not among:
        return None
    facts = table.space.facts_of(lowest(among))
    for fact in sorted(facts, key=lambda key: key in table.speaks_of[number]):
        fewer = {key: value for key, value in facts.items() if key != fact}
        if judge(table, number, table.known(fewer)) and outcome_of(table, fewer) is not None:
            facts = fewer
    return facts

"""Cases: whether one comes out as it says, and the two that a law of a club's own must have.

Those two are one that the law decides and one just outside it. Both are proposed from the compiled table;
what must come out is read from the table and confirmed by a person.
"""

from collections.abc import Callable, Iterable, Mapping

from laws.domain.compile import LawTable, Situations, lowest, union
from laws.domain.rule import Case, Outcome


def fault(table: LawTable, case: Case) -> str:
    """Return what is wrong with a case, in a sentence; nothing where it comes out as it says."""
    situations = situations_of(table, case.facts)
    if not situations:
        return "its facts cannot be so together."
    outcome = outcome_of(table, case.facts)
    if outcome is None:
        return f"its facts do not settle it; it still turns on {', '.join(open_facts(table, case.facts))}."
    if outcome.is_silent != case.silent:
        return f"the law {'is silent' if outcome.is_silent else 'is not silent'} here."
    if set(outcome.effects) != set(case.effects):
        effects = "; ".join(effect.says for effect in outcome.effects) or "nothing at once"
        return f"what follows is: {effects}"
    choices = {holder: set(names) for holder, names in options(outcome).items()}
    if choices != {holder: set(names) for holder, names in case.choices.items()}:
        rights = "; ".join(f"{holder}: {', '.join(sorted(names))}" for holder, names in choices.items())
        return f"the choices are: {rights or 'none'}."
    deciding = {rule.id for number, rule in enumerate(table.rules) if is_inside(table, number, situations)}
    return next((f"{rule} does not decide it." for rule in case.rules if rule not in deciding), "")


def options(outcome: Outcome) -> dict[str, list[str]]:
    """Return the ids of what may be chosen, by whose choice it is."""
    ids: dict[str, list[str]] = {}
    for choice in outcome.choices:
        ids.setdefault(choice.holder, []).extend(option.id for option in choice.options)
    return ids


Facts = Mapping[str, str]
Judge = Callable[[LawTable, int, Situations], bool]


def number_of(table: LawTable, rule: str) -> int:
    """Return the number of a rule in a table. Raises StopIteration where it does not stand there."""
    return next(place for place, each in enumerate(table.rules) if each.id == rule)


def is_inside(table: LawTable, number: int, situations: Situations) -> bool:
    """Tell whether a rule decides all of these situations."""
    return bool(situations) and not situations & ~table.stands[number]


def is_just_outside(table: LawTable, number: int, situations: Situations) -> bool:
    """Tell whether a rule applies in none of these situations, but one answer away from them."""
    applies = table.applies[number]
    around = union(table.space.spread(situations, fact) for fact in table.steps)
    return bool(situations) and not situations & applies and bool(around & applies)


def situations_of(table: LawTable, facts: Facts) -> Situations:
    """Return the situations that the facts of a case leave possible."""
    return table.known(table.own(facts))


def propose_inside(table: LawTable, number: int) -> dict[str, str] | None:
    """Return the fewest facts of a situation that the rule decides; None where it decides none."""
    return _fewest(table, number, table.stands[number], is_inside)


def propose_outside(table: LawTable, number: int, inside: Facts) -> dict[str, str] | None:
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


def has_outside(table: LawTable, number: int) -> bool:
    """Tell whether there are situations at all in which a rule does not apply."""
    return bool(table.possible & ~table.applies[number])


def outcome_of(table: LawTable, facts: Facts) -> Outcome | None:
    """Return what comes out of a case's facts; None where they do not settle it."""
    outcomes = table.spoken_in(situations_of(table, facts))
    return outcomes[0] if len(outcomes) == 1 else None


def open_facts(table: LawTable, facts: Facts) -> tuple[str, ...]:
    """Return the facts, not told in a case, on which its outcome still turns."""
    situations = situations_of(table, facts)
    return tuple(key for key, mask in table.turns_on.items() if mask & situations and key not in facts)


def cases_of(table: LawTable, number: int, cases: Iterable[Case]) -> tuple[Case | None, Case | None]:
    """Return the first case that a rule decides, and the first just outside it; None for none."""
    here = [(each, situations_of(table, each.facts)) for each in cases if each.incident == table.incident.id]
    inside = (each for each, situations in here if is_inside(table, number, situations))
    outside = (each for each, situations in here if is_just_outside(table, number, situations))
    return next(inside, None), next(outside, None)


def _fewest(table: LawTable, number: int, among: Situations, judge: Judge) -> dict[str, str] | None:
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

"""Check worked cases against a compiled law table, and propose a case just outside a house rule.

A situation is one combination of answers to all questions about an incident. A house rule needs two cases:

- A case "inside": the rule decides it.
- A case "just outside": the rule does not apply, but would apply if one answer were different. A rule that
  applies in every situation needs no such case.
"""

from collections.abc import Iterable, Mapping

from laws.domain.compile import LawTable, Situations, lowest, union
from laws.domain.rule import Case, Outcome


def fault(table: LawTable, case: Case) -> str:
    """Return what is wrong with a case, as a sentence.

    The sentence is empty if the law gives the expected outcome, and the expected rules decide the case.
    """
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
    """Return the ids of the options in an outcome, grouped by the role that may choose."""
    ids: dict[str, list[str]] = {}
    for choice in outcome.choices:
        ids.setdefault(choice.holder, []).extend(option.id for option in choice.options)
    return ids


Facts = Mapping[str, str]


def number_of(table: LawTable, rule: str) -> int:
    """Return the index of a rule in a law table. Raises StopIteration if the rule is missing."""
    return next(number for number, known in enumerate(table.rules) if known.id == rule)


def is_inside(table: LawTable, number: int, situations: Situations) -> bool:
    """Tell whether a rule decides every one of these situations. False if there are none."""
    return bool(situations) and not situations & ~table.in_force[number]


def is_just_outside(table: LawTable, number: int, situations: Situations) -> bool:
    """Tell whether a case with these situations is just outside a rule.

    The rule applies in none of the situations. In at least one of them it would apply after a change of one
    answer. False if there are no situations.
    """
    applies = table.applies[number]
    around = union(table.space.spread(situations, fact) for fact in table.steps)
    return bool(situations) and not situations & applies and bool(around & applies)


def situations_of(table: LawTable, facts: Facts) -> Situations:
    """Return the situations that the facts of a case leave possible."""
    return table.known(table.own(facts))


def propose_outside(table: LawTable, number: int, inside: Facts) -> dict[str, str] | None:
    """Return a few facts that make a case just outside a rule; None if no such case is found.

    The search changes one answer of the case ``inside``. It first tries the facts that the rule's condition
    names. If the rule decides no situation of ``inside``, the search starts from all situations that the rule
    decides.
    """
    outside = table.possible & ~table.applies[number]
    within = situations_of(table, inside) & table.in_force[number] or table.in_force[number]
    named = table.speaks_of[number]
    for fact in sorted(table.steps, key=lambda key: key not in named):
        if near := table.space.spread(within, fact) & outside:
            return _few_facts(table, number, near)
    return None


def has_outside(table: LawTable, number: int) -> bool:
    return bool(table.possible & ~table.applies[number])


def outcome_of(table: LawTable, facts: Facts) -> Outcome | None:
    """Return the outcome that follows from the facts of a case.

    None if several outcomes are possible, or if the facts contradict each other.
    """
    outcomes = table.spoken_in(situations_of(table, facts))
    return outcomes[0] if len(outcomes) == 1 else None


def open_facts(table: LawTable, facts: Facts) -> tuple[str, ...]:
    """Return the facts that a case does not give and that can still change its outcome."""
    situations = situations_of(table, facts)
    return tuple(key for key, mask in table.turns_on.items() if mask & situations and key not in facts)


def cases_of(table: LawTable, number: int, cases: Iterable[Case]) -> tuple[Case | None, Case | None]:
    """Return the first case that a rule decides, and the first case just outside the rule.

    A missing case is None. For "just outside" see `is_just_outside`.
    """
    here = [(case, situations_of(table, case.facts)) for case in cases if case.incident == table.incident.id]
    inside = (case for case, situations in here if is_inside(table, number, situations))
    outside = (case for case, situations in here if is_just_outside(table, number, situations))
    return next(inside, None), next(outside, None)


def _few_facts(table: LawTable, number: int, outside: Situations) -> dict[str, str]:
    facts = table.space.facts_of(lowest(outside))
    for fact in sorted(facts, key=lambda key: key in table.speaks_of[number]):
        fewer = {key: value for key, value in facts.items() if key != fact}
        if is_just_outside(table, number, table.known(fewer)) and outcome_of(table, fewer) is not None:
            facts = fewer
    return facts

"""Whether a case of a book comes out as it says, and if not, in which respect."""

from collections.abc import Mapping

from laws.domain.compile import Situations, Table
from laws.domain.rule import Case, Outcome
from laws.domain.vocabulary import Definition


def fault(table: Table, case: Case, situations: Situations) -> str:
    """Return what is wrong with a case, in a sentence; nothing where it comes out as it says.

    ``situations`` are those that its facts leave possible.
    """
    if not situations:
        return "its facts cannot be so together."
    outcomes = table.outcomes_in(situations)
    if len(outcomes) > 1:
        open_facts = [
            key for key, mask in table.turns_on.items() if mask & situations and key not in case.facts
        ]
        return f"its facts do not settle it; it still turns on {', '.join(open_facts)}."
    outcome = table.outcomes[outcomes[0]]
    if outcome.is_silent != case.silent:
        return f"the law {'is silent' if outcome.is_silent else 'is not silent'} here."
    if set(outcome.effects) != set(case.effects):
        said = "; ".join(effect.says for effect in outcome.effects) or "nothing at once"
        return f"what follows is: {said}"
    if options(outcome) != {holder: set(names) for holder, names in case.choices.items()}:
        said = "; ".join(f"{holder}: {', '.join(sorted(ids))}" for holder, ids in options(outcome).items())
        return f"the choices are: {said or 'none'}."
    return _undecided(table, case, situations)


def _undecided(table: Table, case: Case, situations: Situations) -> str:
    for name in case.rules:
        number = next((place for place, rule in enumerate(table.rules) if rule.id == name), None)
        if number is None or situations & ~table.stands[number]:
            return f"{name} does not decide it."
    return ""


def options(outcome: Outcome) -> dict[str, set[str]]:
    """Return the ids of what may be chosen, by whose choice it is."""
    found: dict[str, set[str]] = {}
    for choice in outcome.choices:
        found.setdefault(choice.holder, set()).update(option.id for option in choice.options)
    return found


def facts_of_definition(name: str, known: Mapping[str, Definition]) -> set[str]:
    """Return the facts that a definition names, itself or through others."""
    definition = known[name]
    return set(definition.when.facts).union(
        *(facts_of_definition(other, known) for other in definition.when.definitions)
    )

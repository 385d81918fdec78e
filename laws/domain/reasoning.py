"""A ruling's grounds in words: its laws, the steps to it, the exceptions looked at, the readings taken.

Nothing is decided here; what decides is in the table.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from laws.domain.compile import Cell, Situations, Table
from laws.domain.roles import fill
from laws.domain.rule import Rule


@dataclass(frozen=True, slots=True)
class ExceptionSeen:
    """An exception looked at: its law and rule, whether it applies (None: not known yet), and why."""

    law: str
    rule: str
    applies: bool | None
    why: str


@dataclass(frozen=True, slots=True)
class Reading:
    """Doubtful words: the question, the reading taken and why, and every reading with its words."""

    rule: str
    question: str
    taken: str
    because: str
    says: Mapping[str, str]


def deciding(table: Table, situations: Situations, cells: Sequence[Cell]) -> list[int]:
    """Return the numbers of the rules that decide, those of the greatest cell first.

    Those that stand whatever else may be found out decide by themselves. Where there is none, because other
    rules lead to the same, each of those is named.
    """
    found = list(dict.fromkeys(number for cell in cells for number in cell.rules))
    return [number for number in found if situations & ~table.stands[number] == 0] or found


def laws(table: Table, numbers: Iterable[int]) -> tuple[str, ...]:
    """Return the laws cited by the rules that decide, the most decisive first, each once."""
    return tuple(dict.fromkeys(law for number in numbers for law in table.rules[number].cites))


def because(
    table: Table, facts: Mapping[str, str], numbers: Sequence[int], assumed: Mapping[str, str]
) -> tuple[str, ...]:
    """Return the steps to a ruling: the facts that the deciding rules speak of, the rules, and how read."""
    spoken = {key for number in numbers for key in table.speaks_of[number]}
    steps = known_facts(table, {key: facts[key] for key in facts if key in spoken}, assumed)
    for number in numbers:
        rule, outcome = table.rules[number], table.settled[number]
        steps.append(fill(rule.says))
        if rule.by and not rule.interpretation:
            steps.append(fill(outcome.says))
        if rule.certainty == "inferred":
            steps.append(f"The text does not say so in as many words; it is inferred. {fill(rule.note)}")
        if rule.interpretation:
            steps.append(
                f"{fill(rule.interpretation.question)} {fill(outcome.says)} "
                f"{fill(rule.interpretation.because)}"
            )
        if outcome.is_silent:
            steps.append(fill(outcome.silent))
    if not numbers:
        steps.extend(fill(outcome.silent) for outcome in table.outcomes if outcome.is_silent)
    return tuple(said for step in steps if (said := step.strip()))


def known_facts(table: Table, facts: Mapping[str, str], assumed: Mapping[str, str]) -> list[str]:
    """Return each fact in a sentence, in the author's order, saying which are only assumed."""
    found = []
    for fact in table.incident.facts:
        if fact.key in facts:
            means = fill(fact.value(facts[fact.key]).means)
            found.append(f"Assuming the usual: {means}" if fact.key in assumed else means)
    return found


def exceptions(
    table: Table, facts: Mapping[str, str], situations: Situations, numbers: Sequence[int], is_open: bool
) -> tuple[ExceptionSeen, ...]:
    """Return each exception that prevails here, and each one to the same rules that does not, with why.

    One that turns on facts not known is looked at only while the ruling is open.
    """
    bases = {table.rules[number].id for number in numbers}
    seen: list[ExceptionSeen] = []
    for number in numbers:
        rule = table.rules[number]
        given_way = [
            base
            for place, base in enumerate(table.rules)
            if base.id in rule.exception_to and table.applies[place] & situations
        ]
        if given_way:
            bases.update(base.id for base in given_way)
            said = " ".join(fill(base.says) for base in given_way)
            seen.append(
                ExceptionSeen(_law(rule), rule.id, True, f"{fill(rule.says)} It prevails over: {said}")
            )
    for number, rule in enumerate(table.rules):
        if number in numbers or bases.isdisjoint(rule.exception_to):
            continue
        if table.applies[number] & situations == 0:
            seen.append(ExceptionSeen(_law(rule), rule.id, False, unmet(table, rule, facts)))
        elif is_open and table.applies[number] & situations != situations:
            seen.append(ExceptionSeen(_law(rule), rule.id, None, "It depends on facts not known yet."))
    return tuple(seen)


def unmet(table: Table, rule: Rule, facts: Mapping[str, str]) -> str:
    """Return what a rule would need that is not so, of the facts that are known."""
    needs = []
    for limb in rule.when.limbs:
        for key, values in limb.facts:
            if key in facts and facts[key] not in values:
                fact = table.incident.fact(key)
                wanted = " or ".join(f"“{fill(fact.value(value).label)}”" for value in values)
                answer = fill(fact.value(facts[key]).label)
                needs.append(f"{fill(fact.ask)} It applies to the answer {wanted}; here it is “{answer}”.")
    return " ".join(dict.fromkeys(needs)) or "Its facts are not all so here."


def readings(table: Table, numbers: Iterable[int]) -> tuple[Reading, ...]:
    """Return the doubtful words on which the deciding rules rest."""
    found = []
    for number in numbers:
        rule, outcome = table.rules[number], table.settled[number]
        if rule.interpretation:
            readings = rule.read_otherwise(outcome)
            taken = next(name for name, each in readings.items() if each is outcome)
            says = {name: fill(each.in_words) for name, each in readings.items()}
            found.append(
                Reading(rule.id, rule.interpretation.question, taken, rule.interpretation.because, says)
            )
    return tuple(found)


def _law(rule: Rule) -> str:
    return rule.cites[0] if rule.cites else ""

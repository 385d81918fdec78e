"""Translates the rules of a law book for an answer set solver, as an independent check of ``compile``.

Each model of the logic program is one possible situation with the rules that are in force in it.
"""

from collections.abc import Iterable, Iterator, Mapping

from laws.domain.compiled_book import LawBook
from laws.domain.rule import Rule
from laws.domain.vocabulary import Condition, Definition

MEANING = """
1 { holds(F, V) : value(F, V) } 1 :- value(F, _).
met(C) :- limb(C, L), not broken(C, L).
broken(C, L) :- asks(C, L, F), not allowed(C, L, F).
allowed(C, L, F) :- allows(C, L, F, V), holds(F, V).
broken(C, L) :- rests_on(C, L, D), not met(D).
:- impossible(C), met(C).
displaced(B) :- exception(E, B), met(E).
stands(R) :- rule(R), met(R), not displaced(R).
#show holds/2.
#show stands/1.
"""


def condition(name: str, when: Condition) -> Iterator[str]:
    """Yield the logic facts that describe a condition."""
    for number, limb in enumerate(when.limbs):
        yield f'limb("{name}", {number}).'
        for fact, values in limb.facts:
            yield f'asks("{name}", {number}, "{fact}").'
            yield from (f'allows("{name}", {number}, "{fact}", "{value}").' for value in values)
        yield from (f'rests_on("{name}", {number}, "definition {used}").' for used in limb.definitions)


def program(book: LawBook, incident: str) -> str:
    """Return the logic program for an incident and the rules of a book on it."""
    described = book.vocabulary.incidents[incident]
    spoken = book.rules.topics[described.topic]
    lines = [f'value("{fact.key}", "{value}").' for fact in described.facts for value in fact.slugs]
    for each in described.impossible:
        lines += [f'impossible("impossible {each.name}").', *condition(f"impossible {each.name}", each.when)]
    rules = [rule for rule in spoken.rules.values() if incident in rule.incidents]
    used = set(within(rules, spoken.definitions))
    for name in used:
        lines += condition(f"definition {name}", spoken.definitions[name].when)
    for rule in rules:
        lines += [f'rule("{rule.id}").', *condition(rule.id, rule.when)]
        lines += [f'exception("{rule.id}", "{base}").' for base in rule.exception_to]
    return "\n".join([MEANING, *lines])


def within(conditions: Iterable[Rule | Definition], definitions: Mapping[str, Definition]) -> Iterator[str]:
    """Yield the names of definitions that the conditions use, directly or through other definitions."""
    for condition_holder in conditions:
        for name in condition_holder.when.definitions:
            yield name
            yield from within([definitions[name]], definitions)

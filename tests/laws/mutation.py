"""Mutation test of the law books: ``python -m tests.laws.mutation [TOPIC]``.

A mutant lacks a rule, condition, value, exception, effect or option, or has another value in its place. A
check of ``proofs`` or a case must catch it. Mutants with the same outcomes in every situation are ignored.
The program lists the survivors, and exits with 1 if there are any.
"""

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar

from laws import library
from laws.domain import proofs
from laws.domain.compile import LawTable
from laws.domain.compiled_book import LawBook, compile_book
from laws.domain.effects import KINDS, Effect
from laws.domain.rule import Choice, Outcome, Rule
from laws.domain.vocabulary import Condition, Limb, Topic

BY_CASE = "case-fails"
STRUCTURE = {
    "rule dropped",
    "limb dropped",
    "condition dropped",
    "exception dropped",
    "value dropped",
    "value added",
    "value changed",
}
"""The kinds of mutant that change where a rule applies. All other kinds change its outcome."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """A changed rule, with a description of the change. ``rule`` is None if the rule was dropped."""

    kind: str
    text: str
    rule: Rule | None


def mutants(rule: Rule, topic: Topic) -> Iterator[Mutant]:
    """Yield every mutant of a rule."""
    yield Mutant("rule dropped", rule.id, None)
    for number, base in enumerate(rule.exception_to):
        left = instead(rule.exception_to, number)
        yield Mutant("exception dropped", f"{rule.id}: {base}", replace(rule, exception_to=left))
    for text, condition in conditions(rule.when, topic):
        yield Mutant(text.split(":")[0], f"{rule.id}: {text}", replace(rule, when=condition))
    for name, outcome in rule.outcomes.items():
        for text, spoiled in outcomes(outcome):
            changed = replace(rule, outcomes={**rule.outcomes, name: spoiled})
            yield Mutant(text.split(":")[0], f"{rule.id} {name}: {text}", changed)


Part = TypeVar("Part")


def instead(row: Sequence[Part], number: int, *parts: Part) -> tuple[Part, ...]:
    """Return a sequence with the item at ``number`` replaced by ``parts``, or removed without parts."""
    return (*row[:number], *parts, *row[number + 1 :])


def conditions(when: Condition, topic: Topic) -> Iterator[tuple[str, Condition]]:
    """Yield every mutant of a condition: a limb, fact or value is dropped, added or changed."""
    for number, limb in enumerate(when.limbs):
        if len(when.limbs) > 1:
            yield f"limb dropped: {number}", Condition(instead(when.limbs, number))
        for text, spoiled in limbs(limb, topic):
            yield text, Condition(instead(when.limbs, number, spoiled))


def limbs(limb: Limb, topic: Topic) -> Iterator[tuple[str, Limb]]:
    """Yield every mutant of a limb."""
    for number, name in enumerate(limb.definitions):
        yield f"condition dropped: {name}", replace(limb, definitions=instead(limb.definitions, number))
    for number, (fact, values) in enumerate(limb.facts):
        yield f"condition dropped: {fact}", replace(limb, facts=instead(limb.facts, number))
        for text, spoiled in spoiled_values(values, topic.facts[fact].slugs):
            facts = instead(limb.facts, number, (fact, spoiled))
            yield f"value {text.replace(':', f': {fact}')}", replace(limb, facts=facts)


def spoiled_values(values: Sequence[str], known: Sequence[str]) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Yield every mutant of the values of a fact, with a description."""
    for place, value in enumerate(values):
        if len(values) > 1:
            yield f"dropped: {value}", instead(values, place)
    for other in (value for value in known if value not in values):
        yield f"added: {other}", (*values, other)
        for place, value in enumerate(values):
            yield f"changed: {value} to {other}", instead(values, place, other)


def outcomes(outcome: Outcome) -> Iterator[tuple[str, Outcome]]:
    """Yield every mutant of an outcome, of its effects and of its choices."""
    if outcome.is_silent:
        yield "silence broken: stands", Outcome(effects=(Effect("stands"),))
        return
    yield "outcome silenced: all", Outcome(silent="Nothing is laid down.")
    for text, effects in spoiled_effects(outcome.effects):
        yield text, replace(outcome, effects=effects)
    for number, choice in enumerate(outcome.choices):
        yield f"choice dropped: {choice.holder}", replace(outcome, choices=instead(outcome.choices, number))
        for text, spoiled in choices(choice):
            yield text, replace(outcome, choices=instead(outcome.choices, number, spoiled))


def choices(choice: Choice) -> Iterator[tuple[str, Choice]]:
    """Yield every mutant of a choice."""
    other = "dealer" if choice.holder != "dealer" else "pone"
    yield f"holder changed: {other}", replace(choice, holder=other)
    for number, option in enumerate(choice.options):
        yield f"option dropped: {option.id}", replace(choice, options=instead(choice.options, number))


def spoiled_effects(effects: Sequence[Effect]) -> Iterator[tuple[str, tuple[Effect, ...]]]:
    """Yield every mutant of a list of effects."""
    for number, effect in enumerate(effects):
        yield f"effect dropped: {effect.kind}", instead(effects, number)
        for place, (name, value) in enumerate(effect.parameters):
            other = next(word for word in KINDS[effect.kind].parameters[name] if word != value)
            spoiled = Effect(effect.kind, instead(effect.parameters, place, (name, other)))
            text = f"parameter changed: {effect.kind} {name} to {other}"
            yield text, instead(effects, number, spoiled)


def spoil(book: LawBook, rule: Rule, mutant: Mutant) -> LawBook:
    """Return the book with the mutant in place of the rule."""
    topic = book.rules.topics[rule.topic]
    spoiled = {key: mutant.rule if key == rule.id else each for key, each in topic.rules.items()}
    changed = replace(topic, rules={key: each for key, each in spoiled.items() if each is not None})
    book_rules = replace(book.rules, topics={rule.topic: changed})
    words = replace(book.vocabulary, topics={rule.topic: book.vocabulary.topics[rule.topic]})
    return compile_book(library.law_set(book.slug), book_rules, words)


def same(first: LawTable, second: LawTable) -> bool:
    """Tell whether two tables have the same outcome in every situation."""
    return all(
        first.outcomes[a.outcome].gist == second.outcomes[b.outcome].gist
        for a in first.cells
        for b in second.cells
        if a.situations & b.situations
    )


def caught_by(book: LawBook, rule: Rule, mutant: Mutant) -> set[str] | None:
    """Return the checks that find a fault in the mutated book; None if all its outcomes are unchanged."""
    spoiled = spoil(book, rule, mutant)
    checks: set[str] = {finding.check for finding in proofs.find({book.slug: spoiled}, [rule.topic])}
    checks -= {finding.check for finding in proofs.find({book.slug: book}, [rule.topic])}
    if not checks and all(same(book.tables[key], table) for key, table in spoiled.tables.items()):
        return None
    return checks


def run(topics: Sequence[str]) -> int:
    """Try every mutant of the given topics, or of all; print a table and return the number of survivors."""
    tried, by_checks, by_cases = Counter[str](), Counter[str](), Counter[str]()
    survivors = []
    for book in library.law_books().values():
        for name, topic in book.rules.topics.items():
            if topics and name not in topics:
                continue
            for rule in topic.rules.values():
                for mutant in mutants(rule, book.vocabulary.topics[name]):
                    checks = caught_by(book, rule, mutant)
                    if checks is None:
                        continue
                    tried[mutant.kind] += 1
                    by_checks[mutant.kind] += bool(checks - {BY_CASE})
                    by_cases[mutant.kind] += BY_CASE in checks
                    if not checks:
                        survivors.append(mutant.text)
    say(f"{'mutants':<20}{'tried':>7}{'by checks':>11}{'by cases':>10}")
    for heading, kinds in (("where rules apply", STRUCTURE), ("what follows", set(tried) - STRUCTURE)):
        for kind in sorted(kinds):
            say(f"{kind:<20}{tried[kind]:>7}{by_checks[kind]:>11}{by_cases[kind]:>10}")
        sums = [sum(count[kind] for kind in kinds) for count in (tried, by_checks, by_cases)]
        say(f"{heading:<20}{sums[0]:>7}{sums[1]:>11}{sums[2]:>10}")
    for text in survivors:
        say(f"survived: {text}")
    return len(survivors)


def say(line: str) -> None:
    sys.stdout.write(f"{line}\n")


if __name__ == "__main__":
    sys.exit(1 if run(sys.argv[1:]) else 0)

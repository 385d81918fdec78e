"""Spoils the law books in every small way and counts what notices: ``python -m tests.laws.mutation [TOPIC]``.

A mutant lacks a rule, condition, value, exception, effect or option, or has another value in its place. It is
caught by a check of ``proofs`` or by a case; one that comes to the same in every situation is no mutant.
Survivors are named, and the program ends with 1 if there are any.
"""

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace

from laws import library
from laws.domain import proofs
from laws.domain.compile import LawTable
from laws.domain.effects import KINDS, Effect
from laws.domain.lawbook import LawBook, compile_book
from laws.domain.rule import Choice, Outcome, Rule, TopicRules
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
"""The mutants of where a rule applies; the others are of what follows."""


@dataclass(frozen=True, slots=True)
class Mutant:
    """A rule spoiled: what was done to it, and what is left of it (nothing where it was dropped)."""

    kind: str
    told: str
    rule: Rule | None


def mutants(rule: Rule, topic: Topic) -> Iterator[Mutant]:
    """Yield the rule spoiled in every small way."""
    yield Mutant("rule dropped", rule.id, None)
    for base in rule.exception_to:
        left = tuple(each for each in rule.exception_to if each != base)
        yield Mutant("exception dropped", f"{rule.id}: {base}", replace(rule, exception_to=left))
    for told, condition in conditions(rule.when, topic):
        yield Mutant(told.split(":")[0], f"{rule.id}: {told}", replace(rule, when=condition))
    for name, outcome in rule.outcomes.items():
        for told, spoiled in outcomes(outcome):
            changed = replace(rule, outcomes={**rule.outcomes, name: spoiled})
            yield Mutant(told.split(":")[0], f"{rule.id} {name}: {told}", changed)


def conditions(when: Condition, topic: Topic) -> Iterator[tuple[str, Condition]]:
    """Yield a condition spoiled: without a limb, a fact or a value, with a value more or another one."""
    for number, limb in enumerate(when.limbs):
        before, after = when.limbs[:number], when.limbs[number + 1 :]
        if len(when.limbs) > 1:
            yield f"limb dropped: {number}", Condition(before + after)
        for told, spoiled in limbs(limb, topic):
            yield told, Condition((*before, spoiled, *after))


def limbs(limb: Limb, topic: Topic) -> Iterator[tuple[str, Limb]]:
    """Yield a limb spoiled."""
    for name in limb.definitions:
        yield (
            f"condition dropped: {name}",
            replace(limb, definitions=tuple(each for each in limb.definitions if each != name)),
        )
    for number, (fact, values) in enumerate(limb.facts):
        before, after = limb.facts[:number], limb.facts[number + 1 :]
        yield f"condition dropped: {fact}", replace(limb, facts=before + after)
        for value in topic.facts[fact].slugs:
            if value in values and len(values) > 1:
                left = tuple(each for each in values if each != value)
                yield f"value dropped: {fact} {value}", replace(limb, facts=(*before, (fact, left), *after))
            if value not in values:
                more = (fact, (*values, value))
                yield f"value added: {fact} {value}", replace(limb, facts=(*before, more, *after))
                for instead in values:
                    swapped = tuple(value if each == instead else each for each in values)
                    told = f"value changed: {fact} {instead} to {value}"
                    yield told, replace(limb, facts=(*before, (fact, swapped), *after))


def outcomes(outcome: Outcome) -> Iterator[tuple[str, Outcome]]:
    """Yield an outcome spoiled: an effect, option or silence dropped, a parameter or holder changed."""
    if outcome.is_silent:
        yield "silence broken: stands", Outcome(effects=(Effect("stands"),))
        return
    yield "outcome silenced: all", Outcome(silent="Nothing is laid down.")
    for told, effects in spoiled_effects(outcome.effects):
        yield told, replace(outcome, effects=effects)
    for number, choice in enumerate(outcome.choices):
        before, after = outcome.choices[:number], outcome.choices[number + 1 :]
        yield f"choice dropped: {choice.holder}", replace(outcome, choices=before + after)
        for told, spoiled in choices(choice):
            yield told, replace(outcome, choices=(*before, spoiled, *after))


def choices(choice: Choice) -> Iterator[tuple[str, Choice]]:
    """Yield a choice spoiled."""
    other = "dealer" if choice.holder != "dealer" else "pone"
    yield f"holder changed: {other}", replace(choice, holder=other)
    for option in choice.options:
        left = tuple(each for each in choice.options if each is not option)
        yield f"option dropped: {option.id}", replace(choice, options=left)


def spoiled_effects(effects: Sequence[Effect]) -> Iterator[tuple[str, tuple[Effect, ...]]]:
    """Yield the effects spoiled."""
    for number, effect in enumerate(effects):
        before, after = tuple(effects[:number]), tuple(effects[number + 1 :])
        yield f"effect dropped: {effect.kind}", before + after
        for place, (name, value) in enumerate(effect.parameters):
            other = next(each for each in KINDS[effect.kind].parameters[name] if each != value)
            parameters = (*effect.parameters[:place], (name, other), *effect.parameters[place + 1 :])
            told = f"parameter changed: {effect.kind} {name} to {other}"
            yield told, (*before, Effect(effect.kind, parameters), *after)


def spoil(book: LawBook, rule: Rule, mutant: Mutant) -> LawBook:
    """Return the book with the mutant in place of the rule."""
    topic = book.rules.topics[rule.topic]
    rules = {key: each for key, each in topic.rules.items() if key != rule.id}
    if mutant.rule is not None:
        rules = {key: mutant.rule if key == rule.id else each for key, each in topic.rules.items()}
    changed = TopicRules(topic.topic, rules, topic.cases, topic.definitions)
    book_rules = replace(book.rules, topics={rule.topic: changed})
    words = replace(book.vocabulary, topics={rule.topic: book.vocabulary.topics[rule.topic]})
    return compile_book(library.law_set(book.slug), book_rules, words)


def same(one: LawTable, other: LawTable) -> bool:
    """Tell whether two tables give the same in every situation."""
    return all(
        one.outcomes[a.outcome].gist == other.outcomes[b.outcome].gist
        for a in one.cells
        for b in other.cells
        if a.situations & b.situations
    )


def caught_by(book: LawBook, rule: Rule, mutant: Mutant) -> set[str] | None:
    """Return the checks that find a fault in the spoiled book; None where it comes to the same."""
    spoiled = spoil(book, rule, mutant)
    found = {finding.check for finding in proofs.find({book.slug: spoiled}, [rule.topic])}
    found -= {finding.check for finding in proofs.find({book.slug: book}, [rule.topic])}
    if not found and all(same(book.tables[key], table) for key, table in spoiled.tables.items()):
        return None
    return found


def run(topics: Sequence[str]) -> int:
    """Try every mutant of some topics, or of all; print the figures and return how many survived."""
    tried, by_checks, by_cases = Counter[str](), Counter[str](), Counter[str]()
    survivors = []
    for book in library.law_books().values():
        for name, topic in book.rules.topics.items():
            if topics and name not in topics:
                continue
            for rule in topic.rules.values():
                for mutant in mutants(rule, book.vocabulary.topics[name]):
                    found = caught_by(book, rule, mutant)
                    if found is None:
                        continue
                    tried[mutant.kind] += 1
                    by_checks[mutant.kind] += bool(found - {BY_CASE})
                    by_cases[mutant.kind] += BY_CASE in found
                    if not found:
                        survivors.append(mutant.told)
    say(f"{'mutants':<20}{'tried':>7}{'by checks':>11}{'by cases':>10}")
    for heading, kinds in (("where rules apply", STRUCTURE), ("what follows", set(tried) - STRUCTURE)):
        for kind in sorted(kinds):
            say(f"{kind:<20}{tried[kind]:>7}{by_checks[kind]:>11}{by_cases[kind]:>10}")
        sums = [sum(count[kind] for kind in kinds) for count in (tried, by_checks, by_cases)]
        say(f"{heading:<20}{sums[0]:>7}{sums[1]:>11}{sums[2]:>10}")
    for told in survivors:
        say(f"survived: {told}")
    return len(survivors)


def say(line: str) -> None:
    """Print a line."""
    sys.stdout.write(f"{line}\n")


if __name__ == "__main__":
    sys.exit(1 if run(sys.argv[1:]) else 0)

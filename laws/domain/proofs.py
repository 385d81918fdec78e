"""Check compiled law books: no gap, no conflict, nothing unused, and a case for every rule.

Texts that cannot be parsed are refused before these checks run.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from graphlib import CycleError, TopologicalSorter
from typing import Literal

from laws.domain import cases
from laws.domain.compile import LawTable, facts_in, lowest, union
from laws.domain.compiled_book import LawBook
from laws.domain.rule import LAYERS, Case, Rule
from laws.domain.vocabulary import Incident, Topic

Check = Literal[
    "gap", "conflict", "cycle", "exception-never-meets", "always-overridden", "unreachable",
    "definition-constant", "impossible-swallows", "fact-never-matters", "fact-not-needed",
    "rule-without-case", "case-fails", "layer", "no-case-inside", "no-case-outside",
]  # fmt: skip
"""Every check of compiled rules. The last two are for house law sets only.

- gap: no rule covers a possible situation, not even a rule that says that the law is silent.
- conflict: two rules are in force in the same situation and lead to different outcomes.
- cycle: rules are exceptions to each other in a circle.
- exception-never-meets: a rule never applies together with the rule that it is an exception to.
- always-overridden: an exception overrides a rule wherever the rule applies.
- unreachable: no possible situation meets the condition of a rule.
- definition-constant: a definition always holds, or never.
- impossible-swallows: an answer can never be given, because every situation with it is impossible.
- fact-never-matters: a fact changes no outcome in any law set, and no rule that names it has a parameter.
- fact-not-needed: a fact changes the outcome although its question does not arise (``needed_when``).
- rule-without-case: a rule decides no case.
- case-fails: a case has another outcome than expected, or an expected rule does not decide it.
- layer: a rule of the book is an exception to a house rule.
- no-case-inside: a house rule has no case that it decides.
- no-case-outside: a house rule has no case just outside but needs one, see ``cases``.
"""

Facts = Mapping[str, str]


@dataclass(frozen=True, slots=True)
class Finding:
    """One fault of a law book, with its place. ``witness`` are facts that show the fault."""

    check: Check
    subject: str
    sentence: str
    file: str
    line: int
    witness: Facts | None = None

    def __str__(self) -> str:
        facts = ", ".join(f"{key}: {value}" for key, value in (self.witness or {}).items())
        when = f" This shows when {{{facts}}}." if facts else ""
        return f"{self.file}, line {self.line}, {self.subject}: {self.check}: {self.sentence}{when}"


def finding(
    check: Check, thing: Rule | Incident | Case, sentence: str, witness: Facts | None = None
) -> Finding:
    """Return a finding about a rule, an incident or a case, with its place in the files."""
    return Finding(check, thing.id, sentence, thing.file, thing.line, witness)


def find(books: Mapping[str, LawBook], topics: Sequence[str] = ()) -> list[Finding]:
    """Return every fault of the law books; with ``topics``, only the faults on these topics."""
    findings: list[Finding] = []
    vocabulary = next(iter(books.values())).vocabulary.topics if books else {}
    for name, topic in vocabulary.items():
        if not topics or name in topics:
            findings.extend(_of_incidents(topic, books))
            for book in books.values():
                findings.extend(of_book(book, name))
    return findings


def of_book(book: LawBook, name: str) -> Iterator[Finding]:
    """Yield every fault of one law book on a topic.

    Faults of the topic's incidents themselves are not among them, see `_of_incidents`.
    """
    topic = book.vocabulary.topics[name]
    tables = [book.tables[incident] for incident in topic.incidents]
    rules = book.rules.on(name).rules
    yield from _cycles(rules)
    for table in tables:
        yield from _gaps(book, table)
        yield from _conflicts(table)
        yield from _not_needed(book, table)
    for rule in rules.values():
        # If no incident of a rule can happen under this law set, no table has the rule.
        if containing := [table for table in tables if rule in table.rules]:
            yield from _of_rule(rule, rules, containing)
    yield from _definitions(book, topic, tables)
    yield from _cases(book, topic, tables)


def _of_incidents(topic: Topic, books: Mapping[str, LawBook]) -> Iterator[Finding]:
    for incident in topic.incidents.values():
        tables = [book.tables[incident.id] for book in books.values()]
        yield from _swallowed(incident, tables[0])
        by_a_house = {
            fact
            for table in tables
            for rule, facts in zip(table.rules, table.speaks_of, strict=True)
            for fact in facts
            if rule.by
        }
        for fact in incident.facts:
            if fact.key not in by_a_house and not any(table.turns_on[fact.key] for table in tables):
                sentence = (
                    f"the fact {fact.key} changes nothing under any law set; list it under also, or drop it."
                )
                yield finding("fact-never-matters", incident, sentence)


def _swallowed(incident: Incident, table: LawTable) -> Iterator[Finding]:
    for fact in incident.facts:
        for value, mask in table.space.masks[fact.key].items():
            if not mask & table.possible:
                first = incident.impossible[0]
                sentence = f"{fact.key} can never be {value}."
                yield Finding("impossible-swallows", incident.id, sentence, first.file, first.line)


def _gaps(book: LawBook, table: LawTable) -> Iterator[Finding]:
    if table.rules and (gap := table.possible & ~union(table.in_force)):
        sentence = (
            f"{gap.bit_count()} situations of {table.incident.id} are covered by no rule of {book.slug}; "
            "add a rule, or say that the law is silent."
        )
        first = table.rules[0]
        yield Finding("gap", table.incident.id, sentence, first.file, 1, table.space.facts_of(lowest(gap)))


def _conflicts(table: LawTable) -> Iterator[Finding]:
    for number, rule in enumerate(table.rules):
        for later in range(number + 1, len(table.rules)):
            other = table.rules[later]
            both = table.in_force[number] & table.in_force[later]
            if both and table.rule_outcomes[number].gist != table.rule_outcomes[later].gist:
                witness = table.space.facts_of(lowest(both))
                if rule.layer != other.layer:
                    law, house = sorted((rule, other), key=lambda either: LAYERS.index(either.layer))
                    sentence = (
                        f"this {house.layer} rule would contradict {law.id} (“{law.says}”). "
                        "Name that rule in exception_to if it is to be overruled."
                    )
                    yield finding("conflict", house, sentence, witness)
                else:
                    sentence = (
                        f"{rule.name} and {other.name} lead to different outcomes in "
                        f"{both.bit_count()} situations; "
                        "one of them must be an exception to the other."
                    )
                    yield Finding("conflict", rule.id, sentence, other.file, other.line, witness)


def _not_needed(book: LawBook, table: LawTable) -> Iterator[Finding]:
    for fact in table.incident.facts:
        if stray := table.turns_on[fact.key] & ~table.needed[fact.key]:
            sentence = f"{fact.key} decides under {book.slug} where its needed_when does not hold."
            yield finding("fact-not-needed", table.incident, sentence, table.space.facts_of(lowest(stray)))


def _cycles(rules: Mapping[str, Rule]) -> Iterator[Finding]:
    bases = {rule.id: rule.exception_to for rule in rules.values()}
    while True:
        try:
            TopologicalSorter(bases).prepare()
        except CycleError as error:
            circle = error.args[1][::-1]  # CycleError lists each overridden rule before its exception
            yield finding("cycle", rules[circle[0]], f"exceptions go round: {' → '.join(circle)}.")
            del bases[circle[0]]  # without this rule, the next pass can find another circle
        else:
            return


def _of_rule(rule: Rule, rules: Mapping[str, Rule], tables: Sequence[LawTable]) -> Iterator[Finding]:
    applies = [table.applies[table.rules.index(rule)] for table in tables]
    in_force = [table.in_force[table.rules.index(rule)] for table in tables]
    if not any(applies):
        yield finding("unreachable", rule, "its condition is never met.")
    elif not any(in_force):
        sentence = "an exception prevails wherever it applies, so it decides nothing."
        yield finding("always-overridden", rule, sentence)
    for base in rule.exception_to:
        other = rules.get(base)
        if other is not None and LAYERS.index(other.layer) > LAYERS.index(rule.layer):
            sentence = f"{base} is a {other.layer} rule, which a {rule.layer} rule cannot overrule."
            yield finding("layer", rule, sentence)
        met = other is not None and any(
            mask & table.applies[table.rules.index(other)]
            for mask, table in zip(applies, tables, strict=True)
            if other in table.rules
        )
        if not met:
            sentence = f"it never applies together with {base}, so it is no exception to it."
            yield finding("exception-never-meets", rule, sentence)


def _definitions(book: LawBook, topic: Topic, tables: Sequence[LawTable]) -> Iterator[Finding]:
    known = {**topic.definitions, **book.rules.on(topic.name).definitions}
    for definition in known.values():
        facts = set(facts_in(definition.when, known))
        fitting = [table for table in tables if facts <= table.space.masks.keys()]
        masks = [(table.space.where(definition.when, known) & table.possible, table) for table in fitting]
        if not any(mask for mask, _table in masks):
            sentence = "it never holds, or no incident has its facts."
        elif all(mask == table.possible for mask, table in masks):
            sentence = "it always holds."
        else:
            continue
        yield Finding("definition-constant", definition.name, sentence, definition.file, definition.line)


def _cases(book: LawBook, topic: Topic, tables: Sequence[LawTable]) -> Iterator[Finding]:
    decided: set[str] = set()
    by_incident = {table.incident.id: table for table in tables}
    on_topic = book.rules.on(topic.name)
    for case in on_topic.cases.values():
        table = by_incident[case.incident]
        situations = cases.situations_of(table, case.facts)
        decided.update(
            rule.id for number, rule in enumerate(table.rules) if cases.is_inside(table, number, situations)
        )
        if fault := cases.fault(table, case):
            yield finding("case-fails", case, fault, case.facts)
    for rule in on_topic.rules.values():
        if rule.id not in decided:
            yield finding("rule-without-case", rule, "give it a case that it decides.")

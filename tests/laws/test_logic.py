"""The compiled law book agrees with an answer set solver that applies the same rules independently.

The solver enumerates all possible situations of every incident of every law set, with the rules in force in
each. The compiled table must have the same rules in every situation. The two share only the text of the
rules.
"""

from collections.abc import Iterator
from dataclasses import replace

import clingo
import pytest

from laws import library
from laws.domain.compile import LawTable, numbers
from laws.domain.compiled_book import LawBook, compile_book
from laws.domain.rule import Rule
from tests.laws import planted
from tests.laws.logic import program

BOOKS = library.law_books()
Standing = dict[frozenset[tuple[str, str]], frozenset[str]]
"""The rules that stand in each possible situation, a situation being its facts with their values."""


def told_by_the_solver(book: LawBook, incident: str) -> Standing:
    """Return the rules in force in each situation according to the solver."""
    control = clingo.Control(["0", "--warn=none"])
    control.add("base", [], program(book, incident))
    control.ground([("base", [])])
    standing: Standing = {}
    with control.solve(yield_=True) as models:
        for model in models:
            atoms = [
                (atom.name, [each.string for each in atom.arguments]) for atom in model.symbols(shown=True)
            ]
            facts = frozenset((arguments[0], arguments[1]) for name, arguments in atoms if name == "holds")
            assert facts not in standing, f"two models of one situation: {sorted(facts)}"
            standing[facts] = frozenset(arguments[0] for name, arguments in atoms if name == "stands")
    return standing


def told_by_the_table(table: LawTable) -> Standing:
    """Return the rules in force in each situation according to the compiled table."""
    return {
        frozenset(table.space.facts_of(situation).items()): frozenset(
            table.rules[number].id for number in table.cells[table.cell_of[situation]].rules
        )
        for situation in numbers(table.possible)
    }


def differences(book: LawBook, table: LawTable) -> Iterator[str]:
    """Yield each situation in which the solver and the table differ."""
    solver, ours = told_by_the_solver(book, table.incident.id), told_by_the_table(table)
    for facts in solver.keys() | ours.keys():
        if solver.get(facts) != ours.get(facts):
            yield f"{sorted(facts)}: the solver {solver.get(facts)}, the table {ours.get(facts)}"


@pytest.mark.parametrize("slug", BOOKS)
def test_the_solver_rules_every_situation_of_every_incident_alike(slug):
    book = BOOKS[slug]
    tables = [table for table in book.tables.values() if table.rules]
    assert tables
    assert [difference for table in tables for difference in differences(book, table)] == []


def without_an_exception(book: LawBook, rule: Rule) -> LawBook:
    """Return the book with one rule changed to be an exception to no rule."""
    topic = book.rules.topics[rule.topic]
    rules = {**topic.rules, rule.id: replace(rule, exception_to=())}
    topics = {**book.rules.topics, rule.topic: replace(topic, rules=rules)}
    return compile_book(library.law_set(book.slug), replace(book.rules, topics=topics), book.vocabulary)


def test_a_rule_that_is_an_exception_in_only_one_implementation_is_noticed():
    for slug, book in BOOKS.items():
        for topic in book.rules.topics.values():
            rule = next((rule for rule in topic.rules.values() if rule.exception_to), None)
            if rule is not None:
                spoiled = without_an_exception(book, rule)
                tables = [spoiled.tables[incident] for incident in rule.incidents]
                assert any(list(differences(book, table)) for table in tables), (slug, rule.id)


def test_a_situation_too_many_or_too_few_is_noticed():
    book = planted.book([planted.GENERAL])
    table = book.tables["thing"]
    fewer = replace(table, possible=table.possible & ~1)
    assert len(list(differences(book, fewer))) == 1
    assert list(differences(book, table)) == []

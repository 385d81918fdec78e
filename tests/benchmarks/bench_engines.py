"""The law book compared with a rule engine and a solver.

The revoke is ruled by the law book, by zen-engine with a decision table of as few rows as possible, and by
clingo with the situation as facts. All three must agree in every situation before the measurement. The law
book has to be at least twenty times as fast as each of the others, which serve only this comparison.
"""

import json
from collections.abc import Iterator, Mapping
from itertools import islice

import clingo
import zen

from laws import library
from laws.domain import arbiter
from laws.domain.compile import LawTable, Situations, lowest, numbers
from tests.benchmarks.rows import ROUNDS, Row, seconds
from tests.laws.logic import program

LAW_SET, INCIDENT = "foster-1897", "revoke"
LEAST = 20
Block = Mapping[str, tuple[str, ...]]


def blocks(table: LawTable, situations: Situations) -> Iterator[Block]:
    """Yield blocks that together have all situations of a cell, and no possible situation of another cell.

    A block has a tuple of values for each fact. The tuple is empty if the fact may have any value.
    """
    left = situations
    allowed = situations | (table.space.every & ~table.possible)
    while left:
        block = 1 << lowest(left)
        values = {key: {value} for key, value in table.space.facts_of(lowest(left)).items()}
        for key, masks in table.space.masks.items():
            line = table.space.spread(block, key)
            for value, mask in masks.items():
                if (line & mask) & ~allowed == 0:
                    block |= line & mask
                    values[key].add(value)
        yield {
            key: tuple(sorted(found)) if len(found) < len(table.space.masks[key]) else ()
            for key, found in values.items()
        }
        left &= ~block


def decision(table: LawTable) -> str:
    """Return the incident as a decision table of zen-engine."""
    rows = []
    for number, cell in enumerate(table.cells):
        for row in blocks(table, cell.situations):
            tests = {key: ", ".join(json.dumps(value) for value in values) for key, values in row.items()}
            rows.append({"_id": str(len(rows)), **tests, "cell": str(number)})
    content = {
        "hitPolicy": "first",
        "inputs": [{"id": key, "name": key, "field": key} for key in table.space.strides],
        "outputs": [{"id": "cell", "name": "cell", "field": "cell"}],
        "rules": rows,
    }
    nodes = [
        {"id": "in", "name": "in", "type": "inputNode", "content": {}},
        {"id": "table", "name": "table", "type": "decisionTableNode", "content": content},
        {"id": "out", "name": "out", "type": "outputNode", "content": {}},
    ]
    edges = [
        {"id": "1", "sourceId": "in", "targetId": "table", "type": "edge"},
        {"id": "2", "sourceId": "table", "targetId": "out", "type": "edge"},
    ]
    return json.dumps({"contentType": "application/vnd.gorules.decision", "nodes": nodes, "edges": edges})


class Solver:
    """Clingo, grounded once. It gets a situation and returns the rules in force."""

    def __init__(self, table: LawTable) -> None:
        self.control = clingo.Control(["--warn=none"])
        self.control.add("base", [], program(library.law_book(LAW_SET), INCIDENT))
        self.control.ground([("base", [])])
        self.holds = {
            (key, value): clingo.Function("holds", [clingo.String(key), clingo.String(value)])
            for key, steps in table.steps.items()
            for value in steps
        }

    def standing(self, facts: Mapping[str, str]) -> set[str]:
        """Return the ids of the rules in force."""
        assumed = [(self.holds[pair], True) for pair in facts.items()]
        with self.control.solve(assumptions=assumed, yield_=True) as models:
            model = next(iter(models))
            shown = model.symbols(shown=True)
        return {atom.arguments[0].string for atom in shown if atom.name == "stands"}


def rows(*, tiny: bool = False) -> Iterator[Row]:
    """Check that all three agree, and yield the time of each."""
    book = library.law_book(LAW_SET)
    table = book.tables[INCIDENT]
    engine = zen.ZenEngine().create_decision(decision(table))
    solver = Solver(table)
    for situation in islice(numbers(table.possible), 20 if tiny else None):
        facts = table.space.facts_of(situation)
        cell = table.cell_of[situation]
        standing = {table.rules[number].id for number in table.cells[cell].rules}
        assert engine.evaluate(facts)["result"]["cell"] == cell, facts
        assert solver.standing(facts) == standing, facts
    facts = table.space.facts_of(max(numbers(table.possible)))
    rounds = 1 if tiny else ROUNDS
    ours = seconds(lambda: arbiter.rule(book, INCIDENT, facts).effects, 500, rounds)
    theirs = {
        "zen-engine": seconds(lambda: engine.evaluate(facts), 20, rounds),
        "clingo": seconds(lambda: solver.standing(facts), 20, rounds),
    }
    yield Row("a ruling of the law book", 1e6 * ours, "µs")
    for name, took in theirs.items():
        yield Row(f"the same by {name}", 1e6 * took, "µs")
        yield Row(f"  {name} takes longer by", took / ours, "times", LEAST, True)

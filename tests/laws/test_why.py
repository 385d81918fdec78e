"""Why a ruling is what it is, and what would have changed it: on tiny books, and by brute force on ours."""

from itertools import combinations, product

import pytest

from laws.domain import arbiter, why
from laws.domain.compile import IMPOSSIBLE, LawTable, numbers
from laws.domain.ruling import Ruling
from tests.laws.planted import GENERAL, LATE, SEEN_OVER_BOTH, book
from tests.laws.tables import TABLES

RULES = [GENERAL, LATE, SEEN_OVER_BOTH]
MOST_TRIED = 40


def ask(facts: dict[str, object]) -> Ruling:
    """Return the ruling of a tiny book."""
    return arbiter.rule(book(RULES), "thing", facts)


def test_the_fewest_facts_that_force_a_ruling():
    assert why.sufficient(ask({"stage": "early", "seen": "yes"})) == ("stage",)
    assert why.sufficient(ask({"stage": "late", "seen": "yes"})) == ("stage", "seen")


def test_a_disputed_fact_matters_or_not():
    assert why.matters(ask({"stage": "late"}), "seen")
    assert not why.matters(ask({"stage": "early"}), "seen")


def outcome_at(table: LawTable, facts: dict[str, str]) -> int:
    """Return the number of the outcome in one situation, or IMPOSSIBLE."""
    situation = sum(table.steps[key][value] for key, value in facts.items())
    cell = table.cell_of[situation]
    return IMPOSSIBLE if cell == IMPOSSIBLE else table.cells[cell].outcome


@pytest.mark.parametrize("table", TABLES)
def test_the_smallest_change_is_found_by_trying_everything_too(table):
    tried = list(numbers(table.possible))
    for situation in tried[:: max(1, len(tried) // MOST_TRIED)]:
        facts = table.space.facts_of(situation)
        ruling = Ruling(table, facts, 1 << situation, (outcome_at(table, facts),), {}, {})
        assert {tuple(sorted(change.facts.items())) for change in why.why_not(ruling)} == by_trying(
            table, facts
        )


def by_trying(table: LawTable, facts: dict[str, str]) -> set[tuple[tuple[str, str], ...]]:
    """Return the smallest changes to another outcome, found by trying every change."""
    here = outcome_at(table, facts)
    for size in range(1, len(facts) + 1):
        changes = set()
        for keys in combinations(facts, size):
            others = [[v for v in table.steps[key] if v != facts[key]] for key in keys]
            for values in product(*others):
                changed = dict(zip(keys, values, strict=True))
                if outcome_at(table, {**facts, **changed}) not in (here, IMPOSSIBLE):
                    changes.add(tuple(sorted(changed.items())))
        if changes:
            return changes
    return set()

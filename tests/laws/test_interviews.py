"""Every sequence of questions on every incident ends, and no question is needless. Tries all sequences."""

import pytest
from hypothesis import given, strategies as st

from laws import library
from laws.domain import arbiter
from laws.domain.compile import IMPOSSIBLE, LawTable, Situations, numbers
from laws.domain.lawbook import LawBook
from laws.domain.ruling import Ruling
from tests.laws.tables import TABLES

MOST_STATES = 3000
"""Of a large incident, as many states of its interview are looked at."""


@pytest.mark.parametrize("table", TABLES)
def test_every_interview_ends_and_no_question_is_needless(table):
    waiting: list[tuple[dict[str, str], Situations]] = [({}, table.possible)]
    looked_at = 0
    while waiting and looked_at < MOST_STATES:
        known, situations = waiting.pop()
        looked_at += 1
        due = Ruling(table, known, situations, tuple(table.outcomes_in(situations)), {}, {}).questions
        assert bool(due) == (len(table.outcomes_in(situations)) > 1), known
        if due:
            parts = {value: mask & situations for value, mask in table.space.masks[due[0].key].items()}
            left = {value: part for value, part in parts.items() if part}
            assert len(left) > 1, f"{due[0].key} is asked though its answer is certain: {known}"
            assert turns_on(table, situations, due[0].key, known), f"{due[0].key} is needless: {known}"
            waiting += [({**known, due[0].key: value}, part) for value, part in left.items()]


def turns_on(table: LawTable, situations: Situations, fact: str, known: dict[str, str]) -> bool:
    """Tell whether, in one of the situations, another answer to the fact alone changes the outcome."""
    stride = table.space.strides[fact]
    width = len(table.space.masks[fact])
    for situation in numbers(situations):
        here = table.cells[table.cell_of[situation]].outcome
        base = situation - situation // stride % width * stride
        for place in range(width):
            cell = table.cell_of[base + place * stride]
            if cell != IMPOSSIBLE and table.cells[cell].outcome != here:
                return True
    return False


ASKED = st.sampled_from([(book, key) for book in library.law_books().values() for key in book.tables])


PartialFacts = tuple[LawBook, str, dict[str, str], dict[str, str]]


@st.composite
def partial_facts(draw: st.DrawFn) -> PartialFacts:
    """Return a book, an incident, a possible situation of it, and some of its facts."""
    book, key = draw(ASKED)
    table = book.tables[key]
    situation = draw(st.sampled_from(list(numbers(table.possible))[:5000]))
    whole = table.space.facts_of(situation)
    keys = draw(st.sets(st.sampled_from(sorted(whole)))) if whole else set()
    return book, key, whole, {fact: whole[fact] for fact in keys}


@given(partial_facts())
def test_a_ruling_depends_on_nothing_it_was_not_told(case):
    book, key, whole, facts = case
    known, complete = arbiter.rule(book, key, facts), arbiter.rule(book, key, whole)
    if known.status != "needs-facts":
        # The reasons of a silence are those of every rule that may still be the one that is silent.
        assert (known.status, known.outcomes) == (complete.status, complete.outcomes)
        assert set(complete.laws) <= set(known.laws)


@given(partial_facts())
def test_a_partial_ruling_is_what_all_its_completions_have_in_common(case):
    book, key, _whole, facts = case
    table = book.tables[key]
    known, again = arbiter.rule(book, key, facts), arbiter.rule(book, key, dict(reversed(facts.items())))
    assert (known.status, known.outcomes, known.because) == (again.status, again.outcomes, again.because)
    completions = [
        table.outcomes[table.cells[table.cell_of[situation]].outcome]
        for situation in numbers(table.known(facts))
    ]
    common = [
        effect for effect in completions[0].effects if all(effect in each.effects for each in completions)
    ]
    assert list(known.effects) == common
    assert (known.status == "needs-facts") == (len({each.gist for each in completions}) > 1)

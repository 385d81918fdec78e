"""Sequences of questions: each ends, no question is needless, and silences have reasons.

All sequences on every incident are tried. A question asks what happened, so one sequence serves every book.
The reason of a silence comes from its rule, and is the same on the page and in the API.
"""

import re
from collections.abc import Iterator

import pytest
from django.test import Client
from hypothesis import given, strategies as st

from laws import library
from laws.domain import arbiter
from laws.domain.compile import IMPOSSIBLE, Cell, LawTable, Situations, numbers
from laws.domain.compiled_book import LawBook
from laws.domain.roles import fill
from laws.domain.ruling import Ruling
from laws.pages.questions import Question
from tests.laws.tables import TABLES
from tests.pages.reading import text_of

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
    """Return whether a change of only this fact changes the outcome in at least one of the situations."""
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
def test_a_ruling_depends_only_on_given_facts(case):
    book, key, whole, facts = case
    known, complete = arbiter.rule(book, key, facts), arbiter.rule(book, key, whole)
    if known.status != "needs-facts":
        # The reasons of a silence are those of every rule that may still be the one that is silent.
        assert (known.status, known.outcomes) == (complete.status, complete.outcomes)
        assert set(complete.laws) <= set(known.laws)


@given(partial_facts())
def test_a_partial_ruling_has_what_all_its_completions_have_in_common(case):
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


CONCLUSIONS = re.compile(
    r"\b(established|right to|laws? allows?|a revoke|in time|callable|foul|the revoke gives"
    r"|lawful(ly)?|misdeal|misdealt|it was time|had lost|duly|may not)\b"
)
"""Words that judge: a question of fact must not ask what only a law decides, such as "too late"."""
FACTS = [
    pytest.param(fact, id=f"{name} {fact.key}")
    for name, topic in library.vocabulary().topics.items()
    for fact in topic.facts.values()
]
MOMENTS = {
    ("lying", "none"): {"foster-1897": False, "chicago-1890": False},
    ("lying", "adversary-led"): {"foster-1897": False, "chicago-1890": True},
    ("lying", "offenders-side-played"): {"foster-1897": True, "chicago-1890": True},
    ("turned", "none"): {"foster-1897": True, "chicago-1890": True},
    ("turned", "adversary-led"): {"foster-1897": True, "chicago-1890": True},
    ("turned", "offenders-side-played"): {"foster-1897": True, "chicago-1890": True},
}
"""When a revoke is established. Foster 1897, Cinch Laws, The Revoke; Chicago 1890, law 32."""


@pytest.mark.parametrize("fact", FACTS)
def test_a_question_asks_what_happened_and_not_what_a_law_makes_of_it(fact):
    said = (fact.ask, *(text for value in fact.values for text in (value.label, value.means)))
    assert [text for text in said if CONCLUSIONS.search(text)] == []


def kinds(slug: str, incident: str, facts: dict[str, str]) -> set[str]:
    """Return the kinds of effects that a book gives for an incident."""
    ruling = arbiter.rule(library.law_book(slug), incident, facts)
    assert ruling.status == "ruled", ruling.questions
    return {effect.kind for effect in ruling.effects}


@pytest.mark.parametrize("slug", ["foster-1897", "chicago-1890"])
@pytest.mark.parametrize(("trick", "next_trick"), MOMENTS)
def test_each_book_has_its_own_law_on_when_a_revoke_is_established(slug, trick, next_trick):
    happened = {"trick": trick, "next_trick": next_trick}
    revoked = {"act": "neither-followed-nor-trumped", "answer": "not-asked", "played_after": "no",
               "claimed": "yes", "offender": "adversary", **happened}  # fmt: skip
    put_right = bool({"put-right", "may-put-right"} & kinds(slug, "revoke", revoked))
    asked = kinds(slug, "revoke-established", {**happened, "answer": "not-asked"})
    assert (not put_right, "established" in asked) == (MOMENTS[trick, next_trick][slug],) * 2


@pytest.mark.parametrize(("trick", "next_trick"), MOMENTS)
def test_a_penalty_refused_is_a_revoke_by_foster_at_the_same_moment(trick, next_trick):
    happened = {"performable": "yes", "trick": trick, "next_trick": next_trick}
    refused = kinds("foster-1897", "penalty-refused", {**happened, "claimed": "yes", "offender": "maker"})
    assert ("pay-penalty" not in refused) == MOMENTS[trick, next_trick]["foster-1897"]


BOOKS = list(library.law_books())


def silent_cells(slug: str) -> Iterator[tuple[LawTable, Cell]]:
    """Yield the cells of a law set in which a rule says that the law is silent, each with its table."""
    for table in library.law_books()[slug].tables.values():
        for cell in table.cells:
            if cell.rules and table.outcomes[cell.outcome].is_silent:
                yield table, cell


@pytest.mark.parametrize("slug", BOOKS)
def test_every_silent_situation_has_the_reason_of_its_own_rule(slug):
    book, wrong, asked = library.law_book(slug), [], 0
    for table, cell in silent_cells(slug):
        reason = " ".join(dict.fromkeys(table.rule_outcomes[number].silent for number in cell.rules))
        for situation in numbers(cell.situations):
            asked += 1
            ruling = arbiter.rule(book, table.incident.id, table.space.facts_of(situation))
            rules = tuple(table.rules[number].id for number in cell.rules)
            if (ruling.possible[0].silent, ruling.rules) != (reason, rules):
                wrong.append((table.incident.id, ruling.rules))
    assert (len(wrong), wrong[:3]) == (0, [])
    assert asked or not any(silent_cells(slug))


@pytest.mark.parametrize("slug", BOOKS)
def test_the_page_prints_the_reason_and_the_law_that_the_api_sends(slug):
    client, law_set = Client(), library.law_set(slug)
    for table, cell in silent_cells(slug):
        facts = table.space.facts_of(next(numbers(cell.situations)))
        question = {"law_set": slug, "incident": table.incident.id, "facts": facts}
        sent = client.post("/api/v1/rulings/", question, content_type="application/json").json()
        page = text_of(client.get(Question(law_set, incident=table.incident.id, facts=facts).address))
        shown = page.split("The book is silent on this.", 1)[1]
        assert sent["status"] == "silent"
        for number in cell.rules:
            reason = fill(table.rule_outcomes[number].silent)
            assert reason in sent["because"], question
            assert reason in shown[: 20 + sum(len(each) + 1 for each in sent["because"])], question
        for law in sent["laws"][:1]:
            assert law_set.laws[law["id"]].title in shown, question

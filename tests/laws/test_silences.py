"""The reason of a silence comes from its rule, and is the same on the page and in the API."""

from collections.abc import Iterator

import pytest
from django.test import Client

from laws import library
from laws.domain import arbiter
from laws.domain.compile import Cell, LawTable, numbers
from laws.domain.roles import fill
from laws.pages.questions import Question
from tests.pages.reading import text_of

BOOKS = list(library.law_books())


def silent_cells(slug: str) -> Iterator[tuple[LawTable, Cell]]:
    """Yield the silences that a rule of a law set keeps, by the rules that decide alike."""
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

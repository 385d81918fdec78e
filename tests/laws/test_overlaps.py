"""A situation has one ruling in every book, whichever incident it is reported as."""

from collections.abc import Iterator
from dataclasses import replace
from itertools import combinations, product

import pytest

from laws import library, table_of_contents
from laws.domain import arbiter
from laws.domain.compile import LawTable, can_arise, lowest, union
from laws.domain.compiled_book import LawBook, compile_book
from laws.domain.rule import Outcome
from tests.laws.acts import ALONE, SHARED, Facts

PAIRS = [(act, *pair) for act, ways in SHARED.items() for pair in combinations(ways, 2)]
"""Two incidents that can describe one act."""
DRAWN = [
    ({"came_about": came, "cards": cards}, {"whose_error": error, "cards": drawn, "next_helped": "yes"})
    for came, error in (("asked", "player"), ("given", "dealer"))
    for cards, drawn in (("more", "too-many"), ("fewer", "too-few"))
]
"""A wrong hand found between the draw and the lead, and the same as an error of the draw."""
SAME = [
    *(
        ("wrong-number-of-cards", {"stage": "before-play", **hand}, "wrong-number-asked", draw)
        for hand, draw in DRAWN
    ),
    (
        *("wrong-number-of-cards", {"stage": "before-play", "came_about": "not-thrown", "cards": "more"}),
        *("too-few-discarded", {}),
    ),
    (
        *("wrong-number-of-cards", {"stage": "before-bid", "cards": "more"}),
        *("uneven-round", {"noticed": "before-bid", "hands_right": "three"}),
    ),
    (
        *("wrong-number-of-cards", {"stage": "bidding", "cards": "more", "others_right": "no"}),
        *("uneven-round", {"noticed": "after-bid", "hands_right": "fewer"}),
    ),
]
"""Two incidents by which one situation can be reached, with the facts by which it is, that agree outright."""


def values(value: str | tuple[str, ...]) -> tuple[str, ...]:
    return (value,) if isinstance(value, str) else value


def overlap(one: Facts, other: Facts) -> bool:
    """Tell whether two situations agree in all their common terms."""
    return all(set(values(one[term])) & set(values(other[term])) for term in one.keys() & other.keys())


def outcomes(table: LawTable, facts: Facts) -> Iterator[tuple[Outcome, dict[str, str]]]:
    """Yield the possible outcomes under these facts, each with an example of a situation.

    Situations from which the page leads to different incidents are kept apart.
    """
    situations = table.possible
    for fact, value in facts.items():
        situations &= union(table.space.masks[fact][each] for each in values(value))
    assert situations, f"{table.incident.id} never has {facts}"
    parts = [situations]
    for lead in table.incident.leads_to:
        led = table.space.where(lead.when, {})
        parts = [part for known in parts for part in (known & led, known & ~led) if part]
    for part in parts:
        for number in table.outcomes_in(part):
            yield table.outcomes[number], table.space.facts_of(lowest(part & table.outcome_masks[number]))


def rules(outcome: Outcome) -> object:
    """Return the effects and choices of an outcome, or "silent"."""
    if outcome.is_silent:
        return "silent"
    chosen = {(choice.holder, option.effects) for choice in outcome.choices for option in choice.options}
    return set(outcome.effects), chosen


def leads(table: LawTable, facts: dict[str, str], other: LawTable) -> bool:
    """Tell whether the page of an incident leads from this situation to another incident of the book."""
    return bool(other.rules) and any(
        lead.incident == other.incident.id and lead.when.may_hold(facts) for lead in table.incident.leads_to
    )


def disagreements(act: str, one: LawTable, other: LawTable) -> Iterator[str]:
    """Yield each situation on which two tables rule differently.

    Situations in which one incident's page leads to the other incident are left out.
    """
    ways = SHARED[act]
    for (facts, terms), (other_facts, other_terms) in product(ways[one.incident.id], ways[other.incident.id]):
        if not overlap(terms, other_terms):
            continue
        for (ruled, so), (ruled_there, so_there) in product(
            outcomes(one, facts), outcomes(other, other_facts)
        ):
            if rules(ruled) == rules(ruled_there):
                continue
            if not leads(one, so, other) and not leads(other, so_there, one):
                yield f"{one.incident.id} {so} is not ruled as {other.incident.id} {so_there}"


def without_leads(table: LawTable) -> LawTable:
    return replace(table, space=replace(table.space, incident=replace(table.incident, leads_to=())))


def test_every_incident_says_what_it_is():
    """Two incidents can describe one situation only if they share an act."""
    alone = [incident for phase in ALONE.values() for incident in phase]
    shared = {incident for ways in SHARED.values() for incident in ways}
    assert len(set(alone)) == len(alone)
    assert not shared & set(alone)
    assert shared | set(alone) == set(library.vocabulary().incidents)


def test_no_act_equals_another():
    for phase, acts in ALONE.items():
        assert len(set(acts.values())) == len(acts), phase


def played(book: LawBook) -> Iterator[LawBook]:
    """Yield a book for each of its games, and with each of its variations."""
    yield from (book.for_game(game) for game in book.law_set.games)
    for entry in table_of_contents.variations(book.law_set):
        yield compile_book(entry.after, book.rules, book.vocabulary)


@pytest.mark.parametrize("slug", library.law_books())
def test_one_situation_has_one_ruling_or_leads_to_the_other_in_every_game_and_variation(slug):
    found = [
        disagreement
        for book in (library.law_book(slug), *played(library.law_book(slug)))
        for act, *pair in PAIRS
        if all(can_arise(book.tables[incident].incident, book.law_set) for incident in pair)
        for disagreement in disagreements(act, *(book.tables[incident] for incident in pair))
    ]
    assert found == []


def test_incidents_lead_to_one_another_only_where_they_can_be_about_one_situation():
    pairs = {frozenset(pair[1:]) for pair in PAIRS}
    led = {
        frozenset((incident.id, lead.incident))
        for incident in library.vocabulary().incidents.values()
        for lead in incident.leads_to
    }
    assert led <= pairs


def test_the_search_finds_two_rulings_where_nothing_leads_from_one_to_the_other():
    """Control: it matters in Foster's laws whether an interruption made the dealer count the cards."""
    tables = library.law_book("foster-1897").tables
    one, other = (without_leads(tables[incident]) for incident in ("cards-counted", "dealer-interrupted"))
    assert list(disagreements("the dealer counts cards", one, other)) != []


def answer(slug: str, incident: str, facts: dict[str, str]) -> object:
    """Return the effects and choices of a ruling. The facts must suffice for the ruling."""
    book = library.law_book(slug)
    ruling = arbiter.rule(book, incident, facts)
    assert not ruling.is_open, [fact.key for fact in ruling.questions]
    return rules(ruling.possible[0])


@pytest.mark.parametrize("slug", ["foster-1897", "chicago-1890"])
@pytest.mark.parametrize(
    "same", [pytest.param(same, id=f"{same[0]} {same[1]} as {same[2]}") for same in SAME]
)
def test_one_situation_has_one_ruling_whichever_incident_leads_to_it(slug, same):
    incident, facts, other, other_facts = same
    assert answer(slug, incident, facts) == answer(slug, other, other_facts)

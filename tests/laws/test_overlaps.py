"""What happened is one thing, whichever incident it is reported as, and has one ruling in every book."""

import pytest

from laws import library
from laws.domain import arbiter

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
"""Two incidents by which one situation can be reached, with the facts by which it is."""


def answer(slug: str, incident: str, facts: dict[str, str]) -> object:
    """Return what a book rules: what follows, who may choose what, and whether it is silent."""
    book = library.law_book(slug)
    if not book.tables[incident].rules:
        return "silent"
    ruling = arbiter.rule(book, incident, facts)
    if ruling.status == "silent":
        return "silent"
    assert ruling.status == "ruled", [fact.key for fact in ruling.questions]
    chosen = {(choice.holder, option.effects) for choice in ruling.choices for option in choice.options}
    return set(ruling.effects), chosen


@pytest.mark.parametrize("slug", ["foster-1897", "chicago-1890"])
@pytest.mark.parametrize(
    "same", [pytest.param(same, id=f"{same[0]} {same[1]} as {same[2]}") for same in SAME]
)
def test_one_situation_has_one_ruling_whichever_incident_leads_to_it(slug, same):
    incident, facts, other, other_facts = same
    assert answer(slug, incident, facts) == answer(slug, other, other_facts)

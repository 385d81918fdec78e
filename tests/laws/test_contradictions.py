"""Two offences of one deal never say of one side that it scores and that it can score nothing."""

from collections.abc import Iterator
from itertools import product

import pytest

from laws import library
from laws.domain import arbiter
from laws.domain.compose import compose
from laws.domain.errors import InvalidInput
from laws.domain.ruling import Ruling

SCORES = {
    "bid-waived": "makers-side",
    "bid-made": "makers-side",
    "bid-to-adversaries": "makers-adversaries",
}
BARS = "side-cannot-score"


def rulings(slug: str, kinds: set[str]) -> Iterator[Ruling]:
    """Yield a ruling at Cinch for each outcome with one of these kinds of effects."""
    book = library.law_book(slug)
    for incident, table in book.tables.items():
        if table.incident.game != "cinch":
            continue
        seen = set()
        for situation, cell in enumerate(table.cell_of):
            facts = table.space.facts_of(situation)
            key = (cell, facts.get("offender"))
            if cell < 0 or key in seen:
                continue
            seen.add(key)
            ruling = arbiter.rule(book, incident, facts)
            if kinds & {effect.kind for effect in ruling.effects}:
                yield ruling


def barred(effect: dict[str, str], offender: str | None) -> set[str]:
    """Return the sides that an effect bars from scoring."""
    both = {"makers-side", "makers-adversaries"}
    ours = {"makers-adversaries"} if offender == "adversary" else {"makers-side"}
    return {"both-sides": both, "offenders": ours}.get(effect["side"], {effect["side"]})


@pytest.mark.parametrize("slug", ["foster-1897", "chicago-1890"])
def test_no_two_offences_have_a_side_score_that_can_score_nothing(slug):
    tried = 0
    for scores, bars in product(rulings(slug, set(SCORES)), rulings(slug, {BARS})):
        try:
            both = compose(library.pairs(), scores, bars)
        except InvalidInput:
            continue
        tried += 1
        nothing = {
            side
            for each in both.consequences
            if each.effect.kind == BARS
            for side in barred(dict(each.effect.parameters), each.offender)
        }
        gains = {SCORES[effect.kind] for effect in both.effects if effect.kind in SCORES}
        assert not gains & nothing, (scores.table.incident.id, bars.table.incident.id)
    assert tried


@pytest.mark.parametrize("second", ["suit-named-early", "bid-too-low", "bid-above-fourteen"])
@pytest.mark.parametrize("first", ["bid-before-eldest", "bid-out-of-turn"])
def test_one_bid_with_two_faults_is_not_asked_which_came_first(first, second):
    facts = {
        "bid-out-of-turn": {"waiting_for": "pone", "early_bidder": "dealer"},
        "suit-named-early": {"how": "named", "partner_has_bid": "no"},
        "bid-too-low": {"bid_before": "yes"},
    }
    book = library.law_book("foster-1897")
    one, other = (arbiter.rule(book, each, facts.get(each, {})) for each in (first, second))
    both = compose(library.pairs(), one, other)
    assert (both.status, len(both.standing)) == ("ruled", 2)

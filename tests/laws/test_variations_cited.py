"""The laws of a variation decide only where it is in play."""

import pytest

from laws import library
from laws.domain import arbiter
from laws.domain.lawbook import compile_book

IN_THE_PACK = ("points-in-discards", {"found_in": "pack"})


def laws_of(book, incident, facts):
    """Return the laws cited for an incident, the usual answers assumed."""
    return arbiter.rule(book, incident, facts, assume=True).laws


@pytest.mark.parametrize("slug", library.law_sets())
def test_no_law_of_a_variation_is_cited_where_the_book_is_played_as_it_stands(slug):
    book = library.law_book(slug)
    cited = {law for rule in book.rules.every_rule for law in rule.cited_under(book.law_set)}
    assert [law for law in cited if law.split("/")[1] == "variations"] == []


def test_the_law_of_the_blind_draw_is_cited_where_the_dealer_draws_unseen():
    # Foster 1897, Variations: the dealer may draw unseen; what is left then counts for nobody.
    foster = library.law_book("foster-1897")
    blind = foster.law_set.derive({}, ["blind-dealer-draw"])
    varied = compile_book(blind, foster.rules, foster.vocabulary)
    assert laws_of(varied, *IN_THE_PACK)[0] == "foster-1897/variations/blind-dealer-draw-points"
    assert laws_of(foster, *IN_THE_PACK)[0] == "foster-1897/discard-draw/trumps-left-over"

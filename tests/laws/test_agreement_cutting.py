"""Rulings on a cut agree with the cut itself, for every choice that a house can make."""

from itertools import product

import pytest

from laws import library
from laws.domain import arbiter
from laws.domain.lawset import LawSet
from laws.domain.parameters import PARAMETERS
from scoring.game.cards import parse_card
from scoring.game.cutting import decide
from tests.laws.test_agreement import law_book

PLAYERS = ("A", "B", "Y", "Z")
CUTS = {
    "two-highest": ({"A": "KS", "B": "KH", "Y": "9S", "Z": "4S"}, ("A", "B")),
    "second-and-third": ({"A": "KS", "B": "9H", "Y": "9S", "Z": "4S"}, ("B", "Y")),
    "two-lowest": ({"A": "KS", "B": "JH", "Y": "4H", "Z": "4S"}, ("Y", "Z")),
}
"""Cuts with equal cards, each with the players who cut them."""
CHOICES = ("first_dealer", "seat_choice", "cut_tie_rule", "cut_ace")


def houses(slug: str) -> list[LawSet]:
    """Return the law set with every combination of the parameters of the cut."""
    values = product(*(PARAMETERS[name].words for name in CHOICES))
    return [library.law_set(slug).derive(dict(zip(CHOICES, each, strict=True))) for each in values]


@pytest.mark.parametrize("tied", CUTS)
@pytest.mark.parametrize("slug", ["foster-1897", "chicago-1890"])
def test_those_cut_again_who_do_so_by_the_ruling(slug, tied):
    cards, equal = CUTS[tied]
    for law_set in houses(slug):
        ruling = arbiter.rule(law_book(law_set, "cut-tie"), "cut-tie", {"tied": tied})
        kinds = {effect.kind for effect in ruling.effects}
        cut = decide("partners", PLAYERS, [{who: parse_card(card) for who, card in cards.items()}], law_set)
        assert cut.cut_again == (equal if "fresh-cut" in kinds else ()), law_set.settings
        assert cut.decided == ("fresh-cut" not in kinds)
        if "fresh-cut" not in kinds:
            assert "pairs" in kinds
            assert {frozenset(pair) for pair in cut.partners} == {frozenset("AB"), frozenset("YZ")}


@pytest.mark.parametrize(
    "cards", [("KS", "4S", "4H", "4D"), ("KS", "KH", "KD", "4S"), ("4S", "4H", "4D", "4C")]
)
def test_three_or_four_equal_cards_are_cut_again_as_the_first_law_set_rules(cards):
    """Foster 1897, Cinch Laws, Ties; the other law set says nothing, and its table does the same."""
    foster = library.law_set("foster-1897")
    ruling = arbiter.rule(library.law_book(foster.slug), "cut-tie", {"tied": "three-or-four"})
    assert "fresh-cut" in {effect.kind for effect in ruling.effects}
    silent = arbiter.rule(library.law_book("chicago-1890"), "cut-tie", {"tied": "three-or-four"})
    assert silent.status == "silent"
    drawn = dict(zip(PLAYERS, map(parse_card, cards), strict=True))
    tied = [who for who, card in drawn.items() if [each.rank for each in drawn.values()].count(card.rank) > 1]
    for law_set in (foster, library.law_set("chicago-1890")):
        assert decide("partners", PLAYERS, [drawn], law_set).cut_again == tuple(tied)


@pytest.mark.parametrize(("value", "again"), [("recut", ("A",)), ("none", ())])
def test_two_cards_shown_are_cut_again_where_the_ruling_says_so(value, again):
    for slug in ("foster-1897", "chicago-1890"):
        law_set = library.law_set(slug).derive({"two_cards_cut": value})
        ruling = arbiter.rule(law_book(law_set, "cut-two-cards-shown"), "cut-two-cards-shown", {})
        assert (ruling.status == "ruled") == bool(again)
        drawn = {"A": (parse_card("KS"), parse_card("4H")), "B": parse_card("JH")}
        drawn |= {"Y": parse_card("9S"), "Z": parse_card("5S")}
        assert decide("partners", PLAYERS, [drawn], law_set).cut_again == again


@pytest.mark.parametrize(("value", "rank"), [("high", "highest"), ("low", "lowest")])
def test_the_ace_ranks_in_the_cut_as_the_ruling_says(value, rank):
    for slug in library.law_sets():
        law_set = library.law_set(slug).derive({"cut_ace": value})
        ruling = arbiter.rule(law_book(law_set, "cut-ace-disputed"), "cut-ace-disputed", {})
        assert dict(ruling.effects[0].parameters)["rank"] == rank
        drawn = dict(zip(PLAYERS, map(parse_card, ("AS", "KH", "9S", "4S")), strict=True))
        order = decide("partners", PLAYERS, [drawn], law_set).order
        assert order[0 if rank == "highest" else -1] == "A"

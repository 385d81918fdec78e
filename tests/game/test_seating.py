"""Seats, sides and one value for each side; and the examples in the modules' own words."""

import doctest
import importlib
import pkgutil

import pytest

import scoring.game
from scoring.game.cards import JOKER, parse_card
from scoring.game.seating import PerSide, TableSeats, figures
from tests.game.tables import cases

PARTNERS = TableSeats(4, 2)
PAIRS = TableSeats(6, 3)
ALONE = TableSeats(5, 5)


def test_the_same_figures_are_one_value_and_others_another():
    assert figures((5, 9)) is figures((5, 9)) == PerSide((5, 9))
    assert figures((9, 5)) == PerSide((9, 5)) != figures((5, 9))


@cases(
    "seating, sides, partners",
    {
        "four in two sides": (PARTNERS, [1, 2, 1, 2], [3, 4, 1, 2]),
        "six in three pairs": (PAIRS, [1, 2, 3, 1, 2, 3], [4, 5, 6, 1, 2, 3]),
        "five alone": (ALONE, [1, 2, 3, 4, 5], [None] * 5),
    },
)
def test_sides_and_partners(seating, sides, partners):
    assert [seating.side_of(seat) for seat in seating.seats()] == sides
    assert [seating.partner_of(seat) for seat in seating.seats()] == partners
    for side in seating.sides():
        assert [seating.side_of(seat) for seat in seating.seats_of(side)] == [side] * (
            seating.count // seating.side_count
        )


def test_the_eldest_hand_is_on_the_dealers_left():
    # Foster 1897, Cinch, Players.
    assert [PARTNERS.eldest_hand(dealer) for dealer in (1, 2, 3, 4)] == [2, 3, 4, 1]


def test_sides_count_from_one():
    points = PerSide((5, 9))
    assert (points[1], points[2], len(points), list(points)) == (5, 9, 2, [5, 9])
    assert list(points.items()) == [(1, 5), (2, 9)]
    assert list(points.sides()) == [1, 2]
    assert PerSide.filled(3, 0).values == (0, 0, 0)
    for side in (0, -1, 3):
        with pytest.raises(IndexError):
            points[side]


def test_cards_are_named_in_words():
    assert str(parse_card("5C")) == "the five of clubs"
    assert str(parse_card("2H")) == "the deuce of hearts"
    assert str(JOKER) == "the joker"


MODULES = sorted(found.name for found in pkgutil.walk_packages(scoring.game.__path__, prefix="scoring.game."))


@pytest.mark.parametrize("name", MODULES)
def test_the_examples_in_the_words_of_a_module_run(name):
    assert doctest.testmod(importlib.import_module(name)).failed == 0

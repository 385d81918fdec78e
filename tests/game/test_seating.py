"""Seats, sides and roles: A in seat 1 and B in seat 3, Y in seat 2 and Z in seat 4."""

import doctest
import importlib
import pkgutil

import pytest

import scoring.game
from laws.domain.effects import SIDE
from laws.domain.roles import ROLES
from scoring.game.cards import JOKER, parse_card
from scoring.game.deal import CardRecord, DealRecord
from scoring.game.incident_roles import KnownSeats, contradiction, known_seats, part_of, seats_of
from scoring.game.seating import PerSide, TableSeats, figures
from tests.game.tables import cases

PARTNERS = TableSeats(4, 2)
PAIRS = TableSeats(6, 3)
ALONE = TableSeats(5, 5)


def test_equal_figures_are_one_cached_value():
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


FOUR = TableSeats(4, 2)
# Seat 1 dealt in seat 2's place, seat 4 made the trump, seat 3 erred and seat 2 led.
PARTS = KnownSeats(FOUR, dealer=1, maker=4, offender=3, leader=2, lawful_dealer=2)
LED_BY_TWO = DealRecord(1, 1, 9, cards=CardRecord({}, None, None, (((2, parse_card("AH")),),)))
NAMED = {"dealer": 2, "maker": 3, "leader": 4}

SEATS = {
    "offender": (3,),
    "partner": (1,),
    "left-adversary": (4,),
    "right-adversary": (2,),
    "partners-right-adversary": (4,),
    "dealer": (1,),
    "eldest": (2,),
    "dealers-partner": (3,),
    "pone": (4,),
    "maker": (4,),
    "pitcher": (4,),
    "makers-partner": (2,),
    "second-hand": (3,),
    "third-hand": (4,),
    "fourth-hand": (1,),
    "offenders": (1, 3),
    "adversaries": (2, 4),
    "either-adversary": (2, 4),
    "both-partners": (1, 3),
    "offender-or-partner": (1, 3),
    "makers-side": (2, 4),
    "makers-adversaries": (1, 3),
    "dealers-side": (1, 3),
    "dealers-adversaries": (2, 4),
    "highest-bidder": (4,),
    "both-sides": (1, 2, 3, 4),
    "lawful-dealer": (2,),
    "tied-players": (),
    "all-players": (1, 2, 3, 4),
    "any-player": (1, 2, 3, 4),
    "players": (1, 2, 3, 4),
    "bystander": (),
    "trick-winner": (),
    "players-harmed": (),
}


def test_every_role_of_the_law_has_its_seats():
    assert {role: seats_of(role, PARTS) for role in ROLES} == SEATS
    assert [PARTS.seat(role) for role in ("offender", "offenders", "tied-players")] == [3, None, None]


def test_an_unknown_part_leaves_its_roles_without_a_seat():
    known = KnownSeats(FOUR, dealer=2)
    found = {role for role in ROLES if seats_of(role, known)}
    everybody = {"both-sides", "all-players", "any-player", "players"}
    assert (
        found
        == {"dealer", "eldest", "dealers-partner", "pone", "dealers-side", "dealers-adversaries"} | everybody
    )


def test_nobody_is_the_highest_bidder_where_nobody_bid():
    assert seats_of("highest-bidder", KnownSeats(FOUR, dealer=1, maker=1, nobody_bid=True)) == ()


def test_no_effect_names_a_side_that_is_not_tested_here():
    assert set(SIDE) == {role for role in SEATS if ROLES[role].side}
    for word in SIDE:
        assert PARTS.sides(word) == tuple(sorted({FOUR.side_of(seat) for seat in SEATS[word]})) != ()


def test_the_part_of_each_seat():
    parts = [part_of(seat, 3, FOUR) for seat in FOUR.seats()]
    assert parts == ["makers-partner", "adversary", "maker", "adversary"]
    assert contradiction(PARTS, {"offender": "maker"}) == "seat 3 was adversary on this deal, not maker."


def test_who_plays_alone_has_no_partner():
    assert [part_of(seat, 3, TableSeats(3, 3)) for seat in (1, 2, 3)] == ["adversary", "adversary", "maker"]


@cases(
    "deal, named, facts, parts",  # dealer, offender, maker, leader; whether nobody bid; whose deal; a side
    {
        "as named": (None, NAMED | {"lawful-dealer": 1}, {}, (2, None, 3, 4, False, 1)),
        "the deal before what was named": (LED_BY_TWO, NAMED, {}, (1, None, 1, 4)),
        "its cards tell who led": (LED_BY_TWO, {}, {}, (1, None, 1, 2)),
        "nobody bid": (DealRecord(1, 1), {}, {}, (1, None, 1, None, True)),
        "a misdeal has no maker": (DealRecord(1, misdeal="misdeal"), NAMED, {}, (1, None, 3, 4)),
        "the maker": (None, NAMED, {"offender": "maker"}, (2, 3, 3, 4)),
        "his partner": (None, NAMED, {"offender": "makers-partner"}, (2, 1, 3, 4)),
        "one of 2 and 4": (None, NAMED, {"offender": "adversary"}, (2, None, 3, 4, False, None, 4)),
        "an adversary, the maker unknown": (None, {"dealer": 2}, {"offender": "adversary"}, (2,)),
        "the third hand in error": (None, {"offender": 2}, {"hand": "third"}, (None, 2, None, 4)),
        "the fourth in a later trick": (LED_BY_TWO, {"offender": 3}, {"hand": "fourth"}, (1, 3, 1, 4)),
        "the dealer": (None, NAMED, {"whose": "dealers"}, (2, 2, 3, 4)),
    },
)
def test_seats_of_roles_come_from_the_deal_from_names_or_from_facts(deal, named, facts, parts):
    assert known_seats(deal, FOUR, named, facts) == KnownSeats(FOUR, *parts)


@pytest.mark.parametrize(("trick", "leader"), [(None, 2), (1, 2), (2, 4), (3, None)])
def test_the_leader_is_the_seat_that_led_to_the_trick_in_question(trick, leader):
    tricks = tuple(((seat, parse_card(code)),) for seat, code in ((2, "AH"), (4, "KH")))
    deal = DealRecord(1, 1, 9, cards=CardRecord({}, None, None, tricks))
    assert known_seats(deal, FOUR, {}, {}, trick).leader == leader

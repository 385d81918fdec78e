"""Possible totals of several deals, compared with deals scored one by one and with totals by hand."""

import pytest
from hypothesis import given, strategies as st

from laws.domain.errors import InvalidInput
from scoring.game.games import GAMES
from scoring.game.notation import parse_deal
from scoring.game.score import score
from scoring.game.totals import check_total, totals_of
from tests.game.tables import CHICAGO, CINCH, FOSTER, MODERN
from tests.refusals import refusing


@pytest.mark.parametrize(
    ("law_set", "deals", "points", "can_be"),
    [
        # Foster 1897, Cinch, Scoring: the difference scores; a failed bid goes to the adversaries.
        (FOSTER, 1, (14, 0), True),
        (FOSTER, 1, (4, 0), True),  # nine to five
        (FOSTER, 1, (3, 3), False),  # only one side scores
        (FOSTER, 1, (28, 0), True),  # fourteen bid, none taken
        (FOSTER, 1, (29, 0), False),
        (FOSTER, 4, (16, 0), True),
        (FOSTER, 4, (112, 0), True),
        (FOSTER, 4, (113, 0), False),
        (FOSTER, 4, (28, 85), False),  # one deal of 28 leaves three
        (FOSTER, 4, (-1, 5), False),  # nobody is set back
        # Chicago 1890, law 20 and the set-back: each scores what it made, a failed bid is taken off.
        (CHICAGO, 1, (9, 5), True),
        (CHICAGO, 1, (9, 4), False),
        (CHICAGO, 1, (-14, 14), True),
        (CHICAGO, 4, (36, 20), True),
        (CHICAGO, 4, (57, 0), False),
        (CHICAGO, 4, (-56, 56), True),
    ],
)
def test_totals_that_deals_can_give_are_accepted(law_set, deals, points, can_be):
    assert (tuple(points) in totals_of(law_set, CINCH, deals)) is can_be
    if can_be:
        check_total(points, deals, law_set, CINCH)
    else:
        with refusing("points"):
            check_total(points, deals, law_set, CINCH)


@pytest.mark.parametrize("points", [(0, 6), (8, 0)])
def test_no_bid_adds_to_a_total_of_a_game_without_bids(points):
    # Foster 1897, Seven-up: a side makes at most High, Low, Jack, Game and a gift on one deal.
    seven_up = GAMES["seven-up"]
    check_total((5, 0), 1, FOSTER, seven_up)
    with refusing("points"):
        check_total(points, 1, FOSTER, seven_up)


@pytest.mark.parametrize("points", [(-3, 7), (7, -3), (5, 1), (1, 5)])
def test_either_side_can_sell_the_trump(points):
    # Seven: four points and the price of a failed bid of three. Five: three points and a price of two.
    pitch = GAMES["pitch"]
    check_total(points, 1, MODERN.chosen_for("pitch", {"selling": "not-to-win"}), pitch)
    with refusing("points"):
        check_total(points, 1, MODERN, pitch)


def test_points_of_a_bid_are_accepted_if_discards_do_not_help_the_bid():
    # Chicago 1890, law 21: each side scores what it made. Fewer than the bid in tricks: the bid is lost.
    law_set = CHICAGO.chosen_for("cinch", {"discard_points_count_for_bid": False})
    check_total((9, 5), 1, law_set, CINCH)
    check_total((-8, 5), 1, law_set, CINCH)
    with refusing("points"):
        check_total((29, 0), 1, law_set, CINCH)


def test_the_price_of_the_trump_adds_to_the_points_and_a_failed_bid():
    # Four bid and none made: the seller has four points, the price of four and the bid of four.
    game = GAMES["auction-pitch-4"]
    law_set = FOSTER.chosen_for(game.slug, {"failed_rule": "adversaries-own-plus-bid"})
    check_total((12, 0, 0, 0), 1, law_set, game)
    with refusing("points"):
        check_total((13, 0, 0, 0), 1, law_set, game)


one_deal = st.tuples(st.integers(1, 14), st.integers(1, 4), st.integers(0, 14))


@given(deals=st.lists(one_deal, min_size=1, max_size=4), law_set=st.sampled_from([FOSTER, CHICAGO]))
def test_a_sum_of_scored_deals_is_a_possible_total(deals, law_set):
    totals = [0, 0]
    for bid, maker, ours in deals:
        sent = {"dealer": 1, "maker": maker, "bid": bid, "trump": "H", "points": [ours, 14 - ours]}
        scored = score(parse_deal(sent, CINCH, law_set), law_set, CINCH).scored.values
        totals = [total + each for total, each in zip(totals, scored, strict=True)]
    check_total(totals, len(deals), law_set, CINCH)


@pytest.mark.parametrize("points", [(), (1,), (1, 2, 3), ("9", 5), (True, False), (4.0, 0)])
def test_malformed_totals_are_refused_with_what_is_needed(points):
    with refusing("points", text="whole numbers from -112 to 112"):
        check_total(points, 4, FOSTER, CINCH)


@pytest.mark.parametrize(
    ("points", "deals", "reason"),
    [
        # Foster 1897: a deal brings at most twice fourteen.
        ((99, 3), 2, "99 is more than 2 deals can give. If a ruling did, give it as the reason."),
        ((3, 99), 1, "99 is more than 1 deal can give. If a ruling did, give it as the reason."),
        ((0, -99), 2, "-99 is less than 2 deals can give. If a ruling did, give it as the reason."),
        ((10**6, 0), 4, "1000000 is more than 4 deals can give. If a ruling did, give it as the reason."),
    ],
)
def test_a_number_that_no_deals_can_make_is_named(points, deals, reason):
    with pytest.raises(InvalidInput) as refused:
        check_total(points, deals, FOSTER, CINCH)
    assert refused.value.errors["points"] == [reason]


def test_if_a_table_may_stop_fewer_deals_are_enough():
    with refusing("points"):
        check_total((-14, 1), 2, CHICAGO, CINCH)
    # Fourteen were bid and thirteen taken, and the table stopped.
    check_total((-14, 1), 2, CHICAGO, CINCH, may_stop=True)


def test_with_three_sides_only_the_most_that_one_can_win_is_checked():
    game = GAMES["three-handed-cinch"]
    check_total((21, 18, 3), 3, CHICAGO, game)
    with refusing("points"):
        check_total((999, 0, 0), 3, CHICAGO, game)

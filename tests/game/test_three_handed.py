"""Cinch for three players without partners: scores, winners, dealers, and valid records.

Only the laws of Chicago 1890 describe a game for three. The other books use the figures of Chicago, marked
open.
"""

from itertools import permutations
from typing import Any

import pytest

from laws.domain.errors import InvalidInput
from laws.domain.lawset import LawSet
from scoring.game.notation import parse_deal
from scoring.game.score import Score
from scoring.game.state import game_state, next_game_dealer
from tests.game.tables import (
    BICYCLE,
    CHICAGO,
    FOSTER,
    MODERN,
    SIX_TRICKS_OF_THREE,
    THREE_HANDED_CINCH,
    cases,
    deal,
    reasons,
    refusals,
    score_of,
    tricks,
)
from tests.refusals import refusing

EVERY_POINT = ("high", "low", "jack", "game", "right-pedro", "left-pedro")


def of_three(written: dict[str, Any], laws: LawSet, before: tuple[int, ...] | None = None) -> Score:
    return score_of(written, laws, before, THREE_HANDED_CINCH)


def refused(written: dict[str, Any], laws: LawSet, before: tuple[int, ...] | None = None) -> InvalidInput:
    with pytest.raises(InvalidInput) as refusal:
        of_three(written, laws, before)
    return refusal.value


def won(*takers: Any) -> dict[str, Any]:
    return dict(zip(EVERY_POINT, takers, strict=True))


def penalized(points: list[int], bid: int, *penalties: dict[str, Any]) -> dict[str, Any]:
    return deal(points, bid=bid, penalties=list(penalties))


def revoke(seat: int) -> dict[str, Any]:
    return {"offence": "revoke", "seat": seat}


# The maker has high, jack, game and the right pedro: eight; seat 2 the low, seat 3 the left pedro.
EIGHT_ONE_FIVE = deal(bid=3, won=won(1, 2, 1, 1, 1, 3))


def moved(**penalty: Any) -> dict[str, Any]:
    return EIGHT_ONE_FIVE | {"penalties": [penalty]}


@cases(
    "laws, written, scored",
    {
        "Chicago 21, 22: made, and each scores his own": (CHICAGO, deal([7, 6, 1], bid=6), (7, 6, 1)),
        "Chicago 21: made exactly, by less than another took": (CHICAGO, deal([6, 7, 1], bid=6), (6, 7, 1)),
        "Chicago 21, 22: missed, set back the bid": (CHICAGO, deal([5, 6, 3], bid=8), (-8, 6, 3)),
        "Chicago 13, 24: a pedro was left in the pack": (CHICAGO, deal([6, 3, 0], bid=6), (6, 3, 0)),
        "Chicago 16: nobody bid, so the dealer bids one": (
            CHICAGO, deal([9, 0, 5], dealer=2, maker=2, bid=0), (9, -1, 5),
        ),
        "Chicago 24: a pedro thrown": (
            CHICAGO, deal(bid=7, won=won(1, 2, 3, 1, "discards", None)), (7, 1, 1),
        ),
        "Chicago 24: two": (
            CHICAGO, deal(bid=6, maker=2, won=won(1, 2, 3, 1, "discards", "discards")), (2, 11, 1),
        ),
        "Chicago 31: to the maker": (CHICAGO, penalized([2, 7, 5], 6, revoke(2)), (9, 0, 5)),
        "Chicago 31: of him alone": (CHICAGO, penalized([2, 7, 5], 6, revoke(3)), (7, 7, 0)),
        "Chicago 32: set back": (CHICAGO, penalized([7, 5, 2], 6, revoke(1)), (-6, 5, 2)),
        "by ruling: cannot score": (
            CHICAGO, penalized([7, 5, 2], 6, {"kind": "side-cannot-score", "side": 3}), (7, 5, 0),
        ),
        "by ruling: set back": (
            CHICAGO, penalized([7, 5, 2], 6, {"kind": "set-back", "seat": 2, "points": 5}), (7, -5, 2),
        ),
        "by ruling: the bid to both adversaries": (
            CHICAGO, penalized([7, 5, 2], 6, {"kind": "bid-to-adversaries"}), (7, 11, 8),
        ),
        "by ruling: a point of one": (
            CHICAGO, moved(kind="award-points", side=3, points=["right-pedro"]), (3, 1, 10),
        ),
        "by ruling: points of two players": (
            CHICAGO, moved(kind="award-points", side=3, points=["jack", "low"]), (7, 0, 7),
        ),
        "by ruling: dead points": (
            CHICAGO, moved(kind="points-dead", points=["left-pedro", "jack"]), (7, 1, 0),
        ),
        # Foster 1897, Irregularities in Playing: the side scores nothing, and the maker all it makes.
        "Foster: an adversary revokes, and the bid is waived": (
            FOSTER, penalized([6, 5, 3], 9, revoke(2)), (6, 0, 3),
        ),
        "Foster: the maker revokes and scores nothing": (
            FOSTER, penalized([7, 5, 2], 6, revoke(1)), (0, 5, 2),
        ),
        "Foster: both adversaries, and still waived": (
            FOSTER, penalized([6, 5, 3], 9, revoke(2), revoke(3)), (6, 0, 0),
        ),
        "Foster: the maker and an adversary": (
            FOSTER, penalized([7, 5, 2], 6, revoke(1), revoke(2)), (0, 0, 2),
        ),
        "Foster: everybody": (FOSTER, penalized([7, 5, 2], 6, revoke(1), revoke(2), revoke(3)), (0, 0, 0)),
    },
)  # fmt: skip
def test_what_a_deal_of_three_scores(laws, written, scored):
    assert of_three(written, laws).scored.values == scored


@pytest.mark.parametrize("laws", [FOSTER, MODERN, BICYCLE], ids=lambda laws: laws.slug)
def test_open_readings_of_the_other_books_are_explained(laws):
    assert {"made_rule", "game_score"} <= set(of_three(deal([7, 6, 1], bid=6), laws).open_readings)
    assert "failed_rule" in set(of_three(deal([5, 1, 3], bid=8), laws).open_readings)


def test_chicago_prints_what_decides():
    assert of_three(deal([7, 6, 1], bid=6), CHICAGO).open_readings == ()
    assert of_three(deal([5, 1, 3], bid=8), CHICAGO, (10, 10, 10)).open_readings == ()


@refusals(
    "written, before",
    [
        (deal([7, 7]), None, "points: a list of 3 numbers is needed, one for each player in order."),
        (deal([5, 5, 5]), None, "points: the points add up to 15, and a deal has 14."),
        (deal([3, 3, 3]), None, "points: no way of winning the points gives these figures."),
        (deal([7, -1, 1]), None, "points.1: the figure of seat 2 is a whole number from 0 to 14, not “-1”."),
        (deal([7, 6, 1], maker=4), None, "maker: a seat is a whole number from 1 to 3, not “4”."),
        (
            deal(won=won(4, 1, 1, 1, 1, 1)), None,
            'won.high: won by one player, from 1 to 3, or found among the discards ("discards"), not “4”.',
        ),
        (
            deal([7, 6, 1], bids=[[2, 0], [3, 0], [1, 1], [2, 0]]), None,
            "bids: give the bids of all 3 seats, 0 where one passed.",
        ),
        (deal([7, 6, 1]), (0, 42, 0), "before: the game is over: seat 2 already has 42, and 42 is game."),
        (
            deal(
                won=won(1, 1, 1, 3, 1, 1),
                penalties=[{"kind": "points-to-maker", "side": 3, "points": ["high"]}],
            ),
            None,
            "penalties.0.points: high was not taken by seat 3.",
        ),
        (
            deal([8, 1, 5], penalties=[{"kind": "award-points", "side": 3, "points": ["right-pedro"]}]), None,
            "won: say who won each point: bare totals do not tell who loses these.",
        ),
    ],
)  # fmt: skip
def test_impossible_deals_at_a_table_of_three(written, before, errors):
    assert reasons(refused(written, CHICAGO, before)) == errors


def test_a_trick_has_no_fourth_hand_to_claim_for():
    # Foster 1897, Cinch Laws: a trick is claimed where the fourth hand plays before the second.
    claimed = [{"offence": "trick-claimed", "side": 2, "points": ["jack"]}]
    with refusing("deal.penalties.0.offence"):
        of_three(deal([7, 6, 1], bid=6, penalties=claimed), FOSTER)


def test_counting_out_in_the_regular_order():
    # Chicago 1890, law 13. Six and two to go: seat 2 has low and game, which come before the pedros.
    counted = of_three(deal(bid=5, won=won(1, 2, 1, 2, 1, 3)), CHICAGO, (36, 40, 10))
    assert (counted.after.values, counted.winner, counted.counted_out) == ((43, 42, 15), 2, "game")
    bare = of_three(deal([7, 2, 5], bid=5), CHICAGO, (36, 40, 10))
    assert (bare.winner, bare.counted_out) == (2, None)


def test_bare_totals_do_not_tell_which_of_three_is_out_first():
    with refusing("deal.won", text="sides 1, 2 and 3 can each reach 42"):
        of_three(deal([6, 2, 6], bid=5), CHICAGO, (41, 41, 41))


@pytest.mark.parametrize("order", list(permutations((1, 2, 3))))
def test_the_first_of_the_order_wins_whoever_it_is(order):
    first, second, third = order
    found = of_three(deal(bid=1, won=won(first, second, third, 1, 1, 1)), CHICAGO, (41, 41, 41))
    assert (found.winner, found.counted_out) == (first, "high")


def test_the_losers_have_the_option_of_the_first_deal():
    # Chicago 1890, law 14, which does not say which of two losers.
    made = parse_deal(deal([0, 14, 0], dealer=3, maker=2, bid=14), THREE_HANDED_CINCH, CHICAGO)
    won_by_two = game_state([made] * 3, CHICAGO, THREE_HANDED_CINCH, 1)
    assert (won_by_two.winner, won_by_two.to_go.values) == (2, (42, 0, 42))
    following = next_game_dealer(won_by_two, CHICAGO)
    assert (following.allowed, following.default) == ((1, 3), 1)
    assert CHICAGO.for_game("three-handed-cinch").is_open("next_game_dealer")


def test_points_left_in_the_pack_and_in_the_discards_must_be_distinguished():
    written = deal(bid=3, trump="H", tricks=list(SIX_TRICKS_OF_THREE))
    assert reasons(refused(written | {"discards": {"2": ["TH", "5H"]}}, CHICAGO)) == {
        "discards: the five of diamonds (left pedro) is missing: say who discarded it, or that it was left "
        "in the pack."
    }
    found = of_three(written | {"discards": {"2": ["TH", "5H"]}, "stock": ["5D", "4H"]}, CHICAGO)
    # High, low and jack are won, the ten and the five come from the discards: 3 and 6; the pedro is dead.
    assert (found.points.values, found.dead) == ((9, 0, 0), 5)


def test_the_lowest_trump_out_is_low_though_the_deuce_lies_in_the_pack():
    # Chicago 1890, law 13: the smallest trump that is out.
    played_out = tricks("1: AH 3H 4H, 1: KH 6S 7S, 1: QS 8S KS, 3: JH TS JS, 3: TH 2C 3C, 3: 8H 4C 6C")
    written = deal(bid=2, trump="H", tricks=played_out, stock=["2H", "5H", "5D"])
    assert of_three(written, CHICAGO).won == won(1, 1, 3, 3, None, None)
    # Foster's Low is the deuce itself.
    assert of_three(written, FOSTER).won == won(1, None, 3, 3, None, None)

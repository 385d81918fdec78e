"""Who wins when both sides reach the game on one deal: by the order of the points, or by another rule."""

from itertools import product
from typing import Any

import pytest
from hypothesis import given, strategies as st

from laws.domain.errors import InvalidInput
from tests.game.tables import CHICAGO, FOSTER, cases, deal, refusal_of, score_of, texts, varied

WORTH = {"high": 1, "low": 1, "jack": 1, "game": 1, "right-pedro": 5, "left-pedro": 5}
MAKER_FIRST = CHICAGO.derive({"counting_out": "maker-first"})
DIVIDED = CHICAGO.derive({"counting_out": "divide-stake"})
NOT_NEEDED = FOSTER.derive({"made_rule": "each-side-own"})
BOTH_ADD = FOSTER.derive({"made_rule": "each-side-own", "tie_rule": "each-own"})


def won(*sides: int) -> dict[str, int]:
    """Return who won each point, in the counting order."""
    return dict(zip(WORTH, sides, strict=True))


@cases(
    "laws, before, sides, bid, winner, point",
    {
        "one side only is out": (CHICAGO, (39, 20), (1, 1, 1, 1, 2, 2), 4, 1, None),
        "High goes first": (CHICAGO, (41, 41), (1, 2, 1, 1, 2, 2), 3, 1, "high"),
        "a maker who failed goes backwards": (CHICAGO, (41, 35), (1, 2, 2, 2, 1, 2), 9, 2, None),
        "the maker first": (MAKER_FIRST, (35, 41), (1, 2, 2, 1, 1, 2), 7, 1, None),
        "the maker first, again": (MAKER_FIRST, (41, 38), (1, 1, 1, 2, 2, 2), 3, 1, None),
        "the stake divided": (DIVIDED, (41, 41), (1, 2, 1, 1, 2, 2), 3, (1, 2), None),
        "no rule needed, yet in order": (NOT_NEEDED, (50, 50), (2, 1, 1, 1, 2, 2), 3, 2, "high"),
    },
)
def test_who_is_out_first(laws, before, sides, bid, winner, point):
    # Chicago 1890, law 13: High, Low, Jack, Game, Pedro, Cinch.
    found = score_of(deal(won=won(*sides), bid=bid), laws, before)
    assert (found.winner, found.counted_out) == (winner, point)


def test_a_rule_that_nobody_needed_is_told_as_an_open_reading():
    found = score_of(deal(won=won(2, 1, 1, 1, 2, 2), bid=3), NOT_NEEDED, (50, 50))
    assert found.winner == 2
    assert "counting_order" in found.open_readings


@pytest.mark.parametrize(
    ("laws", "before", "sentence"),
    [
        (CHICAGO, (40, 30), "Side 1 has reached 42 and wins the game."),
        (
            CHICAGO,
            (41, 34),
            "Counted out in order, side 1 reaches 42 first, with the high, and wins the game.",
        ),
        (MAKER_FIRST, (41, 34), "Side 1 made its bid and goes out first: it wins the game."),
        (DIVIDED, (41, 34), "Side 1 and side 2 are out together and divide the stake."),
    ],
)
def test_the_end_of_the_game_in_words(laws, before, sentence):
    assert sentence in texts(score_of(deal(won=won(1, 2, 2, 2, 1, 2)), laws, before))


def test_bare_points_are_enough_where_every_way_gives_the_same_winner():
    # One to go against six: whoever takes three of them has one of the four ones, which all come first.
    found = score_of(deal([3, 11], bid=3), CHICAGO, (41, 36))
    assert (found.winner, found.counted_out) == (1, None)
    assert any("in whatever order the points were won" in text for text in texts(found))


def test_bare_points_are_not_enough_where_the_order_decides():
    refusal = refusal_of(deal([8, 6], bid=6), CHICAGO, (37, 37))
    assert refusal.errors == {
        "deal.won": [
            "sides 1 and 2 can each reach 42 on this deal; say who won each point, for they count out in the "
            "order high, low, jack, game, right pedro and left pedro."
        ]
    }
    assert refusal.law == CHICAGO.law("counting_order")


def plainly(sides: tuple[int, ...], before: tuple[int, int]) -> tuple[int | None, str | None]:
    """Count out by hand: point after point, whoever reaches forty-two, and with which point."""
    standing = list(before)
    for side, (name, worth) in zip(sides, WORTH.items(), strict=True):
        standing[side - 1] += worth
        if standing[side - 1] >= 42:
            return side, name
    return None, None


@given(points=st.integers(1, 14), first=st.integers(28, 41), second=st.integers(28, 41))
def test_bare_points_give_a_winner_exactly_where_every_way_does(points, first, second):
    ways = [
        sides
        for sides in product((1, 2), repeat=6)
        if sum(worth for side, worth in zip(sides, WORTH.values(), strict=True) if side == 1) == points
    ]
    winners = {plainly(sides, (first, second))[0] for sides in ways}
    written = deal([points, 14 - points], bid=1)
    if not ways:
        return
    try:
        found: object = score_of(written, CHICAGO, (first, second)).winner
    except InvalidInput as refusal:
        found = list(refusal.errors)
    assert found == (winners.pop() if len(winners) == 1 else ["deal.won"])


@given(sides=st.tuples(*[st.sampled_from([1, 2])] * 6), first=st.integers(28, 41), second=st.integers(28, 41))
def test_named_points_count_out_one_by_one(sides, first, second):
    written: dict[str, Any] = deal(won=won(*sides), bid=1, maker=sides[0])
    found = score_of(written, CHICAGO, (first, second))
    winner, point = plainly(sides, (first, second))
    assert found.winner == winner
    assert found.counted_out == (point if min(found.after.values) >= 42 else None)


def test_dead_points_are_tried_too():
    laws = varied("old-set-back", "blind-dealer-draw")
    found = score_of(deal([4, 5], bid=4), laws, (50, 46))
    assert (found.winner, found.dead) == (1, 5)
    assert refusal_of(deal([2, 7], bid=2), laws, (50, 50)).errors.keys() == {"deal.won"}

"""Who wins when both sides reach the game on one deal: by the order of the points, or by another rule."""

from dataclasses import replace
from itertools import product
from typing import Any

import pytest
from hypothesis import given, strategies as st

from laws.domain.errors import InvalidInput
from scoring.game.games import GAMES
from scoring.game.notation import parse_deal
from scoring.game.penalties import RuledEffect, ScoreUp
from scoring.game.score import score
from scoring.game.seating import PerSide
from tests.game.tables import CHICAGO, FOSTER, cases, deal, refusal_of, score_of, texts, varied
from tests.refusals import refusing

WORTH = {"high": 1, "low": 1, "jack": 1, "game": 1, "right-pedro": 5, "left-pedro": 5}
MAKER_FIRST = CHICAGO.derive({"counting_out": "maker-first"})
DIVIDED = CHICAGO.derive({"counting_out": "divide-stake"})
NOT_NEEDED = FOSTER.derive({"made_rule": "each-side-own"})


def won(*sides: int) -> dict[str, int]:
    """Return the taker of each point. ``sides`` has the takers in the counting order."""
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


def test_a_rule_that_nobody_needed_is_shown_as_an_open_reading():
    found = score_of(deal(won=won(2, 1, 1, 1, 2, 2), bid=3), NOT_NEEDED, (50, 50))
    assert found.winner == 2
    assert "counting_order" in found.open_readings


@pytest.mark.parametrize(
    ("laws", "before", "sentence"),
    [
        (CHICAGO, (40, 30), "Side 1 reached 42 and won the game."),
        (
            CHICAGO, (41, 34),
            "Counted out in order, side 1 reached 42 first, with the high, and won the game.",
        ),
        (MAKER_FIRST, (41, 34), "Side 1 made the bid and went out first, which wins the game."),
        (DIVIDED, (41, 34), "Side 1 and side 2 are out together and divide the stake."),
    ],
)  # fmt: skip
def test_the_end_of_the_game_in_words(laws, before, sentence):
    assert sentence in texts(score_of(deal(won=won(1, 2, 2, 2, 1, 2)), laws, before))


def test_totals_are_enough_if_every_outcome_gives_the_same_winner():
    # One to go against six: whoever takes three of them has one of the four ones, which all come first.
    found = score_of(deal([3, 11], bid=3), CHICAGO, (41, 36))
    assert (found.winner, found.counted_out) == (1, None)
    assert any("in whatever order the points were won" in text for text in texts(found))


def test_totals_are_not_enough_if_the_counting_order_decides():
    refusal = refusal_of(deal([8, 6], bid=6), CHICAGO, (37, 37))
    assert refusal.errors == {
        "deal.won": [
            "sides 1 and 2 can each reach 42 on this deal; say who won each point, for they count out in the "
            "order high, low, jack, game, right pedro and left pedro."
        ]
    }
    assert refusal.law == CHICAGO.law("counting_order")


def plainly(sides: tuple[int, ...], before: tuple[int, int]) -> tuple[int | None, str | None]:
    """Count the points one by one. Return the first side with forty-two, and its last point."""
    standing = list(before)
    for side, (name, worth) in zip(sides, WORTH.items(), strict=True):
        standing[side - 1] += worth
        if standing[side - 1] >= 42:
            return side, name
    return None, None


@given(points=st.integers(1, 14), first=st.integers(28, 41), second=st.integers(28, 41))
def test_totals_give_a_winner_exactly_if_every_outcome_gives_that_winner(points, first, second):
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


SOLD = {"dealer": 4, "maker": 2, "trump": "S"}
"""Seat 4 has dealt, and seat 1, the eldest hand, has sold the trump to seat 2."""


@cases(
    "game, before, bid, won, scores, point",
    {
        # Foster 1897, Auction Pitch, Bidding and Scoring: the counters for the sale are in the pool before
        # the play, so that seat 1 stands at five, and High and Low come before the Jack of seat 3.
        "auction pitch": (
            "auction-pitch-4", (3, 0, 6, 0), 2, {"high": 1, "low": 1, "jack": 3, "game": 2},
            (7, -2, 7, 0), "low",
        ),
        "smudge": (
            "smudge-4", (3, 0, 6, 0), 2, {"high": 1, "low": 1, "jack": 3, "game": 2}, (7, -2, 7, 0), "low",
        ),
        # Foster 1897, Pedro: fifty is game, and in all other respects it is Auction Pitch.
        "pedro": (
            "pedro-4", (44, 0, 48, 0), 4, {"high": 1, "low": 1, "jack": 3, "game": 3, "five": 2},
            (50, 5, 50, 0), "low",
        ),
        "pedro sancho": (
            "pedro-sancho-4", (39, 0, 48, 0), 9,
            {"high": 1, "low": 1, "jack": 3, "game": 3, "five": 4, "nine": 2}, (50, 9, 50, 5), "low",
        ),
        "dom pedro": (
            "dom-pedro-4", (28, 0, 48, 0), 20,
            {"high": 1, "low": 1, "jack": 3, "game": 3, "three": 4, "five": 2, "nine": 4, "snoozer": 2},
            (50, 20, 50, 12), "low",
        ),
    },
)  # fmt: skip
def test_what_was_paid_for_the_trump_is_scored_before_the_play(game, before, bid, won, scores, point):
    found = score_of({**SOLD, "bid": bid, "won": won}, FOSTER, before, GAMES[game])
    assert found.after.values == scores
    assert (found.winner, found.counted_out) == (1, point)


def test_the_order_is_asked_where_the_price_brings_the_seller_as_near_as_another():
    # Seat 1 stands at five with the price and needs two, seat 3 one: it turns on who has High and Low.
    written = {**SOLD, "bid": 2, "points": [2, 0, 2, 0]}
    with refusing("deal.won"):
        score_of(written, FOSTER, (3, 0, 6, 0), GAMES["auction-pitch-4"])


def test_a_club_may_count_the_price_after_the_points():
    laws = FOSTER.chosen_for("auction-pitch", {"price_scored": "end-of-deal"})
    written = {**SOLD, "bid": 2, "won": {"high": 1, "low": 1, "jack": 3, "game": 2}}
    found = score_of(written, laws, (3, 0, 6, 0), GAMES["auction-pitch-4"])
    assert (found.winner, found.counted_out) == (3, "jack")


LOOKED = "foster-1897/seven-up/looking-too-soon"
REVOKED = "foster-1897/seven-up/revoke-without-jack"


@cases(
    "law, before, won, winner, point",
    {
        # Foster 1897, Seven-up, Begging: side 2 has its point for the look before a card is played.
        "scored before the play": (LOOKED, (6, 5), {"high": 2, "low": 1, "jack": 1, "game": 1}, 2, "high"),
        "which may be the last that is needed": (
            LOOKED, (6, 6), {"high": 1, "low": 1, "jack": 1, "game": 1}, 2, None,
        ),
        "a Jack is turned before anybody can look": (
            LOOKED, (6, 6), {"turned-jack": 1, "high": 2, "low": 2, "game": 2}, 1, "turned-jack",
        ),
        # Foster 1897, Seven-up, Irregularities in Play: what a revoke costs is added when all is counted.
        "scored after the play": (REVOKED, (6, 5), {"high": 2, "low": 1, "jack": 1, "game": 1}, 1, "low"),
        "by a ruling without a law": ("", (6, 5), {"high": 2, "low": 1, "jack": 1, "game": 1}, 1, "low"),
    },
)  # fmt: skip
def test_a_ruling_adds_its_point_when_its_law_scores_it(law, before, won, winner, point):
    game = GAMES["seven-up"]
    played = parse_deal({"dealer": 1, "trump": "S", "won": won}, game, FOSTER)
    ruled = replace(played, ruled=(RuledEffect(ScoreUp(2, 1), law),))
    found = score(ruled, FOSTER, game, PerSide(before))
    assert (found.winner, found.counted_out) == (winner, point)

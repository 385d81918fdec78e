"""The score of a deal, rule by rule: first cases to which a rule does not apply, then cases where it does.

The figures are calculated by hand from the law named at each table. Side 1 is A and B (seats 1 and 3).
Penalties are in test_penalties.
"""

import pytest

from scoring.game.deal import CardRecord, DealRecord
from scoring.game.games import GAMES
from scoring.game.score import score
from scoring.game.seating import PerSide
from tests.game.tables import (
    BICYCLE,
    CHICAGO,
    CINCH,
    FOSTER,
    MODERN,
    cases,
    deal,
    refusal_of,
    score_of,
    texts,
    varied,
)
from tests.refusals import refusing

AT_LEAST_EIGHT = varied("at-least-eight")
BLIND = varied("blind-dealer-draw")
EIGHT_PLUS_BID = varied("at-least-eight", below_minimum_rule="adversaries-own-plus-bid")
EIGHT_SET_BACK = varied("at-least-eight", below_minimum_rule="set-back")
EIGHT_EACH_OWN = varied("at-least-eight", tie_rule="each-own")
WAIVED = [{"kind": "bid-waived"}]
TIE_EACH_OWN = varied(tie_rule="each-own")


@cases(
    "written, scored",
    {
        "made exactly: the difference counts, not the points": (deal([8, 6], bid=8), (2, 0)),
        "seven each and the bid made: nobody scores": (deal([7, 7], bid=7), (0, 0)),
        "made with the smaller share: the others the difference": (deal([6, 8], bid=6), (0, 2)),
        "all fourteen": (deal([14, 0], bid=14), (14, 0)),
        "failed: their own and the bid, twenty-eight at most": (deal([0, 14], bid=14), (0, 28)),
        "side 2 fails: side 1 scores its own and the bid": (deal([9, 5], maker=2, bid=6), (15, 0)),
        "nobody bid: the difference, with nothing to fail": (deal([9, 5], bid=0), (4, 0)),
        "nobody bid and the dealer's side took less": (deal([5, 9], bid=0), (0, 4)),
    },
)
def test_foster_scores_the_difference(written, scored):
    # Foster 1897, Cinch Laws, Scoring: the bid is compared before anything is deducted.
    assert score_of(written, FOSTER).scored.values == scored


@cases(
    "written, scored, bid, bid_made",
    {
        "made: each side all it made": (deal([8, 6], bid=8), (8, 6), 8, True),
        "seven each: both score seven": (deal([7, 7], bid=7), (7, 7), 7, True),
        "failed: set back the bid, nothing scored": (deal([7, 7], bid=8), (-8, 7), 8, False),
        "nobody bid: the dealer is forced to bid one": (deal([13, 1], bid=0), (13, 1), 1, True),
        "the forced bid of one can fail": (deal([0, 14], bid=0), (-1, 14), 1, False),
    },
)
def test_chicago_scores_each_its_own(written, scored, bid, bid_made):
    # Chicago 1890, laws 21 to 23.
    found = score_of(written, CHICAGO)
    assert (found.scored.values, found.bid, found.bid_made) == (scored, bid, bid_made)


@cases(
    "laws, written, scored, dead",
    {
        "nothing dead and made": (BICYCLE, deal([8, 6], bid=8), (2, 0), 0),
        "Bicycle: fourteen and the gap of three": (BICYCLE, deal([5, 8], bid=8), (0, 17), 1),
        "modern book: their eight and the bid": (MODERN, deal([5, 8], bid=8), (0, 16), 1),
        "blind draw: a pedro left in the pack is dead": (BLIND, deal([6, 3], bid=5), (3, 0), 5),
        "everything dead: nobody scores": (BICYCLE, deal([0, 0], bid=0), (0, 0), 14),
    },
)
def test_dead_points_score_differently_in_each_law_set(laws, written, scored, dead):
    # Foster 1897, Variations (blind draw); encyclopedia article, note 8, for Bicycle's fourteen and the gap.
    found = score_of(written, laws)
    assert (found.scored.values, found.dead) == (scored, dead)


@cases(
    "laws, written, scored",
    {
        "a failed bid stays a failed bid": (AT_LEAST_EIGHT, deal([7, 7], bid=8), (0, 15)),
        "below eight: their own and the bid": (EIGHT_PLUS_BID, deal([6, 8], bid=6), (0, 14)),
        "and a bid of one is a bid": (EIGHT_PLUS_BID, deal([6, 8], bid=1), (0, 9)),
        "or the maker is set back": (EIGHT_SET_BACK, deal([6, 8], bid=6), (-6, 8)),
        "revoked": (EIGHT_SET_BACK, deal([6, 8], penalties=[{"offence": "revoke", "seat": 1}]), (0, 8)),
        "a tie each its own lifts no minimum": (EIGHT_EACH_OWN, deal([7, 7], bid=7), (0, 7)),
        "a waived bid lifts the minimum": (AT_LEAST_EIGHT, deal([6, 8], bid=9, penalties=WAIVED), (6, 8)),
        "a tie by which each scores its own": (TIE_EACH_OWN, deal([7, 7], bid=7), (7, 7)),
    },
)
def test_the_minimum_and_ties(laws, written, scored):
    # Foster 1897, The Revoke; Variations, cut off where a bid of six makes six, hence three readings.
    assert score_of(written, laws).scored.values == scored


@cases(
    "laws, before, after, scored",
    {
        "above nothing nothing stops it": (CHICAGO, (20, 0), (12, 9), (-8, 9)),
        "and below nothing neither, by default": (CHICAGO, (3, 0), (-5, 9), (-8, 9)),
        "a floor at nothing": (CHICAGO.derive({"score_floor": 0}), (3, 0), (0, 9), (-3, 9)),
        "a floor below nothing": (CHICAGO.derive({"score_floor": -4}), (3, 0), (-4, 9), (-7, 9)),
        "a floor not reached": (CHICAGO.derive({"score_floor": -9}), (3, 0), (-5, 9), (-8, 9)),
        "already under the floor": (CHICAGO.derive({"score_floor": 0}), (-6, 0), (-6, 9), (0, 9)),
        "climbing out is free": (CHICAGO.derive({"score_floor": 0}), (0, -12), (0, -3), (0, 9)),
    },
)
def test_the_floor_of_the_score(laws, before, after, scored):
    found = score_of(deal([5, 9], bid=8), laws, before)
    assert (found.after.values, found.scored.values) == (after, scored)


@cases(
    "laws, written, next_dealer, new_deal",
    {
        "a deal played: to the left": (FOSTER, deal([8, 6], dealer=4), 1, False),
        "Foster: a misdeal passes it": (FOSTER, {"dealer": 2, "misdeal": "misdeal"}, 3, True),
        "Chicago 9: a misdeal does not": (CHICAGO, {"dealer": 2, "misdeal": "misdeal"}, 2, True),
        "a redeal never does": (FOSTER, {"dealer": 2, "misdeal": "redeal"}, 2, True),
    },
)
def test_who_deals_next(laws, written, next_dealer, new_deal):
    found = score_of(written, laws, (5, 6))
    assert (found.next_dealer, found.new_deal) == (next_dealer, new_deal)
    if new_deal:
        assert found.scored.values == (0, 0)
        assert found.after.values == (5, 6)
        assert len(texts(found)) == 1


def test_totals_that_no_six_points_give_are_refused():
    # Three, three and eight dead would need nine ones; a deal has four.
    reason = "no way of winning the points gives these figures."
    assert refusal_of(deal([3, 3], bid=3), BICYCLE).errors == {"deal.points": [reason]}


WON = {"high": 1, "low": 2, "jack": 1, "game": 1, "right-pedro": 2, "left-pedro": "discards"}
NO_HELP = varied(discard_points_count_for_bid=False)


@cases(
    "laws, bid, points, dead, bid_made, scored, sentence",
    {
        "Foster: the maker's, and they help the bid": (
            FOSTER, 8, (8, 6), 0, True, (2, 0), "The 5 points from the discards count for the bid."
        ),
        "or do not help it": (
            NO_HELP, 8, (8, 6), 0, False, (0, 14),
            "Points from the discards do not help to make a bid: side 1 took 3 without those 5.",
        ),
        "the modern book: dead": (
            MODERN, 3, (3, 6), 5, True, (0, 3),
            "The left pedro lay among the discards and counts for nobody.",
        ),
    },
)  # fmt: skip
def test_points_among_the_discards(laws, bid, points, dead, bid_made, scored, sentence):
    # Foster 1897, Cinch Laws, Scoring; Chicago 1890, law 24.
    found = score_of(deal(won=WON, bid=bid), laws)
    assert (found.points.values, found.dead, found.bid_made) == (points, dead, bid_made)
    assert found.scored.values == scored
    assert sentence in texts(found)


@cases(
    "made_up, field",
    {
        "fifteen points and more": (DealRecord(1, 1, 8, points=PerSide((9, 9))), "deal.points"),
        "one point of six": (DealRecord(1, 1, 8, won={"high": 1}), "deal.won"),
        "a point of another game": (DealRecord(1, 1, 8, won={**WON, "ace": 1}), "deal.won.ace"),
        "nothing taken": (DealRecord(1, 1, 8), "deal.points"),
        "cards nowhere": (DealRecord(1, 1, 8, "H", cards=CardRecord({}, None, None, ())), "deal.discards"),
    },
)
def test_a_deal_that_was_never_checked_is_refused_all_the_same(made_up, field):
    with refusing(field):
        score(made_up, FOSTER, CINCH)


def test_where_points_among_the_discards_do_not_help_the_bid_bare_totals_must_decide_it():
    assert score_of(deal([3, 11], bid=8), NO_HELP).scored.values == (0, 19)
    assert score_of(deal([9, 5], bid=0), NO_HELP).scored.values == (4, 0), "there is no bid to decide"
    refusal = refusal_of(deal([8, 6], bid=8), NO_HELP)
    assert refusal.errors == {
        "deal.won": [
            "say who won each point: points found among the discards do not help to make the bid here, "
            "and bare totals do not tell them apart."
        ]
    }
    assert refusal.law == NO_HELP.law("discard_points_count_for_bid")
    by_gap = varied(discard_points_count_for_bid=False, failed_rule="fourteen-plus-gap")
    assert list(refusal_of(deal([3, 11], bid=8), by_gap).errors) == ["deal.won"], "five or more are missing"
    assert score_of(deal([0, 14], bid=8), by_gap).scored.values == (0, 22)
    dead = varied(discard_points_count_for_bid=False, discard_points_to="dead", points_out_of_play="possible")
    assert score_of(deal([8, 6], bid=8), dead).scored.values == (2, 0), "no total includes dead points"


def test_the_explanation_has_each_step_with_its_law():
    found = score_of(deal([5, 9], bid=8), FOSTER, (12, 30))
    assert [(line.text, line.law) for line in found.explanation] == [
        ("Side 1 took 5 and side 2 9.", FOSTER.law("points")),
        ("Side 1 bid 8 and took 5: three short.", FOSTER.law("failed_rule")),
        ("Side 1 scored nothing; side 2 scored 9 and the 8 bid: 17.", FOSTER.law("failed_rule")),
        ("Side 1 then had 12 and side 2 47, of 51.", FOSTER.law("game_score")),
    ]
    assert all(line.law in FOSTER.laws for line in found.explanation)
    # Foster 1897, Bidding: the dealer bids nothing. The difference is a law of two sides.
    unbid = score_of(deal([7, 5, 2], bid=0), FOSTER, game=GAMES["three-handed-cinch"])
    assert "foster-1897/bidding/nobody-bids" in [line.law for line in unbid.explanation]
    assert "foster-1897/scoring/difference" not in [line.law for line in unbid.explanation]


@pytest.mark.parametrize(
    ("laws", "written", "sentence"),
    [
        (FOSTER, deal([9, 5], bid=8), "Side 1 took more and scored the difference: 9 less 5 is 4."),
        (FOSTER, deal([7, 7], bid=7), "Both took 7: nobody scored."),
        (CHICAGO, deal([7, 7], bid=7), "Both took 7, and each scored them."),
        (CHICAGO, deal([9, 5], bid=8), "Each scored what they made: side 1 scored 9 and side 2 5."),
        (CHICAGO, deal([5, 9], bid=8), "Side 1 scored nothing, and the 8 bid came off the score."),
        (CHICAGO, deal([5, 9], bid=8),
         "Nothing stops a score from falling below 0: the score of side 1 is \N{MINUS SIGN}8."),
        (CHICAGO, deal([5, 9], bid=0), "Nobody bid: the dealer, seat 1, was forced to bid 1."),
        (FOSTER, deal([5, 9], bid=0),
         "Nobody bid: the dealer, seat 1, named the trump, and there is no bid to fail."),
        (BICYCLE, deal([2, 11], bid=14), "Side 1 bid 14 and took 2: 12 short."),
        (BICYCLE, deal([2, 11], bid=4), "Side 1 scored nothing; side 2 scored 14 and the 2 missing: 16."),
        (BICYCLE, deal([2, 11], bid=4), "1 point was out of play and counts for nobody."),
        (BICYCLE, deal([2, 10], bid=4), "2 points were out of play and count for nobody."),
        (CHICAGO.derive({"score_floor": 0}), deal([5, 9], bid=8), "Side 1 cannot fall below 0."),
        (CHICAGO.derive({"score_floor": 0}), deal([9, 5], maker=2, bid=8), "Side 2 cannot fall below 0."),
        (AT_LEAST_EIGHT, deal([6, 8], bid=6),
         "Side 1 took 6, and fewer than 8 score nothing, whatever was bid."),
        (FOSTER, {"dealer": 4, "misdeal": "misdeal"},
         "Seat 4 misdealt: nothing is scored, and seat 1 deals."),
        (FOSTER, {"dealer": 4, "misdeal": "redeal"},
         "The cards are dealt again by seat 4: nothing is scored."),
    ],
)  # fmt: skip
def test_sentences(laws, written, sentence):
    assert sentence in texts(score_of(written, laws))


@cases(
    "laws, written, readings",
    {
        "Foster states all that an ordinary deal needs": (FOSTER, deal([9, 5], bid=8), ()),
        "Bicycle's game score was not seen": (BICYCLE, deal([9, 5], bid=8), ("game_score",)),
        "Chicago names no floor": (CHICAGO, deal([5, 9], bid=8), ("score_floor",)),
        "the sentence cut off": (AT_LEAST_EIGHT, deal([6, 8], bid=6), ("below_minimum_rule",)),
        "the modern book is silent on ties": (MODERN, deal([7, 7], bid=7), ("tie_rule",)),
    },
)
def test_open_readings_are_explained(laws, written, readings):
    assert score_of(written, laws).open_readings == readings


def test_a_game_that_is_over_takes_no_deal():
    refusal = refusal_of(deal([8, 6]), FOSTER, (51, 20))
    assert refusal.errors == {"before": ["the game is over: side 1 already has 51, and 51 is game."]}
    assert refusal.law == FOSTER.law("game_score")

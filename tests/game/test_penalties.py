"""The effects of offences and of ordered penalties on a deal under each law set, starting with the limits.

The figures are calculated by hand. A and B are side 1 (seats 1 and 3). A in seat 1 is the maker unless the
case names another maker.
"""

from dataclasses import replace
from typing import Any

import pytest

from laws.domain.errors import InvalidInput
from scoring.game.games import GAMES
from scoring.game.notation import parse_deal
from scoring.game.penalties import NewDeal, PointsDead, RuledEffect
from scoring.game.score import score
from tests.game.tables import (
    CHICAGO,
    CINCH,
    FOSTER,
    MODERN,
    cases,
    deal,
    lines,
    reasons,
    refusal_of,
    refusals,
    score_of,
    texts,
    tricks,
    varied,
)
from tests.refusals import refusing

ADDS_BID = varied(revoke_by_maker_adds_bid=True)
EACH_ALONE = varied(revoke_by_both="each-alone")
BY_SIDE = CHICAGO.derive({"revoke_scope": "side"})
NOT_FOR_BID = BY_SIDE.derive({"revoked_points_count_for_bid": False})
NOT_HIS_FOR_BID = CHICAGO.derive({"revoked_points_count_for_bid": False})
PARTNER_AS_MAKER = CHICAGO.derive({"revoke_by_makers_partner": "as-maker"})
NEITHER_IN_CHICAGO = CHICAGO.derive({"revoke_by_both": "neither-scores"})
NO_FOUL_HAND = varied(foul_hand="none")
WAIVED_BY_A_FOUL_HAND = varied(foul_hand_waives_bid=True)
SET_BACK_NINE = {"kind": "set-back", "seat": 1, "points": 9}


def revoke(*seats: int, **more: Any) -> list[dict[str, Any]]:
    return [{"offence": "revoke", "seat": seat, **more} for seat in seats]


@cases(
    "laws, points, bid, penalties, scored, bid_made",
    {
        "adversary, bid made: nothing deducted": (FOSTER, [8, 6], 6, revoke(2), (8, 0), True),
        "adversary, short: the bid is waived": (FOSTER, [8, 6], 9, revoke(4), (8, 0), None),
        "adversary, seven each: no tie any more": (FOSTER, [7, 7], 7, revoke(2), (7, 0), True),
        "maker, bid reached: the others their own": (FOSTER, [8, 6], 8, revoke(1), (0, 6), True),
        "maker's partner: as the maker": (FOSTER, [8, 6], 8, revoke(3), (0, 6), True),
        "maker, short: both laws apply": (FOSTER, [8, 6], 9, revoke(1), (0, 15), False),
        "the other reading adds the bid": (ADDS_BID, [8, 6], 8, revoke(1), (0, 14), True),
        "where there was a bid": (ADDS_BID, [8, 6], 0, revoke(1), (0, 6), None),
        "both sides: neither scores": (FOSTER, [8, 6], 8, revoke(1, 2), (0, 0), True),
        "both sides, bid short: neither": (FOSTER, [7, 7], 8, revoke(1, 2), (0, 0), False),
        "each alone: the bid is waived": (EACH_ALONE, [7, 7], 8, revoke(1, 2), (0, 0), None),
        "two revokes of one side are one": (FOSTER, [8, 6], 6, revoke(2, 4), (8, 0), True),
    },
)
def test_a_revoke_under_foster(laws, points, bid, penalties, scored, bid_made):
    # Foster 1897, Irregularities in Playing; Cinch Laws, The Revoke; Scoring.
    found = score_of(deal(points, bid=bid, penalties=penalties), laws)
    assert (found.scored.values, found.bid_made, found.points.values) == (scored, bid_made, tuple(points))


@cases(
    "laws, points, bid, penalties, scored, counted",
    {
        "maker: set back though he made it": (CHICAGO, [8, 6], 8, revoke(1), (-8, 6), (8, 6)),
        "maker, short: set back once": (CHICAGO, [5, 9], 8, revoke(1), (-8, 9), (5, 9)),
        "his partner: by the letter, nothing": (CHICAGO, [8, 6], 8, revoke(3), (8, 6), (8, 6)),
        "or as the maker": (PARTNER_AS_MAKER, [8, 6], 8, revoke(3), (-8, 6), (8, 6)),
        "adversary: the points of his tricks": (
            CHICAGO, [8, 6], 8, revoke(2, points=["jack"]), (9, 5), (9, 5),
        ),
        "they help to make the bid": (CHICAGO, [7, 7], 8, revoke(2, points=["jack"]), (8, 6), (8, 6)),
        "or do not reach it": (CHICAGO, [5, 9], 8, revoke(2, points=["jack"]), (-8, 8), (6, 8)),
        "or are not to help": (NOT_HIS_FOR_BID, [7, 7], 8, revoke(2, points=["jack"]), (-8, 6), (8, 6)),
        "he may have taken none": (CHICAGO, [8, 6], 8, revoke(2, points=[]), (8, 6), (8, 6)),
        "whose side took none needs no naming": (CHICAGO, [14, 0], 8, revoke(2), (14, 0), (14, 0)),
        "both: the maker's set-back, and his tricks": (
            CHICAGO, [5, 9], 8, [*revoke(1), *revoke(4, points=["right-pedro"])], (-8, 4), (10, 4),
        ),
        "or the side's points move": (BY_SIDE, [8, 6], 8, revoke(2), (14, 0), (14, 0)),
        "and help to make the bid": (BY_SIDE, [5, 9], 8, revoke(2), (14, 0), (14, 0)),
        "or do not help": (NOT_FOR_BID, [5, 9], 8, revoke(2), (-8, 0), (14, 0)),
        "even of two who revoke": (NOT_FOR_BID, [5, 9], 8, revoke(2, 4), (-8, 0), (14, 0)),
        "where he has it without them": (NOT_FOR_BID, [8, 6], 8, revoke(2), (14, 0), (14, 0)),
        "of two set-backs the larger": (CHICAGO, [8, 6], 8, [SET_BACK_NINE, *revoke(1)], (-9, 6), (8, 6)),
        "both: each revoke by itself": (BY_SIDE, [5, 9], 8, revoke(1, 2), (-8, 0), (14, 0)),
        "or neither scores": (NEITHER_IN_CHICAGO, [5, 9], 8, revoke(1, 2), (-8, 0), (5, 9)),
    },
)  # fmt: skip
def test_a_revoke_under_chicago(laws, points, bid, penalties, scored, counted):
    # Chicago 1890, law 31.
    found = score_of(deal(points, bid=bid, penalties=penalties), laws)
    assert (found.scored.values, found.points.values) == (scored, counted)


def test_a_players_own_tricks_are_known_from_the_cards():
    # Seat 2 takes the high and nothing else; seat 4 of the same side the left pedro and the jack.
    played = tricks(
        "1: KH AH 3H 4H, 2: 2S 3S AS 4S, 4: QH 5D 6H 7H, 4: JH 8H 6S 7S, 4: 2C TH 8S 9S, 1: 5H TS 2H 3C"
    )
    written = deal(dealer=4, maker=1, bid=7, trump="H", tricks=played)
    assert score_of(written, CHICAGO).points.values == (7, 7)
    found = score_of(written | {"penalties": revoke(2)}, CHICAGO)
    assert found.points.values == (8, 6)
    assert "Seat 2 revoked: the high taken by side 2 goes to side 1." in texts(found)
    assert found.won == score_of(written, CHICAGO).won
    for before in (revoke(2), [{"kind": "award-points", "side": 1, "points": ["high"]}]):
        found = score_of(written | {"penalties": [*before, *revoke(2)]}, CHICAGO)
        assert found.points.values == (8, 6), "the high cannot be lost again"
    dead = [{"kind": "points-dead", "points": ["high"]}, *revoke(2)]
    assert score_of(written | {"penalties": dead}, CHICAGO).points.values == (7, 6)
    by_seat_one = {"kind": "points-to-maker", "seat": 1, "points": ["jack"]}
    assert score_of(deal([8, 6], maker=2, penalties=[by_seat_one]), CHICAGO).points.values == (7, 7)


@cases(
    "laws, penalty, scored, next_dealer",
    {
        "Foster, adversary: the bid is not waived but was made": (FOSTER, 2, (6, 0), 2),
        "Foster, maker's side": (FOSTER, 3, (0, 8), 2),
        "Chicago 11: a misdeal, and the same dealer": (CHICAGO, 2, (0, 0), 1),
        "Chicago 11: the dealer's hand is put right": (CHICAGO, 1, (6, 8), 2),
        "a club without a penalty": (NO_FOUL_HAND, 2, (0, 2), 2),
    },
)
def test_a_foul_hand(laws, penalty, scored, next_dealer):
    found = score_of(deal([6, 8], bid=6, penalties=[{"offence": "foul-hand", "seat": penalty}]), laws)
    assert (found.scored.values, found.next_dealer) == (scored, next_dealer)


@pytest.mark.parametrize(
    ("laws", "points", "penalties", "sentence"),
    [
        (ADDS_BID, [8, 6], revoke(1), "The revoke costs the bid as well: side 2 added 8."),
        (FOSTER, [8, 6], revoke(1, 2), "Both revoked: neither scored, and the bid is not waived."),
        (EACH_ALONE, [8, 6], revoke(1, 2), "Both revoked: each revoke is dealt with by itself."),
        (FOSTER, [7, 7], revoke(2), "The bid is waived: side 1 scored as if it had been made."),
        (FOSTER, [7, 7], revoke(2), "Side 1 scored all that was made, 7, with nothing deducted."),
        (CHICAGO, [7, 7], revoke(1), "Seat 1 revoked: the score of side 1 went back by 8."),
        (CHICAGO, [7, 7], revoke(3), "Seat 3 revoked: the points counted for side 1 already."),
        (BY_SIDE, [7, 7], revoke(2), "The revoke costs the points in all tricks of side 2."),
        (BY_SIDE, [7, 7], revoke(2), "Seat 2 revoked: 7 points taken by side 2 go to side 1."),
        (BY_SIDE, [7, 7], revoke(2), "The 7 points given for the revoke count for the bid."),
        (CHICAGO, [7, 7], revoke(2, points=["jack"]),
         "The revoke costs the points in tricks won by seat 2 alone."),
        (NOT_FOR_BID, [7, 7], revoke(2),
         "Points given for a revoke do not help to make a bid: side 1 took 7 without those 7."),
        (FOSTER, [7, 7], [{"kind": "side-cannot-score", "side": 2}],
         "By ruling: side 2 scored nothing on this deal."),
        (FOSTER, [7, 7], [{"kind": "award-points", "side": 2, "points": ["low", "game"]}],
         "By ruling: the low and game count for side 2."),
    ],
)  # fmt: skip
def test_penalties_in_words(laws, points, penalties, sentence):
    assert sentence in texts(score_of(deal(points, bid=8, penalties=penalties), laws))


@cases(
    "laws, points, seat, scored, bid_made",
    {
        "read of the deduction alone: a missed bid stays missed": (FOSTER, [8, 6], 2, (0, 0), False),
        "read of the bid too: they score the eight they made": (
            WAIVED_BY_A_FOUL_HAND, [8, 6], 2, (8, 0), None,
        ),
        "the same where the bid was made": (WAIVED_BY_A_FOUL_HAND, [9, 5], 4, (9, 0), True),
        "the maker's own foul hand waives nothing": (WAIVED_BY_A_FOUL_HAND, [8, 6], 3, (0, 15), False),
    },
)  # fmt: skip
def test_an_adversarys_foul_hand_and_a_bid_of_nine(laws, points, seat, scored, bid_made):
    # Foster 1897, Scoring: there is nothing to deduct, and the other side scores all it makes.
    found = score_of(deal(points, bid=9, penalties=[{"offence": "foul-hand", "seat": seat}]), laws)
    assert (found.scored.values, found.bid_made) == (scored, bid_made)


def test_a_foul_hand_with_a_missed_bid_in_words():
    found = score_of(deal([6, 8], bid=9, penalties=[{"offence": "foul-hand", "seat": 2}]), FOSTER)
    assert lines(found)[1:4] == [
        ("Seat 2 played with too many cards: side 2 scored nothing on this deal.", FOSTER.law("foul_hand")),
        ("Side 1 bid 9 and took 6: three short.", FOSTER.law("failed_rule")),
        ("Side 1 scored nothing; side 2 would score, but cannot on this deal.", FOSTER.law("failed_rule")),
    ]


def test_a_revoke_by_the_maker_is_explained_step_by_step():
    assert lines(score_of(deal([8, 6], bid=8, penalties=revoke(1)), FOSTER))[1:5] == [
        ("Seat 1 revoked: side 1 scored nothing on this deal.", FOSTER.law("revoke_by_maker")),
        ("Side 1 bid 8 and took 8: made.", FOSTER.law("made_rule")),
        ("Side 2 scored all that was made, 6, with nothing deducted.", FOSTER.law("made_rule")),
        (
            "The points taken reach the bid, so the bid is not added for the revoke.",
            FOSTER.law("revoke_by_maker_adds_bid"),
        ),
    ]


def test_foul_hands_of_both_sides_leave_nobody_to_score():
    both = [{"offence": "foul-hand", "seat": seat} for seat in (2, 3)]
    found = score_of(deal([9, 5], bid=8, penalties=both), FOSTER)
    assert found.scored.values == (0, 0)
    assert ("Nobody can score on this deal.", FOSTER.law("made_rule")) in lines(found)


def test_a_foul_hand_that_voids_the_deal_needs_no_points():
    passing = CHICAGO.derive({"misdeal_effect": "pass-left"})
    found = score_of(deal(bid=9, penalties=[{"offence": "foul-hand", "seat": 2}]), passing)
    assert (found.new_deal, found.next_dealer, found.points.values) == (True, 2, (0, 0))
    assert texts(found) == [
        "Seat 2 played with too many cards: the deal is void, nothing is scored, and seat 2 deals."
    ]


WON = {"high": 1, "low": 2, "jack": 1, "game": 1, "right-pedro": 2, "left-pedro": "discards"}


@cases(
    "written, counted, scored",
    {
        "from the totals": (deal([9, 5], bid=8), (4, 10), (0, 18)),
        "from the named points": (deal(bid=8, won=WON | {"left-pedro": 1}), (3, 11), (0, 19)),
        "what is theirs stays theirs": (deal(bid=3, won=WON | {"left-pedro": 2}), (3, 11), (0, 8)),
    },
)
def test_a_claimed_trick_moves_its_points(written, counted, scored):
    # Foster 1897, Cinch Laws, Playing Out of Turn.
    claim = [{"offence": "trick-claimed", "side": 2, "points": ["left-pedro"]}]
    found = score_of(written | {"penalties": claim}, FOSTER)
    assert (found.points.values, found.scored.values) == (counted, scored)


def test_where_no_trick_can_be_claimed_nothing_moves():
    claim = [{"offence": "trick-claimed", "side": 2, "points": ["left-pedro"]}]
    found = score_of(deal([9, 5], bid=8, penalties=claim), CHICAGO)
    assert found.points.values == (9, 5)
    assert "The trick is claimed by side 2: no penalty." in texts(found)
    assert "trick_claim" in found.open_readings


@cases(
    "laws, penalty, scored",
    {
        "none": (FOSTER, {"kind": "no-penalty"}, (0, 15)),
        "the maker's side": (FOSTER, {"kind": "side-cannot-score", "side": 1}, (0, 15)),
        "the adversaries, bid failed": (FOSTER, {"kind": "side-cannot-score", "side": 2}, (0, 0)),
        "the bid waived: seven each, a tie": (FOSTER, {"kind": "bid-waived"}, (0, 0)),
        "an adversary set back the bid": (FOSTER, {"kind": "set-back", "seat": 2}, (0, -8)),
        "or a number": (CHICAGO, {"kind": "set-back", "seat": 4, "points": 3}, (-8, -3)),
        "the larger counts": (CHICAGO, {"kind": "set-back", "seat": 1, "points": 3}, (-8, 7)),
        "a side's points": (CHICAGO, {"kind": "points-to-maker", "side": 2}, (14, 0)),
        "named ones": (CHICAGO, {"kind": "points-to-maker", "seat": 2, "points": ["jack"]}, (8, 6)),
        "an award": (CHICAGO, {"kind": "award-points", "side": 1, "points": ["high"]}, (8, 6)),
        "a point more": (CHICAGO, {"kind": "score-up", "side": 2, "points": 1}, (-8, 8)),
        "two points less": (FOSTER, {"kind": "score-down", "side": 1, "points": 2}, (-2, 15)),
        "a bid that they score anyway": (FOSTER, {"kind": "bid-to-adversaries"}, (0, 15)),
    },
)
def test_bare_effects(laws, penalty, scored):
    found = score_of(deal([7, 7], bid=8, penalties=[penalty]), laws)
    assert found.scored.values == scored
    assert all(line.law for line in found.explanation)


def test_a_bid_that_was_made_is_scored_by_the_adversaries_where_a_ruling_gives_it_to_them():
    """Nine made of a bid of six: the maker's side scores nothing, the adversaries five and the six."""
    orders = [{"kind": "side-cannot-score", "side": 1}, {"kind": "bid-to-adversaries"}]
    found = score_of(deal([9, 5], bid=6, penalties=orders), FOSTER)
    assert found.scored.values == (0, 11)
    assert "The bid was added: side 2 scored 6 more." in texts(found)
    assert "revoke_by_maker_adds_bid" not in found.open_readings
    assert score_of(deal([9, 5], bid=6, penalties=orders[:1]), FOSTER).scored.values == (0, 5)


def test_points_that_a_ruling_leaves_to_nobody_are_dead():
    """Eight of which the Jack is one: seven are left, and the bid of eight is missed."""
    won = {"high": 1, "low": 1, "jack": 1, "game": 2, "right-pedro": 1, "left-pedro": 2}
    found = score_of(deal(won=won, bid=8, penalties=[{"kind": "points-dead", "points": ["jack"]}]), FOSTER)
    assert (found.points.values, found.dead, found.bid_made) == ((7, 6), 1, False)
    assert "By ruling: nobody counts the jack." in texts(found)


def test_a_side_that_cannot_win_on_this_deal_stops_one_short():
    """Foster 1897, Seven-up: a side that revoked cannot go out on that deal."""
    order = {"kind": "stops-short", "side": 1}
    found = score_of(deal([14, 0], bid=6, penalties=[order]), FOSTER, (45, 3))
    assert (found.after.values, found.scored.values, found.winner) == ((50, 3), (5, 0), None)
    other = score_of(deal([14, 0], bid=6, penalties=[order | {"side": 2}]), FOSTER, (45, 3))
    assert (other.after.values, other.winner) == ((59, 3), 1)


@pytest.mark.parametrize(("dealer", "following"), [("same", 1), ("next", 2)])
def test_a_new_deal_voids_this_one(dealer, following):
    found = score_of(deal([7, 7], bid=8, penalties=[{"kind": "new-deal", "dealer": dealer}]), FOSTER, (3, 4))
    assert (found.new_deal, found.next_dealer, found.after.values) == (True, following, (3, 4))


def test_moved_points_count_out_for_their_new_side():
    # Chicago: 2 to go on both sides; the right pedro, moved to the maker, comes before the left.
    won = {"high": 2, "low": 2, "jack": 2, "game": 2, "right-pedro": 2, "left-pedro": 1}
    written = deal(won=won, bid=5, penalties=[{"kind": "award-points", "side": 1, "points": ["high", "low"]}])
    found = score_of(written, CHICAGO, (40, 40))
    assert (found.winner, found.counted_out) == (1, "low")


@refusals(
    "laws, written",
    [
        (
            FOSTER, deal([4, 10], penalties=[{"kind": "award-points", "side": 2, "points": ["left-pedro"]}]),
            "penalties.0.points: side 1 took only 4, so 5 cannot be lost.",
        ),
        (
            FOSTER,
            deal(
                won=WON, bid=8, penalties=[{"offence": "trick-claimed", "side": 2, "points": ["left-pedro"]}]
            ),
            "penalties.0.points: left pedro was in no trick, so it cannot be claimed.",
        ),
        (
            FOSTER, deal(won=WON, penalties=[{"kind": "points-dead", "points": ["jack"]}] * 2),
            "penalties.1.points: jack counts for nobody already.",
        ),
        (
            CHICAGO,
            deal([8, 6], penalties=revoke(2)),
            "penalties.0.points: name the points in the tricks that seat 2 won, or say that there were none: "
            "only those go to the maker.",
        ),
        (
            CHICAGO, deal(won=WON, bid=8, penalties=revoke(2, points=["high"])),
            "penalties.0.points: high was not taken by side 2.",
        ),
    ],
)  # fmt: skip
def test_impossible_penalties_are_refused(laws, written, errors):
    assert reasons(refusal_of(written, laws)) == errors


ELSEWHERE = [
    pytest.param(laws, game, id=f"{laws.slug} {game.key}")
    for game in GAMES.values()
    for laws in (FOSTER, CHICAGO, MODERN)
    if game.slug in laws.games and "inch" not in game.slug and game.slug != "sixty-three"
]
"""The games whose own laws rule on offences: no sentence of the Cinch laws is theirs."""


@pytest.mark.parametrize(("laws", "game"), ELSEWHERE)
@pytest.mark.parametrize("offence", ["revoke", "foul-hand", "trick-claimed"])
def test_an_offence_of_cinch_is_refused_in_a_game_with_laws_of_its_own(laws, game, offence):
    bid = {"maker": 2, "bid": 1} if game.has_bidding else {}
    written = {"dealer": 1, "trump": "S", "points": [1] + [0] * (game.seating.side_count - 1), **bid}
    written["penalties"] = [{"offence": offence, "seat": 2}]
    with pytest.raises(InvalidInput) as refusal:
        parse_deal(written, game, laws)
    assert refusal.value.errors["deal.penalties.0.offence"] == [
        f"no offence is entered with a deal of {game.title}: its own laws decide, in a dispute."
    ]


@cases(
    "penalty, field",
    {
        "a bid that nobody made cannot be waived": ({"kind": "bid-waived"}, "kind"),
        "nor go to anybody": ({"kind": "bid-to-adversaries"}, "kind"),
        "there is no maker to give points to": ({"kind": "points-to-maker", "side": 1}, "kind"),
        "nor a bid to be set back by": ({"kind": "set-back", "seat": 2}, "points"),
    },
)
def test_effects_on_a_bid_are_refused_in_games_without_bids(penalty, field):
    written = {"dealer": 1, "trump": "S", "points": [3, 1], "penalties": [penalty]}
    with refusing(f"deal.penalties.0.{field}"):
        parse_deal(written, GAMES["blind-all-fours"], FOSTER)


# Rulings on a deal: trumps among the discards count once or not at all, and a misdeal is dealt again.


@pytest.mark.parametrize(
    ("counts_for_bid", "in_tricks", "bid", "scored"),
    [
        # The left pedro among the discards, the maker's (Foster 1897, Cinch Laws, Scoring), is ruled dead.
        # Eight in tricks make eight, the pedro helping or not: the difference to one is seven.
        (False, 8, 8, (7, 0)),
        (True, 8, 8, (7, 0)),
        # Three in tricks are short of eight, and dead points help nobody: six to the others, and the bid.
        (False, 3, 8, (0, 14)),
        (True, 3, 8, (0, 14)),
    ],
)
def test_points_of_the_discards_that_are_ruled_dead_are_taken_from_the_maker_once(
    counts_for_bid, in_tricks, bid, scored
):
    mine = {"high", "low", "jack"} | ({"right-pedro"} if in_tricks == 8 else set())
    names = ("high", "low", "jack", "game", "right-pedro")
    won = {name: 1 if name in mine else 2 for name in names} | {"left-pedro": "discards"}
    buried = RuledEffect(PointsDead(("left-pedro",)))
    laws = varied(discard_points_count_for_bid=counts_for_bid)
    played = parse_deal(deal(won=won, bid=bid), CINCH, laws)
    found = score(replace(played, ruled=(buried,)), laws, CINCH)
    assert (found.points.values, found.dead) == ((in_tricks, 14 - 5 - in_tricks), 5)
    assert found.scored.values == scored


def test_a_ruling_says_who_deals_after_a_misdeal():
    # Foster 1897, Cinch Laws, Misdealing: the deal is lost, unless it was ruled otherwise.
    misdealt = parse_deal({"dealer": 2, "misdeal": "misdeal"}, CINCH, FOSTER)
    assert score(misdealt, FOSTER, CINCH).next_dealer == 3
    again = replace(misdealt, ruled=(RuledEffect(NewDeal("same")),))
    assert score(again, FOSTER, CINCH).next_dealer == 2

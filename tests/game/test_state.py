"""The state of a game: running scores, who won and when, who deals next; and tables of other sizes."""

from dataclasses import replace
from typing import Any

import pytest

from laws.domain.errors import InvalidInput
from laws.domain.lawset import LawSet
from scoring.game.games import GAMES
from scoring.game.notation import parse_deal
from scoring.game.state import GameState, game_state, next_game_dealer
from tests.game.tables import CHICAGO, CINCH, FOSTER, cases, deal, score_of, texts
from tests.game.test_family import unbid
from tests.refusals import refusing

FOUR = dict.fromkeys(("high", "low", "jack", "game"), 1)
THREE = {name: side for name, side in FOUR.items() if name != "jack"}
WHOLE = {**FOUR, "right-pedro": 1, "left-pedro": 1}
THREE_ALONE = replace(CINCH, players=3, forms=((3, 3),))


def played(laws: LawSet, *deals: dict[str, Any], first_dealer: int = 1, edited: int = 0) -> GameState:
    parsed = [parse_deal(deal, CINCH, laws) for deal in deals]
    return game_state(parsed, laws, CINCH, first_dealer, edited=edited)


def test_a_game_without_deals_has_the_starting_score():
    empty = played(FOSTER, first_dealer=3)
    assert (empty.score.values, empty.to_go.values) == ((0, 0), (51, 51))
    assert (empty.winner, empty.won_at, empty.over, empty.next_dealer) == (None, None, False, 3)


def test_the_running_score_adds_up_deal_by_deal():
    found = played(CHICAGO, deal([8, 6], bid=8), deal([5, 9], dealer=2, maker=1, bid=8), deal([7, 7], bid=5))
    assert [entry.score.after.values for entry in found.entries] == [(8, 6), (0, 15), (7, 22)]
    assert [entry.score.before.values for entry in found.entries] == [(0, 0), (8, 6), (0, 15)]
    assert (found.to_go.values, found.over) == ((35, 20), False)


def test_a_negative_score_needs_more_points():
    assert played(CHICAGO, deal([5, 9], bid=8)).to_go.values == (50, 33)


def test_a_game_won_stays_won_and_later_deals_do_not_count():
    fourteen = deal([14, 0], bid=14)
    found = played(
        FOSTER, *[fourteen] * 4, deal([0, 14], maker=2, bid=14, dealer=4), {"dealer": 1, "misdeal": "misdeal"}
    )
    assert (found.winner, found.won_at, found.over) == (1, 4, True)
    assert [entry.counted for entry in found.entries] == [True, True, True, True, False, False]
    assert (found.score.values, found.to_go.values) == ((56, 0), (0, 51))
    after = found.entries[4].score
    assert (after.points.values, after.scored.values, after.winner) == ((0, 14), (0, 0), None)
    assert (after.before.values, after.after.values, after.new_deal) == ((56, 0), (56, 0), False)
    assert texts(after)[-1] == "The game had been won before this deal: it does not count."
    assert found.entries[5].score.new_deal
    assert found.next_dealer == 2


def test_a_new_game_ordered_after_the_game_was_won_changes_no_score():
    fourteen = deal([14, 0], bid=14)
    found = played(FOSTER, *[fourteen] * 4, fourteen | {"penalties": [{"kind": "new-game"}]})
    assert (found.score.values, found.to_go.values, found.winner) == ((56, 0), (0, 51), 1)
    assert found.entries[4].score.after.values == (56, 0)


def test_a_gift_after_the_game_was_won_is_not_refused():
    game, later = GAMES["seven-up"], {**dict.fromkeys(FOUR, 2), "gift": 1}
    written = [unbid(won=FOUR), unbid(won=FOUR), unbid(won=later, dealer=4)]
    found = game_state([parse_deal(each, game, FOSTER) for each in written], FOSTER, game, 1)
    assert (found.score.values, found.winner, found.won_at) == ((8, 0), 1, 2)


@pytest.mark.parametrize(("edited", "field"), [(0, "deals.6.won"), (7, "deals.6.won"), (6, "deal.won")])
def test_a_deal_that_cannot_be_scored_is_named(edited, field):
    nearly = [deal([7, 7], bid=7)] * 5
    with refusing(field, law=CHICAGO.law("counting_order")):
        played(CHICAGO, *nearly, deal([7, 7], bid=6), deal([8, 6], bid=6), edited=edited)


WON_BY_TWO = played(CHICAGO, *[deal([0, 14], maker=2, bid=14, dealer=3)] * 3)
NEW_CUT = FOSTER.derive({"next_game_dealer": "new-cut"})
LEFT = "The deal passes on to the left: seat {}."
LOSERS = "The losers have the option of the first deal: seat {}, unless they choose otherwise."


@cases(
    "laws, found, allowed, default, text",
    {
        "by rotation": (FOSTER, WON_BY_TWO, (4,), 4, LEFT.format(4)),
        "Chicago 14: the losers' option": (CHICAGO, WON_BY_TWO, (1, 3), 1, LOSERS.format(1)),
        "no game was won": (CHICAGO, played(CHICAGO, first_dealer=2), (2,), 2, LEFT.format(2)),
        "a new cut": (NEW_CUT, WON_BY_TWO, (1, 2, 3, 4), None, "The players cut anew for the first deal."),
        "no losers": (CHICAGO, replace(WON_BY_TWO, winner=(1, 2)), (1, 2, 3, 4), 4, LOSERS.format(4)),
    },
)
def test_who_deals_the_next_game(laws, found, allowed, default, text):
    following = next_game_dealer(found, laws)
    assert (following.allowed, following.default, following.why.text) == (allowed, default, text)
    assert following.why.law == laws.law("next_game_dealer")


def test_the_losers_may_choose_among_themselves_only():
    assert next_game_dealer(WON_BY_TWO, CHICAGO, election=3).default == 3
    with pytest.raises(InvalidInput) as refusal:
        next_game_dealer(WON_BY_TWO, CHICAGO, election=2)
    assert refusal.value.errors == {"dealer": ["seat 2 may not deal first; seat 1 and seat 3 may."]}


@cases(
    "points, bid, penalties, scored",
    {
        "the difference from the next": ([7, 6, 1], 7, [], (1, 0, 0)),
        "two level at the top": ([5, 5, 4], 5, [], (0, 0, 0)),
        "failed: each adversary its own and the bid": ([5, 6, 3], 7, [], (0, 13, 10)),
        "the rivals that can score count": ([7, 6, 1], 7, [{"offence": "revoke", "seat": 2}], (6, 0, 0)),
    },
)
def test_three_sides_under_fosters_rules(points, bid, penalties, scored):
    found = score_of(deal(points, bid=bid, penalties=penalties), FOSTER, game=THREE_ALONE)
    assert found.scored.values == scored


@cases(
    "written",
    {
        "from bare points": deal([1, 8, 5], bid=2),
        "from named points": deal(
            won={"high": 2, "low": 2, "jack": 2, "game": 1, "right-pedro": 2, "left-pedro": 3}, bid=2
        ),
    },
)
def test_sides_that_only_the_added_bid_takes_out_are_out_together(written):
    found = score_of(written, FOSTER, (0, 42, 45), THREE_ALONE)
    assert (found.after.values, found.winner) == ((0, 52, 52), (2, 3))
    assert texts(found)[-1] == "Seat 2 and seat 3 are out together and divide the stake."


def test_each_game_has_its_forms():
    assert list(GAMES)[:2] == ["cinch", "three-handed-cinch"]
    assert [key for key, game in GAMES.items() if game.slug == "auction-pitch"] == [
        "auction-pitch",
        "auction-pitch-4",
        "auction-pitch-6",
        "auction-pitch-7",
    ]
    assert GAMES["auction-pitch-7"].seating.side_count == 7
    assert CINCH.for_players(4) is CINCH
    assert CINCH.for_players(5) is None
    both = replace(CINCH, forms=((4, 2), (3, 3)))
    three = both.for_players(3)
    assert three is not None
    assert three.seating.side_count == 3
    assert both.for_players(3) is three


def test_a_law_set_that_does_not_hold_the_game_is_refused():
    with refusing("game"):
        game_state([], FOSTER, replace(CINCH, slug="whist"), 1)


@cases(
    "game, laws, written, swept_by",
    {
        "every point": ("cinch", CHICAGO, deal([0, 14]), (2,)),
        "every point but one": ("cinch", CHICAGO, deal([13, 1]), ()),
        "not played": ("cinch", FOSTER, {"dealer": 1, "misdeal": "misdeal"}, ()),
        "Foster, law 18: points among the discards are the maker's": (
            "cinch", FOSTER, deal(won=WHOLE | {"jack": "discards"}), (1,),
        ),
        "the five missing points come from a revoke": (
            "cinch", CHICAGO,
            deal([9, 5], penalties=[{"offence": "revoke", "seat": 2, "points": ["left-pedro"]}]), (),
        ),
        "a ruling takes away a point": (
            "cinch", CHICAGO, deal(won=WHOLE, penalties=[{"kind": "points-dead", "points": ["jack"]}]), (1,),
        ),
        "the other side got a gift": ("seven-up", FOSTER, unbid(won=FOUR | {"gift": 2}), (1,)),
        "the fourth point is a gift": ("seven-up", FOSTER, unbid(dealer=4, won=THREE | {"gift": 1}), ()),
        "the fourth point is the Jack turned up": (
            "seven-up", FOSTER, unbid(won={**THREE, "turned-jack": 1}), (),
        ),
        "the maker with a called partner": (
            "auction-cinch", CHICAGO, deal([14, 0], maker=3, called=5), (3, 5),
        ),
    },
)  # fmt: skip
def test_a_sweep_is_every_point_won_in_tricks_and_nothing_else(game, laws, written, swept_by):
    parsed = parse_deal(written, GAMES[game], laws)
    (entry,) = game_state([parsed], laws, GAMES[game], first_dealer=parsed.dealer).entries
    assert entry.swept_by == swept_by


def test_a_deal_after_the_game_was_won_is_no_sweep():
    swept = parse_deal(deal([14, 0]), CINCH, FOSTER)
    entries = game_state([swept] * 5, FOSTER, CINCH, first_dealer=1).entries
    assert [(entry.counted, entry.swept_by) for entry in entries] == [(True, (1,))] * 4 + [(False, ())]

"""Auction Cinch, or Razzle-dazzle: the maker calls a partner for one deal, and every player has a score.

Side 1 of a deal is the maker's, side 2 all others (Foster 1897, Cinch, Variations; Chicago 1890,
Razzle-dazzle).
"""

from typing import Any

import pytest

from scoring.game.games import GAMES
from scoring.game.notation import format_deal, parse_deal
from scoring.game.state import game_state
from tests.game.tables import CHICAGO, FOSTER, cases, score_of, texts, tricks
from tests.refusals import refusing

AUCTION_CINCH = GAMES["auction-cinch"]
KING_OF_CLUBS = tricks(
    "3: 5C 7C KC 9C 8C, 5: QH KH AH TC 8H, 3: AC 4C QC 6S 5S, 3: JC 3C 2H 3H 4H, 3: 2C 6C 6H JH TH,"
    " 4: KS QS JS TS AS"
)
"""C, in seat 3, has A J T 5 2 of clubs and leads the pedro to E's king. Seat 4 wins Low with the six."""


def bid(points: list[int] | None = None, **fields: Any) -> dict[str, Any]:
    """Return a deal of five on which C, in seat 3, bid eight in clubs; seat 1 dealt."""
    written: dict[str, Any] = {"dealer": 1, "maker": 3, "bid": 8, "trump": "C"} | fields
    return written if points is None else written | {"points": points}


@cases(
    "laws, written, scored",
    {
        "Chicago: the two are credited with all they made, and each of the others with all of theirs": (
            CHICAGO, bid([9, 5], called=5), (5, 5, 9, 5, 9),
        ),
        "Chicago: the two fail, and each goes back by the whole bid": (
            CHICAGO, bid([7, 7], called=5), (7, 7, -8, 7, -8),
        ),
        "Chicago: the buyer alone makes it": (CHICAGO, bid([8, 6], alone=True), (6, 6, 8, 6, 6)),
        "Chicago: the buyer alone fails, alone": (CHICAGO, bid([0, 12], alone=True), (12, 12, -8, 12, 12)),
        "Chicago, law 16: the dealer is forced to bid one, and calls": (
            CHICAGO, bid([0, 14], maker=1, bid=0, called=2), (-1, -1, 14, 14, 14),
        ),
        "Chicago, law 24: points in the discards are the maker's side's": (
            CHICAGO,
            bid(called=4, won={"right-pedro": "discards", "left-pedro": 1, "high": 2, "low": 2, "jack": 2}),
            (3, 3, 10, 10, 3),
        ),
        "Chicago, law 31: the points in an adversary's own tricks go to the maker's side": (
            CHICAGO,
            bid([9, 5], called=5, penalties=[{"offence": "revoke", "seat": 2, "points": ["left-pedro"]}]),
            (0, 0, 14, 0, 14),
        ),
        "penalties that begin the game again leave each player what they leave his side": (
            CHICAGO,
            bid([9, 5], called=5, penalties=[
                {"kind": "score-down", "side": 1, "points": 3}, {"kind": "new-game"},
            ]),
            (0, 0, -3, 0, -3),
        ),
        "Foster, Revoke: the called partner revokes, and neither of the two scores": (
            FOSTER, bid([9, 5], called=5, penalties=[{"offence": "revoke", "seat": 5}]), (5, 5, 0, 5, 0),
        ),
        "Foster, Auction Cinch: C calls the king of clubs and wins all but Low": (
            FOSTER, bid(tricks=KING_OF_CLUBS, called_card="KC"), (1, 1, 13, 1, 13),
        ),
    },
)  # fmt: skip
def test_every_player_scores_what_their_side_scores(laws, written, scored):
    found = score_of(written, laws, game=AUCTION_CINCH)
    assert found.scored.values == scored
    assert [text for text in texts(found) if "side 1" in text or "side 2" in text] == []
    record = parse_deal(written, AUCTION_CINCH, laws)
    assert parse_deal(format_deal(record), AUCTION_CINCH, laws) == record


@cases(
    "before, written, winner",
    {
        "one player reaches the game": ((40, 0, 30, 0, 0), bid([9, 5], called=5), 1),
        "the two reach it on one deal": ((0, 0, 33, 0, 38), bid([9, 5], called=5), (3, 5)),
        "players of either side reach it": ((39, 0, 34, 0, 0), bid([9, 5], called=5), (1, 3)),
        "a player whose side is set back does not": ((0, 0, 41, 0, 0), bid([7, 7], called=5), None),
    },
)
def test_those_who_reach_the_game_together_divide_the_stake(before, written, winner):
    # Chicago 1890, Razzle-dazzle.
    assert score_of(written, CHICAGO, before, AUCTION_CINCH).winner == winner


BY_ORDER = CHICAGO.chosen_for("auction-cinch", {"counting_out": "by-order"})
MAKER_FIRST = CHICAGO.chosen_for("auction-cinch", {"counting_out": "maker-first"})


def each_won(**others: int) -> dict[str, Any]:
    """Return a deal in which the side of C and E wins nine points, the right pedro among them."""
    ours = dict.fromkeys(("high", "low", "jack", "game", "right-pedro"), 1)
    return bid(called=5, won={**ours, "left-pedro": 2, **others})


@cases(
    "laws, before, written, winner",
    {
        "of two partners the one with fewer to go": (BY_ORDER, (0, 0, 33, 0, 38), each_won(), 5),
        "so bare totals do": (BY_ORDER, (0, 0, 33, 0, 38), bid([9, 5], called=5), 5),
        "partners who have as many to go are out together": (BY_ORDER, (0, 0, 38, 0, 38), each_won(), (3, 5)),
        "the right pedro takes C out": (BY_ORDER, (39, 0, 34, 0, 0), each_won(), 3),
        "it takes A out first": (
            BY_ORDER, (39, 0, 34, 0, 0), each_won(**{"right-pedro": 2, "left-pedro": 1}), 1,
        ),
        "C has bid and made it": (MAKER_FIRST, (39, 0, 34, 0, 41), each_won(), 3),
        "of the others the order tells, E's High coming first": (
            MAKER_FIRST, (39, 0, 0, 0, 41), each_won(), 5,
        ),
    },
)  # fmt: skip
def test_where_a_club_counts_out_in_order_the_points_of_each_side_tell_who_is_out_first(
    laws, before, written, winner
):
    # Chicago 1890, law 13: the points in their order, each scored by all on its side. Worked out by hand.
    assert score_of(written, laws, before, AUCTION_CINCH).winner == winner


def test_totals_alone_are_refused_if_players_of_both_sides_can_be_out_first():
    with refusing("deal.won"):
        score_of(bid([9, 5], called=5), BY_ORDER, (39, 0, 34, 0, 0), AUCTION_CINCH)


def test_a_game_of_several_partnerships_adds_up():
    # Chicago 1890, Razzle-dazzle: a partner is called for one deal only. Worked out by hand.
    deals = [bid([9, 5], called=5), bid([4, 10], dealer=2, called=1), bid([8, 6], dealer=3, alone=True)]
    records = [parse_deal(written, AUCTION_CINCH, CHICAGO) for written in deals]
    state = game_state(records, CHICAGO, AUCTION_CINCH, first_dealer=1)
    assert state.score.values == (5 - 8 + 6, 5 + 10 + 6, 9 - 8 + 8, 5 + 10 + 6, 9 + 10 + 6)
    assert state.next_dealer == 4


@pytest.mark.parametrize(
    ("game", "written", "field", "says"),
    [
        ("auction-cinch", bid([9, 5]), "deal.called", "plays alone"),
        ("auction-cinch", bid([9, 5], called=3), "deal.called", "cannot be called"),
        ("auction-cinch", bid([9, 5], called=6), "deal.called", "from 1 to 5"),
        ("auction-cinch", bid([9, 5], called=4, alone=True), "deal.called", "called nobody"),
        ("auction-cinch", bid([9, 5], alone=False), "deal.alone", "give true"),
        ("auction-cinch", bid([9, 5], called_card="KC"), "deal.called", "king of clubs"),
        ("auction-cinch", bid([9, 5, 0, 0, 0], called=5), "deal.points", "two numbers"),
        ("auction-cinch", bid(called=5, won={"high": 3}), "deal.won.high", "from 1 to 2"),
        ("auction-cinch", bid(tricks=KING_OF_CLUBS, called_card="AC"), "deal.called_card", "the maker"),
        ("auction-cinch", bid(tricks=KING_OF_CLUBS, called_card="2S"), "deal.called_card", "nobody holds"),
        ("auction-cinch", bid(tricks=KING_OF_CLUBS, called_card="KC", called=4), "deal.called_card", "5's"),
        ("three-handed-cinch", {"dealer": 1, "maker": 2, "bid": 8, "points": [1, 8, 5], "called": 3},
         "deal.called", "nobody calls"),
    ],
)  # fmt: skip
def test_an_impossible_call_is_refused_under_its_field(game, written, field, says):
    with refusing(field, text=says):
        score_of(written, CHICAGO, game=GAMES[game])


def test_where_a_partner_must_be_called_nobody_plays_alone():
    laws = CHICAGO.chosen_for("auction-cinch", {"called_partner": "must-call"})
    with refusing("deal.alone"):
        score_of(bid([9, 5], alone=True), laws, game=AUCTION_CINCH)

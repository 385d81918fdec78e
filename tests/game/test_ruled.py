"""Rulings on a deal: trumps among the discards are counted or left out once, and a misdeal is dealt again."""

from dataclasses import replace

import pytest

from scoring.game.notation import parse_deal
from scoring.game.penalties import NewDeal, PointsDead, RuledEffect
from scoring.game.score import score
from tests.game.tables import CINCH, FOSTER, deal, varied


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

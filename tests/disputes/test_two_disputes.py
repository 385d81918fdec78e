"""Two disputes on one deal combine as the law book says, down to the score."""

from typing import Any
from uuid import uuid4

import pytest

from scoring.office.verification import breaches
from tests.disputes.disputing import ADVERSARY_REVOKES, bid_nine, decided, post, raised, scored
from tests.factories import make_table
from tests.tables.test_family import open_table

pytestmark = pytest.mark.django_db

FOUL_HAND = {
    "incident": "wrong-number-of-cards",
    "seat": 1,
    "facts": {
        "came_about": "dealt", "stage": "in-play", "cards": "more", "whose": "others",
        "played_to_first": "yes", "offender": "maker",
    },
}  # fmt: skip
REVOKE = {key: ADVERSARY_REVOKES[key] for key in ("incident", "facts")}
BID_AFTER_REVOKE = {"incident": "bid-after-revoke", "facts": {"bid_reached": "no", "offender": "maker"}}


def told(effects: list[dict[str, Any]]) -> list[tuple[str, ...]]:
    """Return effects in order, without the keys that name their offence."""
    return [tuple(str(each[key]) for key in ("kind", "side", "who") if key in each) for each in effects]


@pytest.mark.parametrize("is_turned", [False, True], ids=["as raised", "decided the other way round"])
def test_two_disputes_come_to_what_the_law_book_says_of_the_two(club, is_turned):
    # Foster 1897, Cinch, Irregularities in Playing: neither side can score any points that hand.
    bid_nine(club)
    disputes = [raised(club, **FOUL_HAND)["id"], raised(club)["id"]]
    early, late = reversed(disputes) if is_turned else disputes
    decided(club, early)
    join = decided(club, late)["joins"][str(early)]

    two = [{key: FOUL_HAND[key] for key in ("incident", "facts")}, REVOKE]
    first, second = reversed(two) if is_turned else two
    asked = {"law_set": "foster-1897", "first": first, "second": second}
    book = post(club, "player", "rulings/together/", asked).json()

    assert (join["relation"], join["says"]) == (book["relation"], book["says"])
    assert sorted(told(join["consequences"])) == sorted(told(book["consequences"]))
    assert ("bid-waived",) not in told(join["consequences"])
    assert scored(club) == [0, 0]
    assert list(breaches()) == []


def test_what_a_revoke_costs_and_what_it_does_to_the_bid_is_scored_once(club):
    # Chicago 1890, law 31: a maker who revokes is set back the bid of nine; the others score their six.
    club.table = make_table(club.club, club.actors["owner"], law_set="chicago-1890")
    bid_nine(club)
    decided(club, raised(club, seat=1, facts={**ADVERSARY_REVOKES["facts"], "offender": "maker"})["id"])
    assert scored(club) == [-9, 6]
    decided(club, raised(club, seat=1, **BID_AFTER_REVOKE)["id"])
    assert scored(club) == [-9, 6]
    assert list(breaches()) == []


def test_where_no_law_decides_between_two_disputes_the_director_orders(club):
    # Foster 1897, Auction Pitch: an eldest hand who pitched unasked and failed is set back four.
    # Irregularities in Play: where another revoked, a pitcher cannot be set back.
    table = open_table(club, "auction-pitch", 5, "foster-1897").json()["id"]
    deal = {"trump": "H", "maker": 2, "bid": 4, "won": {"high": 2, "low": 3, "jack": 4, "game": 1}}
    recorded = post(
        *(club, "director", f"tables/{table}/deals/", {"deal": deal, "number": 1}),
        headers={"Idempotency-Key": str(uuid4())},
    )
    assert recorded.status_code == 201, recorded.json()
    where = f"tables/{table}/deals/1/disputes/"
    unasked = {"incident": "auction-pitch-pitched-unasked", "seat": 2, "facts": {"made": "no"}}
    revoke = {
        "incident": "auction-pitch-revoke",
        "seat": 4,
        "facts": {
            "act": "neither-followed-nor-trumped",
            "trick": "turned",
            "revoker": "other",
            "bid": "some",
        },
    }
    early, late = (post(club, "director", where, asked).json()["id"] for asked in (unasked, revoke))
    decided(club, early)
    refused = post(club, "director", f"disputes/{late}/decide/", {"confirm": True})
    assert (refused.status_code, list(refused.json())) == (400, [f"beside.{early}"])
    reason = refused.json()[f"beside.{early}"][0]
    assert "The director decides." in reason
    assert "cannot be set back" in reason

    ordered = decided(
        *(club, late),
        overrule=True, reason="the pitcher is safe",
        effects=[{"kind": "not-set-back", "who": "pitcher"}, {"kind": "set-back", "who": "offender"}],
    )  # fmt: skip
    consequences = ordered["joins"][str(early)]["consequences"]
    assert [each["kind"] for each in consequences] == ["not-set-back", "set-back"]
    assert list(breaches()) == []

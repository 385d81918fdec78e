"""`score/`: scoring without records. `tests.game.test_notation` tests the fields of a request."""

import pytest
from rest_framework.test import APIClient

from tests.game.tables import changed, put
from tests.web.asking import DIAMONDS, reasons, send

BARE = {"dealer": 4, "maker": 2, "bid": 8, "trump": "H", "points": [5, 9]}


def ask(deal=BARE, law_set="foster-1897", game="cinch", **more):
    asked = {"law_set": law_set, "game": game, "deal": deal} | more
    sent = {name: value for name, value in asked.items() if value is not None}
    return send(APIClient(enforce_csrf_checks=True), "post", "score/", sent)


def test_the_illustrative_hand_is_worked_out_from_its_cards_for_anybody():
    answer = ask(DIAMONDS, before=[0, 40])

    assert answer.status_code == 200, "nobody needs an account, nor sends a CSRF token"
    body = answer.json()
    assert (body["points"], body["bid_made"], body["scored"]) == ([7, 7], False, [0, 15])
    assert (body["before"], body["after"], body["winner"]) == ([0, 40], [0, 55], 2)
    assert body["trick_winners"] == [1, 1, 3, 1, 4, 4]
    assert body["won"] == {"high": 1, "low": 1, "jack": 2, "game": 2, "right-pedro": 2, "left-pedro": 1}
    assert (body["irregularities"], body["next_dealer"]) == ([], 1), "seat 4 dealt"
    assert all(line["text"] and line["law"].partition("/")[0] for line in body["explanation"])


REFUSED = [
    pytest.param({"law_set": "foster-1987"}, "law_set", "did you mean foster-1897", id="one nearly right"),
    pytest.param({"deal": None}, "deal", "required", id="no deal"),
    pytest.param({"law_set": 7}, "law_set", "Text, in quotes", id="a number for a law set"),
    pytest.param({"players": "4"}, "players", "not in quotes", id="players as text"),
    pytest.param({"parameters": []}, "parameters", "dictionary", id="parameters as a list"),
    pytest.param({"variations": "ace-low"}, "variations", "list", id="one variation bare"),
    pytest.param({"deel": BARE}, "deel", "deal", id="an unknown field"),
    pytest.param({"before": [51, 0]}, "before", "the game is over", id="a game that is over"),
    pytest.param({"deal": {**DIAMONDS, "tricks": [[[1, "2C"], [2, "3D"], [3, "5H"], [4, "4D"]]]}},
                 "deal.tricks.0.0", "was not in seat 1's hand", id="a card not in the hand"),
]  # fmt: skip


@pytest.mark.parametrize(("wrong", "field", "why"), REFUSED)
@pytest.mark.django_db
def test_a_deal_that_cannot_be_scored_is_refused_at_its_fields(wrong, field, why):
    assert why in reasons(ask(**wrong))[field]


def test_a_lead_out_of_turn_that_was_found_is_ruled_as_it_is_sent():
    # Seat 1 led, and seat 2 had made the trump; all followed (Chicago 1890, law 38).
    (found,) = ask(changed(put(maker=2)), "chicago-1890").json()["irregularities"]
    asked = {"law_set": "chicago-1890", "incident": found["incident"], "facts": found["facts"]}
    ruling = send(APIClient(), "post", "rulings/", asked).json()

    assert (ruling["status"], [effect["kind"] for effect in ruling["effects"]]) == ("ruled", ["stands"])

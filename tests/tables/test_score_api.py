"""`score/`: a deal scored without any record, at three levels, and everything that cannot be one refused."""

import pytest
from rest_framework.test import APIClient

from laws import library
from tests.game.tables import changed, put
from tests.web.asking import DIAMONDS, reasons, send

BARE = {"dealer": 4, "maker": 2, "bid": 8, "trump": "H", "points": [5, 9]}
NAMED = {
    "dealer": 4,
    "maker": 1,
    "bid": 8,
    "trump": "D",
    "won": {"high": 1, "low": 1, "jack": 2, "game": 2, "right-pedro": 2, "left-pedro": 1},
}
"""Foster's illustrative hand by who took which point: seven each."""


def ask(deal=BARE, law_set="foster-1897", game="cinch", **more):
    asked = {"law_set": law_set, "game": game, "deal": deal} | more
    return send(
        APIClient(), "post", "score/", {name: value for name, value in asked.items() if value is not None}
    )


# deal, law set, before → points, made, scored, after, winner
LEVELS = [
    pytest.param(BARE, "foster-1897", [12, 30], [5, 9], True, [0, 4], [12, 34], None, id="1: totals, Foster"),
    pytest.param(
        NAMED, "foster-1897", None, [7, 7], False, [0, 15], [0, 15], None, id="2: each point, Foster"
    ),
    pytest.param(DIAMONDS, "foster-1897", [0, 40], [7, 7], False, [0, 15], [0, 55], 2, id="3: cards, Foster"),
]
ALONE = {"dealer": 3, "maker": 2, "bid": 8, "trump": "H", "points": [5, 6, 3]}
"""Three players, each for himself: seat 2 bids eight and takes six."""


@pytest.mark.parametrize("law_set", ["chicago-1890", "foster-1897", "modern-book", "bicycle"])
def test_a_deal_of_three_is_scored_with_three_sides(law_set):
    body = ask(ALONE, law_set, "three-handed-cinch", players=3, before=[10, 20, 30]).json()

    # Chicago 1890, laws 21 and 22: the maker is set back, and the others score their own.
    assert (body["points"], body["dead"], body["bid_made"]) == ([5, 6, 3], 0, False)
    assert (body["scored"], body["after"], body["winner"]) == ([5, -8, 3], [15, 12, 33], None)
    assert (body["next_dealer"], body["revision"]) == (1, library.law_set(law_set).revision)


def test_a_parameter_chosen_prevails_over_the_figure_of_the_game():
    asked = {"parameters": {"failed_rule": "adversaries-own-plus-bid"}, "before": [0, 0, 0]}
    body = ask(ALONE, "foster-1897", "three-handed-cinch", **asked).json()

    assert body["scored"] == [13, 0, 11]


@pytest.mark.parametrize(("deal", "law_set", "before", "points", "made", "scored", "after", "winner"), LEVELS)
def test_a_deal_is_scored_at_each_level_of_record(deal, law_set, before, points, made, scored, after, winner):
    answer = ask(deal, law_set, before=before)

    assert answer.status_code == 200, answer.content
    body = answer.json()
    assert (body["points"], body["bid_made"], body["scored"]) == (points, made, scored)
    assert (body["before"], body["after"], body["winner"]) == (before or [0, 0], after, winner)
    assert body["explanation"]
    assert all(line["text"] and line["law"].partition("/")[0] for line in body["explanation"])


def test_the_illustrative_hand_is_worked_out_from_its_cards():
    body = ask(DIAMONDS).json()

    assert body["trick_winners"] == [1, 1, 3, 1, 4, 4]
    assert body["won"] == NAMED["won"]
    assert body["irregularities"] == []
    assert body["next_dealer"] == 1, "seat 4 dealt"


def test_nobody_needs_an_account_nor_sends_a_csrf_token():
    client = APIClient(enforce_csrf_checks=True)

    assert (
        send(client, "post", "score/", {"law_set": "foster-1897", "game": "cinch", "deal": BARE}).status_code
        == 200
    )


@pytest.mark.parametrize(
    ("more", "after", "winner"),
    [
        pytest.param(
            {"parameters": {"made_rule": "each-side-own"}, "before": [0, 0]}, [5, 9], None, id="a rule"
        ),
        pytest.param({"parameters": {"game_score": 31}, "before": [0, 27]}, [0, 31], 2, id="a shorter game"),
    ],
)
def test_parameters_and_variations_take_the_place_of_the_law_sets(more, after, winner):
    body = ask(**more).json()

    assert (body["after"], body["winner"]) == (after, winner)


REFUSED = [
    pytest.param({"law_set": "hoyle-1742"}, "law_set", "chicago-1890", id="an unknown law set"),
    pytest.param({"law_set": "foster-1987"}, "law_set", "did you mean foster-1897", id="one nearly right"),
    pytest.param({"law_set": None}, "law_set", "needed", id="no law set"),
    pytest.param({"game": None}, "game", "cinch", id="no game"),
    pytest.param({"game": "whist"}, "game", "cinch", id="an unknown game"),
    pytest.param({"deal": None}, "deal", "object with fields", id="no deal"),
    pytest.param({"deel": BARE}, "deel", "deal", id="an unknown field"),
    pytest.param({"before": [51, 0]}, "before", "the game is over", id="a game that is over"),
    pytest.param({"parameters": {"made_rule": "x"}}, "parameters.made_rule", "difference", id="a value"),
    pytest.param({"parameters": {"made": 1}}, "parameters.made", "did you mean made_rule", id="a parameter"),
    pytest.param({"variations": ["ace"]}, "variations", "ace-low", id="an unknown variation"),
    pytest.param({"deal": {**BARE, "score": 4}}, "deal.score", "unknown field", id="a field of no deal"),
    pytest.param({"deal": {**DIAMONDS, "tricks": [[[1, "2C"], [2, "3D"], [3, "5H"], [4, "4D"]]]}},
                 "deal.tricks.0.0", "was not in seat 1's hand", id="a card not in the hand"),
]  # fmt: skip


@pytest.mark.parametrize(("wrong", "field", "why"), REFUSED)
@pytest.mark.django_db
def test_what_cannot_be_scored_is_refused_by_field(wrong, field, why):
    named = reasons(ask(**wrong))

    said = " ".join(text for name, text in named.items() if name.startswith(field))
    assert said, named
    assert why in said, named


def test_every_problem_is_told_at_once():
    named = reasons(ask({"dealer": 9, "maker": 2, "bid": 99, "trump": "X", "points": [1, 14], "x": 1}))

    assert {"deal.dealer", "deal.bid", "deal.trump", "deal.points", "deal.x"} <= named.keys()


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""]
)
def test_only_json_is_read(kind):
    answer = APIClient().generic("POST", "/api/v1/score/", b"{}", kind)
    assert answer.status_code == 415


@pytest.mark.parametrize("method", ["get", "put", "patch", "delete"])
def test_a_score_is_asked_for_by_post(method):
    assert send(APIClient(), method, "score/").status_code == 405


def test_a_lead_out_of_turn_that_was_found_is_ruled_as_it_is_sent():
    # Seat 1 led, and seat 2 had made the trump; all followed (Chicago 1890, law 38).
    (found,) = ask(changed(put(maker=2)), "chicago-1890").json()["irregularities"]
    asked = {"law_set": "chicago-1890", "incident": found["incident"], "facts": found["facts"]}
    ruling = send(APIClient(), "post", "rulings/", asked).json()

    assert (ruling["status"], [effect["kind"] for effect in ruling["effects"]]) == ("ruled", ["stands"])

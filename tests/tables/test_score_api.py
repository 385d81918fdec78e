"""`score/`: a deal scored without any record, at three levels, and everything that cannot be one refused."""

import json

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


def raw(body: bytes, content_type="application/json"):
    return APIClient().generic("POST", "/api/v1/score/", body, content_type)


# deal, law set, before → points, made, scored, after, winner
LEVELS = [
    pytest.param(BARE, "foster-1897", [12, 30], [5, 9], True, [0, 4], [12, 34], None, id="1: totals, Foster"),
    pytest.param(
        BARE, "chicago-1890", [12, 30], [5, 9], True, [5, 9], [17, 39], None, id="1: totals, Chicago"
    ),
    pytest.param(
        NAMED, "foster-1897", None, [7, 7], False, [0, 15], [0, 15], None, id="2: each point, Foster"
    ),
    pytest.param(NAMED, "chicago-1890", None, [7, 7], False, [-8, 7], [-8, 7], None, id="2: each, Chicago"),
    pytest.param(DIAMONDS, "foster-1897", [0, 40], [7, 7], False, [0, 15], [0, 55], 2, id="3: cards, Foster"),
    pytest.param(
        DIAMONDS, "chicago-1890", [9, 30], [7, 7], False, [-8, 7], [1, 37], None, id="3: all, Chicago"
    ),
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


def test_points_left_in_the_pack_are_dead_at_a_table_of_three():
    named = {"high": 1, "low": 2, "jack": 3, "game": 1, "right-pedro": None, "left-pedro": "discards"}
    told = {name: value for name, value in ALONE.items() if name != "points"} | {"maker": 1, "bid": 7}
    body = ask(told | {"won": named}, "chicago-1890", "three-handed-cinch").json()

    # Chicago 1890, law 24: the discards are the maker's; what stays in the pack is nobody's.
    assert (body["points"], body["dead"], body["scored"]) == ([7, 1, 1], 5, [7, 1, 1])


def test_a_parameter_chosen_prevails_over_the_figure_of_the_game():
    asked = {"parameters": {"failed_rule": "adversaries-own-plus-bid"}, "before": [0, 0, 0]}
    body = ask(ALONE, "foster-1897", "three-handed-cinch", **asked).json()

    assert body["scored"] == [13, 0, 11]


@pytest.mark.parametrize(
    ("more", "field"),
    [
        pytest.param({"players": 4}, "players", id="four players"),
        pytest.param({"before": [1, 2]}, "before", id="two scores"),
        pytest.param({"deal": ALONE | {"maker": 4}}, "deal.maker", id="a fourth seat"),
        pytest.param({"deal": ALONE | {"points": [5, 9]}}, "deal.points", id="two totals"),
    ],
)
def test_what_cannot_be_at_a_table_of_three_is_refused(more, field):
    answer = ask(**{"deal": ALONE, "law_set": "chicago-1890", "game": "three-handed-cinch"} | more)

    assert answer.status_code == 400
    assert field in reasons(answer)


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


def test_the_three_levels_of_one_deal_score_alike():
    totals = {name: value for name, value in NAMED.items() if name != "won"} | {"points": [7, 7]}
    answers = [ask(deal).json() for deal in (totals, NAMED, DIAMONDS)]

    for figure in ("points", "scored", "after", "bid_made", "next_dealer", "dead"):
        assert len({json.dumps(answer[figure]) for answer in answers}) == 1, figure


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
        pytest.param(
            {"variations": ["old-set-back"], "before": [0, 0]}, [5, 9], None, id="Foster's variation"
        ),
        pytest.param({"variations": ["cribbage-board"]}, [10, 14], None, id="starting from ten"),
    ],
)
def test_parameters_and_variations_take_the_place_of_the_law_sets(more, after, winner):
    body = ask(**more).json()

    assert (body["after"], body["winner"]) == (after, winner)


REFUSED = [
    pytest.param({"law_set": "hoyle-1742"}, "law_set", "chicago-1890", id="an unknown law set"),
    pytest.param({"law_set": "foster-1987"}, "law_set", "did you mean foster-1897", id="one nearly right"),
    pytest.param({"law_set": 1897}, "law_set", "1897", id="a number for a law set"),
    pytest.param({"law_set": None}, "law_set", "needed", id="no law set"),
    pytest.param({"game": None}, "game", "cinch", id="no game"),
    pytest.param({"game": "whist"}, "game", "cinch", id="an unknown game"),
    pytest.param({"players": 5}, "players", "4", id="five players"),
    pytest.param({"deal": None}, "deal", "object with fields", id="no deal"),
    pytest.param({"deal": []}, "deal", "object with fields", id="a list for a deal"),
    pytest.param({"deel": BARE}, "deel", "deal", id="an unknown field"),
    pytest.param({"before": [51, 0]}, "before", "the game is over", id="a game that is over"),
    pytest.param({"before": [1]}, "before", "one for each side", id="a score for one side"),
    pytest.param({"before": ["1", 2]}, "before", "“1”", id="a score as text"),
    pytest.param({"parameters": {"made_rule": "x"}}, "parameters.made_rule", "difference", id="a value"),
    pytest.param({"parameters": {"made": 1}}, "parameters.made", "did you mean made_rule", id="a parameter"),
    pytest.param({"parameters": [1]}, "parameters", "object of parameters", id="a list of parameters"),
    pytest.param({"variations": "ace-low"}, "variations", "list", id="a variation by itself"),
    pytest.param({"variations": ["ace"]}, "variations", "ace-low", id="an unknown variation"),
    pytest.param({"deal": {**BARE, "points": [9, 6]}}, "deal.points", "15", id="fifteen points"),
    pytest.param({"deal": {**BARE, "bid": 20}}, "deal.bid", "1 to 14", id="a bid of twenty"),
    pytest.param({"deal": {**BARE, "bid": 8.0}}, "deal.bid", "“8.0”", id="a fraction"),
    pytest.param({"deal": {**BARE, "bid": 10**30}}, "deal.bid", "1 to 14", id="a giant"),
    pytest.param({"deal": {**BARE, "dealer": 5}}, "deal.dealer", "seat", id="a fifth seat"),
    pytest.param({"deal": {**BARE, "trump": "T"}}, "deal.trump", "S", id="an unknown suit"),
    pytest.param({"deal": {**BARE, "score": 4}}, "deal.score", "unknown field", id="a field of no deal"),
    pytest.param({"deal": {**NAMED, "won": NAMED["won"] | {"high": [1, 2]}}}, "deal.won.high", "by one side",
                 id="both sides claiming High"),
    pytest.param({"deal": {**NAMED, "points": [8, 6]}}, "deal.won", "not both", id="two levels at once"),
    pytest.param({"deal": {**DIAMONDS, "tricks": [[[1, "AD"], [2, "3D"], [3, "5H"], [4, "AD"]]]}},
                 "deal.tricks.0.3", "played by seat 1 to trick 1 already", id="a card played twice"),
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


def test_who_goes_out_first_needs_more_than_totals():
    # Chicago counts out in order: with both sides able to reach 42, bare totals cannot tell.
    named = reasons(ask(law_set="chicago-1890", before=[37, 33]))
    told = ask({**NAMED, "bid": 7}, "chicago-1890", before=[35, 35]).json()

    assert "won each point" in named["deal.won"]
    # High 36; Low 37 and, after Jack and Game to side 2 (37), the right pedro takes side 2 out.
    assert (told["winner"], told["counted_out"]) == (2, "right-pedro")


GOOD = json.dumps({"law_set": "foster-1897", "game": "cinch", "deal": BARE}).encode()

BROKEN = [
    pytest.param(b"", "is needed", id="nothing"),
    pytest.param(b"{", "not JSON", id="broken"),
    pytest.param(b"null", "object with a law_set", id="null"),
    pytest.param(b"[1, 2]", "object with a law_set", id="a list"),
    pytest.param(b'"text"', "object with a law_set", id="text"),
    pytest.param(GOOD.replace(b'"bid": 8', b'"bid": NaN'), "NaN is not a JSON number", id="NaN"),
    pytest.param(GOOD.replace(b'"bid": 8', b'"bid": Infinity'), "Infinity", id="infinity"),
    pytest.param(GOOD.replace(b'"bid": 8', b'"bid": 8, "bid": 9'), "given twice", id="a key twice"),
    pytest.param(GOOD.replace(b'"bid": 8', b'"bid": ' + b"9" * 5000), "digits", id="five thousand figures"),
    pytest.param(GOOD.replace(b'"H"', b'"\xff"'), "not UTF-8", id="bytes that are no text"),
    pytest.param(GOOD.replace(b'"H"', b'"\\ud800"'), "cannot be stored", id="half a surrogate pair"),
    pytest.param(GOOD.replace(b'"H"', b'"\\u0000"'), "cannot be stored", id="NUL"),
    pytest.param(b"[" * 100_000, "nested deeper than 20", id="a hundred thousand brackets"),
    pytest.param(b" " * 300_000 + GOOD, "at most 262144", id="300 kB"),
]


@pytest.mark.parametrize(("body", "why"), BROKEN)
def test_a_body_that_cannot_be_read_is_refused_with_its_reason(body, why):
    answer = raw(body)

    assert answer.status_code == 400
    assert why in json.dumps(answer.json())
    assert raw(GOOD).status_code == 200


@pytest.mark.parametrize(
    "kind", ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data", ""]
)
def test_only_json_is_read(kind):
    assert raw(GOOD, kind).status_code == 415


@pytest.mark.parametrize("method", ["get", "put", "patch", "delete"])
def test_a_score_is_asked_for_by_post(method):
    assert send(APIClient(), method, "score/").status_code == 405


def test_a_lead_out_of_turn_that_was_found_is_ruled_as_it_is_sent():
    # Seat 1 led, and seat 2 had made the trump; all followed (Chicago 1890, law 38).
    (found,) = ask(changed(put(maker=2)), "chicago-1890").json()["irregularities"]
    asked = {"law_set": "chicago-1890", "incident": found["incident"], "facts": found["facts"]}
    ruling = send(APIClient(), "post", "rulings/", asked).json()

    assert (ruling["status"], [effect["kind"] for effect in ruling["effects"]]) == ("ruled", ["stands"])

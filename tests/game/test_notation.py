"""How deals are read and written: both ways round, every refusal with its words and its field."""

from typing import Any

import pytest
from hypothesis import given

from laws.domain.errors import InvalidInput
from laws.domain.lawset import LawSet
from laws.library import law_set
from scoring.game.cards import JOKER, PACK, Card, format_card, parse_card
from scoring.game.deal import DealRecord
from scoring.game.notation import format_deal, parse_before, parse_deal, score_answer, score_request
from scoring.game.score import score
from scoring.game.seating import PerSide
from tests.game.tables import CINCH, FOSTER, MODERN, deal, refusal_of, score_of, varied, with_points
from tests.strategies import bare_deals, json_values, named_deals, recorded_deals
from tests.web.asking import DIAMONDS

WON = {"high": 1, "low": 2, "jack": 1, "game": 1, "right-pedro": 2, "left-pedro": "discards"}
BIDS = [[2, 0], [3, 6], [4, 0], [1, 8]]


@pytest.mark.parametrize("card", [*PACK, JOKER])
def test_every_card_is_read_as_it_is_written(card: Card) -> None:
    assert parse_card(format_card(card)) is parse_card(format_card(card))
    assert parse_card(format_card(card)) == card


def test_a_ten_may_be_written_with_two_figures() -> None:
    assert parse_card("10H") is parse_card("TH")


@pytest.mark.parametrize("text", ["", "1H", "HT", "th", "TX", "10", "JOKER", "TH "])
def test_what_is_no_card_is_none(text: str) -> None:
    assert parse_card(text) is None


@pytest.mark.parametrize(
    ("laws", "written", "canonical"),
    [
        pytest.param(FOSTER, deal([5, 9], bid=8), None, id="points alone"),
        pytest.param(FOSTER, deal([5, 9], bid=8, trump="H"), None, id="with the trump"),
        pytest.param(FOSTER, {"dealer": 3, "misdeal": "redeal"}, None, id="a redeal"),
        pytest.param(FOSTER, deal(won=WON, bid=8), None, id="who won each point"),
        pytest.param(
            FOSTER,
            {"dealer": 1, "bids": BIDS, "points": [9, 5]},
            {"dealer": 1, "maker": 1, "bid": 8, "bids": BIDS, "points": [9, 5]},
            id="the bids tell maker and bid",
        ),
        pytest.param(
            FOSTER,
            {"dealer": 4, "bid": 0, "points": [9, 5]},
            {"dealer": 4, "maker": 4, "bid": 0, "points": [9, 5]},
            id="nobody bid: the dealer is the maker",
        ),
        pytest.param(
            FOSTER,
            {"dealer": 4, "bids": [[1, 0], [2, 0], [3, 0], [4, 0]], "points": [9, 5]},
            {"dealer": 4, "maker": 4, "bid": 0, "bids": [[1, 0], [2, 0], [3, 0], [4, 0]], "points": [9, 5]},
            id="all four passed",
        ),
        pytest.param(
            FOSTER,
            deal([9, 5], bid=8, bidding=[[2, 0], [4, 15], [3, 0], [2, 6], [1, 8]]),
            None,
            id="all that was said in the bidding, whatever it was",
        ),
        pytest.param(
            MODERN,
            deal(won={"high": 1, "left-pedro": 2}),
            deal(
                won={"high": 1, "low": None, "jack": None, "game": None, "right-pedro": None, "left-pedro": 2}
            ),
            id="points left out are dead where they can be",
        ),
        pytest.param(
            FOSTER,
            DIAMONDS | {"leader": 1, "discards": {"2": ["10C", "2H"], "1": []}, "stock": ["KC"]},
            {name: DIAMONDS[name] for name in ("dealer", "maker", "bid", "trump")}
            | {
                "hands": {
                    "1": ["AS", "8S", "AD", "KD", "TD", "8D"],
                    "2": ["2S", "9H", "5D", "3D", "2D", "3C"],
                    "3": ["JS", "QH", "5H", "7D", "6D", "JC"],
                    "4": ["TS", "QD", "JD", "9D", "4D", "QC"],
                },
                "discards": {"2": ["2H", "TC"]},
                "tricks": DIAMONDS["tricks"],
                "stock": ["KC"],
            },
            id="every card, the hands in order",
        ),
        pytest.param(
            FOSTER,
            deal(
                [5, 9],
                bid=8,
                penalties=[
                    {"offence": "revoke", "seat": 2, "points": ["jack", "high"]},
                    {"offence": "foul-hand", "seat": 2},
                    {"offence": "trick-claimed", "side": 1, "points": ["low"]},
                    {"kind": "set-back", "seat": 1, "points": 4},
                    {"kind": "points-to-maker", "side": 2},
                    {"kind": "new-deal", "dealer": "same"},
                    {"kind": "no-penalty"},
                ],
            ),
            deal(
                [5, 9],
                bid=8,
                penalties=[
                    {"offence": "revoke", "seat": 2, "points": ["high", "jack"]},
                    {"offence": "foul-hand", "seat": 2},
                    {"offence": "trick-claimed", "side": 1, "points": ["low"]},
                    {"kind": "set-back", "seat": 1, "points": 4},
                    {"kind": "points-to-maker", "side": 2},
                    {"kind": "new-deal", "dealer": "same"},
                    {"kind": "no-penalty"},
                ],
            ),
            id="penalties of every sort",
        ),
    ],
)
def test_a_deal_is_written_in_one_form(
    laws: LawSet, written: dict[str, Any], canonical: dict[str, Any] | None
) -> None:
    value = parse_deal(written, CINCH, laws)
    assert format_deal(value) == (written if canonical is None else canonical)
    assert parse_deal(format_deal(value), CINCH, laws) == value


def test_what_was_not_written_down_is_not_made_up() -> None:
    written = format_deal(parse_deal(DIAMONDS, CINCH, FOSTER))
    assert "discards" not in written
    assert "stock" not in written


@given(written=bare_deals() | named_deals() | recorded_deals() | recorded_deals(lawful=False))
def test_a_deal_written_is_read_back(written: dict[str, Any]) -> None:
    value = parse_deal(written, CINCH, FOSTER)
    assert parse_deal(format_deal(value), CINCH, FOSTER) == value


@pytest.mark.parametrize(
    ("written", "level"),
    [(deal([5, 9]), 1), (deal(won=WON), 2), (DIAMONDS, 3), ({"dealer": 1, "misdeal": "redeal"}, 0)],
)
def test_the_level_says_how_much_was_recorded(written: dict[str, Any], level: int) -> None:
    assert parse_deal(written, CINCH, FOSTER).level == level


def refused(written: object) -> InvalidInput | None:
    """Return why a deal is refused, or None; any other error is a fault."""
    try:
        assert isinstance(parse_deal(written, CINCH, FOSTER), DealRecord)
    except InvalidInput as refusal:
        return refusal
    return None


@given(written=json_values)
def test_whatever_is_sent_is_read_or_refused(written: object) -> None:
    refusal = refused(written)
    assert refusal is not None
    assert all(field.startswith("deal") and reasons for field, reasons in refusal.errors.items())


@given(written=bare_deals(), field=json_values, name=json_values)
def test_whatever_stands_in_a_field_is_read_or_refused(
    written: dict[str, Any], field: Any, name: Any
) -> None:
    for known in (*written, "won", "tricks", "hands", "bids", "penalties", "misdeal", "discards", "stock"):
        for sent in (field, [field, name], {"1": field}):
            refusal = refused(written | {known: sent})
            assert refusal is None or refusal.errors


FIELDS = (
    "dealer, maker, bid, bids, bidding, trump, points, won, tricks, leader, hands, discards, stock, "
    "penalties, misdeal"
)


@pytest.mark.parametrize(
    ("written", "errors"),
    [
        pytest.param(None, {"deal": ["an object with fields is needed, not “None”."]}, id="nothing"),
        pytest.param([], {"deal": ["an object with fields is needed, not “[]”."]}, id="a list"),
        pytest.param(
            deal([10, 5]),
            {"deal.points": ["the points add up to 15, and a deal has 14."]},
            id="fifteen points",
        ),
        pytest.param(
            deal([9, 4]),
            {
                "deal.points": [
                    "the points add up to 13, and a deal has 14, "
                    "those among the discards counting for the maker."
                ]
            },
            id="a point that is nowhere",
        ),
        pytest.param(
            deal([8, 6], bid=20),
            {"deal.bid": ["a bid is 1 to 14, or 0 where nobody bid, not “20”."]},
            id="a bid of twenty",
        ),
        pytest.param(
            deal([8, 6], bid=True),
            {"deal.bid": ["a bid is 1 to 14, or 0 where nobody bid, not “True”."]},
            id="true for one",
        ),
        pytest.param(
            {"dealer": 1, "maker": 1, "points": [8, 6]},
            {"deal.bid": ["a bid is 1 to 14, or 0 where nobody bid."]},
            id="no bid at all",
        ),
        pytest.param(
            {"dealer": 1, "bid": 5, "points": [8, 6]},
            {"deal.maker": ["say which seat made the trump, or give all the bids."]},
            id="no maker",
        ),
        pytest.param(
            deal([8, 6], maker=2, bid=0),
            {"deal.maker": ["nobody bid, so the dealer, seat 1, names the trump."]},
            id="nobody bid and another is the maker",
        ),
        pytest.param(
            deal([8, 6], dealer=5),
            {"deal.dealer": ["a seat is a whole number from 1 to 4, not “5”."]},
            id="a fifth seat",
        ),
        pytest.param(
            deal([8, 6], maker="2"),
            {"deal.maker": ["a seat is a whole number from 1 to 4, not the text “2”."]},
            id="a number as text",
        ),
        pytest.param(
            deal([8, 6], trump="Hearts"),
            {
                "deal.trump": [
                    "“Hearts” is no suit. Accepted: S (spades), H (hearts), D (diamonds), C (clubs)."
                ]
            },
            id="no suit",
        ),
        pytest.param(
            deal([8, 6]) | {"pionts": 1},
            {"deal.pionts": [f"unknown field “pionts”; did you mean points? Accepted: {FIELDS}."]},
            id="an unknown field",
        ),
        pytest.param(
            deal([8]),
            {"deal.points": ["a list of 2 numbers is needed, one for each side in order."]},
            id="the points of one side",
        ),
        pytest.param(
            deal([float("nan"), 7.0]),
            {
                "deal.points.0": ["side 1's figure is a whole number from 0 to 14, not “nan”."],
                "deal.points.1": ["side 2's figure is a whole number from 0 to 14, not “7.0”."],
            },
            id="no numbers",
        ),
        pytest.param(
            deal([-1, 15]),
            {
                "deal.points.0": ["side 1's figure is a whole number from 0 to 14, not “-1”."],
                "deal.points.1": ["side 2's figure is a whole number from 0 to 14, not “15”."],
            },
            id="points below nothing",
        ),
        pytest.param(
            deal(),
            {
                "deal.points": [
                    "say what was taken: the points of each side (points), who won each point (won), "
                    "or every card (tricks)."
                ]
            },
            id="nothing taken",
        ),
        pytest.param(
            deal([8, 6], won=WON),
            {"deal.won": ["give either points or won, not both."]},
            id="two levels at once",
        ),
        pytest.param(
            deal([8, 6], stock=["AS"]),
            {"deal.stock": ["is read only together with the tricks, every card of them."]},
            id="cards without tricks",
        ),
        pytest.param(
            deal(won=WON | {"high": [1, 2]}),
            {
                "deal.won.high": [
                    'won by one side, from 1 to 2, or found among the discards ("discards"), not “[1, 2]”.'
                ]
            },
            id="both sides claim High",
        ),
        pytest.param(
            deal(won=WON | {"hihg": 1}),
            {
                "deal.won.hihg": [
                    "unknown field “hihg”; did you mean high? "
                    "Accepted: high, low, jack, game, right-pedro, left-pedro."
                ]
            },
            id="an unknown point",
        ),
        pytest.param(
            deal(won=WON | {"low": None}),
            {"deal.won.low": ["cannot be out of play here: name a side, or discards."]},
            id="all six named, one of them out of play",
        ),
        pytest.param(
            deal(won={"high": 1, "low": None, "jack": 1, "right-pedro": 2}),
            {
                "deal.won": ["say who won game and left pedro, too: every point counts for somebody."],
                "deal.won.low": ["cannot be out of play here: name a side, or discards."],
            },
            id="points out of play where none can be",
        ),
        pytest.param(
            deal(won=3), {"deal.won": ["an object with fields is needed, not “3”."]}, id="won by three"
        ),
        pytest.param(
            {"dealer": 1, "misdeal": "misdael", "bid": 3, "maker": None},
            {
                "deal.misdeal": [
                    "unknown kind of misdeal “misdael”; did you mean misdeal? Accepted: misdeal, redeal."
                ],
                "deal.bid": ["nothing but the dealer is recorded of a misdeal."],
            },
            id="a misdeal with a bid",
        ),
    ],
)
def test_refusals(written: object, errors: dict[str, list[str]]) -> None:
    assert refusal_of(written).errors == errors


def test_every_problem_is_told_at_once() -> None:
    refusal = refusal_of(deal([9, 9], dealer=0, maker=7, bid=15, trump="X", colour="red"))
    assert set(refusal.errors) == {
        "deal.dealer",
        "deal.maker",
        "deal.bid",
        "deal.trump",
        "deal.points",
        "deal.colour",
    }
    assert refusal.law == FOSTER.law("max_bid")


@pytest.mark.parametrize(
    ("bids", "more", "errors"),
    [
        pytest.param(
            [[2, 6], [3, 6], [4, 0], [1, 0]],
            {},
            {"deal.bids.1.1": ["a bid of 6 is not above the last, which was 6."]},
            id="not above the last",
        ),
        pytest.param(
            [[1, 6], [2, 7], [3, 0], [4, 0]],
            {},
            {f"deal.bids.{place}.0": [f"it was seat {place % 4 + 2}'s turn to bid, not seat {place + 1}'s."]
             for place in range(3)}
            | {"deal.bids.3.0": ["it was seat 1's turn to bid, not seat 4's."]},
            id="not from the eldest hand",
        ),
        pytest.param(
            [[2, 6], [3, 15], [4, "7"], [1, 0]],
            {},
            {
                "deal.bids.1.1": ["a bid is 1 to 14, or 0 for a pass, not “15”."],
                "deal.bids.2.1": ["a bid is 1 to 14, or 0 for a pass, not the text “7”."],
            },
            id="out of range",
        ),
        pytest.param(
            [[2, 6], [3, 0], [4]],
            {},
            {
                "deal.bids": ["give the bids of all 4 seats, 0 where one passed."],
                "deal.bids.2": ["a bid is written [seat, bid], not “[4]”."],
            },
            id="one bid short",
        ),
        pytest.param(
            [[2, 6], [3, 0], [9, 0], [1, 8]],
            {},
            {"deal.bids.2.0": ["a seat is a whole number from 1 to 4, not “9”."]},
            id="a ninth seat",
        ),
        pytest.param("2:6", {}, {"deal.bids": ["a list of bids, each [seat, bid], is needed, not “2:6”."]},
                     id="no list"),
        pytest.param(BIDS, {"maker": 2}, {"deal.maker": ["seat 2 did not bid: seat 1 did, with 8."]},
                     id="a maker who did not bid"),
        pytest.param(BIDS, {"maker": 3}, {"deal.maker": ["seat 3 did not bid highest: seat 1 did, with 8."]},
                     id="a maker who did not bid highest"),
        pytest.param(BIDS, {"bid": 7}, {"deal.bid": ["the highest of the bids is 8, not 7."]},
                     id="another bid than the highest"),
    ],
)  # fmt: skip
def test_bids_that_cannot_be(bids: object, more: dict[str, Any], errors: dict[str, list[str]]) -> None:
    refusal = refusal_of({"dealer": 1, "bids": bids, "points": [8, 6]} | more)
    assert {field: why for field, why in refusal.errors.items() if field in errors} == errors
    assert set(refusal.errors) - set(errors) <= {"deal.bid", "deal.maker"}


def test_equal_bids_stand_where_a_club_lets_them() -> None:
    equal = {"dealer": 1, "bids": [[2, 6], [3, 6], [4, 0], [1, 0]], "points": [8, 6]}
    assert parse_deal(equal, CINCH, varied(must_exceed=False)).maker == 2


@pytest.mark.parametrize(
    ("penalties", "errors"),
    [
        pytest.param({}, {"deal.penalties": ["a list of penalties is needed, not “{}”."]}, id="no list"),
        pytest.param(
            [{"kind": "no-penalty"}] * 21,
            {"deal.penalties": ["no deal has more than 20 penalties."]},
            id="far too many",
        ),
        pytest.param(
            [{"kind": "no-penalty"}] * 99,
            {"deal.penalties": ["a list of penalties is needed, not 99 entries."]},
            id="a flood",
        ),
        pytest.param(
            [{"seat": 1}, 7],
            {
                "deal.penalties.0": [
                    'a penalty names either an "offence" or a "kind" of effect, not “{\'seat\': 1}”.'
                ],
                "deal.penalties.1": ['a penalty names either an "offence" or a "kind" of effect, not “7”.'],
            },
            id="neither offence nor effect",
        ),
        pytest.param(
            [{"offence": "revoked", "seat": 1}],
            {
                "deal.penalties.0.offence": [
                    "unknown offence “revoked”; did you mean revoke? "
                    "Accepted: revoke, foul-hand, trick-claimed."
                ]
            },
            id="an unknown offence",
        ),
        pytest.param(
            [{"kind": "bid-waved"}],
            {
                "deal.penalties.0.kind": [
                    "unknown effect “bid-waved”; did you mean bid-waived? Accepted: side-cannot-score, "
                    "bid-waived, set-back, points-to-maker, award-points, points-dead, bid-to-adversaries, "
                    "score-up, score-down, stops-short, new-deal, no-penalty."
                ]
            },
            id="an unknown effect",
        ),
        pytest.param(
            [{"offence": "revoke", "seat": 9, "side": 1}],
            {
                "deal.penalties.0.seat": ["a seat is a whole number from 1 to 4, not “9”."],
                "deal.penalties.0.side": ["unknown field “side”. Accepted: offence, seat, points."],
            },
            id="a revoke by a side",
        ),
        pytest.param(
            [{"kind": "points-to-maker", "side": 1, "seat": 1}, {"kind": "points-to-maker"}],
            {
                f"deal.penalties.{index}": [
                    "say either whose side's points go to the maker (side) or which player's (seat)."
                ]
                for index in range(2)
            },
            id="a side and a seat, or neither",
        ),
        pytest.param(
            [
                {"kind": "set-back", "seat": 1, "points": 15},
                {"kind": "new-deal", "dealer": "left"},
                {"kind": "award-points", "side": 3, "points": ["high", "high", "ace"]},
            ],
            {
                "deal.penalties.0.points": ["a set back is a whole number from 1 to 14, not “15”."],
                "deal.penalties.1.dealer": ["unknown dealer “left”. Accepted: same, next."],
                "deal.penalties.2.side": ["a side is a whole number from 1 to 2, not “3”."],
                "deal.penalties.2.points.1": ["high is named twice."],
                "deal.penalties.2.points.2": [
                    "unknown point “ace”. Accepted: high, low, jack, game, right-pedro, left-pedro."
                ],
            },
            id="figures that cannot be",
        ),
    ],
)
def test_penalties_that_cannot_be_read(penalties: object, errors: dict[str, list[str]]) -> None:
    assert refusal_of(deal([8, 6], penalties=penalties)).errors == errors


def test_no_penalties_may_be_written_as_null() -> None:
    assert parse_deal(deal([8, 6], penalties=None), CINCH, FOSTER).penalties == ()


def test_a_running_score_is_one_number_a_side() -> None:
    assert parse_before([12, -30], CINCH.seating) == PerSide.of(12, -30)
    for sent in (None, "12", [1], [1, 2, 3], [1, "2"], [True, 2], [1.0, 2], [10**6, 1]):
        with pytest.raises(InvalidInput) as refusal:
            parse_before(sent, CINCH.seating)
        assert all(field.startswith("before") for field in refusal.value.errors)


REQUEST = {"law_set": "foster-1897", "game": "cinch", "deal": deal([5, 9], bid=8)}


@pytest.mark.parametrize(
    ("more", "scored"),
    [
        pytest.param({}, (0, 17), id="a law set as it is"),
        pytest.param({"players": 4, "before": [12, 30]}, (0, 17), id="a running score"),
        pytest.param({"variations": ["old-set-back"]}, (-8, 9), id="a variation"),
        pytest.param({"parameters": {"failed_rule": "set-back"}}, (-8, 9), id="a parameter"),
        pytest.param({"law_set": "chicago-1890", "parameters": {"score_floor": 0}}, (0, 9), id="Chicago"),
    ],
)
def test_a_request_is_scored(more: dict[str, Any], scored: tuple[int, int]) -> None:
    request = score_request(REQUEST | more, law_set)
    found = score(request.deal, request.law_set, request.game, request.before)
    answer = score_answer(found)
    assert answer["scored"] == list(scored)
    assert answer["revision"] == request.law_set.revision


@pytest.mark.parametrize(
    ("sent", "fields"),
    [
        pytest.param([], ["deal"], id="a list"),
        pytest.param({}, ["game", "law_set"], id="nothing"),
        pytest.param(REQUEST | {"law_set": "hoyle"}, ["law_set"], id="an unknown law set"),
        pytest.param(REQUEST | {"law_set": 7}, ["law_set"], id="a number for a law set"),
        pytest.param(REQUEST | {"game": "whist"}, ["game"], id="an unknown game"),
        pytest.param(REQUEST | {"players": 5}, ["players"], id="five players"),
        pytest.param(REQUEST | {"players": "4"}, ["players"], id="players as text"),
        pytest.param(REQUEST | {"parameters": []}, ["parameters"], id="parameters as a list"),
        pytest.param(REQUEST | {"parameters": {"game_score": 0}}, ["parameters.game_score"], id="no game"),
        pytest.param(REQUEST | {"variations": "ace-low"}, ["variations"], id="one variation bare"),
        pytest.param(REQUEST | {"variations": ["ace-hihg"]}, ["variations"], id="an unknown variation"),
        pytest.param(
            REQUEST
            | {"parameters": {"points": {"ace": 14}, "counting_order": ["ace"]}},
            ["parameters.points"],
            id="a point the game does not have",
        ),
        pytest.param(REQUEST | {"before": [51, 0]}, ["before"], id="a game that is over"),
        pytest.param(
            REQUEST | {"before": [1], "deal": deal([9, 9]), "extra": 1}, ["before", "deal.points", "extra"],
            id="three problems at once",
        ),
    ],
)  # fmt: skip
def test_requests_that_cannot_be(sent: object, fields: list[str]) -> None:
    with pytest.raises(InvalidInput) as refusal:
        score_request(sent, law_set)
    assert sorted(refusal.value.errors) == fields


def test_a_point_that_the_game_has_no_card_for_is_refused() -> None:
    laws = with_points(FOSTER, {"high": 1, "gift": 1})
    with pytest.raises(InvalidInput) as refusal:
        score_request(REQUEST | {"deal": deal([9, 9])}, lambda slug: laws)
    assert refusal.value.errors == {
        "parameters.points": [
            "unknown point “gift”. Accepted: high, low, jack, game, right-pedro, left-pedro."
        ]
    }


def test_the_answer_holds_all_that_decided() -> None:
    answer = score_answer(score_of(DIAMONDS, FOSTER))
    assert answer["points"] == [7, 7]
    assert answer["trick_winners"] == [1, 1, 3, 1, 4, 4]
    assert answer["won"] == {
        "high": 1,
        "low": 1,
        "jack": 2,
        "game": 2,
        "right-pedro": 2,
        "left-pedro": 1,
    }
    assert answer["next_dealer"] == 1
    assert answer["explanation"][0] == {  # type: ignore[index]  # an answer is what JSON can hold
        "text": "Side 1 took 7 and side 2 7.",
        "law": FOSTER.law("points"),
    }

"""Parsing and formatting of deals, and every refusal with its text and field."""

import pytest
from hypothesis import given, strategies as st

from laws.domain.errors import InvalidInput
from laws.library import law_set
from scoring.game.cards import JOKER, PACK, format_card, parse_card
from scoring.game.deal import DealRecord
from scoring.game.notation import format_deal, parse_before, parse_deal, score_answer, score_request
from scoring.game.score import score
from scoring.game.seating import PerSide
from tests.game.tables import (
    CINCH,
    FOSTER,
    MODERN,
    THREE_HANDED_CINCH,
    cases,
    deal,
    reasons,
    refusal_of,
    refusals,
    varied,
    with_points,
)
from tests.strategies import (
    bare_deals,
    bare_deals_of_three,
    json_values,
    named_deals,
    named_deals_of_three,
    recorded_deals,
)
from tests.web.asking import DIAMONDS

WON = {"high": 1, "low": 2, "jack": 1, "game": 1, "right-pedro": 2, "left-pedro": "discards"}
BIDS = [[2, 0], [3, 6], [4, 0], [1, 8]]


@pytest.mark.parametrize("card", [*PACK, JOKER])
def test_every_card_is_read_as_it_is_written(card):
    assert parse_card(format_card(card)) is parse_card(format_card(card))
    assert parse_card(format_card(card)) == card


def test_a_ten_may_be_written_with_two_figures():
    assert parse_card("10H") is parse_card("TH")


@pytest.mark.parametrize("text", ["", "1H", "HT", "th", "TX", "10", "JOKER", "TH "])
def test_text_that_is_no_card_parses_to_none(text):
    assert parse_card(text) is None


@cases(
    "laws, written, canonical",
    {
        "points alone": (FOSTER, deal([5, 9], bid=8), None),
        "with the trump": (FOSTER, deal([5, 9], bid=8, trump="H"), None),
        "null for no penalties": (FOSTER, deal([5, 9], penalties=None), deal([5, 9])),
        "a redeal": (FOSTER, {"dealer": 3, "misdeal": "redeal"}, None),
        "who won each point": (FOSTER, deal(won=WON, bid=8), None),
        "the bids tell maker and bid": (
            FOSTER, {"dealer": 1, "bids": BIDS, "points": [9, 5]},
            {"dealer": 1, "maker": 1, "bid": 8, "bids": BIDS, "points": [9, 5]},
        ),
        "nobody bid: the dealer is the maker": (
            FOSTER, {"dealer": 4, "bid": 0, "points": [9, 5]},
            {"dealer": 4, "maker": 4, "bid": 0, "points": [9, 5]},
        ),
        "all four passed": (
            FOSTER, {"dealer": 4, "bids": [[1, 0], [2, 0], [3, 0], [4, 0]], "points": [9, 5]},
            {"dealer": 4, "maker": 4, "bid": 0, "bids": [[1, 0], [2, 0], [3, 0], [4, 0]], "points": [9, 5]},
        ),
        "all that was said in the bidding, whatever it was": (
            FOSTER, deal([9, 5], bid=8, bidding=[[2, 0], [4, 15], [3, 0], [2, 6], [1, 8]]), None,
        ),
        "points left out are dead where they can be": (
            MODERN, deal(won={"high": 1, "low": 1, "left-pedro": 2}),
            deal(won={"high": 1, "low": 1, "jack": None, "game": None, "right-pedro": None, "left-pedro": 2}),
        ),
        "every card, the hands in order": (
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
        ),
        "penalties of every sort": (
            FOSTER,
            deal(
                [5, 9],
                bid=8,
                penalties=[
                    {"offence": "foul-hand", "seat": 2},
                    {"offence": "trick-claimed", "side": 1, "points": ["low"]},
                    {"kind": "set-back", "seat": 1, "points": 4},
                    {"kind": "points-to-maker", "side": 2},
                    {"kind": "new-deal", "dealer": "same"},
                    {"kind": "no-penalty"},
                ],
            ),
            None,
        ),
        "the points of a penalty in order": (
            FOSTER, deal([5, 9], penalties=[{"offence": "revoke", "seat": 2, "points": ["jack", "high"]}]),
            deal([5, 9], penalties=[{"offence": "revoke", "seat": 2, "points": ["high", "jack"]}]),
        ),
    },
)  # fmt: skip
def test_a_deal_is_written_in_one_form(laws, written, canonical):
    value = parse_deal(written, CINCH, laws)
    assert format_deal(value) == (written if canonical is None else canonical)
    assert parse_deal(format_deal(value), CINCH, laws) == value


def test_missing_parts_of_a_record_stay_missing():
    written = format_deal(parse_deal(DIAMONDS, CINCH, FOSTER))
    assert "discards" not in written
    assert "stock" not in written


@pytest.mark.parametrize(
    ("game", "deals"),
    [
        (CINCH, bare_deals() | named_deals() | recorded_deals(lawful=False)),
        (THREE_HANDED_CINCH, bare_deals_of_three() | named_deals_of_three()),
    ],
)
@given(data=st.data())
def test_a_formatted_deal_parses_back(game, deals, data):
    value = parse_deal(data.draw(deals), game, FOSTER)
    assert parse_deal(format_deal(value), game, FOSTER) == value


@pytest.mark.parametrize(
    ("written", "level"),
    [(deal([5, 9]), 1), (deal(won=WON), 2), (DIAMONDS, 3), ({"dealer": 1, "misdeal": "redeal"}, 0)],
)
def test_the_level_says_how_much_was_recorded(written, level):
    assert parse_deal(written, CINCH, FOSTER).level == level


def refused(written: object) -> InvalidInput | None:
    """Return the reasons why a deal is refused, or None; any other exception fails the test."""
    try:
        assert isinstance(parse_deal(written, CINCH, FOSTER), DealRecord)
    except InvalidInput as refusal:
        return refusal
    return None


@given(written=json_values)
def test_any_request_is_parsed_or_refused(written):
    refusal = refused(written)
    assert refusal is not None
    assert all(field.startswith("deal") and reasons for field, reasons in refusal.errors.items())


@given(written=bare_deals(), field=json_values, name=json_values)
def test_any_value_of_a_field_is_parsed_or_refused(written, field, name):
    for known in (*written, "won", "tricks", "hands", "bids", "penalties", "misdeal", "discards", "stock"):
        for sent in (field, [field, name], {"1": field}):
            refusal = refused(written | {known: sent})
            assert refusal is None or refusal.errors


FIELDS = (
    "dealer, maker, bid, bids, bidding, trump, called, called_card, alone, points, won, "
    "tricks, pips, leader, hands, discards, turned, stock, penalties, misdeal"
)


@refusals(
    "written",
    [
        (None, "deal: an object with fields is needed, not “None”."),
        (
            deal([10, 5], dealer=5, maker="2", bid=20, trump="Hearts", pionts=1),
            "points: the points add up to 15, and a deal has 14.",
            "dealer: a seat is a whole number from 1 to 4, not “5”.",
            "maker: a seat is a whole number from 1 to 4, not the text “2”.",
            "bid: a bid is 1 to 14, or 0 where nobody bid, not “20”.",
            "trump: “Hearts” is not a suit. Accepted: S (spades), H (hearts), D (diamonds), C (clubs).",
            f"pionts: unknown field “pionts”; did you mean points? Accepted: {FIELDS}.",
        ),
        (
            deal([9, 4]),
            "points: the points add up to 13, and a deal has 14, those among the discards counting for "
            "the maker.",
        ),
        ({"dealer": 1, "maker": 1, "points": [8, 6]}, "bid: a bid is 1 to 14, or 0 where nobody bid."),
        ({"dealer": 1, "bid": 5, "points": [8, 6]}, "maker: say who made the trump, or give all the bids."),
        (deal([8, 6], maker=2, bid=0), "maker: nobody bid, so the dealer, seat 1, names the trump."),
        (deal([8]), "points: a list of 2 numbers is needed, one for each side in order."),
        (
            deal([float("nan"), 7.0]),
            "points.0: the figure of side 1 is a whole number from 0 to 14, not “nan”.",
            "points.1: the figure of side 2 is a whole number from 0 to 14, not “7.0”.",
        ),
        (
            deal([-1, 15]), "points.0: the figure of side 1 is a whole number from 0 to 14, not “-1”.",
            "points.1: the figure of side 2 is a whole number from 0 to 14, not “15”.",
        ),
        (
            deal(),
            "points: say what was taken: how many points (points), who won each point (won), or "
            "every card (tricks).",
        ),
        (deal([8, 6], won=WON), "won: give either points or won, not both."),
        (deal([8, 6], stock=["AS"]), "stock: is read only together with the tricks, card by card."),
        (
            deal(won=WON | {"high": [1, 2], "hihg": 1, "low": None}),
            'won.high: won by one side, from 1 to 2, or found among the discards ("discards"), not “[1, 2]”.',
            "won.low: cannot be out of play here: name who won it, or discards.",
            "won.hihg: unknown field “hihg”; did you mean high? Accepted: high, low, jack, game, "
            "right-pedro, left-pedro.",
        ),
        (
            deal(won={"high": 1, "low": None, "jack": 1, "right-pedro": 2}),
            "won: say who won game and left pedro, too: every point counts for somebody.",
            "won.low: cannot be out of play here: name who won it, or discards.",
        ),
        (deal(won=3), "won: an object with fields is needed, not “3”."),
        (
            {"dealer": 1, "misdeal": "misdael", "bid": 3, "maker": None},
            "misdeal: unknown kind of misdeal “misdael”; did you mean misdeal? Accepted: misdeal, redeal.",
            "bid: nothing but the dealer is recorded of a misdeal.",
        ),
    ],
)  # fmt: skip
def test_refusals(written, errors):
    assert reasons(refusal_of(written)) == errors


def test_a_bid_above_fourteen_is_refused_by_its_law():
    assert refusal_of(deal([8, 6], bid=15)).law == FOSTER.law("max_bid")


@refusals(
    "bids, more",
    [
        ([[2, 6], [3, 6], [4, 0], [1, 0]], {}, "bids.1.1: a bid of 6 is not above the last, which was 6."),
        (
            [[1, 6], [2, 7], [3, 0], [4, 0]], {}, "bids.0.0: it was seat 2's turn to bid, not seat 1's.",
            "bids.1.0: it was seat 3's turn to bid, not seat 2's.",
            "bids.2.0: it was seat 4's turn to bid, not seat 3's.",
            "bids.3.0: it was seat 1's turn to bid, not seat 4's.",
        ),
        (
            [[2, 6], [3, 15], [4, "7"], [1, 0]], {}, "bids.1.1: a bid is 1 to 14, or 0 for a pass, not “15”.",
            "bids.2.1: a bid is 1 to 14, or 0 for a pass, not the text “7”.",
        ),
        (
            [[2, 6], [3, 0], [4]], {}, "bids: give the bids of all 4 seats, 0 where one passed.",
            "bids.2: a bid is written [seat, bid], not “[4]”.",
        ),
        ([[2, 6], [3, 0], [9, 0], [1, 8]], {}, "bids.2.0: a seat is a whole number from 1 to 4, not “9”."),
        ("2:6", {}, "bids: a list of bids, each [seat, bid], is needed, not “2:6”."),
        (BIDS, {"maker": 2}, "maker: seat 2 did not bid: seat 1 did, with 8."),
        (BIDS, {"maker": 3}, "maker: seat 3 did not bid highest: seat 1 did, with 8."),
        (BIDS, {"bid": 7}, "bid: the highest of the bids is 8, not 7."),
    ],
)  # fmt: skip
def test_impossible_bids_are_refused(bids, more, errors):
    refusal = refusal_of({"dealer": 1, "bids": bids, "points": [8, 6]} | more)
    told = reasons(refusal)
    assert errors <= told
    assert {why.split(":")[0] for why in told - errors} <= {"bid", "maker"}


def test_equal_bids_are_accepted_if_the_club_allows_them():
    equal = {"dealer": 1, "bids": [[2, 6], [3, 6], [4, 0], [1, 0]], "points": [8, 6]}
    assert parse_deal(equal, CINCH, varied(must_exceed=False)).maker == 2


def test_without_a_dealer_no_bid_is_out_of_turn():
    bids = [[2, 6], [3, 8], [4, 0], [1, 0], [2, 0]]
    refusal = refusal_of({"bids": bids, "bid": 8, "points": [8, 6]}, varied(bidding_rounds="until-passed"))
    assert refusal.errors.keys() == {"deal.dealer"}


@refusals(
    "penalties",
    [
        ({}, "penalties: a list of penalties is needed, not “{}”."),
        ([{"kind": "no-penalty"}] * 21, "penalties: no deal has more than 20 penalties."),
        ([{"kind": "no-penalty"}] * 99, "penalties: a list of penalties is needed, not 99 entries."),
        (
            [{"seat": 1}, 7],
            'penalties.0: a penalty names either an "offence" or a "kind" of effect, not “{\'seat\': 1}”.',
            'penalties.1: a penalty names either an "offence" or a "kind" of effect, not “7”.',
        ),
        (
            [
                {"offence": "revoked", "seat": 1},
                {"kind": "bid-waved"},
                {"offence": "revoke", "seat": 9, "side": 1},
                {"kind": "points-to-maker", "side": 1, "seat": 1},
                {"kind": "points-to-maker"},
            ],
            "penalties.0.offence: unknown offence “revoked”; did you mean revoke? Accepted: revoke, "
            "foul-hand, trick-claimed.",
            "penalties.1.kind: unknown effect “bid-waved”; did you mean bid-waived? Accepted: "
            "side-cannot-score, bid-waived, set-back, points-to-maker, award-points, points-dead, "
            "bid-to-adversaries, score-up, score-down, stops-short, new-deal, new-game, no-penalty.",
            "penalties.2.seat: a seat is a whole number from 1 to 4, not “9”.",
            "penalties.2.side: unknown field “side”. Accepted: offence, seat, points.",
            "penalties.3: say either whose side's points go to the maker (side) or which player's (seat).",
            "penalties.4: say either whose side's points go to the maker (side) or which player's (seat).",
        ),
        (
            [
                {"kind": "set-back", "seat": 1, "points": 15},
                {"kind": "new-deal", "dealer": "left"},
                {"kind": "award-points", "side": 3, "points": ["high", "high", "ace"]},
            ],
            "penalties.0.points: a set back is a whole number from 1 to 14, not “15”.",
            "penalties.1.dealer: unknown dealer “left”. Accepted: same, next.",
            "penalties.2.side: a side is a whole number from 1 to 2, not “3”.",
            "penalties.2.points.1: high is named twice.",
            "penalties.2.points.2: unknown point “ace”. Accepted: high, low, jack, game, right-pedro, "
            "left-pedro.",
        ),
    ],
)
def test_malformed_penalties_are_refused(penalties, errors):
    assert reasons(refusal_of(deal([8, 6], penalties=penalties))) == errors


def test_a_running_score_is_one_number_a_side():
    assert parse_before([12, -30], CINCH.seating) == PerSide((12, -30))
    for sent in (None, "12", [1], [1, 2, 3], [1, "2"], [True, 2], [1.0, 2], [10**6, 1]):
        with pytest.raises(InvalidInput) as refusal:
            parse_before(sent, CINCH.seating)
        assert all(field.startswith("before") for field in refusal.value.errors)


REQUEST = {"law_set": "foster-1897", "game": "cinch", "deal": deal([5, 9], bid=8)}


@cases(
    "more, scored",
    {
        "a law set as it is": ({}, (0, 17)),
        "a running score": ({"players": 4, "before": [12, 30]}, (0, 17)),
        "a variation": ({"variations": ["old-set-back"]}, (-8, 9)),
        "a parameter": ({"parameters": {"failed_rule": "set-back"}}, (-8, 9)),
        "Chicago": ({"law_set": "chicago-1890", "parameters": {"score_floor": 0}}, (0, 9)),
        "a parameter of the game for three": (
            {
                "game": "three-handed-cinch",
                "parameters": {"failed_rule": "adversaries-own-plus-bid"},
                "deal": deal([5, 6, 3], bid=8),
            },
            (0, 14, 11),
        ),
    },
)
def test_a_request_is_scored(more, scored):
    request = score_request(find_law_set=law_set, **REQUEST | more)
    found = score(request.deal, request.law_set, request.game, request.before)
    answer = score_answer(found)
    assert answer["scored"] == list(scored)
    assert answer["revision"] == request.law_set.revision


@cases(
    "more, fields",
    {
        "an unknown law set": ({"law_set": "hoyle"}, ["law_set"]),
        "an unknown game": ({"game": "whist"}, ["game"]),
        "neither": ({"game": "whist", "law_set": "hoyle"}, ["game", "law_set"]),
        "five players": ({"players": 5}, ["players"]),
        "no game": ({"parameters": {"game_score": 0}}, ["parameters.game_score"]),
        "an unknown variation": ({"variations": ["ace-hihg"]}, ["variations"]),
        "a point the game does not have": (
            {"parameters": {"points": {"ace": 14}, "counting_order": ["ace"]}}, ["parameters.points"],
        ),
        "a game that is over": ({"before": [51, 0]}, ["before"]),
        "two problems at once": ({"before": [1], "deal": deal([9, 9])}, ["before", "deal.points"]),
    },
)  # fmt: skip
def test_malformed_requests_are_refused(more, fields):
    with pytest.raises(InvalidInput) as refusal:
        score_request(find_law_set=law_set, **REQUEST | more)
    assert sorted(refusal.value.errors) == fields


def test_a_point_that_the_game_has_no_card_for_is_refused():
    laws = with_points(FOSTER, {"high": 1, "gift": 1})
    with pytest.raises(InvalidInput) as refusal:
        score_request(find_law_set=lambda slug: laws, **REQUEST | {"deal": deal([9, 9])})
    assert refusal.value.errors == {
        "parameters.points": [
            "unknown point “gift”. Accepted: high, low, jack, game, right-pedro, left-pedro."
        ]
    }

"""What a record shows by itself: revokes, the left pedro, hands, discards, bids."""

from typing import Any

from laws.domain.lawset import LawSet
from scoring.game.cards import PACK, format_card
from scoring.game.found_irregularities import Irregularity, irregularities_in
from scoring.game.notation import parse_deal
from scoring.game.rules import rules_of
from tests.game.tables import (
    CINCH,
    FOSTER,
    QUIET,
    cases,
    changed,
    deal,
    put,
    reasons,
    refusal_of,
    refusals,
    tricks,
    varied,
)

RULES = rules_of(FOSTER, CINCH)
EXTRA_FOUR = varied("four-extra-cards")

# Hearts are trumps. Seat 2 has no trump but the five of diamonds, and throws a club on the ace.
LEFT_KEPT: dict[str, Any] = deal(
    dealer=4,
    maker=1,
    bid=1,
    trump="H",
    discards={"3": ["2H", "JH", "TH", "5H"]},
    tricks=tricks(
        "1: AH 2C 3H 4H, 1: 2S AS 3S 4S, 2: KS 6S 7S 8S, 2: QS 9S TS JS, 2: KC 4C 3C 5C, 2: 5D 6C 7C 8C"
    ),
)

# The same hands but for a diamond led: the five of diamonds is no diamond.
PRINTED_SUIT: dict[str, Any] = LEFT_KEPT | {
    "tricks": tricks(
        "1: 2D 2C 3S 4S, 1: AH 5D 3H 4H, 1: 2S AS 6S 7S, 2: KS 9S TS 8S, 2: QS 6C 7C JS, 2: KC 4C 3C 5C"
    )
}


def told(written: dict[str, Any], laws: LawSet = FOSTER) -> list[Irregularity]:
    """Return the irregularities found in a deal. Each fact has its reason as text."""
    found = list(irregularities_in(parse_deal(written, CINCH, laws), rules_of(laws, CINCH)))
    words = [f"{each.says} {known.because}" for each in found for known in each.facts.values()]
    assert [sentence for sentence in words if "None" in sentence] == []
    return found


def in_play(written: dict[str, Any]) -> list[tuple[str, int, int | None]]:
    """Return the irregularities found in the tricks."""
    return [(found.incident, found.seat, found.trick) for found in told(written) if found.trick]


def test_keeping_back_the_left_pedro_on_a_trump_is_a_revoke():
    """Foster 1897, Cinch, Cards; Cinch Laws, The Revoke: the left pedro is a trump."""
    revoke = next(irregularity for irregularity in told(LEFT_KEPT) if irregularity.incident == "revoke")
    assert (revoke.seat, revoke.trick) == (2, 1)
    assert revoke.values == {
        "offender": "adversary",
        "act": "left-pedro-kept",
        "led": "trump",
        "trick": "turned",
    }
    assert revoke.says == (
        "In trick 1 seat 2 played the deuce of clubs on the ace of hearts and held the five of diamonds."
    )


def test_keeping_back_the_left_pedro_on_its_printed_suit_is_no_revoke():
    assert in_play(PRINTED_SUIT) == []


def test_two_revokes_on_a_deal_are_two_irregularities():
    both = LEFT_KEPT | {
        "tricks": [
            [[1, "AH"], [2, "2C"], [3, "3S"], [4, "4H"]],
            [[1, "2S"], [2, "AS"], [3, "3H"], [4, "4S"]],
            *LEFT_KEPT["tricks"][2:],
        ]
    }
    # In the second trick seat 3 trumps a spade, which it may, and wins; seat 2 leads in its stead.
    assert in_play(both) == [("revoke", 2, 1), ("revoke", 3, 1), ("lead-out-of-turn", 2, 3)]


@cases(
    "hand, thrown, facts",
    {
        "three thrown: whether it was helped before it saw the trump nobody wrote down": (
            ["3H", "3S", "6S", "9S", "2C", "6C"], ["6H", "4D", "KD"], {"holds": "six-or-fewer"},
        ),
        "four thrown: it drew a card and played with it": (
            ["3H", "3S", "6S", "9S", "2C", "6C"], ["6H", "4D", "KD", "QD"],
            {"holds": "six-or-fewer", "lifted": "yes", "helped": "yes"},
        ),
    },
)  # fmt: skip
def test_a_trump_among_the_discards(hand, thrown, facts):
    """Foster 1897, Cinch, Discarding and Drawing."""
    (only,) = told(changed(put(hands={"3": hand}, discards={"3": thrown})))
    assert (only.incident, only.seat, only.values) == ("trump-discarded", 3, facts)
    assert only.says == "Seat 3 threw the six of hearts."


def thirteen_each(*thrown: int) -> dict[str, Any]:
    """Return the regular example deal, with the rest of the pack discarded.

    ``thrown`` has the number of cards that each seat discards.
    """
    played = {card for trick in QUIET["tricks"] for _seat, card in trick}
    rest = iter(card for card in map(format_card, PACK) if card not in played)
    discards = {str(seat): [next(rest) for _card in range(count)] for seat, count in enumerate(thrown, 1)}
    return changed(put(discards=discards, stock=None))


@cases(
    "thrown, *wrong",
    {
        "seven by each": ((7, 7, 7, 7),),
        "dealt twelve and fourteen": (
            (6, 8, 7, 7), "Seat 1 threw 6 and had 6 left, so fewer than 13 had been dealt there.",
            "Seat 2 threw 8 and had 6 left, so more than 13 had been dealt there.",
        ),
    },
)  # fmt: skip
def test_with_four_extra_cards_thirteen_are_known_and_none_is_drawn(thrown, wrong):
    """Foster 1897, Variations: in place of the draw, four cards more; each hand is cut down from thirteen."""
    found = told(thirteen_each(*thrown), EXTRA_FOUR)
    assert {str(each.says) for each in found if each.incident == "wrong-number-of-cards"} == wrong
    trumps = [irregularity for irregularity in found if irregularity.incident == "trump-discarded"]
    assert trumps
    assert {key for irregularity in trumps for key in irregularity.facts} == {"holds"}, (
        "nobody is helped or lifts cards"
    )
    drawn = [each for each in told(thirteen_each(*thrown)) if each.incident == "trump-discarded"]
    assert all("lifted" in each.facts for each in drawn), "by the draw they took up new cards"


SEVEN_TRUMPS: dict[str, Any] = deal(
    dealer=4,
    maker=1,
    bid=1,
    trump="H",
    discards={"1": ["3H", "2C", "4C"], "2": ["2H", "KD"]},
    tricks=tricks(
        "1: AH 5D 6S 4H, 1: KH AS 3S 4S, 1: QH KS 7S 8S, 1: JH QS 9S TS, 1: TH KC 5C 3C, 1: 5H QC 6C 7C"
    ),
)


def test_a_player_dealt_seven_trumps_may_discard_a_trump():
    """Nine cards less three thrown are the six that were played, every one of them a trump."""
    assert [(each.incident, each.seat) for each in told(SEVEN_TRUMPS)] == [("trump-discarded", 2)]


def test_six_trumps_thrown_and_held_in_all_are_no_more_than_six():
    thrown = {"3": ["2H", "JH", "TH", "5H", "6H"]}  # five, and the three of hearts was played
    seat_3 = next(
        irregularity for irregularity in told(LEFT_KEPT | {"discards": thrown}) if irregularity.seat == 3
    )
    assert seat_3.values["holds"] == "six-or-fewer"


def test_a_player_who_drew_some_of_six_trumps_may_have_held_fewer_before():
    """Six trumps played, one thrown, and two of the six may have been drawn: the record does not say."""
    thrown = {"1": ["3H", "2C", "4C", "4D", "6D"], "2": ["2H", "KD"]}
    seat_1 = next(
        irregularity for irregularity in told(SEVEN_TRUMPS | {"discards": thrown}) if irregularity.seat == 1
    )
    assert seat_1.values == {"lifted": "yes", "helped": "yes"}


def test_two_thrown_and_seven_held_are_one_wrong_hand_and_not_two():
    """Nine were dealt: the fault was made in the discard, and tells in the hand."""
    played = {card for trick in QUIET["tricks"] for _, card in trick}
    rest = [rank + suit for suit in "SDCH" for rank in "AKQJT98765432" if rank + suit not in played]
    hand = [card for trick in QUIET["tricks"] for seat, card in trick if seat == 2]
    thrown = {"1": rest[:3], "2": rest[3:5], "3": rest[5:8], "4": rest[8:11]}
    assert len(rest) == 28
    whole = changed(put(hands={"2": [*hand, rest[11]]}, discards=thrown, stock=rest[12:]))
    assert [(each.incident, each.trick) for each in told(whole)] == [("wrong-number-of-cards", 1)]


def test_discards_are_not_counted_where_the_pack_is_not_accounted_for():
    assert told(changed(put(discards={"3": ["KD"]}, stock=["QD"]))) == []


DEALER_EARLY = {"waiting_for": "dealers-partner", "early_bidder": "dealer"}


@cases(
    "said, incidents",
    {
        "broken off": ([[2, 0], [3, 0]], []),
        "a pass out of turn is no bid": ([[2, 5], [4, 0], [3, 6], [1, 0]], []),
        "who passes twice has bid nothing": ([[2, 0], [3, 0], [4, 0], [1, 0], [2, 0]], []),
        "six over a bid of seven that was lost, and who lost it passes": (
            [[4, 7], [2, 0], [3, 6], [4, 0], [1, 0]], [("bid-before-eldest", 4, {"bidder": "pone"})],
        ),
        "the dealer does not wait for his partner": (
            [[2, 5], [1, 6], [3, 0], [4, 7]],
            [("bid-out-of-turn", 1, DEALER_EARLY | {"pone_bid_early": "no"})],
        ),
        "the pone had bid too early already": (
            [[2, 0], [4, 5], [1, 6], [3, 0]],
            [
                ("bid-out-of-turn", 4, {"waiting_for": "dealers-partner", "early_bidder": "pone"}),
                ("bid-out-of-turn", 1, DEALER_EARLY | {"pone_bid_early": "yes"}),
            ],
        ),
        "five over five, and four over six": (
            [[2, 5], [3, 5], [4, 6], [1, 4]],
            [
                ("bid-too-low", 3, {"bid_before": "yes", "bidder": "dealers-partner"}),
                ("bid-too-low", 1, {"bid_before": "yes", "bidder": "dealer"}),
            ],
        ),
        "fifteen is no bid to exceed": ([[2, 15], [3, 6], [4, 0], [1, 0]], [("bid-above-fourteen", 2, {})]),
        "seven after a pass is no bid to exceed": (
            [[2, 0], [3, 6], [2, 7], [4, 7], [1, 0]], [("bid-changed", 2, {"change": "bid-after-pass"})],
        ),
    },
)  # fmt: skip
def test_irregular_bids(said, incidents):
    """Foster 1897, Cinch Laws, Bidding; Irregular Bids."""
    shown = told(deal([5, 9], bid=8, bidding=said))
    assert [(each.incident, each.seat, each.values) for each in shown] == incidents


def test_equal_bids_are_regular_where_a_bid_need_not_exceed_the_last():
    free = FOSTER.derive({"must_exceed": False})
    value = parse_deal(deal([5, 9], bid=5, bidding=[[2, 5], [3, 5], [4, 0], [1, 0]]), CINCH, free)
    assert irregularities_in(value, rules_of(free, CINCH)) == ()


SIX_SEVEN = [[2, 6], [3, 7], [4, 0], [1, 0]]


@cases(
    "must_exceed, said, incidents",
    {
        "who was overbid bids again, and who passes then": (True, [*SIX_SEVEN, [2, 8], [3, 0]], []),
        "who was overbid has to exceed the highest bid": (
            True, [*SIX_SEVEN, [2, 7]], [("bid-too-low", 2, {"bid_before": "yes"})],
        ),
        "who has passed is out": (
            True, [*SIX_SEVEN, [4, 8]], [("bid-changed", 4, {"change": "bid-after-pass"})],
        ),
        "who bid highest is not overbid": (
            True, [*SIX_SEVEN, [3, 8]], [("bid-changed", 3, {"change": "another-number"})],
        ),
        "six under seven was not overbid": (
            True, [[2, 7], [3, 6], [3, 8]],
            [
                ("bid-too-low", 3, {"bid_before": "yes", "bidder": "dealers-partner"}),
                ("bid-changed", 3, {"change": "another-number"}),
            ],
        ),
        "nor is a second bid that is too low": (
            True, [*SIX_SEVEN, [2, 7], [2, 8]],
            [
                ("bid-too-low", 2, {"bid_before": "yes"}),
                ("bid-changed", 2, {"change": "another-number"}),
            ],
        ),
        "seven before its turn was not overbid by six": (
            True, [[4, 7], [2, 6], [3, 0], [4, 8]],
            [
                ("bid-before-eldest", 4, {"bidder": "pone"}),
                ("bid-changed", 4, {"change": "another-number"}),
            ],
        ),
        "nor by eight": (
            True, [[4, 7], [2, 6], [3, 8], [4, 9]],
            [
                ("bid-before-eldest", 4, {"bidder": "pone"}),
                ("bid-changed", 4, {"change": "another-number"}),
            ],
        ),
        "eight is not overbid by a regular six": (
            False, [[2, 8], [3, 6], [2, 9]], [("bid-changed", 2, {"change": "another-number"})],
        ),
        "but six by an eight before it": (False, [[2, 8], [3, 6], [4, 0], [1, 0], [3, 9]], []),
    },
)  # fmt: skip
def test_where_players_may_bid_again(must_exceed, said, incidents):
    """Foster 1897, Pedro: a player who was overbid may raise again."""
    raising = varied(bidding_rounds="until-passed", must_exceed=must_exceed)
    value = parse_deal(deal([5, 9], bid=8, bidding=said), CINCH, raising)
    shown = irregularities_in(value, rules_of(raising, CINCH))
    assert [(each.incident, each.seat, each.values) for each in shown] == incidents


@refusals(
    "bidding",
    [
        (7, "bidding: a list of what was bid, each [seat, bid], is needed, not “7”."),
        ([[1, 5, 6]], "bidding.0: a bid is written [seat, bid], not “[1, 5, 6]”."),
        (
            [[5, 5], [1, -1], [2, ""]], "bidding.0.0: a seat is a whole number from 1 to 4, not “5”.",
            "bidding.1.1: what was bid, 0 for a pass, is a whole number from 0 to 99, not “-1”.",
            "bidding.2.1: what was bid, 0 for a pass, is a whole number from 0 to 99, not the text “”.",
        ),
        ([[1, 0]] * 25, "bidding: no bidding has more than 24 bids and passes."),
    ],
)  # fmt: skip
def test_impossible_biddings_are_refused(bidding, errors):
    assert reasons(refusal_of(deal([5, 9], bidding=bidding))) == errors


def test_a_deal_without_cards_or_bidding_shows_nothing():
    assert told(deal([5, 9], bid=8, trump="H")) == []
    assert told({"dealer": 1, "misdeal": "misdeal"}) == []

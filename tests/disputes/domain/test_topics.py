"""From the record to the ruling: what is found on a deal is put to the law, which rules as its source does.

Hearts are trumps, seat 1 is the maker unless another is named, and seat 4 deals: seat 1 is eldest hand, 2 the
dealer's partner, 3 the pone. The usual answers stand in for what the cards cannot know, such as that a revoke
was claimed.
"""

from typing import Any

import pytest

from laws import library
from laws.domain import arbiter
from laws.domain.lawset import LawSet
from scoring.game.irregularities import irregularities_in
from scoring.game.notation import parse_deal
from scoring.game.rules import rules_of
from tests.game.tables import CHICAGO, CINCH, FOSTER, QUIET, changed, deal, put
from tests.game.test_irregularities import LEFT_KEPT


def exchanged(written: dict[str, Any], one: str, other: str) -> dict[str, Any]:
    """Return the deal with two cards of one player played in each other's place."""
    swap = {one: other, other: one}
    tricks = [[[seat, swap.get(card, card)] for seat, card in trick] for trick in written["tricks"]]
    return {**written, "tricks": tricks}


def reordered(*places: int) -> dict[str, Any]:
    """Return the quiet deal with its first trick played in another order."""
    first, *others = QUIET["tricks"]
    return changed(put(tricks=[[first[place] for place in places], *others]))


def seven(seat: int) -> dict[str, Any]:
    """Return the quiet deal with a seventh card in a hand, left over at the end."""
    played = [card for trick in QUIET["tricks"] for player, card in trick if player == seat]
    return changed(put(hands={str(seat): [*played, "KD"]}))


def five(seat: int) -> dict[str, Any]:
    """Return the quiet deal without the last card of a hand, which took no point."""
    tricks = [*QUIET["tricks"][:5], [play for play in QUIET["tricks"][5] if play[0] != seat]]
    played = [card for trick in tricks for player, card in trick if player == seat]
    return changed(put(tricks=tricks, hands={str(seat): played}))


def said(*bidding: list[int]) -> dict[str, Any]:
    """Return a deal of bare points with all that was said in its bidding."""
    return deal([5, 9], dealer=4, maker=1, bid=8, bidding=list(bidding))


# Seat 3 makes the trump and throws a club on the jack of trumps, the three of trumps in hand.
MAKER_REVOKES = changed(
    put(
        maker=3,
        tricks=[
            [[3, "9S"], [4, "4S"], [1, "2S"], [2, "AS"]],
            [[2, "JH"], [3, "2C"], [4, "4H"], [1, "AH"]],
            [[1, "8S"], [2, "2H"], [3, "3S"], [4, "7S"]],
            [[2, "TH"], [3, "3H"], [4, "TS"], [1, "JS"]],
            [[2, "5H"], [3, "6S"], [4, "3C"], [1, "4C"]],
            [[2, "5D"], [3, "6C"], [4, "7C"], [1, "8C"]],
        ],
    )
)

OFFENDERS = {"side": "offenders"}
NOTHING_FOR_THEM = [("side-cannot-score", OFFENDERS), ("may-play-on", OFFENDERS)]
SAME_AGAIN = [("new-deal", {"dealer": "same"})]
SILENT: list[Any] = []
THROWN = changed(put(discards={"3": ["6H", "KD", "QD", "JD"]}))


@pytest.mark.parametrize(
    ("laws", "written", "incident", "status", "effects"),
    [
        # The revoke. Seat 2 plays against the maker, seat 1; seat 3 is his partner.
        pytest.param(
            FOSTER, LEFT_KEPT, "revoke", "ruled", [*NOTHING_FOR_THEM, ("bid-waived", {})],
            id="Foster, The Revoke: an adversary keeps back the left pedro",
        ),
        pytest.param(
            FOSTER, exchanged(QUIET, "8S", "4C"), "revoke", None, [],
            id="no trump in hand and a trump led: anything may be thrown",
        ),
        pytest.param(
            FOSTER, exchanged(QUIET, "3S", "2C"), "revoke", "ruled", NOTHING_FOR_THEM,
            id="Foster, The Revoke: the maker's partner throws a club on a spade",
        ),
        pytest.param(
            FOSTER, MAKER_REVOKES, "revoke", "ruled", NOTHING_FOR_THEM,
            id="Foster, The Revoke: the maker holds back a trump",
        ),
        # Leads and plays out of turn. All have played to the trick.
        pytest.param(FOSTER, changed(put(maker=2)), "lead-out-of-turn", "ruled", [("stands", {})],
                     id="Foster, Leading Out of Turn: in an adversary's turn, and all follow"),
        pytest.param(FOSTER, changed(put(maker=3)), "lead-out-of-turn", "ruled", [("stands", {})],
                     id="Foster, Leading Out of Turn: in his partner's turn, and all follow"),
        pytest.param(FOSTER, reordered(0, 1, 3, 2), "play-out-of-turn", "silent", SILENT,
                     id="Foster, Playing Out of Turn: nothing for the fourth hand before the third"),
        # Wrong numbers of cards
        pytest.param(FOSTER, seven(2), "wrong-number-of-cards", "ruled", NOTHING_FOR_THEM,
                     id="Foster, Irregularities in the Hands: seven cards, played to the first trick"),
        pytest.param(FOSTER, seven(4), "wrong-number-of-cards", "ruled", NOTHING_FOR_THEM,
                     id="Foster, Irregularities in the Hands: the dealer's seven cards are foul, too"),
        pytest.param(FOSTER, five(3), "wrong-number-of-cards", "ruled",
                     [("correct-hand", {"who": "offender", "source": "plain-discards"})],
                     id="Foster, Irregularities in the Hands: too few cost nothing"),
        pytest.param(CHICAGO, seven(2), "wrong-number-of-cards", "ruled", SAME_AGAIN,
                     id="Chicago 11: seven cards with another than the dealer, a misdeal"),
        pytest.param(CHICAGO, seven(4), "wrong-number-of-cards", "ruled",
                     [("discard-surplus", {"who": "dealer"})],
                     id="Chicago 11: the dealer throws the surplus"),
        pytest.param(CHICAGO, five(4), "wrong-number-of-cards", "ruled",
                     [("correct-hand", {"who": "dealer", "source": "plain-discards"})],
                     id="Chicago 11: the dealer fills up from the discards, without a trump"),
        # Irregular bids
        pytest.param(FOSTER, said([3, 7], [1, 0], [2, 0], [4, 0]), "bid-before-eldest", "ruled",
                     [("loses-bid", {"who": "both-partners"}), ("bids-alone", {"who": "adversaries"})],
                     id="Foster, Irregular Bids: the pone before his own partner, the eldest hand"),
        pytest.param(FOSTER, said([1, 0], [3, 7], [2, 0], [4, 0]), "bid-out-of-turn", "ruled",
                     [("loses-bid", {"who": "pone"}),
                      ("may-bid-before", {"who": "dealer", "before": "dealers-partner"})],
                     id="Foster, Irregular Bids: the pone does not wait for the dealer's partner"),
        pytest.param(FOSTER, said([1, 5], [4, 6], [2, 0], [3, 0]), "bid-out-of-turn", "ruled",
                     [("loses-bid", {"who": "dealer"}), ("loses-bid", {"who": "dealers-partner"}),
                      ("may-overbid", {"who": "pone"})],
                     id="Foster, Irregular Bids: the dealer does not wait for his partner"),
        pytest.param(FOSTER, said([1, 0], [2, 5], [4, 6], [3, 0]), "bid-out-of-turn", "ruled",
                     [("loses-bid", {"who": "dealer"})],
                     id="Foster, Irregular Bids: the dealer does not wait for the pone"),
        pytest.param(FOSTER, said([1, 0], [2, 6], [3, 5], [4, 0]), "bid-too-low", "ruled", [("bid-void", {})],
                     id="Foster, Bidding: five over six"),
        pytest.param(FOSTER, said([1, 15], [2, 0], [3, 0], [4, 0]), "bid-above-fourteen", "ruled",
                     [("bid-void", {})], id="Foster, Bidding: fifteen"),
        pytest.param(FOSTER, said([1, 0], [2, 5], [1, 6], [3, 0], [4, 0]), "bid-changed", "ruled",
                     [("bid-void", {})], id="Foster, Bidding: a bid after a pass"),
        # Trumps among the discards
        pytest.param(FOSTER, THROWN, "trump-discarded", "ruled",
                     [("stays", {"cards": "discarded-trump"}), ("points-to-maker", {"points": "discards"})],
                     id="Foster, Discarding and Drawing: a trump thrown, the cards drawn lifted"),
    ],
)  # fmt: skip
def test_what_is_found_is_ruled_as_the_source_has_it(
    laws: LawSet,
    written: dict[str, Any],
    incident: str,
    status: str | None,
    effects: list[tuple[str, dict[str, str]]],
) -> None:
    value = parse_deal(written, CINCH, laws)
    told = [each for each in irregularities_in(value, rules_of(laws, CINCH)) if each.incident == incident]
    assert len(told) == (0 if status is None else 1)
    for each in told:
        ruling = arbiter.rule(library.law_book(laws.slug), incident, each.values, assume=True)
        assert ruling.status == status
        assert [(effect.kind, dict(effect.parameters)) for effect in ruling.effects] == effects


def choices_on(written: dict[str, Any], laws: LawSet, seat: int) -> dict[str, list[str]]:
    """Return who may choose between what, for what one seat did in the play."""
    value = parse_deal(written, CINCH, laws)
    (only,) = (each for each in irregularities_in(value, rules_of(laws, CINCH)) if each.seat == seat)
    ruling = arbiter.rule(library.law_book(laws.slug), only.incident, only.values, assume=True)
    return {choice.holder: [option.id for option in choice.options] for choice in ruling.choices}


def test_third_hand_before_second_lets_the_fourth_play_before_it_too() -> None:
    """Foster 1897, Cinch Laws, Playing Out of Turn."""
    assert choices_on(reordered(0, 2, 1, 3), FOSTER, 3) == {"fourth-hand": ["play-before", "wait"]}


def test_fourth_hand_before_its_partner_may_cost_the_trick() -> None:
    """Foster 1897, Cinch Laws, Playing Out of Turn: while the third hand still has to play."""
    assert choices_on(reordered(0, 3, 1, 2), FOSTER, 4) == {"adversaries": ["claim", "let-it-be"]}


def test_a_dealer_who_keeps_the_trump_for_the_same_bid_raises_or_sells() -> None:
    """Chicago 1890, law 16."""
    value = parse_deal(said([1, 5], [2, 0], [3, 0], [4, 5]), CINCH, CHICAGO)
    (only,) = irregularities_in(value, rules_of(CHICAGO, CINCH))
    ruling = arbiter.rule(library.law_book(CHICAGO.slug), only.incident, only.values, assume=True)
    told = {choice.holder: [option.id for option in choice.options] for choice in ruling.choices}
    assert told == {"dealer": ["raise", "sell"]}

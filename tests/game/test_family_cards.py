"""Every card of the other games: the turn-up, the first lead and the stock, worked out by hand."""

from typing import Any

import pytest
from hypothesis import given, settings, strategies as st

from laws.domain import arbiter
from laws.domain.errors import InvalidInput
from laws.domain.lawset import LawSet
from laws.library import law_books
from scoring.disputes.domain.known import known_facts
from scoring.game.found_irregularities import irregularities_in
from scoring.game.games import GAMES
from scoring.game.notation import format_deal, parse_deal
from scoring.game.rules import rules_of
from tests.game.tables import FOSTER, MODERN, SIX_TRICKS_OF_TWO, at_each_level, cases, score_of, tricks
from tests.strategies import family_deals
from tests.translating import untranslated

PAIRS = (
    "2: KS AS, 1: JS QS, 2: TS 9S, 2: 8S 7S, 2: 6S 5S, 2: 4S 3S, 2: AH KH, 2: TH 9H, 2: 8H 7H, 2: 6H 5H, "
    "2: 4H 3H, 2: AD KD, 2: QD JD, 2: TD 9D, 2: 8D 7D, 2: 6D 5D, 2: 4D 3D, 2: AC KC, 2: QC JC, 2: TC 9C, "
    "2: 8C 7C, 2: 6C 5C, 2: 4C 3C, 2: JH QH, 1: 2S 2H, 2: 2D 2C"
)
"""Hearts are trumps. Seat 1 wins tricks 1 and 24, the Jack among them, and 10 pips."""


def stock_drawn(**fields: Any) -> dict[str, Any]:
    """Return a deal of California Jack. Seat 1 deals, and draws first only after trick 1.

    Both players play the cards they drew from trick 7 on.
    """
    played = [dict(map(tuple, trick)) for trick in tricks(PAIRS)]
    hands = {str(seat): [trick[seat] for trick in played[:6]] for seat in (1, 2)}
    stock = [trick[seat] for trick in played[6:] for seat in (2, 1)]
    stock[:2] = ["KH", "AH"]
    return {"dealer": 1, "trump": "H", "hands": hands, "stock": stock, "tricks": tricks(PAIRS)} | fields


def unbid(**fields: Any) -> dict[str, Any]:
    """Return a deal without bids. Seat 1 deals, and hearts are trumps."""
    return {"dealer": 1, "trump": "H", "tricks": SIX_TRICKS_OF_TWO} | fields


def run(**fields: Any) -> dict[str, Any]:
    """Return a deal with one run, so that each player keeps nine cards.

    Seat 2 wins 16 pips more than without the run: 23 against 17.
    """
    more = tricks("2: KC QC, 2: JC TC, 2: 9C 8C")
    return unbid(trump=None, turned=["JS", "9H"], tricks=[*SIX_TRICKS_OF_TWO, *more]) | fields


def bought(**fields: Any) -> dict[str, Any]:
    """Return a deal of four in which seat 1 sold to seat 2 for two. The first card led makes spades trumps.

    Seat 2 has High and wins 19 pips. Seat 4 wins 8 pips by trumping with the Jack. Seat 3 wins 10 pips. Seat
    1 has Low.
    """
    played = tricks(
        "2: AS 4S 5S 3S, 2: KS 9H QS 8H, 2: TC 9C 8C 7C, 2: 6D KD JS AD, 4: 5D 4D 3D TD, 3: 3C 4C 2D 2C"
    )
    return {"dealer": 4, "maker": 2, "bid": 2, "tricks": played} | fields


def thirteen_each(**fields: Any) -> dict[str, Any]:
    """Return a deal of Pedro with the whole pack. Seat 1 sold to seat 2 for seven, and spades are trumps.

    With the ace, seat 2 wins High, Low and the Five. With the Jack, seat 1 wins the Jack, the Nine and Game.
    Seat 4 wins all later tricks.
    """
    played = tricks(
        "2: AS 5S 4S 2S, 2: KS 3S 6S 7S, 2: 8S 9S TS JS, 1: AH 2H 3H QS, 4: AD 2D 3D 4D, 4: KD 5D 6D 7D, "
        "4: QD 8D 9D TD, 4: JD KH QH JH, 4: AC 2C 3C 4C, 4: KC 5C 6C 7C, 4: QC 8C 9C TC, 4: JC TH 9H 8H, "
        "4: 7H 6H 5H 4H"
    )
    return {"dealer": 4, "maker": 2, "bid": 7, "tricks": played} | fields


def widow(**fields: Any) -> dict[str, Any]:
    """Return a deal of Widow Cinch in which seat 1 took up the widow and discarded six cards."""
    played = tricks(
        "1: AH 2H 3H 4H 6H 7H, 1: KH 8H 9H TH JH 5D, 1: QH 2S 3S 4S 5H 6S, 1: AS 7S 8S 9S TS JS, "
        "1: KS QS 2C 3C 4C 5C, 1: AC 6C 7C 8C 9C TC"
    )
    thrown = {"1": "JC QC KC 2D 3D 4D", "2": "6D 7D", "3": "8D 9D", "4": "TD JD", "5": "QD KD", "6": "AD 5S"}
    discards = {seat: cards.split() for seat, cards in thrown.items()}
    bid = {"dealer": 6, "maker": 1, "bid": 6, "trump": "H", "tricks": played}
    return bid | {"discards": discards} | fields


NINE_KEPT = FOSTER.chosen_for("seven-up", {"after_running": "nine-after-one"})
WHOLE_PACK = {
    slug: FOSTER.chosen_for(slug, variations=["whole-pack"])
    for slug in ("pedro", "pedro-sancho", "dom-pedro")
}


@cases(
    "laws, game, written, scored",
    {
        "Foster, California Jack: all 52 cards, the winner drawing first": (
            FOSTER, "california-jack", stock_drawn(), (1, 3),
        ),
        "Foster, Shasta Sam: the same face down": (FOSTER, "shasta-sam", stock_drawn(), (1, 3)),
        "modern book, California Jack: the top of the stock names the trump": (
            MODERN, "california-jack", stock_drawn(trump=None), (1, 3),
        ),
        "the hands as dealt follow from the tricks and the stock": (
            FOSTER, "california-jack", stock_drawn(hands=None), (1, 3),
        ),
        "Foster, Seven-up, Objects: pips of every suit, High and Low to the hand": (
            FOSTER, "seven-up-2", unbid(), (2, 2),
        ),
        "Foster, Seven-up, Dealing: the suit turned is trump, and no Jack gives nothing": (
            FOSTER, "seven-up-2", unbid(trump=None, turned=["9H"]), (2, 2),
        ),
        "Foster, Seven-up, Dealing: a Jack turned scores at once, and then the cards are run": (
            FOSTER, "seven-up-2", unbid(trump=None, turned=["JC", "9H"]), (3, 2),
        ),
        "Foster, Seven-up, Begging: the Jack of another suit scores again": (
            FOSTER, "seven-up-2",
            unbid(trump=None, turned=["JS", "JC"], tricks=tricks(
                "2: AC 3C, 2: TS KS, 1: QC KC, 2: 4H 5H, 1: AD 2D, 1: 7S 8S",
            )), (1 + 1 + 2, 1),
        ),
        "Foster, Seven-up, Begging: one of the suit given up scores nothing": (
            FOSTER, "seven-up-2", unbid(trump=None, turned=["KC", "JC", "9H"]), (2, 2),
        ),
        "Foster, Seven-up, Begging: the gift is told beside the cards": (
            FOSTER, "seven-up-2", unbid(turned=["9H"], won={"gift": 2}), (2, 3),
        ),
        "Foster, Seven-up, Discarding: six are kept after a run": (
            FOSTER, "seven-up-2", unbid(turned=["KC", "9H"], discards={"1": ["2S", "3S", "4S"]}), (2, 2),
        ),
        "Foster, Seven-up, Discarding: in some clubs nine are kept after one run": (
            NINE_KEPT, "seven-up-2", run(), (1 + 1, 3),
        ),
        "but six after two": (NINE_KEPT, "seven-up-2", unbid(turned=["KC", "QC", "9H"]), (2, 2)),
        "modern book, All Fours, turn-up scoring: two for a six": (
            MODERN, "all-fours-turn-up", unbid(trump=None, turned=["6H"], tricks=tricks(
                "2: AH 3H 4H 5H, 2: TS KS 2S 3S, 3: JH QH 7H 8H, "
                "4: 4C 5C 6C 7C, 3: AD 2D 3D 4D, 3: 7S 8S 9S 4S",
            )), (1 + 1 + 2, 2),
        ),
        "modern book, All Fives: nothing is said of a Jack turned after running": (
            MODERN, "all-fives-2", unbid(trump=None, turned=["KC", "JH"], tricks=tricks(
                "2: AH 3H, 2: TS KS, 1: 9H QH, 2: 4C 5C, 1: AD 2D, 1: 7S 8S",
            )), (1 + 1, 1 + 4 + 2),
        ),
        "Foster, Seven-up, Dealing: at Blind All Fours the first lead is trump": (
            FOSTER, "blind-all-fours-2", unbid(trump=None), (2, 2),
        ),
        "Foster, Auction Pitch, Playing: whatever is led first is trump": (
            FOSTER, "auction-pitch-4", bought(), (2 + 1, 2, 0, 1),
        ),
        "Foster, Pedro Sancho: in some places all the cards are dealt": (
            WHOLE_PACK["pedro-sancho"], "pedro-sancho-4", thirteen_each(), (9 + 1 + 1 + 7, 1 + 1 + 5, 0, 0),
        ),
        "and so in any form of Pedro": (
            WHOLE_PACK["pedro"], "pedro-4", thirteen_each(), (1 + 1 + 7, 1 + 1 + 5, 0, 0),
        ),
        "Foster, Widow Cinch: the maker throws the widow besides": (
            FOSTER, "widow-cinch", widow(), (14, 0, 0),
        ),
    },
)  # fmt: skip
def test_what_a_deal_scores(laws: LawSet, game: str, written: dict[str, Any], scored: tuple[int, ...]):
    kind = GAMES[game]
    assert [each.scored.values for each in at_each_level(written, laws, kind)] == [scored] * 3
    record = parse_deal(written, kind, laws)
    assert parse_deal(format_deal(record), kind, laws) == record
    assert irregularities_in(record, rules_of(laws, kind)) == ()


REVOKED = tricks("2: AH 3H, 2: TS 5C, 2: QH JH, 2: 4C 7S, 2: 8S KS, 1: AD 2D")
"""Seat 1 throws a club on a spade, though it holds two spades."""

KING_KEPT = tricks(
    "2: AH 3S 4H 5H, 2: 2C 3C 4C 5C, 1: 6C 7C 8C 9C, 4: AD 2D 3D 4D, 4: KD 5D 6D 7D, 4: AS 9S TS KH"
)
"""Seat 3 throws a spade on the ace of trumps and keeps the king."""


def played(written: dict[str, Any], **plays: str) -> dict[str, Any]:
    """Return a deal in which some tricks are replaced. t2="2 KS, 4 QS" replaces trick 2: seats and cards."""
    changed = list(written["tricks"])
    for number, trick in plays.items():
        pairs = [play.split() for play in trick.split(", ")]
        changed[int(number[1:]) - 1] = [[int(seat), card] for seat, card in pairs]
    return written | {"tricks": changed}


QUEEN_KEPT = played(bought(), t2="2 KS, 3 9H, 4 4C, 1 8H", t6="3 3C, 4 QS, 1 2D, 2 2C")
PITCHED_BY_ANOTHER = played(bought(), t1="3 4S, 4 5S, 1 3S, 2 AS")
TOO_SOON = played(bought(), t2="2 KS, 4 QS, 3 9H, 1 8H")
PITCHER_TOO_SOON = played(bought(), t5="4 5D, 2 3D, 1 4D, 3 TD")
KEPT_A_TRUMP = played(stock_drawn(), t25="1 2S, 2 2D", t26="1 2C, 2 2H")
HANDS = {"1": ["3H", "KS", "JH", "5C", "AD", "7S"], "2": ["AH", "TS", "QH", "4C", "2D", "8S"]}
SEVEN_DEALT = bought(hands={"3": ["4S", "9H", "9C", "KD", "TD", "3C", "2H"]})
FIVE_DEALT = played(bought(hands={"1": ["3S", "8H", "7C", "AD", "4D"]}), t6="3 3C, 4 4C, 2 2C")
TWELVE = ["5S", "3S", "9S", "3H", "4D", "7D", "TD", "JH", "4C", "7C", "TC", "8H"]
TWELVE_DEALT = played(thirteen_each(hands={"3": TWELVE}), t13="4 7H, 1 6H, 2 5H")
SEVEN_HELD = {**HANDS, "1": [*HANDS["1"], "2S"]}
FIVE_HELD = {**HANDS, "2": HANDS["2"][:5]}

WRONG_HAND = {"fault": "wrong-number", "announced": "no"}
REVOKE = {"act": "neither-followed-nor-trumped", "trick": "turned"}


@cases(
    "laws, game, written, found",
    {
        "Foster, Seven-up, Irregularities in Play: a revoke with the Jack in play": (
            FOSTER, "seven-up-2", unbid(tricks=REVOKED),
            ("seven-up-revoke", 1, 2, REVOKE | {"led": "plain", "jack_out": "yes"}),
        ),
        "modern book, All Fours: one of the five best trumps kept back": (
            MODERN, "all-fours", unbid(tricks=KING_KEPT),
            ("seven-up-revoke", 3, 1, REVOKE | {"led": "trump", "top_trump": "yes", "jack_out": "no"}),
        ),
        "All Fives": (
            FOSTER, "all-fives-2", unbid(tricks=REVOKED), ("all-fives-revoke", 1, 2, {"act": REVOKE["act"]}),
        ),
        "Foster, Seven-up: the eldest hand leads first": (
            FOSTER, "seven-up-2", played(unbid(), t1="1 3H, 2 AH"),
            ("seven-up-out-of-turn", 1, 1, {"players": "two-or-three", "card": "led", "followed": "all"}),
        ),
        "Foster, Seven-up, Misdealing: seven cards": (
            FOSTER, "seven-up-2", unbid(hands=SEVEN_HELD),
            ("seven-up-wrong-number", 1, 1, {"cards": "more", "announced": "no"}),
        ),
        "five cards": (
            FOSTER, "seven-up-2", played(unbid(hands=FIVE_HELD), t6="1 7S"),
            ("seven-up-wrong-number", 2, 6, {"cards": "fewer", "announced": "no"}),
        ),
        "modern book, California Jack: who cannot follow must trump": (
            MODERN, "california-jack", KEPT_A_TRUMP,
            ("california-jack-revoke", 2, 25, {"act": "did-not-trump", "trick": "turned"}),
        ),
        "Foster, California Jack: and here need not": (FOSTER, "california-jack", KEPT_A_TRUMP, None),
        "Foster, Auction Pitch, Irregularities in Play: a revoke against a bid": (
            FOSTER, "auction-pitch-4", QUEEN_KEPT,
            ("auction-pitch-revoke", 4, 2, REVOKE | {"revoker": "other", "bid": "some"}),
        ),
        "the pitch by another, which the pitcher followed": (
            FOSTER, "auction-pitch-4", PITCHED_BY_ANOTHER,
            ("auction-pitch-out-of-turn", 3, 1, {"by": "opponent", "card": "led", "followed": "pitcher"}),
        ),
        "a card played too soon": (
            FOSTER, "auction-pitch-4", TOO_SOON,
            ("auction-pitch-out-of-turn", 4, 2, {"by": "opponent", "card": "played"}),
        ),
        "Foster, Auction Pitch, Bidding: the seller is not asked first": (
            FOSTER, "auction-pitch-4", bought(bidding=[[2, 2], [3, 0], [4, 0]]), None,
        ),
        "a bid out of turn": (
            FOSTER, "auction-pitch-4", bought(bidding=[[3, 1], [2, 2], [4, 0]]),
            ("auction-pitch-bid-out-of-turn", 3, None, {}),
        ),
        "Foster, Auction Pitch, Dealing: seven cards are a fault in the deal": (
            FOSTER, "auction-pitch-4", SEVEN_DEALT,
            ("auction-pitch-misdeal", 3, 1, WRONG_HAND | {"cards": "more"}),
        ),
        "and so are five": (
            FOSTER, "auction-pitch-4", FIVE_DEALT,
            ("auction-pitch-misdeal", 1, 6, WRONG_HAND | {"cards": "fewer"}),
        ),
        "Foster, Pedro: as at Auction Pitch": (
            FOSTER, "pedro-4", SEVEN_DEALT, ("pedro-misdeal", 3, 1, WRONG_HAND | {"cards": "more"}),
        ),
        "twelve where thirteen are dealt": (
            WHOLE_PACK["pedro"], "pedro-4", TWELVE_DEALT,
            ("pedro-misdeal", 3, 13, WRONG_HAND | {"cards": "fewer"}),
        ),
        "a bid out of turn at Pedro": (
            FOSTER, "pedro-4", bought(bidding=[[3, 1], [2, 2], [4, 0]]),
            ("pedro-bid-out-of-turn", 3, None, {}),
        ),
        "Foster, Pedro: a revoke": (
            FOSTER, "pedro-4", QUEEN_KEPT,
            ("pedro-revoke", 4, 2, REVOKE | {"bid": "some", "revoker": "other"}),
        ),
        "a false lead that the pitcher followed": (
            FOSTER, "pedro-4", PITCHED_BY_ANOTHER,
            ("pedro-out-of-turn", 3, 1, {"by": "opponent", "card": "led", "followed": "pitcher"}),
        ),
        "the pitcher out of turn": (
            FOSTER, "pedro-4", PITCHER_TOO_SOON,
            ("pedro-out-of-turn", 2, 5, {"by": "pitcher", "card": "played"}),
        ),
    },
)  # fmt: skip
def test_what_is_irregular_is_found_as_the_laws_of_the_game_name_it(laws, game, written, found):
    kind, books = GAMES[game], law_books()
    record, rules = parse_deal(written, kind, laws), rules_of(laws, kind)
    irregular = irregularities_in(record, rules)
    assert [(each.incident, each.seat, each.trick, each.values) for each in irregular] == (
        [found] if found else []
    )
    for each in irregular:
        incident = books[laws.slug].tables[each.incident].incident
        assert incident.game in kind.ruled_as, "it can be raised as a dispute"
        known = known_facts(incident, each.seat, record, rules, each.trick)
        assert each.values.items() <= {key: fact.value for key, fact in known.items()}.items()
        ruling = arbiter.answer(books, arbiter.RulingRequest(laws.slug, each.incident, each.values))
        assert ruling.status != "needs-facts"


@cases(
    "thrown, stock, wrong",
    {
        "one to seat 2 and three to seat 3": (
            {"2": ["6D"], "3": ["7D", "8D", "9D"]},
            None,
            [
                "Seat 2 threw 1 and had 6 left, so fewer than 8 had been dealt there.",
                "Seat 3 threw 3 and had 6 left, so more than 8 had been dealt there.",
            ],
        ),
        "a widow left lying": ({"1": ["3D", "4D"]}, ["JC", "QC", "KC", "2D"], []),
        "a widow left lying by a maker who threw three": (
            {"1": ["2D", "3D", "4D"], "2": ["6D"]},
            ["JC", "QC", "KC", "7D"],
            [
                "Seat 1 threw 3 and had 6 left, so more than 8 had been dealt there.",
                "Seat 2 threw 1 and had 6 left, so fewer than 8 had been dealt there.",
            ],
        ),
    },
)
def test_what_each_threw_at_widow_cinch_tells_what_each_was_dealt(thrown, stock, wrong):
    # Foster 1897, Widow Cinch: eight to each, and four to the table for the maker, who may leave them.
    written = widow() | {"discards": widow()["discards"] | thrown, "stock": stock}
    game = GAMES["widow-cinch"]
    found = irregularities_in(parse_deal(written, game, FOSTER), rules_of(FOSTER, game))
    assert [str(each.says) for each in found] == wrong


@cases(
    "game, written, field",
    {
        "a card turned up and played": ("seven-up-2", unbid(turned=["JH"]), "tricks.2.0"),
        "a Jack turned up and in a hand": ("seven-up-2", unbid(turned=["JH"], hands=HANDS), "turned"),
        "another suit turned up than is trump": ("seven-up-2", unbid(turned=["9C"]), "trump"),
        "the same suit again": ("seven-up-2", unbid(turned=["9C", "8C"], trump="C"), "turned.1"),
        "one card more than was needed": ("seven-up-2", unbid(turned=["9C", "8D", "9H"]), "turned.1"),
        "the pack used up": (
            "seven-up-2", unbid(turned=["KC", "QC", "JC", "TC", "9C", "8C", "9H"]), "turned",
        ),
        "a joker turned up": ("seven-up-2", unbid(turned=["JK"]), "turned"),
        "a card turned up where none is": ("auction-pitch-4", bought(turned=["2S"]), "turned"),
        "a Jack that was not turned": (
            "seven-up-2", unbid(turned=["9H"], won={"turned-jack": 1}), "won.turned-jack",
        ),
        "a gift where the cards were run": (
            "seven-up-2", unbid(turned=["KC", "9H"], won={"gift": 2}), "won.gift",
        ),
        "discards where the cards were not run": (
            "seven-up-2", unbid(turned=["9H"], discards={"1": ["2S"]}), "discards",
        ),
        "turned cards without the tricks": (
            "seven-up-2", unbid(turned=["9H"], tricks=None, points=[2, 2]), "turned",
        ),
        "another suit than the first card": ("auction-pitch-4", bought(trump="H"), "trump"),
        "no stock": ("california-jack", stock_drawn(stock=None), "stock"),
        "a stock without its last card": (
            "california-jack", stock_drawn(stock=stock_drawn()["stock"][:-1]), "stock",
        ),
        "a hand of five": (
            "california-jack", stock_drawn(hands={"1": stock_drawn()["hands"]["1"][:5]}), "hands.1",
        ),
        "a card in a hand and in the stock": (
            "california-jack", stock_drawn(hands={"1": [*stock_drawn()["hands"]["1"][:5], "KH"]}), "stock",
        ),
        "a card not drawn yet": (
            "california-jack", played(stock_drawn(), t1="2 AH, 1 AS", t7="2 KS, 1 KH"), "tricks.0.0",
        ),
        "a card of the other's hand": (
            "california-jack", played(stock_drawn(), t2="1 QS, 2 JS"), "tricks.1.0",
        ),
        "six tricks of twenty-six": ("california-jack", stock_drawn(tricks=tricks(PAIRS)[:6]), "tricks"),
        "twenty-seven tricks": (
            "california-jack", stock_drawn(tricks=[*tricks(PAIRS), [[1, "2C"], [2, "2D"]]]), "tricks",
        ),
        "thirteen tricks where six are dealt": ("pedro-4", thirteen_each(), "tricks"),
        "seven tricks of six": (
            "seven-up-2", unbid(tricks=[*SIX_TRICKS_OF_TWO, [[1, "2C"], [2, "3C"]]]), "tricks",
        ),
    },
)  # fmt: skip
def test_what_cannot_be_is_refused_under_its_field(game, written, field):
    with pytest.raises(InvalidInput) as refusal:
        score_of(written, FOSTER, game=GAMES[game])
    assert f"deal.{field}" in refusal.value.errors
    assert [text for told in refusal.value.errors.values() for text in told if untranslated(text)] == []


@pytest.mark.parametrize(
    ("laws", "key"),
    [
        pytest.param(laws, key, id=f"{key} by {name}")
        for name, laws, slugs in (
            ("Foster", FOSTER, FOSTER.games),
            ("nine kept", NINE_KEPT, ("seven-up",)),
            *[("the whole pack", laws, (slug,)) for slug, laws in WHOLE_PACK.items()],
            ("the modern book", MODERN, MODERN.games),
        )
        for key, game in GAMES.items()
        if game.slug in slugs
    ],
)
@given(data=st.data())
@settings(max_examples=5)
def test_a_lawful_deal_with_every_card_scores_as_its_summaries(laws: LawSet, key: str, data: st.DataObject):
    game = GAMES[key]
    rules = rules_of(laws, game)
    written = data.draw(family_deals(rules))
    in_full, named, bare = at_each_level(written, laws, game)
    assert in_full.scored == named.scored == bare.scored
    assert sum(in_full.points.values) + in_full.dead == rules.total
    record = parse_deal(written, game, laws)
    found = irregularities_in(record, rules.for_deal(record))
    assert {each.incident for each in found} <= {"trump-discarded"}
    assert parse_deal(format_deal(record), game, laws) == record

"""The cards of a deal as text: the meaning of each line, errors at their place, and the text after a tap.

The expected cards are written by hand. Every recorded deal is the same after a round trip through its text.
"""

from typing import Any

import pytest
from hypothesis import given

from laws.domain.lawset import LawSet
from scoring.game.card_text import LONGEST, CardText, written_cards
from scoring.game.cards import parse_card
from scoring.game.games import GAMES, GameKind
from scoring.game.notation import format_deal, parse_deal
from scoring.game.rules import first_leader, rules_of
from tests.game.tables import (
    CHICAGO,
    CINCH,
    FOSTER,
    MODERN,
    QUIET,
    SIX_TRICKS_OF_THREE,
    SIX_TRICKS_OF_TWO,
    THREE_HANDED_CINCH,
    cases,
    changed,
    play,
    put,
    tricks,
    varied,
)
from tests.game.test_family import unbid
from tests.game.test_family_cards import NINE_KEPT, bought, run, stock_drawn, widow
from tests.strategies import recorded_deals
from tests.web.asking import DIAMONDS

QUIET_TEXT = "AH 2H 3H 4H\n2S AS 3S 4S\nJH 6S 7S 8S\nTH 9S TS JS\n5H 2C 3C 4C\n5D 6C 7C 8C"
"""Hearts are trumps; seat 1 leads and wins the first trick, seat 2 the others."""


def text_of(
    text: str, leader: int | None = 1, trump: str | None = "H", game: str = "cinch", laws: LawSet = FOSTER
) -> CardText:
    return CardText(text, rules_of(laws, GAMES[game]), leader, trump)


def tapped(*taps: str, text: str = "", **wanted: Any) -> CardText:
    """Return the text after several taps."""
    for tap in taps:
        text = text_of(text, **wanted).tapped(tap)
    return text_of(text, **wanted)


@cases(
    "text, fields",
    {
        "whoever won leads the next": (QUIET_TEXT, {"tricks": QUIET["tricks"]}),
        "small letters, commas, ten, an empty line": (
            "ah, 2h, 3h, 4h\n\n 10s as",
            {"tricks": [[[1, "AH"], [2, "2H"], [3, "3H"], [4, "4H"]], [[1, "TS"], [2, "AS"]]]},
        ),
        "led out of turn": ("3 AH 2H", {"tricks": [[[3, "AH"], [4, "2H"]]]}),
        "the leader's seat before a colon": ("3: AH 2H", {"tricks": [[[3, "AH"], [4, "2H"]]]}),
        "played out of turn, and then the one who waits": (
            "AH, 3 2H, 3H, 4H", {"tricks": [[[1, "AH"], [3, "2H"], [2, "3H"], [4, "4H"]]]},
        ),
        "every seat named": ("1 AH, 2 KH", {"tricks": [[[1, "AH"], [2, "KH"]]]}),
        "other cards, before or after the tricks": (
            "HAND 2: KH\nAH KH\ndiscards 1: 2S 3S\nstock: 4S\nturned: 5S\nhand 2: QH",
            {
                "hands": {"2": ["KH", "QH"]},
                "discards": {"1": ["2S", "3S"]},
                "stock": ["4S"],
                "turned": ["5S"],
                "tricks": [[[1, "AH"], [2, "KH"]]],
            },
        ),
        "a short hand has played out": (
            "hand 2: 2H\nAH 2H 3H 4H\nKH QH JH\n2S",
            {
                "hands": {"2": ["2H"]},
                "tricks": [
                    [[1, "AH"], [2, "2H"], [3, "3H"], [4, "4H"]], [[1, "KH"], [3, "QH"], [4, "JH"]],
                    [[1, "2S"]],
                ],
            },
        ),
        "nothing yet": ("hand 1:\n", {}),
    },
)  # fmt: skip
def test_a_text_is_parsed_to_the_places_of_the_cards(text, fields):
    read = text_of(text)
    assert read.refusal is None
    assert read.fields == fields


A_CARD = "is not a card; a card is rank then suit, such as AS, TH or 5D."


@cases(
    "text, *wrong",
    {
        "no card": ("AH 2H 3H 4H\n1S 2S 3S 4S", f"2: “1S” {A_CARD}"),
        "no name": (
            "hnad 1: AH",
            "1: “hnad 1” names no cards; a line begins with hand 1:, discards 1:, stock:, turned:, "
            "or is a trick.",
        ),
        "no seat": ("hand 5: AH\n7 AH", "1: a seat is a whole number from 1 to 4, not “5”.",
                    "2: a seat is a whole number from 1 to 4, not “7”."),
        "a card too many": ("AH 2H 3H 4H 5H", "1: a trick has 4 cards, not 5."),
        "a card too few": ("AH 2H 3H\nKH", "1: a trick has 4 cards, not 3."),
        "a seat and no card": ("3\nAH", "1: a trick has 4 cards, not 0."),
        "far too much": ("AH " * LONGEST, "1: the text is too long for one deal."),
    },
)  # fmt: skip
def test_a_mistake_is_reported_with_its_line(text, wrong):
    refusal = text_of(text).refusal
    assert refusal is not None
    told = {f"{path.removeprefix('cards.')}: {why}" for path, whys in refusal.errors.items() for why in whys}
    assert told == wrong


def test_who_leads_must_be_known():
    refusal = text_of("AH 2H", leader=None).refusal
    assert refusal is not None
    assert refusal.errors == {"cards.1": ["say by the number of the seat who played “AH”."]}
    assert text_of("2 AH KH", leader=None).on_turn == 4


@cases(
    "taps, text, on_turn, pile",
    {
        "cards go round, and the winner leads": (("AH", "2H", "3H", "4H", "2S"), "AH 2H 3H 4H\n2S", 2, None),
        "a slip is undone, and a whole trick with it": (
            ("AH", "2H", "3H", "4H", "undo", "undo"), "AH 2H", 3, None,
        ),
        "nothing is left to undo": (("AH", "undo", "undo"), "", 1, None),
        "a card twice is no tap": (("AH", "AH", "XX", ""), "AH", 2, None),
        "somebody else leads, and then somebody else again": (("3", "4", "AH"), "4 AH", 1, None),
        "somebody else plays": (("AH", "3", "2H", "3H"), "AH 3 2H 3H", 4, None),
        "who played is undone as well": (("AH", "3", "undo"), "AH", 2, None),
        "after a full hand comes the next": (
            ("hand 2:", "AH", "KH", "QH", "JH", "TH", "9H", "2S"), "hand 2: AH KH QH JH TH 9H\nhand 3: 2S", 1,
            ("hand", 3),
        ),
        "and goes with its only card": (
            ("hand 2:", "AH", "KH", "QH", "JH", "TH", "9H", "2S", "undo", "undo"),
            "hand 2: AH KH QH JH TH", 1, ("hand", 2),
        ),
        "discards stay discards when one is undone": (
            ("AH", "undo", "discards 1:", "2S", "undo", "3S"), "discards 1: 3S", 1, ("discards", 1),
        ),
        "another name takes the place of an empty one": (
            ("hand 1:", "stock:", "2S"), "stock: 2S", 1, ("stock", 0),
        ),
        "back to the tricks": (("hand 1:", "AH", "tricks:", "AH"), "hand 1: AH\ntricks:\nAH", 2, None),
        "a card of another's hand cannot be played": (
            ("hand 2:", "AH", "tricks:", "AH", "KH"), "hand 2: AH\ntricks:\nKH", 2, None,
        ),
        "nor a discard": (("discards 2:", "2H", "tricks:", "2H"), "discards 2: 2H\ntricks:", 1, None),
    },
)  # fmt: skip
def test_taps_change_the_text(taps, text, on_turn, pile):
    made = tapped(*taps)
    assert (made.text, made.on_turn, made.pile) == (text, on_turn, pile)


def test_a_whole_deal_is_whole_and_nobody_is_on_turn():
    made = tapped(*QUIET_TEXT.split())
    assert made.text == QUIET_TEXT
    assert made.is_whole
    assert made.on_turn is None


HELD = "hand 2: KH 2H AS KS QS JS\n"


@cases(
    "laws, text, marked",
    {
        "a trump asked for": (FOSTER, HELD + "AH", {"AS", "KS", "QS", "JS"}),
        "a plain suit may be trumped": (FOSTER, HELD + "2S", set()),
        "but not where following is strict": (MODERN, HELD + "2S", {"KH", "2H"}),
        "nor by a suit that is neither": (FOSTER, HELD.replace("JS", "2C") + "2S", {"2C"}),
        "a hand that nobody wrote down": (FOSTER, "AH", set()),
    },
)
def test_cards_against_the_law_are_marked_where_the_hand_is_known(laws, text, marked):
    made = text_of(text, laws=laws)
    cards = [card for card in map(parse_card, text.split("\n")[0].split()) if card]
    assert {str(card.rank + card.suit) for card in cards if made.is_irregular(card)} == marked


def test_a_first_lead_in_a_plain_suit_is_marked_where_it_must_be_a_trump():
    spade, heart = parse_card("AS"), parse_card("2H")
    assert spade is not None
    assert heart is not None
    for laws, is_marked in ((varied("trump-first-lead"), True), (FOSTER, False)):
        assert text_of("", laws=laws).is_irregular(spade) == is_marked
        assert not text_of("", laws=laws).is_irregular(heart)


def test_the_first_card_led_names_the_trump_where_the_eldest_hand_pitches():
    assert text_of("AS 2H", game="auction-pitch", trump=None).trump == "S"
    assert text_of("AS 2H", game="auction-pitch", trump="H").trump == "H"
    assert text_of("AS 2H", trump=None).trump is None


@pytest.mark.parametrize(
    ("written", "game", "laws"),
    [
        (QUIET, CINCH, FOSTER),
        (DIAMONDS, CINCH, FOSTER),
        (changed(put(maker=2)), CINCH, FOSTER),
        (changed(play(0, 1, 3, "3H"), play(0, 2, 2, "2H")), CINCH, FOSTER),
        (
            {
                "dealer": 3,
                "maker": 1,
                "bid": 6,
                "trump": "H",
                "tricks": SIX_TRICKS_OF_THREE,
                "stock": ["TH", "5H", "5D"],
            },
            THREE_HANDED_CINCH,
            CHICAGO,
        ),
        (unbid(tricks=SIX_TRICKS_OF_TWO, won={"gift": 2}), GAMES["seven-up-2"], FOSTER),
        (run(), GAMES["seven-up-2"], NINE_KEPT),
        (bought(), GAMES["auction-pitch-4"], FOSTER),
        (widow(), GAMES["widow-cinch"], FOSTER),
        (stock_drawn(), GAMES["california-jack"], FOSTER),
        (stock_drawn(trump=None, hands=None), GAMES["california-jack"], MODERN),
    ],
)
def test_what_is_recorded_comes_back_from_its_own_text(written, game, laws):
    assert_comes_back(written, game, laws)


def test_what_was_drawn_is_held_and_may_have_to_be_played():
    # Modern book, California Jack: a suit that is led is followed. Seat 2 drew the deuce of hearts.
    dealt = "hand 1: AC KC 3D 4D 5D 6D\nhand 2: 2C 3C 7D 8D 9D TD\nstock: AH 2H\n"
    read = text_of(f"{dealt}AC 2C\nKC 3C\nAH", game="california-jack", laws=MODERN)
    diamond, drawn = parse_card("7D"), parse_card("2H")
    assert diamond is not None
    assert drawn is not None
    assert read.is_irregular(diamond)
    assert not read.is_irregular(drawn)


def test_the_stock_is_tapped_before_the_tricks_or_after_them():
    stock, tricks = stock_drawn()["stock"], stock_drawn()["tricks"]
    wanted, played = (
        {"game": "california-jack", "leader": 2},
        [card for trick in tricks for _seat, card in trick],
    )
    first, last = tapped("stock:", *stock, *played, **wanted), tapped(*played, "stock:", *stock, **wanted)
    assert first.fields == last.fields == {"stock": stock, "tricks": tricks}
    assert (last.is_whole, last.lacks_stock, last.pile) == (True, False, None)
    assert tapped(*played, "stock:", *stock[:-1], **wanted).lacks_stock


@given(recorded_deals())
def test_whatever_is_recorded_comes_back_from_its_own_text(written):
    assert_comes_back(written, CINCH, FOSTER)


def assert_comes_back(written: dict[str, Any], game: GameKind, laws: LawSet) -> None:
    stored, rules = format_deal(parse_deal(written, game, laws)), rules_of(laws, game)
    leader = first_leader(written["dealer"], stored["maker"], rules)  # type: ignore[arg-type]  # of a whole deal
    read = CardText(written_cards(stored, rules), rules, leader, written.get("trump"))
    assert read.refusal is None
    assert read.is_whole
    cards = ("hands", "discards", "turned", "stock", "tricks")
    rest = {name: value for name, value in stored.items() if name not in cards}
    assert format_deal(parse_deal(rest | read.fields, game, laws)) == stored


def test_the_text_of_a_quiet_deal_is_its_tricks_alone():
    stored = format_deal(parse_deal(QUIET, CINCH, FOSTER))
    assert written_cards(stored, rules_of(FOSTER, CINCH)) == QUIET_TEXT
    out = format_deal(parse_deal(changed(put(maker=2)), CINCH, FOSTER))
    assert written_cards(out, rules_of(FOSTER, CINCH)).startswith("1 AH 2H 3H 4H\n2S")
    assert tricks("1: AH 2H 3H 4H") == [out["tricks"][0]]  # type: ignore[index]  # a list of tricks

"""Playing cards: ranks, suits, the pack and the notation of a card."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from laws.domain.sentences import Sentence, _

SUITS = "SHDC"
RANKS = "AKQJT98765432"
JOKER_CODE = "JK"

SUIT_WORDS: Mapping[str, Sentence] = {"S": _("spades"), "H": _("hearts"), "D": _("diamonds"), "C": _("clubs")}
RANK_WORDS: Mapping[str, Sentence] = {
    "A": _("ace"),
    "K": _("king"),
    "Q": _("queen"),
    "J": _("jack"),
    "T": _("ten"),
    "9": _("nine"),
    "8": _("eight"),
    "7": _("seven"),
    "6": _("six"),
    "5": _("five"),
    "4": _("four"),
    "3": _("three"),
    "2": _("deuce"),
}
MATES: Mapping[str, str] = {"S": "C", "C": "S", "H": "D", "D": "H"}
"""For each suit, the other suit of the same colour. The five of that other suit is the left pedro."""


@dataclass(frozen=True, slots=True)
class Card:
    """A playing card, with a rank from ``RANKS`` and a suit from ``SUITS``.

    The joker has the rank JOKER_CODE and an empty suit. Cards are equal by value. :func:`parse_card` returns
    the same object for the same card.
    """

    rank: str
    suit: str

    def __str__(self) -> str:
        return str(card_in_words(self))


JOKER = Card(JOKER_CODE, "")

PACK: tuple[Card, ...] = tuple(Card(rank, suit) for suit in SUITS for rank in RANKS)
"""The fifty-two cards, suit by suit, ace first (Foster 1897, Cinch, Cards: a full pack)."""

CARD_ORDER: Mapping[Card, int] = MappingProxyType({card: place for place, card in enumerate((*PACK, JOKER))})
"""The index of each card in the order in which hands are listed."""

_CARDS: dict[str, Card] = {card.rank + card.suit: card for card in PACK}
_CARDS |= {"10" + suit: _CARDS["T" + suit] for suit in SUITS}
_CARDS[JOKER_CODE] = JOKER


def parse_card(text: str) -> Card | None:
    """Return the card for its code, or None for any other text.

    A code is rank then suit, such as "TH" or "10H"; the joker is "JK".

    >>> parse_card("10H") is parse_card("TH")
    True
    """
    return _CARDS.get(text)


def format_card(card: Card) -> str:
    """Return the code of the card: rank, then suit; "JK" for the joker.

    >>> format_card(Card("T", "H"))
    'TH'
    """
    return card.rank + card.suit


def card_in_words(card: Card) -> Sentence:
    """Return the name of the card for use inside a sentence.

    >>> card_in_words(Card("5", "C"))
    'the five of clubs'
    """
    if not card.suit:
        return _("the joker")
    return _("the {rank} of {suit}", rank=RANK_WORDS[card.rank], suit=SUIT_WORDS[card.suit])

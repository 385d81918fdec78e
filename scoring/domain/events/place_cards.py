"""The cards with which places are drawn: two colours of backs, pips for the table, a suit for the pair.

Law: Foster, Progressive Euchre, Drawing for Positions: from two packs of unlike backs come as many spades and
clubs as there are tables; the pips are the table, and the same suit makes partners. At each table the spades
sit in seats 1 and 3, the clubs in 2 and 4, the red backs in 1 and 2.

What the source does not provide for: a suit has thirteen cards, so tables 14 to 26 have a second pair of
packs, written with its number ("RAS/2" is table 14), and so on; the fifth player of a table draws a heart
with a red back; at a table of three there is no blue club; and who draws a joker sits out.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from laws.domain.sentences import Sentence, _
from scoring.domain.events.shape import Shape

PIPS = "A23456789TJQK"
JOKER_CODE = "JK"

_SEATS = {("R", "S"): 1, ("R", "C"): 2, ("B", "S"): 3, ("B", "C"): 4, ("R", "H"): 5}
_CARDS = {seat: card for card, seat in _SEATS.items()}
_WRITTEN = re.compile(r"([RB])([A2-9TJQK])([SCH])(?:/([1-9][0-9]?))?")
_PIP_WORDS = dict(
    zip(
        PIPS,
        [
            "ace",
            "two",
            "three",
            "four",
            "five",
            "six",
            "seven",
            "eight",
            "nine",
            "ten",
            "jack",
            "queen",
            "king",
        ],
        strict=True,
    )
)
_SUIT_WORDS = {"S": _("spades"), "C": _("clubs"), "H": _("hearts")}
_BACK_WORDS = {"R": _("red"), "B": _("blue")}


@dataclass(frozen=True, slots=True)
class PlaceCard:
    """A card for a place: the table and the seat it stands for, or a joker for sitting out (both 0)."""

    table: int
    seat: int

    @property
    def code(self) -> str:
        """Return how the card is written: back, pips, suit, and the pack where it is not the first.

        >>> PlaceCard(7, 1).code, PlaceCard(14, 4).code, PlaceCard(0, 0).code
        ('R7S', 'BAC/2', 'JK')
        """
        if not self.table:
            return JOKER_CODE
        pack, pip = divmod(self.table - 1, len(PIPS))
        back, suit = _CARDS[self.seat]
        return f"{back}{PIPS[pip]}{suit}" + (f"/{pack + 1}" if pack else "")

    def __str__(self) -> str:
        """Return the card in words."""
        return str(self.in_words())

    def in_words(self) -> Sentence:
        """Say the card.

        >>> PlaceCard(14, 4).in_words()
        'the ace of clubs with a blue back, of pack 2'
        """
        if not self.table:
            return _("a joker")
        pack, pip = divmod(self.table - 1, len(PIPS))
        back, suit = _CARDS[self.seat]
        words = {"pip": _PIP_WORDS[PIPS[pip]], "suit": _SUIT_WORDS[suit], "back": _BACK_WORDS[back]}
        if not pack:
            return _("the {pip} of {suit} with a {back} back", **words)
        return _("the {pip} of {suit} with a {back} back, of pack {pack}", pack=pack + 1, **words)


def parse_place_card(text: object) -> PlaceCard | None:
    """Return the card that is written so, or None where nothing is.

    >>> parse_place_card("r10s") == parse_place_card("RTS") == PlaceCard(10, 1)
    True
    """
    if not isinstance(text, str) or len(text) > 10:
        return None
    code = text.strip().upper().replace("10", "T", 1)
    if code == JOKER_CODE:
        return PlaceCard(0, 0)
    found = _WRITTEN.fullmatch(code)
    if found is None or (found[1], found[3]) not in _SEATS:
        return None
    pack = int(found[4] or 1)
    return PlaceCard((pack - 1) * len(PIPS) + PIPS.index(found[2]) + 1, _SEATS[found[1], found[3]])


def place_cards(shape: Shape) -> list[PlaceCard]:
    """Return the cards that are laid out for a room: one for each seat, and a joker for each who sits out."""
    return [PlaceCard(table, seat) for table, seat in shape.seats()] + [PlaceCard(0, 0)] * shape.sitting_out

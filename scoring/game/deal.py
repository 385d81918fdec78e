"""A deal as it was recorded, at one of the three levels. Facts only: what it scores is worked out elsewhere.

The points *taken* are what a side has in its tricks; the points it *scores* for the deal may be more, fewer
or less than nothing, and stand in :mod:`scoring.game.score`.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from scoring.game.cards import Card
from scoring.game.seating import PerSide

DISCARDS = "discards"
"""Stands in place of a side: the point was found among the discards."""

MISDEAL = "misdeal"
REDEAL = "redeal"

Taker = int | str | None
"""A side, ``DISCARDS``, or None for a point that was not in play."""

Play = tuple[int, Card]
"""A seat and the card it played."""


@dataclass(frozen=True, slots=True)
class Penalty:
    """Something that counts besides the cards: an offence, ruled by the law set, or a bare effect.

    ``kind`` is the word of the one or of the other; which of the remaining fields are filled depends on it.
    ``law`` is what a ruling cites for it; no record of a deal holds one.
    """

    kind: str
    is_offence: bool
    seat: int | None = None
    side: int | None = None
    points: int | None = None
    names: tuple[str, ...] | None = None
    dealer: str | None = None
    law: str = ""


@dataclass(frozen=True, slots=True)
class CardRecord:
    """Every card of a deal: the hands after the draw, what was put out, what was left, and the tricks.

    ``discards`` and ``stock`` are None where they were not written down. Where cards are drawn in the play,
    the hands are as dealt, and the stock is all that was not, the uppermost card first. ``turned`` is what
    was turned up, in order: the first card, and one more for each time the cards were run.
    """

    hands: Mapping[int, tuple[Card, ...]]
    discards: Mapping[int, tuple[Card, ...]] | None
    stock: tuple[Card, ...] | None
    tricks: tuple[tuple[Play, ...], ...]
    turned: tuple[Card, ...] = ()

    @property
    def runs(self) -> int:
        """Return how often the cards were run."""
        return max(0, len(self.turned) - 1)

    @property
    def holders(self) -> dict[Card, int]:
        """Return who held each card that was in a hand, dealt or drawn."""
        held = {card: seat for seat, hand in self.hands.items() for card in hand}
        return held | {card: seat for trick in self.tricks for seat, card in trick}


@dataclass(frozen=True, slots=True)
class DealRecord:
    """One deal of a game. ``bid`` 0 means that nobody bid; then the maker is the dealer.

    ``bids`` is what each seat bid in its turn, ``bidding`` all that was said, in the order in which it was.
    ``called`` is the seat of a partner whom the maker called, by ``called_card`` where that was written down;
    ``is_alone`` that a maker who might have called one did not. ``pips`` is what each side counted for Game,
    in place of who has it in ``won``.
    ``misdeal`` is "misdeal" or "redeal" where the cards were not played, and then only the dealer is known.
    ``ruled`` is what rulings have ordered for it since: bare effects, and no part of what was recorded.
    """

    dealer: int
    maker: int | None = None
    bid: int = 0
    trump: str | None = None
    bids: tuple[tuple[int, int], ...] | None = None
    points: PerSide[int] | None = None
    won: Mapping[str, Taker] | None = None
    cards: CardRecord | None = None
    penalties: tuple[Penalty, ...] = ()
    misdeal: str | None = None
    bidding: tuple[tuple[int, int], ...] | None = None
    called: int | None = None
    called_card: Card | None = None
    is_alone: bool = False
    pips: PerSide[int] | None = None
    ruled: tuple[Penalty, ...] = ()

    @property
    def level(self) -> int:
        """Return how much was recorded: 1 points, 2 who won each point, 3 every card, 0 none of them."""
        if self.cards is not None:
            return 3
        if self.won is not None:
            return 2
        return 0 if self.points is None else 1

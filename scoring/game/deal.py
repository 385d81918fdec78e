"""A deal as it was recorded, at one of three levels of detail.

The points *taken* are those that a side made, before any penalty. The points *scored* may be more, fewer or
negative; :mod:`scoring.game.score` computes them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

from scoring.game.cards import Card
from scoring.game.penalties import Penalty, RuledEffect
from scoring.game.seating import PerSide

DISCARDS = "discards"
"""The taker of a point that was found among the discards."""

MISDEAL = "misdeal"
REDEAL = "redeal"

Taker = int | str | None
"""Who took a point: a side, ``DISCARDS``, or None for nobody."""

Play = tuple[int, Card]
"""A seat and the card that it played."""


@dataclass(frozen=True, slots=True)
class CardRecord:
    """Every card of a deal: the hands after the draw, the discards, the stock and the tricks.

    ``discards`` and ``stock`` are None if they were not recorded. ``turned`` has the cards turned up: the
    card turned up first, then one card for each time the cards were run.

    In games where cards are drawn during the play, the hands are as dealt. The stock then has all other
    cards, the top card first.
    """

    hands: Mapping[int, tuple[Card, ...]]
    discards: Mapping[int, tuple[Card, ...]] | None
    stock: tuple[Card, ...] | None
    tricks: tuple[tuple[Play, ...], ...]
    turned: tuple[Card, ...] = ()

    @property
    def runs(self) -> int:
        """Return how often the cards were run: the suit turned up was rejected, and more cards were dealt."""
        return max(0, len(self.turned) - 1)

    @property
    def holders(self) -> dict[Card, int]:
        """Return the seat of each card that was in a hand, including the cards that were drawn and played."""
        held = {card: seat for seat, hand in self.hands.items() for card in hand}
        return held | {card: seat for trick in self.tricks for seat, card in trick}


@dataclass(frozen=True, slots=True)
class DealRecord:
    """One deal of a game. A field that was not recorded has its default value.

    - ``bid``: 0 if nobody bid. Then the maker is the dealer or, in some games, the eldest hand. The bid is
      also 0 in games without bids, and if the cards were not played.
    - ``bids``: the regular bids in turn, each with its seat.
    - ``bidding``: all bids and passes in the order in which they were said.
    - ``called``: the seat of the partner whom the maker called.
    - ``called_card``: the card by which the maker called the partner, if recorded.
    - ``is_alone``: the maker could call a partner and did not.
    - ``won``: who won each point. If ``cards`` are recorded, only the points that the cards do not show.
    - ``pips``: the count of each side for Game. It can be recorded in place of the winner of Game in ``won``.
    - ``misdeal``: "misdeal" or "redeal" if the cards were not played; then only the dealer is known.
    - ``ruled``: the effects that rulings have ordered; they are not part of the record.
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
    ruled: tuple[RuledEffect, ...] = ()

    @property
    def level(self) -> int:
        """Return the level of detail: 1 for points, 2 for winners of points, 3 for every card, 0 for none."""
        if self.cards is not None:
            return 3
        if self.won is not None:
            return 2
        return 0 if self.points is None else 1

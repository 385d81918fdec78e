"""The play of the cards: which suit a card belongs to, who wins a trick, what a player was bound to play.

What a trick is worth is not known here, nor what follows when a player did not play what he was bound to.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from scoring.game.cards import RANKS, Card
from scoring.game.deal import CardRecord, DealRecord, Play
from scoring.game.games.family import Trumps
from scoring.game.rules import Rules

STRICT = "strict"
"""The value of the follow rule under which a player who can follow to a plain suit may not trump instead."""


def winner_of(trick: tuple[Play, ...], trumps: Trumps) -> int:
    """Return the seat that wins a trick, its plays in the order in which they were made.

    The highest trump wins, or the highest card of the suit led (Foster 1897 and Chicago 1890, Playing).
    """
    led = trumps.suit_of(trick[0][1])
    return max(trick, key=lambda play: _power(play[1], led, trumps))[0]


def revokes(card: Card, led: Card, held: Iterable[Card], trumps: Trumps, follow_rule: str) -> bool:
    """Return whether playing ``card`` to ``led`` is a revoke, for a player who still held ``held``.

    Whoever has the suit led must follow; to a plain suit he may trump instead, unless the rule is strict. The
    left pedro is a trump in every respect.
    """
    suit_led, suit_played = trumps.suit_of(led), trumps.suit_of(card)
    if suit_played == suit_led or (suit_played == trumps.suit and follow_rule != STRICT):
        return False
    return any(trumps.suit_of(other) == suit_led for other in held)


def _power(card: Card, led: str, trumps: Trumps) -> tuple[int, int]:
    strength = trumps.strength.get(card)
    if strength is not None:
        return 2, strength
    return (1, -RANKS.index(card.rank)) if card.suit == led else (0, 0)


@dataclass(frozen=True, slots=True)
class PlayedDeal:
    """A deal with every card of it, and who won each trick."""

    cards: CardRecord
    trumps: Trumps
    winners: tuple[int, ...]
    maker: int
    dealer: int
    rules: Rules


def played(deal: DealRecord, rules: Rules) -> PlayedDeal | None:
    """Return a deal as it was played; None where its cards were not recorded."""
    if deal.cards is None or deal.trump is None or deal.maker is None:
        return None
    trumps = rules.game.trumps(deal.trump)
    winners = tuple(winner_of(trick, trumps) for trick in deal.cards.tricks)
    return PlayedDeal(deal.cards, trumps, winners, deal.maker, deal.dealer, rules)

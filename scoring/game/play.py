"""The play of the cards: who wins a trick, the hands before each trick, and whether a card was allowed."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from dataclasses import dataclass

from scoring.game.cards import RANKS, Card
from scoring.game.deal import CardRecord, DealRecord, Play
from scoring.game.games.family import GameKind, Trumps
from scoring.game.rules import Rules, hand_after

STRICT = "strict"
"""The value of the follow rule under which a player who has the plain suit led may not trump."""


def winner_of(trick: tuple[Play, ...], trumps: Trumps) -> int:
    """Return the seat that wins a trick, given in the order of play.

    The highest trump wins. Without a trump, the highest card of the suit led wins (Foster 1897 and Chicago
    1890, Playing).
    """
    led = trumps.suit_of(trick[0][1])
    return max(trick, key=lambda play: _power(play[1], led, trumps))[0]


def suits_allowed(
    led: str, held: Collection[str], trump: str, follow_rule: str, must_trump: bool
) -> Collection[str]:
    """Return the suits that a player may play to the suit led. ``held`` has the suits in the player's hand.

    A player with the suit led must follow suit. If a plain suit is led, the player may also trump, unless the
    law set's ``follow_rule`` is strict. A player without the suit led may play any suit. With
    ``must_trump``, such a player must play a trump if there is a trump in the hand.
    """
    if led in held:
        return (led,) if follow_rule == STRICT else (led, trump)
    return (trump,) if must_trump and trump in held else held


def revokes(
    card: Card,
    led: Card,
    held: Iterable[Card],
    trumps: Trumps,
    follow_rule: str,
    must_trump: bool = False,
) -> bool:
    """Tell whether ``card`` is a revoke after the lead of ``led``, if the player also holds ``held``.

    The left pedro is a trump in every respect.
    """
    suit = trumps.suit_of(card)
    suits_held = {suit, *map(trumps.suit_of, held)}
    return suit not in suits_allowed(trumps.suit_of(led), suits_held, trumps.suit, follow_rule, must_trump)


def hands_before(
    cards: CardRecord, winners: Iterable[int], game: GameKind
) -> Iterator[dict[int, frozenset[Card]]]:
    """Yield the hands before each trick, then the hands after the last trick.

    In games that draw from a stock, each player draws a card after a trick, the winner first (Foster 1897 and
    modern book, California Jack).
    """
    held = {seat: set(hand) for seat, hand in cards.hands.items()}
    stock = iter(cards.stock or () if game.draws else ())
    for trick, winner in zip(cards.tricks, winners, strict=False):
        yield {seat: frozenset(hand) for seat, hand in held.items()}
        for seat, card in trick:
            held[seat].discard(card)
        for seat, card in zip(game.seating.in_turn(winner), stock, strict=False):
            held[seat].add(card)
    yield {seat: frozenset(hand) for seat, hand in held.items()}


def _power(card: Card, led: str, trumps: Trumps) -> tuple[int, int]:
    strength = trumps.strength.get(card)
    if strength is not None:
        return 2, strength
    return (1, -RANKS.index(card.rank)) if card.suit == led else (0, 0)


@dataclass(frozen=True, slots=True)
class PlayedDeal:
    """A deal with all its cards, its trumps and the winner of each trick."""

    cards: CardRecord
    trumps: Trumps
    winners: tuple[int, ...]
    maker: int
    dealer: int
    bid: int
    rules: Rules

    @property
    def hand_size(self) -> int:
        """Return the correct number of cards of a hand when the play begins."""
        return hand_after(self.cards.runs, self.rules)

    def hands_before(self) -> tuple[dict[int, frozenset[Card]], ...]:
        """Return the hands before each trick, then the hands after the last trick."""
        return tuple(hands_before(self.cards, self.winners, self.rules.game))


def played(deal: DealRecord, rules: Rules) -> PlayedDeal | None:
    """Return a deal with its trick winners, or None if its cards were not recorded."""
    if deal.cards is None or deal.trump is None or deal.maker is None:
        return None
    trumps = rules.game.trumps(deal.trump)
    winners = tuple(winner_of(trick, trumps) for trick in deal.cards.tricks)
    return PlayedDeal(deal.cards, trumps, winners, deal.maker, deal.dealer, deal.bid, rules)

"""Double-dummy search: decides whether side 1 can still win a number of points from a position.

A bit stands for a card. The cards of a suit have adjacent bits, and the trumps have the highest bits. Of two
cards of a suit, the card with the greater bit wins.

Two cards of a hand are equivalent if they have the same points and if no other hand has a card between them.
Of equivalent cards, the search tries only one.

The cache has positions at the start of a trick. It does not compare the cards themselves. For each suit, it
compares who owns the lowest remaining card, the next card and so on, and which points these cards have.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from itertools import groupby, product
from typing import NamedTuple

from scoring.game.cards import RANKS, SUITS, Card
from scoring.game.deal import Play
from scoring.game.play import suits_allowed
from scoring.game.seating import PerSide
from scoring.solver.domain.layout import PLAIN, TOP_TRUMP, Layout

TABLE_LIMIT = 100_000
"""The most positions in the cache. A full cache is emptied."""

REPORT_EVERY = 20_000
"""The number of positions between two calls of the watch."""

Watch = Callable[[int, int, int], None]
"""A function that the search calls from time to time. It may raise an exception to stop the search.

Its arguments are the fewest and the most points of side 1 that are still possible, and the number of
positions searched so far.
"""


def unwatched(least: int, most: int, positions: int) -> None:
    """Do nothing: the default for a search whose progress nobody watches."""


@dataclass(frozen=True, slots=True)
class Solution:
    """The points of each side and the tricks with best play, and the number of positions searched."""

    points: PerSide[int]
    line: tuple[tuple[Play, ...], ...]
    positions: int


class _Lie(NamedTuple):
    """The remaining cards of a suit.

    - ``number``: the key of these cards in the cache. Cards that the cache treats as equal have the same key.
    - ``points``: the total of the points of these cards.
    - ``lowest``, ``highest``: the bits of the lowest and the highest card of each group of equivalent cards.
    """

    number: int
    points: int
    lowest: int
    highest: int


class _Position(NamedTuple):
    """A position of the play.

    - ``left``: the remaining cards.
    - ``lies``: the remaining cards of each suit at the start of the trick.
    - ``turn``: the place that plays next, from 0.
    - ``plan``: for each place, the planned leads that are still to come.
    - ``on_table``: the number of cards played to the trick.
    - ``led``: the suit led.
    - ``best``, ``winner``: the winning card so far, and its place.
    - ``points``: the points in the trick so far.
    """

    left: int
    lies: tuple[_Lie, ...]
    turn: int
    plan: tuple[tuple[str, ...], ...]
    on_table: int = 0
    led: int = 0
    best: int = 0
    winner: int = 0
    points: int = 0


def solve(layout: Layout, watch: Watch = unwatched) -> Solution:
    """Return the result of best play by both sides. Leads follow the plan of the layout."""
    search = DoubleDummy(layout, watch=watch)
    first = search.most()
    won = (first, search.total - first)
    points = PerSide(tuple(own + held for own, held in zip(won, layout.held, strict=True)))
    return Solution(points, search.line(first), search.positions)


class DoubleDummy:
    """The search for best play of one layout.

    The places at the table are numbered from 0. Side 1 has the even places, side 2 the odd places. Raises
    ValueError if the hands are not of one size.
    """

    def __init__(self, layout: Layout, table_limit: int = TABLE_LIMIT, watch: Watch = unwatched) -> None:
        if len({len(hand) for hand in layout.hands.values()}) > 1:
            raise ValueError("the hands are not of one size")
        trumps, self.seats = layout.trumps, tuple(layout.hands)
        suits = [*(suit for suit in SUITS if suit != trumps.suit), trumps.suit]

        def strength(card: Card) -> tuple[int, int]:
            within = trumps.strength.get(card, -RANKS.index(card.rank))
            return suits.index(trumps.suit_of(card)), within

        dealt = sorted((card for hand in layout.hands.values() for card in hand), key=strength)
        self.cards = {1 << number: card for number, card in enumerate(dealt)}
        self.worth = {bit: layout.worth.get(card, 0) for bit, card in self.cards.items()}
        self.total = sum(self.worth.values())
        bits = {card: bit for bit, card in self.cards.items()}
        self.hands = [sum(bits[card] for card in hand) for hand in layout.hands.values()]
        self.owner = {bit: place for place, hand in enumerate(self.hands) for bit in _rising(hand)}
        self.suits = [sum(bits[card] for card in dealt if trumps.suit_of(card) == suit) for suit in suits]
        self.trumps = self.suits[-1]
        self.suit_of = {bit: suit for suit in self.suits for bit in _rising(suit)}
        self.beaten_by = {bit: (suit | self.trumps) & -2 * bit for bit, suit in self.suit_of.items()}
        self.beaten_by[0] = -1
        bits_of = dict(zip(suits, self.suits, strict=True))
        self.allowed: dict[tuple[int, bool, bool], int] = {}
        for led, follows, has_trump in product(suits, (True, False), (True, False)):
            lacks = {suit for suit, has in ((led, follows), (trumps.suit, has_trump)) if not has}
            may = suits_allowed(led, set(suits) - lacks, trumps.suit, layout.follow_rule, layout.must_trump)
            self.allowed[bits_of[led], follows, has_trump] = sum(bits_of[suit] for suit in {*may})
        plan = tuple(layout.plan.get(seat, ()) for seat in self.seats)
        self.lies: dict[int, _Lie] = {}
        self.numbers: dict[object, int] = {}
        self.start = self._trick(sum(self.cards), self.seats.index(layout.leader), plan)
        self.table: dict[object, tuple[int, int]] = {}
        self.table_limit = table_limit
        self.positions = 0
        self.low, self.high, self.held = 0, self.total, layout.held[1]
        self.watch = watch

    def most(self) -> int:
        """Return the most points that side 1 can win in tricks, by bisection."""
        while self.low < self.high:
            middle = (self.low + self.high + 1) // 2
            if self._wins(self.start, middle):
                self.low = middle
            else:
                self.high = middle - 1
        return self.low

    def line(self, points: int) -> tuple[tuple[Play, ...], ...]:
        """Return the tricks of a best play in which side 1 wins this number of points."""
        plays: list[Play] = []
        at = self.start
        while at.left:
            for card in self._moves(at):
                after, gained = self._after(at, card)
                is_first, left = at.turn % 2 == 0, points - gained
                if self._wins(after, left) if is_first else not self._wins(after, left + 1):
                    break
            plays.append((self.seats[at.turn], self.cards[card]))
            at, points = after, left
        return tuple(zip(*[iter(plays)] * len(self.seats), strict=True))

    def _wins(self, at: _Position, points: int) -> bool:
        """Return whether side 1 can win this number of the remaining points."""
        if at.led:
            return self._finds(at, points)
        if points <= 0 or points > sum(lie.points for lie in at.lies):
            return points <= 0
        key = (at.turn, at.plan, *[lie.number for lie in at.lies])
        least, most = self.table.get(key, (0, self.total))
        if not least < points <= most:
            return points <= least
        found = self._finds(at, points)
        if len(self.table) >= self.table_limit:
            self.table.clear()
        self.table[key] = (points, most) if found else (least, points - 1)
        return found

    def _finds(self, at: _Position, points: int) -> bool:
        self.positions += 1
        if self.positions % REPORT_EVERY == 0:
            self.watch(self.low + self.held, self.high + self.held, self.positions)
        is_first = at.turn % 2 == 0
        for card in self._moves(at):
            after, gained = self._after(at, card)
            if self._wins(after, points - gained) == is_first:
                return is_first
        return not is_first

    def _moves(self, at: _Position) -> Iterator[int]:
        """Yield one card of each group of equivalent allowed cards, the most promising card first."""
        hand = at.left & self.hands[at.turn]
        if not at.led:
            yield from _falling(self._leads(hand & sum(lie.highest for lie in at.lies), at.plan[at.turn][:1]))
            return
        allowed = self.allowed[at.led, hand & at.led > 0, hand & self.trumps > 0]
        moves = hand & allowed & sum(lie.lowest for lie in at.lies)
        winning = moves & self.beaten_by[at.best]
        yield from _rising(winning)
        yield from _rising(moves ^ winning)

    def _leads(self, hand: int, step: tuple[str, ...]) -> int:
        if not step:
            return hand
        trumps = hand & self.trumps
        if step == (PLAIN,):
            return hand ^ trumps or hand
        if step == (TOP_TRUMP,) and trumps:
            return next(_falling(trumps))
        return trumps or hand

    def _after(self, at: _Position, card: int) -> tuple[_Position, int]:
        """Return the position after a card, and the points that side 1 wins if the card ends the trick."""
        left, points = at.left ^ card, at.points + self.worth[card]
        best, winner = (card, at.turn) if card & self.beaten_by[at.best] else (at.best, at.winner)
        plan = at.plan
        if not at.led and plan[at.turn]:
            plan = (*plan[: at.turn], plan[at.turn][1:], *plan[at.turn + 1 :])
        on_table = at.on_table + 1
        if on_table == len(self.seats):
            return self._trick(left, winner, plan), 0 if winner % 2 else points
        turn, led = (at.turn + 1) % len(self.seats), at.led or self.suit_of[card]
        return _Position(left, at.lies, turn, plan, on_table, led, best, winner, points), 0

    def _trick(self, left: int, leader: int, plan: tuple[tuple[str, ...], ...]) -> _Position:
        return _Position(left, tuple([self._lie(left & suit) for suit in self.suits]), leader, plan)

    def _lie(self, cards: int) -> _Lie:
        if cards not in self.lies:
            order: list[tuple[int, tuple[int, ...]]] = []
            lowest = highest = 0
            for owner, run in groupby(_rising(cards), self.owner.__getitem__):
                held = list(run)
                lowest |= sum({self.worth[card]: card for card in reversed(held)}.values())
                highest |= sum({self.worth[card]: card for card in held}.values())
                order.append((owner, tuple(sorted(self.worth[card] for card in held))))
            number = self.numbers.setdefault(tuple(order), len(self.numbers))
            points = sum(sum(worths) for _, worths in order)
            self.lies[cards] = _Lie(number, points, lowest, highest)
        return self.lies[cards]


def _rising(cards: int) -> Iterator[int]:
    while cards:
        card = cards & -cards
        yield card
        cards ^= card


def _falling(cards: int) -> Iterator[int]:
    while cards:
        card = 1 << cards.bit_length() - 1
        yield card
        cards ^= card

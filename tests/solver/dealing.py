"""Generated deals for the solver, and a reference solver that tries every play without a cache."""

import random
from collections.abc import Mapping

from scoring.game.cards import PACK, SUITS, Card
from scoring.game.deal import Play
from scoring.game.play import revokes, winner_of
from scoring.game.rules import Rules
from scoring.solver.domain.layout import PLAIN, TOP_TRUMP, Layout, LeadPlan, layout_of

Hands = Mapping[int, tuple[Card, ...]]


def any_cards(seed: int, rules: Rules) -> Layout:
    """Deal any twenty-four cards, name any trump, and let any seat lead."""
    chance = random.Random(seed)
    pack = chance.sample(PACK, 24)
    hands = {seat: tuple(pack[6 * seat - 6 : 6 * seat]) for seat in range(1, 5)}
    return layout_of(hands, chance.choice(SUITS), chance.randint(1, 4), rules)


def after_a_draw(seed: int, rules: Rules) -> Layout:
    """Deal nine cards each and draw. The longest suit is trump; of equally long suits, the higher.

    Everybody discards all plain cards, and the dealer takes the trumps left in the pack. If the pack runs
    out, players keep plain cards.
    """
    chance = random.Random(seed)
    pack = chance.sample(PACK, len(PACK))
    dealt = {seat: pack[9 * seat - 9 : 9 * seat] for seat in range(1, 5)}
    stock = pack[36:]

    def trumps_in(cards: list[Card], suit: str) -> list[Card]:
        strength = rules.game.trumps(suit).strength
        return sorted(strength.keys() & cards, key=strength.__getitem__, reverse=True)

    def merit(seat: int, suit: str) -> tuple[int, int]:
        strength, held = rules.game.trumps(suit).strength, trumps_in(dealt[seat], suit)
        return len(held), sum(strength[card] for card in held)

    maker, suit = max(((seat, suit) for seat in dealt for suit in SUITS), key=lambda each: merit(*each))
    dealer = chance.randint(1, 4)
    hands: dict[int, tuple[Card, ...]] = {}
    for seat in rules.seating.in_turn(rules.seating.left_of(dealer)):
        kept = trumps_in(dealt[seat] + stock if seat == dealer else dealt[seat], suit)[:6]
        drawn = [card for card in (*stock, *dealt[seat]) if card not in kept][: 6 - len(kept)]
        hands[seat] = (*kept, *drawn)
        stock = [card for card in stock if card not in hands[seat]]
    return layout_of(hands, suit, maker, rules)


def leads(hand: tuple[Card, ...], step: tuple[str, ...], layout: Layout) -> tuple[Card, ...]:
    """Return the cards that a player may lead by a step of a plan."""
    strength = layout.trumps.strength
    if not step:
        return hand
    wanted = tuple(card for card in hand if (card in strength) is (step[0] != PLAIN))
    if step[0] == TOP_TRUMP:
        wanted = tuple(sorted(wanted, key=lambda card: strength[card])[-1:])
    return wanted or hand


def tried_out(layout: Layout, hands: Hands, leader: int, plan: LeadPlan, trick: tuple[Play, ...] = ()) -> int:
    """Return the points that side 1 wins with best play from here, computed by trying every play."""
    if len(trick) == len(hands):
        winner = winner_of(trick, layout.trumps)
        points = sum(layout.worth.get(card, 0) for _, card in trick)
        return (points if winner % 2 else 0) + tried_out(layout, hands, winner, plan)
    seat = (leader + len(trick) - 1) % len(hands) + 1
    held = hands[seat]
    if not held:
        return 0
    if trick:
        led = trick[0][1]
        rules = (layout.trumps, layout.follow_rule, layout.must_trump)
        cards = [card for card in held if not revokes(card, led, held, *rules)]
    else:
        cards = list(leads(held, plan.get(seat, ())[:1], layout))
        plan = {**plan, seat: plan.get(seat, ())[1:]}
    results = [
        tried_out(
            layout,
            {**hands, seat: tuple(other for other in held if other != card)},
            leader,
            plan,
            (*trick, (seat, card)),
        )
        for card in cards
    ]
    return max(results) if seat % 2 else min(results)

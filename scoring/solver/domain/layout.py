"""What the solver is asked: the hands, the rules that they are played by, and perhaps one side's plan."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field

from scoring.game.cards import Card
from scoring.game.games.family import Trumps
from scoring.game.play import PlayedDeal
from scoring.game.points import counting_cards, made_by_holding
from scoring.game.rules import Rules
from scoring.game.seating import PerSide

TRUMP, TOP_TRUMP, PLAIN = "trump", "top-trump", "plain"
"""The steps of a plan: what to lead. A hand that has nothing of the kind leads what it likes."""
STEPS = (TRUMP, TOP_TRUMP, PLAIN)

LeadPlan = Mapping[int, tuple[str, ...]]
"""What a seat leads the first time it is to lead, the second time, and so on; after that, what it likes."""


@dataclass(frozen=True, slots=True)
class Layout:
    """Four hands of as many cards each, seat by seat, and all that decides what can be made of them.

    ``worth`` is what a card counts for the side that wins it; ``held`` what each side has without winning it.
    """

    hands: Mapping[int, tuple[Card, ...]]
    leader: int
    trumps: Trumps
    worth: Mapping[Card, int]
    held: PerSide[int]
    follow_rule: str
    plan: LeadPlan = field(default_factory=dict)
    must_trump: bool = False


def is_served(deal: PlayedDeal) -> bool:
    """Tell whether a deal has a best play here: two sides, whole hands, no points by counting pips."""
    game, sizes = deal.rules.game, {len(hand) for hand in deal.cards.hands.values()}
    return game.seating.side_count == 2 and not game.pips and sizes == {game.hand_size}


def layout_of(
    hands: Mapping[int, tuple[Card, ...]], trump: str, maker: int, rules: Rules, plan: LeadPlan | None = None
) -> Layout:
    """Return the hands after the draw as a law set has them played; points in no hand count for nobody.

    Where the maker must lead a trump first, he does so whatever his plan says.
    """
    trumps = rules.game.trumps(trump)
    holder = {card: seat for seat, hand in hands.items() for card in hand}
    worth = dict.fromkeys(holder, 0)
    held = [0] * rules.seating.side_count
    by_holding = made_by_holding(rules)
    for name, card in counting_cards(set(holder), trumps, rules).items():
        if card in holder and name in by_holding:
            held[rules.seating.side_of(holder[card]) - 1] += rules.worth[name]
        elif card in holder:
            worth[card] += rules.worth[name]
    steps = dict(plan or {})
    first = steps.get(maker, ())[:1]
    if rules.first_lead_trump and first != (TOP_TRUMP,):
        steps[maker] = (TRUMP, *steps.get(maker, ())[1:])
    in_turn = {seat: hands[seat] for seat in rules.seating.seats()}
    by = (rules.follow_rule, steps, rules.must_trump)
    return Layout(in_turn, maker, trumps, worth, PerSide(tuple(held)), *by)


def made(layout: Layout, deal: PlayedDeal) -> PerSide[int]:
    """Return what each side made of a layout as it was played."""
    points = list(layout.held)
    for winner, trick in zip(deal.winners, deal.cards.tricks, strict=True):
        points[deal.rules.seating.side_of(winner) - 1] += sum(layout.worth[card] for _seat, card in trick)
    return PerSide(tuple(points))

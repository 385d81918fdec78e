"""The input of the solver: the hands, the rules of play, and plans for the players' leads."""

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
"""The kinds of cards in a plan for leads. A player without a card of the planned kind leads any card."""
STEPS = (TRUMP, TOP_TRUMP, PLAIN)

LeadPlan = Mapping[int, tuple[str, ...]]
"""Maps a seat to the kinds of cards for its first leads, in order. All later leads are free."""


@dataclass(frozen=True, slots=True)
class Layout:
    """The hands of all seats, all of one size, and everything else that decides the best play.

    - ``worth``: card → its points for the side that wins the card.
    - ``held``: the points that each side gets for cards in its own hands, whoever wins them.
    """

    hands: Mapping[int, tuple[Card, ...]]
    leader: int
    trumps: Trumps
    worth: Mapping[Card, int]
    held: PerSide[int]
    follow_rule: str
    plan: LeadPlan = field(default_factory=dict)
    must_trump: bool = False


def is_solvable(deal: PlayedDeal) -> bool:
    """Return whether the solver can solve a deal: two sides, hands of the right size, no counting of pips."""
    game, sizes = deal.rules.game, {len(hand) for hand in deal.cards.hands.values()}
    return game.seating.side_count == 2 and not game.pips and sizes == {game.hand_size}


def layout_of(
    hands: Mapping[int, tuple[Card, ...]], trump: str, maker: int, rules: Rules, plan: LeadPlan | None = None
) -> Layout:
    """Return the layout of the hands after the draw. Nobody scores points for cards that are in no hand.

    ``plan`` says which kinds of cards the players lead. If the law requires a trump as first lead, the maker
    leads a trump first.
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
    points = list(layout.held)
    for winner, trick in zip(deal.winners, deal.cards.tricks, strict=True):
        points[deal.rules.seating.side_of(winner) - 1] += sum(layout.worth[card] for _seat, card in trick)
    return PerSide(tuple(points))

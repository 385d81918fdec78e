"""Hypothesis strategies: cards, deals at each level of detail, and input that is not a deal."""

import random
from typing import Any

from hypothesis import settings, strategies as st

from scoring.game.cards import JOKER, PACK, SUITS, Card, format_card
from scoring.game.games import GAMES, GameKind
from scoring.game.play import revokes, winner_of
from scoring.game.rules import Rules, hand_after

CINCH = GAMES["cinch"]
THREE_HANDED_CINCH = GAMES["three-handed-cinch"]
SEATS = list(CINCH.seating.seats())
NAMES = ["high", "low", "jack", "game", "right-pedro", "left-pedro"]

WITH_DATABASE = settings().max_examples // 4
"""The number of examples of a property that touches a database: a quarter of the usual number."""

cards = st.sampled_from(PACK)
suits = st.sampled_from(SUITS)
seats = st.sampled_from(SEATS)
bids = st.integers(0, 14)

json_scalars = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8)
json_values = st.recursive(
    json_scalars,
    lambda inner: st.lists(inner, max_size=5) | st.dictionaries(st.text(max_size=8), inner, max_size=5),
    max_leaves=20,
)


@st.composite
def announced(draw: st.DrawFn, game: GameKind = CINCH) -> dict[str, Any]:
    """Generate a dealer, a maker, a bid and a trump. If nobody bid, the dealer is the maker."""
    at_the_table = st.sampled_from(list(game.seating.seats()))
    dealer, bid = draw(at_the_table), draw(bids)
    maker = draw(at_the_table) if bid else dealer
    return {"dealer": dealer, "maker": maker, "bid": bid, "trump": draw(suits)}


@st.composite
def bare_deals(draw: st.DrawFn) -> dict[str, Any]:
    """Generate a deal with only the points of each side."""
    first = draw(st.integers(0, 14))
    return draw(announced()) | {"points": [first, 14 - first]}


@st.composite
def takers(draw: st.DrawFn, sides: int, others: list[Any]) -> dict[str, Any]:
    """Generate the winner of each point, so that the result is possible under every law set.

    Chicago 1890, law 13: High and Low are the highest and the lowest trump out, so some side has them as soon
    as any other point is won.
    """
    won = {name: draw(st.sampled_from([*range(1, sides + 1), *others])) for name in NAMES}
    for name in ("high", "low"):
        if any(type(taker) is int for taker in won.values()) and type(won[name]) is not int:
            won[name] = draw(st.integers(1, sides))
    return won


@st.composite
def bare_deals_of_three(draw: st.DrawFn) -> dict[str, Any]:
    """Generate a deal of three players with only totals, and with some of the points left in the pack."""
    taken = [0, 0, 0]
    for name, taker in draw(takers(3, [None])).items():
        if taker is not None:
            taken[taker - 1] += 5 if name.endswith("pedro") else 1
    return draw(announced(THREE_HANDED_CINCH)) | {"points": taken}


@st.composite
def named_deals(draw: st.DrawFn) -> dict[str, Any]:
    """Generate a deal with the winner of each point."""
    return draw(announced()) | {"won": draw(takers(2, ["discards"]))}


@st.composite
def named_deals_of_three(draw: st.DrawFn) -> dict[str, Any]:
    """Generate a deal of three players with the winner of each point, or with the point left in the pack."""
    return draw(announced(THREE_HANDED_CINCH)) | {"won": draw(takers(3, ["discards", None]))}


@st.composite
def recorded_deals(draw: st.DrawFn, lawful: bool = True, game: GameKind = CINCH) -> dict[str, Any]:
    """Generate a deal with every card: six to each seat, played at random.

    With four players all other cards are among the discards. Each of three players discards at least three
    cards, and the rest stays in the pack. Unless ``lawful``, players lead, play and revoke at random.
    """
    deal = draw(announced(game))
    table = list(game.seating.seats())
    chance = random.Random(draw(st.integers(0, 2**32)))
    pack = chance.sample(PACK, len(PACK))
    hands = {seat: pack[6 * place : 6 * place + 6] for place, seat in enumerate(table)}
    rest = pack[6 * len(table) :]
    put_out = len(rest) if game is CINCH else draw(st.integers(9, 27))
    stock = {"stock": [format_card(card) for card in rest[put_out:]]} if put_out < len(rest) else {}
    return deal | stock | {
        "hands": {str(seat): [format_card(card) for card in hand] for seat, hand in hands.items()},
        "discards": {
            str(seat): [format_card(card) for card in rest[seat - 1 : put_out : len(table)]] for seat in table
        },
        "tricks": _played(hands, deal["maker"], deal["trump"], chance, lawful, game),
    }  # fmt: skip


def _played(
    hands: dict[int, list[Card]], leader: int, trump: str, chance: random.Random, lawful: bool, game: GameKind
) -> list[list[list[Any]]]:
    trumps = game.trumps(trump)
    left = {seat: list(hand) for seat, hand in hands.items()}
    tricks = []
    for _ in range(6):
        order = list(game.seating.in_turn(leader))
        if not lawful:
            chance.shuffle(order)
        trick: list[tuple[int, Card]] = []
        for seat in order:
            allowed = [
                card
                for card in left[seat]
                if not (
                    lawful and trick and revokes(card, trick[0][1], left[seat], trumps, "follow-or-trump")
                )
            ]
            card = chance.choice(allowed)
            left[seat].remove(card)
            trick.append((seat, card))
        leader = winner_of(tuple(trick), trumps)
        tricks.append([[seat, format_card(card)] for seat, card in trick])
    return tricks


@st.composite
def family_deals(draw: st.DrawFn, rules: Rules) -> dict[str, Any]:
    """Generate a deal of any game with every card, dealt and played by its rules at random."""
    game, chance = rules.game, random.Random(draw(st.integers(0, 2**32)))
    table, dealer = list(game.seating.seats()), draw(st.sampled_from(list(game.seating.seats())))
    pack = [*PACK, *([JOKER] if JOKER in game.trumps("S").strength else [])]
    chance.shuffle(pack)
    turned = [pack.pop()] if rules.trump_by == "turn-up" else []
    runs = draw(st.integers(0, 2)) if turned else 0
    for run in range(1, runs + 1):  # the first suit again, until another suit is turned up
        card = next(card for card in pack if (card.suit == turned[0].suit) == (run < runs))
        pack.remove(card)
        turned.append(card)
    size = hand_after(runs, rules)
    hands = {seat: [pack.pop() for _ in range(size)] for seat in table}
    maker = draw(st.sampled_from(table)) if game.has_bidding else dealer
    named = draw(suits)
    leader = maker if game.has_bidding else game.seating.eldest_hand(dealer)
    trump = {
        "turn-up": turned[-1].suit if turned else "",
        "first-lead": hands[leader][0].suit,
        "top-of-stock": pack[0].suit if pack else "",
    }.get(rules.trump_by) or named
    written: dict[str, Any] = {"dealer": dealer, "trump": trump, "hands": _codes(hands)}
    if game.has_bidding:
        written |= {"maker": maker, "bid": draw(st.integers(rules.min_bid, rules.max_bid))}
    if rules.calls_partner:
        written |= draw(st.sampled_from([{"alone": True}, {"called": game.seating.left_of(maker)}]))
    if turned:
        written["turned"] = [format_card(card) for card in turned]
    if game.draws:
        written["stock"] = [format_card(card) for card in pack]
    if rules.has_discards:
        thrown = {seat: [pack.pop() for _ in range(rules.fewest_thrown)] for seat in table}
        thrown[maker] += pack
        written["discards"] = _codes(thrown)
    tricks: list[list[list[Any]]] = []
    while any(hands.values()):
        trick: list[tuple[int, Card]] = []
        for seat in game.seating.in_turn(leader):
            held = hands[seat]
            allowed = [card for card in held if not trick or _may(card, trick, held, trump, rules)]
            card = chance.choice(allowed) if tricks or trick else held[0]
            held.remove(card)
            trick.append((seat, card))
        leader = winner_of(tuple(trick), game.trumps(trump))
        tricks.append([[seat, format_card(card)] for seat, card in trick])
        for seat in game.seating.in_turn(leader) if game.draws and pack else ():
            hands[seat].append(pack.pop(0))
    return written | {"tricks": tricks}


def _may(card: Card, trick: list[tuple[int, Card]], held: list[Card], trump: str, rules: Rules) -> bool:
    others = [other for other in held if other != card]
    trumps = rules.game.trumps(trump)
    return not revokes(card, trick[0][1], others, trumps, rules.follow_rule, rules.must_trump)


def _codes(piles: dict[int, list[Card]]) -> dict[str, list[str]]:
    return {str(seat): [format_card(card) for card in pile] for seat, pile in piles.items()}

"""What Hypothesis makes up: cards, deals at each level of record, and things that are no deal."""

import random
from typing import Any

from hypothesis import strategies as st

from scoring.game.cards import PACK, SUITS, Card, format_card
from scoring.game.games import GAMES, GameKind
from scoring.game.play import revokes, winner_of

CINCH = GAMES["cinch"]
THREE_HANDED_CINCH = GAMES["three-handed-cinch"]
SEATS = list(CINCH.seating.seats())
NAMES = ["high", "low", "jack", "game", "right-pedro", "left-pedro"]

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
    """Make up a dealer, a maker, a bid and a trump: nobody bid makes the dealer the maker."""
    at_the_table = st.sampled_from(list(game.seating.seats()))
    dealer, bid = draw(at_the_table), draw(bids)
    maker = draw(at_the_table) if bid else dealer
    return {"dealer": dealer, "maker": maker, "bid": bid, "trump": draw(suits)}


@st.composite
def bare_deals(draw: st.DrawFn) -> dict[str, Any]:
    """Make up a deal of which only the points of each side are known."""
    first = draw(st.integers(0, 14))
    return draw(announced()) | {"points": [first, 14 - first]}


@st.composite
def bare_deals_of_three(draw: st.DrawFn) -> dict[str, Any]:
    """Make up a deal of three of which only totals are known, some of the points being left in the pack."""
    taken = [0, 0, 0]
    for name in NAMES:
        taker = draw(st.sampled_from([None, 1, 2, 3]))
        if taker is not None:
            taken[taker - 1] += 5 if name.endswith("pedro") else 1
    return draw(announced(THREE_HANDED_CINCH)) | {"points": taken}


@st.composite
def named_deals(draw: st.DrawFn) -> dict[str, Any]:
    """Make up a deal of which is known who won each point."""
    return draw(announced()) | {"won": {name: draw(st.sampled_from([1, 2, "discards"])) for name in NAMES}}


@st.composite
def named_deals_of_three(draw: st.DrawFn) -> dict[str, Any]:
    """Make up a deal of three of which is known who won each point or that it was left in the pack."""
    taker = st.sampled_from([1, 2, 3, "discards", None])
    return draw(announced(THREE_HANDED_CINCH)) | {"won": {name: draw(taker) for name in NAMES}}


@st.composite
def recorded_deals(draw: st.DrawFn, lawful: bool = True, game: GameKind = CINCH) -> dict[str, Any]:
    """Make up a deal with every card: six to each seat, played at random.

    Of four the rest lies among the discards; three discard three or more each, and the rest is left in the
    pack. Unless ``lawful``, players lead, play and renounce as they like.
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

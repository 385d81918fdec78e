"""Every card of the other games: the turn-up, the first lead and the stock, worked out by hand."""

from typing import Any

from laws.domain.lawset import LawSet
from scoring.game.games import GAMES
from scoring.game.notation import format_deal, parse_deal
from tests.game.tables import FOSTER, MODERN, at_each_level, cases, tricks

SIX_TRICKS_OF_TWO = tricks("2: AH 3H, 2: TS KS, 1: JH QH, 2: 4C 5C, 1: AD 2D, 1: 7S 8S")
"""Hearts are trumps: seat 2 has High, catches the Jack and wins 7 pips; seat 1 has Low and wins 17."""

NINE_TRICKS_OF_TWO = [*SIX_TRICKS_OF_TWO, *tricks("2: KC QC, 2: JC TC, 2: 9C 8C")]
"""Seat 2 wins 16 pips more."""

PAIRS = (
    "2: KS AS, 1: JS QS, 2: TS 9S, 2: 8S 7S, 2: 6S 5S, 2: 4S 3S, 2: AH KH, 2: TH 9H, 2: 8H 7H, 2: 6H 5H, "
    "2: 4H 3H, 2: AD KD, 2: QD JD, 2: TD 9D, 2: 8D 7D, 2: 6D 5D, 2: 4D 3D, 2: AC KC, 2: QC JC, 2: TC 9C, "
    "2: 8C 7C, 2: 6C 5C, 2: 4C 3C, 2: JH QH, 1: 2S 2H, 2: 2D 2C"
)
"""Hearts are trumps. Seat 1 wins tricks 1 and 24, the Jack among them, and 10 pips."""


def stock_drawn() -> dict[str, Any]:
    """Return a deal of California Jack dealt by seat 1, who draws first after trick 1, seat 2 after others.

    What they draw they play from trick 7 on.
    """
    played = [dict(map(tuple, trick)) for trick in tricks(PAIRS)]
    hands = {str(seat): [trick[seat] for trick in played[:6]] for seat in (1, 2)}
    stock = [trick[seat] for trick in played[6:] for seat in (2, 1)]
    stock[:2] = ["KH", "AH"]
    return {"dealer": 1, "trump": "H", "hands": hands, "stock": stock, "tricks": tricks(PAIRS)}


def unbid(**fields: Any) -> dict[str, Any]:
    """Return a deal without a bid, dealt by seat 1, hearts being trumps."""
    return {"dealer": 1, "trump": "H", "tricks": SIX_TRICKS_OF_TWO} | fields


def pitched(**fields: Any) -> dict[str, Any]:
    """Return a deal of four that seat 2 bought for two: it has High, Low and Game, and seat 4 the Jack."""
    played = tricks(
        "2: AS 3S 4S 6S, 2: KS 9H QS 8H, 2: TC 9C 8C 7C, 2: 6D KD AD JS, 4: 5D 6C 4D 3D, 4: 2D 2C 3C 4C"
    )
    return {"dealer": 1, "maker": 2, "bid": 2, "tricks": played} | fields


@cases(
    "laws, game, written, scored",
    {
        "Foster, California Jack: all 52 cards, the winner drawing first": (
            FOSTER, "california-jack", stock_drawn(), (1, 3),
        ),
        "Foster, Shasta Sam: the same face down": (FOSTER, "shasta-sam", stock_drawn(), (1, 3)),
        "modern book, California Jack: the top of the stock names the trump": (
            MODERN, "california-jack", stock_drawn() | {"trump": None}, (1, 3),
        ),
        "the hands as dealt follow from the tricks and the stock": (
            FOSTER, "california-jack", stock_drawn() | {"hands": None}, (1, 3),
        ),
        "Foster, Seven-up, Dealing: the Jack turned is the dealer's": (
            FOSTER, "seven-up-2", unbid(trump=None, turned=["JC", "9H"]), (3, 2),
        ),
    },
)  # fmt: skip
def test_what_a_deal_scores(laws: LawSet, game: str, written: dict[str, Any], scored: tuple[int, ...]):
    kind = GAMES[game]
    at_all = at_each_level(written, laws, kind)
    assert [each.scored.values for each in at_all] == [scored] * 3
    record = parse_deal(written, kind, laws)
    assert parse_deal(format_deal(record), kind, laws) == record

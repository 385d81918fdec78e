"""Hands that the sources print, played out card by card: Foster's illustrative hand, Chicago's examples."""

from tests.game.tables import CHICAGO, FOSTER, cases, deal, score_of, tricks
from tests.web.asking import DIAMONDS


def test_the_whole_deal_in_diamonds():
    found = score_of(DIAMONDS, FOSTER)
    assert found.trick_winners == (1, 1, 3, 1, 4, 4)
    assert found.won == {"high": 1, "low": 1, "jack": 2, "game": 2, "right-pedro": 2, "left-pedro": 1}
    assert found.points.values == (7, 7)
    assert found.scored.values == (0, 15)
    assert found.bid_made is False
    assert found.irregularities == ()


CLUBS_ONE = {"1": "AC KC QC", "2": "TC 8C 6C 5C 3C 5S", "3": "JC 9C 7C", "4": "4C 2C"}
CLUBS_TWO = {"1": "AC 7C 6C 4C", "2": "KC QC JC TC 5C 5S", "3": "9C 3C", "4": "8C 2C"}
CLUBS_THREE = {"1": "KC QC 6C 3C", "2": "AC JC TC 9C 5C 5S", "3": "8C 4C", "4": "7C 2C"}
PLAIN = {"1": "2H 3H 4H", "2": "", "3": "6H 7H 8H 9H", "4": "2D 3D 4D 6D"}
"""The plain cards are ours; the source leaves them open ("any other suit"), and none of them can win a trick
that matters: A's are all hearts, so that B, who has hearts too, follows or trumps."""


def played_out(trumps: dict[str, str], lines: str) -> list[list[list[object]]]:
    """Return tricks like `tricks`. The card "x" stands for the next plain card of the player."""
    plain = {seat: iter(cards.split()) for seat, cards in PLAIN.items()}
    made = tricks(lines)
    for trick in made:
        for play in trick:
            play[1] = next(plain[str(play[0])]) if play[1] == "x" else play[1]
    played = {card for trick in made for _, card in trick}
    assert {card for hand in trumps.values() for card in hand.split()} <= played
    return made


@cases(
    "trumps, lines, points",
    {
        "first hand, trumps led one after the other": (
            CLUBS_ONE, "1: AC 8C JC 4C, 1: KC 6C 9C 2C, 1: QC 3C 7C x, 1: x TC x x, 2: 5C x x x, 2: 5S x x x",
            (3, 11),
        ),
        "first hand, two trumps and then a plain card": (
            CLUBS_ONE, "1: AC TC JC 4C, 1: KC 8C 9C 2C, 1: x 6C 7C x, 3: x x QC 3C, 1: x 5C x x, 2: 5S x x x",
            (4, 10),
        ),
        "first hand, one trump and then a plain card": (
            CLUBS_ONE, "1: AC TC JC 4C, 1: x 8C 9C 2C, 3: x x KC 6C, 1: x 5C 7C x, 3: x x QC 3C, 1: x 5S x x",
            (9, 5),
        ),
        "first hand, a plain card first": (
            CLUBS_ONE, "1: x TC JC 4C, 3: x 2C AC 8C, 1: x 6C 9C x, 3: x x KC 5C, 1: x 5S 7C x, 3: x x QC 3C",
            (14, 0),
        ),
        "second hand, a plain card first": (
            CLUBS_TWO, "1: x KC x x, 2: QC 3C 2C AC, 1: 7C JC 9C 8C, 2: TC x x 4C, 2: 5C x x 6C, 1: x 5S x x",
            (7, 7),
        ),
        "second hand, the ace first": (
            CLUBS_TWO, "1: AC KC 3C 8C, 1: x QC 9C 2C, 2: JC x x 7C, 2: TC x x 4C, 2: 5C x x 6C, 1: x 5S x x",
            (6, 8),
        ),
        "third hand, a plain card first": (
            CLUBS_THREE,
            "1: x JC 8C 7C, 2: AC 4C 2C KC, 2: TC x x QC, 1: x 9C x x, 2: 5C x x 6C, 1: 3C 5S x x", (6, 8),
        ),
        "third hand, a trump first": (
            CLUBS_THREE,
            "1: KC AC 8C 7C, 2: 9C 4C 2C QC, 1: 6C JC x x, 2: TC x x 3C, 2: 5C x x x, 2: 5S x x x", (1, 13),
        ),
    },
)  # fmt: skip
def test_chicago_example_hands(trumps, lines, points):
    # Chicago 1890, General; the lines are best play on both sides, found by exhaustive search.
    written = deal(dealer=4, maker=1, bid=1, trump="C", tricks=played_out(trumps, lines))
    found = score_of(written, CHICAGO)
    assert found.points.values == points
    assert [int(line[0]) for line in lines.split(", ")[1:]] == list(found.trick_winners or ())[:-1]
    assert found.irregularities == ()

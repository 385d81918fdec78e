"""Cinch, or Double Pedro: four players in two sides, nine cards, discard and draw to six.

The trumps rank A K Q J T 9 8 7 6 5, then the five of the other suit of the colour, then 4 3 2 (Foster 1897,
Cinch, Cards). The law set says what each point counts and how a deal is scored.
"""

from laws.domain.sentences import _
from scoring.game.games.family import GameKind, WorkedDeal

CINCH = GameKind(
    slug="cinch",
    title="Cinch",
    players=4,
    forms=((4, 2),),
    hand_size=6,
    trump_order=("A", "K", "Q", "J", "T", "9", "8", "7", "6", "5", "mate-5", "4", "3", "2"),
    point_cards=(
        ("high", "A"),
        ("low", "2"),
        ("jack", "J"),
        ("game", "T"),
        ("right-pedro", "5"),
        ("left-pedro", "mate-5"),
    ),
    example=WorkedDeal(
        "high 1 low 1 jack 2 game 2 right-pedro 2 left-pedro 1",
        *("D", 4, 1, 8),
        cite="Foster 1897, Cinch, Illustrative hands, No. 1",
    ),
    dealt=9,
    sweeps=_("cinches"),
    offences=("revoke", "foul-hand", "trick-claimed"),
)

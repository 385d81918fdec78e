"""Seven-up, or All Fours, and Blind All Fours: six cards each, and no bids.

The card turned up after the deal names the trump; in Blind All Fours the first card led names the trump. Four
play in two sides; with two or three players everybody plays alone (Foster 1897, Seven-up, Players). A Jack
turned up and a gift are points made outside the tricks. Game goes to the side with the most pips of court
cards, aces and tens.
"""

from dataclasses import replace

from laws.domain.sentences import _
from scoring.game.cards import RANKS
from scoring.game.games.family import GameKind, WorkedDeal

SEVEN_UP = GameKind(
    slug="seven-up",
    title="Seven-up",
    players=4,
    forms=((4, 2), (2, 2)),
    hand_size=6,
    trump_order=tuple(RANKS),
    point_cards=(("high", "A"), ("low", "2"), ("jack", "J")),
    example=WorkedDeal("gift 2 high 2 low 1 game 2", "C"),
    has_bidding=False,
    pips=(("T", 10), ("A", 4), ("K", 3), ("Q", 2), ("J", 1)),
    awards=("turned-jack", "second-turned-jack", "gift"),
    turn_ups=(("J", "turned-jack"), ("J", "second-turned-jack")),
    ruled_as=("seven-up",),
    incidents={
        "revoke": ("seven-up-revoke", "act led=lead top_trump trick jack_out"),
        "lead-out-of-turn": ("seven-up-out-of-turn", "players=table card=manner followed"),
        "play-out-of-turn": ("seven-up-out-of-turn", "players=table card=manner"),
        "wrong-number-of-cards": ("seven-up-wrong-number", "cards announced"),
    },
)

THREE_HANDED_SEVEN_UP = replace(
    SEVEN_UP,
    slug="three-handed-seven-up",
    title=_("Three-handed Seven-up"),
    players=3,
    forms=((3, 3),),
    awards=(*SEVEN_UP.awards, "second-gift"),
    example=WorkedDeal("gift 2 second-gift 3 high 1 low 3 game 1", "C"),
)
"""A dealer who does not run the cards gives both others a point, though only one begged (Foster 1897,
Begging)."""

BLIND_ALL_FOURS = replace(
    SEVEN_UP,
    slug="blind-all-fours",
    title="Blind All Fours",
    forms=(*SEVEN_UP.forms, *THREE_HANDED_SEVEN_UP.forms),
    awards=(),
    turn_ups=(),
    example=WorkedDeal("high 2 low 1 jack 2 game 2", "C"),
)
"""No card is turned: the eldest hand's first lead names the trump (Foster 1897, Seven-up, Dealing)."""

ALL_FOURS = replace(SEVEN_UP, slug="all-fours", title="All Fours", forms=((4, 2),))
"""The modern book's game of two sides."""

ALL_FOURS_TURN_UP = replace(
    ALL_FOURS,
    slug="all-fours-turn-up",
    title=_("All Fours, turn-up scoring"),
    awards=("turned-jack", "turned-six", "turned-ace", "gift"),
    turn_ups=(("J", "turned-jack"), ("6", "turned-six"), ("A", "turned-ace")),
)
"""An ace, a six or a jack turned up scores for the dealer's team (modern book, Playing the Hand)."""

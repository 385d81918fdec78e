"""All Fives: Seven-up on a cribbage board, where trumps are pegged as they are won.

In its three-handed form both other players can get a gift from the dealer, as in three-handed Seven-up.
"""

from dataclasses import replace

from laws.domain.sentences import _
from scoring.game.games.family import WorkedDeal
from scoring.game.games.seven_up import SEVEN_UP, THREE_HANDED_SEVEN_UP

ALL_FIVES = replace(
    SEVEN_UP,
    slug="all-fives",
    title="All Fives",
    point_cards=(
        *SEVEN_UP.point_cards,
        ("ace", "A"),
        ("king", "K"),
        ("queen", "Q"),
        ("ten", "T"),
        ("five", "5"),
    ),
    trump_pips=(("5", 5),),
    example=WorkedDeal("ace 2 king 1 jack 1 ten 2 five 1 high 2 low 1 game 2", "C"),
    ruled_as=("all-fives",),
    incidents={"revoke": ("all-fives-revoke", "act")},
)
"""Trumps are pegged as they are won, and counted again for Game (Foster 1897, Seven-up, Scoring)."""

THREE_HANDED_ALL_FIVES = replace(
    ALL_FIVES,
    slug="three-handed-all-fives",
    title=_("Three-handed All Fives"),
    players=3,
    forms=THREE_HANDED_SEVEN_UP.forms,
    awards=THREE_HANDED_SEVEN_UP.awards,
)

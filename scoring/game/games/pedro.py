"""Pedro, Pedro Sancho and Dom Pedro: Auction Pitch with more counting trumps. The ten is Game.

A point goes to the player who wins its card. The joker of Dom Pedro is the lowest trump, so it still wins a
trick in a plain suit (Foster 1897, Pedro).
"""

from dataclasses import replace

from scoring.game.cards import JOKER_CODE
from scoring.game.games.auction_pitch import AUCTION_PITCH
from scoring.game.games.family import WorkedDeal

PEDRO = replace(
    AUCTION_PITCH,
    slug="pedro",
    title="Pedro",
    point_cards=(*AUCTION_PITCH.point_cards, ("game", "T"), ("five", "5")),
    pips=(),
    may_deal_all=True,
    ruled_as=("pedro-sancho",),
    example=WorkedDeal("high 3 low 2 jack 4 five 3", "D", maker=3, bid=5),
    incidents={
        "revoke": ("pedro-revoke", "act trick bid revoker"),
        "lead-out-of-turn": ("pedro-out-of-turn", "by card=manner followed=reached"),
        "play-out-of-turn": ("pedro-out-of-turn", "by card=manner"),
        "wrong-number-of-cards": ("pedro-misdeal", "fault announced cards"),
        "bid-before-eldest": ("pedro-bid-out-of-turn", ""),
        "bid-out-of-turn": ("pedro-bid-out-of-turn", ""),
    },
)

PEDRO_SANCHO = replace(
    PEDRO,
    slug="pedro-sancho",
    title="Pedro Sancho",
    point_cards=(*PEDRO.point_cards, ("nine", "9")),
    example=WorkedDeal("high 4 low 5 jack 4 game 3 five 3 nine 4", "D", maker=4, bid=12),
)

DOM_PEDRO = replace(
    PEDRO_SANCHO,
    slug="dom-pedro",
    title="Dom Pedro",
    trump_order=(*PEDRO.trump_order, JOKER_CODE),
    point_cards=(*PEDRO_SANCHO.point_cards, ("three", "3"), ("snoozer", JOKER_CODE)),
    example=WorkedDeal("high 4 low 2 jack 5 three 3 five 5 nine 4 snoozer 4", "D", maker=4, bid=20),
)

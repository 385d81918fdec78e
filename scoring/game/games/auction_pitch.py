"""Auction Pitch, or Sell Out: four to seven players, each alone; the first card led names the trump.

The eldest hand sells the trump or, when bidding to the board, bids first (Foster 1897, Auction Pitch).
The modern Pitch of two sides, Smudge and the Pedro games derive from it.
"""

from dataclasses import replace

from laws.domain.sentences import _
from scoring.game.cards import JOKER_CODE
from scoring.game.games.family import WorkedDeal
from scoring.game.games.seven_up import BLIND_ALL_FOURS

AUCTION_PITCH = replace(
    BLIND_ALL_FOURS,
    slug="auction-pitch",
    title="Auction Pitch",
    players=5,
    forms=((5, 5), (4, 4), (6, 6), (7, 7)),
    has_bidding=True,
    ruled_as=("auction-pitch",),
    example=WorkedDeal(
        "high 4 low 4 jack 3 game 3",
        *("S", 1, 3, 2, (0, 0, 5, 5, 0)),
        cite="Foster 1897, Auction Pitch, Scoring",
    ),
    incidents={
        "revoke": ("auction-pitch-revoke", "act trick revoker bid"),
        "lead-out-of-turn": ("auction-pitch-out-of-turn", "by card=manner followed=reached"),
        "play-out-of-turn": ("auction-pitch-out-of-turn", "by card=manner"),
        "wrong-number-of-cards": ("auction-pitch-misdeal", "fault announced cards"),
        "bid-before-eldest": ("auction-pitch-bid-out-of-turn", ""),
        "bid-out-of-turn": ("auction-pitch-bid-out-of-turn", ""),
    },
)

PITCH_TO_THE_BOARD = replace(AUCTION_PITCH, slug="pitch-to-the-board", title=_("Pitch, bidding to the board"))

SMUDGE = replace(AUCTION_PITCH, slug="smudge", title="Smudge")

PITCH = replace(
    AUCTION_PITCH,
    slug="pitch",
    title="Pitch",
    players=4,
    forms=((4, 2),),
    example=WorkedDeal("high 2 low 1 jack 2 game 2", "S", maker=2, bid=3),
)
"""The modern book's game of two sides."""

PITCH_WITH_JOKER = replace(
    PITCH,
    slug="pitch-with-joker",
    title=_("Pitch with the joker"),
    trump_order=(*PITCH.trump_order, JOKER_CODE),
    point_cards=(*PITCH.point_cards, ("joker", JOKER_CODE)),
    example=WorkedDeal("high 2 low 1 jack 2 joker 1 game 2", "S", maker=2, bid=4),
)

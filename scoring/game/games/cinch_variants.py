"""Variants of Cinch: two-handed, Blind, Widow and Auction Cinch, and Sixty-three.

Their trumps and points are those of Cinch. Most other differences are parameters of the law set.
"""

from dataclasses import replace

from laws.domain.sentences import _
from scoring.game.games.cinch import CINCH
from scoring.game.games.family import WorkedDeal

TWO_HANDED_CINCH = replace(
    CINCH,
    slug="two-handed-cinch",
    title=_("Two-handed Cinch"),
    players=2,
    forms=((2, 2),),
    offences=("revoke", "foul-hand"),  # no trick can be claimed, because there is no fourth hand
    example=WorkedDeal("high 2 low 1 game 1 right-pedro 2", "H", maker=2, bid=6),
)
"""Two players; most of the pack stays undealt (Foster 1897, Cinch, Players; Chicago 1890, law 2)."""

BLIND_CINCH = replace(CINCH, slug="blind-cinch", title="Blind Cinch", ruled_as=("cinch", "blind-cinch"))
"""Four cards lie unseen beside each hand until the bidding is over (Foster 1897, Blind Cinch)."""

WIDOW_CINCH = replace(
    CINCH,
    slug="widow-cinch",
    title="Widow Cinch",
    players=6,
    forms=((6, 3),),
    dealt=8,
    widow=4,
    example=WorkedDeal("high 2 low 1 jack 2 game 1 right-pedro 2 left-pedro 3", "S", maker=2, bid=7),
)
"""Six players in three pairs, eight cards each; the best bidder takes a widow of four (Foster 1897)."""

SIXTY_THREE = replace(CINCH, slug="sixty-three", title="Sixty-three")
"""The source breaks off after the draw (Foster 1897, Sixty-three)."""

AUCTION_CINCH = replace(
    CINCH,
    slug="auction-cinch",
    title="Auction Cinch",
    players=5,
    forms=((5, 5), (6, 6)),
    dealt=6,
    exchanges=True,
    ruled_as=("cinch", "auction-cinch"),
    example=WorkedDeal(
        "high 1 low 2 jack 1 game 2 right-pedro 1 left-pedro 2", "C", maker=3, bid=8, called=4
    ),
)
"""Razzle-dazzle: each plays alone, but the maker calls a partner (Foster 1897, Auction Cinch)."""

FOUR_HANDED_AUCTION_CINCH = replace(
    AUCTION_CINCH,
    slug="four-handed-auction-cinch",
    title=_("Four-handed Auction Cinch"),
    players=4,
    forms=((4, 4),),
    dealt=9,
    exchanges=False,
)
"""Nine cards each: the Chicago laws deal fewer cards only to five and six players (Chicago 1890)."""

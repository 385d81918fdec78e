"""Cinch otherwise: for two, Blind Cinch, and Sixty-three.

Trumps and points are those of Cinch; all else that differs is a figure of the law set.
"""

from dataclasses import replace

from scoring.game.games.cinch import CINCH

TWO_HANDED_CINCH = replace(
    CINCH, slug="two-handed-cinch", title="Two-handed Cinch", players=2, forms=((2, 2),)
)
"""Each for himself; most of the pack stays undealt (Foster 1897, Cinch, Players; Chicago 1890, law 2)."""

BLIND_CINCH = replace(CINCH, slug="blind-cinch", title="Blind Cinch", ruled_as=("cinch", "blind-cinch"))
"""Four cards lie unseen beside each hand until the bidding is over (Foster 1897, Blind Cinch)."""

WIDOW_CINCH = replace(CINCH, slug="widow-cinch", title="Widow Cinch", players=6, forms=((6, 3),), dealt=8)
"""Six in three pairs, eight cards each, and a widow of four for the best bid (Foster 1897, Widow Cinch)."""

SIXTY_THREE = replace(CINCH, slug="sixty-three", title="Sixty-three")
"""The source breaks off after the draw (Foster 1897, Sixty-three)."""

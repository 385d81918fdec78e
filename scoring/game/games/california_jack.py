"""California Jack and Shasta Sam: Seven-up for two. After a trick both players draw from the stock.

No card is turned up. Players cut for the trump, or the top card of the stock names it (Foster 1897 and modern
book, California Jack).
"""

from dataclasses import replace

from scoring.game.games.seven_up import BLIND_ALL_FOURS

CALIFORNIA_JACK = replace(
    BLIND_ALL_FOURS,
    slug="california-jack",
    title="California Jack",
    players=2,
    forms=((2, 2),),
    draws=True,
    ruled_as=("california-jack",),
    incidents={"revoke": ("california-jack-revoke", "act trick")},
)
"""Two players draw from an open stock after every trick until it is empty; each plays 26 cards."""

SHASTA_SAM = replace(CALIFORNIA_JACK, slug="shasta-sam", title="Shasta Sam")
"""California Jack with the stock face down (Foster 1897, California Jack)."""

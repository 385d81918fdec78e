"""Cinch for three players, each alone: nine cards, discard and draw to six.

Trumps and points are those of Cinch. The dealer does not rob the pack, so cards stay undealt and their points
can count for nobody (Chicago 1890, laws 2, 3, 17 and 24).
"""

from dataclasses import replace

from laws.domain.sentences import _
from scoring.game.games.cinch import CINCH
from scoring.game.games.family import WorkedDeal

THREE_HANDED_CINCH = replace(
    CINCH,
    slug="three-handed-cinch",
    title=_("Three-handed Cinch"),
    players=3,
    forms=((3, 3),),
    offences=("revoke", "foul-hand"),  # no trick can be claimed, because there is no fourth hand
    example=WorkedDeal("high 2 low 3 game 2 right-pedro 2 left-pedro 3", "H", maker=2, bid=6),
)

"""The games of the family. A game lists only its differences from the game that it derives from.

A game for several numbers of players has an entry for each number. The key of an unusual number ends with the
number: "seven-up" is for the usual four players, "seven-up-2" for two.
"""

from collections.abc import Iterable, Mapping
from types import MappingProxyType

from scoring.game.games import all_fives, auction_pitch, california_jack, cinch_variants, pedro, seven_up
from scoring.game.games.cinch import CINCH
from scoring.game.games.family import GameKind, Trumps
from scoring.game.games.three_handed_cinch import THREE_HANDED_CINCH

_EVERY = (
    CINCH,
    THREE_HANDED_CINCH,
    cinch_variants.TWO_HANDED_CINCH,
    cinch_variants.BLIND_CINCH,
    cinch_variants.SIXTY_THREE,
    cinch_variants.WIDOW_CINCH,
    cinch_variants.AUCTION_CINCH,
    cinch_variants.FOUR_HANDED_AUCTION_CINCH,
    seven_up.SEVEN_UP,
    seven_up.THREE_HANDED_SEVEN_UP,
    seven_up.BLIND_ALL_FOURS,
    seven_up.ALL_FOURS,
    seven_up.ALL_FOURS_TURN_UP,
    all_fives.ALL_FIVES,
    all_fives.THREE_HANDED_ALL_FIVES,
    california_jack.CALIFORNIA_JACK,
    california_jack.SHASTA_SAM,
    auction_pitch.AUCTION_PITCH,
    auction_pitch.PITCH_TO_THE_BOARD,
    auction_pitch.SMUDGE,
    auction_pitch.PITCH,
    auction_pitch.PITCH_WITH_JOKER,
    pedro.PEDRO,
    pedro.PEDRO_SANCHO,
    pedro.DOM_PEDRO,
)

GAMES: Mapping[str, GameKind] = MappingProxyType(
    {form.key: form for game in _EVERY for form in game.every_form}
)

BRANCHES: Mapping[str, tuple[str, ...]] = MappingProxyType(
    {
        "Cinch": ("cinch",),
        "All Fours": ("seven-up", "all-fives", "california-jack"),
        "Pitch": ("auction-pitch",),
        "Pedro": ("pedro-sancho",),
    }
)
"""The branches of the family, each with the games of the law book whose incidents its games use."""


def by_branch(games: Iterable[GameKind]) -> list[tuple[str, list[GameKind]]]:
    """Return the games by branch of the family, without empty branches."""
    listed = list(games)
    branches = {
        branch: [game for game in listed if game.ruled_as[0] in ruled] for branch, ruled in BRANCHES.items()
    }
    return [(branch, found) for branch, found in branches.items() if found]


__all__ = ["BRANCHES", "GAMES", "GameKind", "Trumps", "by_branch"]

"""The table of games: slug to game. Each game is one small file of differences beside this one."""

from collections.abc import Mapping
from types import MappingProxyType

from scoring.game.games.cinch import CINCH
from scoring.game.games.family import GameKind, Trumps
from scoring.game.games.three_handed_cinch import THREE_HANDED_CINCH

GAMES: Mapping[str, GameKind] = MappingProxyType({game.slug: game for game in (CINCH, THREE_HANDED_CINCH)})

__all__ = ["GAMES", "GameKind", "Trumps"]

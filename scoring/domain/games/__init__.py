"""The table of games: slug to game. Each game is one small file of differences beside this one."""

from collections.abc import Mapping
from types import MappingProxyType

from scoring.domain.games.cinch import CINCH
from scoring.domain.games.family import Game, Trumps

GAMES: Mapping[str, Game] = MappingProxyType({game.slug: game for game in (CINCH,)})

__all__ = ["GAMES", "Game", "Trumps"]

"""Which game of the family a game at a table is, and under which law set: its own, or else its table's.

A table of an evening may seat four in one round and three in the next; the three play another game, and that
perhaps under another law set. Whoever reads a deal, or works out what one scores, asks here first.
"""

from collections.abc import Sequence
from copy import copy
from typing import Any

from django.db import DEFAULT_DB_ALIAS

from laws.models import LawSetRevision
from scoring.domain.games import GAMES
from scoring.domain.games import Game as GameOfTheFamily
from scoring.models import Event, Game, Table
from scoring.tables.games import GameRecord, Laws

OWN_LAWS = ("game", "law_set__revision", "law_set_id", "law_set__slug")
"""What is read of the laws of a game that has its own, in the order of `Laws`."""
_OPENED_UNDER = "opened_under"
"""What a table as at one of its games remembers: the laws that it was opened under."""


def laws_from(own: Sequence[Any], otherwise: Laws) -> Laws:
    """Return the laws of a game by its OWN_LAWS, ``otherwise`` where these are empty."""
    return Laws(*own) if own[0] is not None else otherwise


def laws_of(place: Table | Event) -> Laws:
    """Return what the games of a table, or of an event, are played under where they say nothing else."""
    opened_under: Laws | None = place.__dict__.get(_OPENED_UNDER)
    return opened_under or _laws_shown(place)


def own_laws(game: Game, otherwise: Laws) -> Laws:
    """Return what a game is played under, ``otherwise`` where it says nothing of its own."""
    if game.law_set is None or game.game is None:
        return otherwise
    return Laws(game.game, game.law_set.revision, game.law_set.pk, game.law_set.slug)


def game_played(game: Game, table: Table) -> GameOfTheFamily:
    """Return the game of the family that one of a table's games is."""
    opened_under: Laws | None = table.__dict__.get(_OPENED_UNDER)
    return GAMES[game.game or (opened_under.game if opened_under else table.game)]


def at_game(table: Table, game: GameRecord) -> Table:
    """Return the table as it is for one of its games: with the game of the family and law set of that one."""
    laws = game.laws
    if laws == _laws_shown(table):
        return table
    found = copy(table)
    setattr(found, _OPENED_UNDER, laws_of(table))
    found.game = laws.game
    found.law_set = LawSetRevision.from_db(
        DEFAULT_DB_ALIAS, ("id", "slug", "revision"), (laws.law_set_id, laws.slug, laws.revision)
    )
    return found


def _laws_shown(place: Table | Event) -> Laws:
    return Laws(place.game, place.law_set.revision, place.law_set_id, place.law_set.slug)

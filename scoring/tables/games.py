"""Games with their deals, and the one cache of their courses.

Recorded rows never change, so a course is kept by the revisions and rulings it was computed from.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import datetime
from functools import lru_cache
from typing import Any, NamedTuple

from laws.domain.errors import InvalidInput
from laws.domain.lawset import LawSet
from laws.queries import law_set_at
from scoring.game.consequences import ruled
from scoring.game.deal import DealRecord
from scoring.game.games import GAMES, GameKind
from scoring.game.notation import parse_deal
from scoring.game.rules import rules_of
from scoring.game.state import GameState, game_state
from scoring.tables.cache import FactCache
from scoring.tables.models import Game, Table
from scoring.tables.rulings import RulingRow, Rulings

Row = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class DealRow:
    """One deal as it stands: its number at the table and its last revision."""

    deal_id: int
    number: int
    revision_id: int
    seq: int
    at: datetime
    content: dict[str, object]


class Laws(NamedTuple):
    """What a game is played under: the game of the family, and the law set by its revision, id and slug."""

    game: str
    revision: str
    law_set_id: int
    slug: str


@dataclass(frozen=True, slots=True)
class GameRecord:
    """One game at a table with its deals as they stand, and what was ruled on them.

    ``course`` is computed from both. A ruling may be about the deal in play, which is none of ``deals`` yet.
    """

    game_id: int
    number: int
    first_dealer: int
    laws: Laws
    deals: tuple[DealRow, ...]
    course: GameState
    rulings: Rulings = field(default_factory=dict)

    @property
    def law_set(self) -> LawSet:
        """Return the law set it is played under."""
        return law_set_at(self.laws.revision)

    @property
    def figures(self) -> LawSet:
        """Return the law set with the figures that it has for this game."""
        return _figures(self.laws.revision, self.laws.game)

    @property
    def kind(self) -> GameKind:
        """Return the game of the family that it is."""
        return GAMES[self.laws.game]

    @property
    def rulings_in_play(self) -> tuple[RulingRow, ...]:
        """Return what was ruled on the deal in play."""
        recorded = {row.number for row in self.deals}
        return tuple(row for number, rows in self.rulings.items() if number not in recorded for row in rows)


@lru_cache(maxsize=64)
def _figures(revision: str, game: str) -> LawSet:
    return law_set_at(revision).for_game(game)


_COURSES: FactCache[Row, GameState] = FactCache(2048)
"""Courses computed before, by law set, game, first dealer and, for each deal, its revision and rulings.

Such rows never change, so a course never grows old; that of a game which has had a deal more is dropped.
"""


def known_game(
    laws: Laws,
    game_id: int,
    number: int,
    first_dealer: int,
    deals: tuple[DealRow, ...],
    rulings: Rulings,
) -> GameRecord:
    """Return a game with its course under its laws."""
    after = _course(laws, first_dealer, deals, rulings)
    return GameRecord(game_id, number, first_dealer, laws, deals, after, rulings)


def as_ruled(deal: DealRecord, rulings: Sequence[RulingRow], law_set: LawSet, game: GameKind) -> DealRecord:
    """Return a deal with what was ruled on it.

    Raises InvalidInput under ``deal.ruling`` where a ruling cannot be carried out on a deal like this.
    """
    if not rulings and not deal.ruled:
        return deal
    try:
        return ruled([row.decided for row in rulings], deal, rules_of(law_set, game), game)
    except InvalidInput as refusal:
        named = {f"deal.ruling.{name}": reasons for name, reasons in refusal.errors.items()}
        raise InvalidInput(named, law=refusal.law) from refusal


def _key_of(row: DealRow, rulings: Rulings) -> Row:
    return (row.revision_id, row.at, *(ruling.key for ruling in rulings.get(row.number, ())))


def _course(laws: Laws, first_dealer: int, deals: Sequence[DealRow], rulings: Rulings) -> GameState:
    """Return the course of these deals; where all but the last were seen before, only that is computed."""
    key = (laws, first_dealer, *(_key_of(row, rulings) for row in deals))
    if (seen := _COURSES.get(key)) is not None:
        return seen
    law_set, game = law_set_at(laws.revision), GAMES[laws.game]
    begun = _COURSES.get(key[:-1]) if deals else None
    further = [
        as_ruled(parse_deal(row.content, game, law_set), rulings.get(row.number, ()), law_set, game)
        for row in (deals if begun is None else deals[-1:])
    ]
    after = _COURSES.keep(key, game_state(further, law_set, game, first_dealer, begun))
    if begun is not None and begun.entries:
        _COURSES.forget(key[:-1])
    return after


OWN_LAWS = ("game", "law_set__revision", "law_set_id", "law_set__slug")
"""What is read of the laws of a game that has its own, in the order of `Laws`."""


def laws_from(own: Sequence[Any], otherwise: Laws) -> Laws:
    """Return the laws of a game by its OWN_LAWS, ``otherwise`` where these are empty."""
    return Laws(*own) if own[0] is not None else otherwise


def laws_of(table: Table) -> Laws:
    """Return what the games of a table are played under where they say nothing else."""
    return Laws(table.game, table.law_set.revision, table.law_set_id, table.law_set.slug)


def own_laws(game: Game, otherwise: Laws) -> Laws:
    """Return what a game is played under, ``otherwise`` where it says nothing of its own."""
    if game.law_set is None or game.game is None:
        return otherwise
    return Laws(game.game, game.law_set.revision, game.law_set.pk, game.law_set.slug)


def game_played(game: Game, table: Table) -> GameKind:
    """Return the game of the family that one of a table's games is."""
    return GAMES[game.game or table.game]

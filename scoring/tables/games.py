"""Games and deals read before: recorded rows never change, so what was computed from them is kept.

A course is kept by the revisions and rulings it was computed from, a deal by its revision.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import lru_cache
from typing import Any, NamedTuple

from laws.domain.errors import InvalidInput
from laws.domain.lawset import LawSet
from laws.queries import law_set_at
from scoring.domain.games import GAMES
from scoring.domain.games import Game as GameOfTheFamily
from scoring.game.consequences import ruled
from scoring.game.deal import Deal as DealValue
from scoring.game.notation import parse_deal
from scoring.game.rules import rules_of
from scoring.game.state import Course, course
from scoring.prepared import adapted
from scoring.tables.cache import Remembered
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

    ``course`` is computed from both; by ``key`` they are told from any others. A ruling may be about the deal
    in play, which is none of ``deals`` yet.
    """

    game_id: int
    number: int
    first_dealer: int
    laws: Laws
    deals: tuple[DealRow, ...]
    course: Course
    rulings: Rulings = field(default_factory=dict)
    key: Row = field(default=(), compare=False, repr=False)

    @property
    def law_set(self) -> LawSet:
        """Return the law set it is played under."""
        return law_set_at(self.laws.revision)

    @property
    def figures(self) -> LawSet:
        """Return the law set with the figures that it has for this game."""
        return _figures(self.laws.revision, self.laws.game)

    @property
    def kind(self) -> GameOfTheFamily:
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


_FIRST_DEAL_OF_A_KEY = 3
_LOOKED_BACK = 8
_COURSES: Remembered[Row, Course] = Remembered(2048)
"""Courses computed before, by law set, game, first dealer and, for each deal, its revision and rulings.

That of a game which has had a deal more since is forgotten.
"""
_ROWS: Remembered[tuple[int, str], DealRow] = Remembered(8192)
"""Revisions read before, by id and moment as the driver gives or takes it, both in words."""


def known_game(
    laws: Laws,
    game_id: int,
    number: int,
    first_dealer: int,
    deals: tuple[DealRow, ...],
    rulings: Rulings,
) -> GameRecord:
    """Return a game with its course under its laws."""
    key = _key(laws, first_dealer, deals, rulings)
    after = _course(key, deals, rulings)
    return GameRecord(game_id, number, first_dealer, laws, deals, after, rulings, key)


def with_deal(record: GameRecord, deal: DealRow, after: Course) -> GameRecord:
    """Return a game with a deal just written, keeping what reading it again would compute."""
    key = (*record.key, _key_of(deal, record.rulings))
    _ROWS.keep((deal.revision_id, str(adapted(deal.at))), deal)
    _COURSES.keep(key, after)
    if record.deals:  # that of a game without any is every such game's
        _COURSES.forget(record.key)
    return replace(record, deals=(*record.deals, deal), course=after, key=key)


def deal_row(revision_id: int, at: object, row: Row, read: Callable[[Row], Row], begins: int) -> DealRow:
    """Return the deal that begins at a column of ``row``, read once for each revision."""
    mark = revision_id, str(at)
    return _ROWS.get(mark) or _ROWS.keep(mark, DealRow(*read(row)[begins:]))


def as_ruled(
    deal: DealValue, rulings: Sequence[RulingRow], law_set: LawSet, game: GameOfTheFamily
) -> DealValue:
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


def _key(laws: Laws, first_dealer: int, deals: Sequence[DealRow], rulings: Rulings) -> Row:
    """Return what tells a game as it stands from any other: of each deal its revision and what was ruled."""
    return (laws.revision, laws.game, first_dealer, *(_key_of(row, rulings) for row in deals))


def _key_of(row: DealRow, rulings: Rulings) -> Row:
    return (row.revision_id, row.at, *(ruling.key for ruling in rulings.get(row.number, ())))


def _course(key: Row, deals: Sequence[DealRow], rulings: Rulings) -> Course:
    """Return the course of these deals; of one that was seen before only what follows is computed."""
    begun, seen = None, 0
    for end in range(len(key), max(_FIRST_DEAL_OF_A_KEY, len(key) - _LOOKED_BACK), -1):
        if (begun := _COURSES.get(key[:end])) is not None:
            seen = end - _FIRST_DEAL_OF_A_KEY
            break
    if begun is not None and seen == len(deals):
        return begun
    revision, slug, first_dealer = key[:_FIRST_DEAL_OF_A_KEY]
    law_set, game = law_set_at(revision), GAMES[slug]
    further = [
        as_ruled(parse_deal(row.content, game, law_set), rulings.get(row.number, ()), law_set, game)
        for row in deals[seen:]
    ]
    after = _COURSES.keep(key, course(further, law_set, game, first_dealer, begun))
    if begun is not None:
        _COURSES.forget(key[: seen + _FIRST_DEAL_OF_A_KEY])
    return after

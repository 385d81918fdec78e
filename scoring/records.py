"""Rows ⇄ values: from what the database holds to what the domain computes with, and nothing else.

Recorded rows never change, so what was computed from them is kept, by the revisions it was computed from.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache

from django.db.models import OuterRef, Subquery

from laws.domain.errors import InvalidInput
from laws.domain.lawset import LawSet
from laws.selectors import law_set_at
from scoring.domain.cards import Card, parse_card
from scoring.domain.cutting import Cut as CutResult
from scoring.domain.cutting import Shown, decide
from scoring.domain.deal import Deal as DealValue
from scoring.domain.game import Course, course
from scoring.domain.games import GAMES
from scoring.domain.games import Game as GameOfTheFamily
from scoring.domain.notation import parse_deal
from scoring.models import Cut, Deal, DealRevision, Game, Table
from scoring.refusals import NotFound


@dataclass(frozen=True, slots=True)
class DealRow:
    """One deal as it stands: its number at the table and its last revision."""

    deal_id: int
    number: int
    revision_id: int
    seq: int
    at: datetime
    content: dict[str, object]


@dataclass(frozen=True, slots=True)
class GameRecord:
    """One game at a table with its deals as they stand; ``course`` is computed from them."""

    game_id: int
    number: int
    first_dealer: int
    deals: tuple[DealRow, ...]
    course: Course


def law_set_of(table: Table) -> LawSet:
    """Return the law set that the table is pinned to."""
    return law_set_at(table.law_set.revision)


def game_of(table: Table) -> GameOfTheFamily:
    """Return the game of the family that is played at the table."""
    return GAMES[table.game]


def current_game(table: Table) -> tuple[GameRecord, int]:
    """Return the table's last game with its deals, and the number of the last deal at the table (0: none).

    One statement, whatever the table's history.
    """
    return current_games([table])[table.pk]


def current_games(tables: Sequence[Table]) -> dict[int, tuple[GameRecord, int]]:
    """Return table id → its last game and the number of its last deal, for all tables in one statement."""
    last = Game.objects.filter(table=OuterRef("table")).order_by("-number").values("number")[:1]
    last_deal = Deal.objects.filter(table=OuterRef("table")).order_by("-number").values("number")[:1]
    rows = (
        Game.objects.filter(table__in=[table.pk for table in tables], number=Subquery(last))
        .order_by("table", "deals__number", "deals__revisions__seq")
        .values_list(
            "table",
            "id",
            "number",
            "first_dealer",
            Subquery(last_deal),
            "deals__id",
            "deals__number",
            "deals__revisions__id",
            "deals__revisions__seq",
            "deals__revisions__at",
            "deals__revisions__content",
        )
    )
    heads: dict[int, tuple[int, int, int, int]] = {}
    deals: dict[int, dict[int, DealRow]] = {}
    for table_id, game_id, number, first_dealer, last_number, *rest in rows:
        heads[table_id] = (game_id, number, first_dealer, last_number or 0)
        standing = deals.setdefault(table_id, {})
        if rest[0] is not None:
            standing[rest[1]] = DealRow(*rest)
    found = {}
    for table in tables:
        game_id, number, first_dealer, last_number = heads[table.pk]
        game = _record(table, game_id, number, first_dealer, tuple(deals[table.pk].values()))
        found[table.pk] = (game, last_number)
    return found


def games_of(table: Table) -> tuple[GameRecord, ...]:
    """Return all games of the table in order. Two statements; games seen before are not computed again."""
    latest = DealRevision.objects.filter(deal=OuterRef("deal")).order_by("-seq").values("id")[:1]
    standing = (
        DealRevision.objects.filter(deal__table=table, pk=Subquery(latest))
        .order_by("deal__number")
        .values_list("deal__game_id", "deal_id", "deal__number", "id", "seq", "at", "content")
    )
    by_game: dict[int, list[DealRow]] = {}
    for game_id, *rest in standing:
        by_game.setdefault(game_id, []).append(DealRow(*rest))
    return tuple(
        _record(table, game_id, number, first_dealer, tuple(by_game.get(game_id, ())))
        for game_id, number, first_dealer in Game.objects.filter(table=table)
        .order_by("number")
        .values_list("id", "number", "first_dealer")
    )


def find_deal(table: Table, number: int) -> tuple[GameRecord, int]:
    """Return the game that holds the table's deal ``number`` and the deal's place in it, or NotFound."""
    for game in games_of(table):
        for index, row in enumerate(game.deals):
            if row.number == number:
                return game, index
    raise NotFound


def course_with(record: GameRecord, table: Table, deals: Sequence[DealValue], about: int = -1) -> Course:
    """Return the course the game would have with other deals than those recorded.

    Raises InvalidInput under ``deal.…`` for the deal at place ``about`` (the last where left out), because
    that is the one somebody is looking at; other deals are named by their place in the game.
    """
    try:
        return course(deals, law_set_of(table), game_of(table), record.first_dealer)
    except InvalidInput as refusal:
        prefix = f"deals.{about % len(deals) + 1}."
        named = {
            f"deal.{field.removeprefix(prefix)}" if field.startswith(prefix) else field: reasons
            for field, reasons in refusal.errors.items()
        }
        raise InvalidInput(named, law=refusal.law) from refusal


def value_of(row: DealRow, table: Table) -> DealValue:
    """Return a recorded deal as the domain's value."""
    return parse_deal(row.content, game_of(table), law_set_of(table))


def result_of_cut(cut: Cut, table: Table, names: Mapping[str, str] | None = None) -> CutResult:
    """Return what a cut decided, or who has to cut again.

    Players are the members' ids as text, or what ``names`` calls them: names that are all different.
    """
    called = names or {str(pk): str(pk) for pk in cut.players}
    draws = [{called[player]: read_shown(card) for player, card in draw.items()} for draw in cut.draws]
    return decide(cut.purpose, [called[str(pk)] for pk in cut.players], draws, law_set_of(table))


def read_shown(text: str | list[str]) -> Shown:
    """Return what was recorded of one player's cut: a card, or several where more than one was shown."""
    if isinstance(text, list):
        return tuple(_read_card(one) for one in text)
    return _read_card(text)


def _read_card(text: str) -> Card:
    card = parse_card(text)
    if card is None:
        raise ValueError(f"{text!r} was recorded as a card and is none")
    return card


def _record(
    table: Table, game_id: int, number: int, first_dealer: int, deals: tuple[DealRow, ...]
) -> GameRecord:
    key = _Key(
        table.law_set.revision,
        table.game,
        first_dealer,
        deals,
    )
    return GameRecord(game_id, number, first_dealer, deals, _course(key))


class _Key:
    """Names a game's deals by the id and time of their revisions, which never change, and carries them."""

    __slots__ = ("deals", "first_dealer", "game", "identity", "revision")

    def __init__(self, revision: str, game: str, first_dealer: int, deals: tuple[DealRow, ...]) -> None:
        self.revision = revision
        self.game = game
        self.first_dealer = first_dealer
        self.deals = deals
        self.identity = (revision, game, first_dealer, tuple((row.revision_id, row.at) for row in deals))

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Key) and self.identity == other.identity

    def __hash__(self) -> int:
        return hash(self.identity)


@lru_cache(maxsize=512)
def _course(key: _Key) -> Course:
    law_set = law_set_at(key.revision)
    game = GAMES[key.game]
    deals = [parse_deal(row.content, game, law_set) for row in key.deals]
    return course(deals, law_set, game, key.first_dealer)

"""Rows ⇄ values: from what the database holds to what the domain computes with, and nothing else."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Any

from django.db.models import Exists, OuterRef, QuerySet, Subquery
from django.db.models.functions import Coalesce

from laws.domain.errors import InvalidInput
from laws.domain.lawset import LawSet
from laws.models import LawSetRevision
from laws.queries import law_set_at
from scoring.domain.games import GAMES
from scoring.domain.games import Game as GameOfTheFamily
from scoring.game.deal import Deal as DealValue
from scoring.game.notation import parse_deal
from scoring.game.state import Course, course
from scoring.game_laws import OWN_LAWS, laws_from, laws_of
from scoring.models import Club, Deal, DealRevision, Game, Placing, Table
from scoring.prepared import Query, Row, adapted, in_few_lengths, of_columns
from scoring.refusals import NotFound
from scoring.tables.games import DealRow, GameRecord, Laws, as_ruled, deal_row, known_game
from scoring.tables.rulings import NO_RULINGS, WITH_RULINGS, RulingRow, rulings_of

_TABLE, _CLUB, _LAW_SET = (
    ("id", "club_id", "name", "game", "law_set_id", "closed_at", "event_id", "event_number"),
    ("id", "slug", "name", "law_set"),
    ("id", "slug", "revision"),
)
TABLE_COLUMNS = (*_TABLE, *(f"club__{name}" for name in _CLUB), *(f"law_set__{name}" for name in _LAW_SET))
"""What is read of a table where it is read by columns; the rest is fetched where it is asked for."""


def table_from(row: Sequence[Any]) -> Table:
    """Return the table, with its club and law set, of a row that begins with TABLE_COLUMNS."""
    club_at, law_set_at_, end = len(_TABLE), len(_TABLE) + len(_CLUB), len(TABLE_COLUMNS)
    club = of_columns(Club, _CLUB, row[club_at:law_set_at_])
    law_set = of_columns(LawSetRevision, _LAW_SET, row[law_set_at_:end])
    return of_columns(Table, _TABLE, row[:club_at], club=club, law_set=law_set)


def law_set_of(table: Table) -> LawSet:
    """Return the law set that the table is pinned to."""
    return law_set_at(table.law_set.revision)


def game_of(table: Table) -> GameOfTheFamily:
    """Return the game of the family that is played at the table."""
    return GAMES[table.game]


def current_game(table: Table) -> tuple[GameRecord, int]:
    """Return the table's game in play with its deals, and the number of the last deal at the table (0: none).

    That is the last one begun; after a move was taken back, the one before it.

    One statement, whatever the table's history.
    """
    if table.event_id:
        query, at = _GAME_AT_AN_EVENT, {"event": table.event_id, "number": table.event_number}
    else:
        query, at = _GAME_OF_A_TABLE, {}
    return _standing([table], query.as_they_come(table=table.pk, **at), query.converted)[table.pk]


def current_games(tables: Sequence[Table]) -> dict[int, tuple[GameRecord, int]]:
    """Return table id → its game in play and the number of its last deal, for all tables in one statement."""
    at_each, its_event, its_number = map(OuterRef, ("table", "table__event", "table__event_number"))
    in_play = _in_play(at_each, its_event, its_number)
    games = Game.objects.filter(table__in=[table.pk for table in tables], number=in_play)
    return _standing(tables, _with_deals(games))


_LATEST = DealRevision.objects.filter(deal=OuterRef("deal")).order_by("-seq").values("id")[:1]


def _last_begun(table: int | OuterRef) -> QuerySet[Game, Any]:
    """Return the number of the last game begun at a table."""
    return Game.objects.filter(table=table).order_by("-number").values("number")[:1]


def _last_placed(event: int | OuterRef, number: int | OuterRef) -> QuerySet[Placing, Any]:
    """Return the number of the game that table ``number`` of an event plays in the last round that stands.

    That is not the last one begun where a move was taken back; at a table of five, whose round is several
    games, it is the first that is not played. It is looked for by the table's place in the event, which leads
    to few rows however many play, also where PostgreSQL has not yet counted them.
    """
    played = DealRevision.objects.filter(
        deal__game=OuterRef("game"), points_total__isnull=False, pk=Subquery(_LATEST)
    )
    places = Placing.objects.filter(
        seating__event=event, seating__taken_back__isnull=True, table_number=number
    ).order_by("-seating__round_number", Exists(played), "game__number")
    return places.values("game__number")[:1]


def _in_play(table: int | OuterRef, event: int | OuterRef, number: int | OuterRef) -> Coalesce:
    """Return the number of the game in play at a table, which is table ``number`` of an event or of none."""
    return Coalesce(Subquery(_last_placed(event, number)), Subquery(_last_begun(table)))


def _with_deals(games: QuerySet[Game]) -> QuerySet[Game, Row]:
    """Return these games with a row for each revision of their deals, and the number of the table's last."""
    last_deal = Deal.objects.filter(table=OuterRef("table")).order_by("-number").values("number")[:1]
    return games.order_by("table", "deals__number", "deals__revisions__seq").values_list(
        "table",
        "id",
        "number",
        "first_dealer",
        Subquery(last_deal),
        WITH_RULINGS,
        *OWN_LAWS,
        "deals__id",
        "deals__number",
        "deals__revisions__id",
        "deals__revisions__seq",
        "deals__revisions__at",
        "deals__revisions__content",
    )


_GAME_OF_A_TABLE = Query(
    lambda table: _with_deals(Game.objects.filter(table=table, number=Subquery(_last_begun(table)))),
    table=int,
)
_GAME_AT_AN_EVENT = Query(
    lambda table, event, number: _with_deals(
        Game.objects.filter(table=table, number=_in_play(table, event, number))
    ),
    table=int,
    event=int,
    number=int,
)


def _standing(
    tables: Sequence[Table],
    rows: Iterable[tuple[Any, ...]],
    read: Callable[[tuple[Any, ...]], tuple[Any, ...]] = tuple,
) -> dict[int, tuple[GameRecord, int]]:
    """Return table id → last game and number of the last deal; ``read`` converts a row not seen before."""
    heads: dict[int, tuple[int, int, int, int, Sequence[Any]]] = {}
    with_rulings: list[int] = []
    deals: dict[int, dict[int, DealRow]] = {}
    for row in rows:
        table_id, game_id, number, first_dealer, last_number, has_rulings = row[:_LAWS_AT]
        deal_id, deal_number, *revision = row[_DEAL_AT:]
        if table_id not in heads and has_rulings:
            with_rulings.append(game_id)
        heads[table_id] = (game_id, number, first_dealer, last_number or 0, row[_LAWS_AT:_DEAL_AT])
        standing = deals.setdefault(table_id, {})
        if deal_id is not None:
            standing[deal_number] = deal_row(revision[0], revision[2], row, read, _DEAL_AT)
    found = {}
    rulings = rulings_of(with_rulings)
    for table in tables:
        game_id, number, first_dealer, last_number, own = heads[table.pk]
        of_game = rulings.get(game_id, NO_RULINGS)
        laws, seen = laws_from(own, laws_of(table)), tuple(deals[table.pk].values())
        game = known_game(laws, game_id, number, first_dealer, seen, of_game)
        found[table.pk] = (game, last_number)
    return found


_LAWS_AT = 6
_DEAL_AT = _LAWS_AT + len(OWN_LAWS)
"""Where a game's own laws, and where the columns of a deal begin in a row of ``_with_deals``."""


def _deals_as_they_stand(**of: Any) -> QuerySet[DealRevision, Row]:
    """Return the latest revision of each deal of a table, of a game or of several, in their order."""
    return (
        DealRevision.objects.filter(pk=Subquery(_LATEST), **of)
        .order_by("deal__number")
        .values_list("deal__game_id", "deal_id", "deal__number", "id", "seq", "at", "content")
    )


_DEALS_OF_A_TABLE = Query(lambda table: _deals_as_they_stand(deal__table=table), table=int)
_GAMES_OF_A_TABLE = Query(
    lambda table: (
        Game.objects.filter(table=table)
        .order_by("number")
        .values_list("id", "number", "first_dealer", WITH_RULINGS, *OWN_LAWS)
    ),
    table=int,
)


def games_of(table: Table) -> tuple[GameRecord, ...]:
    """Return all games of the table in order; games seen before are not computed again.

    Two statements, three where something was ruled.
    """
    by_game: dict[int, list[DealRow]] = {}
    read = _DEALS_OF_A_TABLE.converted
    for row in _DEALS_OF_A_TABLE.as_they_come(table=table.pk):
        game_id, _, _, revision_id, _, at, _ = row
        by_game.setdefault(game_id, []).append(deal_row(revision_id, at, row, read, 1))
    heads = _GAMES_OF_A_TABLE.rows(table=table.pk)
    return tuple(_with_laws(laws_of(table), heads, by_game))


def find_deal(table: Table, number: int) -> tuple[GameRecord, int]:
    """Return the game that holds the table's deal ``number`` and the deal's place in it, or NotFound."""
    for game in games_of(table):
        for index, row in enumerate(game.deals):
            if row.number == number:
                return game, index
    raise NotFound


def course_after(record: GameRecord, deal: DealValue) -> Course:
    """Return the course the game would have with one deal more; InvalidInput under ``deal.…`` as sent.

    What was ruled on it while it was in play is carried out.
    """
    place = f"deals.{len(record.deals) + 1}."
    deal = as_ruled(deal, record.rulings_in_play, record.law_set, record.kind)
    try:
        return course([deal], record.law_set, record.kind, record.first_dealer, record.course)
    except InvalidInput as refusal:
        raise _about_the_deal(refusal, place) from refusal


def course_with(record: GameRecord, deals: Sequence[DealValue], about: int = -1) -> Course:
    """Return the course the game would have with other deals than those recorded, as they were ruled on.

    Raises InvalidInput under ``deal.…`` for the deal at place ``about`` (the last where left out), because
    that is the one somebody is looking at; other deals are named by their place in the game.
    """
    law_set, game = record.law_set, record.kind
    deals = [
        as_ruled(deal, record.rulings.get(row.number, ()), law_set, game)
        for row, deal in zip(record.deals, deals, strict=True)
    ]
    try:
        return course(deals, law_set, game, record.first_dealer)
    except InvalidInput as refusal:
        raise _about_the_deal(refusal, f"deals.{about % len(deals) + 1}.") from refusal


def ruled_otherwise(record: GameRecord, number: int, rulings: Sequence[RulingRow]) -> Course:
    """Return the course the game would have with other rulings on its deal ``number``.

    Raises InvalidInput as `course_with` does, under ``deal.ruling.…`` where one cannot be carried out.
    """
    changed = replace(record, rulings={**record.rulings, number: tuple(rulings)})
    about = [row.number for row in record.deals].index(number)
    return course_with(changed, [entry.deal for entry in record.course.entries], about)


def _about_the_deal(refusal: InvalidInput, prefix: str) -> InvalidInput:
    """Return the refusal with what it says of one deal of the game under ``deal.…``."""
    named = {
        f"deal.{field.removeprefix(prefix)}" if field.startswith(prefix) else field: reasons
        for field, reasons in refusal.errors.items()
    }
    return InvalidInput(named, law=refusal.law)


def value_of(row: DealRow, game: GameRecord) -> DealValue:
    """Return a recorded deal of a game as the domain's value."""
    return parse_deal(row.content, game.kind, game.law_set)


_DEALS_OF_A_GAME = Query(lambda game: _deals_as_they_stand(deal__game=game), game=int)
_GAME = Query(
    lambda game: (
        Game.objects.filter(pk=game)
        .order_by()
        .values_list("id", "number", "first_dealer", WITH_RULINGS, *OWN_LAWS)
    ),
    game=int,
)
FEW = 8
"""Up to so many games are sooner read one by one, by statements that were prepared."""


def games_with_deals(laws: Laws, ids: Sequence[int]) -> dict[int, GameRecord]:
    """Return id → game for games that are played under ``laws`` but where they say otherwise.

    Two statements, or two for each of a few games; one more where something was ruled.
    """
    by_game: dict[int, list[DealRow]] = {}
    if len(ids) <= FEW:
        read, heads = _DEALS_OF_A_GAME.converted, []
        for game_id in ids:
            found = _DEALS_OF_A_GAME.as_they_come(game=game_id)
            by_game[game_id] = [deal_row(row[3], row[5], row, read, 1) for row in found]
            heads += _GAME.rows(game=game_id)
        return {game.game_id: game for game in _with_laws(laws, heads, by_game)}
    for row in _deals_as_they_stand(deal__game__in=in_few_lengths(ids)):
        game_id, _deal_id, _number, revision_id, _seq, at, _content = row
        by_game.setdefault(game_id, []).append(deal_row(revision_id, adapted(at), row, tuple, 1))
    games = Game.objects.filter(pk__in=in_few_lengths(ids)).values_list(
        "id", "number", "first_dealer", WITH_RULINGS, *OWN_LAWS
    )
    return {game.game_id: game for game in _with_laws(laws, list(games), by_game)}


def _with_laws(
    laws: Laws, heads: Sequence[tuple[Any, ...]], deals: Mapping[int, Sequence[DealRow]]
) -> Iterator[GameRecord]:
    """Yield the games of these rows, of which each begins with its id and ends with its own laws."""
    rulings = rulings_of([head[0] for head in heads if head[3]])
    for pk, number, dealer, _, *own in heads:
        rows = tuple(deals.get(pk, ()))
        yield known_game(laws_from(own, laws), pk, number, dealer, rows, rulings.get(pk, NO_RULINGS))

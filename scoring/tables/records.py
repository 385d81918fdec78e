"""Rows ⇄ values: from what the database holds to what the domain computes with, and nothing else."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from django.db.models import Exists, Max, OuterRef, QuerySet

from laws.domain.errors import InvalidInput
from laws.domain.lawset import LawSet
from laws.queries import law_set_at
from scoring.game.cards import Card, parse_card
from scoring.game.cutting import CutResult, Shown, decide
from scoring.game.deal import DealRecord
from scoring.game.games import GAMES, GameKind
from scoring.game.notation import parse_deal
from scoring.game.state import GameState, game_state
from scoring.refusals import NotFound
from scoring.tables.games import (
    OWN_LAWS,
    DealRow,
    GameRecord,
    Laws,
    as_ruled,
    known_game,
    laws_from,
    laws_of,
    own_laws,
)
from scoring.tables.models import Cut, Deal, DealRevision, Game, Table
from scoring.tables.rulings import NO_RULINGS, RulingRow, rulings_of


def law_set_of(table: Table) -> LawSet:
    """Return the law set that the table is pinned to."""
    return law_set_at(table.law_set.revision)


def game_of(table: Table) -> GameKind:
    """Return the game of the family that is played at the table."""
    return GAMES[table.game]


def current_game(table: Table) -> tuple[GameRecord, int]:
    """Return the table's game in play with its deals, and the number of its last deal (0: none)."""
    return current_games([table])[table.pk]


def current_games(tables: Sequence[Table]) -> dict[int, tuple[GameRecord, int]]:
    """Return table id → its game in play and the number of its last deal, in a fixed number of statements."""
    ids = [table.pk for table in tables]
    games = Game.objects.filter(table__in=ids).order_by("number")
    in_play = dict(games.values_list("table_id", "id"))
    if any(table.event_id for table in tables):
        in_play |= dict(_games_of_rounds(games).values_list("table_id", "id"))
    last = dict(Deal.objects.filter(table__in=ids).values_list("table_id").annotate(Max("number")))
    laws = {in_play[table.pk]: laws_of(table) for table in tables}
    records = load_games(Game.objects.filter(pk__in=in_play.values()), laws)
    return {table.pk: (records[in_play[table.pk]], last.get(table.pk, 0)) for table in tables}


def _games_of_rounds(games: QuerySet[Game]) -> QuerySet[Game]:
    """Return these games of rounds that stand, that in play at each table last.

    That is not the last one begun where a move was taken back; at a table of five, whose round is several
    games, it is the first that is not played.
    """
    counted = DealRevision.objects.filter(deal__game=OuterRef("pk"), points_total__isnull=False)
    later = DealRevision.objects.filter(deal=OuterRef("deal"), seq__gt=OuterRef("seq"))
    standing = games.filter(placings__seating__taken_back__isnull=True, placings__isnull=False)
    return standing.order_by(
        "placings__seating__round_number", Exists(counted.filter(~Exists(later))).desc(), "-number"
    )


def games_of(table: Table) -> tuple[GameRecord, ...]:
    """Return all games of the table in order; games seen before are not computed again."""
    games = Game.objects.filter(table=table)
    return tuple(load_games(games, laws_of(table)).values())


def find_deal(table: Table, number: int) -> tuple[GameRecord, int]:
    """Return the game that holds the table's deal ``number`` and the deal's place in it, or NotFound."""
    for game in games_of(table):
        for index, row in enumerate(game.deals):
            if row.number == number:
                return game, index
    raise NotFound


def course_after(record: GameRecord, deal: DealRecord) -> GameState:
    """Return the course the game would have with one deal more; InvalidInput under ``deal.…`` as sent.

    What was ruled on it while it was in play is carried out.
    """
    place = f"deals.{len(record.deals) + 1}."
    deal = as_ruled(deal, record.rulings_in_play, record.law_set, record.kind)
    try:
        return game_state([deal], record.law_set, record.kind, record.first_dealer, record.course)
    except InvalidInput as refusal:
        raise _about_the_deal(refusal, place) from refusal


def course_with(record: GameRecord, deals: Sequence[DealRecord], about: int = -1) -> GameState:
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
        return game_state(deals, law_set, game, record.first_dealer)
    except InvalidInput as refusal:
        raise _about_the_deal(refusal, f"deals.{about % len(deals) + 1}.") from refusal


def ruled_otherwise(record: GameRecord, number: int, rulings: Sequence[RulingRow]) -> GameState:
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


def value_of(row: DealRow, game: GameRecord) -> DealRecord:
    """Return a recorded deal of a game as the domain's value."""
    return parse_deal(row.content, game.kind, game.law_set)


def load_games(games: QuerySet[Game], laws: Laws | Mapping[int, Laws]) -> dict[int, GameRecord]:
    """Return id → game in the order of their numbers, each with its deals as they stand; three statements.

    ``laws`` are those that they are played under where they say nothing of their own, for all or by id.
    """
    heads = list(games.order_by("number").values_list("id", "number", "first_dealer", *OWN_LAWS))
    ids = [head[0] for head in heads]
    deals: dict[int, dict[int, DealRow]] = {pk: {} for pk in ids}
    columns = ("deal__game_id", "deal_id", "deal__number", "id", "seq", "at", "content")
    revisions = DealRevision.objects.filter(deal__game__in=ids).order_by("deal__number", "seq")
    for game_id, *row in revisions.values_list(*columns):
        deals[game_id][row[0]] = DealRow(*row)
    rulings = rulings_of(ids)
    return {
        pk: known_game(
            laws_from(own, laws if isinstance(laws, Laws) else laws[pk]),
            *(pk, number, dealer, tuple(deals[pk].values())),
            rulings.get(pk, NO_RULINGS),
        )
        for pk, number, dealer, *own in heads
    }


def result_of_cut(cut: Cut, table: Table, names: Mapping[str, str] | None = None) -> CutResult:
    """Return what a cut decided, or who has to cut again, under the law set of the game it was made in.

    Players are the members' ids as text, or what ``names`` calls them: names that are all different.
    """
    called = names or {str(pk): str(pk) for pk in cut.players}
    draws = [{called[player]: read_shown(card) for player, card in draw.items()} for draw in cut.draws]
    laws = laws_of(table) if cut.game is None else own_laws(cut.game, laws_of(table))
    law_set = law_set_at(laws.revision).for_game(laws.game)
    return decide(cut.purpose, [called[str(pk)] for pk in cut.players], draws, law_set)


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

"""Loads games with their deals from the database, computes their states, and caches the states.

Recorded rows never change, so a cached state stays valid for the same deal revisions and the same rulings.
"""

from collections import OrderedDict, defaultdict
from collections.abc import Collection, Hashable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from functools import lru_cache
from typing import Any, NamedTuple, TypeVar

from django.db.models import Case, Exists, F, IntegerField, OuterRef, QuerySet, Subquery, When
from django.db.models.functions import Coalesce

from laws.domain import lawset
from laws.queries import law_set_at
from scoring.game import applied_rulings, cards, cutting, notation, rules
from scoring.game.deal import DealRecord
from scoring.game.games import GAMES, GameKind
from scoring.game.state import GameState, ScoredDeal, game_state
from scoring.refusals import NotFound
from scoring.tables.models import Cut, Deal, DealRevision, Game, Table
from scoring.tables.rulings import NO_RULINGS, RULING_KINDS, RulingRow, Rulings, RulingStep, in_force_by_game

Key = TypeVar("Key", bound=Hashable)


Value = TypeVar("Value")


class RecordCache(OrderedDict[Key, Value]):
    """A cache that drops its oldest value when it holds more than ``most``."""

    def __init__(self, most: int) -> None:
        super().__init__()
        self.most = most
        _ALL.append(self)

    def keep(self, key: Key, value: Value) -> Value:
        self[key] = value
        while len(self) > self.most:
            self.popitem(last=False)
        return value


_ALL: list[RecordCache[Any, Any]] = []


def clear_caches() -> None:
    for cache in _ALL:
        cache.clear()


Row = tuple[Any, ...]


@dataclass(frozen=True, slots=True)
class DealRow:
    """The latest revision of a deal, with the deal's number at its table."""

    deal_id: int
    number: int
    revision_id: int
    seq: int
    at: datetime
    content: dict[str, Any]


class Laws(NamedTuple):
    """The laws of a game at a table.

    ``game`` is the key of its kind of game. The other fields are the revision, id and slug of its law set.
    """

    game: str
    revision: str
    law_set_id: int
    slug: str


@dataclass(frozen=True, slots=True)
class GameRecord:
    """A game at a table, with the latest revisions of its deals and the rulings on them.

    ``state`` is computed from the deals and the rulings. ``rulings`` can include a ruling on the deal in
    play, which is not yet in ``deals``.
    """

    game_id: int
    number: int
    first_dealer: int
    laws: Laws
    deals: tuple[DealRow, ...]
    state: GameState
    rulings: Rulings = field(default_factory=dict)
    is_cut_for: bool = False
    """Whether the first dealer was decided by a cut after the game had begun."""

    @property
    def law_set(self) -> lawset.LawSet:
        return law_set_at(self.laws.revision)

    @property
    def game_law_set(self) -> lawset.LawSet:
        """Return the law set for this kind of game: settings for the game replace the general settings."""
        return _law_set_for(self.laws.revision, self.kind.slug)

    @property
    def rules(self) -> rules.Rules:
        return rules.rules_of(self.game_law_set, self.kind)

    @property
    def kind(self) -> GameKind:
        return GAMES[self.laws.game]

    def read(self, content: object, dealer: int | None = None) -> DealRecord:
        """Parse a JSON deal; ``dealer`` is used if the deal names no dealer. Raises InvalidInput."""
        if dealer is not None and isinstance(content, Mapping) and "dealer" not in content:
            content = {"dealer": dealer, **content}
        return notation.parse_deal(content, self.kind, self.law_set)

    @property
    def void_deals(self) -> list[int]:
        """The numbers of the void deals: misdeals, redeals, and deals that a ruling made void."""
        entries = zip(self.deals, self.state.entries, strict=True)
        return [row.number for row, entry in entries if entry.score.new_deal]

    @property
    def last_counting(self) -> int | None:
        """The number of the last deal that is not void. None without such a deal."""
        void = self.void_deals
        return next((row.number for row in reversed(self.deals) if row.number not in void), None)

    @property
    def rulings_in_play(self) -> tuple[RulingRow, ...]:
        recorded = {row.number for row in self.deals}
        return tuple(row for number, rows in self.rulings.items() if number not in recorded for row in rows)


@lru_cache(maxsize=64)
def _law_set_for(revision: str, game: str) -> lawset.LawSet:
    return law_set_at(revision).for_game(game)


OWN_LAWS = ("game", "law_set__revision", "law_set_id", "law_set__slug")
"""The columns that hold a game's own laws, in the order of the fields of `Laws`."""


def laws_from(own: Sequence[Any], otherwise: Laws) -> Laws:
    """Return the laws of a game from ``own``, the values of its columns OWN_LAWS.

    If the game has no laws of its own, return ``otherwise``.
    """
    return Laws(*own) if own[0] is not None else otherwise


def laws_of(table: Table) -> Laws:
    """Return the laws of a table, which apply to every game of the table that has no laws of its own."""
    return Laws(table.game, table.law_set.revision, table.law_set_id, table.law_set.slug)


def game_played(game: Game, table: Table) -> GameKind:
    """Return the kind of a game, such as Cinch or Pedro. A game without its own kind has the table's kind."""
    return GAMES[game.game or table.game]


def law_set_of(table: Table) -> lawset.LawSet:
    return law_set_at(table.law_set.revision)


def game_of(table: Table) -> GameKind:
    """Return the table's kind of game, such as Cinch or Pedro."""
    return GAMES[table.game]


def current_game(table: Table) -> tuple[GameRecord, int]:
    """Return the table's game in play, and the number of the table's last deal (0 if it has no deal).

    If no game is in play, the last game is returned.
    """
    in_play = _in_play(Game.objects.filter(table=table), is_of_an_event=table.event_id is not None)
    ((_table, game, last),) = _with_last(Game.objects.filter(pk=in_play), laws_of(table))
    return game, last


def current_games(tables: Sequence[Table]) -> dict[int, tuple[GameRecord, int]]:
    """Return table id → result of `current_game` for this table.

    The number of SQL statements does not depend on the number of tables.
    """
    laws = {table.pk: laws_of(table) for table in tables}
    has_events = any(table.event_id for table in tables)
    in_play = _in_play(Game.objects.filter(table=OuterRef("pk")), is_of_an_event=has_events)
    at_tables = Table.objects.filter(pk__in=laws).order_by().annotate(in_play=in_play)
    games = Game.objects.filter(pk__in=at_tables.values("in_play"))
    return {table: (game, last) for table, game, last in _with_last(games, laws)}


def _in_play(games: QuerySet[Game], *, is_of_an_event: bool) -> Any:
    last = Subquery(games.order_by("-number").values("pk")[:1])
    if not is_of_an_event:
        return last
    # The last game begun need not be in play: its round can have been taken back.
    return Coalesce(Subquery(_games_of_rounds(games).values("pk")[:1]), last)


def _with_last(games: QuerySet[Game], laws: Laws | Mapping[int, Laws]) -> Iterator[tuple[Any, ...]]:
    deals = Deal.objects.filter(table=OuterRef("table")).order_by("-number")
    last = Coalesce(Subquery(deals.values("number")[:1]), 0)
    return _loaded(games.annotate(last=last), laws, None, "last")


def _games_of_rounds(games: QuerySet[Game]) -> QuerySet[Game]:
    """Return the games of rounds that were not taken back; each table's game in play comes first.

    At a table of five a round has five games. The first game without a counted deal is in play. If each game
    has a counted deal, the last game of the round is in play.
    """
    counted = DealRevision.objects.filter(deal__game=OuterRef("pk"), points_total__isnull=False)
    later = DealRevision.objects.filter(deal=OuterRef("deal"), seq__gt=OuterRef("seq"))
    standing = games.filter(placings__seating__taken_back__isnull=True, placings__isnull=False)
    is_counted = Exists(counted.filter(~Exists(later)))
    in_turn = Case(When(is_counted, then=-F("number")), default="number", output_field=IntegerField())
    return standing.order_by("-placings__seating__round_number", is_counted, in_turn)


def games_of(table: Table) -> tuple[GameRecord, ...]:
    """Return all games of the table, sorted by number."""
    games = Game.objects.filter(table=table)
    return tuple(load_games(games, laws_of(table)).values())


def find_deal(table: Table, number: int) -> "DealInGame":
    """Return the table's deal ``number`` in its latest revision, with its game.

    Raises NotFound if there is no such deal.
    """
    for game in games_of(table):
        for index, row in enumerate(game.deals):
            if row.number == number:
                return DealInGame(table.pk, game, game.state, index, number, row.seq)
    raise NotFound


def load_games(
    games: QuerySet[Game], laws: Laws | Mapping[int, Laws], names: Collection[str] | None = None
) -> dict[int, GameRecord]:
    """Load games with the latest revisions of their deals. Return game id → game, sorted by game number.

    Runs one SQL statement, and a second statement if any of the games has a dispute.

    - ``laws``: the laws of the games that have no laws of their own. For games of several tables, a mapping
      table id → laws.
    - ``names``: names of journal records, such as ``dealrevision:12``. If given, a deal revision, a ruling
      or a change of the first dealer counts only if its name is in ``names``.
    """
    return {game.game_id: game for _table, game in _loaded(games, laws, names)}


OF_GAME = ("id", "table", "number", "first_dealer", "disputes", "first_dealers", "first_dealers__seat")
OF_REVISION = (
    "deals",
    "deals__number",
    *(f"deals__revisions__{name}" for name in ("id", "seq", "at", "content")),
)
"""The columns of a deal's revision, in the order of the fields of `DealRow`."""


def _loaded(
    games: QuerySet[Game], laws: Laws | Mapping[int, Laws], names: Collection[str] | None, *more: str
) -> Iterator[tuple[Any, ...]]:
    heads: dict[int, Any] = {}
    deals: dict[int, dict[int, DealRow]] = defaultdict(dict)
    has_disputes = False
    # Each row joins a revision of a deal with a change of the game's first dealer. Later rows replace earlier
    # rows, so that the last revision of each deal and the last change of the first dealer count.
    in_order = games.order_by("number", "first_dealers", "deals__number", "deals__revisions__seq")
    rows = in_order.values_list(*OF_GAME, *OWN_LAWS, *more, *OF_REVISION)
    for pk, table, number, dealer, dispute, cut_for, seat, *others in rows:
        has_disputes = has_disputes or dispute is not None
        is_known = cut_for and (names is None or f"firstdealer:{cut_for}" in names)
        if is_known or pk not in heads:
            heads[pk] = (table, number, seat if is_known else dealer, bool(is_known), others)
        deal = DealRow(*others[-len(OF_REVISION) :])
        if deal.revision_id and (names is None or f"dealrevision:{deal.revision_id}" in names):
            deals[pk][deal.deal_id] = deal
    rulings = rulings_of(games, names) if has_disputes else {}
    for pk, (table, number, dealer, is_cut_for, others) in heads.items():
        own = others[: len(OWN_LAWS)]
        game_laws = laws_from(own, laws if isinstance(laws, Laws) else laws[table])
        game_deals, game_rulings = tuple(deals[pk].values()), rulings.get(pk, NO_RULINGS)
        state = _state(game_laws, dealer, game_deals, game_rulings)
        game = GameRecord(pk, number, dealer, game_laws, game_deals, state, game_rulings, is_cut_for)
        yield (table, game, *others[len(OWN_LAWS) : -len(OF_REVISION)])


def rulings_of(games: QuerySet[Game], names: Collection[str] | None) -> dict[int, Rulings]:
    """Return game id → rulings in force on the game's deals, in one SQL statement.

    Games without rulings are left out. For ``names`` see `load_games`.
    """
    steps = Game.objects.filter(pk__in=games, disputes__steps__kind__in=RULING_KINDS)
    rows = steps.order_by("disputes", "disputes__steps__seq").values_list(
        *("id", "disputes__id", "disputes__number"),
        *(f"disputes__steps__{name}" for name in ("id", "kind", "at", "content")),
    )
    decisive = [RulingStep(*row) for row in rows]
    return in_force_by_game(
        step for step in decisive if names is None or f"disputestep:{step.step_id}" in names
    )


_STATES: RecordCache[Row, GameState] = RecordCache(2048)
"""Cached states. The key has the laws, the first dealer, and the revision and rulings of each deal.

Rows never change, so a cached state never becomes wrong. When a game gets another deal, its previous state is
dropped.
"""


def _state(laws: Laws, first_dealer: int, deals: Sequence[DealRow], rulings: Rulings) -> GameState:
    key = (laws, first_dealer, *(_key_of(row, rulings) for row in deals))
    if (state := _STATES.get(key)) is not None:
        return state
    law_set, game = law_set_at(laws.revision), GAMES[laws.game]
    earlier = _STATES.get(key[:-1]) if deals else None
    further = [
        as_ruled(notation.parse_deal(row.content, game, law_set), rulings.get(row.number, ()), law_set, game)
        for row in (deals if earlier is None else deals[-1:])
    ]
    after = _STATES.keep(key, game_state(further, law_set, game, first_dealer, earlier))
    if earlier is not None and earlier.entries:
        _STATES.pop(key[:-1], None)
    return after


def _key_of(row: DealRow, rulings: Rulings) -> Row:
    return (row.revision_id, row.at, *(ruling.key for ruling in rulings.get(row.number, ())))


def as_ruled(
    deal: DealRecord, rulings: Sequence[RulingRow], law_set: lawset.LawSet, game: GameKind
) -> DealRecord:
    """Return the deal with the rulings on it applied.

    Raises InvalidInput under ``deal.ruling.…`` if a ruling cannot be applied to this deal.
    """
    if not rulings and not deal.ruled:
        return deal
    return applied_rulings.ruled([row.decided for row in rulings], deal, rules.rules_of(law_set, game))


def state_after(record: GameRecord, deal: DealRecord) -> GameState:
    """Return the state of the game with one more deal, including rulings on the deal in play.

    Raises InvalidInput under ``deal.…``.
    """
    law_set, game, number = record.law_set, record.kind, len(record.deals) + 1
    deal = as_ruled(deal, record.rulings_in_play, law_set, game)
    return game_state([deal], law_set, game, record.first_dealer, record.state, edited=number)


def state_with(record: GameRecord, deals: Sequence[DealRecord], about: int = -1) -> GameState:
    """Return the state of the game with ``deals`` in place of the recorded deals. Rulings are kept.

    ``deals`` has one deal for each recorded deal, at least one, in the same order.
    ``about`` is the index in ``deals`` of the deal that the user is editing, by default the last deal.

    Raises InvalidInput for an impossible deal: under ``deal.…`` for the edited deal, otherwise under
    ``deals.N.…``, where the game's first deal has the number 1.
    """
    law_set, game = record.law_set, record.kind
    deals = [
        as_ruled(deal, record.rulings.get(row.number, ()), law_set, game)
        for row, deal in zip(record.deals, deals, strict=True)
    ]
    return game_state(deals, law_set, game, record.first_dealer, edited=about % len(deals) + 1)


def ruled_otherwise(record: GameRecord, number: int, rulings: Sequence[RulingRow]) -> GameState:
    """Return the state of the game as if ``rulings`` were the rulings on its deal ``number``.

    Raises InvalidInput as `state_with` does. If a ruling cannot be applied, the error is under
    ``deal.ruling.…``.
    """
    changed = replace(record, rulings={**record.rulings, number: tuple(rulings)})
    about = [row.number for row in record.deals].index(number)
    return state_with(changed, [entry.deal for entry in record.state.entries], about)


@dataclass(frozen=True, slots=True)
class DealInGame:
    """A deal of a game, recorded or not.

    - ``game``: the recorded game.
    - ``state``: the state of the game with this deal, or with its correction.
    - ``before``: only for a correction, the state of the game before the correction.
    - ``index``: the place of the deal in the game, from 0.
    - ``number``: the number of the deal at the table.
    """

    table_id: int
    game: GameRecord
    state: GameState
    index: int
    number: int
    revision: int = 1
    before: GameState | None = None

    @property
    def row(self) -> DealRow:
        """The recorded deal. Raises IndexError if the deal is not recorded yet."""
        return self.game.deals[self.index]

    @property
    def entry(self) -> ScoredDeal:
        return self.state.entries[self.index]


def result_of_cut(cut: Cut, table: Table, names: Mapping[str, str] | None = None) -> cutting.CutResult:
    """Return what a cut decided, or who must cut again.

    If the cut is for a game with its own laws, these laws apply, otherwise the laws of the table.

    The result refers to players by their ids as texts. If ``names`` maps these ids to names, the result
    refers to players by name. All names must be different.
    """
    labels = names or {str(pk): str(pk) for pk in cut.players}
    draws = [{labels[player]: read_cut(card) for player, card in draw.items()} for draw in cut.draws]
    revision, game = table.law_set.revision, table.game
    if cut.game is not None and cut.game.law_set is not None:
        revision, game = cut.game.law_set.revision, cut.game.game or game
    return cutting.decide(
        cut.purpose, [labels[str(pk)] for pk in cut.players], draws, _law_set_for(revision, game)
    )


def read_cut(text: str | list[str]) -> cutting.PlayerCut:
    """Parse the recorded cut of one player: one card, or several if the player showed more than one."""
    if isinstance(text, list):
        return tuple(_read_card(card) for card in text)
    return _read_card(text)


def _read_card(text: str) -> cards.Card:
    card = cards.parse_card(text)
    if card is None:
        raise ValueError(f"{text!r} was recorded as a card and is none")
    return card

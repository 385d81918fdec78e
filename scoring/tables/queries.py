"""Queries for a table's current state, its deals and revisions, cuts and held entries."""

from collections import defaultdict
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, NamedTuple

from django.db import DEFAULT_DB_ALIAS
from django.db.models import Count, Q, QuerySet

from laws.domain.lawset import LawSet
from scoring.clubs.models import Club, Member
from scoring.game.cutting import PREFERENCE
from scoring.game.explanation import ExplanationLine
from scoring.game.games import GameKind
from scoring.game.references import named
from scoring.game.state import ScoredDeal
from scoring.refusals import NotFound
from scoring.tables.cutting_out.models import SeatChange, present_after
from scoring.tables.games import (
    DealRow,
    GameRecord,
    current_game,
    current_games,
    game_played,
    games_of,
    result_of_cut,
)
from scoring.tables.models import Cut, DealRevision, HeldEntry, Seat, Table


@dataclass(frozen=True, slots=True)
class TableState:
    """A table at one moment: the players in seat order, a game, and the number of the table's last deal.

    ``game`` is the game in play unless `at` or `state_of` chose another game of the table.
    """

    table: Table
    law_set: LawSet
    seats: tuple[Member, ...]
    game: GameRecord
    last_number: int
    waiting: tuple[str, ...] = ()
    """The names of the players at the table without a seat in the game, if they were loaded."""

    def at(self, game: GameRecord, members: Sequence[Member]) -> "TableState":
        """Return the state for another game of the table, with the law set of that game.

        ``members`` are the players seated in that game. ``waiting`` is not changed.
        """
        return replace(self, law_set=game.game_law_set, game=game, seats=tuple(members))

    def named(self, text: str) -> str:
        """Return the text with players' names in place of seats and sides."""
        return named(text, [member.name for member in self.seats])

    @property
    def next_number(self) -> int:
        return self.last_number + 1

    @property
    def next_dealer(self) -> int:
        """Return the seat that deals next in this game."""
        return self.game.state.next_dealer


def table_state(table: Table) -> TableState:
    """Return the table's current state. ``waiting`` is loaded only for a table of an event."""
    game, last = current_game(table)
    seats = seated_members(game.game_id)
    waiting = _sitting_out(table, game, seats) if table.event_id else ()
    return TableState(table, game.game_law_set, seats, game, last, waiting)


def state_of(
    table: Table, games: Sequence[GameRecord], game: GameRecord, members: Sequence[Member]
) -> TableState:
    """Return the table's state in one of its games, without an SQL statement.

    ``games`` are all games of the table. ``members`` are the players of ``game`` in seat order.
    """
    last = max((row.number for other in games for row in other.deals), default=0)
    return TableState(table, game.game_law_set, tuple(members), game, last)


def _sitting_out(table: Table, game: GameRecord, seats: Sequence[Member]) -> tuple[str, ...]:
    placed = Member.objects.filter(
        entered__placings__seating__placings__game=game.game_id,
        entered__placings__seating__taken_back__isnull=True,
        entered__placings__table_number=table.event_number,
    )
    others = placed.exclude(pk__in=[member.pk for member in seats]).distinct()
    return tuple(others.values_list("name", flat=True))


def open_table_states(club: Club) -> list[TableState]:
    """Return the states of the club's open tables in the order of opening.

    The number of SQL statements does not depend on the number of tables. ``waiting`` is loaded only for
    cutting-out tables.
    """
    tables = list(
        Table.objects.filter(club=club, closed_at__isnull=True)
        .select_related("club", "law_set")
        .defer("law_set__content")
        .order_by("opened_at", "id")
    )
    current = current_games(tables)
    seats = players_of(game for game, _last in current.values())
    changes: dict[int, list[SeatChange]] = defaultdict(list)
    for change in SeatChange.objects.filter(table__in=tables).select_related("member").order_by("id"):
        changes[change.table_id].append(change)
    states = []
    for table in tables:
        game, last = current[table.pk]
        playing = tuple(seats[game.game_id])
        present = [arrival.member for arrival in present_after(changes[table.pk]).values()]
        waiting = tuple(member.name for member in present if member and member not in playing)
        states.append(TableState(table, game.game_law_set, playing, game, last, waiting))
    return states


def held_entries(club: Club) -> list[HeldEntry]:
    """Return the club's held entries without a decision, oldest first."""
    return list(
        HeldEntry.objects.filter(table__club=club, decision__isnull=True)
        .select_related("table__club", "table__event", "table__law_set", "by_member", "base__deal__game")
        .defer("table__law_set__content")
    )


def held_at(table: Table, *, decided_since: datetime | None = None) -> list[HeldEntry]:
    """Return the table's held entries, with or without a decision, latest first.

    With ``decided_since``, entries decided before that time are left out.
    """
    # Most tables have no held entries. Then a prefetch runs no SQL statement.
    entries = HeldEntry.objects.filter(table=table).prefetch_related(
        "by_member", "base", "decision__by_member", "decision__revision__deal"
    )
    if decided_since is not None:
        entries = entries.filter(Q(decision__isnull=True) | Q(decision__at__gte=decided_since))
    return list(entries.order_by("-id"))


def games_of_held(
    entries: Sequence[HeldEntry], states: Iterable[TableState]
) -> dict[int, tuple[GameKind, Sequence[Member]]]:
    """Return id of a held entry → result of `game_of_held` for this entry.

    One SQL statement loads the players of all held corrections. A held deal needs the state of its table. A
    state that is not in ``states`` is loaded.
    """
    at_tables = {state.table.pk: (state.game.kind, state.seats) for state in states}
    players = seated_in({entry.base.deal.game_id for entry in entries if entry.base})
    found: dict[int, tuple[GameKind, Sequence[Member]]] = {}
    for entry in entries:
        if entry.base:
            game = entry.base.deal.game
            found[entry.pk] = game_played(game, entry.table), players[game.pk]
        else:
            found[entry.pk] = at_tables.get(entry.table_id) or game_of_held(entry)
    return found


def game_of_held(entry: HeldEntry) -> tuple[GameKind, tuple[Member, ...]]:
    """Return the kind of game and the players of a held entry, in seat order.

    A held correction has the kind and players of the corrected deal's game. A held deal has the kind and
    players of the game that is now in play at its table.
    """
    if entry.base:
        game = entry.base.deal.game
        return game_played(game, entry.table), seated_members(game.pk)
    at_table = table_state(entry.table)
    return at_table.game.kind, at_table.seats


@dataclass(frozen=True, slots=True)
class RecordedDeal:
    """A recorded deal. ``revisions`` has all revisions of a corrected deal, and is empty for other deals."""

    row: DealRow
    entry: ScoredDeal
    revisions: Sequence[DealRevision]


def recorded_deals(game: GameRecord) -> list[RecordedDeal]:
    corrected = revisions_of_game(game)
    return [
        RecordedDeal(row, entry, corrected.get(row.number, ()))
        for row, entry in zip(game.deals, game.state.entries, strict=True)
    ]


def deal_lines(table: Table) -> list[RecordedDeal]:
    """Return all deals of the table with their scores, newest first."""
    return [deal for game in games_of(table) for deal in recorded_deals(game)][::-1]


def revisions_of_deal(table: Table, number: int) -> list[DealRevision]:
    """Return all revisions of the table's deal ``number``, first to last.

    Raises NotFound if there is no such deal.
    """
    history = list(
        DealRevision.objects.filter(deal__table=table, deal__number=number)
        .select_related("by_member", "by_link")
        .order_by("seq")
    )
    if not history:
        raise NotFound
    return history


def revisions_of_game(game: GameRecord) -> Mapping[int, list[DealRevision]]:
    """Return deal number → all revisions of the deal, for each corrected deal of a game."""
    corrected = [row.deal_id for row in game.deals if row.seq > 1]
    by_number: dict[int, list[DealRevision]] = {}
    if corrected:
        for revision in (
            DealRevision.objects.filter(deal_id__in=corrected)
            .select_related("deal", "by_member", "by_link")
            .order_by("deal__number", "seq")
        ):
            by_number.setdefault(revision.deal.number, []).append(revision)
    return by_number


def players_of(games: Iterable[GameRecord]) -> Mapping[int, list[Member]]:
    """Return the result of `seated_in` for these games."""
    return seated_in({game.game_id for game in games})


def seated_in(games: Collection[int]) -> Mapping[int, list[Member]]:
    """Return game id → members seated in the game, in seat order, loaded with id and name only."""
    seats: dict[int, list[Member]] = {}
    if not games:
        return seats
    rows = Seat.objects.filter(game_id__in=games).order_by("game_id", "seat")
    for game_id, *row in rows.values_list("game_id", "member_id", "member__name"):
        seats.setdefault(game_id, []).append(_player(row))
    return seats


def tables_of(club: Club, *, closed: bool | None = None) -> Any:
    """Return a queryset of the club's tables, newest first.

    With ``closed``, only the closed tables (True) or only the open tables (False). ``game_count`` is the
    number of games with deals at each table.
    """
    tables = Table.objects.filter(club=club).select_related("club", "law_set").defer("law_set__content")
    if closed is not None:
        tables = tables.filter(closed_at__isnull=not closed)
    tables = tables.order_by("-opened_at", "-id")  # an aggregate drops the model's default order
    return tables.annotate(game_count=Count("games", filter=Q(games__deals__isnull=False), distinct=True))


def seated_members(game_id: int) -> tuple[Member, ...]:
    """Return the members seated in a game, in seat order, loaded with id and name only."""
    seats = Seat.objects.filter(game=game_id).order_by("seat")
    return tuple(_player(row) for row in seats.values_list("member_id", "member__name"))


def _player(row: Sequence[Any]) -> Member:
    return Member.from_db(DEFAULT_DB_ALIAS, ("id", "name"), row)


def cuts_of(table: Table) -> QuerySet[Cut]:
    """Return the table's cuts, newest first. Cuts that decide who plays at a cutting-out table are left out.

    If a later cut ``continues`` a cut after a tie, only the later cut is listed. It has the draws of both.
    """
    cuts = Cut.objects.filter(table=table, continued_by__isnull=True).exclude(purpose=PREFERENCE)
    return cuts.select_related("game__law_set").defer("game__law_set__content").order_by("-id")


def undecided_cut(table: Table, purpose: str, players: Sequence[int]) -> Cut | None:
    """Return the table's last cut for this purpose, or None.

    None if the cut is decided, or if the players or their seats have changed since the cut. The cuts between
    two games of a cutting-out table do not count.
    """
    last = Cut.objects.filter(table=table, purpose=purpose, after=None).order_by("-id").first()
    if last is None or last.players != list(players) or result_of_cut(last, table).decided:
        return None
    return last


class DrawnCard(NamedTuple):
    """The card that one player cut; a list of cards if the player showed more than one."""

    player: Member
    card: str | list[str]


Draws = list[list[DrawnCard]]
"""The draws of a cut. Each draw has the cards of the players who cut."""


def drawn_cards(cut: Cut, members: Mapping[int, Member]) -> Draws:
    """Return the draws of a cut. In each draw the players are in seat order.

    ``members`` maps member ids to members.
    """
    return [
        [DrawnCard(members[player], draw[str(player)]) for player in cut.players if str(player) in draw]
        for draw in cut.draws
    ]


class NumberedSeat(NamedTuple):
    """A seat, numbered clockwise from 1, and its player."""

    seat: int
    player: Member


def in_seats(members: Iterable[Member]) -> list[NumberedSeat]:
    return [NumberedSeat(seat, member) for seat, member in enumerate(members, start=1)]


@dataclass(frozen=True, slots=True)
class CutAtTable:
    """A cut with its draws, its result and the explanation.

    - ``decided``: whether no tie is left.
    - ``cut_again``: the players who must break a tie.
    - ``partners``: the players of each side. Empty if the cut does not decide the partners.
    - ``first_dealer``: None if the cut does not decide who deals.
    - ``seats``: each player's seat. Empty if the cut does not decide the seats.
    """

    row: Cut
    draws: Draws
    decided: bool
    cut_again: list[Member]
    partners: list[list[Member]]
    first_dealer: Member | None
    seats: list[NumberedSeat]
    explanation: Sequence[ExplanationLine]


def cut_at_table(cut: Cut, table: Table) -> CutAtTable:
    """Return a cut with its result. If players have the same name, the explanation adds their ids."""
    members = Member.objects.in_bulk(cut.players)
    names = [member.name for member in members.values()]
    people = {
        member.name if names.count(member.name) == 1 else f"{member.name} ({pk})": member
        for pk, member in members.items()
    }
    result = result_of_cut(cut, table, {str(member.pk): name for name, member in people.items()})
    return CutAtTable(
        row=cut,
        draws=drawn_cards(cut, members),
        decided=result.decided,
        cut_again=[people[player] for player in result.cut_again],
        partners=[[people[player] for player in pair] for pair in result.partners],
        first_dealer=None if result.first_dealer is None else people[result.first_dealer],
        seats=in_seats(people[player] for player in result.seats),
        explanation=result.explanation,
    )

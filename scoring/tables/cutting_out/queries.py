"""Queries for a cutting-out table: who plays, who waits, who gives way next and why, and its cuts."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from django.db.models import Exists, OuterRef

from laws.domain.lawset import LawSet
from scoring.clubs.models import Member
from scoring.game import cutting, cutting_out
from scoring.game.explanation import ExplanationLine
from scoring.game.names import reference, with_names
from scoring.journal.breach import UNREADABLE, Breach
from scoring.tables.cutting_out.models import (
    Company,
    CuttingChoice,
    CuttingOut,
    Joining,
    Leaving,
    Succession,
)
from scoring.tables.games import GameRecord, current_game, game_of, law_set_of, read_cut, result_of_cut
from scoring.tables.models import Cut, Deal, Seat, Table
from scoring.tables.queries import CutAtTable, Draws, cut_at_table, drawn_cards, seated, undecided_cut


@dataclass(frozen=True, slots=True)
class CompanyRecord:
    """A cutting-out table's current records. Players are member ids; ``members`` has the member of each.

    ``joinings`` holds the current joining of each player present. ``times`` counts how often each player has
    joined. ``games`` maps the number of each played game to its players. ``seated`` holds the players of
    ``game``, which is the last game, in seat order.
    """

    row: Company
    law_set: LawSet
    company: cutting_out.CompanyState
    games: Mapping[int, frozenset[int]]
    joinings: Mapping[int, Joining]
    times: Mapping[int, int]
    members: Mapping[int, Member]
    game: GameRecord
    seated: tuple[int, ...]
    choices: int
    """How often the way of cutting has been changed."""
    is_drawn: bool
    """Whether the service draws, by the latest choice."""

    @property
    def is_between_games(self) -> bool:
        """Return whether no game is in play: the last game is over or has no deals yet."""
        return self.game.state.over or not self.game.deals

    @property
    def waiting(self) -> tuple[int, ...]:
        """Return the players present who have no seat in the last game, longest waiting first."""
        in_turn = (*self.company.waiting(), *self.company.staying())
        return tuple(player for player in in_turn if player not in self.seated)

    @property
    def missing(self) -> int:
        """Return how many more players a game needs."""
        return max(0, cutting_out.SEATS - len(self.company.present))

    @property
    def is_due(self) -> bool:
        """Return whether a cut for the next game is due.

        After a game a cut is due if somebody waits; otherwise the same four go on. Before a game has deals, a
        cut is due if one of its players has left, or if it is the game 0 of a table opened for more than
        four.
        """
        if not self.is_between_games or self.missing:
            return False
        if self.game.state.over:
            return bool(self.company.waiting())
        has_lost_one = not set(self.seated) <= set(self.company.present)
        return has_lost_one or self.game.number == 0

    def once_over(self) -> cutting_out.CompanyState:
        """Return the company as it will be when the game in play is over."""
        if self.is_between_games:
            return self.company
        return replace(self.company, games=(*self.company.games, frozenset(self.seated)))


@dataclass(frozen=True, slots=True)
class Stage:
    """The state of the cutting: first for who plays next, then for partners, seats and dealer.

    ``step`` is the recorded cut for who plays, if it still applies, and ``players`` is its result.
    ``partners`` is the cut for partners if that is tied. ``cutters`` are the players who must cut now.
    """

    step: CuttingOut | None
    players: cutting_out.NextPlayers
    partners: Cut | None
    cutters: tuple[int, ...]

    @property
    def is_for_partners(self) -> bool:
        """Return whether the next cut is for partners, seats and dealer."""
        return self.players.is_decided


def company_record(table: Table) -> CompanyRecord | None:
    """Return the records of a cutting-out table, or None for any other table."""
    row = Company.objects.filter(table=table).first()
    if row is None:
        return None
    game, _last = current_game(table)
    joinings = list(Joining.objects.filter(company=row).select_related("member").order_by("id"))
    gone = set(Leaving.objects.filter(joining__company=row).values_list("joining", flat=True))
    present = [joining for joining in joinings if joining.pk not in gone]
    seats = _seats(table, game)
    seated = seats[game.number]
    if not game.state.over:
        del seats[game.number]
    games = {number: frozenset(players) for number, players in seats.items()}
    times: dict[int, int] = {}
    for joining in joinings:
        times[joining.member_id] = max(joining.time, times.get(joining.member_id, 0))
    members = {joining.member_id: joining.member for joining in joinings}
    chosen = CuttingChoice.objects.filter(company=row).order_by("number")
    choices = list(chosen.values_list("is_drawn", flat=True))
    if strangers := set(seated) - members.keys():
        members |= Member.objects.in_bulk(strangers)
    return CompanyRecord(
        row=row,
        law_set=law_set_of(table),
        company=cutting_out.CompanyState(
            tuple(joining.member_id for joining in present),
            tuple(games.values()),
            tuple(joining.after_games for joining in present),
        ),
        games=games,
        joinings={joining.member_id: joining for joining in present},
        times=times,
        members=members,
        game=game,
        seated=seated,
        choices=len(choices),
        is_drawn=choices[-1] if choices else row.is_drawn,
    )


def _seats(table: Table, game: GameRecord) -> dict[int, tuple[int, ...]]:
    """Return game number → players in seat order, for the games with deals and for ``game``."""
    played = Exists(Deal.objects.filter(game=OuterRef("game")))
    rows = Seat.objects.filter(played, game__table=table) | Seat.objects.filter(game=game.game_id)
    seats: dict[int, tuple[int, ...]] = {}
    for number, member in rows.order_by("game__number", "seat").values_list("game__number", "member"):
        seats[number] = (*seats.get(number, ()), member)
    return seats


def stage(record: CompanyRecord, table: Table) -> Stage:
    """Return the state of the cutting after ``record.game``."""
    last = CuttingOut.objects.filter(after=record.game.game_id).order_by("step").last()
    step = last if last is not None and still_applies(last, record) else None
    players = cutting_out.next_players(record.company, record.law_set, draws_of(step) if step else ())
    if not players.is_decided:
        return Stage(step, players, None, players.cut_again)
    cut = undecided_cut(table, "partners", players.playing, at__gte=step.at) if step else None
    cutters = players.playing
    if cut is not None:
        again = result_of_cut(cut, table).cut_again
        cutters = tuple(player for player in players.playing if str(player) in again)
    return Stage(step, players, cut, cutters)


def still_applies(step: CuttingOut, record: CompanyRecord) -> bool:
    """Return whether the players present are the same as when this step was recorded."""
    company = record.company
    return (tuple(step.present), tuple(step.arrived_after)) == (company.present, company.arrived_after)


def draws_of(step: CuttingOut) -> list[cutting.Round]:
    """Return the draws of a step as domain values."""
    return [{reference(int(player)): read_cut(card) for player, card in draw.items()} for draw in step.draws]


def players_then(step: CuttingOut, record: CompanyRecord) -> cutting_out.NextPlayers:
    """Return who was to play after a step of an earlier game, recomputed from the records of that time."""
    before = tuple(game for number, game in record.games.items() if number <= step.after.number)
    company = cutting_out.CompanyState(tuple(step.present), before, tuple(step.arrived_after))
    return cutting_out.next_players(company, record.law_set, draws_of(step))


SHOWN = 10
"""How many of the latest games are shown with their cuts."""


@dataclass(frozen=True, slots=True)
class CompanyPlayer:
    """A player who is present, and the number of games in a row they have played."""

    player: Member
    is_playing: bool
    games_running: int = 0


@dataclass(frozen=True, slots=True)
class CutDue:
    """The cut that is due, the players who must cut, and the cards cut in it before."""

    purpose: str
    cutters: list[Member]
    draws: Draws
    explanation: Sequence[ExplanationLine]


@dataclass(frozen=True, slots=True)
class GameCutFor:
    """A game and the cuts that decided its players and seats."""

    row: Succession
    draws: Draws
    playing: list[Member]
    giving_way: list[Member]
    coming_in: list[Member]
    waiting: list[Member]
    explanation: Sequence[ExplanationLine]
    partners: CutAtTable


@dataclass(frozen=True, slots=True)
class TableCompany:
    """The players of a table, and the state of cutting out if it is a cutting-out table."""

    table: int
    capacity: int
    room: int
    players: list[CompanyPlayer]
    is_company: bool = False
    is_drawn: bool | None = None
    seed: str | None = None
    waiting: Sequence[Member] = ()
    missing: int = 0
    is_due: bool = False
    next_to_give_way: Sequence[ExplanationLine] = ()
    cut: CutDue | None = None
    games: Sequence[GameCutFor] = ()


def table_company(table: Table) -> TableCompany:
    """Return the players of a table and the state of cutting out, with its latest games."""
    record = company_record(table)
    capacity = law_set_of(table).number("table_capacity")
    if record is None:
        game, _last = current_game(table)
        players = [CompanyPlayer(member, is_playing=True) for member in seated(game.game_id)]
        has_room = table.may_have_company and game_of(table).players == len(players)
        room = capacity - len(players) if has_room else 0
        return TableCompany(table.pk, capacity, room, players)
    present, members, once_over = record.company.present, record.members, record.once_over()
    return TableCompany(
        table.pk,
        capacity,
        max(0, capacity - len(present)),
        [CompanyPlayer(members[pk], pk in record.seated, once_over.run_of(pk)) for pk in present],
        is_company=True,
        is_drawn=record.is_drawn,
        seed=record.row.seed,
        waiting=[members[pk] for pk in record.waiting],
        missing=record.missing,
        is_due=record.is_due,
        next_to_give_way=_named(_next_to_give_way(record), members),
        cut=_cut_due(record, table) if record.is_due else None,
        games=_games(record, table),
    )


def company_at(table: Table) -> TableCompany | None:
    """Return the state of cutting out, or None if the table is no cutting-out table."""
    return table_company(table) if Company.objects.filter(table=table).exists() else None


def _next_to_give_way(record: CompanyRecord) -> tuple[ExplanationLine, ...]:
    """Return who gives way next; nothing while a game is seated but has no deals."""
    if record.is_between_games and not record.is_due and not record.missing:
        return ()
    return cutting_out.next_to_give_way(record.once_over(), record.law_set)


def _cut_due(record: CompanyRecord, table: Table) -> CutDue:
    now = stage(record, table)
    row = now.partners if now.is_for_partners else now.step
    return CutDue(
        purpose="partners" if now.is_for_partners else "who-plays",
        cutters=[record.members[pk] for pk in now.cutters],
        draws=drawn_cards(row.draws, record.members) if row else [],
        explanation=_named(now.players.explanation, record.members),
    )


def _games(record: CompanyRecord, table: Table) -> list[GameCutFor]:
    """Return the latest games that followed a cut, newest first."""
    games = (
        Succession.objects.filter(after__table=table)
        .select_related("game", "cutting_out__after", "partners")
        .order_by("-game__number")
    )
    return [_game_cut_for(succession, record, table) for succession in games[:SHOWN]]


def _game_cut_for(succession: Succession, record: CompanyRecord, table: Table) -> GameCutFor:
    step, members = succession.cutting_out, record.members
    players = players_then(step, record)
    return GameCutFor(
        row=succession,
        draws=drawn_cards(step.draws, members),
        playing=[members[pk] for pk in players.playing],
        giving_way=[members[pk] for pk in players.giving_way],
        coming_in=[members[pk] for pk in players.coming_in],
        waiting=[members[pk] for pk in players.waiting],
        explanation=_named(players.explanation, members),
        partners=cut_at_table(succession.partners, table),
    )


def _named(lines: Iterable[ExplanationLine], members: Mapping[int, Member]) -> list[ExplanationLine]:
    """Return the lines with players' names in place of their ids."""
    return [replace(line, text=with_names(line.text, lambda pk: members[pk].name)) for line in lines]


def company_breaches(table: Table) -> Iterator[Breach]:
    """Yield each breach in the records of a cutting-out table."""
    where = f"table {table.pk}"
    try:
        record = company_record(table)
    except UNREADABLE as error:
        yield Breach("I-4", where, f"its company cannot be read again: {error}")
        return
    if record is None:
        return
    successions = Succession.objects.filter(after__table=table).select_related(
        "game", "cutting_out__after", "partners"
    )
    for succession in successions.order_by("game__number"):
        yield from _game_breaches(succession, record, table, f"{where} game {succession.game.number}")


def _game_breaches(fact: Succession, record: CompanyRecord, table: Table, where: str) -> Iterator[Breach]:
    """Yield a breach if a game's players, seats or dealer differ from the result of its cuts."""
    try:
        players = players_then(fact.cutting_out, record)
        cut = result_of_cut(fact.partners, table)
        seated = [int(player) for player in cut.seats]
    except UNREADABLE as error:
        yield Breach("I-4", where, f"its cut cannot be read again: {error}")
        return
    if len(players.playing) != cutting_out.SEATS or list(players.playing) != fact.partners.players:
        yield Breach("I-12", where, "cut for again, others play")
    seats = list(Seat.objects.filter(game=fact.game_id).order_by("seat").values_list("member", flat=True))
    dealer = seats[fact.game.first_dealer - 1 : fact.game.first_dealer]
    if not cut.decided or seats != seated or [str(player) for player in dealer] != [cut.first_dealer]:
        yield Breach("I-14", where, "its seats are not those that were cut for")

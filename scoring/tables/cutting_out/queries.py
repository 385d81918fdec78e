"""Queries for a cutting-out table: who plays, who waits, who gives way next and why, and the cuts."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple

from django.db.models import Exists, OuterRef

from laws.domain.lawset import LawSet
from scoring.clubs.models import Member
from scoring.game import cutting, cutting_out
from scoring.game.explanation import ExplanationLine
from scoring.game.references import named, player_ref
from scoring.journal.breach import UNREADABLE, Breach
from scoring.tables.cutting_out.models import SeatChange, present_after
from scoring.tables.games import GameRecord, current_game, game_of, law_set_of, read_cut, result_of_cut
from scoring.tables.models import Cut, Deal, Game, Seat, Table
from scoring.tables.queries import CutAtTable, Draws, cut_at_table, drawn_cards, seated_members


@dataclass(frozen=True, slots=True)
class CompanyRecord:
    """The current records of a cutting-out table. Players are given as member ids.

    - ``company``: who is present and who has played which games, computed from ``changes`` and ``games``.
    - ``ways``: the choices between draws by the service and real cards, first to last.
    - ``changes``: the arrivals and departures of players, first to last.
    - ``games``: the number of each finished game → its players.
    - ``members``: member id → member.
    - ``game``: the last game that was begun.
    - ``seated``: the players of ``game`` in seat order.
    """

    law_set: LawSet
    company: cutting_out.CompanyState
    ways: Sequence[SeatChange]
    changes: Sequence[SeatChange]
    games: Mapping[int, frozenset[int]]
    members: Mapping[int, Member]
    game: GameRecord
    seated: tuple[int, ...]

    @property
    def founding(self) -> SeatChange:
        """The change that made the table a cutting-out table."""
        return self.ways[0]

    @property
    def is_drawn(self) -> bool:
        """Whether the service draws the next cuts."""
        return bool(self.ways[-1].is_drawn)

    def count(self, kind: SeatChange.Kind, player: int) -> int:
        """Return how many changes of this kind (came or left) a player has."""
        return sum(change.kind == kind and change.member_id == player for change in self.changes)

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

        - During a game, or with fewer than four players, no cut is due.
        - After a game, a cut is due if somebody waits. Otherwise the same four players play on.
        - Before the first deal of a game, a cut is due if a player of the game has left.
        - In game 0 a cut is due: this game only seats the players until the first cut.
        """
        if not self.is_between_games or self.missing:
            return False
        if self.game.state.over:
            return bool(self.company.waiting())
        has_lost_one = not set(self.seated) <= set(self.company.present)
        return has_lost_one or self.game.number == 0

    def once_over(self) -> cutting_out.CompanyState:
        """Return ``company`` as if the game in play were finished."""
        if self.is_between_games:
            return self.company
        return replace(self.company, games=(*self.company.games, frozenset(self.seated)))


@dataclass(frozen=True, slots=True)
class Stage:
    """The state of the cuts before the next game.

    A first cut can be needed to decide who plays. The last cut decides partners, seats and dealer.

    - ``players``: who plays next, as far as it is decided.
    - ``tied``: the last cut if its tie must be broken, otherwise None.
    - ``cutters``: the players who must cut now.
    """

    players: cutting_out.NextPlayers
    tied: Cut | None
    cutters: tuple[int, ...]

    @property
    def is_for_partners(self) -> bool:
        """Return whether the next cut is for partners, seats and dealer."""
        return self.players.is_decided


def company_record(table: Table) -> CompanyRecord | None:
    """Return the records of a cutting-out table, or None for any other table."""
    rows = list(SeatChange.objects.filter(table=table).select_related("member").order_by("id"))
    if not rows:
        return None
    changes = [change for change in rows if change.member]
    game, _last = current_game(table)
    seats = _seats(table, game)
    seated = seats[game.number]
    if not game.state.over:
        del seats[game.number]
    games = {number: frozenset(players) for number, players in seats.items()}
    members = {change.member.pk: change.member for change in changes if change.member}
    if strangers := set(seated) - members.keys():
        members |= Member.objects.in_bulk(strangers)
    return CompanyRecord(
        law_set=law_set_of(table),
        company=_company(changes, games.values()),
        ways=[change for change in rows if not change.member],
        changes=changes,
        games=games,
        members=members,
        game=game,
        seated=seated,
    )


def _company(changes: Iterable[SeatChange], games: Iterable[frozenset[int]]) -> cutting_out.CompanyState:
    present = present_after(changes)
    arrivals = tuple(arrival.after_games for arrival in present.values())
    return cutting_out.CompanyState(tuple(present), tuple(games), arrivals)


def _seats(table: Table, game: GameRecord) -> dict[int, tuple[int, ...]]:
    played = Exists(Deal.objects.filter(game=OuterRef("game")))
    rows = Seat.objects.filter(played, game__table=table) | Seat.objects.filter(game=game.game_id)
    seats: dict[int, tuple[int, ...]] = {}
    for number, member in rows.order_by("game__number", "seat").values_list("game__number", "member"):
        seats[number] = (*seats.get(number, ()), member)
    return seats


def stage(record: CompanyRecord, table: Table) -> Stage:
    """Return the state of the cuts after the last game. Cuts before the latest change of players are void."""
    steps = Cut.objects.filter(after=record.game.game_id, seat_change=record.changes[-1]).order_by("step")
    who_plays = steps.filter(purpose=cutting.PREFERENCE).last()
    players = cutting_out.next_players(record.company, record.law_set, draws_of(who_plays))
    if not players.is_decided:
        return Stage(players, who_plays, players.cut_again)
    partners = steps.exclude(purpose=cutting.PREFERENCE).last()
    if partners is None:
        return Stage(players, None, players.playing)
    again = result_of_cut(partners, table).cut_again
    return Stage(players, partners, tuple(player for player in players.playing if str(player) in again))


def draws_of(who_plays: Cut | None) -> list[cutting.Round]:
    """Return the parsed draws of the cut that decides who plays, or an empty list if there was no cut."""
    draws = who_plays.draws if who_plays else ()
    return [{player_ref(int(player)): read_cut(card) for player, card in draw.items()} for draw in draws]


class GameAndCuts(NamedTuple):
    """A game that began with cuts, and the cuts that decided its players and seats.

    - ``after``: the game before this game.
    - ``company``: who was present and who had played which games when the players cut.
    - ``who_plays``: the cut that decided who plays; None if the laws decided it without a cut.
    - ``partners``: the cut for partners, seats and dealer.
    """

    game: Game
    after: Game
    company: cutting_out.CompanyState
    who_plays: Cut | None
    partners: Cut


def games_cut_for(record: CompanyRecord, table: Table, most: int | None = None) -> list[GameAndCuts]:
    """Return the games that began with a cut at a cutting-out table, newest first.

    ``most`` is the largest number of games to return; None for all.
    """
    games = Game.objects.filter(table=table, cut__after__isnull=False).order_by("-number")
    who_plays: dict[tuple[int | None, int | None], Cut] = {
        (step.after_id, step.seat_change_id): step
        for step in Cut.objects.filter(after__table=table, purpose=cutting.PREFERENCE).order_by("step")
    }
    found = []
    for game in games.select_related("cut__after")[:most]:
        if (cut := game.cut) and cut.after and cut.seat_change_id:
            changes = [change for change in record.changes if change.pk <= cut.seat_change_id]
            before = [players for number, players in record.games.items() if number < game.number]
            step = who_plays.get((cut.after_id, cut.seat_change_id))
            found.append(GameAndCuts(game, cut.after, _company(changes, before), step, cut))
    return found


SHOWN = 10
"""How many of the latest games are shown with their cuts."""


@dataclass(frozen=True, slots=True)
class CompanyPlayer:
    """A player who is present at a table.

    ``games_running`` is the number of games that the player has played without a break, including the game in
    play. It is 0 if the table is no cutting-out table.
    """

    player: Member
    is_playing: bool
    games_running: int = 0


@dataclass(frozen=True, slots=True)
class CutDue:
    """The cut that is due, the players who must cut, and the cards that were already cut."""

    purpose: str
    cutters: list[Member]
    draws: Draws
    explanation: Sequence[ExplanationLine]


@dataclass(frozen=True, slots=True)
class GameCutFor:
    """A game and the cuts that decided its players and seats."""

    number: int
    after: int
    seed: str
    draws: Draws
    playing: list[Member]
    giving_way: list[Member]
    coming_in: list[Member]
    waiting: list[Member]
    explanation: Sequence[ExplanationLine]
    partners: CutAtTable


@dataclass(frozen=True, slots=True)
class TableCompany:
    """The players of a table, and the state of cutting out if it is a cutting-out table.

    - ``capacity``: the largest number of players at a table under its law set.
    - ``room``: how many players can still join.
    - ``waiting``: the players without a seat, longest waiting first.
    - ``missing``: how many players are missing for a game.
    - ``games``: the latest games that began with a cut, newest first, at most 10.
    """

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
    record = company_record(table)
    capacity = law_set_of(table).number("table_capacity")
    if record is None:
        game, _last = current_game(table)
        players = [CompanyPlayer(member, is_playing=True) for member in seated_members(game.game_id)]
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
        seed=record.founding.seed,
        waiting=[members[pk] for pk in record.waiting],
        missing=record.missing,
        is_due=record.is_due,
        next_to_give_way=_named(_next_to_give_way(record), members),
        cut=_cut_due(record, table) if record.is_due else None,
        games=[_game_cut_for(game, record, table) for game in games_cut_for(record, table, SHOWN)],
    )


def company_at(table: Table) -> TableCompany | None:
    """Return the state of cutting out, or None if the table is no cutting-out table."""
    return table_company(table) if table.cuts_out else None


def _next_to_give_way(record: CompanyRecord) -> tuple[ExplanationLine, ...]:
    # Between two games, nobody gives way if the players of the next game are known.
    if record.is_between_games and not record.is_due and not record.missing:
        return ()
    return cutting_out.next_to_give_way(record.once_over(), record.law_set)


def _cut_due(record: CompanyRecord, table: Table) -> CutDue:
    now = stage(record, table)
    return CutDue(
        purpose="partners" if now.is_for_partners else "who-plays",
        cutters=[record.members[pk] for pk in now.cutters],
        draws=drawn_cards(now.tied, record.members) if now.tied else [],
        explanation=_named(now.players.explanation, record.members),
    )


def _game_cut_for(cut_for: GameAndCuts, record: CompanyRecord, table: Table) -> GameCutFor:
    step, members = cut_for.who_plays, record.members
    players = cutting_out.next_players(cut_for.company, record.law_set, draws_of(step))
    return GameCutFor(
        number=cut_for.game.number,
        after=cut_for.after.number,
        seed=step.seed if step else "",
        draws=drawn_cards(step, members) if step else [],
        playing=[members[pk] for pk in players.playing],
        giving_way=[members[pk] for pk in players.giving_way],
        coming_in=[members[pk] for pk in players.coming_in],
        waiting=[members[pk] for pk in players.waiting],
        explanation=_named(players.explanation, members),
        partners=cut_at_table(cut_for.partners, table),
    )


def _named(lines: Iterable[ExplanationLine], members: Mapping[int, Member]) -> list[ExplanationLine]:
    return [replace(line, text=named(line.text, player=lambda pk: members[pk].name)) for line in lines]


def company_breaches(table: Table) -> Iterator[Breach]:
    """Yield the breaches in the records of a cutting-out table. At any other table there are none."""
    try:
        record = company_record(table)
    except UNREADABLE as error:
        yield Breach("I-4", f"table {table.pk}", f"the players who came and left cannot be read: {error}")
        return
    if record is None:
        return
    for cut_for in games_cut_for(record, table)[::-1]:
        yield from _game_breaches(cut_for, record, table)


def _game_breaches(cut_for: GameAndCuts, record: CompanyRecord, table: Table) -> Iterator[Breach]:
    game, _after, company, step, partners = cut_for
    where = f"table {table.pk} game {game.number}"
    try:
        needed = cutting_out.needed_cut(company, record.law_set)
        players = cutting_out.next_players(company, record.law_set, draws_of(step))
        cut = result_of_cut(partners, table)
        seated = [int(player) for player in cut.seats]
    except UNREADABLE as error:
        yield Breach("I-4", where, f"its cuts cannot be read: {error}")
        return
    if step and step.players != list(needed.players if needed else ()):
        yield Breach("I-12", where, "other players had to cut for who plays")
    if len(players.playing) != cutting_out.SEATS or list(players.playing) != partners.players:
        yield Breach(
            "I-12", where, "the cut for who plays gives other players than those who cut for partners"
        )
    seats = list(Seat.objects.filter(game=game).order_by("seat").values_list("member", flat=True))
    dealer = seats[game.first_dealer - 1 : game.first_dealer]
    if not cut.decided or seats != seated or [str(player) for player in dealer] != [cut.first_dealer]:
        yield Breach("I-14", where, "the cut for partners gives other seats or another first dealer")

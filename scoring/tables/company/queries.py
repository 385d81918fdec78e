"""The company of a table as it is shown: who plays, who waits, who gives way next and why, what was cut."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.db.models import Exists, OuterRef

from laws.domain.lawset import LawSet
from scoring.clubs.models import Member
from scoring.clubs.queries import player_answer
from scoring.game import cutting, cutting_out, explanation
from scoring.game.names import reference, with_names
from scoring.journal.breach import UNREADABLE, Breach
from scoring.tables.company.models import Company, CuttingChoice, CuttingOut, Joining, Leaving, Succession
from scoring.tables.games import (
    GameRecord,
    current_game,
    game_of,
    law_set_of,
    read_shown,
    result_of_cut,
)
from scoring.tables.models import Cut, Deal, Seat, Table
from scoring.tables.queries import answer_for, seated


@dataclass(frozen=True, slots=True)
class CompanyRecord:
    """A table's company as it stands. Players are ids of members, whose ``names`` are those they have now.

    ``joinings`` holds of those present the row with which they came, ``times`` how often anybody came;
    ``numbers`` are those of the company's games.
    """

    row: Company
    law_set: LawSet
    company: cutting_out.CompanyState
    numbers: tuple[int, ...]
    joinings: Mapping[int, Joining]
    times: Mapping[int, int]
    names: Mapping[int, str]
    game: GameRecord
    seated: tuple[int, ...]
    choices: int
    """How often it was chosen anew how the company cuts."""
    is_drawn: bool
    """Whether the service draws by itself, as was chosen last."""

    @property
    def is_between_games(self) -> bool:
        """Return whether no game is in play: the last is over, or nothing was dealt of it."""
        return self.game.course.over or not self.game.deals

    @property
    def waiting(self) -> tuple[int, ...]:
        """Return who is present and has no seat in the game that is seated, longest waiting first."""
        in_turn = (*self.company.waiting(), *self.company.staying())
        return tuple(player for player in in_turn if player not in self.seated)

    @property
    def missing(self) -> int:
        """Return how many players are too few for a game."""
        return max(0, cutting_out.SEATS - len(self.company.present))

    @property
    def is_due(self) -> bool:
        """Return whether it has to be decided now who plays next.

        Where nobody waits the same four go on as at any table. A game that was seated and not played is
        seated anew where one of its players has gone; the first is cut for where more than four began.
        """
        if not self.is_between_games or self.missing:
            return False
        if self.game.course.over:
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
    """How far the cutting has come: who plays next, as far as the ``step`` decides it; then who with whom.

    ``cutters`` are those who have to cut now; ``partners`` is their cut for partners, if it is tied.
    """

    step: CuttingOut | None
    players: cutting_out.NextPlayers
    partners: Cut | None
    cutters: tuple[int, ...]

    @property
    def is_for_partners(self) -> bool:
        """Return whether the next cut is for partners, seats and the deal."""
        return self.players.is_decided


def company_record(table: Table) -> CompanyRecord | None:
    """Return the table's company as it stands, None where the table has none."""
    row = Company.objects.filter(table=table).first()
    if row is None:
        return None
    game, _last = current_game(table)
    joined = list(Joining.objects.filter(company=row).select_related("member").order_by("id"))
    gone = set(Leaving.objects.filter(joining__company=row).values_list("joining", flat=True))
    here = [one for one in joined if one.pk not in gone]
    seats = _seats(table, game)
    seated = seats[game.number]
    if not game.course.over:
        del seats[game.number]
    times: dict[int, int] = {}
    for one in joined:
        times[one.member_id] = max(one.time, times.get(one.member_id, 0))
    names = {one.member_id: one.member.name for one in joined}
    chosen = CuttingChoice.objects.filter(company=row).order_by("number")
    choices = list(chosen.values_list("is_drawn", flat=True))
    strangers = set(seated) - names.keys()
    if strangers:
        names |= dict(Member.objects.filter(pk__in=strangers).values_list("pk", "name"))
    return CompanyRecord(
        row=row,
        law_set=law_set_of(table),
        company=cutting_out.CompanyState(
            tuple(one.member_id for one in here),
            tuple(map(frozenset, seats.values())),
            tuple(one.after_games for one in here),
        ),
        numbers=tuple(seats),
        joinings={one.member_id: one for one in here},
        times=times,
        names=names,
        game=game,
        seated=seated,
        choices=len(choices),
        is_drawn=choices[-1] if choices else row.is_drawn,
    )


def _seats(table: Table, game: GameRecord) -> dict[int, tuple[int, ...]]:
    """Return game number → its players in seat order, for games with deals and for the last one."""
    played = Exists(Deal.objects.filter(game=OuterRef("game")))
    rows = Seat.objects.filter(played, game__table=table) | Seat.objects.filter(game=game.game_id)
    seats: dict[int, tuple[int, ...]] = {}
    for number, member in rows.order_by("game__number", "seat").values_list("game__number", "member"):
        seats[number] = (*seats.get(number, ()), member)
    return seats


def stage(record: CompanyRecord, table: Table) -> Stage:
    """Return how far the cutting has come after the game that is over, or was not played."""
    last = CuttingOut.objects.filter(after=record.game.game_id).order_by("step").last()
    step = last if last is not None and stands(last, record) else None
    players = cutting_out.next_players(record.company, record.law_set, draws_of(step) if step else ())
    if not players.is_decided:
        return Stage(step, players, None, players.cut_again)
    cut = _cut_for_partners(table, step, players.playing)
    cutters = players.playing
    if cut is not None:
        again = result_of_cut(cut, table).cut_again
        cutters = tuple(player for player in players.playing if str(player) in again)
    return Stage(step, players, cut, cutters)


def stands(step: CuttingOut, record: CompanyRecord) -> bool:
    """Return whether the same players are there as when this was cut."""
    company = record.company
    return (tuple(step.present), tuple(step.arrived_after)) == (company.present, company.arrived_after)


def _cut_for_partners(table: Table, step: CuttingOut | None, players: Sequence[int]) -> Cut | None:
    """Return the cut for partners that was begun after this step and is tied."""
    if step is None:
        return None
    last = Cut.objects.filter(table=table, purpose="partners", at__gte=step.at).order_by("-id").first()
    if last is None or last.players != list(players) or result_of_cut(last, table).decided:
        return None
    return last


def draws_of(step: CuttingOut) -> list[cutting.Round]:
    """Return the draws of a step as the domain reads them."""
    return [
        {reference(int(player)): read_shown(card) for player, card in draw.items()} for draw in step.draws
    ]


def players_then(step: CuttingOut, record: CompanyRecord) -> cutting_out.NextPlayers:
    """Return who played next by a step of an earlier game, computed again from what there was then."""
    before = [
        game
        for number, game in zip(record.numbers, record.company.games, strict=True)
        if number <= step.after.number
    ]
    company = cutting_out.CompanyState(tuple(step.present), tuple(before), tuple(step.arrived_after))
    return cutting_out.next_players(company, record.law_set, draws_of(step))


SHOWN = 10
"""Games whose cut is told; earlier ones stay in the journal."""


def company_answer(table: Table) -> dict[str, Any]:
    """Return the table's company in the form of the API; of a table without one, who sits there."""
    record = company_record(table)
    capacity = law_set_of(table).number("table_capacity")
    answer: dict[str, Any] = {"table": table.pk, "is_company": record is not None, "capacity": capacity}
    if record is None:
        game, _last = current_game(table)
        players = [_player(member, is_playing=True) for member in seated(game.game_id)]
        room = capacity - len(players) if game_of(table).players == len(players) else 0
        empty: dict[str, Any] = {"waiting": [], "outlook": [], "games": []}
        nothing = {"is_drawn": None, "seed": None, "missing": 0, "is_due": False, "cut": None}
        return answer | empty | nothing | {"players": players, "room": room}
    people = {joining.member_id: joining.member for joining in record.joinings.values()}
    present = record.company.present
    return answer | {
        "is_drawn": record.is_drawn,
        "seed": record.row.seed,
        "room": max(0, capacity - len(present)),
        "players": [
            _player(people[one], is_playing=one in record.seated, running=record.once_over().run_of(one))
            for one in present
        ],
        "waiting": [player_answer(people[one]) for one in record.waiting],
        "missing": record.missing,
        "is_due": record.is_due,
        "outlook": _lines(_ahead(record), record.names),
        "cut": _to_cut(record, table) if record.is_due else None,
        "games": _games(record, table),
    }


def company_at(table: Table) -> dict[str, Any] | None:
    """Return the table's company as `company_answer` does, None where the table has none."""
    return company_answer(table) if Company.objects.filter(table=table).exists() else None


def _player(member: Member, *, is_playing: bool, running: int = 0) -> dict[str, Any]:
    return {"player": player_answer(member), "is_playing": is_playing, "games_running": running}


def _ahead(record: CompanyRecord) -> tuple[explanation.ExplanationLine, ...]:
    """Return who gives way after the game in play, or now; nothing where a game is seated and not begun."""
    if record.is_between_games and not record.is_due and not record.missing:
        return ()
    return cutting_out.outlook(record.once_over(), record.law_set)


def _to_cut(record: CompanyRecord, table: Table) -> dict[str, Any]:
    """Return what is to be cut now, by whom, and the cards that were cut for it so far."""
    now = stage(record, table)
    drawn: Iterable[Mapping[str, Any]] = ()
    if now.is_for_partners:
        drawn = now.partners.draws if now.partners else ()
    elif now.step:
        drawn = now.step.draws
    return {
        "purpose": "partners" if now.is_for_partners else "who-plays",
        "cutters": [_named(one, record.names) for one in now.cutters],
        "draws": _draws(drawn, record.names),
        "explanation": _lines(now.players.explanation, record.names),
    }


def _games(record: CompanyRecord, table: Table) -> list[dict[str, Any]]:
    """Return how the last games at the table came about, newest first."""
    found = (
        Succession.objects.filter(after__table=table)
        .select_related("game", "cutting_out__after", "partners")
        .order_by("-game__number")
    )
    return [
        {
            "game": one.game.number,
            "after": one.cutting_out.after.number,
            **_decided(one.cutting_out, record),
            "partners": answer_for(one.partners, table),
        }
        for one in found[:SHOWN]
    ]


def _decided(step: CuttingOut, record: CompanyRecord) -> dict[str, Any]:
    players, names = players_then(step, record), record.names
    return {
        "seed": step.seed or None,
        "draws": _draws(step.draws, names),
        "playing": [_named(one, names) for one in players.playing],
        "giving_way": [_named(one, names) for one in players.giving_way],
        "coming_in": [_named(one, names) for one in players.coming_in],
        "waiting": [_named(one, names) for one in players.waiting],
        "explanation": _lines(players.explanation, names),
    }


def _draws(draws: Iterable[Mapping[str, Any]], names: Mapping[int, str]) -> list[list[dict[str, Any]]]:
    return [
        [{"player": _named(int(player), names), "card": card} for player, card in draw.items()]
        for draw in draws
    ]


def _named(player: int, names: Mapping[int, str]) -> dict[str, Any]:
    return {"id": player, "name": names[player]}


def _lines(lines: Iterable[explanation.ExplanationLine], names: Mapping[int, str]) -> list[dict[str, str]]:
    return [{"text": with_names(line.text, names.__getitem__), "law": line.law} for line in lines]


def company_breaches(table: Table) -> Iterator[Breach]:
    """Yield what does not hold in a table's company: who played, who sat where, who was there."""
    where = f"table {table.pk}"
    try:
        record = company_record(table)
    except UNREADABLE as error:
        yield Breach("I-4", where, f"its company cannot be read again: {error}")
        return
    if record is None:
        return
    found = Succession.objects.filter(after__table=table).select_related(
        "game", "cutting_out__after", "partners"
    )
    for one in found.order_by("game__number"):
        yield from _game_breaches(one, record, table, f"{where} game {one.game.number}")


def _game_breaches(one: Succession, record: CompanyRecord, table: Table, where: str) -> Iterator[Breach]:
    """Yield where a game was not begun by those, and not in those seats, that the cards had decided."""
    try:
        players = players_then(one.cutting_out, record)
        cut = result_of_cut(one.partners, table)
        seated = [int(player) for player in cut.seats]
    except UNREADABLE as error:
        yield Breach("I-4", where, f"its cut cannot be read again: {error}")
        return
    if len(players.playing) != cutting_out.SEATS or list(players.playing) != one.partners.players:
        yield Breach("I-12", where, "cut for again, others play")
    seats = list(Seat.objects.filter(game=one.game_id).order_by("seat").values_list("member", flat=True))
    dealer = seats[one.game.first_dealer - 1 : one.game.first_dealer]
    if not cut.decided or seats != seated or [str(player) for player in dealer] != [cut.first_dealer]:
        yield Breach("I-14", where, "its seats are not those that were cut for")

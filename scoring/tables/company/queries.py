"""The company of a table as it is shown: who plays, who waits, who gives way next and why, what was cut."""

from collections.abc import Iterable, Mapping
from typing import Any

from scoring.clubs.models import Member
from scoring.game.cutting_out import outlook
from scoring.game.explanation import ExplanationLine
from scoring.game.names import with_names
from scoring.tables.company.models import Company, CuttingOut, Succession
from scoring.tables.company.records import CompanyRecord, company_record, players_then, stage
from scoring.tables.deals import player_answer
from scoring.tables.models import Seat, Table
from scoring.tables.queries.cuts import answer_for
from scoring.tables.records import game_of, law_set_of

SHOWN = 10
"""Games whose cut is told; earlier ones stay in the journal."""


def company_answer(table: Table) -> dict[str, Any]:
    """Return the table's company in the form of the API; of a table without one, who sits there."""
    record = company_record(table)
    capacity = law_set_of(table).number("table_capacity")
    if record is None:
        last = Seat.objects.filter(game__table=table).order_by("-game__number").values("game__number")[:1]
        seats = Seat.objects.filter(game__table=table, game__number=last).select_related("member")
        seated = [_player(one.member, is_playing=True) for one in seats.order_by("seat")]
        return {
            "table": table.pk,
            "is_company": False,
            "is_drawn": None,
            "seed": None,
            "capacity": capacity,
            "room": capacity - len(seated) if game_of(table).players == len(seated) else 0,
            "players": seated,
            "waiting": [],
            "missing": 0,
            "is_due": False,
            "outlook": [],
            "cut": None,
            "games": [],
        }
    people = {joining.member_id: joining.member for joining in record.joinings.values()}
    present = record.company.present
    return {
        "table": table.pk,
        "is_company": True,
        "is_drawn": record.is_drawn,
        "seed": record.row.seed,
        "capacity": capacity,
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


def _ahead(record: CompanyRecord) -> tuple[ExplanationLine, ...]:
    """Return who gives way after the game in play, or now; nothing where a game is seated and not begun."""
    if record.is_between_games and not record.is_due and not record.missing:
        return ()
    return outlook(record.once_over(), record.law_set)


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


def _lines(lines: Iterable[ExplanationLine], names: Mapping[int, str]) -> list[dict[str, str]]:
    return [{"text": with_names(line.text, names.__getitem__), "law": line.law} for line in lines]

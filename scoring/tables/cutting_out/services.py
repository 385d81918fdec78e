"""Services of a cutting-out table: open the table, add and remove players, and choose who makes the cuts.

`after_game` makes the cuts before the next game.
"""

from typing import Any
from uuid import UUID, uuid4

from django.db import transaction
from django.utils import timezone

from laws.domain.errors import InvalidInput
from laws.domain.sentences import _
from scoring.clubs import permissions
from scoring.clubs.models import Club, Member
from scoring.clubs.services import clubs
from scoring.game import cutting_out
from scoring.game.references import named
from scoring.journal.services import Answer, IdempotentRequest, add_record, write_entry
from scoring.refusals import NotAllowed, NotFound
from scoring.tables import games
from scoring.tables.access import lock_alone
from scoring.tables.cutting_out import after_game, queries
from scoring.tables.cutting_out.models import SeatChange
from scoring.tables.models import Game, Table
from scoring.tables.queries import seated_members
from scoring.tables.services import tables
from scoring.workers import queue


@transaction.atomic
def open_company_table(
    *,
    club: Club,
    actor: permissions.Actor,
    players: object,
    is_drawn: bool = True,
    key: UUID | None = None,
    **fields: Any,
) -> Table:
    """Open a table. A table with four seats can have more players than seats.

    The law set's table capacity limits the number of players. With more players than seats, the first game
    needs cuts, see `after_game.cut`.

    - ``is_drawn``: whether the service draws these cuts immediately. If not, somebody enters the cards later.
    - ``key``: a repeated key returns the table that the first request opened.
    - ``fields``: further arguments of `tables.services.tables.open_table`.

    Raises InvalidInput under ``players`` if there are too many, Conflict ``key-reused``, and the errors of
    `open_table`.
    """
    actor.must("open a table")
    Club.objects.select_for_update().get(pk=club.pk)
    request = IdempotentRequest(actor, key, ["table.opened", club.pk, players, is_drawn, fields])
    if request.answer:
        opened = Table.objects.select_related("club", "law_set").defer("law_set__content")
        return opened.get(pk=request.answer.body["table"])
    table = _open(club, actor, players, is_drawn=is_drawn, fields=fields)
    request.keep(Answer("recorded", {"table": table.pk}))
    return table


def _open(
    club: Club, actor: permissions.Actor, players: object, *, is_drawn: bool, fields: dict[str, Any]
) -> Table:
    family_game = tables.game_named("cinch" if fields.get("game") is None else fields["game"])
    if not isinstance(players, list | tuple) or len(players) <= family_game.players:
        return tables.open_table(club=club, actor=actor, players=players, **fields)
    if family_game.players != cutting_out.SEATS:
        raise InvalidInput({"players": _("This game has {seats} seats.", seats=family_game.players)})
    slug = club.law_set if fields.get("law_set") is None else fields["law_set"]
    laws = tables.pinned_law_set(slug, fields.get("parameters"), fields.get("variations"), family_game)
    if len(players) > (capacity := laws.number("table_capacity")):
        count = len(players)
        reason = _(
            "The table is complete with {most} players; {count} were named.", most=capacity, count=count
        )
        raise InvalidInput({"players": reason}, law=laws.law("table_capacity"))
    members = clubs.present_players(club=club, actor=actor, players=players, seats=len(players))
    first = [member.pk for member in members[: cutting_out.SEATS]]
    table = tables.open_table(club=club, actor=actor, players=first, first_game=0, **fields)
    _found(table, actor, members, is_drawn=is_drawn)
    if is_drawn:
        after_game.draw(table, actor, _record(table))
    return table


@transaction.atomic
def join_company(*, table: Table, actor: permissions.Actor, player: object, is_drawn: bool = True) -> Member:
    """Add a player to a table with four seats, if there is room. Return the player.

    ``player`` is a name or a member id. If the table is no cutting-out table yet, it becomes one, and
    ``is_drawn`` decides whether the service draws the cards of its cuts. A game in play goes on without the
    new player.

    Raises InvalidInput under ``player``, and Conflict ``table-closed`` or ``table-of-an-event``.
    """
    actor.must("change who is at a table")
    table = lock_alone(table)
    if games.game_of(table).players != cutting_out.SEATS:
        raise InvalidInput({"player": _("Only a table of four can have more players than seats.")})
    record = queries.company_record(table)
    if record is None:
        game = Game.objects.filter(table=table).order_by("number").last()
        seated = seated_members(game.pk if game else 0)
        _found(table, actor, list(seated), is_drawn=is_drawn)
        record = _record(table)
    try:
        (member,) = clubs.present_players(
            club=table.club, actor=actor, players=[player], seats=1, field="player"
        )
        cutting_out.with_player(record.company, member.pk, record.law_set)
    except InvalidInput as refusal:
        raise _about_the_player(refusal) from refusal
    except NotAllowed as refusal:
        reason = _("No member of the club has this name. Ask a director to add one.")
        raise InvalidInput({"player": reason}) from refusal
    _add(table, actor, record, "company.joined", SeatChange.Kind.CAME, member_id=member.pk)
    return member


@transaction.atomic
def choose_draw(*, table: Table, actor: permissions.Actor, is_drawn: bool) -> None:
    """Choose whether the service draws the next cuts or the players cut real cards.

    Raises NotFound if the table is no cutting-out table, and Conflict as `join_company` does.
    """
    actor.must("change who is at a table")
    table = lock_alone(table)
    record = _record(table)
    if record.is_drawn != is_drawn:
        _add(table, actor, record, "company.chosen", SeatChange.Kind.CUTTING, is_drawn=is_drawn)


@transaction.atomic
def leave_company(*, table: Table, actor: permissions.Actor, member_id: int) -> None:
    """Record that a player leaves, so that another player can join. A game in play goes on.

    Raises NotFound if the table is no cutting-out table or the player never came, InvalidInput under
    ``player`` if the player has already left, and Conflict as `join_company` does.
    """
    actor.must("change who is at a table")
    table = lock_alone(table)
    record = queries.company_record(table)
    if record is None or not record.count(SeatChange.Kind.CAME, member_id):
        raise NotFound
    if member_id not in record.company.present:
        reason = _("{name} has left this table already.", name=record.members[member_id].name)
        raise InvalidInput({"player": reason})
    _add(table, actor, record, "company.left", SeatChange.Kind.LEFT, member_id=member_id)


def _add(
    table: Table,
    actor: permissions.Actor,
    record: queries.CompanyRecord,
    verb: str,
    kind: SeatChange.Kind,
    *,
    member_id: int | None = None,
    is_drawn: bool | None = None,
) -> None:
    before = len(record.ways) if member_id is None else record.count(kind, member_id)
    change = SeatChange(
        table=table,
        kind=kind,
        number=before + 1,
        after_games=len(record.company.games),
        member_id=member_id,
        is_drawn=is_drawn,
    )
    data = {"is_drawn": is_drawn} if member_id is None else {"member": member_id}
    add_record(change, actor=actor, verb=verb, data=data, table=table)
    # The change can make a cut due.
    queue.cut_out(table.pk)


def _found(table: Table, actor: permissions.Actor, members: list[Member], *, is_drawn: bool) -> None:
    first = {"table": table, "number": 1, "after_games": 0, "at": timezone.now(), **actor.recorded()}
    cutting_by = SeatChange(kind=SeatChange.Kind.CUTTING, is_drawn=is_drawn, seed=uuid4().hex, **first)
    arrivals = [SeatChange(kind=SeatChange.Kind.CAME, member=member, **first) for member in members]
    changes = SeatChange.objects.bulk_create([cutting_by, *arrivals])
    data = {"members": [member.pk for member in members], "is_drawn": is_drawn}
    write_entry(actor=actor, verb="company.founded", data=data, table=table, records=changes)


def _record(table: Table) -> queries.CompanyRecord:
    record = queries.company_record(table)
    if record is None:
        raise NotFound
    return record


def _about_the_player(refusal: InvalidInput) -> InvalidInput:
    def name_of(player: int) -> str:
        return Member.objects.values_list("name", flat=True).get(pk=player)

    reasons = [named(reason, player=name_of) for reason in refusal.reasons]
    return InvalidInput({"player": reasons}, law=refusal.law)

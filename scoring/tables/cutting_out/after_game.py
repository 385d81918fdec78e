"""Begin the next game at a cutting-out table: decide who plays and with whom, exactly once.

The service draws from the table's seed, or the players cut real cards and somebody enters the cards.

The table is locked during each step. The games and the steps after each game are numbered, and the database
accepts each number only once.
"""

import logging
from typing import Any

from django.db import transaction
from django.db.models import OuterRef, Subquery

from laws.domain.sentences import _
from scoring.clubs.models import Member
from scoring.clubs.permissions import LINK, Actor
from scoring.game import cutting, cutting_out
from scoring.game.references import players_in
from scoring.outages import is_passing
from scoring.refusals import Conflict
from scoring.tables import access
from scoring.tables.cutting_out import queries
from scoring.tables.cutting_out.models import SeatChange
from scoring.tables.games import current_games, result_of_cut
from scoring.tables.models import Cut, Game, Table
from scoring.tables.services import cuts, tables

log = logging.getLogger(__name__)
CardDraws = list[dict[str, Any]]
"""The recorded draws of a cut. Each draw maps member id → card; after a tie there is another draw."""


@transaction.atomic
def cut(*, table: Table, actor: Actor, cards: object = None) -> Game | None:
    """Make the cut that is due. Return the game that begins, or None if another cut is needed.

    First a cut decides who plays, if the laws ask for it. Then another cut decides partners, seats and
    dealer. ``cards`` has the card of each player who must cut now, by name or member id. Without ``cards``
    the service draws everything that is still undecided, and the game begins.

    Raises InvalidInput under ``cards`` or ``cards.…``, and Conflict: ``nothing-to-cut`` if no cut is due,
    ``table-closed`` or ``table-of-an-event``.
    """
    actor.must("change who is at a table")
    table = access.lock_alone(table)
    record = queries.company_record(table)
    if record is None or not record.is_due:
        raise Conflict(_("Nothing is to be cut for at this table now."), code="nothing-to-cut")
    if cards is None:
        return draw(table, actor, record)
    return _enter(table, actor, record, cards)


def draw_if_due(table_id: int) -> None:
    """Draw for the next game at an open cutting-out table if a cut is due and the service draws there.

    Otherwise do nothing. Errors are logged, not raised: the worker's next sweep tries again.
    """
    try:
        with transaction.atomic():
            table = Table.objects.select_related("club", "law_set").filter(pk=table_id).first()
            if table is None or table.event_id is not None:
                return
            access.lock(table)
            record = queries.company_record(table) if table.closed_at is None else None
            if record is not None and record.is_drawn and record.is_due:
                draw(table, _founder(table, record.founding), record)
    except Exception as failure:
        if is_passing(failure):
            log.warning("table %s waits for the next sweep: %s", table_id, failure)
            return
        log.exception("who plays next could not be cut for", extra={"table": table_id})


def between_games() -> list[int]:
    """Return the ids of open cutting-out tables where the service draws and no deal is in play.

    At these tables the last game is over or has no deal yet.
    """
    ways = SeatChange.objects.filter(table=OuterRef("pk"), is_drawn__isnull=False).order_by("-number")
    candidates = list(
        Table.objects.filter(closed_at__isnull=True, event__isnull=True)
        .annotate(draws=Subquery(ways.values("is_drawn")[:1]))
        .filter(draws=True)
        .select_related("club", "law_set")
        .order_by("pk")
    )
    current = current_games(candidates)
    return [
        table.pk
        for table in candidates
        for game, _last in [current[table.pk]]
        if game.state.over or not game.deals
    ]


def draw(table: Table, actor: Actor, record: queries.CompanyRecord) -> Game:
    """Draw everything that is undecided, from the cutting-out table's seed. Return the game that begins.

    A cut must be due, and the table must be locked. Cards already entered are kept; the draw only breaks ties
    between them.
    """
    stage, number, seed = queries.stage(record, table), record.game.number + 1, record.founding.seed
    if not stage.is_for_partners:
        from_seed, by_hand = f"{seed}/out/{number}", queries.draws_of(stage.tied)
        rounds, _players = cutting_out.cut_from_seed(record.company, record.law_set, from_seed, by_hand)
        draws = [{players_in(player)[0]: card for player, card in cards.items()} for cards in rounds]
        _add_step(table, actor, record, stage, [*map(cuts.format_draw, draws)], from_seed)
        stage = queries.stage(record, table)
    from_seed, ids = f"{seed}/partners/{number}", [str(player) for player in stage.players.playing]
    earlier = [cuts.parse_draw(cards) for cards in stage.tied.draws] if stage.tied else ()
    rounds, _result = cutting.draw(ids, from_seed, record.law_set, after=earlier)
    step = _add_step(table, actor, record, stage, [*map(cuts.format_draw, rounds)], from_seed)
    return _begin(table, actor, record, step)


def _enter(table: Table, actor: Actor, record: queries.CompanyRecord, cards: object) -> Game | None:
    stage = queries.stage(record, table)
    members = [record.members[player] for player in record.company.present]
    new_draw = cuts.format_draw(cuts.read_draw(cards, members, {str(player) for player in stage.cutters}))
    earlier = stage.tied.draws if stage.tied else ()
    step = _add_step(table, actor, record, stage, [*earlier, new_draw], "")
    if not stage.is_for_partners or not result_of_cut(step, table).decided:
        return None
    return _begin(table, actor, record, step)


def _begin(table: Table, actor: Actor, record: queries.CompanyRecord, partners: Cut) -> Game:
    result = result_of_cut(partners, table)
    return tables.begin(
        table=table,
        actor=actor,
        number=record.game.number + 1,
        first_dealer=result.seats.index(str(result.first_dealer)) + 1,
        members=[record.members[int(player)] for player in result.seats],
        cut=partners,
    )


def _add_step(
    table: Table,
    actor: Actor,
    record: queries.CompanyRecord,
    stage: queries.Stage,
    draws: CardDraws,
    seed: str,
) -> Cut:
    last = Cut.objects.filter(after=record.game.game_id).order_by("step").last()
    step = Cut(
        table=table,
        purpose="partners" if stage.is_for_partners else cutting.PREFERENCE,
        players=stage.tied.players if stage.tied else list(stage.cutters),
        draws=draws,
        seed=seed,
        continues=stage.tied,
        after_id=record.game.game_id,
        step=(last.step or 0) + 1 if last else 1,
        seat_change=record.changes[-1],
    )
    return cuts.add(step, actor)


def _founder(table: Table, founding: SeatChange) -> Actor:
    """Return the actor who made the table a cutting-out table. The service draws in this actor's name."""
    if founding.by_member_id is None:
        return Actor(club_id=table.club_id, role=LINK, link_id=founding.by_link_id, table_id=table.pk)
    role = Member.objects.values_list("role", flat=True).get(pk=founding.by_member_id)
    return Actor(club_id=table.club_id, role=role, member_id=founding.by_member_id)

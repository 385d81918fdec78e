"""Begin the next game at a cutting-out table: decide who plays and with whom, exactly once.

The service draws from the company's seed, or the players cut real cards and somebody enters them. The table
is locked, and a database constraint lets each game have only one successor.
"""

import logging
from collections.abc import Sequence
from typing import Any

from django.db import transaction
from django.db.models import F, OuterRef, Subquery
from django.db.models.functions import Coalesce

from laws.domain.sentences import _
from scoring.clubs.access import LINK, Actor
from scoring.clubs.models import Member
from scoring.game import cutting, cutting_out, names
from scoring.journal import services as journal
from scoring.outages import is_passing
from scoring.refusals import Conflict
from scoring.tables import access, games as records, models as rows
from scoring.tables.cutting_out import models, queries
from scoring.tables.services import cuts, tables

log = logging.getLogger(__name__)
CardDraws = list[dict[str, Any]]
"""The draws as they are recorded: for each draw, member id → card. A tie leads to another draw."""


@transaction.atomic
def cut(*, table: rows.Table, actor: Actor, cards: object = None) -> rows.Game | None:
    """Decide who plays next, then partners, seats and dealer; return the game that begins.

    ``cards`` maps each player who must cut now (name or id) to the card they cut; the result is None while
    another cut is needed. Without ``cards`` the service draws everything that is still undecided.

    Raises InvalidInput under ``cards``, and Conflict ``nothing-to-cut`` if no cut is due.
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
    """Draw for the next game at a table if a draw is due; otherwise do nothing.

    Errors are logged, not raised: the worker's next sweep tries again.
    """
    try:
        with transaction.atomic():
            table = rows.Table.objects.select_related("club", "law_set").filter(pk=table_id).first()
            if table is None or table.event_id is not None:
                return
            access.lock(table)
            record = queries.company_record(table) if table.closed_at is None else None
            if record is not None and record.is_drawn and record.is_due:
                draw(table, _founder(table, record.row), record)
    except Exception as failure:
        if is_passing(failure):
            log.warning("table %s waits for the next sweep: %s", table_id, failure)
            return
        log.exception("who plays next could not be cut for", extra={"table": table_id})


def between_games() -> list[int]:
    """Return the ids of open cutting-out tables where the service draws and no game is in play."""
    choices = models.CuttingChoice.objects.filter(company=OuterRef("company")).order_by("-number")
    candidates = list(
        rows.Table.objects.filter(company__isnull=False, closed_at__isnull=True, event__isnull=True)
        .annotate(draws=Coalesce(Subquery(choices.values("is_drawn")[:1]), F("company__is_drawn")))
        .filter(draws=True)
        .select_related("club", "law_set")
        .order_by("pk")
    )
    current = records.current_games(candidates)
    return [
        table.pk
        for table in candidates
        for game, _last in [current[table.pk]]
        if game.state.over or not game.deals
    ]


def draw(table: rows.Table, actor: Actor, record: queries.CompanyRecord) -> rows.Game:
    """Draw everything that is still undecided from the company's seed, and begin the game.

    Call only when a cut is due, with the table locked. Cards already entered are kept; the draw only breaks
    their ties.
    """
    stage, number = queries.stage(record, table), record.game.number + 1
    step, players = stage.step, stage.players
    if not players.is_decided:
        seed, by_hand = f"{record.row.seed}/out/{number}", queries.draws_of(step) if step else ()
        rounds, players = cutting_out.cut_from_seed(record.company, record.law_set, seed, by_hand)
        draws = [{names.players_in(player)[0]: card for player, card in cards.items()} for cards in rounds]
        step = _step(table, actor, record, [*map(cuts.format_draw, draws)], seed)
    step = step or _step(table, actor, record, [], "")
    seed, ids = f"{record.row.seed}/partners/{number}", [str(player) for player in players.playing]
    earlier = [cuts.parse_draw(cards) for cards in stage.partners.draws] if stage.partners else ()
    rounds, _result = cutting.draw(ids, seed, record.law_set, after=earlier)
    cut = _cut(table, actor, stage, players.playing, [*map(cuts.format_draw, rounds)], seed)
    return _begin(table, actor, record, step, cut)


def _enter(table: rows.Table, actor: Actor, record: queries.CompanyRecord, cards: object) -> rows.Game | None:
    """Record entered cards for the cut that is due; begin the game once the cut for partners is decided."""
    stage = queries.stage(record, table)
    members = [record.members[player] for player in record.company.present]
    new_draw = cuts.format_draw(cuts.read_draw(cards, members, {str(player) for player in stage.cutters}))
    if not stage.is_for_partners:
        _step(table, actor, record, [*(stage.step.draws if stage.step else ()), new_draw], "")
        return None
    step = stage.step or _step(table, actor, record, [], "")
    earlier = stage.partners.draws if stage.partners else ()
    cut = _cut(table, actor, stage, stage.players.playing, [*earlier, new_draw], "")
    if not records.result_of_cut(cut, table).decided:
        return None
    return _begin(table, actor, record, step, cut)


def _begin(
    table: rows.Table, actor: Actor, record: queries.CompanyRecord, step: models.CuttingOut, cut: rows.Cut
) -> rows.Game:
    """Begin the game in the seats that the cut decided, and record that it follows the last game."""
    result = records.result_of_cut(cut, table)
    game = tables.begin(
        table=table,
        actor=actor,
        number=record.game.number + 1,
        first_dealer=result.seats.index(str(result.first_dealer)) + 1,
        members=[record.members[int(player)] for player in result.seats],
        cut=cut,
    )
    succession = models.Succession(after_id=record.game.game_id, game=game, cutting_out=step, partners=cut)
    data = {"game": game.pk, "after": record.game.game_id}
    journal.add_fact(succession, actor=actor, verb="company.seated", data=data, table=table)
    return game


def _step(
    table: rows.Table, actor: Actor, record: queries.CompanyRecord, draws: CardDraws, seed: str
) -> models.CuttingOut:
    last = models.CuttingOut.objects.filter(after=record.game.game_id).order_by("step").last()
    step = models.CuttingOut(
        after_id=record.game.game_id,
        step=last.step + 1 if last else 1,
        present=list(record.company.present),
        arrived_after=list(record.company.arrived_after),
        draws=draws,
        seed=seed,
    )
    data = {"after": record.game.game_id, "step": step.step}
    return journal.add_fact(step, actor=actor, verb="company.cut", data=data, table=table)


def _cut(
    table: rows.Table, actor: Actor, stage: queries.Stage, players: Sequence[int], draws: CardDraws, seed: str
) -> rows.Cut:
    cut = rows.Cut(table=table, purpose="partners", players=list(players), draws=draws, seed=seed)
    cut.continues = stage.partners
    return cuts.add(cut, actor)


def _founder(table: rows.Table, row: models.Company) -> Actor:
    """Return the actor who founded the company; the service draws in the founder's name."""
    if row.by_member_id is None:
        return Actor(club_id=table.club_id, role=LINK, link_id=row.by_link_id, table_id=table.pk)
    role = Member.objects.values_list("role", flat=True).get(pk=row.by_member_id)
    return Actor(club_id=table.club_id, role=role, member_id=row.by_member_id)

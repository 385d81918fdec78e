"""May they, at a table? Its lock, and what decides whether it takes a deal.

What somebody may do in general is in `scoring.clubs.access`.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.apps import apps
from django.db.models import Model, QuerySet
from django.utils import timezone

from laws.domain.sentences import _
from scoring.clubs.access import LINK, Actor, Caller, member_of
from scoring.clubs.models import Role
from scoring.game.seating import PerSide
from scoring.game.state import GameState
from scoring.refusals import Conflict, LinkEnded, NotAllowed, NotFound
from scoring.tables.cutting_out.models import Company
from scoring.tables.games import GameRecord
from scoring.tables.models import Table, TableLink
from scoring.workers import queue

Found = tuple[Table, Actor]


def with_what_decides() -> QuerySet[Table]:
    """Return the tables with what decides who may do what at them: the club, law set and event."""
    return Table.objects.select_related("club", "law_set", "event").defer("law_set__content")


def table_for(caller: Caller, table_id: int, action: str) -> Found:
    """Return the table (with its club, law set and event) and the caller as an actor.

    A membership counts before a link; a player who holds the table's link may do what either may. NotFound
    for strangers, NotAllowed where the role does not allow it. A link that has ended is refused by
    `must_be_in_use`.
    """
    table = with_what_decides().filter(pk=table_id).first()
    if table is None:
        raise NotFound
    actor = member_of(table.club, caller.user)
    if (actor is None or actor.role == Role.PLAYER) and table_id in caller.links:
        held = TableLink.objects.filter(table=table, pk=caller.links[table_id])
        if actor is not None:
            is_live = (links_in_use() & held).exists()
            actor = replace(actor, table_id=table_id, holds_link=True) if is_live else actor
        elif (links_in_use() & held).exists():
            actor = Actor(club_id=table.club_id, role=LINK, link_id=caller.links[table_id], table_id=table_id)
        else:
            must_be_in_use(held)
    if actor is None:
        raise NotFound
    actor.must(action)
    return table, actor


def record_for(
    records: type[Model],
    caller: Caller,
    key: int,
    action: str,
    at: Callable[[Caller, int, str], Found] = table_for,
) -> tuple[Any, Actor]:
    """Return what was recorded at a table (with the table), and the caller as ``at`` finds them there."""
    record: Any = records._default_manager.filter(pk=key).first()
    if record is None:
        raise NotFound
    record.table, actor = at(caller, record.table_id, action)
    return record, actor


def lock(table: Table) -> Table:
    """Lock the table's row to the end of the transaction, and before it that of its event, if it has one.

    Return the table as it is now.
    """
    if table.event_id:
        # Events are above the tables, so that their model is not imported here but known by its name.
        events = apps.get_model("scoring", "Event").objects
        events.select_for_update().values_list("pk").get(pk=table.event_id)
    row = Table.objects.select_for_update().filter(pk=table.pk).values_list("closed_at").first()
    if row is None:
        raise NotFound
    (table.closed_at,) = row
    return table


def lock_alone(table: Table) -> Table:
    """Lock a table and return it, if it is open and no event seats it."""
    table = lock(table)
    must_be_open(table)
    must_stand_alone(table)
    return table


def must_be_open(table: Table) -> None:
    """Raise Conflict ``table-closed`` for a table that was closed."""
    if table.closed_at is not None:
        raise Conflict(_("The table is closed."), code="table-closed")


def must_stand_alone(table: Table) -> None:
    """Raise Conflict ``table-of-an-event`` for a table that an event seats."""
    if table.event_id is not None:
        reason = _("This table belongs to an event, which seats it and closes it.")
        raise Conflict(reason, code="table-of-an-event")


def links_in_use() -> QuerySet[TableLink]:
    """Return the links that open their table: not stopped, of an open table, of no event that is final."""
    return TableLink.objects.filter(
        revoked_at__isnull=True, table__closed_at__isnull=True, table__event__finals__isnull=True
    )


def tables_opened(caller: Caller) -> list[Table]:
    """Return the tables that the caller's links still open, with their clubs.

    The last day's tables come first; those of one day are in the order in which they were opened.
    """
    held = links_in_use().filter(pk__in=caller.links.values()).select_related("table__club")
    tables = [link.table for link in held.order_by("table__opened_at", "table_id")]
    return sorted(tables, key=lambda table: timezone.localdate(table.opened_at), reverse=True)


def must_be_in_use(links: QuerySet[TableLink]) -> None:
    """Say why the newest of these links, which the caller holds, opens its table no more; nothing for none.

    Raises NotAllowed ``results-final``, or LinkEnded ``table-closed``, ``link-replaced`` or ``link-stopped``.
    """
    live = links_in_use()
    link = links.exclude(pk__in=live.values("pk")).select_related("table__club").first()
    if link is None:
        return
    if link.table.closed_at is not None and link.table.club.is_practice:
        reason = _("This was a practice table. It was open for a day. You can open another one.")
        raise LinkEnded(reason, code="table-closed")
    if link.table.closed_at is not None:
        reason = _("This table is closed, and its link opens nothing any more. Its club can still read it.")
        raise LinkEnded(reason, code="table-closed")
    if link.revoked_at is None:
        reason = _("The results of this event are final: the links of its tables open nothing any more.")
        raise NotAllowed(reason, code="results-final")
    if live.filter(table=link.table_id).exists():
        reason = _(
            "The link of this table was replaced. Scan the code on the table again, or ask the director for "
            "the new one."
        )
        raise LinkEnded(reason, code="link-replaced")
    reason = _("The link of this table was stopped. Ask the director for a new one.")
    raise LinkEnded(reason, code="link-stopped")


@dataclass(frozen=True, slots=True)
class Slip:
    """What a table made in a round, from its slip in place of deals: points of each side, or who won.

    Where more play in turn than the game has seats, each of them is a side.
    """

    points: tuple[int, ...] | None
    winners: tuple[int, ...]

    def score(self, game: GameRecord) -> PerSide[int] | None:
        """Return the score of a game by it; None where its points are not those of the game's sides."""
        sides = game.state.score.sides()
        if self.points is None or len(self.points) != len(sides):
            return None
        return PerSide(tuple(game.rules.starting_score + points for points in self.points))


class Host:
    """A table by itself plays game after game; `events.hosting` has what an event decides for its tables."""

    def __init__(self, table: Table) -> None:
        self.table = table

    def must_go_on(self, game: GameRecord) -> None:
        """Raise Conflict where a game takes no further deal now.

        The codes are ``table-closed``, ``company-cuts``, ``game-over``, and those of `must_take_deal`.
        """
        must_be_open(self.table)
        if game.number == 0:
            raise Conflict(_("Cut first for who plays the first game."), code="company-cuts")
        self.must_take_deal(game)
        if game.state.over:
            raise Conflict(_("The game at this table is over. Begin the next one first."), code="game-over")

    def has_deal_in_play(self, game: GameRecord) -> bool:
        """Return whether a further deal of a game can still be recorded."""
        try:
            self.must_go_on(game)
        except Conflict as refusal:
            return refusal.code == "cut-needed"  # The deal comes after the cut.
        return True

    def must_take_deal(self, game: GameRecord) -> None:
        """Raise Conflict where an event lets the table not go on with its game now."""

    def slips_of(self, games: Sequence[GameRecord]) -> Mapping[int, Slip]:
        """Return the slips that stand in place of the deals of these games, by the games' ids."""
        return {}

    def cuts_for_deal(self, game: GameRecord) -> bool:
        """Return whether a cut at the table gives the first deal of a game that was begun without it."""
        return False

    def is_in_play(self, game: GameRecord, last: GameRecord) -> bool:
        """Return whether a game is still played, ``last`` being the last one begun at its table."""
        return game.number == last.number

    def queue_due(self, before: GameRecord, after: GameState) -> None:
        """Queue what a deal or a correction has made due: whose turn it is where more than four play."""
        if after.over and not before.state.over and Company.objects.filter(table=self.table).exists():
            queue.cut_out(self.table.pk)

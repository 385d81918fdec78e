"""How a table stands as something is recorded at it, read in one statement under the table's lock.

The end of the table's journal tells whether anything happened there since this process read its game: where
nothing did, the game need not be read again.
"""

from dataclasses import dataclass
from typing import NamedTuple
from uuid import UUID

from django.db import connection
from django.db.models import Exists, OuterRef, Subquery

from scoring.clubs.access import Actor
from scoring.game.state import Course
from scoring.inserts import NextId, SpareIds
from scoring.journal import services as journal
from scoring.journal.models import chain_of
from scoring.models import Deal, DealRevision, Entry, Game, RequestKey, Table
from scoring.prepared import Query, Statement
from scoring.records import current_game
from scoring.refusals import NotFound
from scoring.tables.cache import Remembered
from scoring.tables.games import DealRow, GameRecord, with_deal
from scoring.tables.services.tables import lock

NO_KEY = UUID(int=0)
Mark = tuple[str, str, int, str]
"""Law set, game of the family, the game's id and the hash at the end of the table's journal."""


@dataclass(frozen=True, slots=True)
class Standing:
    """The game in play at a table, the number of the table's last deal, and where its journal ends.

    ``is_repeat``: the request's key was used before. ``deal_id`` and ``revision_id`` are for a deal to come.
    """

    game: GameRecord
    last: int
    end: journal.End
    is_repeat: bool
    deal_id: int
    revision_id: int


_STANDING = Query(
    lambda table, chain, actor, key: (
        Table.objects.filter(pk=table)
        .order_by()
        .values_list(
            "closed_at",
            Subquery(Game.objects.filter(table=OuterRef("pk")).order_by("-number").values("id")[:1]),
            Subquery(Entry.objects.filter(chain=chain).order_by("-seq").values("hash")[:1]),
            Exists(RequestKey.objects.filter(actor=actor, key=key)),
            NextId(Deal),
            NextId(DealRevision),
        )
    ),
    table=int,
    chain=str,
    actor=str,
    key=UUID,
)


class Seen(NamedTuple):
    """How a table stood when it was last seen: by ``mark`` it is known whether it still does."""

    mark: Mark
    game: GameRecord
    last: int
    seq: int
    """The number of the last entry of the table's journal."""


_SEEN: Remembered[int, Seen] = Remembered(1024)
"""By the table's id."""


def standing(table: Table, actor: Actor, key: UUID = NO_KEY) -> Standing:
    """Lock the table, see whether it was closed, and return how it stands; NotFound where it is not there."""
    if connection.features.has_select_for_update:
        # A statement of its own: what another read began before the lock was had would be out of date.
        lock(table)
    chain = _chain(table)
    row = _STANDING.first(table=table.pk, chain=chain, actor=actor.key, key=key)
    if row is None:
        raise NotFound
    table.closed_at, game_id, mark, is_repeat, deal_id, revision_id = row
    as_now, seen = _mark(table, game_id, mark), _SEEN.get(table.pk)
    # Which game is in play at a table of an event hangs on its rounds too, so there it is always read.
    if seen is None or seen.mark != as_now or table.event_id:
        seen = _SEEN.keep(table.pk, Seen(as_now, *current_game(table), journal.end_of(chain)[0]))
    return Standing(seen.game, seen.last, (seen.seq, mark or ""), bool(is_repeat), deal_id, revision_id)


def last_seen(table: Table) -> Seen | None:
    """Return how the table stood when this process last recorded something at it; None where it never did."""
    return _SEEN.get(table.pk)


_SPARE = SpareIds(Deal, DealRevision)
_AS_SEEN = Query(
    lambda table, chain, end: (
        Table.objects.filter(pk=table)
        .order_by()
        .annotate(end=Subquery(Entry.objects.filter(chain=chain).order_by("-seq").values("hash")[:1]))
        .filter(end=end)
        .values_list("pk")
    ),
    table=int,
    chain=str,
    end=str,
)
"""A table if its journal ends as it was seen: by that it is known that nothing was done there since."""


def presumed(table: Table) -> Standing | None:
    """Return how the table stands if nothing was done there since it was last seen; None where it never was.

    Asked of the database are the ids alone. None also for a table of an event: its round says more.
    """
    seen = _SEEN.get(table.pk)
    if seen is None or table.event_id or seen.mark[:2] != (table.law_set.revision, table.game):
        return None
    deal_id, revision_id = _SPARE.take()
    return Standing(seen.game, seen.last, (seen.seq, seen.mark[-1]), False, deal_id, revision_id)


def as_presumed(table: Table, end: journal.End) -> Statement:
    """Return the condition that the table's journal ends like this."""
    return _AS_SEEN.statement(table=table.pk, chain=_chain(table), end=end[1])


@dataclass(frozen=True, slots=True)
class Written:
    """A deal that is written after the others of a game at a table, and the course of the game with it."""

    table: Table
    game: GameRecord
    course: Course
    deal: Deal
    revision: DealRevision
    entry: Entry

    @property
    def rows(self) -> tuple[Deal, DealRevision, Entry]:
        """Return what is written together."""
        return self.deal, self.revision, self.entry


def remember(written: Written) -> None:
    """Keep how the table stands with a deal more; if not committed, no journal ends with its entry."""
    table, deal, revision, entry = written.table, written.deal, written.revision, written.entry
    row = DealRow(deal.pk, deal.number, revision.pk, revision.seq, revision.at, revision.content)
    game = with_deal(written.game, row, written.course)
    _SEEN.keep(table.pk, Seen(_mark(table, game.game_id, entry.hash), game, deal.number, entry.seq))


def _chain(table: Table) -> str:
    return chain_of(club_id=table.club_id, table_id=table.pk, event_id=table.event_id)


def _mark(table: Table, game_id: int, mark: str) -> Mark:
    return table.law_set.revision, table.game, game_id, mark

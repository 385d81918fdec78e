"""The games of a whole event, of which after each deal only those are read again that may have changed.

What stays the same is known from the journal, which names the table of every deal and correction.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from scoring.domain.disputes.steps import KINDS
from scoring.game_laws import laws_of
from scoring.models import Deal, Entry, Event
from scoring.prepared import Query, in_few_lengths
from scoring.records import FEW, games_with_deals
from scoring.tables.cache import Remembered
from scoring.tables.games import GameRecord


@dataclass(frozen=True, slots=True)
class _Known:
    """The games of an event as of a journal entry."""

    entry: int
    hash: str
    games: Mapping[int, GameRecord]


_KNOWN: Remembered[int, _Known] = Remembered(16)
_COLUMNS = ("id", "hash", "table_id", "verb", "data")
_SINCE = Query(
    lambda event, entry: (
        Entry.objects.filter(event=event, id__gte=entry).order_by("id").values_list(*_COLUMNS)
    ),
    event=int,
    entry=int,
)
_LAST = Query(
    lambda event: Entry.objects.filter(event=event).order_by("-id").values_list(*_COLUMNS)[:1], event=int
)

_GAME_OF = Query(lambda deal: Deal.objects.filter(pk=deal).order_by().values_list("game"), deal=int)

ABOUT_A_DEAL = frozenset({"deal.recorded", "deal.corrected"})
"""What the journal calls that which changes the game of one deal, and nothing else of an event."""
ABOUT_A_DISPUTE = frozenset(f"dispute.{kind}" for kind in KINDS)
"""What the journal calls a step of a dispute: it can change its table's games, and what is undecided."""


def event_games(event: Event, tables: Mapping[int, int]) -> Mapping[int, GameRecord]:
    """Return the games of an event (game id → its table): what was read before, and the rest anew.

    The journal says what has happened since, and to which deals or at which tables. It is read before the
    deals are, so what comes in between is read again the next time; where its last entry is not the one
    known, nothing is kept.
    """
    known = _KNOWN.get(event.pk)
    entries = _SINCE.rows(event=event.pk, entry=known.entry) if known else []
    kept: dict[int, GameRecord] = {}
    if known and entries and entries[0][:2] == (known.entry, known.hash):
        touched = {table for _, _, table, verb, _ in entries[1:] if verb not in ABOUT_A_DEAL}
        deals = [data["deal"] for _, _, _, verb, data in entries[1:] if verb in ABOUT_A_DEAL]
        changed = _games_of(deals)
        kept = {
            game: record
            for game, record in known.games.items()
            if game not in changed and game in tables and tables[game] not in touched
        }
    else:
        entries = _LAST.rows(event=event.pk)
    unread = sorted(tables.keys() - kept)
    games = {**kept, **(games_with_deals(laws_of(event), unread) if unread else {})}
    if entries:
        _KNOWN.keep(event.pk, _Known(entry=entries[-1][0], hash=entries[-1][1], games=games))
    return games


def _games_of(deals: Sequence[int]) -> set[int]:
    """Return the games of these deals: of a few one by one, by a statement that was prepared."""
    if len(deals) <= FEW:
        return {game for deal in deals for (game,) in _GAME_OF.rows(deal=deal)}
    return set(Deal.objects.filter(pk__in=in_few_lengths(deals)).values_list("game", flat=True))

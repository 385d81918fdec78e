"""The games of a whole event, of which after each deal only those are read again that may have changed.

What stays the same is known from the journal, which names the table of every deal and correction.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from laws.domain.lawset import LawSet
from scoring.models import Entry, Event
from scoring.records import GameRecord, games_with_deals
from scoring.remembered import Remembered


@dataclass(frozen=True, slots=True)
class _Known:
    """The games of an event as of a journal entry."""

    entry: int
    hash: str
    games: Mapping[int, GameRecord]


_KNOWN: Remembered[int, _Known] = Remembered(16)


def event_games(event: Event, law_set: LawSet, tables: Mapping[int, int]) -> Mapping[int, GameRecord]:
    """Return the games of an event (game id → its table): what was read before, and the rest anew.

    The journal says at which tables something has happened since. It is read before the deals are, so what
    comes in between is read again the next time; where its last entry is not the one known, nothing is.
    """
    known, columns = _KNOWN.get(event.pk), ("id", "hash", "table_id")
    journal = Entry.objects.filter(event=event)
    entries = list(journal.filter(id__gte=known.entry).order_by("id").values_list(*columns)) if known else []
    kept: dict[int, GameRecord] = {}
    if known and entries and entries[0][:2] == (known.entry, known.hash):
        touched = {table for _, _, table in entries[1:]}
        same = known.games.keys() & tables
        kept = {game: known.games[game] for game in same if tables[game] not in touched}
    else:
        entries = list(journal.order_by("-id").values_list(*columns)[:1])
    unread = sorted(tables.keys() - kept)
    games = {**kept, **(games_with_deals(law_set.revision, event.game, unread) if unread else {})}
    if entries:
        _KNOWN.keep(event.pk, _Known(entry=entries[-1][0], hash=entries[-1][1], games=games))
    return games

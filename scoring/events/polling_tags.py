"""The polling tags of the pages of events; see `scoring.web.polling`."""

from collections.abc import Mapping
from zlib import crc32

from django.db.models import Q

from scoring.clubs.models import Member
from scoring.events import queries
from scoring.events.state import EventState
from scoring.journal.models import Entry
from scoring.web.polling import SECONDS, SECONDS_BEFORE_THE_NEXT_SEATS, Polling, names_tag, tag_of
from scoring.workers import heartbeat

WITH_WORD = ("desk", "projector")
"""The pages that show the word of an event."""


def hall_polling(view: str, state: EventState, names: Mapping[int, str] | None = None) -> Polling:
    """Return the polling tag of a page that shows a whole event, and the seconds until the next poll.

    The tag changes with the event's journal and with the players' names. The pages in `WITH_WORD` show the
    event's word while a printed table card of the club is in use. So their tag also changes when the first
    card comes into use, and when the last card is stopped.

    ``names`` is the result of `queries.names_of`, if it is loaded already.
    """
    shown = queries.names_of(state) if names is None else names
    digest = crc32("\n".join(shown.values()).encode())
    has_word = view in WITH_WORD and queries.may_need_word(state.event)
    return tag_of(view, state.event.pk, state.entry_hash or state.version, digest, has_word), _seconds(state)


def desk_polling(state: EventState) -> Polling:
    """Return the polling tag of the director's desk, and the seconds until the next poll.

    The tag changes when the tag of `hall_polling` changes, when the number of entries that wait for the
    director changes, and when the worker stops or starts.
    """
    tag, seconds = hall_polling("desk", state)
    return f"{tag}-{queries.held_entries(state.event).count()}-{heartbeat.is_served()}", seconds


def player_polling(state: EventState, player: int | None, at_table: int | None = None) -> Polling:
    """Return the polling tag of a player's phone, and the seconds until the next poll.

    The tag changes with:

    - each journal entry about the event in general or about the player's present table;
    - the names of the players at the present table. Without a table, only the player's own name counts;
    - each journal entry about the player's earlier tables, apart from new deals;
    - each journal entry about the table ``at_table`` (an id), if given: the phone also shows that table;
    - the phase of the round, and everything that is shown about the move to the next round. A deal at any
      table can change both.
    """
    tables = [
        table for event_round in state.rounds for table in event_round.tables if player in table.players
    ]
    current = state.current.tables if state.current else ()
    own_table = next((table for table in current if player in table.players), None)
    is_about_me = Q(table=None) | (
        Q(table__in=[table.table_id for table in tables]) & ~Q(verb="deal.recorded")
    )
    if own_table is not None:
        is_about_me |= Q(table=own_table.table_id)
    if at_table:
        is_about_me |= Q(table=at_table)
    last = Entry.objects.filter(is_about_me, event=state.event).order_by("-id")
    names = Member.objects.filter(pk__in=own_table.players if own_table else [player]).order_by("pk")
    parts = (player, state.phase, last.values_list("hash", flat=True).first(), names_tag(names, "name"))
    return tag_of("me", state.event.pk, *parts, *queries.shown_of_move(state)), _seconds(state)


def _seconds(state: EventState) -> int:
    return SECONDS_BEFORE_THE_NEXT_SEATS if state.awaits_seats else SECONDS

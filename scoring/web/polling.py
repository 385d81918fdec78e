"""Pages and answers that are asked for again and again: what has changed is in a tag, and when to ask next.

A tag names all that an answer is made of, and is made by few statements before anything is rendered. Whoever
sends it back as `If-None-Match` gets a 304 while nothing has changed. Every answer, a 304 too, says in
`Poll-After` after how many seconds to ask again.
"""

from collections.abc import Callable, Mapping
from typing import Any
from zlib import crc32

from django.db.models import Q, QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.shortcuts import render
from django.utils.http import parse_etags
from django.utils.translation import get_language
from rest_framework.request import Request

from scoring.clubs.models import Club, Member
from scoring.events import models, queries
from scoring.events.play.domain.values import HEAD
from scoring.events.state import EventState, load
from scoring.journal.models import Entry
from scoring.tables.cutting_out.models import Company
from scoring.tables.models import Seat, Table
from scoring.web import pages
from scoring.workers import heartbeat as workers

SECONDS = 5
SECONDS_BEFORE_THE_NEXT_SEATS = 2
"""From a round's first finished table, or its bell, until everybody is seated: everybody waits for a seat."""

Polling = tuple[str, int]
"""A tag, and after how many seconds to ask again."""


def polled(
    request: HttpRequest | Request, polling: Polling, answer: Callable[[], HttpResponse]
) -> HttpResponse:
    """Return what ``answer`` makes, or 304 where the caller knows it.

    The tag is a weak one: a proxy may compress, and the seconds left on a clock go on by themselves.
    """
    tag, seconds = f'W/"{polling[0]}"', polling[1]
    is_known = tag in parse_etags(request.headers.get("If-None-Match", ""))
    response = HttpResponseNotModified() if is_known else answer()
    response["ETag"], response["Poll-After"] = tag, str(seconds)
    return response


def live_page(
    request: HttpRequest,
    polling: Polling,
    template: str,
    context: Mapping[str, Any] | Callable[[], Mapping[str, Any]],
    status: int = 200,
) -> HttpResponse:
    """Return a page that keeps itself up to date as a whole: it asks for itself again.

    A context that costs something is given as what makes it: it is not made where nothing has changed.
    """

    def page() -> HttpResponse:
        shown = context() if callable(context) else context
        return render(request, template, {**shown, "live_tag": polling[0]}, status=status)

    is_asked_again = request.method == "GET" and pages.is_fragment(request)
    return polled(request, polling, page) if is_asked_again else page()


def hall_polling(view: str, state: EventState) -> Polling:
    """For what shows a whole event: everything in its journal counts, and what people are called."""
    names = crc32("\n".join(queries.names_of(state).values()).encode())
    return _tag(view, state.event.pk, state.entry_hash or state.version, names), _phase(state)[1]


def desk_polling(state: EventState) -> Polling:
    """For the organiser's desk, which also says what is held and whether the service works."""
    tag, seconds = hall_polling("desk", state)
    return f"{tag}-{queries.held_entries(state.event).count()}-{workers.is_served()}", seconds


def player_polling(state: EventState, player: int | None, at_table: int | None = None) -> Polling:
    """For one player's phone: the seat, the round and its clock, and the player's own tables.

    A deal at another table does not count, not even one where the player sat before; a correction there does.
    On the phone of the table ``at_table`` what happens there counts as well.
    """
    phase, seconds = _phase(state)
    tables = [table for each in state.rounds for table in each.tables if player in table.players]
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
    parts = (player, phase, last.values_list("hash", flat=True).first(), _names(names, "name"))
    return _tag("me", state.event.pk, *parts), seconds


def table_polling(table: Table) -> Polling:
    """For a table's own page: its journal and that of its event, and what its players are called."""
    seats = Seat.objects.filter(game__table=table).order_by("pk")
    parts = [_names(seats, "member__name")]
    seconds = SECONDS
    if table.event_id is None:
        entries = Entry.objects.filter(chain=f"table:{table.pk}").order_by("-seq")
        if Company.objects.filter(table=table).exists():
            # The service cuts for who plays next, and everybody waits for it.
            seconds = SECONDS_BEFORE_THE_NEXT_SEATS
            parts.append(str(workers.is_served()))
    else:
        event = models.Event.objects.select_related("club", "law_set").get(pk=table.event_id)
        state, about = load(event), Entry.objects.filter(event=event)
        entries = about.filter(Q(table=None) | Q(table=table)).order_by("-id")
        seconds = _phase(state)[1]
        if state.current and table.event_number == HEAD and state.settings.bell == "head-table":
            parts.append(str(state.current.still_playing))  # whoever rings the bell sees who still plays
    parts.append(entries.values_list("hash", flat=True).first() or "")
    return _tag("table", table.pk, *parts), seconds


def club_polling(club: Club) -> Polling:
    """For the director's page: whatever was written about the club."""
    last = Entry.objects.filter(club=club).order_by("-id").values_list("hash", flat=True).first()
    return _tag("club", club.pk, last), SECONDS


def _phase(state: EventState) -> Polling:
    """Return the phase of the round in play, and after how many seconds to ask for the next."""
    phase, current = state.phase, state.current
    ends = current is not None and (
        current.bell is not None or any(table.report.is_done for table in current.tables)
    )
    return phase, SECONDS_BEFORE_THE_NEXT_SEATS if ends and phase != "over" else SECONDS


def _names(rows: QuerySet[Any], column: str) -> str:
    return str(crc32("\n".join(rows.values_list(column, flat=True)).encode()))


def _tag(*parts: object) -> str:
    return "-".join(map(str, (*parts, get_language())))

"""Polling: pages that ask for themselves again, with an ETag and the time of the next request.

A tag covers everything a response depends on, and needs few SQL statements. A request with the current tag in
`If-None-Match` gets a 304. Every response, also a 304, has the seconds until the next request in
`Poll-After`.
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
from scoring.tables.cutting_out.models import SeatChange
from scoring.tables.models import Seat, Table
from scoring.web import pages
from scoring.workers import heartbeat

SECONDS = 5
SECONDS_BEFORE_THE_NEXT_SEATS = 2
"""The shorter interval while everybody waits for their next seats.

It counts from a round's bell or first finished table until the next seats are given.
"""

Polling = tuple[str, int]
"""A tag, and the seconds until the next request."""


def polled(
    request: HttpRequest | Request, polling: Polling, answer: Callable[[], HttpResponse]
) -> HttpResponse:
    """Return the response of ``answer``, or a 304 if the request has the current tag.

    The tag is weak, because a proxy may compress the response, and because the seconds on a clock are not
    covered.
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
    """Return a page that refreshes itself as a whole.

    An expensive context is given as a function, which is only called if the page has changed.
    """

    def page() -> HttpResponse:
        shown = context() if callable(context) else context
        return render(request, template, {**shown, "live_tag": polling[0]}, status=status)

    is_asked_again = request.method == "GET" and pages.is_fragment(request)
    return polled(request, polling, page) if is_asked_again else page()


def hall_polling(view: str, state: EventState) -> Polling:
    """Return the tag of pages about a whole event: its journal and the players' names."""
    names = crc32("\n".join(queries.names_of(state).values()).encode())
    return _tag(view, state.event.pk, state.entry_hash or state.version, names), _phase(state)[1]


def desk_polling(state: EventState) -> Polling:
    """Return the tag of the organiser's desk, which also shows held entries and the state of the worker."""
    tag, seconds = hall_polling("desk", state)
    return f"{tag}-{queries.held_entries(state.event).count()}-{heartbeat.is_served()}", seconds


def player_polling(state: EventState, player: int | None, at_table: int | None = None) -> Polling:
    """Return the tag of a player's phone: their seat, the round and its clock, and their tables.

    A deal at another table does not change the tag, but a correction at a table where the player sat before
    does. On the phone of the table ``at_table``, everything at that table counts.
    """
    phase, seconds = _phase(state)
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
    parts = (player, phase, last.values_list("hash", flat=True).first(), _names(names, "name"))
    return _tag("me", state.event.pk, *parts), seconds


def table_polling(table: Table) -> Polling:
    """Return the tag of a table's page: the journals of the table and its event, and the players' names."""
    seats = Seat.objects.filter(game__table=table).order_by("pk")
    parts = [_names(seats, "member__name")]
    seconds = SECONDS
    if table.event_id is None:
        entries = Entry.objects.filter(chain=f"table:{table.pk}").order_by("-seq")
        if SeatChange.objects.filter(table=table).exists():
            # After a game everybody waits until the worker has drawn who plays next.
            seconds = SECONDS_BEFORE_THE_NEXT_SEATS
            parts.append(str(heartbeat.is_served()))
    else:
        event = models.Event.objects.select_related("club", "law_set").get(pk=table.event_id)
        state, about = load(event), Entry.objects.filter(event=event)
        entries = about.filter(Q(table=None) | Q(table=table)).order_by("-id")
        seconds = _phase(state)[1]
        if state.current and table.event_number == HEAD and state.settings.bell == "head-table":
            parts.append(str(state.current.still_playing))  # the head table sees who still plays
    parts.append(entries.values_list("hash", flat=True).first() or "")
    return _tag("table", table.pk, *parts), seconds


def club_polling(club: Club) -> Polling:
    """Return the tag of the director's page: the club's whole journal."""
    last = Entry.objects.filter(club=club).order_by("-id").values_list("hash", flat=True).first()
    return _tag("club", club.pk, last), SECONDS


def _phase(state: EventState) -> Polling:
    """Return the phase of the round in play, and the seconds until the next request."""
    phase, current = state.phase, state.current
    ends = current is not None and (
        current.bell is not None or any(table.report.is_done for table in current.tables)
    )
    return phase, SECONDS_BEFORE_THE_NEXT_SEATS if ends and phase != "over" else SECONDS


def _names(rows: QuerySet[Any], column: str) -> str:
    return str(crc32("\n".join(rows.values_list(column, flat=True)).encode()))


def _tag(*parts: object) -> str:
    return "-".join(map(str, (*parts, get_language())))

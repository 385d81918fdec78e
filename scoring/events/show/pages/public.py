"""Views of an event's public page: the page, its QR code, and the choice of the parts to publish.

The page shows the published parts to anybody, without an account or a link.
"""

from collections.abc import Sequence
from typing import Any, NamedTuple

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.functional import Promise

from scoring.clubs.permissions import Actor
from scoring.events import guards, labels
from scoring.events.models import Event
from scoring.events.planning.services import event_changes
from scoring.events.play.rounds import EventRound, EventTable
from scoring.events.polling_tags import hall_polling
from scoring.events.show.pages import hall
from scoring.events.show.pages.overview import EventPage, public_address
from scoring.events.state import EventState, load_state
from scoring.game.names import is_called
from scoring.tables.pages.links import code_response
from scoring.web import polling


@guards.published_page("see an event")
def public(request: HttpRequest, event: Event, actor: Actor) -> HttpResponse:
    """Show the published parts of an event. With a search, show only tables and lines of matching players.

    The page reloads itself.
    """
    page, search = EventPage(load_state(event), actor), request.GET.get("q", "").strip()
    tagged = hall_polling("public", page.state)
    return polling.live_page(request, tagged, "scoring/events/public.html", lambda: _context(page, search))


@guards.published_page("see an event")
def code(_request: HttpRequest, event: Event, _actor: Actor) -> HttpResponse:
    """Return the QR code of the public page as an image."""
    return code_response(public_address(event))


@guards.event_page("", "run an event")
def publish(request: HttpRequest, event: Event, actor: Actor) -> HttpResponse:
    """Publish the ticked parts and withdraw all others.

    A part that somebody else has published or withdrawn meanwhile stays as it is.
    """
    seen = request.POST["base"].split() if "base" in request.POST else None
    event_changes.publish(event=event, actor=actor, parts=request.POST.getlist("parts"), base=seen)
    return redirect(reverse("event-plan", args=[event.pk]) + "#publish")


class PublicSeats(NamedTuple):
    """The seats of the round in play: each table with the names of each side, and those who sit out.

    A search leaves only the tables and players that it found.
    """

    tables: Sequence[tuple[int, Sequence[Sequence[str]]]]
    sitting_out: Sequence[str]


class PublicSide(NamedTuple):
    """A side of a table. ``points`` are None without a result."""

    names: Sequence[str]
    points: int | None


class PublicTable(NamedTuple):
    """The result of a table.

    ``winners`` is empty unless a cut or a person decided who won. ``won`` is the text before these names.
    """

    number: int
    sides: Sequence[PublicSide]
    winners: Sequence[str]
    won: str | Promise
    is_missing: bool


class PublicRound(NamedTuple):
    """The results of a round. Before its end, tables with neither a result nor a decision are left out.

    With a search, only tables with a player who was found are listed.
    """

    number: int
    tables: Sequence[PublicTable]


def _context(page: EventPage, search: str) -> dict[str, Any]:
    state, names, published = page.state, page.names, page.state.published
    current = state.current if "seats" in published and not state.is_over else None
    rows = hall.rows_of(state, names, for_spectators=True) if "standings" in published else []
    over = [event_round for event_round in reversed(state.rounds) if "results" in published]
    # The search finds only players in published parts, so that it reveals nobody else.
    shown = {member for row in rows for member in row["competitor"].everybody} | (
        current.players if current else frozenset()
    )
    shown = shown.union(
        *(
            table.players
            for event_round in over
            for table in event_round.tables
            if _is_shown(state, event_round, table)
        )
    )
    found = {player for player in shown if is_called(names[player], search)}
    rows = [row for row in rows if not found.isdisjoint(row["competitor"].everybody)]
    if "prizes" not in published:
        rows = [row | {"prizes": ()} for row in rows]
    rounds = [_results(state, event_round, names, found) for event_round in over]
    return {
        "event_page": page,
        "standings": hall.Standings(state, names, page.results, rows),
        "phase_text": labels.HALL_PHASES[state.phase],
        "awards": hall.awards_of(state, names) if "prizes" in published and state.is_over else (),
        "seated": _seated(state, current, names, found) if current else None,
        "rounds": [results for results in rounds if results.tables or not search],
        "search": search,
        "may_search": bool(shown),
        "is_found": bool(found),
    }


def _seated(state: EventState, current: EventRound, names: dict[int, str], found: set[int]) -> PublicSeats:
    return PublicSeats(
        tables=[
            (
                table.number,
                [[names[player] for player in players] for players in state.sides_as_named(table.seated)],
            )
            for table in current.tables
            if not found.isdisjoint(table.players)
        ],
        sitting_out=[names[player] for player in current.sitting_out if player in found],
    )


def _results(
    state: EventState, event_round: EventRound, names: dict[int, str], found: set[int]
) -> PublicRound:
    tables = [
        _table(state, event_round, table, names)
        for table in event_round.tables
        if _is_shown(state, event_round, table) and not found.isdisjoint(table.players)
    ]
    return PublicRound(event_round.number, tables)


def _is_shown(state: EventState, event_round: EventRound, table: EventTable) -> bool:
    is_over = event_round.is_moved or state.is_over or table.report.is_settled
    return is_over or event_round.shown_outcome(table, is_over=state.is_over) is not None


def _table(
    state: EventState, event_round: EventRound, table: EventTable, names: dict[int, str]
) -> PublicTable:
    decided, scored = event_round.shown_outcome(table, is_over=state.is_over), table.points()
    return PublicTable(
        number=table.number,
        sides=[
            PublicSide([names[player] for player in players], points if table.report.is_in else None)
            for players, points in zip(state.sides_as_named(table.seated), scored, strict=True)
        ],
        winners=[names[player] for player in state.as_named(decided.winners)] if decided else [],
        won=labels.won_by(decided),
        is_missing=not table.report.is_in and decided is None,
    )

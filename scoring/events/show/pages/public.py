"""What everybody sees of an event, without an account or a link: as much as the club publishes."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from scoring.clubs.access import Actor
from scoring.events import labels
from scoring.events.models import Event, EventChange
from scoring.events.planning.services import event_changes
from scoring.events.play.rounds import EventRound
from scoring.events.show.pages import hall
from scoring.events.state import EventState, load
from scoring.game.names import is_called
from scoring.tables.pages.links import code_response
from scoring.web import pages, polling


@pages.published_page("see an event")
def public(request: HttpRequest, event: Event, _actor: Actor) -> HttpResponse:
    """Show the event as far as it is published, or what of it is about whoever is looked for.

    The page renews itself.
    """
    state, search = load(event), request.GET.get("q", "").strip()
    tag = polling.hall_polling("public", state)
    return polling.live_page(
        request, tag, "scoring/events/public.html", lambda: public_context(state, search)
    )


@pages.published_page("see an event")
def code(_request: HttpRequest, event: Event, _actor: Actor) -> HttpResponse:
    """Return the code of the page's address as a picture."""
    return code_response(hall.public_address(event))


@pages.event_page("", "run an event")
def publish(request: HttpRequest, event: Event, actor: Actor) -> HttpResponse:
    """Let everybody see the parts that were ticked, and no others."""
    seen = request.POST["base"].split() if "base" in request.POST else None
    event_changes.publish(event=event, actor=actor, parts=request.POST.getlist("parts"), base=seen)
    return redirect(reverse("event-plan", args=[event.pk]) + "#publish")


def public_context(state: EventState, search: str) -> dict[str, Any]:
    """Return what the public page shows, of which nothing is there that is not published.

    With ``search`` seats, standings and results are those of the players who are called so.
    """
    context = hall.live_context(state)
    context |= hall.standings_context(context, hall.firmness_of(state))
    names, published = context["names"], state.published
    current = state.current if "seats" in published and not state.is_over else None
    rows = context["rows"] if "standings" in published else []
    over = [each for each in reversed(state.rounds) if "results" in published]
    # Whoever is not told of anywhere is not found, so that the search tells of nobody either.
    told = {line.line.player for line in rows} | (current.players if current else frozenset())
    told = told.union(*(table.players for each in over for table in each.tables if table.report.is_done))
    found = {player for player in told if is_called(names[player], search)}
    rows = [line for line in rows if line.line.player in found]
    if "prizes" not in published:
        rows = [line._replace(prizes=()) for line in rows]
    rounds = [_results(each, names, found) for each in over]
    return context | {
        "address": hall.public_address(state.event),
        "awards": context["awards"] if "prizes" in published and state.is_over else (),
        "rows": rows,
        "seated": _seated(current, names, found) if current else None,
        "rounds": [each for each in rounds if each["tables"] or not search],
        "search": search,
        "may_search": bool(told),
        "is_found": bool(found),
    }


def publishing_context(state: EventState) -> dict[str, Any]:
    """Return what the organiser is told of what is published, and can be."""
    return {
        "parts": [(part, labels.PARTS[part], part in state.published) for part in EventChange.PARTS],
        "public_address": hall.public_address(state.event) if state.published else "",
    }


def _seated(current: EventRound, names: dict[int, str], found: set[int]) -> dict[str, Any]:
    return {
        "tables": [
            (table.number, [[names[player] for player in players] for players in table.seated.by_side()])
            for table in current.tables
            if not found.isdisjoint(table.players)
        ],
        "sitting_out": [names[player] for player in current.sitting_out if player in found],
    }


def _results(each: EventRound, names: dict[int, str], found: set[int]) -> dict[str, Any]:
    """Return a round, and of each table of those found that has a result its sides with their points."""
    tables = [
        {
            "number": table.number,
            "sides": [
                {
                    "names": [names[player] for player in players],
                    "points": points if table.report.is_in else None,
                    "has_won": side in table.result.winners,
                }
                for side, (players, points) in enumerate(
                    zip(table.seated.by_side(), table.points(), strict=True), 1
                )
            ],
            "is_from_slip": table.total is not None,
        }
        for table in each.tables
        if table.report.is_done and not found.isdisjoint(table.players)
    ]
    return {"number": each.number, "tables": tables}

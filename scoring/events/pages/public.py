"""What everybody sees of an event, without an account or a link: as much as the club publishes."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.urls import reverse

from scoring.clubs.access import Actor
from scoring.events import labels
from scoring.events.models import Event, EventChange
from scoring.events.pages import hall
from scoring.events.rounds import EventRound
from scoring.events.services import changes
from scoring.events.state import EventState, load
from scoring.tables.pages.links import code_response
from scoring.web import pages, polling


@pages.published_page("see an event")
def public(request: HttpRequest, event: Event, _actor: Actor) -> HttpResponse:
    """Show the event as far as it is published. The page renews itself."""
    state = load(event)
    tag = polling.hall_polling("public", state)
    return polling.live_page(request, tag, "scoring/events/public.html", lambda: public_context(state))


@pages.published_page("see an event")
def code(_request: HttpRequest, event: Event, _actor: Actor) -> HttpResponse:
    """Return the code of the page's address as a picture."""
    return code_response(hall.public_address(event))


@pages.event_page("", "run an event")
def publish(request: HttpRequest, event: Event, actor: Actor) -> HttpResponse:
    """Let everybody see the parts that were ticked, and no others."""
    changes.publish(event=event, actor=actor, parts=request.POST.getlist("parts"))
    return redirect(reverse("event-plan", args=[event.pk]) + "#publish")


def public_context(state: EventState) -> dict[str, Any]:
    """Return what the public page shows, of which nothing is there that is not published."""
    context = hall.live_context(state)
    firmness = hall.firmness_of(state)
    context |= hall.standings_context(context, firmness)
    if "prizes" not in state.published:
        context |= {"awards": (), "rows": [line._replace(prizes=()) for line in context["rows"]]}
    names = context["names"]
    return context | {
        "address": hall.public_address(state.event),
        "seated": _seated(state.current, names) if state.current and not state.is_over else None,
        "rounds": [_results(each, names) for each in reversed(state.rounds)],
    }


def publishing_context(state: EventState) -> dict[str, Any]:
    """Return what the organiser is told of what is published, and can be."""
    return {
        "parts": [(part, labels.PARTS[part], part in state.published) for part in EventChange.PARTS],
        "public_address": hall.public_address(state.event) if state.published else "",
    }


def _seated(current: EventRound, names: dict[int, str]) -> dict[str, Any]:
    return {
        "tables": [
            (table.number, [[names[player] for player in table.seated.side(side)] for side in _sides(table)])
            for table in current.tables
        ],
        "sitting_out": [names[player] for player in current.sitting_out],
    }


def _results(each: EventRound, names: dict[int, str]) -> tuple[int, list[tuple[int, list[tuple[Any, ...]]]]]:
    """Return the number of a round, and of each table that has a result its sides with their points."""
    tables = [
        (
            table.number,
            [
                ([names[player] for player in table.seated.side(side)], points)
                for side, points in zip(_sides(table), table.points(), strict=True)
            ],
        )
        for table in each.tables
        if table.report.is_in
    ]
    return each.number, tables


def _sides(table: Any) -> Any:
    return table.seated.seating.sides()

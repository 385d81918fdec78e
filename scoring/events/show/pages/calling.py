"""The views that lead to a page for calling the director: they redirect, or show a choice of places."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_safe

from scoring.calls.call_lines import address, calls_of
from scoring.clubs import authentication
from scoring.clubs.permissions import Actor
from scoring.events import guards
from scoring.events.access import evenings_opened
from scoring.events.models import Event
from scoring.events.show.pages.overview import EventPage
from scoring.events.state import load_state
from scoring.tables.access import tables_opened


@guards.event_page("see an event")
def at_event(request: HttpRequest, event: Event, actor: Actor) -> HttpResponse:
    """Redirect to the page on which the caller's table calls the director.

    The caller's table is the table of the caller's link or card, or the table at which the caller sat last.
    If there is no such table, members choose a table of the round in play. The holder of an evening link gets
    no tables to choose from.
    """
    text, state = request.GET.get("text", ""), load_state(event)
    sat_at = [
        table.table_id
        for event_round in state.rounds
        for table in event_round.tables
        if actor.table_id == table.table_id or (not actor.table_id and actor.member_id in table.players)
    ]
    if sat_at:
        return redirect(calls_of(sat_at[-1], actor, text))
    in_play = state.current.tables if state.current and not actor.is_guest else ()
    places = [
        (gettext("Table %(number)s") % {"number": table.number}, calls_of(table.table_id, actor, text))
        for table in in_play
    ]
    context = {"event_page": EventPage(state, actor), "places": places}
    return render(request, "scoring/events/calling.html", context)


@require_safe
def anywhere(request: HttpRequest) -> HttpResponse:
    """Redirect to the page on which the director can be called.

    If a table is open in this browser, this is the table's page. Otherwise it is the view `at_event` of the
    event for which this browser holds a player's link. If there are several tables or events, show a list to
    choose from. If there are none, the list is empty.
    """
    caller, text = authentication.caller(request), request.GET.get("text", "")
    places = [(table.name, address("calls", table.pk, text=text)) for table in tables_opened(caller)] or [
        (entrant.event.name, address("event-call", entrant.event_id, entrant.member_id, text))
        for entrant in evenings_opened(caller)
    ]
    if len(places) == 1:
        return redirect(places[0][1])
    return render(request, "scoring/events/calling.html", {"places": places})

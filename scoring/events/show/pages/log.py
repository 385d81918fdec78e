"""View of an event's journal as sentences."""

from collections.abc import Iterable

from django.core.paginator import Paginator
from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from scoring.clubs.access import Actor
from scoring.events import guards
from scoring.events.labels import sentence_of
from scoring.events.models import Entrant, Event
from scoring.events.show.pages.overview import page_context
from scoring.events.state import load
from scoring.journal.models import Entry
from scoring.office.journal import lines_of

ACTIONS_ON_A_PAGE = 50


@guards.event_page("run an event")
def log(request: HttpRequest, event: Event, actor: Actor) -> HttpResponse:
    """Show everything that was done in the event, the latest first."""
    page = Paginator(entries_of(event), ACTIONS_ON_A_PAGE).get_page(request.GET.get("page"))
    context = page_context(load(event), actor) | {"page": page, "lines": lines_of(event.club, list(page))}
    return render(request, "scoring/events/log.html", context)


def entries_of(event: Event) -> QuerySet[Entry]:
    """Return the journal entries of an event, the latest first."""
    return Entry.objects.filter(event=event).select_related("by_member", "table").order_by("-id")


def actions(event: Event, entries: Iterable[Entry]) -> list[tuple[Entry, str]]:
    """Return journal entries with their sentences."""
    names = dict(Entrant.objects.filter(event=event).values_list("pk", "member__name"))
    return [
        (entry, sentence_of(entry.verb, entry.data, names.get(entry.data.get("entrant"), "")))
        for entry in entries
    ]

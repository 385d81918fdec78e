"""The journal of a club with its search, and the log of an event."""

from typing import Any

from django import forms
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.translation import gettext_lazy as _

from scoring.clubs import guards
from scoring.clubs.models import Club
from scoring.clubs.permissions import Actor
from scoring.clubs.queries import ids_with_merged
from scoring.events.guards import event_page
from scoring.events.models import Event
from scoring.events.show.pages.overview import EventPage
from scoring.events.state import load_state
from scoring.journal.sentences import verb_titles
from scoring.office.journal import SENTENCES, lines_of
from scoring.web import pages
from scoring.web.search import ListSearchForm

ENTRIES = 50
"""The number of entries on a page."""


class JournalSearchForm(ListSearchForm):
    """A search in a club's journal by the table, the person who acted, and the action."""

    table = forms.TypedChoiceField(required=False, label=_("Table"), coerce=int, empty_value=None)
    person = forms.TypedChoiceField(required=False, label=_("Person"), coerce=int, empty_value=None)
    verb = forms.ChoiceField(required=False, label=_("What was done"))

    def __init__(self, data: QueryDict, *, club: Club) -> None:
        self.club = club
        offered = {
            "table": club.tables.order_by("-opened_at").values_list("pk", "name"),
            "person": club.members.filter(merged_into=None).order_by("name").values_list("pk", "name"),
            "verb": verb_titles(SENTENCES, club.journal.order_by().values_list("verb", flat=True).distinct()),
        }
        super().__init__(data, offered)

    def conditions(self) -> dict[str, Any]:
        conditions = super().conditions()
        person = conditions.pop("person", None)
        return conditions | ({"by_member__in": ids_with_merged(person)} if person else {})


@guards.club_page("see the journal")
def journal(request: HttpRequest, club: Club, actor: Actor) -> HttpResponse:
    """Show the journal entries that match the search, newest first."""
    form = JournalSearchForm(request.GET, club=club)
    entries = (
        club.journal.select_related("by_member", "table", "event")
        .prefetch_related("event__changes")
        .filter(**form.conditions())
    )
    page = Paginator(entries.order_by("-at", "-id"), ENTRIES).get_page(request.GET.get("page"))
    context = {
        "club": club,
        "page": page,
        "lines": lines_of(club, list(page)),
        "form": form,
        "query": pages.search_of(request),
    }
    return render(request, "scoring/office/journal.html", context, status=400 if form.errors else 200)


@event_page("run an event")
def event_log(request: HttpRequest, event: Event, actor: Actor) -> HttpResponse:
    """Show the journal entries of the event, the latest first."""
    page = Paginator(event.journal.select_related("by_member", "table").order_by("-id"), ENTRIES).get_page(
        request.GET.get("page")
    )
    event_page = EventPage(load_state(event), actor)
    context = {"event_page": event_page, "page": page, "lines": lines_of(event.club, list(page))}
    return render(request, "scoring/office/event_log.html", context)

"""The pages of a club and its journal, and the page that creates a club."""

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from laws.queries import law_set_named
from scoring.clubs import forms, guards
from scoring.clubs.access import Actor
from scoring.clubs.models import Club
from scoring.clubs.services import clubs
from scoring.events.queries import events_of
from scoring.events.state import load
from scoring.office.journal import lines_of
from scoring.office.waiting import count_waiting
from scoring.tables import queries as tables
from scoring.tables.pages.display import TablePage
from scoring.web import keys, pages, refusals

PAST_TABLES, ENTRIES = 20, 50
"""How many closed tables and journal entries a page shows."""


@guards.club_page("see the club", "change the club")
def club(request: HttpRequest, club: Club, actor: Actor) -> HttpResponse:
    """Show the club: running events, tables, law set and permissions. Change its settings."""
    form = forms.ClubChangeForm(request.POST or None, club=club)
    if request.method == "POST" and form.is_valid():
        with refusals.refusals_in(form):
            clubs.change(club=club, actor=actor, values=form.values(), base=form.seen)
            return pages.redirect_saying(request, gettext("The club was changed."), "club", club.slug)
    open_tables = tables.overview(club)
    at_tables = {state.table.event_id for state in open_tables} - {None}
    events = map(load, events_of(club).filter(pk__in=at_tables)) if at_tables else ()
    past = Paginator(tables.tables_of(club, closed=True), PAST_TABLES)
    context = {
        "club": club,
        "law_set": law_set_named(club.law_set),
        "running": [state for state in events if state.status == "running"],
        "tables": [TablePage(state, actor) for state in open_tables],
        "waiting": count_waiting(club) if actor.may("direct") else 0,
        "past": past.get_page(request.GET.get("page")),
        "form": form if actor.may("change the club") else None,
        **guards.club_doors(actor),
    }
    return render(request, "scoring/clubs/club.html", context, status=refusals.status_of_form(form))


@require_http_methods(["GET", "HEAD", "POST"])
@guards.signed_in
def new(request: HttpRequest) -> HttpResponse:
    """Create a club; the user becomes its owner."""
    form = forms.ClubForm(request.POST or None, auto_id="%s")
    if request.method == "POST" and form.is_valid():
        with refusals.refusals_in(form), keys.new_key_if_used(form):
            club, _ = clubs.create(user=request.user, **form.cleaned_data)  # type: ignore[arg-type]  # signed in
            message = gettext("Your club is ready. Add its members next.")
            return pages.redirect_saying(request, message, "members", club.slug)
    return refusals.form_page(request, "scoring/clubs/club_form.html", form)


@guards.club_page("see the journal")
def journal(request: HttpRequest, club: Club, actor: Actor) -> HttpResponse:
    """Show the journal entries that match the search, newest first."""
    form = forms.JournalSearchForm(request.GET, club=club)
    entries = club.journal.select_related("by_member", "table", "event").filter(**form.conditions())
    page = Paginator(entries.order_by("-at", "-id"), ENTRIES).get_page(request.GET.get("page"))
    context = {
        "club": club,
        "page": page,
        "lines": lines_of(club, list(page)),
        "form": form,
        "query": pages.search_of(request),
    }
    return render(request, "scoring/journal/journal.html", context, status=400 if form.errors else 200)

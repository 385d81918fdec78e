"""The page of a club, with its open tables and running events, and the page of its settings."""

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext

from laws.queries import law_set_named
from scoring.clubs import forms, guards
from scoring.clubs.models import Club
from scoring.clubs.permissions import Actor
from scoring.clubs.services import clubs
from scoring.events.queries import open_tables
from scoring.office.waiting import count_waiting
from scoring.tables.pages.display import TablePage
from scoring.tables.queries import tables_of
from scoring.web import pages, refusals

PAST_TABLES = 20
"""The number of closed tables on a page."""


@guards.club_page("change the club", "change the club")
def club_settings(request: HttpRequest, club: Club, actor: Actor) -> HttpResponse:
    form = forms.ClubChangeForm(request.POST or None, club=club)
    if request.method == "POST" and form.is_valid():
        with refusals.refusals_in(form):
            clubs.change(club=club, actor=actor, values=form.values(), base=form.seen)
            return pages.redirect_saying(request, gettext("The club was changed."), "club", club.slug)
    context = {"club": club, "permissions": guards.club_permissions(actor)}
    return refusals.form_page(request, "scoring/clubs/club_settings.html", form, **context)


@guards.club_page("see the club")
def club(request: HttpRequest, club: Club, actor: Actor) -> HttpResponse:
    """Show the club: running events, tables and law set."""
    found = open_tables(club)
    past = Paginator(tables_of(club, closed=True), PAST_TABLES)
    context = {
        "club": club,
        "law_set": law_set_named(club.law_set),
        "running": found.running,
        "tables": [TablePage(state, actor) for state in found.in_use],
        "put_away": [state.table for state in found.put_away],
        "waiting": count_waiting(club) if actor.may("direct") else 0,
        "past": past.get_page(request.GET.get("page")),
        "may_change": actor.may("change the club"),
        "permissions": guards.club_permissions(actor),
    }
    return render(request, "scoring/office/club.html", context)

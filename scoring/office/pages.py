"""The director's page: what is held first, then every table at a glance."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext

from laws.domain.errors import InvalidInput
from laws.templatetags.sentences import translated_errors
from scoring.clubs.access import Actor
from scoring.clubs.models import Club
from scoring.disputes.queries.disputes import line_of
from scoring.disputes.queries.lists import queue
from scoring.events.hosting import host_of
from scoring.refusals import NotFound
from scoring.tables import queries as tables
from scoring.tables.models import HeldEntry
from scoring.tables.pages.display import TablePage, held_line
from scoring.tables.services import held as service
from scoring.web.pages import club_page, is_fragment
from scoring.web.polling import club_polling, polled


@club_page("direct")
def director(request: HttpRequest, club: Club, actor: Actor) -> HttpResponse:
    """Show the held entries and all open tables of the club."""
    polling = club_polling(club)
    if is_fragment(request):
        return polled(request, polling, lambda: _page(request, club, actor, polling[0]))
    return _page(request, club, actor, polling[0])


def _page(request: HttpRequest, club: Club, actor: Actor, tag: str) -> HttpResponse:
    context = {
        "club": club,
        "tag": tag,
        "disputes": [line_of(row) for row in queue(club)],
        "held": [held_line(entry) for entry in tables.held_entries(club)],
        "tables": [TablePage(state, actor) for state in tables.overview(club)],
    }
    template = "scoring/office/_director.html" if is_fragment(request) else "scoring/office/director.html"
    return render(request, template, context)


@club_page("", "decide on held entries")
def held(request: HttpRequest, club: Club, actor: Actor, held_id: int) -> HttpResponse:
    """Record a held entry after all, or set it aside with a reason."""
    entry = HeldEntry.objects.filter(pk=held_id, table__club=club).select_related("table").first()
    if entry is None:
        raise NotFound
    try:
        if request.POST.get("decision") == "release":
            service.release(host=host_of(entry.table), actor=actor, held_id=entry.pk)
            messages.success(request, gettext("The entry is recorded."))
        else:
            reason = request.POST.get("reason", "")
            service.set_aside(table=entry.table, actor=actor, held_id=entry.pk, reason=reason)
            messages.success(request, gettext("The entry is set aside."))
    except InvalidInput as refusal:
        for reasons in translated_errors(refusal).values():
            messages.error(request, " ".join(reasons))
    return redirect("director", club.slug)

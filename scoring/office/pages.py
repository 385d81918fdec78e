"""The director's page: what is held first, then every table at a glance."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext

from laws.domain.errors import InvalidInput
from scoring.clubs.access import Actor
from scoring.clubs.models import Club
from scoring.disputes.queries import disputes, lists
from scoring.events.hosting import host_of
from scoring.refusals import Conflict, NotFound
from scoring.tables import models, queries
from scoring.tables.pages.display import TablePage, held_line
from scoring.tables.services import held as service
from scoring.web import pages, polling, refusals


@pages.club_page("direct")
def director(request: HttpRequest, club: Club, actor: Actor) -> HttpResponse:
    """Show the held entries and all open tables of the club."""
    tagged = polling.club_polling(club)

    def page() -> HttpResponse:
        context = {
            "club": club,
            "tag": tagged[0],
            "disputes": [disputes.line_of(row) for row in lists.queue(club)],
            "held": [held_line(entry) for entry in queries.held_entries(club)],
            "tables": [TablePage(state, actor) for state in queries.overview(club)],
        }
        name = "_director" if pages.is_fragment(request) else "director"
        return render(request, f"scoring/office/{name}.html", context)

    return polling.polled(request, tagged, page)


@pages.club_page("", "decide on held entries")
def held(request: HttpRequest, club: Club, actor: Actor, held_id: int) -> HttpResponse:
    """Record a held entry after all, or set it aside with a reason."""
    entry = models.HeldEntry.objects.filter(pk=held_id, table__club=club).select_related("table").first()
    if entry is None:
        raise NotFound
    try:
        if request.POST.get("decision") == "release":
            service.release(host=host_of(entry.table), actor=actor, held_id=entry.pk)
            messages.success(request, gettext("The entry was recorded."))
        else:
            reason = request.POST.get("reason", "")
            service.set_aside(table=entry.table, actor=actor, held_id=entry.pk, reason=reason)
            messages.success(request, gettext("The entry was set aside."))
    except (InvalidInput, Conflict) as refusal:
        refusals.refuse_above(request, refusal)
    return redirect("director", club.slug)

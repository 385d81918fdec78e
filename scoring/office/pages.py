"""The director's page: what is held first, then every table at a glance."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_POST, require_safe

from laws.domain.errors import InvalidInput
from laws.templatetags.sentences import translated_errors
from scoring.callers import caller
from scoring.clubs.access import club_for
from scoring.disputes.pages.disputes import with_words
from scoring.models import HeldEntry
from scoring.refusals import NotFound
from scoring.selectors.dispute_lists import queue
from scoring.selectors.disputes import line_of
from scoring.tables.queries import tables
from scoring.tables.services import held as service
from scoring.views.deals_shown import held_shown
from scoring.views.doors import is_fragment
from scoring.views.shown import table_shown


@require_safe
@login_required
def director(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the held entries and all open tables of the club."""
    club, actor = club_for(caller(request), slug, "direct")
    context = {
        "club": club,
        "disputes": [with_words(line_of(one)) for one in queue(club)],
        "held": [held_shown(entry) for entry in tables.held_entries(club)],
        "tables": [table_shown(state, actor) for state in tables.overview(club)],
    }
    template = "scoring/office/_director.html" if is_fragment(request) else "scoring/director.html"
    return render(request, template, context)


@require_POST
@login_required
def held(request: HttpRequest, slug: str, held_id: int) -> HttpResponse:
    """Record a held entry after all, or set it aside with a reason."""
    club, actor = club_for(caller(request), slug, "decide on held entries")
    entry = HeldEntry.objects.filter(pk=held_id, table__club=club).select_related("table").first()
    if entry is None:
        raise NotFound
    try:
        if request.POST.get("decision") == "release":
            service.release(table=entry.table, actor=actor, held_id=entry.pk)
            messages.success(request, gettext("The entry is recorded."))
        else:
            reason = request.POST.get("reason", "")
            service.set_aside(table=entry.table, actor=actor, held_id=entry.pk, reason=reason)
            messages.success(request, gettext("The entry is set aside."))
    except InvalidInput as refusal:
        for reasons in translated_errors(refusal).values():
            messages.error(request, " ".join(reasons))
    return redirect("director", club.slug)

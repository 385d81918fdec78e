"""The log of a club's disputes, to be searched, and the rulings of an event as far as they are published."""

from typing import Any

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.views.decorators.http import require_safe

from scoring.clubs.access import club_for
from scoring.clubs.authentication import caller
from scoring.disputes.forms import DisputeSearchForm
from scoring.disputes.queries import disputes, lists, rulings
from scoring.events.access import event_for
from scoring.events.pages.overview import page_context
from scoring.events.state import load
from scoring.web import polling
from scoring.web.pages import club_doors, known_callers, search_of

ON_A_PAGE = 30


@require_safe
@login_required
def log(request: HttpRequest, slug: str) -> HttpResponse:
    """Show what waits for somebody, the oldest first; then the club's disputes as searched for."""
    club, actor = club_for(caller(request), slug, "see the club")
    tagged = polling.club_polling(club)
    form = DisputeSearchForm(request.GET, club=club)
    conditions = form.conditions()
    page = Paginator(lists.disputes_of(club, **conditions), ON_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "club": club,
        "form": form,
        "waiting": [disputes.line_of(row) for row in lists.queue(club)],
        "page": page,
        "disputes": [disputes.line_of(row) for row in page],
        "penalties": rulings.penalties_of(club, event=conditions.get("event")),
        "query": search_of(request),
        **club_doors(actor),
    }
    status = 400 if form.errors else 200
    return polling.live_page(request, tagged, "scoring/disputes/club.html", context, status)


@require_safe
@known_callers
def published_rulings(request: HttpRequest, event_id: int) -> HttpResponse:
    """Show the rulings made in an event: to those who score for its club, and to all if it publishes them.

    All others are shown no names.
    """
    event, actor = event_for(caller(request), event_id, "see an event")
    is_inside = actor.may("read unpublished rulings")
    if not event.club.publishes_rulings:
        actor.must("read unpublished rulings")
    record = load(event)
    context: dict[str, Any] = page_context(record, actor) | {
        "is_inside": is_inside,
        "rulings": [disputes.line_of(row) for row in lists.published(event.pk)],
        "waiting": [disputes.line_of(row) for row in lists.queue(event.club, event.pk)] if is_inside else [],
        "penalties": rulings.penalties_of(event.club, event=event.pk) if is_inside else [],
    }
    tagged = polling.hall_polling("rulings", record)
    return polling.live_page(request, tagged, "scoring/disputes/event.html", context)

"""The club's journal: who did what, when."""

from django.contrib.auth.decorators import login_required
from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scoring.callers import caller
from scoring.clubs.access import club_for
from scoring.models import Entry

ENTRIES = 50


@require_safe
@login_required
def journal(request: HttpRequest, slug: str) -> HttpResponse:
    """Show the journal, newest first."""
    club, _ = club_for(caller(request), slug, "see the journal")
    entries = Entry.objects.filter(club=club).select_related("by_member", "table").order_by("-at", "-id")
    page = Paginator(entries, ENTRIES).get_page(request.GET.get("page"))
    return render(request, "scoring/journal/journal.html", {"club": club, "page": page})

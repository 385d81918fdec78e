"""The searchable list of a club's disputes."""

from django.core.paginator import Paginator
from django.http import HttpRequest, HttpResponse

from scoring.clubs import guards
from scoring.clubs.models import Club
from scoring.clubs.permissions import Actor
from scoring.clubs.polling_tags import club_polling
from scoring.disputes.queries import disputes, lists
from scoring.disputes.queries.penalties import penalties_of
from scoring.disputes.search_form import DisputeSearchForm
from scoring.web import pages, polling

ON_A_PAGE = 30


@guards.club_page("see the club")
def log(request: HttpRequest, club: Club, actor: Actor) -> HttpResponse:
    """Show the disputes that wait for a decision, the disputes that the search found, and the penalties."""
    tagged = club_polling(club)
    form = DisputeSearchForm(request.GET, club=club)
    conditions = form.conditions()
    page = Paginator(lists.disputes_of(club, **conditions), ON_A_PAGE).get_page(request.GET.get("page"))
    context = {
        "club": club,
        "form": form,
        "waiting": [disputes.line_of(row) for row in lists.queue(club)],
        "page": page,
        "disputes": [disputes.line_of(row) for row in page],
        "penalties": penalties_of(club, event=conditions.get("event")),
        "query": pages.search_of(request),
        "permissions": guards.club_permissions(actor),
    }
    status = 400 if form.errors else 200
    return polling.live_page(request, tagged, "scoring/disputes/club.html", context, status)

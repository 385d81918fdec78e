"""The home page."""

from collections import Counter

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from laws import library
from scoring.clubs import authentication, queries
from scoring.clubs.permissions import ALLOWED
from scoring.events.access import evenings_opened
from scoring.events.queries import published_events
from scoring.game import games
from scoring.office.waiting import count_waiting
from scoring.tables import scorable_games
from scoring.tables.access import tables_opened


@require_safe
def home(request: HttpRequest) -> HttpResponse:
    """Show the tables and events opened in this browser.

    The page also lists the user's clubs, published events, the games and the law sets of the books.
    """
    caller = authentication.caller(request)
    evenings = evenings_opened(caller)
    of_event = Counter(evening.event_id for evening in evenings)
    memberships = list(queries.memberships(request.user))
    context = {
        "tables": tables_opened(caller),
        "evenings": [(evening, of_event[evening.event_id] > 1) for evening in evenings],
        "memberships": [
            (member, count_waiting(member.club) if member.role in ALLOWED["direct"] else 0)
            for member in memberships
        ],
        "law_sets": library.law_sets().values(),
        "events": published_events(),
        "games": games.by_branch(games.GAMES[slug] for slug in scorable_games.slugs()),
    }
    return render(request, "scoring/office/home.html", context)

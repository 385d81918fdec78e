"""Count the matters that wait for a club's directors."""

from scoring.calls.queries import unanswered_calls
from scoring.clubs.models import Club
from scoring.disputes.queries.lists import undecided
from scoring.events.models import Doubt
from scoring.tables.models import HeldEntry


def count_waiting(club: Club) -> int:
    """Return how many matters wait for a director of the club.

    These are:

    - open calls without an answer,
    - disputes that need a decision,
    - doubts that are not settled, apart from doubts about a seating that was taken back,
    - deals and corrections that are held for a decision.
    """
    doubts = Doubt.objects.filter(
        seating__event__club=club, seating__taken_back__isnull=True, settled__isnull=True
    )
    calls, disputes = unanswered_calls(club), undecided().filter(table__club=club)
    entries = HeldEntry.objects.filter(table__club=club, decision__isnull=True)
    waiting = [matters.order_by().values("pk") for matters in (calls, disputes, entries, doubts)]
    return len(waiting[0].union(*waiting[1:], all=True))  # few rows, so loading them is cheap

"""Count the matters that wait for a club's directors."""

from scoring.calls.queries import unanswered_calls
from scoring.clubs.models import Club
from scoring.disputes.queries.lists import undecided
from scoring.events.queries import unsettled_doubts
from scoring.tables.models import HeldEntry


def count_waiting(club: Club) -> int:
    """Return how many matters wait for a director of the club.

    These are:

    - open calls without an answer,
    - disputes that need a decision,
    - doubts about results that are not settled, see `unsettled_doubts`,
    - deals and corrections that are held for a decision.
    """
    calls, disputes = unanswered_calls(club), undecided().filter(table__club=club)
    entries = HeldEntry.objects.filter(table__club=club, decision__isnull=True)
    doubts = unsettled_doubts(club)
    waiting = [matters.order_by().values("pk") for matters in (calls, disputes, entries, doubts)]
    return len(waiting[0].union(*waiting[1:], all=True))  # few rows, so loading them is cheap

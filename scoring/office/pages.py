"""The director's page: calls, disputes, doubts and held entries, then a board of the open tables in use.

A held entry is a deal or correction on which a director must decide.
"""

from collections import Counter
from dataclasses import dataclass
from datetime import datetime
from uuid import uuid4

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone

from scoring.calls.call_lines import call_lines
from scoring.calls.queries import calls_of, lines_of
from scoring.clubs import guards
from scoring.clubs.models import Club
from scoring.clubs.permissions import Actor
from scoring.clubs.polling_tags import club_polling
from scoring.disputes.queries import disputes, lists
from scoring.events.queries import open_tables, unsettled_doubts
from scoring.tables import models, queries
from scoring.tables.pages.display import TablePage, held_lines
from scoring.web import pages, polling


@dataclass(frozen=True, slots=True)
class BoardRow:
    """A table on the director's board, with the time of its game's last deal and what waits for the director.

    ``held``, ``disputes`` and ``calls`` are the numbers of held entries, open disputes and calls.
    """

    page: TablePage
    entered_at: datetime | None
    held: int
    disputes: int
    calls: int

    @property
    def minutes(self) -> int:
        """Whole minutes since the last deal of the table's game was entered; 0 without a deal."""
        return int((timezone.now() - self.entered_at).total_seconds() // 60) if self.entered_at else 0


@guards.club_page("direct")
def director(request: HttpRequest, club: Club, actor: Actor) -> HttpResponse:
    """Show the club's open calls, disputes, doubts and held entries, and its tables in use."""
    tag, seconds = club_polling(club)
    if models.Deal.objects.filter(table__club=club, table__closed_at__isnull=True).exists():
        tag += f"-{int(timezone.now().timestamp()) // 60}"  # The page shows the age of deals in minutes.
    tagged = tag, seconds

    def page() -> HttpResponse:
        queue, held_entries = list(lists.queue(club)), queries.held_entries(club)
        held_at = Counter(entry.table_id for entry in held_entries)
        disputes_at = Counter(row.table_id for row in queue)
        open_calls = lines_of(calls_of(club, is_open=True).order_by("id"))
        tables = open_tables(club)
        calls_at = Counter(line.call.table_id for line in open_calls)
        context = {
            "club": club,
            "key": uuid4(),
            "calls": call_lines(open_calls, actor),
            "tag": tagged[0],
            "disputes": [disputes.line_of(row) for row in queue],
            "doubts": unsettled_doubts(club).select_related("seating__event").order_by("at", "id"),
            "held": held_lines(held_entries, [*tables.in_use, *tables.put_away]),
            "board": [
                BoardRow(
                    TablePage(state, actor),
                    state.game.deals[-1].at if state.game.deals else None,
                    held_at[state.table.pk],
                    disputes_at[state.table.pk],
                    calls_at[state.table.pk],
                )
                for state in tables.in_use
            ],
        }
        name = "_director" if pages.is_fragment(request) else "director"
        return render(request, f"scoring/office/{name}.html", context)

    return polling.polled(request, tagged, page)

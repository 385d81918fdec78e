"""The director's page: calls, held entries and disputes, then a board of all open tables."""

from collections import Counter
from dataclasses import dataclass
from datetime import datetime
from uuid import uuid4

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import gettext

from laws.domain.errors import InvalidInput
from scoring.calls import queries as calls
from scoring.calls.pages import call_lines
from scoring.clubs import guards
from scoring.clubs.access import Actor
from scoring.clubs.models import Club
from scoring.clubs.polling_tags import club_polling
from scoring.disputes.queries import disputes, lists
from scoring.game.references import named
from scoring.refusals import Conflict, NotFound
from scoring.tables import models, queries
from scoring.tables.access import policy_of
from scoring.tables.pages.display import TablePage, held_line
from scoring.tables.services import held as service
from scoring.web import pages, polling, refusals


@dataclass(frozen=True, slots=True)
class BoardRow:
    """A table on the director's board: its state, the time of its last deal, and how much waits there."""

    page: TablePage
    entered_at: datetime | None
    held: int
    disputes: int
    calls: int

    @property
    def minutes(self) -> int:
        """Whole minutes since the table's last deal was entered; 0 without a deal."""
        return int((timezone.now() - self.entered_at).total_seconds() // 60) if self.entered_at else 0


@guards.club_page("direct")
def director(request: HttpRequest, club: Club, actor: Actor) -> HttpResponse:
    """Show the calls, disputes, held entries and open tables of the club."""
    tag, seconds = club_polling(club)
    if models.Deal.objects.filter(table__club=club, table__closed_at__isnull=True).exists():
        tag += f"-{int(timezone.now().timestamp()) // 60}"  # The age of an entry grows by itself.
    tagged = tag, seconds

    def page() -> HttpResponse:
        queue, held_entries = list(lists.queue(club)), queries.held_entries(club)
        held_at = Counter(entry.table_id for entry in held_entries)
        disputes_at = Counter(row.table_id for row in queue)
        open_calls = calls.lines_of(calls.calls_of(club, is_open=True).order_by("id"))
        calls_at = Counter(line.call.table_id for line in open_calls)
        context = {
            "club": club,
            "key": uuid4(),
            "calls": call_lines(open_calls, actor),
            "tag": tagged[0],
            "disputes": [disputes.line_of(row) for row in queue],
            "held": [held_line(entry) for entry in held_entries],
            "board": [
                BoardRow(
                    TablePage(state, actor),
                    state.game.deals[-1].at if state.game.deals else None,
                    held_at[state.table.pk],
                    disputes_at[state.table.pk],
                    calls_at[state.table.pk],
                )
                for state in queries.overview(club)
            ],
        }
        name = "_director" if pages.is_fragment(request) else "director"
        return render(request, f"scoring/office/{name}.html", context)

    return polling.polled(request, tagged, page)


@guards.club_page("", "decide on held entries")
def held(request: HttpRequest, club: Club, actor: Actor, held_id: int) -> HttpResponse:
    """Record a held entry, or set it aside with a reason."""
    entry = models.HeldEntry.objects.filter(pk=held_id, table__club=club).select_related("table").first()
    if entry is None:
        raise NotFound
    try:
        if request.POST.get("decision") == "release":
            service.release(policy=policy_of(entry.table), actor=actor, held_id=entry.pk)
            messages.success(request, gettext("The entry was recorded."))
        else:
            reason = request.POST.get("reason", "")
            service.set_aside(table=entry.table, actor=actor, held_id=entry.pk, reason=reason)
            messages.success(request, gettext("The entry was set aside."))
    except InvalidInput as refusal:
        _game, seats = queries.game_of_held(entry)
        names = [member.name for member in seats]
        refusals.refuse_above(
            request,
            refusal.reworded(lambda reason: named(reason, names)),
            {"reason": f"reason-{entry.pk}"},
        )
    except Conflict as refusal:
        refusals.refuse_above(request, refusal)
    return redirect("director", club.slug)

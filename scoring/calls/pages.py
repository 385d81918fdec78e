"""The pages of calls: a table calls the director and sees the result; a director answers on the same page."""

from collections.abc import Mapping
from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext

from laws.domain.errors import InvalidInput
from laws.templatetags.sentences import translated, translated_errors
from scoring.calls import queries, services
from scoring.calls.call_lines import call_lines, calls_of, permissions_of
from scoring.calls.models import LONGEST_TEXT
from scoring.clubs.permissions import Actor
from scoring.refusals import Conflict
from scoring.tables import guards
from scoring.tables.models import Table
from scoring.tables.pages.display import TablePage
from scoring.tables.polling_tags import table_polling
from scoring.tables.queries import table_state
from scoring.templatetags.form_errors import ErrorLine
from scoring.web import pages, polling
from scoring.web.keys import key_of

MOST_ON_A_PAGE = 50


@guards.own_table_page("see the table", "call the director")
def at_table(request: HttpRequest, table: Table, actor: Actor) -> HttpResponse:
    """Show the table's latest calls, at most MOST_ON_A_PAGE, latest first. On POST, call the director."""
    errors: Mapping[str, Any] = {}
    status = 200
    if request.method == "POST":
        try:
            services.call_director(
                table=table, actor=actor, text=request.POST.get("text", ""), key=key_of(request.POST)
            )
            message = gettext("The director is called. What becomes of it is shown here.")
            return pages.redirect_saying(request, message, calls_of(table.pk, actor))
        except InvalidInput as refusal:
            errors, status = translated_errors(refusal), 400
        except Conflict as refusal:
            messages.error(request, translated(refusal.detail))
            status = 409
    return _page(request, table, actor, errors, status)


def _page(
    request: HttpRequest, table: Table, actor: Actor, errors: Mapping[str, Any], status: int
) -> HttpResponse:
    tagged = table_polling(table)
    lines = queries.lines_of(queries.calls_at(table)[:MOST_ON_A_PAGE])
    table_page = TablePage(table_state(table), actor)
    # Guests may not open the table's other pages, so for them this page links to the event's pages.
    of_event = {"event": table.event, "round_number": table_page.play.round_number}
    context = {
        "table": table,
        "table_page": None if actor.is_guest else table_page,
        "event_page": of_event | {"as_player": actor.as_player} if actor.is_guest else None,
        "play": table_page.play,
        "as_player": actor.as_player,
        "text": request.POST.get("text", request.GET.get("text", ""))[:LONGEST_TEXT],
        "errors": errors,
        "lines": [
            ErrorLine(field, gettext("What is it about?"), field, reasons)
            for field, reasons in errors.items()
        ],
        "key": uuid4(),
        "most": LONGEST_TEXT,
        "calls": call_lines(lines, actor),
        **permissions_of(actor),
    }
    return polling.live_page(request, tagged, "scoring/calls/table.html", context, status)

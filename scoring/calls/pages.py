"""The pages of calls: a table calls the director and sees the result; a director answers on the same page."""

from collections.abc import Callable, Mapping
from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.urls import reverse
from django.utils.http import urlencode
from django.utils.translation import gettext, gettext_lazy as _

from laws.domain.errors import InvalidInput
from laws.templatetags.sentences import translated, translated_errors
from scoring.calls import queries, services
from scoring.calls.models import LONGEST_TEXT, Call
from scoring.clubs.access import Actor
from scoring.refusals import Conflict
from scoring.tables import guards, queries as tables
from scoring.tables.access import own_table_for, policy_of
from scoring.tables.games import current_game
from scoring.tables.models import Table
from scoring.tables.pages.display import TablePage
from scoring.tables.polling_tags import table_polling
from scoring.templatetags.form_errors import ErrorLine
from scoring.web import pages, polling, refusals
from scoring.web.keys import key_of

MOST_ON_A_PAGE = 50

call_page = guards.record_page(Call, "call_id", own_table_for)


@guards.own_table_page("see the table", "call the director")
def at_table(request: HttpRequest, table: Table, actor: Actor) -> HttpResponse:
    """Show the table's calls, latest first, and call the director."""
    errors: Mapping[str, Any] = {}
    status = 200
    if request.method == "POST":
        try:
            services.call(
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
    context = {
        "table": table,
        **_head(table, actor),
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


def _head(table: Table, actor: Actor) -> dict[str, Any]:
    """Return the context of the page's head: the table's pages or, for a guest, the event's pages."""
    if not actor.is_guest:
        return {"table_page": TablePage(tables.state(table), actor), "as_player": ""}
    return {
        "event": table.event,
        "round_number": policy_of(table).round_number,
        "as_player": f"?player={actor.member_id}",
    }


def address(name: str, key: int, player: int | None = None, text: str = "") -> str:
    """Return the address of a page for calls, for a guest's ``player``, with the text typed so far."""
    query = {name: value for name, value in (("player", player), ("text", text)) if value}
    return reverse(name, args=[key]) + (f"?{urlencode(query)}" if query else "")


def calls_of(table_id: int, actor: Actor, text: str = "") -> str:
    """Return the address of a table's calls."""
    return address("calls", table_id, actor.member_id if actor.is_guest else None, text)


def call_lines(lines: list[queries.CallLine], actor: Actor) -> list[dict[str, Any]]:
    """Return the template context of calls: the line, may the actor close it, and its deal."""
    return [
        {
            "line": line,
            "may_close": line.is_open and line.may_be_closed_by(actor),
            "deal": _deal_of(line) if line.is_open and actor.may("answer a call") else None,
        }
        for line in lines
    ]


def permissions_of(actor: Actor) -> dict[str, bool]:
    return {"may_answer": actor.may("answer a call"), "may_call": actor.may("call the director")}


def _deal_of(line: queries.CallLine) -> int | None:
    game, last = current_game(line.call.table)
    return policy_of(line.call.table).deal_to_report_on(game, last)


def _step(done: object, may: str, take: Callable[[Table, Actor, int, QueryDict], Any]) -> Any:
    """Return the view of one step of a call, which redirects back to the page that sent it."""

    @call_page("", may)
    def view(request: HttpRequest, call: Call, actor: Actor) -> HttpResponse:
        table = call.table
        try:
            take(table, actor, call.pk, request.POST)
            messages.success(request, str(done))
        except (InvalidInput, Conflict) as refusal:
            field = f"{request.path.rstrip('/').rpartition('/')[2]}-{call.pk}"
            refusals.refuse_above(request, refusal, {"text": field})
        if request.POST.get("back") == "director" and actor.may("direct"):
            return redirect("director", table.club.slug)
        return redirect(calls_of(table.pk, actor))

    return view


def _text_and_key(posted: QueryDict) -> dict[str, Any]:
    return {"text": posted.get("text", ""), "key": key_of(posted)}


see = _step(
    _("The table sees that you are on the way."),
    "answer a call",
    lambda table, actor, call, posted: services.see(
        table=table, actor=actor, call_id=call, key=key_of(posted)
    ),
)
answer = _step(
    _("The table sees your answer."),
    "answer a call",
    lambda table, actor, call, posted: services.answer(
        table=table, actor=actor, call_id=call, **_text_and_key(posted)
    ),
)
close = _step(
    _("The call is closed."),
    "call the director",
    lambda table, actor, call, posted: services.close(
        table=table, actor=actor, call_id=call, **_text_and_key(posted)
    ),
)

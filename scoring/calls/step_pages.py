"""The steps of a call: a director sees and answers the call, and a director or the table closes it."""

from collections.abc import Callable
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect
from django.utils.translation import gettext_lazy as _

from laws.domain.errors import InvalidInput
from scoring.calls import services
from scoring.calls.call_lines import calls_of
from scoring.calls.models import Call
from scoring.clubs.permissions import Actor
from scoring.refusals import Conflict
from scoring.tables import guards
from scoring.tables.access import own_table_for
from scoring.tables.models import Table
from scoring.web import refusals
from scoring.web.keys import key_of

call_page = guards.record_page(Call, "call_id", own_table_for)


def _step(done: object, action: str, take: Callable[[Table, Actor, int, QueryDict], Any]) -> Any:
    @call_page("", action)
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
    lambda table, actor, call, posted: services.see_call(
        table=table, actor=actor, call_id=call, key=key_of(posted)
    ),
)

answer = _step(
    _("The table sees your answer."),
    "answer a call",
    lambda table, actor, call, posted: services.answer_call(
        table=table, actor=actor, call_id=call, **_text_and_key(posted)
    ),
)

close = _step(
    _("The call is closed."),
    "call the director",
    lambda table, actor, call, posted: services.close_call(
        table=table, actor=actor, call_id=call, **_text_and_key(posted)
    ),
)

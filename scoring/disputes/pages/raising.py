"""The page on which a dispute is raised: what happened, who, what the record cannot answer, the ruling."""

from collections.abc import Mapping
from dataclasses import replace
from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from laws.domain.errors import InvalidInput
from laws.templatetags.sentences import translated, translated_errors
from scoring.clubs.access import Actor
from scoring.disputes.forms import key_of, told
from scoring.disputes.pages import raise_context
from scoring.disputes.pages.asking import Asked, read
from scoring.disputes.queries.lists import raised_on
from scoring.disputes.queries.people import Seated
from scoring.disputes.services import disputes
from scoring.disputes.services import steps as dispute_steps
from scoring.game.rules import rules_of
from scoring.refusals import Conflict
from scoring.tables import queries as tables
from scoring.tables.access import table_for
from scoring.tables.models import Table
from scoring.tables.pages.display import TablePage
from scoring.web.pages import caller, known_callers

LONGEST_ADDRESS = 4000


@require_http_methods(["GET", "HEAD", "POST"])
@known_callers
def new(request: HttpRequest, table_id: int, number: int) -> HttpResponse:
    """Offer what can have happened on a deal, put the next question, show the ruling; raise the dispute."""
    table, actor = table_for(caller(request), table_id, "raise a dispute")
    game, _ = dispute_steps.deal_of(table, number)
    about = Seated(game, number, tables.players_of([game])[game.game_id])
    if request.method == "POST":
        return _raise(request, table, about, actor)
    return _page(request, table, about, actor, _read(request.GET, table, about))


def _read(query: QueryDict, table: Table, about: Seated) -> Asked:
    asked = read(query, table.pk, about.number, len(about.members))
    return replace(asked, is_in_play=about.index is None)


def _page(
    request: HttpRequest,
    table: Table,
    about: Seated,
    actor: Actor,
    asked: Asked,
    refused: Mapping[str, Any] | None = None,
) -> HttpResponse:
    state = tables.state(table)
    worth = rules_of(about.game.law_set, about.game.kind).worth
    context = {
        "shown": TablePage(state, actor),
        "about": about,
        "asked": asked,
        "held": asked.held,
        "nobody": asked.by(0).address,
        "key": uuid4(),
        "other_deal": _other_deal(table, about, state.last_number),
        "points": list(worth),
        "seats": list(enumerate(about.members, start=1)),
        "refused": [(field, reason) for field, reasons in (refused or {}).items() for reason in reasons],
    }
    if asked.incident:
        context |= raise_context.asked_of(asked, about, actor.key)
    else:
        context |= raise_context.offered(asked, about)
        context["found"] = raise_context.found_on(table, about, raised_on(table, about.number))
    return render(request, "scoring/disputes/new.html", context, status=400 if refused else 200)


def _other_deal(table: Table, about: Seated, last: int) -> int | None:
    """Return the deal that may be meant instead: the last one recorded, or the one in play after it."""
    if about.index is None:
        return last or None
    if about.number == last and not about.game.course.over and table.closed_at is None:
        return last + 1
    return None


def _raise(request: HttpRequest, table: Table, about: Seated, actor: Actor) -> HttpResponse:
    """Raise what was sent, together with the usual answers to what nobody has answered."""
    posted = request.POST
    held = QueryDict(str(posted.get("asked", ""))[:LONGEST_ADDRESS])
    asked = _read(held, table, about)
    given = told(posted)
    given["seat"] = asked.seat or None
    given["trick"] = asked.trick if given["trick"] is None else given["trick"]
    try:
        answer = disputes.raise_dispute(
            table=table,
            actor=actor,
            number=about.number,
            incident=asked.incident,
            facts=asked.sent,
            choice=posted.get("choice") or None,
            assume=True,
            key=key_of(posted),
            **given,
        )
    except InvalidInput as refusal:
        return _page(request, table, about, actor, asked, translated_errors(refusal))
    except Conflict as conflict:
        messages.error(request, translated(conflict.detail))
        return redirect(reverse("disputes", args=[table.pk]))
    messages.success(request, gettext("It is raised. A director has to confirm it."))
    return redirect("dispute", answer.body["dispute"])

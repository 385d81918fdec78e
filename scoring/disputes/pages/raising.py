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
from scoring.callers import caller
from scoring.clubs.access import Actor, table_for
from scoring.disputes.forms import key_of, told
from scoring.disputes.pages import raise_context as shown
from scoring.disputes.pages.asking import Asked, read
from scoring.disputes.pages.raise_context import About
from scoring.disputes.services import disputes
from scoring.disputes.services import steps as dispute_steps
from scoring.game.rules import rules_of
from scoring.game_laws import at_game
from scoring.models import Table
from scoring.records import game_of, law_set_of
from scoring.refusals import Conflict
from scoring.selectors.dispute_lists import raised_on
from scoring.tables.queries import tables
from scoring.views.doors import known_callers
from scoring.views.shown import table_shown

LONGEST_ADDRESS = 4000


@require_http_methods(["GET", "HEAD", "POST"])
@known_callers
def new(request: HttpRequest, table_id: int, number: int) -> HttpResponse:
    """Offer what can have happened on a deal, put the next question, show the ruling; raise the dispute."""
    table, actor = table_for(caller(request), table_id, "raise a dispute")
    about = _about(table, number)
    if request.method == "POST":
        return _raise(request, about, actor)
    return _page(request, about, actor, _read(request.GET, about))


def _about(table: Table, number: int) -> About:
    game, index = dispute_steps.deal_of(table, number)
    return About(at_game(table, game), number, game, index, tables.players_of([game])[game.game_id])


def _read(query: QueryDict, about: About) -> Asked:
    asked = read(query, about.table.pk, about.number, len(about.members))
    return replace(asked, is_in_play=about.index is None)


def _page(
    request: HttpRequest, about: About, actor: Actor, asked: Asked, refused: Mapping[str, Any] | None = None
) -> HttpResponse:
    state = tables.state(about.table)
    worth = rules_of(law_set_of(about.table), game_of(about.table)).worth
    context = {
        "shown": table_shown(state, actor),
        "about": about,
        "asked": asked,
        "held": asked.held,
        "nobody": asked.by(0).address,
        "key": uuid4(),
        "other_deal": _other_deal(about, state.last_number),
        "points": list(worth),
        "seats": list(enumerate(about.members, start=1)),
        "refused": [(field, reason) for field, reasons in (refused or {}).items() for reason in reasons],
    }
    if asked.incident:
        context |= shown.asked_of(asked, about, actor.key)
    else:
        context |= shown.offered(asked, about)
        context["found"] = shown.found_on(about, raised_on(about.table, about.number))
    return render(request, "scoring/disputes/new.html", context, status=400 if refused else 200)


def _other_deal(about: About, last: int) -> int | None:
    """Return the deal that may be meant instead: the last one recorded, or the one in play after it."""
    if about.index is None:
        return last or None
    if about.number == last and not about.game.course.over and about.table.closed_at is None:
        return last + 1
    return None


def _raise(request: HttpRequest, about: About, actor: Actor) -> HttpResponse:
    """Raise what was sent, together with the usual answers to what nobody has answered."""
    posted = request.POST
    held = QueryDict(str(posted.get("asked", ""))[:LONGEST_ADDRESS])
    asked = _read(held, about)
    given = told(posted)
    given["seat"] = asked.seat or None
    given["trick"] = asked.trick if given["trick"] is None else given["trick"]
    try:
        answer = disputes.raise_dispute(
            table=about.table,
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
        return _page(request, about, actor, asked, translated_errors(refusal))
    except Conflict as conflict:
        messages.error(request, translated(conflict.detail))
        return redirect(reverse("disputes", args=[about.table.pk]))
    messages.success(request, gettext("It is raised. A director has to confirm it."))
    return redirect("dispute", answer.body["dispute"])

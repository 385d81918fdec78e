"""The disputes of a table, one dispute, and every step that can be taken in it."""

from collections.abc import Callable, Mapping
from typing import Any
from uuid import uuid4

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import redirect, render
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _
from django.views.decorators.http import require_POST, require_safe

from laws.domain.errors import InvalidInput
from laws.templatetags.sentences import translated, translated_errors
from scoring.clubs.access import Actor
from scoring.disputes.forms import facts_told, key_of, orders, told
from scoring.disputes.pages.dispute_context import dispute_context, preview_of_orders
from scoring.disputes.queries import lists
from scoring.disputes.queries.disputes import line_of
from scoring.disputes.services import disputes as service
from scoring.disputes.services import rulings
from scoring.disputes.services import steps as dispute_steps
from scoring.refusals import Conflict
from scoring.tables import queries as tables
from scoring.tables.access import table_for
from scoring.tables.models import Table
from scoring.tables.pages.display import TablePage
from scoring.web.pages import caller, known_callers, whole

RAISE, CHOOSE, RULE = "raise a dispute", "choose in a dispute", "rule on a dispute"
Given = dict[str, Any]


@require_safe
@known_callers
def at_table(request: HttpRequest, table_id: int) -> HttpResponse:
    """Show what the table is asked, and every dispute there was at it."""
    table, actor = table_for(caller(request), table_id, "see a dispute")
    state = tables.state(table)
    context = {
        "shown": TablePage(state, actor),
        "asked": lists.asked_at(table, state.next_number),
        "disputes": [line_of(row) for row in lists.disputes_at(table)],
    }
    return render(request, "scoring/disputes/table.html", context)


@require_safe
@known_callers
def dispute(request: HttpRequest, dispute_id: int) -> HttpResponse:
    """Show a dispute: what is asked, the ruling with its law, the facts, and what was done."""
    table, actor = table_for(caller(request), lists.table_of_dispute(dispute_id), "see a dispute")
    return _page(request, table, actor, dispute_id)


def _page(
    request: HttpRequest,
    table: Table,
    actor: Actor,
    dispute_id: int,
    refused: Mapping[str, Any] | None = None,
    status: int = 200,
    ordered: Mapping[str, Any] | None = None,
) -> HttpResponse:
    state = tables.state(table)
    context = {
        "shown": TablePage(state, actor),
        "key": uuid4(),
        "refused": [(field, reason) for field, reasons in (refused or {}).items() for reason in reasons],
        "typed": request.POST,
        "ordered": ordered,
        **dispute_context(table, dispute_id, actor, request.POST),
    }
    return render(request, "scoring/disputes/dispute.html", context, status=status)


@require_POST
@known_callers
def preview(request: HttpRequest, dispute_id: int) -> HttpResponse:
    """Show what the effects that were ticked would do to the score, with all that was typed."""
    table, actor = table_for(caller(request), lists.table_of_dispute(dispute_id), RULE)
    case = dispute_steps.find(table, dispute_id)
    members = tables.players_of([case.game])[case.game.game_id]
    try:
        preview_shown = preview_of_orders(case, actor, members, request.POST)
    except InvalidInput as refusal:
        return _page(request, table, actor, dispute_id, refusal.errors, 400)
    except Conflict as conflict:
        messages.error(request, translated(conflict.detail))
        return _page(request, table, actor, dispute_id, status=409)
    return _page(request, table, actor, dispute_id, ordered=preview_shown)


def _deed(
    action: str, done: Promise | str, take: Callable[[HttpRequest, Given], object]
) -> Callable[..., HttpResponseBase]:
    """Return the door of one step: ``take`` sends it to its service; a refusal comes back on the page."""

    def door(request: HttpRequest, dispute_id: int) -> HttpResponse:
        table, actor = table_for(caller(request), lists.table_of_dispute(dispute_id), action)
        given = {
            "table": table, "actor": actor, "dispute_id": dispute_id, "key": key_of(request.POST),
        }  # fmt: skip
        try:
            take(request, given)
        except InvalidInput as refusal:
            return _page(request, table, actor, dispute_id, translated_errors(refusal), 400)
        except Conflict as conflict:
            messages.error(request, translated(conflict.detail))
            return _page(request, table, actor, dispute_id, status=409)
        messages.success(request, str(done))
        return redirect("dispute", dispute_id)

    return require_POST(known_callers(door))


def _answer(request: HttpRequest, given: Given) -> None:
    service.answer(**given, facts=facts_told(request.POST), **told(request.POST))


def _choose(request: HttpRequest, given: Given) -> None:
    holder, option = request.POST.get("holder", ""), request.POST.get("option", "")
    service.choose(**given, choice={"holder": holder, "option": option})


def _lapse(request: HttpRequest, given: Given) -> None:
    service.lapse(**given, holder=request.POST.get("holder", ""))


def _spend(request: HttpRequest, given: Given) -> None:
    service.spend(**given, effect=whole(request.POST.get("effect", "")))


def _drop(request: HttpRequest, given: Given) -> None:
    service.drop(**given, reason=request.POST.get("reason", ""))


def _decide(request: HttpRequest, given: Given) -> None:
    """Confirm what the law says, with facts as they were found to be; or order otherwise."""
    posted = request.POST
    if posted.get("step") == "overrule":
        rulings.decide(**given, overrule=True, effects=orders(posted), reason=posted.get("reason", ""))
        return
    facts = dict(pair.split("=", 1) for pair in posted.getlist("found") if "=" in pair)
    choice = None
    if posted.get("option"):
        choice = {"holder": posted.get("holder", ""), "option": posted["option"]}
    rulings.decide(**given, confirm=True, choice=choice, facts=facts or None)


def _appeal(request: HttpRequest, given: Given) -> None:
    rulings.appeal(**given, reason=request.POST.get("reason", ""))


def _settle(request: HttpRequest, given: Given) -> None:
    step = request.POST.get("step")
    rulings.settle(
        **given,
        uphold=step == "uphold",
        change=step == "change",
        withdraw=step == "withdraw",
        effects=orders(request.POST) if step == "change" else None,
        reason=request.POST.get("reason", ""),
    )


answer = _deed(RAISE, _("It is noted."), _answer)
choose = _deed(CHOOSE, _("The choice is noted."), _choose)
lapse = _deed(CHOOSE, _("The right to choose is lost."), _lapse)
spend = _deed(CHOOSE, _("It is carried out."), _spend)
drop = _deed(RAISE, _("The dispute is dropped."), _drop)
decide = _deed(RULE, _("It is decided. The score follows."), _decide)
appeal = _deed(RAISE, _("The appeal waits for another director."), _appeal)
settle = _deed("settle an appeal", _("The appeal is settled."), _settle)

"""The table's own page: the score, the entry of the next deal, what it will give, and recording it."""

from http import HTTPStatus
from typing import Any
from uuid import UUID, uuid4

from django.contrib import messages
from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from laws.domain.errors import InvalidInput
from laws.templatetags.sentences import translated
from scoring.callers import caller
from scoring.clubs.access import Actor, table_for
from scoring.journal.idempotency import Answer
from scoring.records import game_of
from scoring.refusals import Conflict
from scoring.selectors.dispute_lists import asked_at
from scoring.tables.company.queries import company_at
from scoring.tables.forms.entry import EntryForm
from scoring.tables.queries import tables
from scoring.tables.queries.tables import TableState
from scoring.tables.services import deals, holding
from scoring.views.doors import Notice, is_fragment, known_callers
from scoring.views.meanwhile import MeanwhileShown, meanwhile_shown
from scoring.views.shown import PreviewShown, preview_shown, table_shown
from scoring.views.table_round import round_shown
from scoring.workers import heartbeat as workers

NOTICES = {
    200: "scoring/tables/_notice_same.html",
    201: "scoring/tables/_notice_recorded.html",
    202: "scoring/tables/_notice_held.html",
}


@require_http_methods(["GET", "HEAD", "POST"])
@known_callers
def table(request: HttpRequest, table_id: int) -> HttpResponse:
    """Show the table; work out what an entry will give; record it."""
    found, actor = table_for(
        caller(request), table_id, "enter a deal" if request.method == "POST" else "see the table"
    )
    state = tables.state(found)
    if request.method != "POST":
        return _page(request, state, actor, _form(state))
    step = request.POST.get("step")
    form = _form(state, _as_next(state, request.POST) if step == "next" else request.POST)
    if step == "record" and form.was_explained() and not form.missing():
        return _record(request, state, actor, form)
    if meanwhile := meanwhile_shown(state, form):
        return _shown(request, state, actor, form, meanwhile)
    return _preview(request, state, actor, form)


def _form(state: TableState, data: Any = None) -> EntryForm:
    return EntryForm(
        data,
        game=game_of(state.table),
        law_set=state.law_set,
        players=[member.name for member in state.seats],
        dealer=state.next_dealer,
        number=state.next_number,
    )


def _as_next(state: TableState, sent: QueryDict) -> QueryDict:
    """Return what was sent as an entry of the next deal, whose dealer is another."""
    moved = sent.copy()
    moved["number"], moved["dealer"] = str(state.next_number), str(state.next_dealer)
    return moved


def _page(
    request: HttpRequest,
    state: TableState,
    actor: Actor,
    form: EntryForm,
    *,
    preview: PreviewShown | MeanwhileShown | None = None,
    notice: Notice | None = None,
    status: int = 200,
) -> HttpResponse:
    context = {"shown": table_shown(state, actor), "form": form, "preview": preview, "notice": notice}
    context["round"] = round_shown(state)
    context["company"] = found = company_at(state.table)
    context["asked"] = asked_at(state.table, state.next_number)
    context["is_served"] = bool(found and found["is_due"]) and workers.is_served()
    template = "scoring/tables/_table.html" if is_fragment(request) else "scoring/table.html"
    return render(request, template, context, status=status)


def _preview(request: HttpRequest, state: TableState, actor: Actor, form: EntryForm) -> HttpResponse:
    if form.missing():
        return _incomplete(request, state, actor, form)
    preview, status = None, 200
    try:
        preview = preview_shown(deals.preview(table=state.table, payload=form.payload()), state)
    except InvalidInput as refusal:
        form.refuse(refusal)
        status = 400
    except Conflict as conflict:
        if is_fragment(request):
            context = {
                "shown": table_shown(state, actor),
                "form": form,
                "conflict": translated(conflict.detail),
            }
            return render(request, "scoring/_preview_answer.html", context, status=409)
        notice = Notice("scoring/tables/_notice_conflict.html", conflict.payload())
        return _page(request, tables.state(state.table), actor, _form(state), notice=notice, status=409)
    return _shown(request, state, actor, form, preview, status)


def _shown(
    request: HttpRequest,
    state: TableState,
    actor: Actor,
    form: EntryForm,
    preview: PreviewShown | MeanwhileShown | None,
    status: int = 200,
) -> HttpResponse:
    if is_fragment(request):
        context = {"shown": table_shown(state, actor), "form": form, "preview": preview}
        return render(request, "scoring/_preview_answer.html", context, status=status)
    return _page(request, state, actor, form, preview=preview, status=status)


def _incomplete(request: HttpRequest, state: TableState, actor: Actor, form: EntryForm) -> HttpResponse:
    """Say what is missing: while somebody taps, in one line; on a page that was sent, beside each key."""
    if is_fragment(request) and request.POST.get("step") != "record":
        context = {"shown": table_shown(state, actor), "form": form}
        return render(request, "scoring/_preview_answer.html", context)
    form.ask_for_missing()
    return _page(request, state, actor, form, status=400)


def _record(request: HttpRequest, state: TableState, actor: Actor, form: EntryForm) -> HttpResponse:
    try:
        answer = deals.record(
            table=state.table, actor=actor, payload=form.payload(), key=_key(form), number=form.deal_number()
        )
    except InvalidInput as refusal:
        form.refuse(refusal)
        return _page(request, state, actor, form, status=400)
    except Conflict as conflict:
        state = tables.state(state.table)
        notice = Notice("scoring/tables/_notice_conflict.html", conflict.payload())
        return _page(request, state, actor, _form(state), notice=notice, status=409)
    return _recorded(request, state, actor, answer)


def _recorded(request: HttpRequest, state: TableState, actor: Actor, answer: Answer) -> HttpResponse:
    if answer.status == 201 and not is_fragment(request):
        messages.success(request, gettext("Deal %(number)s is recorded.") % {"number": answer.body["number"]})
        return redirect("table", state.table.pk)
    state = tables.state(state.table)
    body = answer.body
    if answer.status == HTTPStatus.ACCEPTED:
        body = {**body, "detail": translated(holding.why_held(body))}
    notice = Notice(NOTICES[answer.status], body)
    return _page(request, state, actor, _form(state), notice=notice, status=answer.status)


def _key(form: EntryForm) -> UUID:
    """Return the request's key as the page sent it; a page without one gets one that nobody repeats."""
    try:
        return UUID(str(form["key"].value()))
    except ValueError:
        return uuid4()

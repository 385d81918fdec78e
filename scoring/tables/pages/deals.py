"""One recorded deal: its revisions, and its correction with what that changes, before and after."""

from typing import Any
from uuid import UUID, uuid4

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from laws.domain.errors import InvalidInput
from scoring.callers import caller
from scoring.clubs.access import Actor, table_for
from scoring.disputes.pages.raise_context import About, found_on
from scoring.forms.correction import CorrectionForm
from scoring.records import find_deal, game_of
from scoring.refusals import Conflict
from scoring.selectors.dispute_lists import raised_on
from scoring.tables.queries import tables
from scoring.tables.queries.tables import TableState
from scoring.tables.services import corrections
from scoring.views.deals_shown import deals_of
from scoring.views.doors import is_fragment, known_callers
from scoring.views.shown import preview_shown, table_shown


@require_http_methods(["GET", "HEAD", "POST"])
@known_callers
def deal(request: HttpRequest, table_id: int, number: int) -> HttpResponse:
    """Show a deal with its revisions; work out what a correction changes; record it with its reason."""
    found, actor = table_for(caller(request), table_id, "see the table")
    state, index = _state(tables.state(found), number)
    if request.method != "POST":
        return _page(request, state, actor, index, _form(state, index))
    actor.must("correct the last deal" if number == state.last_number else "correct any deal")
    form = _form(state, index, request.POST)
    if request.POST.get("step") == "record" and form.was_explained():
        return _record(request, state, actor, index, form)
    return _preview(request, state, actor, index, form)


def _state(now: TableState, number: int) -> tuple[TableState, int]:
    """Return the table as of the game that holds the deal, and the deal's place in it."""
    game, index = find_deal(now.table, number)
    members = tables.players_of([game])[game.game_id]
    return now.at(game, members), index


def _form(state: TableState, index: int, data: Any = None) -> CorrectionForm:
    row = state.game.deals[index]
    return CorrectionForm(
        data,
        game=game_of(state.table),
        law_set=state.law_set,
        players=[member.name for member in state.seats],
        dealer=row.content["dealer"],
        number=row.number,
        deal=row.content,
        base_revision=row.seq,
    )


def _page(
    request: HttpRequest, state: TableState, actor: Actor, index: int, form: CorrectionForm, **more: Any
) -> HttpResponse:
    row = state.game.deals[index]
    revisions = {row.number: tables.revisions(state.table, row.number)}
    last = row.number == state.last_number
    context = {
        "shown": table_shown(state, actor),
        "form": form,
        "deal": deals_of(state.game, state.table, state.seats, revisions)[index],
        "may_correct": actor.may("correct the last deal" if last else "correct any deal"),
        "found": found_on(
            About(state.table, row.number, state.game, index, state.seats),
            raised_on(state.table, row.number),
        ),
        **more,
    }
    return render(request, "scoring/tables/deal.html", context, status=more.get("status", 200))


def _preview(
    request: HttpRequest, state: TableState, actor: Actor, index: int, form: CorrectionForm
) -> HttpResponse:
    preview, status = None, 200
    try:
        answer = corrections.corrected_preview(
            table=state.table, number=state.game.deals[index].number, changes=form.changes()
        )
        preview = preview_shown(answer, state, correcting=True)
    except InvalidInput as refusal:
        form.refuse(refusal)
        status = 400
    if is_fragment(request):
        context = {"shown": table_shown(state, actor), "form": form, "preview": preview}
        return render(request, "scoring/_preview_answer.html", context, status=status)
    return _page(request, state, actor, index, form, preview=preview, status=status)


def _record(
    request: HttpRequest, state: TableState, actor: Actor, index: int, form: CorrectionForm
) -> HttpResponse:
    number = state.game.deals[index].number
    try:
        corrections.correct(
            table=state.table, actor=actor, number=number, changes=form.changes(), reason=form.reason(),
            base_revision=form.base_revision(), key=_key(form),
        )  # fmt: skip
    except InvalidInput as refusal:
        form.refuse(refusal)
        return _page(request, state, actor, index, form, status=400)
    except Conflict as conflict:
        state, index = _state(tables.state(state.table), number)
        return _page(request, state, actor, index, form, conflict=conflict.payload(), status=409)
    messages.success(request, gettext("Deal %(number)s is corrected.") % {"number": number})
    return redirect("sheet", state.table.pk)


def _key(form: CorrectionForm) -> UUID:
    try:
        return UUID(str(form["key"].value()))
    except ValueError:
        return uuid4()

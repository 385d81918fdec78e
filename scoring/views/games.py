"""The next game at a table: from a cut, or by the law set's own rule of who deals it."""

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from laws.domain.errors import InvalidInput
from scoring.callers import caller
from scoring.clubs.access import table_for
from scoring.forms.refusals import refuse
from scoring.game.explanation import Line
from scoring.game.state import next_game_dealer
from scoring.records import game_of
from scoring.tables.forms.tables import GameForm
from scoring.tables.queries import tables
from scoring.tables.queries.tables import TableState
from scoring.tables.services import tables as service
from scoring.views.doors import known_callers
from scoring.views.shown import table_shown


@require_http_methods(["GET", "HEAD", "POST"])
@known_callers
def new(request: HttpRequest, table_id: int) -> HttpResponse:
    """Show who may deal the next game and why; begin it."""
    table, actor = table_for(caller(request), table_id, "start a game")
    state = tables.state(table)
    form, why = _form(request, state)
    if request.method == "POST" and (form.is_valid() or "cut" in request.POST):
        try:
            cut = request.POST.get("cut", "")
            chosen = {"cut": int(cut)} if cut.isdecimal() and len(cut) < 12 else form.values()
            game = service.start_game(table=table, actor=actor, **chosen)
            messages.success(request, gettext("Game %(number)s begins.") % {"number": game.number})
            return redirect("table", table.pk)
        except InvalidInput as refusal:
            refuse(form, refusal)
    context = {"shown": table_shown(state, actor), "form": form, "why": why}
    return render(request, "scoring/tables/game_form.html", context, status=400 if form.errors else 200)


def _form(request: HttpRequest, state: TableState) -> tuple[GameForm, Line | None]:
    seats = game_of(state.table).seating.seats()
    dealers, dealer, why = tuple(seats), state.game.first_dealer, None
    if state.game.deals and state.game.course.over:
        choice = next_game_dealer(state.game.course, state.law_set)
        dealers, dealer, why = choice.allowed, choice.default or choice.allowed[0], choice.why
    data = request.POST if request.method == "POST" else None
    return GameForm(data, players=state.seats, dealers=dealers, dealer=dealer), why

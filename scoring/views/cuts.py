"""Cutting at a table: drawn by the service or entered card by card, explained, and used for the next game."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.views.decorators.http import require_http_methods

from laws.domain.errors import InvalidInput
from scoring.callers import caller
from scoring.clubs.access import table_for
from scoring.forms.refusals import refuse
from scoring.tables.forms.tables import CutForm
from scoring.tables.queries import tables
from scoring.tables.queries.cuts import answer_for, cuts_of
from scoring.tables.services import cuts as service
from scoring.views.doors import known_callers
from scoring.views.shown import table_shown

SHOWN = 10
"""Cuts on the page; earlier ones stay in the journal and the API."""


@require_http_methods(["GET", "HEAD", "POST"])
@known_callers
def cuts(request: HttpRequest, table_id: int) -> HttpResponse:
    """Show the table's cuts; make one."""
    table, actor = table_for(
        caller(request), table_id, "cut" if request.method == "POST" else "see the table"
    )
    state = tables.state(table)
    form = CutForm(request.POST or None, players=state.seats)
    if request.method == "POST" and form.is_valid():
        cards = None if request.POST.get("how") == "draw" else form.cards()
        try:
            service.make(table=table, actor=actor, purpose=form.cleaned_data["purpose"], cards=cards)
            return redirect("cuts", table.pk)
        except InvalidInput as refusal:
            refuse(form, refusal)
    context = {
        "shown": table_shown(state, actor),
        "form": form,
        "cuts": [answer_for(cut, table) for cut in cuts_of(table)[:SHOWN]],
        "may_cut": actor.may("cut") and table.closed_at is None,
        "may_start": actor.may("start a game") and (state.game.course.over or not state.game.deals),
    }
    return render(request, "scoring/tables/cuts.html", context, status=400 if form.errors else 200)

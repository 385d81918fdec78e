"""Opening a table in a club and closing it; its next game, and the cuts that seat it."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST

from laws.domain.errors import InvalidInput
from laws.queries import law_set_named
from scoring.clubs import queries as members
from scoring.clubs.access import club_for
from scoring.game.explanation import ExplanationLine
from scoring.game.games import GAMES
from scoring.game.state import next_game_dealer
from scoring.tables import queries as recorded_cuts
from scoring.tables.access import table_for
from scoring.tables.company import services as companies
from scoring.tables.forms.tables import CutForm, GameForm, LawSetChoiceForm, TableForm
from scoring.tables.pages.display import TablePage
from scoring.tables.queries import TableState, state
from scoring.tables.services import cuts as cutting
from scoring.tables.services import tables as service
from scoring.web.pages import caller, known_callers
from scoring.web.refusals import refuse

MOST_CUTS = 10
"""Cuts on the page; earlier ones stay in the journal and the API."""


@require_http_methods(["GET", "HEAD", "POST"])
@login_required
def new(request: HttpRequest, slug: str) -> HttpResponse:
    """Choose a law set and one of its games, name the players, open the table."""
    club, actor = club_for(caller(request), slug, "open a table")
    chosen = request.POST.get("law_set") or request.GET.get("law_set") or club.law_set
    law_set = law_set_named(chosen)
    # Another law set is chosen by reading the page again; what was typed by then comes along.
    typed = request.GET.dict()
    games = [GAMES[game] for game in law_set.games if game in GAMES]
    wanted = request.POST.get("game") or request.GET.get("game")
    game = next((kind for kind in games if kind.slug == wanted), games[0])
    form = TableForm(request.POST or None, typed, law_set=law_set, game=game)
    if request.method == "POST" and form.is_valid():
        try:
            table = companies.open_table(club=club, actor=actor, law_set=law_set.slug, **form.values())
            messages.success(request, gettext("The table is open. Its code opens it on a phone."))
            return redirect("link", table.pk)
        except InvalidInput as refusal:
            refuse(form, refusal)
    context = {"club": club, "form": form, "law_set": law_set, "names": members.names(club)}
    chosen_of = {"law_set": law_set.slug, "game": game.slug}
    context["choice"] = LawSetChoiceForm(chosen_of, auto_id="%s", club=club, games=games)
    return render(request, "scoring/tables/table_form.html", context, status=400 if form.errors else 200)


@require_POST
@known_callers
def close(request: HttpRequest, table_id: int) -> HttpResponse:
    """Close a table; what was recorded stays."""
    table, actor = table_for(caller(request), table_id, "close a table")
    service.close(table=table, actor=actor)
    messages.success(request, gettext("The table is closed."))
    return redirect("club", table.club.slug)


@require_http_methods(["GET", "HEAD", "POST"])
@known_callers
def game(request: HttpRequest, table_id: int) -> HttpResponse:
    """Show who may deal the next game and why; begin it."""
    table, actor = table_for(caller(request), table_id, "start a game")
    now = state(table)
    form, why = _game_form(request, now)
    if request.method == "POST" and (form.is_valid() or "cut" in request.POST):
        try:
            cut = request.POST.get("cut", "")
            chosen = {"cut": int(cut)} if cut.isdecimal() and len(cut) < 12 else form.values()
            begun = service.start_game(table=table, actor=actor, **chosen)
            messages.success(request, gettext("Game %(number)s begins.") % {"number": begun.number})
            return redirect("table", table.pk)
        except InvalidInput as refusal:
            refuse(form, refusal)
    context = {"shown": TablePage(now, actor), "form": form, "why": why}
    return render(request, "scoring/tables/game_form.html", context, status=400 if form.errors else 200)


def _game_form(request: HttpRequest, now: TableState) -> tuple[GameForm, ExplanationLine | None]:
    dealers, dealer, why = tuple(now.game.kind.seating.seats()), now.game.first_dealer, None
    if now.game.deals and now.game.course.over:
        choice = next_game_dealer(now.game.course, now.law_set)
        dealers, dealer, why = choice.allowed, choice.default or choice.allowed[0], choice.why
    data = request.POST if request.method == "POST" else None
    return GameForm(data, players=now.seats, dealers=dealers, dealer=dealer), why


@require_http_methods(["GET", "HEAD", "POST"])
@known_callers
def cuts(request: HttpRequest, table_id: int) -> HttpResponse:
    """Show the table's cuts; make one, drawn by the service or entered card by card."""
    action = "cut" if request.method == "POST" else "see the table"
    table, actor = table_for(caller(request), table_id, action)
    now = state(table)
    form = CutForm(request.POST or None, players={player.pk: player.name for player in now.seats})
    if request.method == "POST" and form.is_valid():
        cards = None if request.POST.get("how") == "draw" else form.cards()
        try:
            cutting.make(table=table, actor=actor, purpose=form.cleaned_data["purpose"], cards=cards)
            return redirect("cuts", table.pk)
        except InvalidInput as refusal:
            refuse(form, refusal)
    context = {
        "shown": TablePage(now, actor),
        "form": form,
        "cuts": [recorded_cuts.answer_for(cut, table) for cut in recorded_cuts.cuts_of(table)[:MOST_CUTS]],
        "may_cut": actor.may("cut") and table.closed_at is None,
        "may_start": actor.may("start a game") and (now.game.course.over or not now.game.deals),
    }
    return render(request, "scoring/tables/cuts.html", context, status=400 if form.errors else 200)

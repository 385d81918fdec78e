"""Opening a table in a club, and closing it."""

from django.contrib import messages
from django.contrib.auth.decorators import login_required
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST

from laws.domain.errors import InvalidInput
from laws.queries import law_set_named
from scoring.callers import caller
from scoring.clubs import queries as members
from scoring.clubs.access import club_for, table_for
from scoring.domain.games import GAMES
from scoring.forms.refusals import refuse
from scoring.tables.company import services as companies
from scoring.tables.forms.tables import LawSetChoiceForm, TableForm
from scoring.tables.services import tables as service
from scoring.views.doors import known_callers


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
    game = next((one for one in games if one.slug == wanted), games[0])
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

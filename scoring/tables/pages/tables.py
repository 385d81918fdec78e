"""Pages that open and close a table, and begin its next game."""

from dataclasses import replace

from django.http import HttpRequest, HttpResponse
from django.utils.translation import gettext

from laws.queries import law_set_named
from scoring.clubs.guards import club_page
from scoring.clubs.models import Club
from scoring.clubs.permissions import Actor
from scoring.clubs.queries import member_names
from scoring.game import explanation, games, state
from scoring.tables import guards, models, queries
from scoring.tables.cutting_out.services import open_company_table
from scoring.tables.forms.law_choices import LawSetChoiceForm
from scoring.tables.forms.tables import GameForm, TableForm
from scoring.tables.pages.display import TablePage
from scoring.tables.services import tables
from scoring.web import keys, pages, refusals


@club_page("open a table", "open a table")
def new(request: HttpRequest, club: Club, actor: Actor) -> HttpResponse:
    """Choose a law set and game, name the players, and open the table."""
    law_set_slug = request.POST.get("law_set") or request.GET.get("law_set") or club.law_set
    law_set = law_set_named(law_set_slug)
    # A change of the law set loads the page again. The query then holds everything typed so far.
    typed = request.GET.dict()
    kinds = [kind for kind in games.GAMES.values() if kind.slug in law_set.games]
    game_slug = request.POST.get("game") or request.GET.get("game")
    game = next((kind for kind in kinds if kind.key == game_slug), kinds[0])
    form = TableForm(request.POST or None, typed, law_set=law_set, game=game)
    if form.is_search:
        form.errors.clear()
    elif request.method == "POST" and form.is_valid():
        with refusals.refusals_in(form), keys.new_key_if_used(form):
            table = open_company_table(club=club, actor=actor, law_set=law_set.slug, **form.values())
            message = gettext("The table is open. Its code opens it on a phone.")
            return pages.redirect_saying(request, message, "link", table.pk)
    selection = {"law_set": law_set.slug, "game": game.key}
    choice = LawSetChoiceForm(selection, auto_id="%s", club=club, games=kinds)
    context = {"club": club, "law_set": law_set, "names": member_names(club), "choice": choice}
    return refusals.form_page(request, "scoring/tables/table_form.html", form, **context)


@guards.table_page("", "close a table")
def close(request: HttpRequest, table: models.Table, actor: Actor) -> HttpResponse:
    """Close a table. Its records are kept."""
    tables.close(table=table, actor=actor)
    return pages.redirect_saying(request, gettext("The table is closed."), "club", table.club.slug)


@guards.table_page("start a game", "start a game")
def game(request: HttpRequest, table: models.Table, actor: Actor) -> HttpResponse:
    """Show who may deal the next game and why. On POST, begin the game from the form or from a cut."""
    table_state = queries.table_state(table)
    form, why = _game_form(request, table_state)
    if request.method == "POST" and (form.is_valid() or "cut" in request.POST):
        with refusals.refusals_in(form), refusals.naming(table_state.named):
            cut = request.POST.get("cut", "")
            options = {"cut": int(cut)} if cut.isdecimal() and len(cut) < 12 else form.values()
            next_game = tables.start_game(table=table, actor=actor, **options)
            message = gettext("Game %(number)s begins.") % {"number": next_game.number}
            return pages.redirect_saying(request, message, "table", table.pk)
    template, page = "scoring/tables/game_form.html", TablePage(table_state, actor)
    return refusals.form_page(request, template, form, table_page=page, why=why)


def _game_form(
    request: HttpRequest, table_state: queries.TableState
) -> tuple[GameForm, explanation.ExplanationLine | None]:
    dealers, dealer, why = tuple(table_state.game.kind.seating.seats()), table_state.game.first_dealer, None
    if table_state.game.deals and table_state.game.state.over:
        choice = state.next_game_dealer(table_state.game.state, table_state.law_set)
        dealers, dealer, why = choice.allowed, choice.default or choice.allowed[0], choice.why
        why = replace(why, text=table_state.named(why.text))
    data = request.POST if request.method == "POST" else None
    return GameForm(
        data, players=table_state.seats, dealers=dealers, dealer=dealer, after=table_state.game.number
    ), why

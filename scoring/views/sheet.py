"""The score sheet: every deal of a game with its why, its corrections, and the race drawn."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from scoring.callers import caller
from scoring.clubs.access import table_for
from scoring.records import games_of
from scoring.refusals import NotFound
from scoring.tables.queries import tables
from scoring.templatetags.race import running_scores
from scoring.views.deals_shown import deals_of
from scoring.views.doors import known_callers
from scoring.views.shown import sides_of, table_shown


@require_safe
@known_callers
def sheet(request: HttpRequest, table_id: int) -> HttpResponse:
    """Show one game of the table, the last one or the one asked for by its number."""
    table, actor = table_for(caller(request), table_id, "see the table")
    games = games_of(table)
    wanted = request.GET.get("game", str(games[-1].number))
    game = next((game for game in games if str(game.number) == wanted), None)
    if game is None:
        raise NotFound
    players = tables.players_of(games)
    members = players[game.game_id]
    state = tables.state(table).at(game, members)
    deals = deals_of(game, state.table, members, tables.revisions_of_game(game))
    context = {
        "shown": table_shown(state, actor),
        "deals": deals,
        "lines": running_scores(deals, state.law_set.number("starting_score")),
        "games": [
            (other.number, sides_of(other, other.kind.seating, players[other.game_id])) for other in games
        ],
        "may_correct_any": actor.may("correct any deal"),
    }
    return render(request, "scoring/tables/sheet.html", context)

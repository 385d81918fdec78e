"""Pages about the games that can be scored: a list, and a page for each game."""

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render
from django.views.decorators.http import require_safe

from laws import table_of_contents
from laws.domain.errors import InvalidInput
from scoring.game.games import GAMES
from scoring.tables import scorable_games


@require_safe
def games(request: HttpRequest) -> HttpResponse:
    """List the games with their players and law sets."""
    lines = [(GAMES[slug], scorable_games.law_sets_with(slug)) for slug in scorable_games.slugs()]
    return render(request, "scoring/tables/games.html", {"games": lines})


@require_safe
def game(request: HttpRequest, slug: str) -> HttpResponse:
    """Show one game under the law set ``?law_set=``; by default under the first law book that includes it."""
    try:
        sheet = scorable_games.sheet(slug, request.GET.get("law_set"))
    except InvalidInput as unknown:
        raise Http404("No such game under this law set.") from unknown
    context = {"sheet": sheet, "law_sets": scorable_games.law_sets_with(slug), "example": sheet.worked_deal}
    context["settings"] = table_of_contents.lines_of(sheet.own_settings)
    return render(request, "scoring/tables/game.html", context)

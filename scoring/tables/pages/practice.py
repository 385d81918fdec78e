"""Opens a practice table without an account."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect
from django.utils.translation import gettext
from django.views.decorators.http import require_POST

from scoring.clubs import authentication
from scoring.refusals import NotFound
from scoring.tables import access, scorable_games
from scoring.tables.services import links
from scoring.tables.services.practice import open_table
from scoring.web import pages


@require_POST
def practice(request: HttpRequest) -> HttpResponse:
    """Open a practice table for this browser, or redirect to its open practice table of the same game."""
    sheet = scorable_games.sheet(request.POST.get("game", "cinch"), request.POST.get("law_set"))
    for table in access.tables_opened(authentication.caller(request)):
        if table.club.is_practice and table.game == sheet.game.key:
            return redirect("table", table.pk)
    table = open_table(
        address=pages.address_of_request(request),
        name=gettext("Practice table"),
        game=sheet.game.key,
        law_set=sheet.law_set.slug,
    )
    link = links.live_link(table)
    if link is None:
        raise NotFound
    authentication.keep_table_link(request, table.pk, link.pk)
    message = gettext("Your practice table is open for a day, in this browser alone. Tap in a deal.")
    return pages.redirect_saying(request, message, "table", table.pk)

"""What is printed of a table: its card with the code, and the score sheet of a game, empty or as recorded."""

from django.http import HttpRequest, HttpResponse
from django.utils.formats import date_format
from django.utils.timezone import localtime
from django.utils.translation import gettext
from django.views.decorators.cache import never_cache
from django.views.decorators.http import require_safe

from scoring.callers import caller
from scoring.clubs.access import table_for
from scoring.models import Table
from scoring.printing.event_cards import card_of_table
from scoring.printing.pages import pdf_response, site
from scoring.printing.press import pdf
from scoring.printing.score_sheets import Heading, sheet_of_game
from scoring.records import games_of, law_set_of
from scoring.refusals import NotFound
from scoring.tables.pages.links import address_of
from scoring.tables.queries import tables
from scoring.views.doors import known_callers

TABLE_SHEETS = {
    "card": "see the table's link",
    "score-sheet": "see the table",
    "filled-sheet": "see the table",
}
"""The sheets of a table and what somebody must be allowed to do to print them."""


@never_cache
@require_safe
@known_callers
def table_sheet(request: HttpRequest, table_id: int, name: str) -> HttpResponse:
    """Return a sheet of the table as a PDF. NotFound for an unknown one, and for a game that is not there."""
    action = TABLE_SHEETS.get(name)
    if action is None:
        raise NotFound
    table, _ = table_for(caller(request), table_id, action)
    content = _card(table) if name == "card" else _sheet(table, request.GET.get("game"), name)
    return pdf_response(f"table-{table_id}-{name}", content)


def _card(table: Table) -> bytes:
    law_set = law_set_of(table)
    return pdf(
        "table-cards", card_of_table(table.name, table.club.name, law_set.title, address_of(table), site())
    )


def _sheet(table: Table, wanted: str | None, name: str) -> bytes:
    games = games_of(table)
    found = games[-1] if wanted is None else next((one for one in games if str(one.number) == wanted), None)
    if found is None:
        raise NotFound
    law_set = found.figures
    day = date_format(localtime(found.deals[0].at)) if found.deals and name == "filled-sheet" else ""
    heading = Heading(
        over=" · ".join(part for part in (table.club.name, day, law_set.title) if part),
        title=f"{table.name} · {gettext('Game %(number)s') % {'number': found.number}}",
        target=law_set.number("game_score"),
    )
    names = [member.name for member in tables.players_of([found])[found.game_id]]
    return pdf("score-sheets", sheet_of_game(found, names, heading, filled=name == "filled-sheet"))

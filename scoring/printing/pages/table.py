"""Views that print the sheets of a table, and the lasting cards of a club's tables."""

from django.http import HttpRequest, HttpResponse
from django.utils import formats, timezone
from django.utils.translation import gettext

from laws.templatetags.sentences import translated
from scoring.clubs.guards import club_page
from scoring.clubs.models import Club
from scoring.clubs.permissions import Actor
from scoring.printing import event_cards, press, score_sheets
from scoring.refusals import NotFound
from scoring.tables import guards, queries
from scoring.tables.games import games_of
from scoring.tables.models import Table
from scoring.tables.services import club_cards
from scoring.tables.table_policy import policy_of

TABLE_SHEETS = {
    "card": "see the table's link",
    "score-sheet": "see the table",
    "filled-sheet": "see the table",
}
"""For each sheet, the permission that printing it needs."""


@guards.table_page("see the table")
def table_sheet(request: HttpRequest, table: Table, actor: Actor, name: str) -> HttpResponse:
    """Return a sheet of the table as PDF: the card of its link, or the score sheet of a game.

    ``?game=`` is the number of the game; by default the last game is printed. A cutting-out table that has
    not begun a game prints the sheet of game 1. Raises NotFound for an unknown sheet or game.
    """
    if name not in TABLE_SHEETS:
        raise NotFound
    actor.must(TABLE_SHEETS[name])
    title = f"table-{table.pk}-{name}"
    if name == "card":
        card = event_cards.card_of_table(table)
        return press.pdf_response(title, "table-cards", card, table.club, actor)
    games, number = games_of(table), request.GET.get("game")
    game = (
        games[-1]
        if number is None
        else next((record for record in reversed(games) if str(record.number or 1) == number), None)
    )
    if game is None:
        raise NotFound
    is_filled = name == "filled-sheet"
    day = ""
    if game.deals and is_filled:
        day = formats.date_format(timezone.localtime(game.deals[0].at), "DATE_FORMAT")
    heading = score_sheets.Heading(
        over=" · ".join(
            part
            for part in (table.club.name, day, translated(game.kind.title), game.game_law_set.title)
            if part
        ),
        title=" · ".join((table.name, gettext("Game %(number)s") % {"number": game.number or 1})),
        target=game.game_law_set.number("game_score"),
    )
    names = [member.name for member in queries.players_of([game])[game.game_id]]
    slip = policy_of(table).slips_of([game]).get(game.game_id)
    sheet = score_sheets.sheet_of_game(game, names, heading, filled=is_filled, slip=slip)
    return press.pdf_response(title, "score-sheets", sheet, table.club, actor)


@club_page("issue a link")
def club_sheet(request: HttpRequest, club: Club, actor: Actor) -> HttpResponse:
    """Return the club's lasting cards in use as PDF. With ``?number=``, return only the card of this number.

    Raises NotFound if there is no such card.
    """
    cards = club_cards.cards_of(club)
    if number := request.GET.get("number"):
        cards = [card for card in cards if str(card.number) == number]
    if not cards:
        raise NotFound
    data = event_cards.cards_of_club(club, cards)
    return press.pdf_response(f"{club.slug}-cards", "table-cards", data, club, actor)

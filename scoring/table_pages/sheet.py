"""The score sheet with every deal of a game."""

from typing import Any

from django.core.cache import caches
from django.http import HttpRequest, HttpResponse
from django.template.loader import render_to_string

from scoring.clubs.models import Member
from scoring.clubs.permissions import Actor
from scoring.journal.models import Entry
from scoring.refusals import NotFound
from scoring.table_pages.deal_lines import deals_of
from scoring.tables import guards, models
from scoring.tables.games import games_of
from scoring.tables.pages import display
from scoring.tables.polling_tags import table_polling
from scoring.tables.queries import TableState, held_at, players_of, revisions_of_game, state_of
from scoring.templatetags.race import running_scores
from scoring.web import polling


@guards.table_page("see the table")
def sheet(request: HttpRequest, table: models.Table, actor: Actor) -> HttpResponse:
    """Show the score sheet of the table's last game, or of the game with the number in ``?game=``."""
    tagged = table_polling(table)
    games = games_of(table)
    number = request.GET.get("game", str(games[-1].number))
    game = next((game for game in games if str(game.number) == number), None)
    if game is None:
        raise NotFound
    players = players_of(games)
    state = state_of(table, games, game, players[game.game_id])
    held = [display.HeldNotice(entry) for entry in held_at(table)]
    page = display.TablePage(state, actor)
    names = {
        other.game_id: display.names_of(other.kind.seating, players[other.game_id], page.policy)
        for other in games
    }
    slips, titles = page.policy.slips_of(games), page.policy.titles_of(games)
    context = {
        "table_page": page,
        "held": held,
        "waiting": {notice.entry.number for notice in held if notice.entry.base_id and not notice.decision},
        "games": [
            (
                other.number,
                titles[other.game_id],
                display.sides_of(other, names[other.game_id], slips.get(other.game_id)),
            )
            for other in games
            if other.number
        ],
        "may_correct_any": actor.may("correct any deal") or actor.is_at_table,
    }
    if game.deals:
        context["deals_part"] = _deals_part(tagged[0], state, context)
    return polling.live_page(request, tagged, "scoring/tables/sheet.html", context)


def _deals_part(tag: str, state: TableState, context: dict[str, Any]) -> str:
    game, page = state.game, context["table_page"]
    parts = [tag, game.number, context["may_correct_any"], page.may_enter, page.may_call]
    # Corrections and rulings show who recorded them.
    if game.rulings or any(row.seq > 1 for row in game.deals):
        recorded_by = Entry.objects.filter(table=state.table).values("by_member")
        parts.append(polling.names_tag(Member.objects.filter(pk__in=recorded_by).order_by("pk"), "name"))

    def part() -> str:
        deals = deals_of(game, state.seats, revisions_of_game(game), page.policy)
        lines = running_scores(deals, state.law_set.number("starting_score"))
        return render_to_string(
            "scoring/tables/_sheet_deals.html", context | {"deals": deals, "lines": lines}
        )

    return str(caches["pages"].get_or_set("-".join(map(str, parts)), part))

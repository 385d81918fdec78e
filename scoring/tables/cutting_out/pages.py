"""The page of a cutting-out table, where players join, leave and cut for the next game."""

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext

from laws.domain.errors import InvalidInput
from laws.templatetags.sentences import translated, translated_reasons
from scoring.clubs.permissions import Actor
from scoring.clubs.queries import member_names
from scoring.refusals import Conflict
from scoring.tables import guards, models
from scoring.tables.cutting_out import after_game, queries
from scoring.tables.cutting_out.services import choose_draw, join_company, leave_company
from scoring.tables.forms.cuts import CardsForm
from scoring.tables.forms.tables import JoinForm
from scoring.tables.pages.display import TablePage
from scoring.tables.queries import table_state
from scoring.web import pages, refusals


@guards.table_page("see the table", "change who is at a table")
def company(request: HttpRequest, table: models.Table, actor: Actor) -> HttpResponse:
    """Show the players of a table; add or remove a player; choose how to cut; make the cut that is due."""
    table_company = queries.table_company(table)
    action = request.POST.get("action", "")
    join = JoinForm(request.POST if action == "join" else None, founds=not table_company.is_company)
    players = {member.pk: member.name for member in table_company.cut.cutters} if table_company.cut else {}
    cards = CardsForm(request.POST if action == "cut" else None, players=players)
    problem = ""
    if request.method == "POST":
        try:
            message = _perform(request, table, actor, join, cards)
            if message is not None:
                return pages.redirect_saying(request, message, "company", table.pk)
        except InvalidInput as refusal:
            if action == "leave":
                problem = " ".join(translated_reasons(refusal))
            else:
                refusals.refuse(join if action == "join" else cards, refusal)
        except Conflict as conflict:
            problem = translated(conflict.detail)
            table_company = queries.table_company(table)
    may_change = actor.may("change who is at a table") and table.closed_at is None and table.event_id is None
    context = {
        "table_page": TablePage(table_state(table), actor),
        "company": table_company,
        "join": join,
        "cards": cards,
        "refused": problem,
        "may_change": may_change,
        "names": member_names(table.club) if actor.may("see the club") else (),
    }
    status = 409 if problem else 400 if join.errors or cards.errors else 200
    return render(request, "scoring/tables/cutting_out/company.html", context, status=status)


def _perform(
    request: HttpRequest, table: models.Table, actor: Actor, join: JoinForm, cards: CardsForm
) -> str | None:
    action = request.POST.get("action", "")
    if action == "join" and join.is_valid():
        member = join_company(table=table, actor=actor, **join.values())
        return gettext("%(name)s has joined the table.") % {"name": member.name}
    if action == "leave":
        sent: Any = request.POST.get("member", "")
        member_id = int(sent) if sent.isdecimal() and sent.isascii() and len(sent) < 12 else 0
        leave_company(table=table, actor=actor, member_id=member_id)
        return gettext("Players who have left make room.")
    if action == "let-draw":
        choose_draw(table=table, actor=actor, is_drawn=True)
        return gettext("From now on the program cuts.")
    if action == "let-cut":
        choose_draw(table=table, actor=actor, is_drawn=False)
        return gettext("From now on you cut with your own cards and enter them.")
    if action == "draw" or (action == "cut" and cards.is_valid()):
        game = after_game.cut(table=table, actor=actor, cards=None if action == "draw" else cards.cards())
        return gettext("Game %(number)s begins.") % {"number": game.number} if game else ""
    return None

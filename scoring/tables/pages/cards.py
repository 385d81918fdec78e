"""The page on which every card of a deal is tapped. It records nothing: the table's page does."""

from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from scoring.clubs.access import Actor
from scoring.tables import models, queries as tables
from scoring.tables.forms.cards import CardEntryForm
from scoring.tables.forms.entry import CARDS
from scoring.tables.pages import table_context
from scoring.tables.pages.table import Visit
from scoring.web import pages


@pages.table_page("enter a deal", "enter a deal")
def cards(request: HttpRequest, table: models.Table, actor: Actor) -> HttpResponse:
    """Show the cards of the next deal, and where they lie after a tap."""
    visit = CardVisit(request, table, actor)
    if request.method == "POST":
        return visit.enter()
    game = tables.state(table).game
    if table.closed_at or game.number == 0 or game.state.over:
        return redirect("table", table.pk)
    return visit.fresh()


class CardVisit(Visit):
    """One request at the page of the cards."""

    entry = CardEntryForm
    templates = ("scoring/tables/cards.html", "scoring/tables/_cards_answer.html")
    answered = "scoring/tables/_cards_answer.html"

    def enter(self) -> HttpResponse:
        self.state = tables.state(self.table)
        sent = self.request.POST.copy()
        sent["detail"] = CARDS
        form = self.form(sent)
        if tap := sent.get("tap"):
            sent["cards"] = form.card_text.tapped(tap)
            form = self.form(sent)
        if recorded := table_context.recorded_already(self.state, form):
            return self.answer(form, preview=recorded)
        if not form.missing():
            return self.preview(form)
        form.tell_unread_cards()
        return self.answer(form)

"""The pages for tapping the cards of a deal. The page of the table or of the deal records the deal."""

from collections.abc import Callable
from typing import TypeVar, Unpack

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import redirect, render

from scoring.clubs.permissions import Actor
from scoring.refusals import Conflict
from scoring.table_pages.deals import DealVisit
from scoring.table_pages.recorded import EntryOutcome, recorded_already
from scoring.table_pages.table import Visit
from scoring.tables import guards, models
from scoring.tables.forms.cards import CardCorrectionForm, CardEntryForm
from scoring.tables.forms.correction import CorrectionForm
from scoring.tables.forms.entry import EntryForm
from scoring.tables.forms.recorded_deal import CARDS
from scoring.tables.pages import display
from scoring.tables.queries import table_state
from scoring.tables.services import corrections
from scoring.tables.table_policy import policy_of

PAGE, ANSWER = "scoring/tables/cards.html", "scoring/tables/_cards_answer.html"
AnyForm = TypeVar("AnyForm", bound=EntryForm)


@guards.table_page("enter a deal", "enter a deal")
def cards(request: HttpRequest, table: models.Table, actor: Actor) -> HttpResponse:
    """Show the cards of the next deal. After a tap, show the cards again, or the preview of a complete deal.

    A GET redirects to the table's page if the table cannot record a deal now, see `TablePolicy.must_go_on`.
    """
    visit = CardVisit(request, table, actor)
    if request.method == "POST":
        return visit.enter()
    try:
        policy_of(table).must_go_on(table_state(table).game)
    except Conflict:
        return redirect("table", table.pk)
    return visit.fresh()


class CardVisit(Visit):
    """One request to the page for tapping the next deal's cards."""

    entry = CardEntryForm
    templates = (PAGE, ANSWER)
    answered = ANSWER

    def enter(self) -> HttpResponse:
        self.load()
        form = _form_after_tap(self.form, self.request.POST)
        if recorded := recorded_already(self.state, form, self.actor):
            return self.answer(form, preview=recorded)
        if not form.missing():
            return self.preview(form)
        form.add_card_errors()
        return self.answer(form)


@guards.table_page("see the table", "see the table")
def correction(request: HttpRequest, table: models.Table, actor: Actor, number: int) -> HttpResponse:
    """Show the cards of a recorded deal, so that the user can correct the deal by tapping cards.

    Raises NotAllowed if the user may not correct the deal.
    """
    visit = CardCorrectionVisit(request, table_state(table), actor, number)
    corrections.needs_director(policy_of(table), actor, visit.state.game, number)
    if request.method != "POST":
        return visit.page(visit.form())
    form = _form_after_tap(visit.form, request.POST)
    if not form.missing():
        return visit.preview(form)
    form.add_card_errors()
    return visit.answer(form)


class CardCorrectionVisit(DealVisit):
    """One request to the page for tapping the cards of a recorded deal."""

    correction = CardCorrectionForm
    answered = ANSWER

    def page(
        self, form: CorrectionForm, *, status: int = 200, **outcome: Unpack[EntryOutcome]
    ) -> HttpResponse:
        context = {"table_page": display.TablePage(self.state, self.actor), "form": form, **outcome}
        return render(self.request, PAGE, context | {"corrected": self.number}, status=status)


def _form_after_tap(form_of: Callable[[QueryDict], AnyForm], posted: QueryDict) -> AnyForm:
    sent = posted.copy()
    sent["detail"] = CARDS
    form = form_of(sent)
    if tap := sent.get("tap"):
        sent["cards"] = form.card_text.tapped(tap)
        form = form_of(sent)
    return form

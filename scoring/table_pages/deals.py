"""The page of a recorded deal: its revisions and its correction."""

from typing import Unpack

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext

from laws.domain.errors import InvalidInput
from laws.templatetags.sentences import translated
from scoring.clubs.permissions import Actor
from scoring.disputes.pages.raise_address import offers_on
from scoring.disputes.queries.deals import SeatedDeal
from scoring.refusals import Conflict, NotAllowed
from scoring.solver.pages import board
from scoring.table_pages.deal_lines import deals_of
from scoring.table_pages.recorded import EntryOutcome
from scoring.tables import guards, models
from scoring.tables.forms.correction import CorrectionForm
from scoring.tables.games import find_deal
from scoring.tables.pages import display
from scoring.tables.pages.display import HeldNotice
from scoring.tables.queries import TableState, held_at, revisions_of_deal, seated_members, table_state
from scoring.tables.services import corrections
from scoring.tables.table_policy import policy_of
from scoring.web import outcomes, pages, refusals

ASK_DIRECTOR = "ask-director"
RECORDING = ("record", "instead", ASK_DIRECTOR)
"""The steps that record a correction.

The deal's own page sends ``record``. The other steps come from an entry form, if another phone has recorded
the deal first.
"""


@guards.table_page("see the table", "see the table")
def deal(request: HttpRequest, table: models.Table, actor: Actor, number: int) -> HttpResponse:
    """Show a deal with its revisions; preview or record a correction."""
    visit = DealVisit(request, table_state(table), actor, number)
    if request.method != "POST":
        return visit.page(visit.form())
    corrections.needs_director(policy_of(table), actor, visit.state.game, number)
    form = visit.form(request.POST)
    if request.POST.get("step") in RECORDING and form.was_explained():
        return visit.record(form)
    return visit.preview(form)


class DealVisit:
    """One request to a deal's page. ``state`` is the table's state in the game of the deal."""

    correction = CorrectionForm
    answered = "scoring/tables/_preview_answer.html"

    def __init__(self, request: HttpRequest, state: TableState, actor: Actor, number: int) -> None:
        self.request, self.actor, self.number, self.table = request, actor, number, state.table
        self.load(state)

    def load(self, state: TableState) -> None:
        self.deal = find_deal(self.table, self.number)
        self.state = state.at(self.deal.game, seated_members(self.deal.game.game_id))

    def form(self, data: object = None) -> CorrectionForm:
        content = self.deal.row.content
        return self.correction(
            data,
            rules=self.deal.game.rules,
            players=[member.name for member in self.state.seats],
            sides=display.side_words(self.deal.game.kind.seating, self.state.seats, policy_of(self.table)),
            dealer=content["dealer"],
            number=self.number,
            deal=content,
            base_revision=self.deal.revision,
        )

    def page(
        self, form: CorrectionForm, *, status: int = 200, **outcome: Unpack[EntryOutcome]
    ) -> HttpResponse:
        state, game = self.state, self.deal.game
        revisions = {self.number: revisions_of_deal(self.table, self.number)}
        try:
            needs_director = corrections.needs_director(policy_of(self.table), self.actor, game, self.number)
            may_correct, why_not = True, ""
        except NotAllowed:
            needs_director = may_correct = False
            why_not = gettext(
                "Only a director can correct this deal: it is not the table's last, or the results are final."
            )
            if not self.actor.may("correct the last deal"):
                why_not = gettext(
                    "You cannot correct deals here. Ask whoever keeps the score, or a director."
                )
        page = display.TablePage(state, self.actor)
        seated = SeatedDeal(game, self.number, state.seats, page.policy)
        context = {
            "table_page": page,
            "form": form,
            "deal": deals_of(game, state.seats, revisions, page.policy)[self.deal.index],
            "may_correct": may_correct,
            "why_not": why_not,
            "needs_director": needs_director,
            "best_play": board(state, self.deal, self.request.GET.get("leads", "")),
            "held": [HeldNotice(entry) for entry in held_at(self.table) if entry.number == self.number],
            "irregularities": offers_on(self.table.pk, seated) if page.may_call else [],
            **outcome,
        }
        return render(self.request, "scoring/tables/deal.html", context, status=status)

    def worked_out(self, form: CorrectionForm) -> display.DealPreview | None:
        """Return the preview of a correction.

        If the correction is refused, add the errors to the form and return None.
        """
        try:
            deal = corrections.corrected_preview(table=self.table, number=self.number, changes=form.changes())
        except InvalidInput as refusal:
            form.refuse(refusal)
            return None
        return display.preview_of(deal, self.state)

    def preview(self, form: CorrectionForm) -> HttpResponse:
        preview = self.worked_out(form)
        return self.answer(form, preview=preview, status=200 if preview else 400)

    def answer(
        self, form: CorrectionForm, *, status: int = 200, **outcome: Unpack[EntryOutcome]
    ) -> HttpResponse:
        """Return the preview alone if a script asked for it, otherwise the whole page."""
        if not pages.is_fragment(self.request):
            return self.page(form, status=status, **outcome)
        context = {"table_page": display.TablePage(self.state, self.actor), "form": form, **outcome}
        return render(self.request, self.answered, context, status=status)

    def record(self, form: CorrectionForm) -> HttpResponse:
        is_script = pages.is_fragment(self.request)
        try:
            answer = corrections.correct(
                policy=policy_of(self.table), actor=self.actor, number=self.number, changes=form.changes(),
                reason=form.reason(), base_revision=form.base_revision(), key=form.idempotency_key(),
                ask_director=self.request.POST["step"] == ASK_DIRECTOR,
            )  # fmt: skip
        except InvalidInput as refusal:
            if is_script:
                form.refuse(refusal)
                return outcomes.reason_response(
                    self.request, outcomes.REFUSED, refusals.in_one_line(form), status=400
                )
            # Often only the reason is missing. Show the preview, because it has the button that records.
            preview = self.worked_out(form)
            if preview:
                form.refuse(refusal)
            return self.page(form, preview=preview, status=400)
        except Conflict as conflict:
            if is_script:
                return outcomes.reason_response(
                    self.request, outcomes.CONFLICT, translated(conflict.detail), status=409
                )
            self.load(table_state(self.table))
            return self.page(form, conflict=conflict, status=409)
        text = gettext("Deal %(number)s was corrected.") % {"number": self.number}
        text = f"{text} {policy_of(self.table).after_correction}".strip()
        if answer.why_held:
            text = translated(answer.why_held)
        if answer.outcome == "held" and not is_script:
            return self.page(self.form(), answer=answer, status=202)
        messages.success(self.request, text)
        if is_script:
            return outcomes.reason_response(self.request, outcomes.OF_ANSWER[answer.outcome], text)
        sheet = reverse("sheet", args=[self.table.pk])
        return redirect(f"{sheet}?game={self.deal.game.number}")

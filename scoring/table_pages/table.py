"""The table's page: the score, and the entry of the next deal with its preview."""

from typing import Unpack

from django.http import HttpRequest, HttpResponse, QueryDict
from django.shortcuts import render
from django.utils.translation import gettext

from laws.domain.errors import InvalidInput
from laws.templatetags.sentences import translated
from scoring.clubs.permissions import Actor
from scoring.refusals import Conflict
from scoring.table_pages import table_context
from scoring.table_pages.recorded import EntryOutcome, recorded_already
from scoring.tables import guards, models
from scoring.tables.forms.entry import EntryForm
from scoring.tables.pages import display
from scoring.tables.polling_tags import table_polling
from scoring.tables.queries import table_state
from scoring.tables.services import deals
from scoring.tables.table_policy import policy_of
from scoring.web import api, outcomes, pages, polling, refusals


@guards.table_page("see the table", "enter a deal")
def table(request: HttpRequest, table: models.Table, actor: Actor) -> HttpResponse:
    """Show the table; preview or record an entry."""
    visit = Visit(request, table, actor)
    if request.method == "POST":
        return visit.enter()
    if pages.is_fragment(request):
        return polling.polled(request, table_polling(table), visit.fresh)
    return visit.fresh()


class Visit:
    """One request to a table's page."""

    entry: type[EntryForm] = EntryForm
    templates = ("scoring/tables/table.html", "scoring/tables/_table.html")
    """The template of the whole page, and of the part that a script asks for."""

    answered = "scoring/tables/_preview_answer.html"

    def __init__(self, request: HttpRequest, table: models.Table, actor: Actor) -> None:
        self.request, self.table, self.actor = request, table, actor

    def fresh(self, *, status: int = 200, **outcome: Unpack[EntryOutcome]) -> HttpResponse:
        """Return the page with the current state, an empty form and the outcome of an entry.

        The polling tag is read before the state. If something changes in between, the tag is out of date, and
        the next poll loads the change.
        """
        outcome["tag"], _ = table_polling(self.table)
        self.load()
        return self.page(self.form(), status=status, **outcome)

    def load(self) -> None:
        self.state, self.policy = table_state(self.table), policy_of(self.table)

    def enter(self) -> HttpResponse:
        self.load()
        step = self.request.POST.get("step")
        form = self.form(self.as_next() if step == "next" else self.request.POST)
        if step == "record" and form.was_explained() and not form.missing():
            return self.record(form)
        if step == "record" and pages.is_fragment(self.request):
            return self.unrecorded(form)
        if recorded := recorded_already(self.state, form, self.actor):
            return self.answer(form, preview=recorded)
        if not form.missing():
            return self.preview(form)
        if pages.is_fragment(self.request):
            form.add_card_errors()
            return self.answer(form)
        form.ask_for_missing()
        return self.page(form, status=400)

    def form(self, data: QueryDict | None = None) -> EntryForm:
        state = self.state
        return self.entry(
            data,
            rules=state.game.rules,
            players=[member.name for member in state.seats],
            sides=display.side_words(state.game.kind.seating, state.seats, self.policy),
            dealer=state.next_dealer,
            number=state.next_number,
            game_number=state.game.number,
        )

    def as_next(self) -> QueryDict:
        """Return the submitted entry with the number, dealer and game of the table's next deal."""
        sent = self.request.POST.copy()
        sent["number"], sent["dealer"] = str(self.state.next_number), str(self.state.next_dealer)
        sent["game_number"] = str(self.state.game.number)
        return sent

    def preview(self, form: EntryForm) -> HttpResponse:
        try:
            deal = deals.preview(policy=policy_of(self.table), payload=form.payload())
        except InvalidInput as refusal:
            form.refuse(refusal)
            return self.answer(form, status=400)
        except Conflict as conflict:
            if pages.is_fragment(self.request):
                return self.answer(form, conflict=conflict, status=409)
            return self.fresh(conflict=conflict, status=409)
        return self.answer(form, preview=display.preview_of(deal, self.state))

    def record(self, form: EntryForm) -> HttpResponse:
        is_script = pages.is_fragment(self.request)
        try:
            answer = deals.record(
                policy=policy_of(self.table),
                actor=self.actor,
                payload=form.payload(),
                key=form.idempotency_key(),
                number=form.deal_number(),
                game=form.game_played(),
            )
        except InvalidInput as refusal:
            form.refuse(refusal)
            return self.refused(form) if is_script else self.page(form, status=400)
        except Conflict as conflict:
            if is_script:
                return outcomes.reason_response(
                    self.request, outcomes.CONFLICT, translated(conflict.detail), status=409
                )
            self.load()
            recorded = recorded_already(self.state, form, self.actor)
            if recorded is None:
                return self.fresh(conflict=conflict, status=409)
            return self.page(form, preview=recorded, conflict=conflict, status=409)
        if answer.outcome == "recorded" and not is_script:
            numbers = display.TablePage(self.state, self.actor).play.numbers
            message = gettext("Deal %(number)s is recorded.") % {"number": numbers.number_of(answer.number)}
            if answer.body["score"]["irregularities"]:
                return pages.redirect_saying(self.request, message, "deal", self.table.pk, answer.number)
            return pages.redirect_saying(self.request, message, "table", self.table.pk)
        page = self.fresh(answer=answer, status=api.OUTCOMES[answer.outcome])
        return outcomes.marked(page, outcomes.OF_ANSWER[answer.outcome])

    def unrecorded(self, form: EntryForm) -> HttpResponse:
        """Tell a script why an entry is not recorded.

        The entry is incomplete, or it was changed after its score was shown.
        """
        if form.missing():
            form.ask_for_missing()
            return self.refused(form)
        reason = gettext("The entry was changed after its score was shown.")
        return outcomes.reason_response(self.request, outcomes.PREVIEW, reason)

    def refused(self, form: EntryForm) -> HttpResponse:
        return outcomes.reason_response(
            self.request, outcomes.REFUSED, refusals.in_one_line(form), status=400
        )

    def answer(self, form: EntryForm, *, status: int = 200, **outcome: Unpack[EntryOutcome]) -> HttpResponse:
        """Return the preview alone if a script asked for it, otherwise the whole page."""
        if not pages.is_fragment(self.request):
            return self.page(form, status=status, **outcome)
        context = {
            "table_page": display.TablePage(self.state, self.actor, self.policy),
            "form": form,
            **outcome,
        }
        answer = render(self.request, self.answered, context, status=status)
        return outcomes.marked(answer, outcomes.OF_STATUS.get(status, outcomes.PREVIEW))

    def page(self, form: EntryForm, *, status: int = 200, **outcome: Unpack[EntryOutcome]) -> HttpResponse:
        page = display.TablePage(self.state, self.actor, self.policy)
        context = {"table_page": page, "form": form, **outcome}
        context |= vars(table_context.context_of(page, self.state))
        template = self.templates[pages.is_fragment(self.request)]
        return render(self.request, template, context, status=status)

"""Views that change an event: its settings and details, its end, its results, and the hold of a move."""

from functools import partial

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.translation import gettext

from laws.domain.errors import InvalidInput
from laws.templatetags.sentences import translated
from scoring.clubs.permissions import Actor
from scoring.events import guards, labels, queries
from scoring.events.models import Event, EventChange
from scoring.events.planning.domain.event_games import offers
from scoring.events.planning.domain.settings import CHANGEABLE, CHANGEABLE_BEFORE, EVENT_SETTINGS
from scoring.events.planning.forms.event_changes import ChangesForm, DetailsForm, EndForm, ReopenForm
from scoring.events.planning.forms.settings import with_labels
from scoring.events.planning.pages.shown_changes import changes_made, differences, ending, meanings
from scoring.events.planning.services import event_changes
from scoring.events.show.pages.desk_actions import action
from scoring.events.show.pages.overview import EventPage
from scoring.events.state import load_state
from scoring.refusals import Conflict
from scoring.web import pages, refusals
from scoring.web.seen import CHANGED


@guards.event_page("run an event", "run an event")
def plan(request: HttpRequest, event: Event, actor: Actor) -> HttpResponse:
    """Show an event's settings and details, change them, or end, reopen or delete the event.

    A change of settings can be previewed.
    """
    state, step = load_state(event), request.POST.get("step")
    names = [name for name in EVENT_SETTINGS if name in (CHANGEABLE if state.current else CHANGEABLE_BEFORE)]
    form = ChangesForm(
        request.POST if step in ("look", "change") else None,
        settings=state.settings,
        names=names,
        game=event.kind,
    )
    end_form = EndForm(request.POST if step in ("end", "cancel") else None, prefix="end")
    reopen_form = ReopenForm(request.POST if step == "reopen" else None, prefix="reopen")
    reopen_form.fields["rounds"].initial = state.rounds_before_end
    details_form = DetailsForm(request.POST if step == "details" else None, details=state.event.details)
    shown_differences: list[tuple[str, str, str]] | None = None
    meaning: list[str] = []
    status, message = 200, ""
    try:
        if step == "look" and form.is_valid():
            values = event_changes.changed_values(state, form.values())
            shown_differences, meaning = differences(state, values), meanings(state, values)
        elif step == "change" and form.is_valid():
            reason = form.cleaned_data["reason"]
            made = event_changes.change(
                event=event, actor=actor, values=form.values(), reason=reason, base=form.seen
            )
            message = gettext("The evening was changed.") if made else gettext("Nothing was changed.")
        elif step == "details" and details_form.is_valid():
            values, base = details_form.values(), details_form.seen
            described = event_changes.describe(event=event, actor=actor, values=values, base=base)
            message = gettext("The evening was changed.") if described else gettext("Nothing was changed.")
        elif step == "end" and end_form.is_valid():
            event_changes.end_now(
                event=event,
                actor=actor,
                reason=end_form.cleaned_data["reason"],
                last=pages.number_in(request.POST, "last"),
                edition=pages.number_in(request.POST, "edition"),
                version=pages.id_in(request.POST, "version"),
                final=end_form.cleaned_data["final"],
            )
            message = gettext("The evening has ended.")
        elif step == "reopen" and reopen_form.is_valid():
            event_changes.reopen(event=event, actor=actor, **reopen_form.cleaned_data)
            message = gettext("The results are open again.")
        elif step == "cancel" and end_form.is_valid():
            event_changes.cancel(event=event, actor=actor, reason=end_form.cleaned_data["reason"])
            message = gettext("The event was deleted.")
    except InvalidInput as refusal:
        status = 400
        refused = {"end": end_form, "cancel": end_form, "reopen": reopen_form, "details": details_form}
        refusals.refuse(refused.get(step or "", form), with_labels(refusal, state.terms.game))
    except Conflict as refusal:
        status = refusals.status_of(refusal)
        if refusal.code == CHANGED:
            (details_form if step == "details" else form).show_both(refusal)
        else:
            messages.error(request, translated(refusal.detail))
    if message and step == "cancel":
        return pages.redirect_saying(request, message, "events", event.club.slug)
    if message:
        return pages.redirect_saying(request, message, "event", event.pk)
    status = max(status, refusals.status_of_form(form, end_form, reopen_form, details_form))
    if_ended = ending(state)
    context = {
        "event_page": EventPage(state, actor),
        "offers_odd": offers("odd", state.settings.evening, state.terms.game),
        "form": form,
        "end_form": end_form,
        "reopen_form": reopen_form,
        "details_form": details_form,
        "differences": shown_differences,
        "meaning": meaning,
        "ending": if_ended,
        "edition_to_reopen": None if if_ended else queries.edition_to_reopen(state),
        "is_proposed": queries.proposal(event) is not None,
        "playing_elsewhere": queries.playing_elsewhere(state) if state.is_over else 0,
        "changes": changes_made(state),
        "parts": [(part, labels.PARTS[part], part in state.published) for part in EventChange.PARTS],
    }
    return render(request, "scoring/events/plan.html", context, status=status)


@partial(action, reason_at="desk-hold-reason")
def hold(request: HttpRequest, event: Event, actor: Actor) -> str:
    """If "on" was sent, hold what follows the round, see `event_changes.hold`. Otherwise end the hold."""
    event_changes.hold(
        event=event,
        actor=actor,
        is_on=request.POST.get("hold") == "on",
        reason=request.POST.get("reason", ""),
        round_number=pages.number_in(request.POST, "round"),
    )
    return ""

"""Views that change a planned event: settings, ending or deleting it, holding the next move."""

from dataclasses import replace
from functools import partial
from typing import Any

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils import timezone
from django.utils.timezone import localtime
from django.utils.translation import gettext

from laws.domain.errors import InvalidInput
from laws.templatetags.sentences import translated
from scoring.clubs.access import Actor
from scoring.events import guards, labels
from scoring.events.models import Event
from scoring.events.planning.domain.settings import (
    CHANGEABLE,
    CHANGEABLE_BEFORE,
    CLOCK_SETTINGS,
    EVENT_SETTINGS,
)
from scoring.events.planning.forms.event_changes import ChangesForm, ReasonForm
from scoring.events.planning.forms.settings import value_in_words
from scoring.events.planning.services import event_changes
from scoring.events.play.domain.round_life import clock
from scoring.events.show.pages.desk import action
from scoring.events.show.pages.overview import page_context
from scoring.events.show.pages.public import publishing_context
from scoring.events.state import EventState, load
from scoring.refusals import Conflict
from scoring.templatetags import times
from scoring.web import pages, refusals
from scoring.web.seen import CHANGED


@guards.event_page("run an event", "run an event")
def plan(request: HttpRequest, event: Event, actor: Actor) -> HttpResponse:
    """Show and make event changes: preview or change settings, end the evening, delete the event."""
    state, step = load(event), request.POST.get("step")
    names = [name for name in EVENT_SETTINGS if name in (CHANGEABLE if state.current else CHANGEABLE_BEFORE)]
    form = ChangesForm(
        request.POST if step in ("look", "change") else None, settings=state.settings, names=names
    )
    end_form = ReasonForm(request.POST if step in ("end", "cancel") else None, prefix="end")
    context: dict[str, Any] = {"form": form, "end_form": end_form}
    status, message = 200, ""
    try:
        if step == "look" and form.is_valid():
            values = event_changes.changed_values(state, form.values())
            context |= {"differences": _differences(state, values), "meaning": _meaning(state, values)}
        elif step == "change" and form.is_valid():
            reason = form.cleaned_data["reason"]
            made = event_changes.change(
                event=event, actor=actor, values=form.values(), reason=reason, base=form.seen
            )
            message = gettext("The evening was changed.") if made else gettext("Nothing was changed.")
        elif step == "end" and end_form.is_valid():
            seen = pages.whole(request.POST.get("last", ""))
            event_changes.end_now(
                event=event,
                actor=actor,
                reason=end_form.cleaned_data["reason"],
                last=seen if isinstance(seen, int) else None,
            )
            message = gettext("The evening has ended.")
        elif step == "cancel" and end_form.is_valid():
            event_changes.cancel(event=event, actor=actor, reason=end_form.cleaned_data["reason"])
            message = gettext("The event was deleted.")
    except InvalidInput as refusal:
        status = 400
        refusals.refuse(end_form if step in ("end", "cancel") else form, refusal)
    except Conflict as refusal:
        status = refusals.status_of(refusal)
        if refusal.code == CHANGED:
            form.show_both(refusal)
        else:
            messages.error(request, translated(refusal.detail))
    if message and step == "cancel":
        return pages.redirect_saying(request, message, "events", event.club.slug)
    if message:
        return pages.redirect_saying(request, message, "event", event.pk)
    status = max(status, refusals.status_of_form(form, end_form))
    context |= page_context(state, actor) | _context(state) | publishing_context(state)
    return render(request, "scoring/events/plan.html", context, status=status)


def _context(state: EventState) -> dict[str, Any]:
    """Return the past event changes and what ending the evening now would mean."""
    made = [
        (change, labels.CHANGES[change.kind], _settings_in_words(change.content or {}))
        for change in state.event.changes.select_related("by_member").order_by("-number")
    ]
    current = state.current
    if current is None or state.is_over:
        return {"changes": made}
    is_left_out = event_changes.is_left_out(current)
    without = [
        table.number for table in current.tables if table.result.is_missing and not table.result.winners
    ]
    return {
        "changes": made,
        "is_left_out": is_left_out,
        "last": event_changes.last_if_ended(current),
        "without": [] if is_left_out else without,
        "is_cut": state.settings.missing_results == "cut" and state.settings.moves_winners_up,
    }


def _differences(state: EventState, values: dict[str, Any]) -> list[tuple[str, str, str]]:
    """Return title, current value and new value of each setting that would change."""
    before = state.settings
    return [
        (
            labels.title_of(name),
            value_in_words(EVENT_SETTINGS[name], getattr(before, name)),
            _said(name, value),
        )
        for name, value in values.items()
    ]


def _meaning(state: EventState, values: dict[str, Any]) -> list[str]:
    """Return what a change would do at once in a running event."""
    current = state.current
    if current is None:
        return []
    number, rounds = current.number, values.get("rounds", state.settings.rounds)
    meanings = []
    if rounds == number != state.settings.rounds:
        meanings.append(gettext("Round %(number)s is the last one.") % {"number": number})
    if rounds > number and state.is_over:
        meanings.append(
            gettext("The evening goes on: the players move to round %(number)s.") % {"number": number + 1}
        )
    if set(values) & set(CLOCK_SETTINGS) and current.bell is not None:
        meanings.append(gettext("The bell has rung: the clock is that of the next round."))
    elif set(values) & set(CLOCK_SETTINGS):
        then = replace(state.settings, **{name: values[name] for name in CLOCK_SETTINGS if name in values})
        time, now = clock(current.steps, then), timezone.now()
        if then.bell == "clock" and time.is_bell_due(now):
            meanings.append(gettext("The time of this round is up: its bell rings at once."))
        elif due := time.bell_due_at():
            at = times.date(localtime(due), "TIME_FORMAT")
            meanings.append(gettext("The time of this round is up at %(time)s.") % {"time": at})
    return meanings


def _settings_in_words(content: dict[str, Any]) -> list[tuple[str, str]]:
    return [
        (labels.title_of(name), _said(name, value))
        for name, value in content.items()
        if name in EVENT_SETTINGS
    ]


def _said(name: str, value: Any) -> str:
    return value_in_words(EVENT_SETTINGS[name], tuple(value) if isinstance(value, list) else value)


@partial(action, reason_at="desk-hold-reason")
def hold(request: HttpRequest, event: Event, actor: Actor) -> str:
    """Hold the next move ("on"), or release it ("off")."""
    is_on = request.POST.get("hold") == "on"
    event_changes.hold(event=event, actor=actor, is_on=is_on, reason=request.POST.get("reason", ""))
    return ""

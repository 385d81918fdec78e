"""Event changes as the page shows them: those that were made, and what a change would mean."""

from dataclasses import replace
from typing import Any

from django.utils import timezone
from django.utils.timezone import localtime
from django.utils.translation import gettext

from scoring.events import labels, queries
from scoring.events.planning.domain.settings import (
    CLOCK_SETTINGS,
    EVENT_SETTINGS,
)
from scoring.events.planning.forms.settings import value_in_words
from scoring.events.planning.services import event_changes
from scoring.events.play.domain.round_life import clock
from scoring.events.show.pages.needs import missing_from, open_questions
from scoring.events.state import EventState
from scoring.templatetags import times


def changes_context(state: EventState) -> dict[str, Any]:
    """Return the past event changes and what ending the evening now would mean."""
    made = [
        (change, labels.CHANGES[change.kind], _settings_in_words(change.content or {}))
        for change in state.event.changes.select_related("by_member").order_by("-number")
    ]
    current, results = state.current, queries.results_of(state)
    if current is None or state.is_over:
        shown = {"changes": made, "results": results}
        return shown | {"edition_to_reopen": queries.edition_to_reopen(state)}
    is_left_out = event_changes.is_left_out(current)
    without = [
        table.number for table in current.tables if table.result.is_missing and not table.result.winners
    ]
    return {
        "changes": made,
        "results": results,
        "missing": missing_from(state, state.rounds[:-1], open_questions(state)),
        "is_left_out": is_left_out,
        "last": event_changes.last_if_ended(current),
        "without": [] if is_left_out else without,
        "is_cut": state.settings.missing_results == "cut" and state.settings.moves_winners_up,
    }


def differences(state: EventState, values: dict[str, Any]) -> list[tuple[str, str, str]]:
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


def meanings(state: EventState, values: dict[str, Any]) -> list[str]:
    """Return what a change would do at once in a running event."""
    current = state.current
    if current is None:
        return []
    number, rounds = current.number, values.get("rounds", state.settings.rounds)
    found = []
    if rounds == number != state.settings.rounds:
        found.append(gettext("Round %(number)s is the last one.") % {"number": number})
    if rounds > number and state.is_over:
        found.append(
            gettext("The evening goes on: the players move to round %(number)s.") % {"number": number + 1}
        )
    if set(values) & set(CLOCK_SETTINGS) and current.bell is not None:
        found.append(gettext("The bell has rung: the clock is that of the next round."))
    elif set(values) & set(CLOCK_SETTINGS):
        then = replace(state.settings, **{name: values[name] for name in CLOCK_SETTINGS if name in values})
        time, now = clock(current.steps, then), timezone.now()
        if then.bell == "clock" and time.is_bell_due(now):
            found.append(gettext("The time of this round is up: its bell rings at once."))
        elif due := time.bell_due_at():
            at = times.date(localtime(due), "TIME_FORMAT")
            found.append(gettext("The time of this round is up at %(time)s.") % {"time": at})
    return found


def _settings_in_words(content: dict[str, Any]) -> list[tuple[str, str]]:
    details = [
        (str(labels.DETAILS[name]), _detail_in_words(value))
        for name, value in content.items()
        if name in labels.DETAILS
    ]
    settings = [
        (labels.title_of(name), _said(name, value))
        for name, value in content.items()
        if name in EVENT_SETTINGS
    ]
    return details + settings


def _detail_in_words(value: str | bool) -> str:
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    return value or gettext("none")


def _said(name: str, value: Any) -> str:
    return value_in_words(EVENT_SETTINGS[name], tuple(value) if isinstance(value, list) else value)

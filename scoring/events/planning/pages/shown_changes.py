"""The event changes that a page shows: the changes made so far, and previews of further changes."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any

from django.utils import timezone
from django.utils.functional import Promise
from django.utils.timezone import localtime
from django.utils.translation import gettext

from laws.domain.sentences import Sentence
from scoring.events import labels
from scoring.events.models import EventChange
from scoring.events.planning.domain.settings import CLOCK_SETTINGS, EVENT_SETTINGS
from scoring.events.planning.forms.settings import value_in_words
from scoring.events.play.domain.round_life import clock
from scoring.events.show.pages.needs import missing_from, open_questions
from scoring.events.state import EventState
from scoring.templatetags import times

Values = Sequence[tuple[str, str]]
"""The title and the value of each changed setting or detail."""


def changes_made(state: EventState) -> list[tuple[EventChange, Promise, Values]]:
    """Return the event's changes, latest first, each with its title and the changed values."""
    changes = state.event.changes.select_related("by_member").order_by("-number")
    return [(change, labels.CHANGES[change.kind], _values_of(change, state)) for change in changes]


@dataclass(frozen=True)
class Ending:
    """What ending the evening now would do.

    - ``last``: the number of the round that would be the last.
    - ``is_left_out``: the round in play would be taken back, because nothing is recorded or decided in it.
    - ``without``: the numbers of the tables of the last round that have neither a result nor named winners.
      With ``is_cut`` a cut decides at these tables.
    - ``unplayed``: the number of planned rounds that would not be played. ``about_rounds`` says what players
      would miss.
    - ``missing``: what else would be missing from the results.
    """

    last: int
    unplayed: int
    about_rounds: Sentence | None
    is_left_out: bool
    without: Sequence[int]
    is_cut: bool
    missing: Sequence[str]


def ending(state: EventState) -> Ending | None:
    """Return what ending the evening now would do. None before the start, and once the evening is over."""
    current = state.current
    if current is None or state.is_over:
        return None
    is_left_out = current.is_left_out_if_ended
    without = [
        table.number for table in current.tables if table.result.is_missing and not table.result.winners
    ]
    last = current.last_if_ended
    return Ending(
        last=last,
        unplayed=state.settings.rounds - last,
        about_rounds=state.about_rounds_of(last, was_ended=True),
        is_left_out=is_left_out,
        without=[] if is_left_out else without,
        is_cut=state.settings.cuts_missing_results,
        missing=missing_from(state, state.rounds[:-1], open_questions(state)),
    )


def differences(state: EventState, values: dict[str, Any]) -> list[tuple[str, str, str]]:
    """Return title, current value and new value of each setting in ``values``."""
    before = state.settings
    return [
        (
            labels.title_of(name),
            value_in_words(EVENT_SETTINGS[name], getattr(before, name), state.event.kind, before.evening),
            _setting_text(name, value, state),
        )
        for name, value in values.items()
    ]


def meanings(state: EventState, values: dict[str, Any]) -> list[str]:
    """Return sentences about immediate effects of a change of settings. Empty before the start."""
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


def _values_of(change: EventChange, state: EventState) -> Values:
    # The page shows the last round beside the title of this change, so the value is not repeated.
    return () if change.kind == "end" else _changed_values(change.content or {}, state)


def _changed_values(content: dict[str, Any], state: EventState) -> Values:
    details = [
        (str(title), _detail_text(content[name])) for name, title in labels.DETAILS.items() if name in content
    ]
    settings = [
        (labels.title_of(name), _setting_text(name, content[name], state))
        for name in EVENT_SETTINGS
        if name in content
    ]
    return details + settings


def _detail_text(value: str | bool) -> str:
    if isinstance(value, bool):
        return gettext("yes") if value else gettext("no")
    return value or gettext("not given")


def _setting_text(name: str, value: Any, state: EventState) -> str:
    shown = tuple(value) if isinstance(value, list) else value
    return value_in_words(EVENT_SETTINGS[name], shown, state.event.kind, state.settings.evening)

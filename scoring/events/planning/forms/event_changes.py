"""Forms that change, end or delete an event, or reopen its results."""

from collections.abc import Mapping, Sequence
from dataclasses import asdict
from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.events import labels
from scoring.events.planning.domain.details import LONGEST_PLACE, EventDetails
from scoring.events.planning.domain.event_games import kind_fault
from scoring.events.planning.domain.kinds import KINDS, MOST_ROUNDS
from scoring.events.planning.domain.settings import EVENT_SETTINGS, EventSettings
from scoring.events.planning.forms.settings import setting_field, value_in_words, value_of, written
from scoring.game.games import GameKind
from scoring.game.names import LONGEST_NAME, LONGEST_REASON
from scoring.web.seen import SeenForm


class ReasonForm(forms.Form):
    reason = forms.CharField(label=_("Reason"), max_length=LONGEST_REASON)

    def __init__(self, data: Mapping[str, Any] | None = None, *, prefix: str) -> None:
        super().__init__(data, prefix=prefix)


class EndForm(ReasonForm):
    """The reason for ending or deleting an event.

    ``final`` applies only to ending an event. If it is true, the results have no correction period.
    """

    final = forms.BooleanField(required=False)


class ReopenForm(ReasonForm):
    """The reason for reopening results, the new number of rounds, and the edition that the page showed."""

    rounds = forms.IntegerField(label=_("Rounds of the evening"), min_value=1, max_value=MOST_ROUNDS)
    edition = forms.IntegerField(required=False, widget=forms.HiddenInput)


def details_fields() -> dict[str, forms.Field]:
    return {
        "name": forms.CharField(label=labels.DETAILS["name"], max_length=LONGEST_NAME, required=False),
        "date": forms.DateField(
            label=labels.DETAILS["date"],
            required=False,
            widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"),
        ),
        "time": forms.TimeField(
            label=labels.DETAILS["time"],
            required=False,
            widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"),
        ),
        "place": forms.CharField(label=labels.DETAILS["place"], max_length=LONGEST_PLACE, required=False),
    }


class DetailsForm(SeenForm):
    """The details of an event, filled in with their current values."""

    def __init__(self, data: Mapping[str, Any] | None = None, *, details: EventDetails) -> None:
        super().__init__(data, auto_id="details-%s", initial=asdict(details))
        self.fields |= details_fields()
        self.fields["is_template"] = forms.BooleanField(
            label=labels.DETAILS["is_template"],
            required=False,
            help_text=_("The page that plans an event offers to copy it."),
        )
        self.show(details.as_json())

    def values(self) -> dict[str, object]:
        """Return the argument ``values`` of `event_changes.describe`."""
        return {name: self.cleaned_data.get(name) for name in labels.DETAILS}


class ChangesForm(SeenForm):
    """The settings that can still be changed, filled in with their current values, and the reason.

    ``names`` are the settings that can be changed. A setting that the kind of evening or the ``game`` lacks
    has no field.
    """

    def __init__(
        self,
        data: Mapping[str, Any] | None = None,
        *,
        settings: EventSettings,
        names: Sequence[str],
        game: GameKind,
    ) -> None:
        super().__init__(data, auto_id="%s")
        self.game, self.evening = game, settings.evening
        self.names = names = [name for name in names if settings.evening.has_setting(name, game)]
        for name in names:
            self.fields[name] = setting_field(EVENT_SETTINGS[name], settings.evening, game)
            self.fields[name].initial = written(EVENT_SETTINGS[name], getattr(settings, name))
        if "kind" in names:
            fitting = [slug for slug, kind in KINDS.items() if not kind_fault(game, kind)]
            field: Any = self.fields["kind"]
            field.choices = [choice for choice in field.choices if choice[0] in fitting]
        now = settings.canonical()
        self.show({name: now[name] for name in names})
        # A preview needs no reason.
        self.fields["reason"] = forms.CharField(
            label=_("Why is this changed?"), max_length=LONGEST_REASON, required=False
        )

    def values(self) -> dict[str, object]:
        """Return the settings that the user changed, with their new values.

        A setting that the user left alone is missing, even if somebody else has changed it meanwhile.
        """
        seen = self.seen or {}
        typed = {name: self.typed(name) for name in self.names if self._is_sent(name, seen)}
        return {name: value for name, value in typed.items() if name not in seen or value != seen[name]}

    def _is_sent(self, name: str, seen: Mapping[str, Any]) -> bool:
        widget = self.fields[name].widget
        if isinstance(widget, forms.CheckboxSelectMultiple):
            # A browser sends nothing if no box is ticked. Boxes that the page showed therefore count as sent.
            return name in self.data or name in seen
        return not widget.value_omitted_from_data(self.data, self.files, name)

    def typed(self, name: str) -> Any:
        return value_of(EVENT_SETTINGS[name], self.cleaned_data.get(name))

    def value_text(self, name: str, value: Any) -> str:
        shown = tuple(value) if isinstance(value, list) else value
        return value_in_words(EVENT_SETTINGS[name], shown, self.game, self.evening)

"""A form that sends the values its page showed, so that no change is overwritten unseen.

If somebody else has changed a value since, the form shows that value and the value entered here. If the user
sends the form again, the entered value is stored.
"""

import json
from collections.abc import Mapping, Sequence
from typing import Any

from django import forms
from django.core.exceptions import ValidationError
from django.utils.translation import gettext

from laws.templatetags.sentences import translated
from scoring.refusals import Conflict

CHANGED = "changed-meanwhile"
LONGEST_BASE = 20_000


class SeenForm(forms.Form):
    """A form whose hidden field ``base`` has the values that the page showed."""

    base = forms.CharField(
        required=False, max_length=LONGEST_BASE, widget=forms.HiddenInput(attrs={"id": False})
    )

    def show(self, values: Mapping[str, Any]) -> None:
        """Put the current values into the field ``base`` of a new page's form. Fill no other field."""
        self.fields["base"].initial = json.dumps(dict(values))

    @property
    def seen(self) -> dict[str, Any] | None:
        """Return the values that the page showed, or None if the form was sent without readable values."""
        try:
            values = json.loads(self.cleaned_data.get("base") or "null")
        except (ValueError, RecursionError):
            return None
        return values if isinstance(values, dict) else None

    def value_text(self, name: str, value: Any) -> str:
        """Return a field's value as display text."""
        if isinstance(value, bool):
            return gettext("yes") if value else gettext("no")
        choices = {str(key): str(words) for key, words in getattr(self.fields[name], "choices", ())}
        values = value if isinstance(value, Sequence) and not isinstance(value, str) else [value]
        words = [choices.get(str(chosen), str(chosen)) for chosen in values if chosen not in (None, "")]
        return ", ".join(words) or gettext("none")

    def typed(self, name: str) -> Any:
        """Return the value that the user entered in a field. Subclasses can override this method."""
        return self.cleaned_data.get(name)

    def show_both(self, refusal: Conflict) -> None:
        """Show the refusal above the form, and at each changed field the current and the entered value.

        Also put the current values into ``base``. If the user sends the form again, the current values count
        as seen, and the entered values are stored.
        """
        standing: Mapping[str, Any] = refusal.more["standing"]  # type: ignore[assignment]  # as `as_seen` says
        shown = {**(self.seen or {}), **standing}
        both = {
            name: {"now": self.value_text(name, now), "entered": self.value_text(name, self.typed(name))}
            for name, now in standing.items()
            if name in self.fields
        }
        self.add_error(None, ValidationError(translated(refusal.detail), code=CHANGED))
        for name, values in both.items():
            self.add_error(name, gettext("It is “%(now)s” now. You entered “%(entered)s”.") % values)
        data = self.data.copy()  # type: ignore[attr-defined]  # what was posted is a QueryDict
        data["base"] = json.dumps(shown)
        self.data = data

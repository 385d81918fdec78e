"""The correction of a recorded deal: the keys of an entry, filled with what stands, and a reason."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.tables.forms.entry import EntryForm


class CorrectionForm(EntryForm):
    """A deal as it should have been entered, why, and which revision it corrects."""

    def __init__(self, *args: Any, base_revision: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["reason"] = forms.CharField(
            label=_("Reason for the correction"),
            required=False,
            max_length=200,
            help_text=_("It stands on the score sheet beside the deal."),
        )
        self.fields["base_revision"] = forms.CharField(
            required=False, widget=forms.HiddenInput, initial=str(base_revision)
        )

    def missing(self) -> list[str]:
        """Return nothing: a correction always starts from a whole deal."""
        return []

    def changes(self) -> dict[str, Any]:
        """Return the deal as it should be; what was taken out is named as nothing."""
        return dict.fromkeys(("maker", "trump", "bids", "bidding", "penalties", "misdeal")) | self.payload()

    def reason(self) -> str:
        """Return the reason as it was typed."""
        return self._text("reason")

    def base_revision(self) -> int | None:
        """Return the number of the revision that was seen when the correction was begun."""
        number = self._number("base_revision")
        return number if isinstance(number, int) else None

"""The form that corrects a recorded deal."""

from typing import Any

from django import forms
from django.utils.translation import gettext_lazy as _

from scoring.game.card_notation import CARD_FIELDS
from scoring.tables.forms.entry import EntryForm
from scoring.tables.forms.recorded_deal import CARDS


class CorrectionForm(EntryForm):
    """A deal as it should have been entered, with the reason and the number of the corrected revision."""

    def __init__(self, *args: Any, base_revision: int, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.fields["reason"] = forms.CharField(
            label=_("Reason for the correction"),
            required=False,
            max_length=200,
            help_text=_("It is shown beside the deal on the score sheet."),
        )
        self.fields["base_revision"] = forms.CharField(
            required=False, widget=forms.HiddenInput, initial=str(base_revision)
        )

    def missing(self) -> list[str]:
        """Return an empty list, because the recorded deal is complete."""
        return []

    def changes(self) -> dict[str, Any]:
        """Return the ``changes`` for the service `correct`. Optional fields that are now empty are None.

        Raises InvalidInput if the deal is entered card by card and the cards cannot be parsed.
        """
        emptied: tuple[str, ...] = (
            *("maker", "trump", "called", "called_card", "alone"),
            *("bids", "bidding", "penalties", "misdeal", "pips"),
        )
        if self._text("detail") == CARDS and self._text("cards") and not self._text("misdeal"):
            emptied += ("turned", *CARD_FIELDS)
            if refusal := self.card_text.refusal:
                raise refusal
        return dict.fromkeys(emptied) | self.payload()

    def reason(self) -> str:
        return self._text("reason")

    def base_revision(self) -> int | None:
        """Return the number of the revision that the page showed, or None."""
        number = self._number("base_revision")
        return number if isinstance(number, int) else None

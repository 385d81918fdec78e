"""Searching the laws: the words somebody types and the law set they look in."""

from urllib.parse import urlencode

from django import forms
from django.utils.translation import gettext_lazy as _

from laws import library


class LawSearchForm(forms.Form):
    """Words to look for, in all law sets or in one."""

    q = forms.CharField(
        required=False, max_length=100, label=_("Words"), help_text=_("For example: revoke, left pedro.")
    )
    law_set = forms.ChoiceField(required=False, label=_("Law set"))

    def __init__(self, data: object = None) -> None:
        super().__init__(data, auto_id="%s")  # type: ignore[arg-type]  # a QueryDict, whose stub is narrower
        titles = [(slug, law_set.title) for slug, law_set in library.law_sets().items()]
        self.fields["law_set"] = forms.ChoiceField(
            required=False, label=_("Law set"), choices=[("", _("all of them")), *titles]
        )

    def query(self) -> str:
        """Return the search as the beginning of an address, for the pages that follow."""
        asked = {name: self[name].value() or "" for name in ("q", "law_set")}
        return (
            urlencode({name: value for name, value in asked.items() if value}) + "&"
            if any(asked.values())
            else ""
        )

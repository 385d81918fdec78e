"""A search form for lists, in which each field offers choices."""

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _


class ListSearchForm(forms.Form):
    """A search in a list; an empty field matches everything."""

    def __init__(self, data: QueryDict, offered: Mapping[str, Iterable[tuple[Any, Any]]]) -> None:
        super().__init__(data, auto_id="%s")
        for name, choices in offered.items():
            self.fields[name].choices = [("", _("any")), *choices]  # type: ignore[attr-defined]  # all choose

    @property
    def is_narrowed(self) -> bool:
        """Return whether a field is filled or has an error. Then the page shows the search form unfolded."""
        return not self.is_valid() or any(self.cleaned_data.values())

    def conditions(self) -> dict[str, Any]:
        """Return the filled fields with their values. Empty if any field is invalid."""
        return {name: value for name, value in self.cleaned_data.items() if value} if self.is_valid() else {}

"""What is looked for in a list, by fields that each offer a choice."""

from collections.abc import Iterable, Mapping
from typing import Any

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext_lazy as _


class ListSearchForm(forms.Form):
    """What is looked for; a field left alone takes any."""

    def __init__(self, data: QueryDict, offered: Mapping[str, Iterable[tuple[Any, Any]]]) -> None:
        super().__init__(data, auto_id="%s")
        for name, choices in offered.items():
            self.fields[name].choices = [("", _("any")), *choices]  # type: ignore[attr-defined]  # all choose

    @property
    def is_narrowed(self) -> bool:
        """Tell whether something is looked for, or was refused, so that the fields should be seen."""
        return not self.is_valid() or any(self.cleaned_data.values())

    def conditions(self) -> dict[str, Any]:
        """Return what is looked for, by field; nothing where a field cannot be taken."""
        return {name: value for name, value in self.cleaned_data.items() if value} if self.is_valid() else {}

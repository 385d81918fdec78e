"""The keys of an entry: fields whose choices are tapped, and how they are written on a page."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from django import forms
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

Choices = Sequence[tuple[str, Any]]
Options = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Key:
    """One key: what it stands for, what it is called, and its input."""

    value: str
    label: str
    tag: SafeString


class Tapped(forms.Field):
    """A field whose word is taken as it is; the domain says what is accepted.

    Its choices stand beside the widget, which would copy all of them twice for each of forty fields.
    """

    def __init__(self, choices: Choices, label: Any, *, many: bool = False, select: bool = False) -> None:
        radios = forms.CheckboxSelectMultiple if many else forms.RadioSelect
        widget = forms.Select if select else radios
        super().__init__(required=False, label=label, widget=widget)
        self.choices = choices

    def get_bound_field(self, form: forms.BaseForm, field_name: str) -> "BoundKeys":
        return BoundKeys(form, self, field_name)


class BoundKeys(forms.BoundField):
    """The keys of a field as inputs: a hundred on a page, so they are not written by a template each."""

    @property
    def keys(self) -> Sequence[Key]:
        """The keys, pressed as the form has them."""
        kind = "checkbox" if isinstance(self.field.widget, forms.CheckboxSelectMultiple) else "radio"
        return _keys(kind, self.html_name, self.auto_id, self._options, self._pressed)

    @property
    def drop_down(self) -> SafeString:
        """The field as a list to choose from."""
        return _drop_down(self.html_name, self.auto_id, self._options, self._pressed)

    @property
    def _options(self) -> Options:
        return tuple((str(value), str(label)) for value, label in self.field.choices)  # type: ignore[attr-defined]

    @property
    def _pressed(self) -> frozenset[str]:
        value = self.value()
        several = value if isinstance(value, list | tuple) else ["" if value is None else value]
        return frozenset(map(str, several))


# The same keys are rendered again and again: each table opens the same empty entry before every deal.


@lru_cache(maxsize=1024)
def _keys(kind: str, name: str, auto_id: str, options: Options, pressed: frozenset[str]) -> Sequence[Key]:
    tag = '<input type="{}" name="{}" value="{}" id="{}_{}"{}>'
    return tuple(
        Key(
            value,
            label,
            format_html(tag, kind, name, value, auto_id, place, _mark(value, pressed, "checked")),
        )
        for place, (value, label) in enumerate(options)
    )


@lru_cache(maxsize=1024)
def _drop_down(name: str, auto_id: str, options: Options, pressed: frozenset[str]) -> SafeString:
    rows = ((value, _mark(value, pressed, "selected"), label) for value, label in options)
    lines = format_html_join("", '<option value="{}"{}>{}</option>', rows)
    return format_html('<select name="{}" id="{}">{}</select>', name, auto_id, lines)


def _mark(value: str, pressed: frozenset[str], attribute: str) -> SafeString:
    return SafeString(f" {attribute}" if value in pressed else "")

"""The keys of an entry as inputs: a hundred on a page, so they are written here, not by a template each."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import cast

from django import forms, template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

from scoring.tables.forms.keys import Tapped

register = template.Library()

Choices = tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Key:
    """One key: what it stands for, what it is called, and its input."""

    value: str
    label: str
    tag: SafeString


@register.filter
def keys(field: forms.BoundField) -> Sequence[Key]:
    """Return the keys of a field with choices, pressed as the form has them."""
    kind = "checkbox" if isinstance(field.field.widget, forms.CheckboxSelectMultiple) else "radio"
    return _keys(kind, field.html_name, field.auto_id, _choices(field), _pressed(field))


@register.filter
def choice(field: forms.BoundField) -> SafeString:
    """Return a field with choices as a list to choose from."""
    return _list(field.html_name, field.auto_id, _choices(field), _pressed(field))


# The same keys are shown again and again, so what was written once is kept.


@lru_cache(maxsize=1024)
def _keys(kind: str, name: str, auto_id: str, choices: Choices, pressed: frozenset[str]) -> Sequence[Key]:
    return tuple(
        Key(
            value=value,
            label=label,
            tag=format_html(
                '<input type="{}" name="{}" value="{}" id="{}_{}"{}>',
                kind,
                name,
                value,
                auto_id,
                place,
                SafeString(" checked" if value in pressed else ""),
            ),
        )
        for place, (value, label) in enumerate(choices)
    )


@lru_cache(maxsize=1024)
def _list(name: str, auto_id: str, choices: Choices, pressed: frozenset[str]) -> SafeString:
    options = format_html_join(
        "",
        '<option value="{}"{}>{}</option>',
        ((value, SafeString(" selected" if value in pressed else ""), label) for value, label in choices),
    )
    return format_html('<select name="{}" id="{}">{}</select>', name, auto_id, options)


def _choices(field: forms.BoundField) -> Choices:
    tapped = cast(Tapped, field.field)
    return tuple((str(value), str(label)) for value, label in tapped.choices)


def _pressed(field: forms.BoundField) -> frozenset[str]:
    value = field.value()
    several = value if isinstance(value, list | tuple) else ["" if value is None else value]
    return frozenset(str(one) for one in several)

"""The keys of an entry as inputs: a hundred on a page, so they are written here, not by a template each."""

from dataclasses import dataclass

from django import forms, template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString

register = template.Library()


@dataclass(frozen=True, slots=True)
class Key:
    """One key: what it stands for, what it is called, and its input."""

    value: str
    label: str
    tag: SafeString


@register.filter
def keys(field: forms.BoundField) -> list[Key]:
    """Return the keys of a field with choices, pressed as the form has them."""
    kind = "checkbox" if isinstance(field.field.widget, forms.CheckboxSelectMultiple) else "radio"
    pressed = _pressed(field)
    return [
        Key(
            value=str(value),
            label=str(label),
            tag=format_html(
                '<input type="{}" name="{}" value="{}" id="{}_{}"{}>',
                kind,
                field.html_name,
                value,
                field.auto_id,
                place,
                SafeString(" checked" if str(value) in pressed else ""),
            ),
        )
        for place, (value, label) in enumerate(field.field.widget.choices)
    ]


@register.filter
def choice(field: forms.BoundField) -> SafeString:
    """Return a field with choices as a list to choose from."""
    pressed = _pressed(field)
    options = format_html_join(
        "",
        '<option value="{}"{}>{}</option>',
        (
            (value, SafeString(" selected" if str(value) in pressed else ""), label)
            for value, label in field.field.widget.choices
        ),
    )
    return format_html('<select name="{}" id="{}">{}</select>', field.html_name, field.auto_id, options)


def _pressed(field: forms.BoundField) -> frozenset[str]:
    value = field.value()
    several = value if isinstance(value, list | tuple) else ["" if value is None else value]
    return frozenset(str(one) for one in several)

"""The summary above a form that was refused: every line leads to its field."""

from collections.abc import Sequence
from typing import Any, NamedTuple, cast

from django import forms, template
from django.utils.html import conditional_escape

register = template.Library()


class ErrorLine(NamedTuple):
    """A field with what is wrong in it; ``target`` is the id that the line leads to, "" for nowhere."""

    name: str
    label: str
    target: str
    errors: Sequence[str]


@register.filter
def error_lines(form: forms.BaseForm) -> list[ErrorLine]:
    """Return a line for each field of a form that was refused, in the order of the form."""
    return [
        ErrorLine(
            name,
            str(form[name].label or name),
            _target(form, form[name]),
            [conditional_escape(cast(str, error)) for error in form.errors[name]],
        )
        for name in form.fields
        if name in form.errors
    ]


def _target(form: Any, bound: forms.BoundField) -> str:
    if hasattr(form, "answering"):
        return f"error-{bound.name}"  # the keys of an entry: a group, with its reasons above them
    return bound.id_for_label or f"{bound.auto_id}_0"

"""The summary above a form that was refused: every line leads to its field."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, cast

from django import forms, template
from django.contrib.messages import ERROR, get_messages
from django.contrib.messages.storage.base import Message
from django.utils.html import conditional_escape

from scoring.web.kept_fields import kept_in

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


@register.filter
def refused(messages: Iterable[Message] | None) -> dict[str, list[Any]]:
    """Return what was refused of what led to the page: lines that lead to a field, and other sentences."""
    errors = [message for message in messages or () if message.level >= ERROR]
    lines = [ErrorLine(kept.target, str(each), kept.target, ()) for each in errors if (kept := kept_in(each))]
    return {"lines": lines, "others": [str(each) for each in errors if not kept_in(each)]}


@register.filter
def told(messages: Iterable[Message] | None) -> list[Message]:
    """Return the messages that refuse nothing."""
    return [message for message in messages or () if message.level < ERROR]


@register.simple_tag(takes_context=True)
def kept_text(context: template.Context, target: str, number: int | str = "") -> str:
    """Return what was typed in the field of this id before it was refused; the id ends with ``number``."""
    request = context.request  # type: ignore[attr-defined]  # every page has one
    found = (kept_in(message) for message in get_messages(request))
    return next((kept.typed for kept in found if kept and kept.target == f"{target}{number}"), "")

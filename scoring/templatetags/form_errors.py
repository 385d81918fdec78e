"""The summary above a refused form. Its lines link to the refused fields."""

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple, cast

from django import forms, template
from django.contrib.messages import ERROR, get_messages
from django.contrib.messages.storage.base import Message
from django.template.defaultfilters import capfirst
from django.utils.html import conditional_escape

from scoring.web.kept_fields import kept_in

register = template.Library()


class ErrorLine(NamedTuple):
    """A line of the error summary: a field with its errors, or a sentence in ``label`` without errors.

    ``target`` is the id to which the line links, or "" for no link.
    """

    name: str
    label: str
    target: str
    errors: Sequence[str]


@register.filter
def error_lines(form: forms.BaseForm) -> list[ErrorLine]:
    """Return a line for each refused field, in the order of the form. Errors begin with a capital letter."""
    return [
        ErrorLine(
            name,
            str(form[name].label or name),
            _target(form, form[name]),
            [capfirst(conditional_escape(cast(str, error))) for error in form.errors[name]],
        )
        for name in form.fields
        if name in form.errors
    ]


def _target(form: Any, bound: forms.BoundField) -> str:
    if hasattr(form, "answering"):
        return f"error-{bound.name}"  # On the entry page, the element above a group of keys has this id.
    return bound.id_for_label or f"{bound.auto_id}_0"


@register.filter
def refused(messages: Iterable[Message] | None) -> dict[str, list[Any]]:
    """Return the error messages in two lists.

    - ``lines``: messages that link to a field.
    - ``others``: texts without a link.
    """
    errors = [message for message in messages or () if message.level >= ERROR]
    lines = [
        ErrorLine(kept.target, str(error), kept.target, ()) for error in errors if (kept := kept_in(error))
    ]
    return {"lines": lines, "others": [str(error) for error in errors if not kept_in(error)]}


@register.filter
def notices(messages: Iterable[Message] | None) -> list[Message]:
    """Return the messages that are not errors."""
    return [message for message in messages or () if message.level < ERROR]


@register.simple_tag(takes_context=True)
def kept_text(context: template.Context, target: str, number: int | str = "") -> str:
    """Return the refused text of a field; empty if no text of the field was refused.

    The id of the field is ``target`` followed by ``number``.
    """
    request = context.request  # type: ignore[attr-defined]  # every page has one
    found = (kept_in(message) for message in get_messages(request))
    return next((kept.typed for kept in found if kept and kept.target == f"{target}{number}"), "")

"""Keeps a refused field's reason and input across a redirect, for the page that shows the form again.

The reason and the input are in a message of Django's messages framework, so they are shown once.
"""

import json
from typing import NamedTuple

from django.contrib import messages
from django.contrib.messages.storage.base import Message
from django.http import HttpRequest

LONGEST = 1000


class KeptField(NamedTuple):
    """A refused field: its id on the page, and the text typed in it, at most LONGEST characters."""

    target: str
    typed: str


def refuse_field(request: HttpRequest, reason: str, target: str, typed: str) -> None:
    """Show on the next page why the field with the id ``target`` was refused, and keep the typed text."""
    messages.error(request, reason, extra_tags=json.dumps([target, typed[:LONGEST]]))


def kept_in(message: Message) -> KeptField | None:
    """Return the refused field of a message, or None if the message concerns no field."""
    return KeptField(*json.loads(message.extra_tags)) if message.extra_tags else None

"""A refusal on the page that a form leads back to: which field it is about, and what was typed there.

It goes with the message, so that it is shown once.
"""

import json
from typing import NamedTuple

from django.contrib import messages
from django.contrib.messages.storage.base import Message
from django.http import HttpRequest

LONGEST = 1000


class KeptField(NamedTuple):
    """A field by its id on the page, with what was typed in it."""

    target: str
    typed: str


def refuse_field(request: HttpRequest, reason: str, target: str, typed: str) -> None:
    """Say on the next page why what was typed in the field ``target`` was refused, and keep it there."""
    messages.error(request, reason, extra_tags=json.dumps([target, typed[:LONGEST]]))


def kept_in(message: Message) -> KeptField | None:
    """Return the field that a message is about; None for one about the whole."""
    return KeptField(*json.loads(message.extra_tags)) if message.extra_tags else None

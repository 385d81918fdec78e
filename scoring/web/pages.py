"""Shared parts of the pages: the address of a request, fragments, redirects, whole numbers."""

import re
from collections.abc import Mapping
from typing import Any
from urllib.parse import urlencode

from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect

from scoring.refusals import NotFound

LONGEST_ID = 19
"""A number with this many digits or more is no id, because a database may be unable to store it."""


def address_of_request(request: HttpRequest) -> str:
    """Return the client's IP address, which the middleware `know_address` has set; empty if it is unknown.

    Limits on attempts count by address.
    """
    address: str = request.META.get("REMOTE_ADDR", "")
    return address


def search_of(request: HttpRequest) -> str:
    """Return the query of the current search without the page number, for links to other pages of results.

    It ends with "&", so that a link can add the page number. Without a search it is empty.
    """
    search = {name: value for name, value in request.GET.items() if value and name != "page"}
    return urlencode(search) + "&" if search else ""


def is_fragment(request: HttpRequest) -> bool:
    """Return whether a script sent the request. The script usually asks for a part of the page."""
    return bool(getattr(request, "htmx", False))


def redirect_saying(request: HttpRequest, message: str, to: str, *args: object) -> HttpResponse:
    """Redirect to another page, which shows the message unless the message is empty."""
    if message:
        messages.success(request, message)
    return redirect(to, *args)


def whole(text: str) -> Any:
    """Convert a text to a whole number. The text has at most five characters, including a minus.

    The minus can be the sign that the pages print, or one of the dashes on phone keyboards. Any other text is
    returned unchanged, and the domain refuses it.
    """
    typed = re.sub("^[\u2212\u2013\u2012\ufe63\uff0d]", "-", text.strip())
    is_number = typed.isascii() and typed.removeprefix("-").isdigit() and len(typed) < 6
    return int(typed) if is_number else text


def number_in(posted: Mapping[str, str], name: str) -> int | None:
    """Return the number in a hidden field, parsed by `whole`. None for other text, and without the field."""
    number = whole(posted.get(name, ""))
    return number if isinstance(number, int) else None


def id_in(posted: Mapping[str, str], name: str) -> int | None:
    """Return the id of a record from a button or a hidden field. None without the field.

    Raises NotFound for a text that is no id.
    """
    typed = posted.get(name)
    if typed is None:
        return None
    if not (typed.isascii() and typed.isdigit() and len(typed) < LONGEST_ID):
        raise NotFound
    return int(typed)

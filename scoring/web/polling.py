"""Polling: a page requests itself again at intervals.

The tag (ETag) changes when the records that the response shows change. The seconds on a clock do not change
the tag; a change of the caller's permissions need not change it. The tag is computed with few SQL statements.

A request with the current tag in `If-None-Match` gets a 304. Every response to a polling request, except a
refusal, has the seconds until the next request in the header `Poll-After`.
"""

from collections.abc import Callable, Mapping
from typing import Any
from zlib import crc32

from django.db.models import QuerySet
from django.http import HttpRequest, HttpResponse, HttpResponseNotModified
from django.shortcuts import render
from django.utils import timezone
from django.utils.http import parse_etags
from django.utils.translation import get_language
from rest_framework.request import Request

from scoring.web import pages

SECONDS = 5
SECONDS_BEFORE_THE_NEXT_SEATS = 2
"""The shorter interval while the next seats may be assigned at any time.

In an event it applies from a round's bell or first finished table until the next seats are assigned. At a
cutting-out table it always applies.
"""

Polling = tuple[str, int]
"""A tag, and the seconds until the next request."""


def polled(
    request: HttpRequest | Request, polling: Polling, answer: Callable[[], HttpResponse]
) -> HttpResponse:
    """Return the response of ``answer``, or a 304 if the request has the current tag.

    The tag is sent as a weak ETag, because responses with the same tag can differ: a proxy may compress a
    response, and the tag ignores the seconds on a clock.
    """
    tag, seconds = f'W/"{polling[0]}"', polling[1]
    is_known = tag in parse_etags(request.headers.get("If-None-Match", ""))
    response = HttpResponseNotModified() if is_known else answer()
    response["ETag"], response["Poll-After"] = tag, str(seconds)
    return response


def live_page(
    request: HttpRequest,
    polling: Polling,
    template: str,
    context: Mapping[str, Any] | Callable[[], Mapping[str, Any]],
    status: int = 200,
) -> HttpResponse:
    """Return a page that polls for a new version of the whole page. A poll with the current tag gets a 304.

    An expensive ``context`` can be passed as a function, which is not called for a 304.
    """

    def page() -> HttpResponse:
        shown = context() if callable(context) else context
        return render(request, template, {**shown, "live_tag": polling[0]}, status=status)

    is_asked_again = request.method == "GET" and pages.is_fragment(request)
    return polled(request, polling, page) if is_asked_again else page()


def names_tag(rows: QuerySet[Any], column: str) -> str:
    """Return a digest of the names in a column. The digest changes when any of the names changes."""
    return str(crc32("\n".join(rows.values_list(column, flat=True)).encode()))


def tag_of(*parts: object) -> str:
    """Return the tag of a response that depends on ``parts``, the active language and the time zone."""
    return "-".join(map(str, (*parts, get_language(), timezone.get_current_timezone_name())))

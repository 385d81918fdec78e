"""Answers that are asked for again and again: 304 where nothing has changed since the caller asked last.

What tells one answer from another is what it is derived from, so that none has to be made to be compared.
"""

from collections.abc import Callable, Mapping

from django.utils.http import parse_etags
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse
from rest_framework import status
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.models import Event
from scoring.selectors import events as selected

IF_NEW = OpenApiParameter(
    "If-None-Match",
    str,
    OpenApiParameter.HEADER,
    description="The `ETag` of an earlier answer: where nothing has changed since, the answer is 304.",
)
UNCHANGED = {304: OpenApiResponse(description="Nothing has changed since the answer with this `ETag`.")}


def if_new(request: Request, event: Event, what: str, answer: Callable[[], Mapping[str, object]]) -> Response:
    """Return what ``answer`` makes of the event, or 304 where the caller knows it; ``what`` names the answer.

    The tag is a weak one: the seconds that are left of a clock go on by themselves. It is read before the
    answer is made, which may then be newer than its tag, and is asked for once more at the worst.
    """
    record, version = selected.state(event)
    shown = "-".join(map(str, selected.mark_of(record, version, selected.names_of(record))))
    tag = f'W/"{what}-{event.pk}-{shown}"'
    if tag in parse_etags(request.headers.get("If-None-Match", "")):
        return Response(status=status.HTTP_304_NOT_MODIFIED, headers={"ETag": tag})
    return Response(answer(), headers={"ETag": tag})

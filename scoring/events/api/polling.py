"""Polling in the API with `If-None-Match` and `Poll-After`; `scoring.web.polling` explains both."""

from collections.abc import Callable, Mapping

from django.http import HttpResponse
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.clubs.permissions import Actor
from scoring.events.models import Event
from scoring.events.polling_tags import hall_polling
from scoring.events.state import load_state
from scoring.web.polling import polled

IF_NEW = OpenApiParameter(
    "If-None-Match",
    str,
    OpenApiParameter.HEADER,
    description="The `ETag` of an earlier answer: if nothing has changed since, the answer is 304.",
)
UNCHANGED = {
    304: OpenApiResponse(
        description="Nothing has changed since the answer with this `ETag`. Ask again after `Poll-After` "
        "seconds."
    )
}


def if_new(
    request: Request, event: Event, actor: Actor, what: str, answer: Callable[[], Mapping[str, object]]
) -> HttpResponse:
    """Return ``answer()``, or status 304 if nothing has changed since the caller's earlier answer.

    An answer has a tag in its header ``ETag``, which the caller sends with the next request.

    - The kind of answer, ``what``, is part of the tag.
    - Callers who may run the event get more in their answers, so they have tags of their own.
    - The tag is computed before the answer, so it is never newer than the answer. If the event changes in
      between, the caller asks once more than needed but misses no change.
    """
    polling = hall_polling(f"{what}-all" if actor.may("run an event") else what, load_state(event))
    return polled(request, polling, lambda: Response(answer()))

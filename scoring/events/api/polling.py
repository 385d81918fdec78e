"""`If-None-Match` and `Poll-After` in the API: see `scoring.web.polling`."""

from collections.abc import Callable, Mapping

from django.http import HttpResponse
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse
from rest_framework.request import Request
from rest_framework.response import Response

from scoring.clubs.access import Actor
from scoring.events.models import Event
from scoring.events.state import load
from scoring.web.polling import hall_polling, polled

IF_NEW = OpenApiParameter(
    "If-None-Match",
    str,
    OpenApiParameter.HEADER,
    description="The `ETag` of an earlier answer: where nothing has changed since, the answer is 304.",
)
UNCHANGED = {
    304: OpenApiResponse(
        description="Nothing new since the answer with this `ETag`; ask again after `Poll-After` seconds."
    )
}


def if_new(
    request: Request, event: Event, actor: Actor, what: str, answer: Callable[[], Mapping[str, object]]
) -> HttpResponse:
    """Return what ``answer`` makes of the event, or 304 where the caller knows it; ``what`` names the answer.

    The tag is read before the answer is made, which may then be newer than its tag, and is asked for once
    more at the worst. Callers who run the event have tags of their own, because their answers say more.
    """
    polling = hall_polling(f"{what}-all" if actor.may("run an event") else what, load(event))
    return polled(request, polling, lambda: Response(answer()))

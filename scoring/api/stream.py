"""`events/{id}/stream/`: server-sent events, so that a page hears at once that something has changed.

Every piece of news names the version that it leads up to; the last of those sent together has it as its id,
so that whoever was cut off between them is told them again.
"""

import json
import random
from collections.abc import Iterable

from django.conf import settings
from django.http import HttpResponse, StreamingHttpResponse
from django.http.response import HttpResponseBase
from drf_spectacular.utils import OpenApiParameter, OpenApiResponse, extend_schema
from rest_framework.negotiation import BaseContentNegotiation
from rest_framework.parsers import BaseParser
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request

from scoring.api.callers import event_and_actor
from scoring.clubs.api import REFUSALS, RecordsView
from scoring.listening import Hub, News
from scoring.selectors import live

EVENT_STREAM = "text/event-stream"
MESSAGE = {
    "type": "object",
    "properties": {name: {"type": "string"} for name in ("event", "id", "data")},
}
"""One message of a stream as the description of the API has it; its data are JSON."""
MAY_WAIT = {live.SCORE, live.STANDINGS}
"""News of which nobody would miss a piece for half a second: of deals there are many."""
MOST_EACH = 16
"""Streams that one member or one link may hold open in a process."""


class AlwaysJson(BaseContentNegotiation):
    """Refusals are JSON also for a browser that wants nothing but a stream."""

    def select_parser(self, request: Request, parsers: Iterable[BaseParser]) -> BaseParser | None:
        """Return the first parser."""
        return next(iter(parsers), None)

    def select_renderer(
        self, request: Request, renderers: Iterable[BaseRenderer], format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        """Return the first renderer."""
        first = next(iter(renderers))
        return first, str(first.media_type)


class StreamView(RecordsView):
    """What is new about an event, as it happens."""

    content_negotiation_class = AlwaysJson

    @extend_schema(
        parameters=[
            OpenApiParameter(
                "Last-Event-ID",
                int,
                OpenApiParameter.HEADER,
                description="The version seen last; what is new since is sent first. Left out: everything.",
            ),
            OpenApiParameter("seen", int, description="The same, for a page that has just been read."),
        ],
        responses={
            (200, EVENT_STREAM): OpenApiResponse(
                MESSAGE, "`seating`, `score`, `clock` and `standings`, each with its `version`."
            ),
            204: OpenApiResponse(description="Too many listen already: ask again by polling."),
            **REFUSALS,
        },
        tags=["events"],
    )
    def get(self, request: Request, event: int) -> HttpResponseBase:
        """Stream `seating`, `score`, `clock` and `standings` for somewhat less than a minute."""
        found, actor = event_and_actor(request, event, "see an event")
        if request.method == "HEAD":
            return HttpResponse(content_type=EVENT_STREAM)
        seconds = settings.STREAM_SECONDS * random.uniform(0.8, 1)  # noqa: S311 - spreads who comes again
        listener = HUB.listen(
            found.pk,
            actor.key,
            known=_seen(request),
            seconds=seconds,
            most=settings.STREAMS,
            most_each=MOST_EACH,
        )
        if listener is None:
            return HttpResponse(status=204)
        headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
        return StreamingHttpResponse(listener, content_type=EVENT_STREAM, headers=headers)


def as_text(told: Iterable[live.News], version: int) -> bytes:
    """Return news as a browser's EventSource reads them; the id follows with the last one."""
    pieces = [f"event: {kind}\ndata: {json.dumps(data)}\n" for kind, data in told]
    if pieces:
        pieces[-1] += f"id: {version}\n"
    return "".join(f"{piece}\n" for piece in pieces).encode()


def _seen(request: Request) -> int:
    """Return the version seen last, 0 for none or for what is none."""
    given = request.headers.get("Last-Event-ID") or request.query_params.get("seen", "")
    return int(given) if given.isascii() and given.isdigit() and len(given) < 19 else 0


def _news(event: int, since: int) -> News:
    told, version = live.news(event, since)
    return News(as_text(told, version), version, may_wait={kind for kind, _ in told} <= MAY_WAIT)


HUB = Hub(versions=live.versions, news=_news)
"""Everybody who listens in this process."""

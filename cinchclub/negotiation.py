"""Which kind of answer the API gives: JSON is all it has."""

from collections.abc import Iterable
from typing import Any

from rest_framework.negotiation import DefaultContentNegotiation
from rest_framework.renderers import BaseRenderer
from rest_framework.request import Request


class OneKindOfAnswer(DefaultContentNegotiation):
    """The framework's choice, without weighing what was asked for where there is nothing to weigh.

    That is where a view has one renderer and the request takes anything or just what that one makes. It is
    asked for each request, and the weighing takes as long as reading the deal that was sent.
    """

    def select_renderer(
        self, request: Request, renderers: Iterable[BaseRenderer], format_suffix: str | None = None
    ) -> tuple[BaseRenderer, str]:
        """Return the renderer and the kind of answer; 406 where none of them is taken."""
        plain, known = request._request.META, list(renderers)
        if len(known) == 1 and not format_suffix and not plain.get("QUERY_STRING"):
            kind = known[0].media_type
            if plain.get("HTTP_ACCEPT", "*/*") in ("*/*", kind):
                return known[0], kind
        chosen: tuple[BaseRenderer, Any] = super().select_renderer(request, known, format_suffix)
        return chosen

"""The OpenAPI description. Generating it is slow, so each process caches it by language and media type."""

from typing import Any

from django.conf import settings
from django.http import HttpResponse, HttpResponseBase
from django.utils import translation
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView
from rest_framework.request import Request
from rest_framework.response import Response

Made = tuple[bytes, dict[str, str]]
"""A response's body and headers."""

_MADE: dict[tuple[str | None, str], Made] = {}
"""Cached responses by language and media type; both have few values, so the cache stays small."""


class DescriptionView(SpectacularAPIView):
    """The OpenAPI description, as YAML or JSON, in the requested language."""

    @extend_schema(exclude=True)
    def get(self, request: Request, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Return the description. A known language in ``lang`` overrides the request's language."""
        choice = request.query_params.get("lang")
        language = choice if choice in dict(settings.LANGUAGES) else translation.get_language()
        key = (language, request.accepted_renderer.media_type)
        if (made := _MADE.get(key)) is not None:
            return HttpResponse(made[0], headers=made[1])
        with translation.override(language):
            response: Response = self._get_schema_response(request)  # type: ignore[no-untyped-call]  # theirs
        response.add_post_render_callback(lambda sent: _MADE.update({key: (sent.content, {**sent.headers})}))
        return response

    def _get_version_parameter(self, request: Request) -> None:
        """Return None: the API has one version, whatever version a client requests."""

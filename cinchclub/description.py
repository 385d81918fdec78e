"""The API's description: the same for everybody and dear to make, so made once for each language and form."""

from typing import Any

from django.conf import settings
from django.http import HttpResponse, HttpResponseBase
from django.utils import translation
from drf_spectacular.utils import extend_schema
from drf_spectacular.views import SpectacularAPIView
from rest_framework.request import Request
from rest_framework.response import Response

Made = tuple[bytes, dict[str, str]]
"""What was sent, and its headers."""

_MADE: dict[tuple[str | None, str], Made] = {}
"""By language and media type, of which there are only so many."""


class DescriptionView(SpectacularAPIView):
    """Answers with the description in OpenAPI, as YAML or JSON, in the language asked for."""

    @extend_schema(exclude=True)
    def get(self, request: Request, *args: Any, **kwargs: Any) -> HttpResponseBase:
        """Return the description; ``lang`` prevails over the request's own language, where there is such."""
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
        """Describe the one version that there is, whatever is asked for."""

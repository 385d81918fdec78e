"""The outcome of a request as a response header, so that the pages' scripts need not interpret HTML.

If a script sends an entry, the response has one of the words below in the header `Outcome`. If the response
gives a reason for the outcome, the reason is the text of the element with the attribute `data-reason`.
"""

from typing import TypeVar

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render

Response = TypeVar("Response", bound=HttpResponseBase)

HEADER = "Outcome"

RECORDED = "recorded"
REPEATED = "repeated"
"""The deal was already recorded with the same content, usually from another phone."""
HELD = "held"
PREVIEW = "preview"
"""Nothing was recorded. The response is a preview, or the reason why a new preview is needed."""
REFUSED = "refused"
CONFLICT = "conflict"
SIGNED_OUT = "signed-out"
NOT_ALLOWED = "not-allowed"
STALE_TOKEN = "stale-token"  # noqa: S105 - the word of an outcome
"""The page's CSRF token is outdated; the response header `Token` has the current token."""
BUSY = "busy"

OF_ANSWER = {"recorded": RECORDED, "done": RECORDED, "same": REPEATED, "held": HELD}
"""Maps each outcome of a service's answer to its word in the header."""
OF_STATUS = {
    400: REFUSED,
    401: SIGNED_OUT,
    403: NOT_ALLOWED,
    404: NOT_ALLOWED,
    409: CONFLICT,
    429: BUSY,
    500: BUSY,
    503: BUSY,
}
"""Maps the HTTP status of a response without an outcome to the word in the header."""


def marked(response: Response, outcome: str) -> Response:
    """Set the outcome header of a response, and return the response."""
    response[HEADER] = outcome
    return response


def reason_response(request: HttpRequest, outcome: str, reason: str, *, status: int = 200) -> HttpResponse:
    """Return a response with only an outcome and its reason, for a script."""
    return marked(render(request, "scoring/web/_reason.html", {"reason": reason}, status=status), outcome)

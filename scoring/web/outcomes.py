"""What became of a request, in a header for the scripts of our pages: they never guess from status or markup.

Every answer to a script that sends an entry names one of these words in `Outcome`; the reason, where there is
one, is the text of the element with `data-reason`.
"""

from typing import TypeVar

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render

Response = TypeVar("Response", bound=HttpResponseBase)

HEADER = "Outcome"

RECORDED = "recorded"
REPEATED = "repeated"
"""It was recorded before, by this request or by another phone that said the same."""
HELD = "held"
PREVIEW = "preview"
"""Nothing is recorded: the answer shows what the entry would score."""
REFUSED = "refused"
CONFLICT = "conflict"
SIGNED_OUT = "signed-out"
NOT_ALLOWED = "not-allowed"
STALE_TOKEN = "stale-token"  # noqa: S105 - the word of an outcome
"""The page's token is an old one; `Token` in the header is the one that counts now."""
BUSY = "busy"

OF_ANSWER = {"recorded": RECORDED, "done": RECORDED, "same": REPEATED, "held": HELD}
"""By the outcome of a service's answer."""
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
"""By the status of an answer that no view has written."""


def marked(response: Response, outcome: str) -> Response:
    """Say in the header what became of the request."""
    response[HEADER] = outcome
    return response


def told(request: HttpRequest, outcome: str, reason: str, *, status: int = 200) -> HttpResponse:
    """Tell a script what became of its request, and why, and nothing else."""
    return marked(render(request, "scoring/web/_reason.html", {"reason": reason}, status=status), outcome)

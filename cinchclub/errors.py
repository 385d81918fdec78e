"""Turns exceptions that no view handles into responses: JSON for the API, a page for people.

- ``InvalidInput``: 400. The body names each wrong field with its reason.
- ``Refusal``: the status of its class in `scoring.web.refusals`.
- A busy or unreachable database (`scoring.outages`): 503 with ``Retry-After``.
- A violated constraint: 409, because somebody else was first. A violated NOT NULL is a fault of the program.
- An exception of Django or Django REST framework, such as ``Http404``: its own status.
- Every other exception is a fault of the program: 500.
"""

import logging
import sys
from typing import Any

from django.core.exceptions import PermissionDenied
from django.db import IntegrityError
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.middleware.csrf import get_token
from django.template.loader import render_to_string
from django.utils.translation import gettext_lazy as _
from rest_framework import response, views

from cinchclub import health
from laws.domain.errors import InvalidInput
from laws.templatetags.sentences import translated, translated_errors
from scoring import outages
from scoring.refusals import EveningOver, LinkEnded, Refusal, TooManyAttempts
from scoring.web import kept_forms, outcomes, pages
from scoring.web.refusals import retry_after, status_of

log = logging.getLogger(__name__)

# The statuses with a template of their own. Any other status uses 400.html if it is below 500, else 500.html.
WITH_A_PAGE = (400, 403, 404, 500)
WORDS = {
    400: _("The request could not be understood."),
    403: _("You may not do this."),
    404: _("There is nothing at this address."),
    408: _("The request did not arrive whole in ten seconds. Nothing was recorded; send it again."),
    409: _("Somebody else changed this first. Nothing was recorded. Check the current state."),
    411: _("The request does not say how long its body is. Send Content-Length. Nothing was recorded."),
    500: _("Something went wrong on our side. Look what was recorded before you enter it again."),
    503: _("The club's records are busy. Nothing was recorded; try again in a moment."),
}

AWAY = _("The club's records cannot be reached. Look what was recorded before you enter it again.")
FULL = _("The disk of the club's server is nearly full. Nothing was recorded; you can still read everything.")


def outcome_of(failure: BaseException | None) -> tuple[int, dict[str, Any]] | None:
    """Return the status and body for invalid input, a refusal, a database outage or a conflict.

    Return None for any other failure.
    """
    if isinstance(failure, InvalidInput):
        body: dict[str, Any] = {**translated_errors(failure)}
        return 400, body | ({"law": failure.law} if failure.law else {})
    if isinstance(failure, Refusal):
        return status_of(failure), {**failure.payload(), "detail": translated(failure.detail)}
    if outages.is_passing(failure):
        reason = WORDS[503] if outages.is_busy(failure) else AWAY
        return 503, {"detail": FULL if health.read_only() else reason}
    if isinstance(failure, IntegrityError) and not outages.is_contradiction(failure):
        return 409, {"detail": WORDS[409], "code": "conflict"}
    return None


def exception_handler(failure: Exception, context: dict[str, Any]) -> response.Response | None:
    """Return the API's response. Failures that `outcome_of` does not know go to Django REST framework."""
    if outcome := logged_outcome(failure):
        views.set_rollback()
        status, body = outcome
        return response.Response(body, status=status, headers=extra_headers(status, failure))
    return views.exception_handler(failure, context)


def page_for(request: HttpRequest, failure: BaseException | None) -> HttpResponse | None:
    """Return the response to a failure that `outcome_of` knows, otherwise None."""
    outcome = logged_outcome(failure)
    return answer(request, *outcome, failure) if outcome else None


def logged_outcome(failure: BaseException | None) -> tuple[int, dict[str, Any]] | None:
    """Return the result of `outcome_of`. Log the failure if the database caused it."""
    is_no_refusal = not isinstance(failure, Refusal | InvalidInput)
    if (outcome := outcome_of(failure)) and is_no_refusal:
        log.warning("answered %s: %s", outcome[0], type(failure).__name__, exc_info=failure)
    return outcome


def extra_headers(status: int, failure: BaseException | None = None) -> dict[str, str]:
    """Return ``Retry-After``, in seconds, for too many attempts or a 503; otherwise no header."""
    if isinstance(failure, TooManyAttempts):
        return retry_after(failure)
    return {"Retry-After": "2"} if status == 503 else {}


def answer(
    request: HttpRequest, status: int, body: dict[str, Any], failure: BaseException | None = None
) -> HttpResponse:
    """Answer a request to the API with ``body`` as JSON, and any other request with a page."""
    if request.path.startswith("/api/"):
        return JsonResponse(body, status=status, headers=extra_headers(status, failure))
    detail = body.get("detail")
    reasons = [] if detail else [(field, reason) for field, value in body.items() for reason in texts(value)]
    context = {
        "status": status,
        "title": HttpResponse(status=status).reason_phrase,
        "detail": detail,
        "reasons": reasons,
        "link_ended": isinstance(failure, LinkEnded),
        "code": getattr(failure, "code", ""),
        "evening_over": isinstance(failure, EveningOver) and failure,
    }
    headers = extra_headers(status, failure)
    if pages.is_fragment(request):
        headers[outcomes.HEADER] = outcomes.OF_STATUS.get(status, outcomes.REFUSED)
    nearest = status if status in WITH_A_PAGE else 400 if status < 500 else 500
    page = render_to_string(f"{nearest}.html", context, request if status < 500 else None)
    return HttpResponse(page, status=status, headers=headers)


def texts(reasons: Any) -> list[str]:
    return [str(reason) for reason in reasons] if isinstance(reasons, list | tuple) else [str(reasons)]


def bad_request(request: HttpRequest, exception: Exception) -> HttpResponse:
    """Answer 400 to a request that Django finds suspicious."""
    return answer(request, 400, {"detail": WORDS[400]})


def permission_denied(request: HttpRequest, exception: PermissionDenied) -> HttpResponse:
    return answer(request, 403, {"detail": str(exception) or WORDS[403]})


def csrf_failure(request: HttpRequest, reason: str = "") -> HttpResponse:
    """Answer 403 to a request without a valid CSRF token.

    The page keeps the submitted fields that `kept_forms.kept_from` returns, so that nobody has to type them
    again. The site's own script also gets the current token in a header, and sends the request again with
    this token. That is safe, because no other site can read the header.
    """
    if request.path.startswith("/api/"):
        return answer(request, 403, {"detail": WORDS[403]})
    response = kept_forms.page(request, kept_forms.kept_from(request), status=403)
    if pages.is_fragment(request):
        outcomes.marked(response, outcomes.STALE_TOKEN)["Token"] = get_token(request)
    return response


def page_not_found(request: HttpRequest, exception: Http404) -> HttpResponse:
    """Answer 404, with the same text whether or not another club has the record."""
    return answer(request, 404, {"detail": WORDS[404]})


def server_error(request: HttpRequest) -> HttpResponse:
    """Answer a fault of the program with 500.

    A failure that `outcome_of` knows gets its usual answer, even if it occurs outside the views, for example
    while a session is saved.
    """
    return page_for(request, sys.exc_info()[1]) or answer(request, 500, {"detail": WORDS[500]})

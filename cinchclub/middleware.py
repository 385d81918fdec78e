"""Middleware for pages and for the API."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.urls import is_valid_path

from cinchclub import errors, health
from cinchclub.client_address import settle_address
from cinchclub.refused import REFUSED
from scoring.clubs.authentication import caller

SAFE = ("GET", "HEAD", "OPTIONS", "TRACE")
"""HTTP methods that record nothing."""
OPEN_WHEN_FULL = ("/sign-in/", "/sign-out/")

GetResponse = Callable[[HttpRequest], HttpResponseBase]


class answer_failures:  # noqa: N801 - named as the step it is in the settings' list
    """Middleware that turns a view's exception into the response of ``cinchclub.errors``."""

    def __init__(self, get_response: GetResponse) -> None:
        self.get_response = get_response

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.get_response(request)

    def process_exception(self, request: HttpRequest, failure: Exception) -> HttpResponse | None:
        """Return the response to ``failure``, or None to leave the failure to Django."""
        return errors.page_for(request, failure)


def know_address(get_response: GetResponse) -> GetResponse:
    """Set the request's client address, before any limit uses the address."""

    def step(request: HttpRequest) -> HttpResponseBase:
        settle_address(request.META)
        return get_response(request)

    return step


def refuse_unread(get_response: GetResponse) -> GetResponse:
    """Refuse a request whose body the server stopped waiting for (see `FewThreads.read`)."""

    def step(request: HttpRequest) -> HttpResponseBase:
        if status := request.META.get(REFUSED):
            return errors.answer(request, status, {"detail": errors.WORDS[status]})
        return get_response(request)

    return step


def refuse_large_bodies(get_response: GetResponse) -> GetResponse:
    """Refuse a body above the limit before it is read, including bodies that Django would stream."""

    def step(request: HttpRequest) -> HttpResponseBase:
        limit = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
        try:
            length = int(request.META.get("CONTENT_LENGTH") or 0)
        except ValueError:
            length = 0
        if limit is not None and length > limit:
            reason = f"The body holds {length} bytes; at most {limit} are read."
            return errors.answer(request, 400, {"body": [reason]})
        return get_response(request)

    return step


def require_length(get_response: GetResponse) -> GetResponse:
    """Refuse a request with a chunked body.

    The server cannot tell whether a chunked body is complete, so it reads no chunked body. A view would see
    an empty body.
    """

    def step(request: HttpRequest) -> HttpResponseBase:
        if request.META.get("HTTP_TRANSFER_ENCODING"):
            return errors.answer(request, 411, {"detail": errors.WORDS[411], "code": "length-required"})
        return get_response(request)

    return step


def answer_without_slash(get_response: GetResponse) -> GetResponse:
    """Add a missing final slash to the path of a request that writes, if only the path with a slash exists.

    Django redirects a request that only reads. A redirect would lose the method and the body of a request
    that writes.
    """

    def step(request: HttpRequest) -> HttpResponseBase:
        path = request.path_info
        if request.method not in SAFE and not path.endswith("/") and not is_valid_path(path):
            with_slash = f"{path}/"
            if is_valid_path(with_slash):
                request.path_info, request.path = with_slash, f"{request.path}/"
        return get_response(request)

    return step


def refuse_when_full(get_response: GetResponse) -> GetResponse:
    """Refuse requests that write while the disk is nearly full; reading still works.

    Signing in and out stays possible, so that the people in charge can look into the problem.
    """

    def step(request: HttpRequest) -> HttpResponseBase:
        writes = request.method not in SAFE and request.path not in OPEN_WHEN_FULL
        if writes and health.read_only():
            return errors.answer(request, 503, {"detail": errors.FULL})
        return get_response(request)

    return step


def ask_for_no_devices(get_response: GetResponse) -> GetResponse:
    """Forbid pages and their scripts to use the devices listed in the settings (``Permissions-Policy``)."""

    def step(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        response["Permissions-Policy"] = ", ".join(f"{device}=()" for device in settings.UNUSED_DEVICES)
        return response

    return step


def keep_private_pages_private(get_response: GetResponse) -> GetResponse:
    """Forbid caching of the responses to known callers.

    A caller is known if they are signed in or have opened a link or card. A ``Cache-Control`` header that the
    view has set is kept.
    """

    def step(request: HttpRequest) -> HttpResponseBase:
        response = get_response(request)
        if "Cache-Control" not in response and caller(request).is_known:
            response["Cache-Control"] = "no-store, private"
        return response

    return step

"""What every request passes, whichever door it comes to."""

from collections.abc import Callable

from django.conf import settings
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.urls import is_valid_path

from cinchclub import errors, health
from cinchclub.addresses import settle_address
from cinchclub.refused import REFUSED
from scoring.clubs.authentication import caller

SAFE = ("GET", "HEAD", "OPTIONS", "TRACE")
"""The methods that record nothing."""
OPEN_WHEN_FULL = ("/sign-in/", "/sign-out/")

Door = Callable[[HttpRequest], HttpResponseBase]


class answer_failures:  # noqa: N801 - named as the step it is in the settings' list
    """Turn what a view raises into the answer that ``cinchclub.errors`` gives for it."""

    def __init__(self, door: Door) -> None:
        self.door = door

    def __call__(self, request: HttpRequest) -> HttpResponseBase:
        return self.door(request)

    def process_exception(self, request: HttpRequest, failure: Exception) -> HttpResponse | None:
        """Return the answer for ``failure``, or None to leave it to Django (a fault of ours: 500)."""
        return errors.page_for(request, failure)


def know_address(door: Door) -> Door:
    """Settle which address the request came from before anything counts by it."""

    def step(request: HttpRequest) -> HttpResponseBase:
        settle_address(request.META)
        return door(request)

    return step


def refuse_unread(door: Door) -> Door:
    """Answer for a body that the server did not wait for: a late one, or one of too many from an address."""

    def step(request: HttpRequest) -> HttpResponseBase:
        if status := request.META.get(REFUSED):
            return errors.answer(request, status, {"detail": errors.WORDS[status]})
        return door(request)

    return step


def refuse_large_bodies(door: Door) -> Door:
    """Refuse a body above the limit before anything reads it, also where Django would stream it."""

    def step(request: HttpRequest) -> HttpResponseBase:
        limit = settings.DATA_UPLOAD_MAX_MEMORY_SIZE
        try:
            length = int(request.META.get("CONTENT_LENGTH") or 0)
        except ValueError:
            length = 0
        if limit is not None and length > limit:
            reason = f"The body holds {length} bytes; at most {limit} are read."
            return errors.answer(request, 400, {"body": [reason]})
        return door(request)

    return step


def require_length(door: Door) -> Door:
    """Refuse a body sent in chunks, which the server would pass on as if it were empty.

    The server does not tell a body that broke off between two chunks from a whole one, so reading the chunks
    could record half a request.
    """

    def step(request: HttpRequest) -> HttpResponseBase:
        if request.META.get("HTTP_TRANSFER_ENCODING"):
            return errors.answer(request, 411, {"detail": errors.WORDS[411], "code": "length-required"})
        return door(request)

    return step


def answer_without_slash(door: Door) -> Door:
    """Answer what would record something at an address without its final slash as if the slash were there.

    A redirect, which readers get, would lose the method and the body.
    """

    def step(request: HttpRequest) -> HttpResponseBase:
        path = request.path_info
        if request.method not in SAFE and not path.endswith("/") and not is_valid_path(path):
            with_slash = f"{path}/"
            if is_valid_path(with_slash):
                request.path_info, request.path = with_slash, f"{request.path}/"
        return door(request)

    return step


def refuse_when_full(door: Door) -> Door:
    """Refuse what would write while the disk is nearly full; everything can still be read.

    Signing in and out stays open: without it nobody could see to the disk through the office.
    """

    def step(request: HttpRequest) -> HttpResponseBase:
        writes = request.method not in SAFE and request.path not in OPEN_WHEN_FULL
        if writes and health.read_only():
            return errors.answer(request, 503, {"detail": errors.FULL})
        return door(request)

    return step


def ask_for_no_devices(door: Door) -> Door:
    """Tell the browser that no page uses the devices named in the settings, nor lets a script use them."""

    def step(request: HttpRequest) -> HttpResponseBase:
        response = door(request)
        response["Permissions-Policy"] = ", ".join(f"{device}=()" for device in settings.UNUSED_DEVICES)
        return response

    return step


def keep_private_pages_private(door: Door) -> Door:
    """Keep what a member or a table's phone sees out of every cache, unless the view says otherwise."""

    def step(request: HttpRequest) -> HttpResponseBase:
        response = door(request)
        if "Cache-Control" not in response and caller(request).is_known:
            response["Cache-Control"] = "no-store, private"
        return response

    return step

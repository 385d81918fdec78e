"""Keeps the data of a form while the user signs in again or gets a new CSRF token.

Pages pass the data on in hidden fields; nothing is stored. Data that another site may have sent is not kept.
"""

from typing import Any

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

SALT = "kept-form"
KEPT_FOR = 2 * 60 * 60
"""Seconds within which the user must sign in."""

Kept = dict[str, Any]


def kept_from(request: HttpRequest) -> Kept | None:
    """Return the address and fields of a request. None in three cases:

    - The request has no fields.
    - It has passwords or files, which must not be written into a page.
    - Another site may have sent it.
    """
    fields = [
        (name, value)
        for name, values in request.POST.lists()
        for value in values
        if name != "csrfmiddlewaretoken"
    ]
    if not fields or holds_secrets(request) or not _is_from_here(request):
        return None
    return {"path": request.get_full_path(), "fields": fields}


def holds_secrets(request: HttpRequest) -> bool:
    """Return whether the request has passwords or files, which the user must enter again."""
    return bool(request.FILES) or any("password" in name for name in request.POST)


def sealed(kept: Kept | None) -> str:
    """Sign the kept data, so that nobody can change them on the sign-in page. Return "" for None."""
    return signing.dumps(kept, salt=SALT, compress=True) if kept else ""


def opened(text: str) -> Kept | None:
    """Return the data that `sealed` signed, or None if the text is invalid or older than KEPT_FOR."""
    try:
        kept: Kept = signing.loads(text, salt=SALT, max_age=KEPT_FOR)
    except signing.BadSignature:
        return None
    return kept


def page(request: HttpRequest, kept: Kept | None, *, status: int = 200, **context: Any) -> HttpResponse:
    """Show a page with the message that nothing was sent yet, and a button to send the kept data.

    If no data was kept, the page has a link back instead.
    """
    context |= {"kept": kept, "path": request.get_full_path()}
    return render(request, "kept_form.html", context, status=status)


def _is_from_here(request: HttpRequest) -> bool:
    here = (f"{request.scheme}://{request.get_host()}", *settings.CSRF_TRUSTED_ORIGINS)
    return request.headers.get("Origin") in here or request.headers.get("Sec-Fetch-Site") == "same-origin"

"""What somebody typed is kept while they sign in, or get a token that counts: nothing is typed twice.

A page carries it on in hidden fields; nothing is stored. A request that another site may have sent is never
offered to be sent again.
"""

from typing import Any

from django.conf import settings
from django.core import signing
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

SALT = "kept-form"
KEPT_FOR = 2 * 60 * 60
"""Seconds within which somebody has to sign in."""

Kept = dict[str, Any]


def of(request: HttpRequest) -> Kept | None:
    """Return the address and the fields of what was sent; None where they cannot be kept.

    Passwords and files are not written into a page.
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
    """Return whether passwords or files were sent, which nobody can be spared to give again."""
    return bool(request.FILES) or any("password" in name for name in request.POST)


def sealed(kept: Kept | None) -> str:
    """Return it as a text that nobody can change on the way through the page for signing in."""
    return signing.dumps(kept, salt=SALT, compress=True) if kept else ""


def opened(text: str) -> Kept | None:
    """Return what `sealed` wrote; None for anything else, and for what is too old."""
    try:
        kept: Kept = signing.loads(text, salt=SALT, max_age=KEPT_FOR)
    except signing.BadSignature:
        return None
    return kept


def page(request: HttpRequest, kept: Kept | None, *, status: int = 200, **context: Any) -> HttpResponse:
    """Show that nothing was sent yet, with the button that sends it; without ``kept``, the way back."""
    context |= {"kept": kept, "path": request.get_full_path()}
    return render(request, "kept_form.html", context, status=status)


def _is_from_here(request: HttpRequest) -> bool:
    here = (f"{request.scheme}://{request.get_host()}", *settings.CSRF_TRUSTED_ORIGINS)
    return request.headers.get("Origin") in here or request.headers.get("Sec-Fetch-Site") == "same-origin"

"""Shared parts of the pages: callers, signing in, and decorators that check permissions."""

import re
from collections.abc import Callable
from datetime import tzinfo
from functools import cache, partial, wraps
from typing import Any
from urllib.parse import urlencode
from zoneinfo import ZoneInfo

from django.contrib import messages
from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import redirect, render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from scoring.calls.models import Call
from scoring.clubs import access, authentication
from scoring.clubs.forms import SignInForm
from scoring.clubs.models import Club
from scoring.disputes.models import Dispute
from scoring.events.access import event_for, published_event
from scoring.tables.access import own_table_for, record_for, table_for
from scoring.web import kept_forms, outcomes


def address_of_request(request: HttpRequest) -> str:
    """Return the client's IP address for limits, as the middleware `know_address` has set it."""
    address: str = request.META.get("REMOTE_ADDR", "")
    return address


def keep_table_link(request: HttpRequest, table_id: int, link_id: int) -> None:
    """Remember the opened table link in the session, and renew the session key."""
    links = request.session.get(authentication.SESSION_LINKS, {})
    request.session.cycle_key()
    request.session[authentication.SESSION_LINKS] = links | {str(table_id): link_id}


def keep_evening_link(request: HttpRequest, link_id: int) -> None:
    """Remember the opened link to a player's evening in the session, and renew the session key."""
    others = [link for link in request.session.get(authentication.SESSION_EVENINGS, ()) if link != link_id]
    request.session.cycle_key()
    request.session[authentication.SESSION_EVENINGS] = [*others, link_id]


View = Callable[..., HttpResponseBase]


def _admitting(
    is_admitted: Callable[[HttpRequest], bool],
) -> Callable[[View], Callable[..., HttpResponseBase]]:
    """Return a decorator that sends callers who are not admitted to sign in, keeping their form."""

    def decorate(view: View) -> Callable[..., HttpResponseBase]:
        @wraps(view)
        def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            return view(request, *args, **kwargs) if is_admitted(request) else _sign_in_first(request)

        return guarded

    return decorate


signed_in = _admitting(lambda request: request.user.is_authenticated)
known_callers = _admitting(lambda request: authentication.caller(request).is_known)
"""Admits callers who are signed in or hold a link."""


def _sign_in_first(request: HttpRequest) -> HttpResponse:
    is_read = request.method in ("GET", "HEAD")
    if is_read and not is_fragment(request):
        return redirect_to_login(request.get_full_path())
    kept = None if is_fragment(request) else kept_forms.of(request)
    context = {
        "form": SignInForm(auto_id="%s"),
        "kept": kept,
        "sealed": kept_forms.sealed(kept),
        "next": request.get_full_path() if is_read or kept_forms.holds_secrets(request) else "",
    }
    return outcomes.marked(render(request, "signed_out.html", context, status=401), outcomes.SIGNED_OUT)


Decorator = Callable[[Callable[..., HttpResponse]], Any]


@cache
def _zone(name: str) -> tzinfo | None:
    """Return a club's time zone.

    It is never the same object as the server's, even if both names are equal.
    """
    return ZoneInfo.no_cache(name) if name else None


def _page_decorator(find: Callable[..., tuple[Any, access.Actor]], key: str, guard: Any) -> Any:
    """Return a decorator factory ``(see, change)`` for pages of a club, table, event, dispute or call.

    ``see`` is the permission to read the page, ``change`` the permission to post to it; "" allows neither.
    The view gets the object that ``find`` returns for the argument ``key`` of its address, and the actor. For
    an event, a table number in the address selects the actor's table. Times are shown in the club's time
    zone.
    """

    def open_to(see: str, change: str = "") -> Decorator:
        methods = ["GET", "HEAD"] * bool(see) + ["POST"] * bool(change)

        def decorate(view: Callable[..., HttpResponse]) -> Any:
            @wraps(view)
            def page(request: HttpRequest, **kwargs: Any) -> HttpResponse:
                action = change if request.method == "POST" else see
                table = {"table_number": kwargs["table_number"]} if "table_number" in kwargs else {}
                found, actor = find(authentication.caller(request), kwargs.pop(key), action, **table)
                club = found if isinstance(found, Club) else found.club
                with timezone.override(_zone(club.time_zone)):
                    return view(request, found, actor, **kwargs)

            return require_http_methods(methods)(guard(page))

        return decorate

    return open_to


club_page: Callable[..., Decorator] = _page_decorator(access.club_for, "slug", signed_in)
event_page: Callable[..., Decorator] = _page_decorator(event_for, "event_id", known_callers)
table_page: Callable[..., Decorator] = _page_decorator(table_for, "table_id", known_callers)
dispute_page: Callable[..., Decorator] = _page_decorator(
    partial(record_for, Dispute), "dispute_id", known_callers
)
"""Event, table and dispute pages also admit holders of a table's link."""

own_table_page: Callable[..., Decorator] = _page_decorator(own_table_for, "table_id", known_callers)
call_page: Callable[..., Decorator] = _page_decorator(
    partial(record_for, Call, at=own_table_for), "call_id", known_callers
)
"""These two also admit players with a link to their own evening, for tables of that event."""

published_page: Callable[..., Decorator] = _page_decorator(published_event, "event_id", lambda view: view)
"""Admits everybody."""


def club_doors(actor: access.Actor) -> dict[str, bool]:
    """Return which of the club's pages the actor may open."""
    return {
        "may_open": actor.may("open a table"),
        "may_direct": actor.may("direct"),
        "may_add": actor.may("add members"),
        "may_see_journal": actor.may("see the journal"),
    }


def search_of(request: HttpRequest) -> str:
    """Return the current search as the beginning of a query string, for links to other result pages."""
    search = {name: value for name, value in request.GET.items() if value and name != "page"}
    return urlencode(search) + "&" if search else ""


def is_fragment(request: HttpRequest) -> bool:
    """Return whether a script asked for only a part of the page."""
    return bool(getattr(request, "htmx", False))


def redirect_saying(request: HttpRequest, message: str, to: str, *args: object) -> HttpResponse:
    """Redirect to another page that shows the message, if it is not empty."""
    if message:
        messages.success(request, message)
    return redirect(to, *args)


def whole(text: str) -> Any:
    """Return a short whole number as an int, and other text unchanged for the domain to refuse.

    A minus may be the sign that the pages print, or one of the dashes on phone keyboards.
    """
    typed = re.sub("^[\u2212\u2013\u2012\ufe63\uff0d]", "-", text.strip())
    is_number = typed.isascii() and typed.removeprefix("-").isdigit() and len(typed) < 6
    return int(typed) if is_number else text

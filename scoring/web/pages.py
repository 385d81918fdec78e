"""What the pages of every feature share: who asks, signing in first, and who may open which page."""

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
from scoring.events.access import event_for, own_table_for, published_event
from scoring.tables.access import record_for, table_for
from scoring.web import kept_forms, outcomes


def address_of_request(request: HttpRequest) -> str:
    """Return the address by which limits count the request, as `know_address` has settled it."""
    address: str = request.META.get("REMOTE_ADDR", "")
    return address


def keep_table_link(request: HttpRequest, table_id: int, link_id: int) -> None:
    """Let this browser use the table that the link opened from now on, under a fresh session key."""
    links = request.session.get(authentication.SESSION_LINKS, {})
    request.session.cycle_key()
    request.session[authentication.SESSION_LINKS] = links | {str(table_id): link_id}


def keep_evening_link(request: HttpRequest, link_id: int) -> None:
    """Let this browser use the evening that the link opened, beside others, under a fresh session key."""
    others = [link for link in request.session.get(authentication.SESSION_EVENINGS, ()) if link != link_id]
    request.session.cycle_key()
    request.session[authentication.SESSION_EVENINGS] = [*others, link_id]


View = Callable[..., HttpResponseBase]


def _admitting(
    is_admitted: Callable[[HttpRequest], bool],
) -> Callable[[View], Callable[..., HttpResponseBase]]:
    """Return a decorator that sends everybody else to sign in first; what they sent is kept meanwhile."""

    def decorate(view: View) -> Callable[..., HttpResponseBase]:
        @wraps(view)
        def door(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            return view(request, *args, **kwargs) if is_admitted(request) else _sign_in_first(request)

        return door

    return decorate


signed_in = _admitting(lambda request: request.user.is_authenticated)
known_callers = _admitting(lambda request: authentication.caller(request).is_known)
"""Those who are signed in or hold a link."""


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
    """Return a club's zone, as an object that is not the server's even where both have the same name."""
    return ZoneInfo.no_cache(name) if name else None


def _door(find: Callable[..., tuple[Any, access.Actor]], key: str, guard: Any) -> Any:
    """Return a decorator of pages: to whoever may ``see``, the form to whoever may ``change``; "" for none.

    In place of the ``key`` in its address the page is given what ``find`` finds, and the actor there: of
    those whom somebody can be in an event, the one at the table in the address. Its times are those of the
    club's zone.
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


club_page: Callable[..., Decorator] = _door(access.club_for, "slug", signed_in)
event_page: Callable[..., Decorator] = _door(event_for, "event_id", known_callers)
table_page: Callable[..., Decorator] = _door(table_for, "table_id", known_callers)
dispute_page: Callable[..., Decorator] = _door(partial(record_for, Dispute), "dispute_id", known_callers)
"""These three also for whoever holds a link."""

own_table_page: Callable[..., Decorator] = _door(own_table_for, "table_id", known_callers)
call_page: Callable[..., Decorator] = _door(
    partial(record_for, Call, at=own_table_for), "call_id", known_callers
)
"""These two also for a player of the table's event who holds the link to their own evening."""

published_page: Callable[..., Decorator] = _door(published_event, "event_id", lambda view: view)
"""For everybody."""


def club_doors(actor: access.Actor) -> dict[str, bool]:
    """Return which of the club's pages the actor may open."""
    return {
        "may_open": actor.may("open a table"),
        "may_direct": actor.may("direct"),
        "may_add": actor.may("add members"),
        "may_see_journal": actor.may("see the journal"),
    }


def search_of(request: HttpRequest) -> str:
    """Return what is searched for as it stands in the address of another page of what was found."""
    search = {name: value for name, value in request.GET.items() if value and name != "page"}
    return urlencode(search) + "&" if search else ""


def is_fragment(request: HttpRequest) -> bool:
    """Return whether a script asks for a part of the page."""
    return bool(getattr(request, "htmx", False))


def redirect_saying(request: HttpRequest, message: str, to: str, *args: object) -> HttpResponse:
    """Lead to another page, with the message above it, if there is one."""
    if message:
        messages.success(request, message)
    return redirect(to, *args)


def whole(text: str) -> Any:
    """Return the text as a whole number where it is a short one, else as it is, for the domain to refuse.

    A minus may be the sign that our pages print, or one of the dashes that a phone's keyboard has.
    """
    typed = re.sub("^[\u2212\u2013\u2012\ufe63\uff0d]", "-", text.strip())
    is_number = typed.isascii() and typed.removeprefix("-").isdigit() and len(typed) < 6
    return int(typed) if is_number else text

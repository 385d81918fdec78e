"""Decorators that check permissions for pages, and show the sign-in form to callers who must sign in.

Each feature has its own decorators in its ``guards``, made by `page_decorator`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import tzinfo
from functools import cache, wraps
from typing import Any
from zoneinfo import ZoneInfo

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.utils import timezone
from django.views.decorators.http import require_http_methods

from scoring.clubs import access, authentication
from scoring.clubs.account_forms import SignInForm
from scoring.clubs.models import Club
from scoring.web import kept_forms, outcomes, pages

View = Callable[..., HttpResponseBase]


def _admitting(
    is_admitted: Callable[[HttpRequest], bool],
) -> Callable[[View], Callable[..., HttpResponseBase]]:
    """Return a decorator that shows the sign-in form to callers who are not admitted.

    If such a caller has posted a form, its fields are kept.
    """

    def decorate(view: View) -> Callable[..., HttpResponseBase]:
        @wraps(view)
        def guarded(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
            return view(request, *args, **kwargs) if is_admitted(request) else _sign_in_first(request)

        return guarded

    return decorate


signed_in = _admitting(lambda request: request.user.is_authenticated)
known_callers = _admitting(lambda request: authentication.caller(request).is_known)
"""Admits callers who are signed in or hold a link or card, and shows the sign-in form to all others."""


def _sign_in_first(request: HttpRequest) -> HttpResponse:
    is_read = request.method in ("GET", "HEAD")
    if is_read and not pages.is_fragment(request):
        return redirect_to_login(request.get_full_path())
    kept = None if pages.is_fragment(request) else kept_forms.kept_from(request)
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
    """Return the time zone with this name, or None (the server's time zone) without a name.

    The object is always new, so it differs from the server's time zone even if both have the same name. The
    template filter ``date`` relies on this to recognise that a club's zone is active.
    """
    return ZoneInfo.no_cache(name) if name else None


def page_decorator(
    find: Callable[..., tuple[Any, access.Actor]], key: str, guard: Any
) -> Callable[..., Decorator]:
    """Return a function ``(see, change)`` that makes decorators for pages about one kind of object.

    - ``see``: the permission to open the page. Without it, GET is not allowed.
    - ``change``: the permission to post to the page. Without it, POST is not allowed.

    The kinds are club, table, event, dispute and call. ``find`` loads the object. Its arguments are the
    caller, the URL argument ``key`` (an id or slug), the permission and, if the URL has one, the table
    number. ``find`` returns the object and the caller as an actor, and the view gets both. ``guard`` shows
    the sign-in form to callers whom it does not admit. Times are shown in the club's time zone.
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


club_page = page_decorator(access.club_for, "slug", signed_in)


@dataclass(frozen=True, slots=True)
class ClubPermissions:
    """Which of the club's pages the actor may open."""

    may_open: bool
    may_direct: bool
    may_add: bool
    may_see_journal: bool


def club_permissions(actor: access.Actor) -> ClubPermissions:
    return ClubPermissions(
        may_open=actor.may("open a table"),
        may_direct=actor.may("direct"),
        may_add=actor.may("add members"),
        may_see_journal=actor.may("see the journal"),
    )

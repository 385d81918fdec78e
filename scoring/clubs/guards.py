"""Decorators that check permissions for pages, and show the sign-in form to callers who must sign in.

Other features have a module ``guards`` of their own, with decorators that `page_decorator` makes.
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

from scoring.clubs import authentication, permissions
from scoring.clubs.account_forms import SignInForm
from scoring.clubs.models import Club
from scoring.web import kept_forms, outcomes, pages

View = Callable[..., HttpResponseBase]


def _admitting(
    is_admitted: Callable[[HttpRequest], bool],
) -> Callable[[View], Callable[..., HttpResponseBase]]:
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
    # The template filter `date` checks whether this object is the server's time zone. Without `no_cache`,
    # it would be the same object for a club with the same time zone as the server.
    return ZoneInfo.no_cache(name) if name else None


def page_decorator(
    find: Callable[..., tuple[Any, permissions.Actor]], key: str, guard: Any
) -> Callable[..., Decorator]:
    """Return a function that makes decorators for pages about one kind of object.

    - ``find``: loads an object, such as a club, table, event or dispute. Its arguments are the caller, the
      object's id or slug, the permission and, if the URL has one, the table number. It returns the object and
      the actor, or raises NotFound or NotAllowed.
    - ``key``: the name of the URL argument with the object's id or slug.
    - ``guard``: a decorator that admits callers, such as `known_callers`.

    The returned function has two arguments:

    - ``see``: the permission that GET needs; empty if GET is not allowed.
    - ``change``: the permission that POST needs; empty if POST is not allowed.

    A decorated view gets the request, the object and the caller as an actor. It shows times in the club's
    time zone.
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


club_page = page_decorator(permissions.club_for, "slug", signed_in)


@dataclass(frozen=True, slots=True)
class ClubPermissions:
    """Whether an actor may open tables, direct, add members, and see the journal of the club."""

    may_open: bool
    may_direct: bool
    may_add: bool
    may_see_journal: bool


def club_permissions(actor: permissions.Actor) -> ClubPermissions:
    return ClubPermissions(
        may_open=actor.may("open a table"),
        may_direct=actor.may("direct"),
        may_add=actor.may("add members"),
        may_see_journal=actor.may("see the journal"),
    )

"""What the pages' doors share: who is asking, signing in first, and words after a deed."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import wraps
from typing import Any

from django.contrib.auth.views import redirect_to_login
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase

from scoring.callers import caller
from scoring.clubs.access import Actor


@dataclass(frozen=True, slots=True)
class Notice:
    """What became of an entry, for the fragment that says so; ``body`` is the service's answer."""

    template: str
    body: Mapping[str, Any] = field(default_factory=dict)


def known_callers(view: Callable[..., HttpResponse]) -> Callable[..., HttpResponseBase]:
    """Send whoever is neither signed in nor holds a table's link to sign in first."""

    @wraps(view)
    def door(request: HttpRequest, *args: Any, **kwargs: Any) -> HttpResponseBase:
        if not caller(request).is_known:
            return redirect_to_login(request.get_full_path())
        return view(request, *args, **kwargs)

    return door


def club_doors(actor: Actor) -> dict[str, bool]:
    """Return which of the club's pages the actor may open."""
    return {
        "may_open": actor.may("open a table"),
        "may_direct": actor.may("direct"),
        "may_add": actor.may("add members"),
        "may_see_journal": actor.may("see the journal"),
    }


def is_fragment(request: HttpRequest) -> bool:
    """Return whether a script asks for a part of the page."""
    return bool(getattr(request, "htmx", False))

"""What the pages of every feature share: who asks, signing in first, refusals beside the fields of a form."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import wraps
from typing import Any

from django import forms
from django.conf import settings
from django.contrib.auth.decorators import login_required
from django.contrib.auth.views import redirect_to_login
from django.contrib.sessions.backends.base import SessionBase
from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.shortcuts import render
from django.urls import reverse
from django.utils.html import format_html
from django.views.decorators.http import require_http_methods

from laws.domain.errors import InvalidInput
from laws.queries import law_named
from laws.templatetags.sentences import translated
from scoring.clubs.access import Actor, Caller, club_for
from scoring.events.access import event_for
from scoring.events.models import EntrantLink
from scoring.refusals import Conflict, NotAllowed, NotFound, Refusal, TooManyAttempts
from scoring.tables.models import TableLink

SESSION_LINKS = "table_links"
"""Where a session keeps the table links it was opened with: table id → link id."""
SESSION_EVENINGS = "evenings"
"""Where a session keeps the links of somebody's own evenings: event id → link id."""


STATUSES: Mapping[type[Refusal], int] = {NotFound: 404, NotAllowed: 403, Conflict: 409, TooManyAttempts: 429}


def status_of(refusal: Refusal) -> int:
    """Return the HTTP status as which a refusal is sent, on pages and by the API."""
    return next(status for kind, status in STATUSES.items() if isinstance(refusal, kind))


def caller(request: HttpRequest) -> Caller:
    """Return who sent the request. The links are checked against the database when a table is asked for."""
    session = request.session
    return Caller(request.user, _ids(session, SESSION_LINKS), _ids(session, SESSION_EVENINGS))


def _ids(session: SessionBase, kept: str) -> dict[int, int]:
    return {int(opened): int(link) for opened, link in session.get(kept, {}).items()}


def address_of_request(request: HttpRequest) -> str:
    """Return the address the request came from; behind a proxy, the one that the proxy added."""
    forwarded = request.headers.get("X-Forwarded-For", "") if settings.BEHIND_PROXY else ""
    return forwarded.rpartition(",")[2].strip() or request.META.get("REMOTE_ADDR", "")


def keep_link(request: HttpRequest, link: TableLink) -> None:
    """Let this browser use the link's table from now on, under a fresh session key."""
    links = request.session.get(SESSION_LINKS, {})
    request.session.cycle_key()
    request.session[SESSION_LINKS] = links | {str(link.table_id): link.pk}


def keep_evening(request: HttpRequest, link: EntrantLink) -> None:
    """Let this browser see somebody's own evening from now on, under a fresh session key."""
    kept = request.session.get(SESSION_EVENINGS, {})
    request.session.cycle_key()
    request.session[SESSION_EVENINGS] = kept | {str(link.entrant.event_id): link.pk}


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


def club_page(see: str, change: str = "") -> Callable[[Callable[..., HttpResponse]], Any]:
    """Open a page of a club to whoever may ``see`` it, its form to whoever may ``change`` it; "" for none.

    In place of the club's slug the page is given the club, and the actor in it.
    """
    methods = ["GET", "HEAD"] * bool(see) + ["POST"] * bool(change)

    def decorate(view: Callable[..., HttpResponse]) -> Any:
        @wraps(view)
        def page(request: HttpRequest, slug: str, **kwargs: Any) -> HttpResponse:
            action = change if request.method == "POST" else see
            return view(request, *club_for(caller(request), slug, action), **kwargs)

        return require_http_methods(methods)(login_required(page))

    return decorate


def event_page(see: str, change: str = "") -> Callable[[Callable[..., HttpResponse]], Any]:
    """Open a page of an event as `club_page` does one of a club, also to whoever holds a link."""
    methods = ["GET", "HEAD"] * bool(see) + ["POST"] * bool(change)

    def decorate(view: Callable[..., HttpResponse]) -> Any:
        @wraps(view)
        def page(request: HttpRequest, event_id: int, **kwargs: Any) -> HttpResponse:
            action = change if request.method == "POST" else see
            return view(request, *event_for(caller(request), event_id, action), **kwargs)

        return require_http_methods(methods)(known_callers(page))

    return decorate


def form_page(request: HttpRequest, template: str, form: forms.BaseForm, **context: Any) -> HttpResponse:
    """Show a form on its page: 400 where something in it was refused."""
    return render(request, template, {"form": form, **context}, status=400 if form.errors else 200)


@contextmanager
def refusals_in(form: forms.BaseForm) -> Iterator[None]:
    """Put what a service refuses beside the fields of the form, and go on after the block."""
    try:
        yield
    except InvalidInput as refusal:
        refuse(form, refusal)


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


def reason_with_law(reason: str, law_id: str | None) -> str:
    """Return a reason in the reader's language, with the law it rests on as a link where some book has it."""
    said = translated(reason)
    try:
        law = law_named(law_id or "")
    except InvalidInput:
        return said
    return format_html('{} <a href="{}">{}</a>', said, reverse("laws:law", args=[law.id]), law.cite)


def refuse(form: forms.BaseForm, refusal: InvalidInput) -> None:
    """Put each reason beside its field: "players.2" belongs to players_2; others stand above the form."""
    form.full_clean()
    for path, reasons in refusal.errors.items():
        names = (path.replace(".", "_"), path.split(".")[-1], path.split(".")[0])
        field = next((name for name in names if name in form.fields), None)
        for reason in reasons:
            form.add_error(field, reason_with_law(reason, refusal.law))


def whole(text: str) -> Any:
    """Return the text as a whole number where it is a short one, else as it is, for the domain to refuse."""
    return int(text) if text.isascii() and text.lstrip("-").isdigit() and len(text) < 6 else text

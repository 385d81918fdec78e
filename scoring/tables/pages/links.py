"""A table's link: shown with its code to be scanned, revoked, issued again, and exchanged by a phone."""

from collections.abc import Callable
from io import BytesIO

import segno
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import reverse
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods, require_POST, require_safe

from scoring.refusals import NotFound
from scoring.tables import queries as tables
from scoring.tables.access import table_for
from scoring.tables.models import Table, TableLink
from scoring.tables.pages.display import TablePage
from scoring.tables.services import links
from scoring.web.pages import SESSION_LINKS, address_of_request, caller, keep_link, known_callers


@require_safe
@known_callers
def link(request: HttpRequest, table_id: int) -> HttpResponse:
    """Show the table's link and its code, ready to be printed."""
    table, actor = table_for(caller(request), table_id, "see the table's link")
    context = {
        "shown": TablePage(tables.state(table), actor),
        "address": address_of(table),
        "may_issue": actor.may("issue a link") and table.closed_at is None,
    }
    return render(request, "scoring/tables/link.html", context)


@require_safe
@known_callers
def code(request: HttpRequest, table_id: int) -> HttpResponse:
    """Return the code of the table's link as a picture."""
    table, _ = table_for(caller(request), table_id, "see the table's link")
    return code_response(address_of(table))


@require_POST
@known_callers
def change(request: HttpRequest, table_id: int) -> HttpResponse:
    """Issue a new link, which stops the old one; or only stop it."""
    table, actor = table_for(caller(request), table_id, "issue a link")
    if request.POST.get("change") == "issue":
        links.issue(table=table, actor=actor)
        messages.success(request, gettext("The table has a new link. The one before it no longer works."))
    else:
        links.revoke(table=table, actor=actor)
        messages.success(request, gettext("The link no longer works."))
    return redirect("link", table.pk)


@require_http_methods(["GET", "HEAD", "POST"])
def exchange(request: HttpRequest) -> HttpResponse:
    """Open a table for this browser: the secret stands behind the # of the link."""

    def open_table(secret: str, address: str) -> HttpResponse:
        found = links.open_link(secret=secret, address=address)
        keep_link(request, SESSION_LINKS, found.table_id, found.pk)
        return redirect("table", found.table_id)

    return exchanged(request, "scoring/tables/exchange.html", open_table)


def exchanged(request: HttpRequest, page: str, open_with: Callable[[str, str], HttpResponse]) -> HttpResponse:
    """Ask for the secret of a link and open with it what it opens, or say on the page that it opens nothing.

    ``open_with`` takes the secret and the address of the browser, and raises NotFound for one unknown.
    """
    if request.method != "POST":
        return render(request, page)
    secret = request.POST.get("secret", "").strip().rpartition("#")[2]
    try:
        return open_with(secret, address_of_request(request))
    except NotFound:
        return render(request, page, {"refused": True}, status=404)


def address_of(table: Table) -> str | None:
    """Return the address that opens the table, or None where it has no link that works."""
    return address_of_link(links.live_link(table))


def address_of_link(live: TableLink | None) -> str | None:
    """Return the address that belongs to a link, or None where it can no longer be made."""
    secret = links.secret_of(live) if live else None
    return f"{settings.BASE_URL}{reverse('table-link')}#{secret}" if secret else None


def code_response(address: str | None) -> HttpResponse:
    """Return the code of a link's address as a picture that nobody keeps; NotFound where there is none."""
    if address is None:
        raise NotFound
    picture = BytesIO()
    segno.make(address, error="m", micro=False).save(picture, kind="svg", border=2, xmldecl=False, unit="")
    return HttpResponse(
        picture.getvalue(), content_type="image/svg+xml", headers={"Cache-Control": "no-store"}
    )

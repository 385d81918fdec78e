"""A table's link: show it with its QR code, revoke it, replace it, and open a table with it."""

from collections.abc import Callable, Mapping
from io import BytesIO
from uuid import uuid4

import segno
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.utils.translation import gettext
from django.views.decorators.http import require_http_methods

from laws.templatetags.sentences import translated
from scoring.clubs import authentication, permissions
from scoring.refusals import LinkEnded, NotFound, TooManyAttempts
from scoring.tables import guards
from scoring.tables.access import links_in_use
from scoring.tables.models import ClubCard, Table
from scoring.tables.pages.display import TablePage
from scoring.tables.queries import table_state
from scoring.tables.services import links
from scoring.templatetags.form_errors import ErrorLine
from scoring.web import keys, pages, refusals

LONGEST_CODE = 12
"""The longest input that is treated as a mistyped six-letter code; link secrets are much longer."""


@guards.table_page("see the table's link")
def link(request: HttpRequest, table: Table, actor: permissions.Actor) -> HttpResponse:
    """Show the table's link, its QR code and its six-letter code, for printing."""
    live = links.live_link(table)
    context = {
        "table_page": TablePage(table_state(table), actor),
        "is_live": live is not None,
        "is_in_use": live is not None and links_in_use().filter(pk=live.pk).exists(),
        "address": links.address_of_link(live),
        "code": links.code_of(live),
        "code_ends": live and links.code_ends(live),
        "key": uuid4(),
        "may_issue": actor.may("issue a link") and table.closed_at is None,
    }
    return render(request, "scoring/tables/link.html", context)


@guards.table_page("see the table's link")
def code(request: HttpRequest, table: Table, actor: permissions.Actor) -> HttpResponse:
    """Return the QR code of the table's link as a picture."""
    return code_response(links.address_of(table))


@guards.table_page("", "issue a link")
def change(request: HttpRequest, table: Table, actor: permissions.Actor) -> HttpResponse:
    """Replace the link, so that the old link stops working, or revoke the link."""
    if request.POST.get("change") == "issue":
        links.issue(table=table, actor=actor, key=keys.key_of(request.POST))
        message = gettext("The table has a new link. The old one no longer works.")
    else:
        links.revoke(table=table, actor=actor)
        message = gettext("The link no longer works.")
    return pages.redirect_saying(request, message, "link", table.pk)


@require_http_methods(["GET", "HEAD", "POST"])
def exchange(request: HttpRequest) -> HttpResponse:
    """Open a table in this browser with the secret or the six-letter code of its link or card.

    The secret is the part of the link's address after the ``#``.
    """

    def open_table(secret: str, address: str) -> HttpResponse:
        link = links.open_link(secret=secret, address=address)
        if isinstance(link, ClubCard):
            authentication.keep_card(request, link.pk)
            return redirect("club-card", link.pk)
        authentication.keep_table_link(request, link.table_id, link.pk)
        return redirect("table", link.table_id)

    return redeem(request, "scoring/tables/exchange.html", open_table, _opens_no_table)


def _opens_no_table(code: str) -> str:
    if code:
        return gettext(
            "No table has this code. Look at the letters again: there are six, none of them an I or an O. "
            "Or scan the code on the table."
        )
    return gettext("This does not open a table. Paste the whole link, or scan the code on the table.")


def redeem(
    request: HttpRequest,
    page: str,
    open_with: Callable[[str, str], HttpResponse],
    unknown: Callable[[str], str],
    context: Mapping[str, object] | None = None,
) -> HttpResponse:
    """Ask for the secret or code of a link. On POST, open the link, or show the reason of the refusal.

    - ``open_with`` opens the link and returns the response. Its arguments are the secret or code, and the
      browser's IP address. It can raise NotFound, LinkEnded and TooManyAttempts.
    - ``unknown`` returns the reason for NotFound. Its argument is the unknown code, or "" for a secret.
    - ``page`` is the template of the page. ``context`` has further values for this template.

    The field keeps an unknown code for the user to correct. After too many attempts it keeps the code for the
    user to send again later.
    """
    shown = dict(context or {})
    if request.method != "POST":
        return render(request, page, shown)
    secret = request.POST.get("secret", "").strip().rpartition("#")[2]
    code, too_many = secret if len(secret) <= LONGEST_CODE else "", None
    try:
        return open_with(secret, pages.address_of_request(request))
    except LinkEnded as refusal:
        code, reason = "", translated(refusal.detail)
    except TooManyAttempts as refusal:
        reason, too_many = translated(refusal.detail), refusal
    except NotFound:
        reason = unknown(code)
    lines = [ErrorLine("secret", reason, "secret", ())]
    response = render(request, page, {**shown, "lines": lines, "code": code}, status=404)
    return refusals.asking_to_wait(response, too_many) if too_many else response


def code_response(address: str | None) -> HttpResponse:
    """Return the QR code of an address as an SVG that is not cached. Raises NotFound for None."""
    if address is None:
        raise NotFound
    picture = BytesIO()
    segno.make(address, error="m", micro=False).save(picture, kind="svg", border=2, xmldecl=False, unit="")
    return HttpResponse(
        picture.getvalue(), content_type="image/svg+xml", headers={"Cache-Control": "no-store"}
    )

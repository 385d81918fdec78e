"""What the pages of disputes share: the table and the actor at it, and what every page shows."""

from collections.abc import Callable, Mapping
from functools import wraps
from typing import Any
from uuid import uuid4

from django.http import HttpRequest, HttpResponse, HttpResponseBase
from django.shortcuts import render
from django.views.decorators.http import require_http_methods

from scoring.clubs.access import Actor
from scoring.clubs.authentication import caller
from scoring.disputes.queries.lists import table_of_dispute
from scoring.tables import queries as tables
from scoring.tables.access import table_for
from scoring.tables.models import Table
from scoring.tables.pages.display import TablePage
from scoring.web import polling
from scoring.web.pages import known_callers

View = Callable[..., HttpResponse]


def at_table(action: str, *methods: str) -> Callable[[View], Callable[..., HttpResponseBase]]:
    """Open a page of a table, or of a dispute at one, to whoever may do the action there.

    In place of the table's id the page is given the table, and the actor at it.
    """

    def decorate(view: View) -> Callable[..., HttpResponseBase]:
        @wraps(view)
        def door(request: HttpRequest, table_id: int | None = None, **address: int) -> HttpResponse:
            if table_id is None:
                table_id = table_of_dispute(address["dispute_id"])
            return view(request, *table_for(caller(request), table_id, action), **address)

        return require_http_methods(methods)(known_callers(door))

    return decorate


def table_page(table: Table, actor: Actor) -> TablePage:
    return TablePage(tables.state(table), actor)


def page(
    request: HttpRequest,
    template: str,
    table_page: TablePage,
    context: Mapping[str, Any],
    refused: Mapping[str, Any] | None = None,
    status: int = 200,
    tagged: polling.Polling | None = None,
) -> HttpResponse:
    """Show a page of disputes, with the reasons for what was refused; it is then answered 400.

    With a tag it keeps itself up to date.
    """
    reasons = [(field, reason) for field, reasons in (refused or {}).items() for reason in reasons]
    context = {"table_page": table_page, "key": uuid4(), "refused": reasons, **context}
    template, status = f"scoring/disputes/{template}.html", 400 if reasons else status
    if tagged is None:
        return render(request, template, context, status=status)
    return polling.live_page(request, tagged, template, context, status)

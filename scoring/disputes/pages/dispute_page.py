"""The shared part of the pages of disputes."""

from collections.abc import Mapping
from typing import Any
from uuid import uuid4

from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.utils.text import capfirst

from scoring.clubs.permissions import Actor
from scoring.tables.models import Table
from scoring.tables.pages.display import TablePage
from scoring.tables.queries import table_state
from scoring.templatetags.form_errors import ErrorLine
from scoring.web import polling

FIELDS: Mapping[str, Mapping[str, str]] = {
    "dispute": {"seats": "lawful-dealer", "trick": "trick"},
    "answer": {"seat": "seat"},
}
"""The id of the input for a field of a form, so that an error can link to its input.

The first key is the last part of the form's URL, the second key the name of the field.
"""


def table_page(table: Table, actor: Actor) -> TablePage:
    return TablePage(table_state(table), actor)


def page(
    request: HttpRequest,
    template: str,
    table_page: TablePage,
    context: Mapping[str, Any],
    refused: Mapping[str, Any] | None = None,
    status: int = 200,
    tagged: polling.Polling | None = None,
) -> HttpResponse:
    """Render a page of disputes.

    ``refused`` has the reasons why a request was refused, by field. With such reasons, the page shows them
    and has status 400. ``tagged`` makes the page poll for changes.
    """
    reasons = [
        _line(request, field, reason) for field, reasons in (refused or {}).items() for reason in reasons
    ]
    context = {"table_page": table_page, "key": uuid4(), "refused": reasons, **context}
    template, status = f"scoring/disputes/{template}.html", 400 if reasons else status
    if tagged is None:
        return render(request, template, context, status=status)
    return polling.live_page(request, tagged, template, context, status)


def _line(request: HttpRequest, field: str, reason: str) -> ErrorLine:
    form = request.path.rstrip("/").rsplit("/", 1)[-1]
    part = field.split(".")[0]
    target = FIELDS.get(form, {}).get(part, "")
    if part == "reason":
        target = f"reason-{request.POST.get('step', form)}"
    elif part == "facts" and field != part:
        target = f"fact-{field.partition('.')[2]}"
    elif part in ("effects", "points"):
        target = part
    return ErrorLine(target, capfirst(reason), target, ())

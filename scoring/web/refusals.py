"""The HTTP status of refusals, and their display on pages and forms."""

from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from typing import Any

from django import forms
from django.contrib import messages
from django.core.exceptions import NON_FIELD_ERRORS
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render
from django.urls import reverse
from django.utils.html import format_html, strip_tags

from laws.domain.errors import InvalidInput
from laws.queries import law_named, name_under
from laws.templatetags.sentences import translated, translated_errors
from scoring.refusals import Busy, Conflict, NotAllowed, NotFound, Refusal, TooManyAttempts
from scoring.web.kept_fields import refuse_field
from scoring.web.seen import CHANGED, SeenForm

STATUSES: Mapping[type[Refusal], int] = {
    NotFound: 404,
    NotAllowed: 403,
    Conflict: 409,
    TooManyAttempts: 429,
    Busy: 503,
}


def status_of(refusal: Refusal) -> int:
    return next(status for kind, status in STATUSES.items() if isinstance(refusal, kind))


def retry_after(refusal: TooManyAttempts) -> dict[str, str]:
    """Return the Retry-After header with the seconds until another attempt is allowed."""
    return {"Retry-After": str(refusal.seconds)}


def asking_to_wait(response: HttpResponse, refusal: TooManyAttempts) -> HttpResponse:
    """Set the refusal's status and its Retry-After header on the response, and return the response."""
    response.status_code = status_of(refusal)
    for name, value in retry_after(refusal).items():
        response[name] = value
    return response


def form_page(request: HttpRequest, template: str, form: forms.BaseForm, **context: Any) -> HttpResponse:
    """Show a page with a form, with the status of `status_of_form`."""
    return render(request, template, {"form": form, **context}, status=status_of_form(form))


def status_of_form(*forms: forms.BaseForm) -> int:
    """Return the HTTP status of a page with these forms.

    - 409 if a form conflicts with another user's change, see `SeenForm`
    - 400 if a form has other errors
    - 200 otherwise
    """
    if any(form.has_error(NON_FIELD_ERRORS, CHANGED) for form in forms if form.is_bound):
        return 409
    return 400 if any(form.errors for form in forms) else 200


@contextmanager
def refusals_in(form: forms.BaseForm, conflict_at: str | None = None) -> Iterator[None]:
    """Add the errors of an InvalidInput or Conflict in the block to the form, and continue after the block.

    - A Conflict with another user's change is shown by a `SeenForm` at each changed field.
    - Any other Conflict is added to the field ``conflict_at``. Without this argument it is raised again.
    """
    try:
        yield
    except InvalidInput as refusal:
        refuse(form, refusal)
    except Conflict as refusal:
        if refusal.code == CHANGED and isinstance(form, SeenForm):
            form.show_both(refusal)
            return
        if conflict_at is None:
            raise
        form.add_error(conflict_at, translated(refusal.detail))


@contextmanager
def naming(named: Callable[[str], str]) -> Iterator[None]:
    """Put players' names in place of seats in the reasons of an InvalidInput that the block raises.

    ``named`` does this for one text.
    """
    try:
        yield
    except InvalidInput as refusal:
        raise refusal.reworded(named) from refusal


def refuse(form: forms.BaseForm, refusal: InvalidInput) -> None:
    """Add each reason to the field of its path, or to the form if there is no such field.

    The form is validated again first: errors that were added before are lost.

    The field of the path "players.2.name" is the first of these fields that the form has: ``players_2_name``,
    ``players_2``, ``name``, ``players``. If the form has none of them, it is the first field whose name
    begins with ``players_``.
    """
    form.full_clean()
    for path, reasons in refusal.errors.items():
        parts = path.split(".")
        names = ("_".join(parts), "_".join(parts[:2]), parts[-1], parts[0])
        # An error of a whole row of fields, such as ``players``, is shown at the first field of the row.
        row = (name for name in form.fields if name.startswith(f"{parts[0]}_"))
        field = next((name for name in names if name in form.fields), None) or next(row, None)
        for reason in reasons:
            form.add_error(field, reason_with_law(reason, refusal.law))


def in_one_line(form: forms.BaseForm) -> str:
    """Return all errors of a form as plain text. An error of a field begins with the field's label."""
    lines = [
        f"{form[name].label}: {strip_tags(str(reason))}" if name in form.fields else strip_tags(str(reason))
        for name, reasons in form.errors.items()
        for reason in reasons
    ]
    return " · ".join(lines)


def refuse_above(
    request: HttpRequest, refusal: InvalidInput | Refusal, fields: Mapping[str, str] | None = None
) -> int:
    """Show a refusal at the top of the next page, and return its HTTP status.

    ``fields`` maps the path of a field to the field's id on that page. If such a field is refused, the page
    shows the reason at the field, with the text that the user typed.
    """
    if isinstance(refusal, Refusal):
        messages.error(request, translated(refusal.detail))
        return status_of(refusal)
    for path, reasons in translated_errors(refusal).items():
        if target := (fields or {}).get(path):
            refuse_field(request, " ".join(reasons), target, request.POST.get(path, ""))
        else:
            messages.error(request, " ".join(reasons))
    return 400


def reason_with_law(reason: str, law_id: str | None, laws_name: str = "") -> str:
    """Return the translated reason, with a link to the law ``law_id`` if the law book has this law.

    ``laws_name`` is the law set that refuses, such as ``harbour-laws@2``; see `name_under`.
    """
    words = translated(reason)
    name = name_under(law_id or "", laws_name)
    try:
        law = law_named(name)
    except InvalidInput:
        return words
    return format_html('{} <a href="{}">{}</a>', words, reverse("laws:law", args=[name]), law.cite)

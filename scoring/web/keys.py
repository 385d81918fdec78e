"""The key of a form that creates something: a form that is sent twice creates it once."""

from collections.abc import Iterator
from contextlib import contextmanager
from uuid import UUID, uuid4

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext

from scoring.refusals import Conflict


def key_field() -> forms.UUIDField:
    """Return the hidden field of the key; each page that shows the form has a new one."""
    return forms.UUIDField(required=False, widget=forms.HiddenInput, initial=uuid4)


def key_of(posted: QueryDict) -> UUID:
    """Return the request's key as the page sent it; a page without one gets one that nobody repeats."""
    try:
        return UUID(str(posted.get("key", "")))
    except ValueError:
        return uuid4()


@contextmanager
def new_key_if_used(form: forms.BaseForm) -> Iterator[None]:
    """Where the key came before with other content, say so above the form and give it a new key.

    That happens to somebody who goes back to a form that was sent and changes it.
    """
    try:
        yield
    except Conflict as refusal:
        if refusal.code != "key-reused":
            raise
        data = form.data.copy()  # type: ignore[attr-defined]  # what was posted is a QueryDict
        data["key"] = str(uuid4())
        form.data = data
        form.add_error(None, gettext("This form was sent already. To create another, send it again."))

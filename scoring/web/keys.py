"""The idempotency key of a form: a form that is sent twice creates only one record."""

from collections.abc import Iterator
from contextlib import contextmanager
from uuid import UUID, uuid4

from django import forms
from django.http import QueryDict
from django.utils.translation import gettext

from scoring.refusals import Conflict


def key_field() -> forms.UUIDField:
    """Return the hidden field of the idempotency key. Each new form gets a new key."""
    return forms.UUIDField(required=False, widget=forms.HiddenInput, initial=uuid4)


def key_of(posted: QueryDict) -> UUID:
    """Return the idempotency key in the submitted data, or a new key if the data have no valid key."""
    try:
        return UUID(str(posted.get("key", "")))
    except ValueError:
        return uuid4()


@contextmanager
def new_key_if_used(form: forms.BaseForm) -> Iterator[None]:
    """If the form's idempotency key was used with other content, add an error and a new key to the form.

    This happens if a user goes back to a form that was sent, changes the form and sends it again.
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

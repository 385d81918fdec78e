"""A browser's session: what was kept is read again, what is over or was never there is empty."""

from datetime import timedelta
from typing import Any

import pytest
from django.contrib.sessions.backends import db
from django.contrib.sessions.models import Session
from django.utils import timezone

from cinchclub.sessions import SessionStore

pytestmark = pytest.mark.django_db
KEPT: dict[str, Any] = {"evenings": {"1": 2}, "name": "Ætna"}


def kept(expires: timedelta = timedelta(days=1)) -> str:
    """Keep a session as Django itself does; return its key."""
    session = db.SessionStore()
    session.update(KEPT)
    session.save()
    Session.objects.update(expire_date=timezone.now() + expires)
    return str(session.session_key)


@pytest.mark.parametrize(
    ("expires", "found"),
    [
        (timedelta(days=1), KEPT),
        (timedelta(seconds=30), KEPT),
        (timedelta(seconds=-1), {}),
        (timedelta(days=-20), {}),
    ],
)
def test_a_session_is_read_until_it_is_over(expires: timedelta, found: dict[str, Any]) -> None:
    key = kept(expires)
    session = SessionStore(key)
    assert session.load() == found
    assert (session.session_key == key) == bool(found), "a key that is no good is given up"


@pytest.mark.parametrize(
    "key", [None, "", "x" * 32, "nul\0" * 8, "\ud800" * 8, "' OR 1=1 -- ", "é" * 40], ids=repr
)
def test_a_key_that_nobody_has_is_an_empty_session(key: str | None) -> None:
    kept()
    session = SessionStore(key)
    assert session.load() == {}
    assert session.session_key is None


def test_what_was_tampered_with_is_empty() -> None:
    key = kept()
    row = Session.objects.get()
    Session.objects.update(session_data=row.session_data[:-2] + "xx")
    assert SessionStore(key).load() == {}

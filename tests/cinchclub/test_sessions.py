"""A browser's session: what was kept is read again, and a key that nobody can have is an empty one."""

import pytest
from django.contrib.sessions.backends import db

from cinchclub.sessions import SessionStore

pytestmark = pytest.mark.django_db
KEPT = {"evenings": {"1": 2}, "name": "Ætna"}


def test_a_session_is_read_as_django_kept_it():
    session = db.SessionStore()
    session.update(KEPT)
    session.save()
    assert SessionStore(session.session_key).load() == KEPT


@pytest.mark.parametrize(
    "key", [None, "", "x" * 32, "nul\0" * 8, "\ud800" * 8, "' OR 1=1 -- ", "é" * 40], ids=repr
)
def test_a_key_that_nobody_has_is_an_empty_session(key):
    session = SessionStore(key)
    assert session.load() == {}
    assert session.session_key is None

"""A browser's session: what was kept is read again, and a key that nobody can have is an empty one."""

from hashlib import sha256

import pytest
from django.contrib.sessions.models import Session
from django.test import Client

from cinchclub.sessions import SessionStore

pytestmark = pytest.mark.django_db
KEPT = {"evenings": {"1": 2}, "name": "Ætna"}


def test_a_session_is_read_again_by_its_key_of_which_only_a_hash_is_kept():
    session = SessionStore()
    session.update(KEPT)
    session.save()
    key = session.session_key
    (row,) = Session.objects.all()
    assert row.session_key == sha256(key.encode()).hexdigest()[:40]
    assert SessionStore(key).load() == KEPT
    assert SessionStore(row.session_key).load() == {}, "what is kept opens nothing"
    assert session.exists(key)

    again = SessionStore(key)
    again["name"] = "Etna"
    again.save()
    assert SessionStore(key).load()["name"] == "Etna"
    again.cycle_key()
    assert (SessionStore(key).load(), SessionStore(again.session_key).load()["name"]) == ({}, "Etna")
    again.flush()
    assert not Session.objects.exists()


def test_signing_out_ends_this_session_and_no_other(club):
    here, there = Client(), Client()
    for browser in (here, there):
        browser.force_login(club.users["player"])
    key = here.cookies["sessionid"].value
    here.post("/sign-out/")
    assert SessionStore(key).load() == {}
    assert there.get("/account/").status_code == 200


@pytest.mark.parametrize(
    "key", [None, "", "x" * 32, "nul\0" * 8, "\ud800" * 8, "' OR 1=1 -- ", "é" * 40], ids=repr
)
def test_a_key_that_nobody_has_is_an_empty_session(key):
    session = SessionStore(key)
    assert session.load() == {}
    assert session.session_key is None

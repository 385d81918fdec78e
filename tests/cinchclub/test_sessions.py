"""A browser's session: saved data is loaded again, and an impossible key gives an empty session."""

from hashlib import sha256

import pytest
from django.contrib.sessions.backends.base import UpdateError
from django.contrib.sessions.models import Session
from django.db import OperationalError, connection
from django.test import Client

from cinchclub.sessions import SessionStore
from scoring.tables.services import links
from tests.factories import make_table

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


def failing_for(word):
    """Return a wrapper that makes the database busy for statements with a word."""

    def busy(execute, sql, params, many, context):
        if word in sql:
            raise OperationalError("database is locked")
        return execute(sql, params, many, context)

    return busy


def test_a_session_that_a_busy_database_does_not_keep_is_not_taken_for_a_deleted_one():
    session = SessionStore()
    session.update(KEPT)
    session.save()
    busy = connection.execute_wrapper(failing_for('UPDATE "django_session"'))
    with busy, pytest.raises(OperationalError):
        session.save()
    Session.objects.all().delete()
    with pytest.raises(UpdateError):
        session.save()


@pytest.mark.parametrize("word", ["INSERT", "UPDATE"])
def test_a_phone_that_opens_its_table_while_the_database_is_busy_is_told_to_try_again(club, word):
    """The phone's first session is inserted; an existing session of another table is updated."""
    phone = Client(raise_request_exception=False)
    secret = links.secret_of(links.live_link(club.table))
    if word == "UPDATE":
        assert phone.post("/t/", {"secret": secret}).status_code == 302
    other = make_table(club.club, club.actors["owner"])
    secret = links.secret_of(links.live_link(other))
    with connection.execute_wrapper(failing_for(f'{word} {"INTO " * (word == "INSERT")}"django_session"')):
        answer = phone.post("/t/", {"secret": secret})
    assert (answer.status_code, answer["Retry-After"]) == (503, "2")
    assert phone.post("/t/", {"secret": secret}).status_code == 302

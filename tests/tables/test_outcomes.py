"""The outcome header of every response to an entry that a phone's script sends."""

from uuid import uuid4

import pytest
from django.db import OperationalError
from django.test import Client

from scoring.tables.models import Deal
from scoring.tables.services import deals, links
from tests.events.evenings import signed_in

DEAL = {
    "number": "1",
    "game_number": "1",
    "dealer": "1",
    "bid": "8",
    "maker": "1",
    "trump": "H",
    "detail": "total",
    "points": "10",
}


@pytest.fixture
def send(club):
    """Return a function that sends an entry as a phone does; arguments replace fields of a complete deal."""
    client = signed_in(club, "scorer")

    def send(step="record", *, by=client, at="", **changed):
        fields = {"key": str(uuid4()), **DEAL, "step": step} | changed
        return by.post(f"/tables/{club.table.pk}/{at}", fields, headers={"HX-Request": "true"})

    return send


def outcome_of(answer):
    return answer.status_code, answer.headers.get("Outcome")


def test_the_header_has_every_outcome_of_an_entry(send, club):
    key = str(uuid4())
    assert outcome_of(send(key=key, bid="")) == (400, "refused")
    assert outcome_of(send(key=key, seen="another")) == (200, "preview")
    assert outcome_of(send("preview")) == (200, "preview")
    assert not Deal.objects.exists()
    assert outcome_of(send(key=key)) == (201, "recorded")
    assert outcome_of(send(key=key)) == (201, "recorded"), "the same answer to the same request"
    assert outcome_of(send()) == (200, "repeated"), "another phone says the same"
    assert outcome_of(send(points="9")) == (409, "conflict")
    assert outcome_of(send(number="4")) == (202, "held")
    assert outcome_of(send(number="2", dealer="2", points="99")) == (400, "refused")
    instead = {"at": "deals/1/", "base_revision": "1", "reason": "two phones", "points": "9"}
    assert outcome_of(send("instead", **instead)) == (200, "recorded")
    assert outcome_of(send("instead", **instead)) == (409, "conflict")
    assert Deal.objects.count() == 1


def test_an_entry_replaces_a_recorded_deal_only_for_whoever_may_correct_it(send, club):
    for number in ("1", "2"):
        assert outcome_of(send(number=number, dealer=number))[0] == 201
    for by, number, may in (("scorer", "2", True), ("scorer", "1", False), ("director", "1", True)):
        client = signed_in(club, by)
        shown = send("preview", by=client, number=number, dealer=number, points="9").content.decode()
        assert f"Look at deal {number}" in shown
        assert ("Replace it with this entry" in shown) == ("Let the director decide" in shown) == may
        instead = {"at": f"deals/{number}/", "base_revision": "1", "reason": "two phones", "points": "9"}
        assert (send("instead", by=client, dealer=number, **instead).status_code == 403) != may


def test_the_reason_is_where_the_script_looks_for_it(send):
    assert "<p data-reason>Bid: Please enter this.</p>" in send(bid="").content.decode()
    send()
    page = send(points="9").content.decode()
    assert "<p data-reason>Deal 1 is recorded already, with other content.</p>" in page


def test_signed_out_and_not_allowed_are_two_outcomes(send, club):
    assert outcome_of(send(by=Client())) == (401, "signed-out")
    assert outcome_of(send(by=signed_in(club, "player"))) == (403, "not-allowed")


def test_a_link_that_was_replaced_allows_nothing(send, club):
    link = links.issue(table=club.table, actor=club.actors["owner"])
    phone = Client()
    phone.post("/t/", {"secret": links.secret_of(link)})
    links.issue(table=club.table, actor=club.actors["owner"])
    assert outcome_of(send(by=phone)) == (404, "not-allowed")


def test_a_stale_token_is_answered_with_the_current_token(club):
    browser = Client(enforce_csrf_checks=True)
    browser.force_login(club.users["scorer"])
    headers = {"HX-Request": "true"}
    address = f"/tables/{club.table.pk}/"
    fields = {**DEAL, "step": "record", "key": str(uuid4()), "csrfmiddlewaretoken": "x" * 64}
    answer = browser.post(address, fields, headers=headers)
    assert outcome_of(answer) == (403, "stale-token")
    fields["csrfmiddlewaretoken"] = answer.headers["Token"]
    assert outcome_of(browser.post(address, fields, headers=headers)) == (201, "recorded")


def test_a_busy_database_is_reported_as_busy(send, monkeypatch):
    def busy(**_given):
        raise OperationalError("database is locked")

    monkeypatch.setattr(deals, "record", busy)
    assert outcome_of(send()) == (503, "busy")

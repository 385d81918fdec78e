"""One module turns exceptions into responses: JSON for programs, a page for people, 406 for other kinds."""

import sqlite3
from collections.abc import Iterator
from typing import Any

import pytest
from django.core.exceptions import PermissionDenied
from django.db import IntegrityError, OperationalError
from django.http import Http404, HttpRequest, HttpResponse
from django.test import Client, override_settings
from django.urls import include, path
from rest_framework import serializers
from rest_framework.decorators import api_view, permission_classes
from rest_framework.permissions import AllowAny
from rest_framework.request import Request
from rest_framework.response import Response

from cinchclub import health
from laws.domain.errors import InvalidInput
from laws.strict_fields import checked
from scoring.refusals import Conflict, TooManyAttempts

BID = InvalidInput({"deal.bid": "A bid is 1 to 14."}, law="foster-1897/bidding/bids")
BID_BODY = {"deal.bid": ["A bid is 1 to 14."], "law": "foster-1897/bidding/bids"}


class Inner(serializers.Serializer[Any]):
    """A nested part of the input."""

    bid = serializers.IntegerField(max_value=14)


class Outer(serializers.Serializer[Any]):
    """The input."""

    deal = Inner()


def caused(kind: type[Exception], by: type[sqlite3.Error], code: int) -> Exception:
    """Return a Django error caused by a SQLite error."""
    failure, cause = kind("as SQLite says it"), by("as SQLite says it")
    cause.sqlite_errorcode = code
    failure.__cause__ = cause
    return failure


FAILURES: dict[str, Exception] = {
    "input": BID,
    "stale": Conflict("Somebody was first.", code="stale-revision"),
    "locked": OperationalError("database is locked"),
    "away": caused(OperationalError, sqlite3.OperationalError, sqlite3.SQLITE_CANTOPEN),
    "no table": caused(OperationalError, sqlite3.OperationalError, sqlite3.SQLITE_ERROR),
    "no value": caused(IntegrityError, sqlite3.IntegrityError, sqlite3.SQLITE_CONSTRAINT_NOTNULL),
    "second": caused(IntegrityError, sqlite3.IntegrityError, sqlite3.SQLITE_CONSTRAINT_UNIQUE),
    "hidden": Http404("no such table"),
    "forbidden": PermissionDenied("Only a director may."),
    "often": TooManyAttempts("Wait.", code="", seconds=900),
    "fault": ZeroDivisionError("ours"),
}


def page(request: HttpRequest, failure: str) -> HttpResponse:
    """Raise the failure, in a view of pages."""
    raise FAILURES[failure]


@api_view(["GET", "POST"])
@permission_classes([AllowAny])
def endpoint(request: Request, failure: str) -> Response:
    """Raise the failure in a view of the API, or validate the input."""
    if failure in FAILURES:
        raise FAILURES[failure]
    if failure == "fields":
        checked(Outer, request.data)
    return Response(request.data)


urlpatterns = [
    path("api/v1/failing/<failure>/", endpoint),
    path("failing/<failure>/", page),
    path("", include("cinchclub.urls")),
]
handler400 = "cinchclub.errors.bad_request"
handler403 = "cinchclub.errors.permission_denied"
handler404 = "cinchclub.errors.page_not_found"
handler500 = "cinchclub.errors.server_error"


@pytest.fixture(autouse=True)
def failing_site(db: None) -> Iterator[None]:
    """Add failing URLs to the site."""
    with override_settings(ROOT_URLCONF=__name__):
        yield


@pytest.fixture
def site() -> Client:
    """Return a client that gets a 500 response instead of the exception."""
    return Client(raise_request_exception=False)


STATUSES = {
    **{"input": 400, "forbidden": 403, "hidden": 404, "stale": 409},
    **{"often": 429, "fault": 500, "locked": 503, "away": 503},
    **{"no table": 500, "no value": 500, "second": 409},
}


@pytest.mark.parametrize(("failure", "status"), STATUSES.items())
def test_a_program_gets_the_status_with_json_and_a_person_with_a_page(site, failure, status):
    for address, kind in (("/api/v1/failing", "application/json"), ("/failing", "text/html; charset=utf-8")):
        answer = site.get(f"{address}/{failure}/")
        assert (answer.status_code, answer["Content-Type"]) == (status, kind)
        assert answer.get("Retry-After") == {"locked": "2", "away": "2", "often": "900"}.get(failure)


def test_only_known_complete_failures_say_that_nothing_was_recorded(site):
    texts = {name: site.get(f"/failing/{name}/").content.decode() for name in ("locked", "away", "no table")}
    assert "Nothing was recorded; try again" in texts["locked"]
    for name in ("away", "no table"):
        assert "Nothing was recorded" not in texts[name]
        assert "Look what was recorded before you enter it again" in texts[name]


def test_wrong_input_names_the_field_the_reason_and_the_law(site):
    assert site.get("/api/v1/failing/input/").json() == BID_BODY
    assert "A bid is 1 to 14." in site.get("/failing/input/").content.decode()


def test_a_refusal_speaks_for_itself(site):
    body = {"detail": "Somebody was first.", "code": "stale-revision"}
    assert site.get("/api/v1/failing/stale/").json() == body
    assert "Somebody was first." in site.get("/failing/stale/").content.decode()


def test_an_unknown_address_of_the_api_is_json_too(site):
    answer = site.get("/api/v1/no/such/address")
    assert (answer.status_code, answer.json()) == (404, {"detail": "There is nothing at this address."})


def test_a_nested_field_is_named_by_its_path(site):
    answer = site.post("/api/v1/failing/fields/", {"deal": {"bid": 20}}, content_type="application/json")
    assert answer.status_code == 400
    assert answer.json() == {"deal.bid": ["Ensure this value is less than or equal to 14."]}


def test_brackets_in_a_text_are_no_nesting(site):
    sent = {"name": "[" * 50 + '\\"' + "{" * 50}
    assert site.post("/api/v1/failing/taken/", sent, content_type="application/json").json() == sent


def test_a_form_of_300_kilobytes_is_refused_before_it_is_read(site):
    answer = site.post("/failing/taken/", {"name": "x" * 300_000})
    assert answer.status_code == 400
    assert "at most 262144 are read" in answer.content.decode()


@pytest.mark.parametrize("path", ["/api/v1/failing/taken/", "/failing/taken/", "/sign-in/", "/nowhere/"])
def test_a_body_in_chunks_is_refused_with_what_to_send_on_every_route(site, path):
    answer = site.post(path, {"name": "A"}, headers={"Transfer-Encoding": "chunked"})
    assert answer.status_code == 411
    assert "Send Content-Length. Nothing was recorded." in answer.content.decode()


def test_a_request_without_the_final_slash_is_accepted(site):
    answer = site.post("/api/v1/failing/taken", {"bid": 1}, content_type="application/json")
    assert (answer.status_code, answer.json()) == (200, {"bid": 1})
    assert site.get("/api/v1/failing/taken")["Location"] == "/api/v1/failing/taken/"
    assert site.post("/api/v1/nowhere", {"bid": 1}, content_type="application/json").status_code == 404


class FullDisk:
    """The figures of a disk that is nearly full."""

    total, free = 100_000_000_000, 400_000_000


def test_a_nearly_full_disk_refuses_writing_and_still_shows_everything(site, monkeypatch):
    monkeypatch.setattr(health.shutil, "disk_usage", lambda path: FullDisk)
    refused = site.post("/api/v1/failing/taken/", {"bid": 1}, content_type="application/json")
    assert refused.status_code == 503
    assert "Nothing was recorded" in refused.json()["detail"]
    assert refused["Retry-After"] == "2"
    assert site.get("/api/v1/failing/taken/").status_code == 200
    # If the database itself has no room, as in signing in, the answer says that, not that it is busy.
    assert site.get("/api/v1/failing/locked/").json() == refused.json()


@pytest.mark.parametrize(("taken", "status"), [
    (None, 200),
    ("application/*", 200),
    ("text/html,application/xhtml+xml,*/*;q=0.8", 200),
    ("text/html", 406),
])  # fmt: skip
@pytest.mark.django_db
def test_the_accepted_media_type_decides(client, taken, status):
    """RFC 9110, 12.5.1: a kind that is not accepted is not sent."""
    answer = client.get("/api/v1/law-sets/", headers={} if taken is None else {"Accept": taken})
    assert answer.status_code == status
    assert answer["Content-Type"] == "application/json"

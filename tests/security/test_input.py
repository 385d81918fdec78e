"""Invalid input gets a refusal that names the mistake. It stores nothing and never causes a 500."""

import json
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import transaction
from django.http.response import HttpResponseBase
from django.test import Client
from rest_framework.parsers import JSONParser
from rest_framework.views import APIView

from scoring.clubs.models import Member
from scoring.journal.models import Entry, IdempotencyKey, record_models
from scoring.tables.models import Table
from tests.factories import BID_EIGHT_MADE_FIVE
from tests.running.day import some_of
from tests.security.test_access import ROUTES, TABLE
from tests.security.valid_requests import VALID_REQUESTS
from tests.security.world import JSON, Club, Route, address, client_of, send_valid, valid_request

pytestmark = pytest.mark.django_db

WRITES = sorted(
    (name, method)
    for name, row in TABLE.items()
    for method in row
    if ROUTES[name].is_api and method in ("POST", "PATCH", "DELETE")
)
READ_BODIES = [pair for pair in WRITES if "json" in VALID_REQUESTS.get(pair, {})]
FORMS = sorted(pair for pair, request in VALID_REQUESTS.items() if "form" in request)
KEPT = (Table, Member, *record_models(), Entry, IdempotencyKey)

BODIES = [
    pytest.param(b'{"a": "' + b"x" * 300_000 + b'"}', "at most 262144 are read", id="300 kB"),
    pytest.param(b'{"a": "' + b"x" * 5_000_000 + b'"}', "", id="5 MB"),
    pytest.param(b"[" * 100_000 + b"]" * 100_000, "nested deeper than 20 levels", id="nested 100,000 deep"),
    pytest.param(b'{"a":' * 40_000 + b"1" + b"}" * 40_000, "", id="objects nested 40,000 deep"),
    pytest.param(b'{"bid": ' + b"9" * 5_000 + b"}", "The body is not JSON", id="a number of 5,000 figures"),
    pytest.param(b'{"bid": 1e400}', "", id="a number beyond all numbers"),
    pytest.param(b'{"name": "\xff\xfe"}', "not UTF-8", id="no UTF-8"),
    pytest.param('{"name": "Z\u00f6e"}'.encode("utf-16"), "", id="UTF-16"),
    pytest.param(b'{"name": "a\\u0000b"}', "cannot be stored", id="NUL in a text"),
    pytest.param(b'{"a\\u0000b": 1}', "", id="NUL in a key"),
    pytest.param(b'{"name": "\\ud800"}', "cannot be stored", id="half a surrogate pair"),
    pytest.param(b'["\\ud800"]', "cannot be stored", id="half a surrogate pair outside any object"),
    pytest.param(b'{"\\udfff": 1}', "", id="half a surrogate pair as a key"),
    pytest.param(b'{"bid": NaN}', "NaN is not a JSON number", id="NaN"),
    pytest.param(b'{"bid": -Infinity}', "", id="minus infinity"),
    pytest.param(b'{"name": "A", "name": "B"}', "the key 'name' is given twice", id="a key given twice"),
    pytest.param(b'{"name": ', "The body is not JSON", id="broken off"),
    pytest.param(b"<name>A</name>", "", id="XML"),
    pytest.param(json.dumps({f"f{n}": 1 for n in range(20_000)}).encode(), "", id="20,000 unknown fields"),
    pytest.param(b"[]", "", id="a list"),
    pytest.param(b"[[[{}]]]", "", id="lists in lists"),
    pytest.param(b'"text"', "", id="a text"),
    pytest.param(b"7", "", id="a number"),
    pytest.param(b"true", "", id="true"),
]

ODD: tuple[Any, ...] = (
    None, True, -1, 0, 7.0, "7", "", 10**12, 10**30, -(10**30), 1e300, [], {}, [[]], {"a": {"b": []}}, [None],
    ["x"] * 8, "\u202eevil", "a\u0007b", "\u200b", "x" * 100_000, {"1": 1}, [1] * 9, [10**30],
)  # fmt: skip
"""Values of wrong types and sizes. Each must be refused or do no harm."""

TURNS = pytest.mark.parametrize("every", [False, pytest.param(True, marks=pytest.mark.full)])
"""In the gate each field gets some of the values in turn; in the full run each field gets every value.

The gate tries half of the endpoints each day.
"""


def odd_values(place: int, *, every: bool) -> tuple[Any, ...]:
    """Return the values to try in the field with this index."""
    return ODD if every else ODD[place % 12 :: 12]


def send(browser: Client, route: Route, method: str, club: Club, body: bytes, kind: str = JSON) -> Any:
    """Send bytes to a route."""
    where = address(route, method, club)
    headers = {"Idempotency-Key": "3f0a4c1e-7d1c-4f77-8f0a-0a9d5b1c2d3e"}
    return getattr(browser, method.lower())(where, body, content_type=kind, headers=headers)


def counts() -> list[int]:
    """Return the number of records of each model."""
    return [model._default_manager.count() for model in KEPT]


# All routes share one parser. Every route is tried once, to see that it uses the parser; a few routes get all
# bad bodies.
SOME = [("api-deals", "POST"), ("api-score", "POST"), ("api-token", "POST"), ("ruling-ask", "POST")]
NO_INPUT = [
    *(pytest.param(*body.values, SOME, id=str(body.id)) for body in BODIES),
    pytest.param(b'{"bid": NaN}', "NaN is not a JSON number", READ_BODIES, id="NaN, everywhere"),
    pytest.param(b"[]", "", READ_BODIES, id="a list, everywhere"),
    *(
        pytest.param(*body.values, READ_BODIES, id=f"{body.id}, in full", marks=pytest.mark.full)
        for body in BODIES
    ),
]


@pytest.mark.parametrize(("body", "reason", "some_routes"), NO_INPUT)
def test_no_endpoint_takes_what_is_no_input(body, reason, some_routes, harbour):
    owner = client_of(harbour, "owner")
    before = counts()
    for name, method in some_routes:
        answer = send(owner, ROUTES[name], method, harbour, body)
        assert answer.status_code in (400, 413, 415), (method, name, answer.status_code)
        assert answer.json(), "the reason is said"
        assert reason in answer.content.decode(), (method, name)
    assert counts() == before


def test_another_content_type_is_refused(harbour):
    owner = client_of(harbour, "owner")
    kinds = ("text/plain", "application/xml", "application/x-www-form-urlencoded", "multipart/form-data")
    for place, (name, method) in enumerate(READ_BODIES):
        answer = send(owner, ROUTES[name], method, harbour, b"name=A", kinds[place % len(kinds)])
        assert answer.status_code == 415, (name, method)


@pytest.mark.parametrize(("name", "method"), WRITES)
def test_a_field_that_nobody_knows_is_named_and_nothing_done(name, method, harbour):
    owner = client_of(harbour, "owner")
    body = {
        key: harbour.of.club.slug if key == "club" else value
        for key, value in valid_request(ROUTES[name], method).get("json", {}).items()
    }
    before = counts()
    answer = send(owner, ROUTES[name], method, harbour, json.dumps({**body, "versoin": 99}).encode())
    assert answer.status_code == 400
    assert "versoin" in answer.content.decode()
    assert counts() == before


def faults(route: Route, method: str, harbour: Club, *, every: bool = False) -> Iterator[str]:
    """Yield each odd value in a field that was answered with a server error."""
    owner = client_of(harbour, "owner")
    owner.raise_request_exception = False
    plain = valid_request(route, method)["json"]
    for place, field in enumerate(nested(plain), start=sum(route.name.encode())):
        for odd in odd_values(place, every=every):
            body = json.dumps(replaced(plain, field, odd)).encode()
            with transaction.atomic():
                answer = send(owner, route, method, harbour, body)
                transaction.set_rollback(True)
            if answer.status_code >= 500:
                yield f"{method} {route.name} {'.'.join(field)}={odd!r:.40}: {answer.status_code}"


def nested(body: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    """Yield the path to each value in a body."""
    for name, value in body.items():
        yield (*path, name)
        if isinstance(value, dict):
            yield from nested(value, (*path, name))


def replaced(body: dict[str, Any], path: tuple[str, ...], value: Any) -> dict[str, Any]:
    """Return the body with another value at one path."""
    first, *rest = path
    return {**body, first: replaced(body[first], tuple(rest), value) if rest else value}


@TURNS
@pytest.mark.parametrize(("name", "method"), list(some_of(READ_BODIES, 2)))
def test_odd_values_are_refused_or_harmless(name, method, every, harbour):
    assert list(faults(ROUTES[name], method, harbour, every=every)) == []


MANY = {f"f{n}": 1 for n in range(18_000)}


@pytest.mark.parametrize("field", ["won", "hands", "discards", "penalties", "bids", "cards", "players"])
def test_thousands_of_entries_are_refused(field, harbour):
    owner = client_of(harbour, "owner")
    deal = {**BID_EIGHT_MADE_FIVE, field: list(MANY) if field in ("bids", "players") else MANY}
    name = {"cards": "api-cuts", "players": "api-games"}.get(field, "api-deal-preview")
    sent = deal if name == "api-deal-preview" else {field: deal[field]}
    if name == "api-cuts":
        sent = {"purpose": "deal", **sent}
    answer = send(owner, ROUTES[name], "POST", harbour, json.dumps(sent).encode())
    assert answer.status_code == 400


DEAL_FIELDS = ("bids", "won", "leader", "hands", "discards", "stock", "tricks", "penalties", "misdeal")


ODD_IN_A_DEAL = ([[1, "ZZ"]], [[[1, "AS"], [1, "AS"]]], {"high": 10**30}, [{"kind": []}], {"1": ["AS", 7]})


@TURNS
@pytest.mark.parametrize("field", DEAL_FIELDS)
def test_odd_values_in_a_deal_are_refused_or_harmless(field, every, harbour):
    owner = client_of(harbour, "owner")
    deal = valid_request(ROUTES["api-deals"], "POST")["json"]
    for odd in (*odd_values(DEAL_FIELDS.index(field), every=every), *ODD_IN_A_DEAL):
        sent = {"law_set": "foster-1897", "game": "cinch", "deal": {**deal, field: odd}}
        for name, body in (("api-deal-preview", sent["deal"]), ("api-score", sent)):
            answer = send(owner, ROUTES[name], "POST", harbour, json.dumps(body).encode())
            assert answer.status_code in (200, 400), (name, field, odd, answer.status_code)


@TURNS
@pytest.mark.parametrize(("name", "method"), list(some_of(FORMS, 2)))
def test_odd_values_in_a_form_are_refused_or_harmless(name, method, every, harbour):
    owner = client_of(harbour, "owner")
    form = VALID_REQUESTS[name, method]["form"]
    where = address(ROUTES[name], method, harbour)
    extra = {"step": "record", "key": "no-uuid", "number": "1"} if name in ("table", "deal") else {}
    typed = ("\0", "\ud83d", "-1", "9" * 5_000, "²")
    for place, field in enumerate((*form, *extra, "reason"), start=sum(name.encode())):
        for odd in typed if every else (typed[place % 5],):
            sent = {**form, **extra, field: odd.encode("utf-8", "surrogatepass").decode("latin-1")}
            with transaction.atomic():
                answer = owner.post(where, sent)
                transaction.set_rollback(True)
            assert answer.status_code < 500, (field, odd)


IDS = ("0", "-1", "01", "1.5", "abc", "1000000000", str(10**30), "%00", "%ff", "1%2f2", "²", "\uff11")


@pytest.mark.parametrize(
    "where",
    [
        "/api/v1/tables/{}/",
        "/api/v1/tables/{}/deals/",
        "/api/v1/tables/{}/cuts/",
        "/api/v1/tables/1/deals/{}/",
        "/api/v1/tables/1/held/{}/",
        "/api/v1/clubs/harbour/members/{}/",
        "/api/v1/clubs/{}/members/",
        "/api/v1/events/{}/",
        "/api/v1/events/{}/standings/",
        "/api/v1/events/1/rounds/{}/",
        "/api/v1/events/1/players/{}/",
        "/api/v1/events/1/doubts/{}/",
        "/api/v1/events/1/rounds/1/tables/{}/doubt/",
        "/events/{}/",
        "/events/1/rounds/{}/",
        "/events/1/rounds/1/tables/{}/",
        "/tables/{}/",
        "/tables/{}/sheet/",
        "/clubs/{}/",
        "/clubs/harbour/members/{}/",
        "/laws/{}/",
        "/api/v1/laws/{}/",
        "/set-password/{}/none/",
    ],
)
def test_odd_ids_in_an_address_lead_nowhere(where, harbour):
    owner = client_of(harbour, "owner")
    for odd in IDS:
        answer = owner.get(where.format(odd))
        assert answer.status_code in (400, 404, 405) or where.startswith("/set-password"), odd
        assert answer.status_code < 500, odd


@TURNS
@pytest.mark.parametrize(
    "name", list(some_of(sorted(name for name, row in TABLE.items() if "GET" in row and name != "schema"), 2))
)
def test_odd_queries_are_refused_or_harmless(name, every, harbour):
    owner = client_of(harbour, "owner")
    where = address(ROUTES[name], "GET", harbour).split("?")[0]
    asked = ("page", "page_size", "game", "club", "q", "law_set", "next", "format")
    odd = ("%00", "%ff", "-1", str(10**30), "%ed%a0%80", "x" * 3_000)
    together = ["&".join(f"{parameter}={one}" for parameter in asked) for one in odd]
    # Each parameter is also tried alone, so that one refusal does not hide another. Every value is tried at
    # some route.
    shift = sum(name.encode())
    alone = [f"{parameter}={odd[(shift // 4 + n) % len(odd)]}" for n, parameter in enumerate(asked)]
    queries = (*together, *alone) if every else (together[shift % 6], alone[shift % 8])
    for query in queries:
        assert owner.get(f"{where}?{query}").status_code < 500, query


@pytest.mark.parametrize("method", ["TRACE", "CONNECT", "PROPFIND", "FOO", "get", "POST\t"])
def test_odd_methods_are_refused(method, harbour):
    owner = client_of(harbour, "owner")
    for name in ("api-deals", "api-score", "home", "table", "laws:list", "healthz", "schema"):
        answer: HttpResponseBase = owner.generic(method, address(ROUTES[name], "GET", harbour))
        assert answer.status_code == 405 or method == "get", (method, name)


def test_control_a_reader_that_takes_everything_is_found(harbour, monkeypatch):
    monkeypatch.setattr(APIView, "parser_classes", [JSONParser])
    monkeypatch.setattr(JSONParser, "strict", False)
    owner = client_of(harbour, "owner")
    owner.raise_request_exception = False
    assert send(owner, ROUTES["api-clubs"], "POST", harbour, b"[" * 100_000).status_code == 500


def test_control_a_view_that_trusts_its_input_is_found(harbour, monkeypatch):
    def trusting(self: Any, request: Any) -> Any:
        return send_valid(Client(), ROUTES["home"], "GET", harbour) if 1 / len(request.data["name"]) else None

    monkeypatch.setattr("scoring.clubs.api.ClubsView.post", trusting)

    assert "500" in next(faults(ROUTES["api-clubs"], "POST", harbour))

"""The API's description: OpenAPI without warnings, its page, and docs/api.md."""

import io
import json
import re
from pathlib import Path

import pytest
from django.contrib.auth.models import User
from django.core.cache import cache
from django.core.management import call_command
from django.urls import URLPattern, URLResolver, get_resolver
from rest_framework.test import APIClient

from laws.strict_fields import Pages
from scoring.clubs.api_views import PerCaller
from scoring.game.deal_notation import DEAL_FIELDS
from tests.factories import PASSWORD, make_club, make_table, record
from tests.web.asking import send

pytestmark = pytest.mark.own_club
ROOT = Path(__file__).resolve().parent.parent.parent
PAGE = (ROOT / "docs" / "api.md").read_text(encoding="utf-8")
EXAMPLE = re.compile(r"```http\n(.*?)\n```\s+```json (\d{3})\n(.*?)```", re.DOTALL)
NAMES = {
    "/auth/token/": ("token", "token"),
    "/tables/": ("id", "table"),
    "/cuts/": ("id", "cut"),
    "/deals/1/disputes/": ("id", "dispute"),
    "/events/": ("id", "event"),
}
"""End of an address → the field of its answer that later requests need, and the name they use for it."""


def api_addresses(patterns=None, path="/"):
    """Yield every address under /api/v1/ with its view, from the URL configuration."""
    for pattern in get_resolver().url_patterns if patterns is None else patterns:
        here = path + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from api_addresses(pattern.url_patterns, here)
        elif isinstance(pattern, URLPattern) and here.startswith("/api/v1/"):
            yield re.sub(r"<(?:\w+:)?(\w+)>", r"{\1}", here), pattern.callback.cls


def methods_of(view):
    return {name for name in ("get", "post", "put", "patch", "delete") if hasattr(view, name)}


@pytest.fixture(scope="module")
def schema():
    written = io.StringIO()
    call_command("spectacular", "--fail-on-warn", "--validate", "--format", "openapi-json", stdout=written)
    return json.loads(written.getvalue())


def test_every_address_and_method_is_described(schema):
    there = {address: methods_of(view) for address, view in api_addresses()}

    described = {path: set(item) for path, item in schema["paths"].items()}

    assert described == there
    for path, item in schema["paths"].items():
        for method, operation in item.items():
            assert operation.get("description") or operation.get("summary"), f"{method} {path}"
            codes = operation["responses"].keys()
            assert any(code.startswith("2") for code in codes), f"{method} {path}"


def test_a_deal_and_a_request_for_a_score_are_described_with_the_fields_that_are_read(schema):
    asked = schema["components"]["schemas"]["ScoreInput"]["properties"]
    flat, wrapped = schema["components"]["schemas"]["EntryInput"]["oneOf"]

    assert asked.keys() == {"law_set", "game", "players", "parameters", "variations", "before", "deal"}
    assert asked["deal"]["properties"].keys() == set(DEAL_FIELDS)
    assert flat["properties"].keys() == {*DEAL_FIELDS, "number", "game_number"}
    assert wrapped["properties"].keys() == {"deal", "number", "game_number"}
    headers = schema["paths"]["/api/v1/tables/{table}/deals/"]["post"]["parameters"]
    key = next(parameter for parameter in headers if parameter["name"] == "Idempotency-Key")
    assert (key["in"], key["required"], key["schema"]["format"]) == ("header", True, "uuid")


@pytest.mark.django_db
def test_a_request_that_can_be_a_conflict_is_described_with_its_status(schema, club):
    plan = {"club": club.club.slug, "name": "Harbour evening", "players": ["Ann", "Bob", "Cid", "Dee"]}
    director = club.client("director")
    begun, deleted = (send(director, "post", "events/", plan).json()["id"] for _ in range(2))
    send(director, "delete", f"events/{deleted}/", {"reason": "It was planned twice."})
    seated = send(director, "post", f"events/{begun}/start/", {}).json()
    table = seated["tables"][0]["table_id"]
    club.table.closed_at = club.table.opened_at
    club.table.save(update_fields=["closed_at"])
    refused = {
        ("post", "events/{event}/word/"): (deleted, {"seen": "ABCD"}),
        ("patch", "tables/{table}/"): (table, {"closed": True}),
        ("post", "tables/{table}/deals/preview/"): (club.table.pk, {"bid": 0}),
    }

    for (method, path), (key, body) in refused.items():
        answer = send(director, method, re.sub(r"\{\w+\}", str(key), path), body)
        assert answer.status_code == 409, (path, answer.content)
        assert "409" in schema["paths"][f"/api/v1/{path}"][method]["responses"], path


@pytest.mark.django_db
def test_the_page_of_the_description_asks_no_other_host(client):
    page = client.get("/api/docs/")
    assert page.status_code == 200
    texts = [page.content.decode()]
    assert "<script>" not in texts[0]
    assert "<style>" not in texts[0]
    for address in re.findall(r'(?:src|href)="([^"]+)"', texts[0]):
        assert address.startswith("/"), address
        if address.startswith("/api/"):
            texts.append(client.get(address).content.decode())
    assert not re.findall(r"https?://(?!testserver|www\.w3\.org)[\w.]+", " ".join(texts))
    assert client.get("/api/schema/").status_code == 200


@pytest.mark.django_db
def test_the_description_is_the_same_the_second_time_and_in_the_form_that_is_asked_for(client):
    first, again = (client.get("/api/schema/?format=json") for _ in range(2))
    assert again.content == first.content
    assert again.json()["openapi"].startswith("3.")
    assert again["Content-Disposition"] == first["Content-Disposition"]
    other = client.get("/api/schema/?version=%00&lang=nonesuch")
    assert other.content.startswith(b"openapi: 3.")
    assert other["Content-Type"].startswith("application/vnd.oai.openapi")


def shown_in(shown, answer, where="answer"):
    """Assert that an answer contains what the documentation shows; "…" stands for anything."""
    if shown == "…":
        return
    if isinstance(shown, dict):
        assert isinstance(answer, dict), where
        for name, value in shown.items():
            assert name in answer, f"{where}.{name}"
            shown_in(value, answer[name], f"{where}.{name}")
    elif isinstance(shown, list):
        assert isinstance(answer, list), where
        assert len(answer) == len(shown), where
        for place, (one, other) in enumerate(zip(shown, answer, strict=True)):
            shown_in(one, other, f"{where}.{place}")
    else:
        assert answer == shown, where


@pytest.mark.django_db
def test_every_example_of_the_page_is_answered_as_it_shows():
    User.objects.create_user("director", password=PASSWORD)
    given = {}
    examples = EXAMPLE.findall(PAGE)
    assert len(examples) == PAGE.count("```http") >= 18
    for request, status, shown in examples:
        for name, value in given.items():
            request = request.replace(f'"{{{name}}}"', str(value)).replace(f"{{{name}}}", str(value))
        head, _, body = request.partition("\n\n")
        first, *headers = head.splitlines()
        method, address = first.split()
        sent = dict(line.split(": ", 1) for line in headers)
        answer = APIClient().generic(method, address, body, "application/json", headers=sent)
        assert answer.status_code == int(status), (request, answer.content)
        if not shown.strip():
            continue
        content = answer.json()
        shown_in(json.loads(shown), content, first)
        for ending, (field, name) in NAMES.items():
            if address.endswith(ending) and field in content:
                given[name] = content[field]
        if "held" in content:
            given["held"] = content["held"]


def test_every_address_stands_on_the_page():
    listed = {re.sub(r"\{\w+\}", "{}", address) for address in re.findall(r"`([a-z-]+/[^ `]*)`", PAGE)}

    assert {re.sub(r"\{\w+\}", "{}", path.removeprefix("/api/v1/")) for path, _ in api_addresses()} == listed


def test_every_code_stands_on_the_page_and_no_other():
    told = set(re.findall(r"^\| `([a-z-]+)` \| \d{3} \|", PAGE, re.MULTILINE))
    sources = " ".join(path.read_text(encoding="utf-8") for path in (ROOT / "scoring").rglob("*.py"))

    assert set(re.findall(r'code="([a-z-]+)"', sources)) - {"demo-exists"} == told


@pytest.mark.django_db
def test_lists_come_in_pages_up_to_a_cap(club):
    assert Pages.max_page_size == 200
    for _ in range(4):
        make_table(club.club, club.actors["owner"])
    path = f"tables/?club={club.club.slug}"
    asked = {
        size: send(club.client("player"), "get", f"{path}&page_size={size}").json()
        for size in (2, 200, 10**9)
    }

    assert [len(page["results"]) for page in asked.values()] == [2, 5, 5]
    assert asked[2]["count"] == 5
    second = send(club.client("player"), "get", asked[2]["next"].partition("/api/v1/")[2]).json()
    seen = [table["id"] for page in (asked[2], second) for table in page["results"]]
    assert seen == [table["id"] for table in asked[200]["results"]][:4]


@pytest.mark.django_db
def test_requests_are_counted_for_each_account_and_link_and_not_for_the_address(club, monkeypatch):
    cache.clear()
    rates = {"user": "3/min", "table": "2/min", "anon": "4/min"}
    for scope, rate in rates.items():
        monkeypatch.setitem(PerCaller.THROTTLE_RATES, scope, rate)
    second = make_table(club.club, club.actors["owner"])
    callers = {
        "owner": (club.client("owner"), 3),
        "player": (club.client("player"), 3),
        "link of a table": (club.link_client(), 2),
        "link of another": (club.link_client(second), 2),
        "stranger": (APIClient(), 4),
    }
    for name, (client, allowed) in callers.items():
        table = second if name == "link of another" else club.table
        path = f"tables/{table.pk}/"
        statuses = [send(client, "get", path).status_code for _ in range(allowed + 1)]
        assert statuses[-1] == 429, name
        assert 429 not in statuses[:-1], f"{name} at the same address as those before"
    refused = send(callers["owner"][0], "get", f"tables/{club.table.pk}/")
    assert int(refused.headers["Retry-After"]) > 0
    assert "throttled" in refused.json()["detail"]
    cache.clear()


@pytest.mark.django_db
def test_the_answer_of_a_table_has_the_fields_it_is_described_with(schema):
    club = make_club()
    record(club.table, club.actors["scorer"])
    owner, table = club.client("owner"), f"tables/{club.table.pk}/"
    assert send(owner, "post", f"{table}cuts/", {"purpose": "deal"}).status_code == 201
    paths = {
        "Table": table,
        "DealAnswer": f"{table}deals/1/",
        "DealLine": f"{table}deals/",
        "Company": f"{table}company/",
        "Cut": f"{table}cuts/",
        "Club": "clubs/harbour/",
        "Member": "clubs/harbour/members/",
        "Entry": "clubs/harbour/journal/",
    }
    for name, path in paths.items():
        answer = send(owner, "get", path).json()
        answer = answer["results"][0] if "results" in answer else answer
        described = schema["components"]["schemas"][name]["properties"].keys()
        assert described - {"revisions"} <= answer.keys(), name
        assert answer.keys() - {"revisions"} <= described, name

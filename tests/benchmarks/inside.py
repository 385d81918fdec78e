"""Measurements inside a process of the site: the CPU time of pages, of recording and of rulings.

The benchmarks call these functions in programs with a database of their own.
"""

import io
import statistics
import time
from collections.abc import Callable
from functools import partial
from typing import Any
from uuid import uuid4

from django.contrib.auth.models import User
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.test.utils import setup_test_environment
from openpyxl import Workbook

from scoring.tables.models import Deal
from tests.benchmarks.history import grow

HOST = "127.0.0.1"
DEAL = {"maker": 2, "bid": 6, "trump": "H", "points": [6, 8]}


def record(phone: Client, table: int) -> None:
    """Record a deal, and begin the next game if this game is over."""
    post = partial(phone.post, content_type="application/json", headers={"Idempotency-Key": str(uuid4())})
    answer = post(f"/api/v1/tables/{table}/deals/", DEAL)
    assert answer.status_code == 201, answer.content
    if answer.json()["game_over"]:
        begun = post(f"/api/v1/tables/{table}/games/", {})
        assert begun.status_code == 201, begun.content


def pages(tables: list[dict[str, Any]], club: str, deals: int, most: int, times: int) -> dict[str, float]:
    """Return the CPU milliseconds of the pages of a table, in a small club and in a club of ``most`` deals.

    The table has ``deals`` deals. The further deals are recorded at the other table, so that the pages show
    the same content both times.
    """
    phone, other = (Client(HTTP_HOST=HOST, HTTP_AUTHORIZATION=f"Token {table['token']}") for table in tables)
    table, other_table = (table["id"] for table in tables)
    while Deal.objects.filter(table_id=table).count() < deals:
        record(phone, table)
    owner = Client(HTTP_HOST=HOST)
    owner.force_login(User.objects.get(username="owner"))
    paths = {
        "table page": f"/tables/{table}/",
        "score sheet": f"/tables/{table}/sheet/",
        "table in the API": f"/api/v1/tables/{table}/",
        "director's page": f"/clubs/{club}/director/",
    }
    took: dict[str, float] = {}
    for size, to in (("few", 5 * deals), ("many", most)):
        grow(table, to=to)
        for name, path in paths.items():
            assert owner.get(path).status_code == 200, path
            took[f"{name} {size}"] = milliseconds(partial(owner.get, path), times)
        took[f"recording {size}"] = milliseconds(partial(record, other, other_table), times)
    return took


def asking(question: object, times: int) -> dict[str, float]:
    """Return the median CPU milliseconds of the bare view's constant and of a ruling."""
    client, took = Client(HTTP_HOST=HOST), {}
    for name, path in (("constant", "/constant/"), ("ruling", "/api/v1/rulings/")):
        ask = partial(client.post, path, question, content_type="application/json")
        assert ask().status_code == 200, path
        took[name] = milliseconds(ask, times)
    return took


def lists(club: str, names: int) -> dict[str, float]:
    """Return the seconds of the preview of a list of members, and of adding them, as text and as workbook."""
    setup_test_environment()  # so that a response has its template context with the form
    owner, took = Client(HTTP_HOST=HOST), {}
    owner.force_login(User.objects.get(username="owner"))
    book, held = Workbook(write_only=True), io.BytesIO()
    sheet = book.create_sheet()
    for number in range(names):
        sheet.append([f"Member of the workbook {number}"])
    book.save(held)
    text = "\n".join(f"Member {number}" for number in range(names))
    sent: dict[str, Any] = {"pasted": {"text": text}}
    sent["a workbook"] = {"file": SimpleUploadedFile("names.xlsx", held.getvalue())}
    for kind, fields in sent.items():
        begun = time.perf_counter()
        looked = owner.post(f"/clubs/{club}/members/list/", fields | {"step": "look"})
        took[f"{kind}, preview"] = time.perf_counter() - begun
        form = looked.context["form"]
        shown = {name: form[name].value() for name in ("text", "looked", "key")}
        begun = time.perf_counter()
        assert owner.post(f"/clubs/{club}/members/list/", shown | {"step": "add"}).status_code == 302
        took[f"{kind}, added"] = time.perf_counter() - begun
    return took


def milliseconds(task: Callable[[], object], times: int) -> float:
    """Return the median CPU time of a task in milliseconds, once it has warmed up."""
    took = []
    for _ in range(times + 5):
        begun = time.process_time()
        task()
        took.append(time.process_time() - begun)
    return 1000 * statistics.median(took[5:])

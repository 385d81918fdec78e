"""What is measured inside a process of the site: the statements of a deal, the CPU time of pages and rulings.

Called by the benchmarks in programs with a database of their own.
"""

import io
import json
import statistics
import sys
import time
from typing import Any
from uuid import uuid4

from django.contrib.auth.models import User
from django.core.wsgi import get_wsgi_application
from django.db import connection, reset_queries
from django.test import Client

from scoring.tables.models import Deal
from tests.benchmarks.history import grow

DEAL = {"maker": 2, "bid": 6, "trump": "H", "points": [6, 8]}
DEALS = 200
REQUESTS = 60


def call(application: Any, path: str, body: object = None, **headers: str) -> tuple[str, bytes]:
    """Send one request to the application as a web server does; return its status and body."""
    sent = b"" if body is None else json.dumps(body).encode()
    status: list[str] = []
    environ = {
        "REQUEST_METHOD": "GET" if body is None else "POST",
        "PATH_INFO": path,
        "QUERY_STRING": "",
        "SERVER_NAME": "127.0.0.1",
        "SERVER_PORT": "8000",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "HTTP_HOST": "127.0.0.1",
        "REMOTE_ADDR": "127.0.0.1",
        "CONTENT_TYPE": "application/json",
        "CONTENT_LENGTH": str(len(sent)),
        "wsgi.input": io.BytesIO(sent),
        "wsgi.url_scheme": "http",
        "wsgi.errors": sys.stderr,
        **headers,
    }
    answer = application(environ, lambda line, given: status.append(line))
    text = b"".join(answer)
    answer.close()
    return status[0], text


def record(application: Any, table: int, token: str) -> None:
    """Record a deal, and begin the next game where this one is over."""
    headers = {"HTTP_AUTHORIZATION": f"Token {token}", "HTTP_IDEMPOTENCY_KEY": str(uuid4())}
    status, text = call(application, f"/api/v1/tables/{table}/deals/", DEAL, **headers)
    assert status.startswith("201"), text
    if json.loads(text)["game_over"]:
        status, text = call(application, f"/api/v1/tables/{table}/games/", {}, **headers)
        assert status.startswith("201"), text


def statements(table: int, token: str) -> int:
    """Return how many statements recording one deal takes, BEGIN and COMMIT among them."""
    application = get_wsgi_application()
    record(application, table, token)
    connection.force_debug_cursor = True
    reset_queries()
    headers = {"HTTP_AUTHORIZATION": f"Token {token}", "HTTP_IDEMPOTENCY_KEY": str(uuid4())}
    # Django empties its list of queries as a request begins, so what is in it afterwards is this request's.
    status, text = call(application, f"/api/v1/tables/{table}/deals/", DEAL, **headers)
    assert status.startswith("201"), text
    return len(connection.queries_log)


def pages(tables: list[dict[str, Any]], club: str) -> dict[str, float]:
    """Return CPU milliseconds of the pages of a table of 200 deals, before and after a million more.

    Deals are recorded at the other table, so that the pages show the same both times.
    """
    application = get_wsgi_application()
    (table, token), (other, other_token) = ((each["id"], each["token"]) for each in tables)
    while Deal.objects.filter(table_id=table).count() < DEALS:
        record(application, table, token)
    client = Client()
    client.force_login(User.objects.get(username="owner"))
    cookie = {"HTTP_COOKIE": f"sessionid={client.session.session_key}"}
    paths = {
        "table page": f"/tables/{table}/",
        "score sheet": f"/tables/{table}/sheet/",
        "table in the API": f"/api/v1/tables/{table}/",
        "director's page": f"/clubs/{club}/director/",
    }
    found: dict[str, float] = {}
    for size in (1_000, 1_000_000):
        grow(table, to=size)
        found[f"deals {size}"] = Deal.objects.count()
        for name, path in paths.items():
            found[f"{name} {size}"] = milliseconds(application, path, cookie)
        found[f"recording {size}"] = recording(application, other, other_token)
    return found


def milliseconds(application: Any, path: str, headers: dict[str, str]) -> float:
    """Return the median CPU time of a page, in milliseconds."""
    took = []
    for turn in range(REQUESTS + 5):
        begun = time.process_time()
        status, text = call(application, path, **headers)
        if turn >= 5:
            took.append(time.process_time() - begun)
        assert status.startswith("200"), (status, text[:400])
    return 1000 * statistics.median(took)


def asking(question: object) -> dict[str, float]:
    """Return the median CPU milliseconds of the bare view's constant and of a ruling."""
    application = get_wsgi_application()
    found = {}
    for name, path in (("constant", "/constant/"), ("ruling", "/api/v1/rulings/")):
        took = []
        for _ in range(20 * REQUESTS):
            begun = time.process_time()
            status, text = call(application, path, question)
            took.append(time.process_time() - begun)
            assert status.startswith("200"), (status, text[:400])
        found[name] = 1000 * statistics.median(took)
    return found


def recording(application: Any, table: int, token: str) -> float:
    """Return the median CPU time of recording a deal, in milliseconds, without the games begun in between."""
    took = []
    for _ in range(REQUESTS):
        begun = time.process_time()
        record(application, table, token)
        took.append(time.process_time() - begun)
    return 1000 * statistics.median(took)

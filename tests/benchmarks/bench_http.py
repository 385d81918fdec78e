"""Recording deals over HTTP, measured against a bare view on the same server: both in turn, in one run.

Sixteen clients, each at its own table, without a pause; a server as ``./cinch run`` starts it; SQLite as it
is set up for a club, and PostgreSQL whose commits wait for the disk. Games go to two hundred points, so that
recording is measured and hardly what it takes to begin the next game.
"""

import json
import statistics
import tempfile
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

from tests.benchmarks.rows import Row
from tests.reliability.callers import Answer, Phone
from tests.reliability.serving import Place, place, served
from tests.running.postgres import postgres

CLIENTS = 16
DEAL = {"maker": 2, "bid": 6, "trump": "H", "points": [6, 8]}
"""Two points for side 2 under Foster."""
LONG = {"game_score": 200}
SITE = {"DJANGO_SETTINGS_MODULE": "tests.benchmarks.site_settings"}
LEAST_SHARE = 0.35
MOST_STATEMENTS = 18


def insert(phone: Phone, table: int) -> Answer:
    """Ask the bare view."""
    return phone.send("POST", "/bare/", DEAL)


def record(phone: Phone, table: int) -> Answer:
    """Record a deal, and begin the next game where this one is over."""
    answer = phone.record(table, DEAL)
    if answer.status == 201 and answer.body["game_over"]:
        begun = phone.send("POST", f"/api/v1/tables/{table}/games/", {})
        assert begun.status == 201, begun.body
    return answer


def load(
    port: int, club: dict[str, Any], ask: Callable[[Phone, int], Answer], seconds: float
) -> list[Answer]:
    """Let every client ask for so many seconds; return all answers."""
    end, found = time.perf_counter() + seconds, []

    def client(table: dict[str, Any]) -> None:
        phone = Phone(port, table["token"])
        while time.perf_counter() < end:
            found.append(ask(phone, table["id"]))

    threads = [threading.Thread(target=client, args=(table,)) for table in club["tables"]]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    return found


def measured(name: str, where: Place, seconds: float, rounds: int) -> Iterator[Row]:
    """Yield what was measured on one database."""
    club = where.fill(tables=CLIENTS, parameters=LONG)
    first = club["tables"][0]
    counted = where.run("-m", "tests.benchmarks.inside", "statements", str(first["id"]), first["token"])
    with served(where, environment=SITE) as port:
        for ask in (insert, record):
            load(port, club, ask, 1)
        bare, deals, errors, took = [], [], 0, []
        for _ in range(rounds):
            for ask, rates in ((insert, bare), (record, deals)):
                answers = load(port, club, ask, seconds)
                rates.append(len(answers) / seconds)
                errors += sum(answer.status != 201 for answer in answers)
                if ask is record:
                    took += [answer.seconds for answer in answers]
    shares = [ours / theirs for ours, theirs in zip(deals, bare, strict=True)]
    yield Row(f"{name}: bare view, one insert in a transaction", statistics.median(bare), "a second")
    yield Row(f"{name}: deals recorded", statistics.median(deals), "a second")
    yield Row(
        f"{name}: deals recorded, of the bare view", statistics.median(shares), "share", LEAST_SHARE, True
    )
    yield Row(f"{name}: slowest of twenty deals", 1000 * statistics.quantiles(took, n=20)[-1], "ms")
    yield Row(f"{name}: statements for a deal", json.loads(counted), "statements", MOST_STATEMENTS)
    yield Row(f"{name}: errors", errors, "answers", 0)


def rows(seconds: float = 2, rounds: int = 15) -> Iterator[Row]:
    """Yield what was measured on both databases."""
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="cinch-")))
        yield from measured("SQLite", stack.enter_context(place(folder / "sqlite", None)), seconds, rounds)
    with ExitStack() as stack:
        folder = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="cinch-")))
        server = stack.enter_context(postgres(folder, durable=True))
        yield from measured(
            "PostgreSQL", stack.enter_context(place(folder / "club", server)), seconds, rounds
        )

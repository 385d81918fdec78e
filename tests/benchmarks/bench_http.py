"""Recording deals over HTTP, measured against a bare view on the same server: both in turn, in one run.

Sixteen clients, each at its own table, without a pause; a server as ``./cinch run`` starts it; SQLite as it
is set up for a club, and PostgreSQL whose commits wait for the disk. Games go to two hundred points, so that
recording is measured and hardly what it takes to begin the next game.
"""

import statistics
from collections.abc import Iterator
from functools import partial

from tests.benchmarks.bench_asking import SITE
from tests.benchmarks.rows import Row, database, in_turn, share
from tests.reliability.callers import Answer, Phone
from tests.reliability.serving import Place, served

CLIENTS = 16
DEAL = {"maker": 2, "bid": 6, "trump": "H", "points": [6, 8]}
"""Two points for side 2 under Foster."""
LONG = {"game_score": 200}
LEAST_SHARE = 0.35


def insert(phone: Phone) -> Answer:
    """Ask the bare view."""
    return phone.send("POST", "/bare/", DEAL)


def record(table: int, phone: Phone) -> Answer:
    """Record a deal, and begin the next game where this one is over."""
    answer = phone.record(table, DEAL)
    if answer.status == 201 and answer.body["game_over"]:
        begun = phone.send("POST", f"/api/v1/tables/{table}/games/", {})
        assert begun.status == 201, begun.body
    return answer


def measured(name: str, where: Place, lasting: float, rounds: int) -> Iterator[Row]:
    """Yield what was measured on one database."""
    tables = where.fill(tables=CLIENTS, parameters=LONG)["tables"]
    ways = {"bare": [insert] * CLIENTS, "deals": [partial(record, table["id"]) for table in tables]}
    with served(where, environment=SITE) as port:
        loads = in_turn(ways, lambda place: Phone(port, tables[place]["token"]), lasting, rounds)
    bare, deals = loads["bare"], loads["deals"]
    slowest = statistics.quantiles([answer.seconds for answer in deals.answers], n=20)[-1]
    errors = sum(answer.status != 201 for load in loads.values() for answer in load.answers)
    yield Row(f"{name}: bare view, one insert in a transaction", bare.rate, "a second")
    yield Row(f"{name}: deals recorded", deals.rate, "a second")
    yield Row(f"{name}: deals recorded, of the bare view", share(deals, bare), "share", LEAST_SHARE, True)
    yield Row(f"{name}: slowest of twenty deals", 1000 * slowest, "ms")
    yield Row(f"{name}: errors", errors, "answers", 0)


def rows(*, tiny: bool = False) -> Iterator[Row]:
    """Yield what was measured on both databases."""
    for name in ("SQLite",) if tiny else ("SQLite", "PostgreSQL"):
        with database(name) as where:
            yield from measured(name, where, *((0.2, 1) if tiny else (2, 15)))

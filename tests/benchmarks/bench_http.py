"""Recording deals over HTTP, compared with a bare view on the same server: both in turn, in one run.

Sixteen clients, each at its own table, send deals without a pause to a server as ``./cinch run`` starts it.
The databases are SQLite as a club uses it, and PostgreSQL with commits that wait for the disk. Games go to
two hundred points, so that beginning the next game adds little to the measurement.
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
"""A deal that scores two points for side 2 under Foster."""
LONG = {"game_score": 200}
LEAST_SHARE = 0.35


def insert(phone: Phone) -> Answer:
    """Send a request to the bare view."""
    return phone.send("POST", "/bare/", DEAL)


def record(table: int, phone: Phone) -> Answer:
    """Record a deal, and begin the next game if this game is over."""
    answer = phone.record(table, DEAL)
    if answer.status == 201 and answer.body["game_over"]:
        begun = phone.send("POST", f"/api/v1/tables/{table}/games/", {})
        assert begun.status == 201, begun.body
    return answer


def measured(name: str, where: Place, lasting: float, rounds: int, processes: int) -> Iterator[Row]:
    """Yield the measurements on one database."""
    tables = where.fill(tables=CLIENTS, parameters=LONG)["tables"]
    ways = {"bare": [insert] * CLIENTS, "deals": [partial(record, table["id"]) for table in tables]}
    with served(where, processes=processes, environment=SITE) as port:
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
    """Yield the measurements on both databases."""
    for name in ("SQLite",) if tiny else ("SQLite", "PostgreSQL"):
        with database(name) as where:
            yield from measured(name, where, *((0.2, 1, 1) if tiny else (2, 15, 2)))

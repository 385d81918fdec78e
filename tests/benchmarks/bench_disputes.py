"""A dispute from raising to the standings over HTTP, at an event of a hundred tables.

One phone raises a revoke at a table, confirms it, and asks for the standings, at one table after the other;
all three requests together are measured. the web server runs as ``./cinch run`` starts it, on SQLite.
"""

import statistics
import time
from collections.abc import Iterator
from itertools import pairwise

from cinchclub import settings
from tests.benchmarks.rows import Row, database
from tests.reliability.callers import Phone
from tests.reliability.serving import served

PLAYERS, DEALS, WARM = 400, 4, 10
LIMIT = 200.0
REVOKE = {
    "incident": "revoke",
    "seat": 2,
    "facts": {"act": "neither-followed-nor-trumped", "established": "yes", "claimed": "yes"},
}


def taken(phone: Phone, event: int, table: int) -> list[float]:
    """Return what raising, confirming and the standings took at one table, in milliseconds."""
    times = [time.perf_counter()]
    raised = phone.send("POST", f"/api/v1/tables/{table}/deals/1/disputes/", REVOKE)
    assert raised.status == 201, raised.body
    times.append(time.perf_counter())
    ruled = phone.send("POST", f"/api/v1/disputes/{raised.body['id']}/decide/", {"confirm": True})
    assert (ruled.status, ruled.body["applied"]) == (200, True), ruled.body
    times.append(time.perf_counter())
    standings = phone.send("GET", f"/api/v1/events/{event}/standings/")
    assert standings.status == 200
    times.append(time.perf_counter())
    return [1000 * (after - before) for before, after in pairwise(times)]


def rows() -> Iterator[Row]:
    """Yield what a dispute takes from raising to the standings."""
    with database() as where:
        wanted = {"players": PLAYERS, "rounds": 1, "deals": DEALS}
        filled = where.call("tests.benchmarks.fill_event.fill", patience=1200, **wanted)
        with served(where, processes=settings.SERVER_PROCESSES) as port:
            phone, event = Phone(port, filled["token"]), filled["event"]
            seated = phone.send("GET", f"/api/v1/events/{event}/rounds/1/").body["tables"]
            times = [taken(phone, event, table["table_id"]) for table in seated][WARM:]
        together = sorted(map(sum, times))
        for name, place_ in (("raising", 0), ("confirming", 1), ("the standings after it", 2)):
            middle = statistics.median(one[place_] for one in times)
            yield Row(f"dispute at {len(seated)} tables: {name}", middle, "ms")
        yield Row("dispute, raised to standings, p50", statistics.median(together), "ms")
        yield Row("dispute, raised to standings, p95", together[len(together) * 95 // 100], "ms", LIMIT)

"""Publishing a house law set with the check of all that it changes, in the process, on SQLite.

The law set has a law of its own with its two cases, a variation, a parameter and a reading.
"""

import statistics
from collections.abc import Iterator

from tests.benchmarks.rows import Row, database

REVISIONS, WARM = 60, 5
LIMIT = 50.0


def rows() -> Iterator[Row]:
    """Yield what looking a draft over and publishing it take."""
    with database() as where:
        took = where.call("tests.benchmarks.publish_laws.publish", revisions=REVISIONS, warm=WARM)
    yield Row("house laws looked over, CPU, p50", statistics.median(took["check"]), "ms")
    yield Row(
        "house laws published with their check, CPU, p50", statistics.median(took["publish"]), "ms", LIMIT
    )
    clock = sorted(took["publish by the clock"])
    yield Row("the same by the clock, p50", statistics.median(clock), "ms")
    yield Row("the same by the clock, p95", clock[len(clock) * 95 // 100], "ms")

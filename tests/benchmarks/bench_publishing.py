"""Publishing a house law set with the check of all that it changes, in the process, on SQLite.

The law set has a law of its own with its two cases, a variation, a parameter and a reading.
"""

import json
import statistics
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

from tests.benchmarks.rows import Row, written
from tests.reliability.serving import place

REVISIONS, WARM = 60, 5
LIMIT = 50.0


def rows() -> Iterator[Row]:
    """Yield what looking a draft over and publishing it take."""
    with tempfile.TemporaryDirectory(prefix="cinch-") as folder, place(Path(folder) / "club", None) as where:
        wanted = json.dumps({"revisions": REVISIONS, "warm": WARM})
        took = json.loads(where.run("-m", "tests.benchmarks.publish_laws", wanted))
    yield Row("house laws looked over, CPU, p50", statistics.median(took["check"]), "ms")
    yield Row(
        "house laws published with their check, CPU, p50", statistics.median(took["publish"]), "ms", LIMIT
    )
    clock = sorted(took["publish by the clock"])
    yield Row("the same by the clock, p50", statistics.median(clock), "ms")
    yield Row("the same by the clock, p95", clock[len(clock) * 95 // 100], "ms")


if __name__ == "__main__":
    sys.stdout.write(written(list(rows())) + "\n")

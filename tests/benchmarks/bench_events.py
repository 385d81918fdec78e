"""The cost of standings after twelve rounds of 400 players, who compete as persons or as pairs.

`bench_soak` has the phones of such a hall.
"""

from collections.abc import Iterator
from typing import Any

from tests.benchmarks.rows import Row, database

DEALS = 4
EVENINGS = {"winner-progressive": "400 persons", "pairs-round-robin": "200 pairs"}


def rows(*, tiny: bool = False) -> Iterator[Row]:
    """Yield the cost of the standings: of the first look after a deal, and of a repeated look."""
    wanted: dict[str, Any] = {"players": 8, "rounds": 1, "times": 1}
    if not tiny:
        wanted = {"players": 400, "rounds": 12, "times": 10}
    wanted |= {"kinds": [*EVENINGS], "deals": DEALS}
    with database() as where:
        cost = where.call("tests.benchmarks.large_events.standings", patience=2400, **wanted)
    for kind, competitors in EVENINGS.items():
        for name in ("page", "API"):
            again, first = cost[f"{kind}, {name}"]
            yield Row(f"standings of {competitors}, {name}, again", again, "ms CPU", 30.0)
            yield Row(f"standings of {competitors}, {name}, first after a deal", first, "ms CPU", 30.0)

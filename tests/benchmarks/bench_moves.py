"""What a move of an event costs, planned and committed, for 10, 100 and 1,000 tables on both databases."""

import math
from collections.abc import Iterator

from tests.benchmarks.rows import Row, database
from tests.reliability.serving import Place

MOVES = {10: 5, 100: 5, 1000: 2}
"""How many moves are made, by the number of tables."""
MOST_SECONDS = {100: 0.15, 1000: 1.5}
MOST_GROWTH = 10 * math.log(4000) / math.log(400)
"""From 100 tables to 1,000 where a move grows as n log n does."""


def measured(name: str, where: Place) -> Iterator[Row]:
    """Yield what moves cost on one database."""
    took = where.call("tests.benchmarks.large_events.moves", {"REDIS_URL": "memory://"}, wanted=MOVES)
    for tables in MOVES:
        seconds, worked = took[str(tables)]
        yield Row(f"{name}: a move of {tables} tables", seconds, "s", MOST_SECONDS.get(tables))
        yield Row(f"{name}: a move of {tables} tables, our process", worked, "s CPU")
    yield Row(f"{name}: of 1,000 tables to 100", took["1000"][1] / took["100"][1], "share", MOST_GROWTH)


def rows() -> Iterator[Row]:
    """Yield what moves cost on both databases."""
    for name in ("SQLite", "PostgreSQL"):
        with database(name) as where:
            yield from measured(name, where)

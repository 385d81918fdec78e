"""The cost of standings for 400 players after twelve rounds. `bench_soak` has the phones of such a hall."""

from collections.abc import Iterator

from tests.benchmarks.rows import Row, database

DEALS = 4


def rows(*, tiny: bool = False) -> Iterator[Row]:
    """Yield the cost of the standings after a deal."""
    players, rounds = (8, 1) if tiny else (400, 12)
    with database() as where:
        wanted = {"players": players, "rounds": rounds, "deals": DEALS, "times": 1 if tiny else 10}
        cost = where.call("tests.benchmarks.large_events.standings", patience=1200, **wanted)
    for name, milliseconds in cost.items():
        yield Row(f"standings of {players} after {rounds} rounds, {name}", milliseconds, "ms CPU", 30.0)

"""What standings cost: 400 players after twelve rounds. The phones of such a hall are in `bench_soak`."""

from collections.abc import Iterator

from tests.benchmarks.rows import Row, database

PLAYERS, ROUNDS, DEALS = 400, 12, 4


def rows() -> Iterator[Row]:
    """Yield what the standings cost after a deal."""
    with database() as where:
        wanted = {"players": PLAYERS, "rounds": ROUNDS, "deals": DEALS}
        cost = where.call("tests.benchmarks.large_events.standings", patience=1200, **wanted)
    for name, milliseconds in cost.items():
        yield Row(f"standings of {PLAYERS} after {ROUNDS} rounds, {name}", milliseconds, "ms CPU", 30.0)

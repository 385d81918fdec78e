"""The cost of a list of 5,000 members on its page, pasted and as a workbook: its preview, and adding all.

Each step is one request in one transaction. If a request took longer than a user waits, the list would have
to be added in parts with a display of progress.
"""

from collections.abc import Iterator

from tests.benchmarks.rows import Row, database

NAMES = 5_000
MOST_SECONDS = 3


def rows(*, tiny: bool = False) -> Iterator[Row]:
    """Yield the seconds of each step."""
    names = 10 if tiny else NAMES
    with database() as where:
        club = where.fill(tables=1)
        found = where.call("tests.benchmarks.inside.lists", club=club["club"], names=names)
    for step, seconds in found.items():
        yield Row(f"a list of {names:,} members, {step}", seconds, "s", MOST_SECONDS)

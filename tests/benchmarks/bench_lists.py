"""What a list of 5,000 members costs on its page, pasted and as a workbook: its preview, and all added.

It is one request in one transaction. Were it to take longer than somebody waits at a page, it would have to
be divided and to show how far it is.
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

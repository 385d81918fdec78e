"""CPU time of the pages of a table with 200 deals, and whether it stays as the club's history grows."""

from collections.abc import Iterator

from tests.benchmarks.rows import Row, database

MOST_MILLISECONDS = 8
MOST_GROWTH = 1.3
"""The most growth of a page's time in a club of a million deals: the noise of two cores."""
PAGES = ("table page", "score sheet", "table in the API", "director's page", "recording")


def rows(*, tiny: bool = False) -> Iterator[Row]:
    """Yield the times of the pages with 1,000 and with 1,000,000 deals in the club, and their ratio."""
    with database() as where:
        club = where.fill(tables=2)
        sizes = (
            {"deals": 10, "most": 100, "times": 1} if tiny else {"deals": 200, "most": 1_000_000, "times": 60}
        )
        found = where.call("tests.benchmarks.inside.pages", tables=club["tables"], club=club["club"], **sizes)
    for page in PAGES:
        few, many = found[f"{page} few"], found[f"{page} many"]
        limit = MOST_MILLISECONDS if page in ("table page", "score sheet") else None
        yield Row(f"{page}, 1,000 deals in the club", few, "ms CPU", limit)
        yield Row(f"{page}, 1,000,000 deals in the club", many, "ms CPU", limit)
        yield Row(f"{page}, the second to the first", many / few, "share", MOST_GROWTH)

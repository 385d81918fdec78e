"""The cost of the solver for two hundred deals: processor time, positions searched, and positions kept.

Deals after a draw have nearly every trump in the hands and are the hard deals. Any twenty-four cards of the
pack have six or seven trumps.
"""

import statistics
import sys
import tracemalloc
from collections.abc import Iterator, Sequence
from typing import Any

from scoring.game.rules import rules_of
from scoring.solver.domain.layout import Layout
from scoring.solver.domain.search import TABLE_LIMIT, DoubleDummy, solve
from tests.benchmarks.rows import Row, seconds
from tests.game.tables import CINCH, FOSTER
from tests.solver.dealing import after_a_draw, any_cards

DEALS = 200
RULES = rules_of(FOSTER, CINCH)
LIMITS = {"median": 1.0, "95th percentile": 5.0}
MOST_SEARCHED = 5_000_000
"""More than thirty times the positions of the hardest deal. A search that exceeds it works in another way."""


class Table(dict[Any, Any]):
    """A cache of positions that records how many positions it had before it was emptied."""

    peak = 0

    def clear(self) -> None:
        self.peak = max(self.peak, len(self))
        super().clear()


def spread(values: Sequence[float]) -> dict[str, float]:
    """Return the median, the value that a twentieth of the values exceed, and the greatest value."""
    return {
        "median": statistics.median(values),
        "95th percentile": statistics.quantiles(values, n=20)[-1],
        "most": max(values),
    }


def broken_off(least: int, most: int, positions: int) -> None:
    """End a search that takes too long."""
    if positions > MOST_SEARCHED:
        sys.exit(f"more than {MOST_SEARCHED} positions were searched for one deal")


def searched(layout: Layout) -> tuple[float, int, int]:
    """Return the processor time for one deal, the positions searched, and the most positions in the cache."""
    search = DoubleDummy(layout, watch=broken_off)
    search.table = table = Table()
    took = seconds(lambda: search.line(search.most()), rounds=1)
    return took, search.positions, max(table.peak, len(table))


def rows(*, tiny: bool = False) -> Iterator[Row]:
    """Yield the figures of both kinds of deals, and the memory of the hardest deal."""
    deals = 2 if tiny else DEALS
    hardest = (0, after_a_draw(0, RULES))
    for name, deal in (("after a draw", after_a_draw), ("any 24 cards", any_cards)):
        layouts = [deal(seed, RULES) for seed in range(deals)]
        took, positions, kept = zip(*map(searched, layouts), strict=True)
        for what, value in spread(took).items():
            yield Row(f"best play, {deals} deals, {name}: {what}", value, "s", LIMITS.get(what))
        for what, value in spread(positions).items():
            yield Row(f"positions searched, {name}: {what}", value, "")
        yield Row(f"positions kept at a time, {name}: most", max(kept), "", TABLE_LIMIT)
        most = max(positions)
        hardest = max(hardest, (most, layouts[positions.index(most)]), key=lambda each: each[0])
    tracemalloc.start()
    solve(hardest[1])
    memory = tracemalloc.get_traced_memory()[1] / 1e6
    tracemalloc.stop()
    yield Row(f"memory of the hardest of them, {hardest[0]} positions", memory, "MB")

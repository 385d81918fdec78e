"""What the solver takes for two hundred deals: processor time, positions searched, and memory.

Deals after a draw hold nearly every trump and are the hard ones; any twenty-four cards of the pack hold
six or seven.
"""

import statistics
import tracemalloc
from collections.abc import Iterator, Sequence
from dataclasses import replace

from scoring.game.rules import rules_of
from scoring.solver.domain.layout import Layout
from scoring.solver.domain.search import solve
from tests.benchmarks.rows import Row, seconds
from tests.game.tables import CINCH, FOSTER
from tests.solver.dealing import after_a_draw, any_cards, tried_out

DEALS = 200
RULES = rules_of(FOSTER, CINCH)


def middle_and_95th(values: Sequence[float]) -> tuple[float, float]:
    """Return the median and the 95th percentile."""
    return statistics.median(values), statistics.quantiles(values, n=20)[-1]


def ending(seed: int) -> Layout:
    """Return three tricks of a deal, half of each hand."""
    layout = after_a_draw(seed, RULES)
    return replace(layout, hands={seat: hand[::2] for seat, hand in layout.hands.items()})


def rows() -> Iterator[Row]:
    """Yield the figures of both kinds of deals, of the hardest one, and of short endings tried out."""
    for name, deal in (("after a draw", after_a_draw), ("any 24 cards", any_cards)):
        layouts = [deal(seed, RULES) for seed in range(DEALS)]
        took = [seconds(lambda layout=layout: solve(layout), rounds=1) for layout in layouts]
        searched = [solve(layout).positions for layout in layouts]
        for what, value, limit in zip(
            ("median", "95th percentile"), middle_and_95th(took), (1, 5), strict=True
        ):
            yield Row(f"best play, {DEALS} deals, {name}: {what}", value, "s", limit)
        for what, value in zip(("median", "95th percentile"), middle_and_95th(searched), strict=True):
            yield Row(f"positions searched, {name}: {what}", value, "")
        hardest = layouts[searched.index(max(searched))]
        tracemalloc.start()
        solve(hardest)
        yield Row(
            f"memory of the hardest of them, {max(searched)} positions",
            tracemalloc.get_traced_memory()[1] / 1e6,
            "MB",
        )
        tracemalloc.stop()
    endings = [ending(seed) for seed in range(10)]
    ours = sum(seconds(lambda layout=layout: solve(layout), rounds=3) for layout in endings)
    theirs = sum(
        seconds(lambda layout=layout: tried_out(layout, layout.hands, layout.leader, {}), rounds=1)
        for layout in endings
    )
    yield Row(
        "three tricks: every play tried out beside the search", theirs / ours, "times", 10, at_least=True
    )

"""A line of a filled score sheet: bidder and bid, also of a deal that does not count."""

from types import SimpleNamespace
from typing import Any, cast

import pytest

from scoring.printing.score_sheets import _line


def line(*, bid: int, maker: int = 1, counted: bool = True) -> dict[str, Any]:
    deal = SimpleNamespace(dealer=4, maker=maker, bid=bid, trump="H")
    score = SimpleNamespace(
        new_deal=False, bid=bid if counted else 0, bid_made=True, scored=[0, 0], after=[0, 0]
    )
    entry = SimpleNamespace(deal=deal, score=score, counted=counted, points=[9, 5])
    return _line(1, cast(Any, SimpleNamespace(seq=1)), cast(Any, entry), ["Arles", "Brig", "Como", "Dole"])


@pytest.mark.parametrize(
    ("bid", "counted", "bidder", "shown"),
    [(8, True, "Arles", "8"), (8, False, "Arles", "8"), (0, True, None, None)],
)
def test_whoever_bid_is_named_with_the_bid_and_nobody_where_nobody_bid(bid, counted, bidder, shown):
    written = line(bid=bid, counted=counted)
    assert (written["bidder"], written["bid"]) == (bidder, shown)

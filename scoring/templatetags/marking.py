"""The score as a table marks it besides figures: counters to go, or two pegs on a cribbage board."""

from collections.abc import Mapping
from typing import Any

from django import template

from scoring.tables.pages.display import SideLine, TablePage

register = template.Library()

MOST_COUNTERS = 40
"""Counters of one side that can still be taken in at a glance; of more, none are drawn."""
ROW = 620
"""How long a row of holes is drawn, whatever their number."""
MARGIN = 12


@register.inclusion_tag("scoring/tables/_counters.html")
def counters_to_go(to_go: int, table_page: TablePage) -> Mapping[str, Any]:
    """Draw what a side has still to put away; set back below nothing, it has more than it began with."""
    worth = {"counters": to_go + 1, "counters-of-five": 5}.get(table_page.marked, 0)
    fives, ones = divmod(to_go, worth) if worth else (0, 0)
    is_drawn = 0 < fives + ones <= MOST_COUNTERS
    return {
        "fives": range(fives if is_drawn else 0),
        "ones": range(ones if is_drawn else 0),
        "to_go": to_go,
        "more": max(0, to_go - table_page.length),
    }


@register.inclusion_tag("scoring/tables/_cribbage_board.html")
def cribbage_board(table_page: TablePage) -> Mapping[str, Any]:
    """Draw a row of holes for each side with a peg at its score before the last deal and one at that now."""
    holes = table_page.game_score
    gap = ROW / holes

    def place(score: int) -> float:
        return round(MARGIN + gap * min(max(score, 0), holes), 1)

    def row(side: SideLine) -> dict[str, Any]:
        return {"side": side, "from": place(side.before), "to": place(side.score)}

    step = max(1, holes // 6 // 5 * 5)
    marks = [*range(0, holes - step // 2, step), holes]
    return {
        "rows": [row(side) for side in table_page.sides] if table_page.marked == "cribbage-board" else (),
        "holes": holes,
        "gap": round(gap, 2),
        "start": MARGIN,
        "end": MARGIN + ROW,
        "marks": [(score, place(score)) for score in marks],
    }

"""The names of deals, and the score shown as counters or as pegs on a cribbage board."""

from collections.abc import Mapping
from typing import Any, cast

from django import template
from django.template import Context

from laws.templatetags.sentences import translated
from scoring.tables.pages.display import SideLine, TablePage
from scoring.tables.table_policy import TablePolicy, policy_of

register = template.Library()

MOST_COUNTERS = 40
"""If a side has more counters than this, none are drawn. Nobody could count them at a glance."""
ROW = 620
"""The width of a row of holes in the drawing, for any number of holes."""
MARGIN = 12


@register.filter
def deal_of(number: int, table_page: TablePage | None) -> int:
    """Return a deal's number as the table's pages show it, see `DealNumbers.number_of`.

    ``number`` is the deal's number at the table. Without ``table_page`` this number is returned.
    """
    return table_page.play.numbers.number_of(number) if table_page else number


@register.filter
def deal_name(table_page: TablePage, number: int) -> str:
    """Return the name of a deal: in an event, its round and its number in the round."""
    return translated(table_page.policy.name_of_deal(number))


@register.simple_tag(takes_context=True)
def deal_of_record(context: Context, record: Any) -> str:
    """Return the name of the deal that a dispute or a held entry is about.

    In an event the name has the round and the deal's number in the round. Both come from the event's state.
    The page keeps a `TablePolicy` for each event, so the state is loaded once for all deals of the event.
    """
    table, kept = record.table, cast(Any, context.render_context)
    policies: dict[int | None, TablePolicy] = kept.setdefault("policies", {})
    if table.event_id not in policies:
        policies[table.event_id] = policy_of(table)
    return translated(policies[table.event_id].name_of_deal(record.number, record.at, table))


@register.inclusion_tag("scoring/tables/_counters.html")
def counters_to_go(to_go: int, table_page: TablePage) -> Mapping[str, Any]:
    """Return the context to draw the counters that a side still has to put away.

    A counter is worth one or five points. No counters are drawn if the table marks its score in another way,
    or if there are more than MOST_COUNTERS.

    After a set-back a side can need more points than a whole game has. ``more`` is the number of points above
    a whole game.
    """
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
    """Draw a row of holes for each side, with pegs at its score before and after the last deal.

    Nothing is drawn if the table marks its score in another way.
    """
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

"""What follows from how many sit at a table."""

from django import template

from scoring.game.cutting_out import SEATS
from scoring.models import Table
from scoring.records import game_of

register = template.Library()


@register.filter
def may_found_company(table: Table) -> bool:
    """Return whether more players than seats can come to a table: to one of four that no event seats."""
    return table.event_id is None and game_of(table).players == SEATS

"""The title of a club's own law set."""

from django import template

from scoring.house_laws import queries
from scoring.house_laws.models import HouseLawSet

register = template.Library()


@register.filter
def house_title(law_set: HouseLawSet) -> str:
    """Return the title of a house law set. If its current text has no title, return the slug."""
    return queries.title_of(law_set)

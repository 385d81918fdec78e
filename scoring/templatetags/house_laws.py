"""A club's own law set as a page names it."""

from django import template

from scoring.house_laws import queries
from scoring.house_laws.models import HouseLawSet

register = template.Library()


@register.filter
def house_title(law_set: HouseLawSet) -> str:
    """Return the title of a law set as it was last written; its slug where it has none yet."""
    return queries.title_of(law_set)

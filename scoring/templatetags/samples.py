"""Sample deals for the pages of the laws."""

from django import template

from laws.domain.lawset import LawSet
from scoring.game import samples

register = template.Library()


@register.simple_tag
def sample_scores(before: LawSet, after: LawSet) -> list[samples.SampleScore]:
    """Return the sample deals that score differently under the two law sets."""
    return samples.effect_on_score(before, after)

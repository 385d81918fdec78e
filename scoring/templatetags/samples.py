"""Sample deals for the pages of the laws."""

from typing import Any

from django import template

from laws.domain.lawset import LawSet
from scoring.game import samples

register = template.Library()


@register.simple_tag
def sample_scores(before: LawSet, after: LawSet, game: Any = None) -> list[samples.SampleScore]:
    """Return the sample deals that score differently under the two law sets; ``game`` can be empty."""
    return samples.effect_on_score(before, after, game or None)

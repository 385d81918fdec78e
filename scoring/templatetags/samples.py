"""Sample deals, and the parameters that matter in a game, for the pages of the laws."""

from collections.abc import Iterable
from typing import Any

from django import template

from laws.domain.lawset import LawSet
from laws.table_of_contents import ParameterEntry
from scoring.game import samples
from scoring.game.games import GAMES

register = template.Library()


@register.simple_tag
def sample_scores(before: LawSet, after: LawSet, game: Any = None) -> list[samples.SampleScore]:
    """Return at most two sample deals that show the difference of two law sets, see `effect_on_score`."""
    return samples.effect_on_score(before, after, game or None)


@register.filter
def read_in(entries: Iterable[ParameterEntry], game: str) -> list[ParameterEntry]:
    """Return the entries of the parameters that can change a deal or a ruling of the game."""
    return [entry for entry in entries if GAMES[game].reads_in_a_form(entry.parameter.name)]

"""The steps of an entry: what is tapped for a deal, from the bid to the penalties."""

from functools import lru_cache

from django import template
from django.template.loader import render_to_string
from django.utils.safestring import SafeString
from django.utils.translation import get_language

from laws.domain.lawset import LawSet
from scoring.domain.games import Game
from scoring.tables.forms.entry import EntryForm

register = template.Library()

TEMPLATE = "scoring/tables/_entry_steps.html"


@register.simple_tag
def entry_steps(form: EntryForm) -> SafeString:
    """Return the steps of an entry, with what was tapped so far and what is refused."""
    if form.is_bound or form.recorded:
        return render_to_string(TEMPLATE, {"form": form})
    return _untouched(form.game, form.rules.law_set, form.players, form.dealer, get_language())


# Every phone at a table opens the same empty steps before each deal, so what was written once is kept.


@lru_cache(maxsize=128)
def _untouched(
    game: Game, law_set: LawSet, players: tuple[str, ...], dealer: int, language: str | None
) -> SafeString:
    form = EntryForm(game=game, law_set=law_set, players=players, dealer=dealer, number=1)
    return render_to_string(TEMPLATE, {"form": form})

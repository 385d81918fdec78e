"""A recorded deal as labelled values, for the journal's sentence about its correction."""

from collections.abc import Mapping, Sequence
from typing import Any

from django.utils.translation import gettext, gettext_lazy as _

from scoring.clubs.models import Member
from scoring.templatetags.cards import (
    plain,
    seat_name,
    sides_on,
    suit_word,
    taker_words,
    takers_by_point,
    void_words,
)

LEVELS = {"points": _("as totals"), "won": _("point by point"), "tricks": _("card by card")}
"""Labels of the levels of detail at which a deal is recorded."""

Described = dict[str, str]
"""The recorded values of a deal as text, by their labels."""


def described(deal: Mapping[str, Any], seats: Sequence[Member], sides: Sequence[str]) -> Described:
    """Return the main values of a recorded deal as text; the most important values come first.

    Values that were not recorded are left out. Without a bid, the text of the bid is "nobody bid".
    """
    level = next((name for name in LEVELS if name in deal), "")
    fields = {
        gettext("Deal"): void_words(deal["misdeal"]) if deal.get("misdeal") else gettext("played"),
        gettext("Recorded"): str(LEVELS.get(level, "")),
        gettext("Points"): figures_in(deal.get("points", ())),
        gettext("Bid"): str(deal.get("bid") or gettext("nobody bid")),
        gettext("Maker"): seat_name(deal.get("maker"), seats),
        gettext("Trump"): suit_word(deal.get("trump")),
        gettext("Dealer"): seat_name(deal.get("dealer"), seats),
        gettext("Pips for Game"): figures_in(deal.get("pips") or ()),
    }
    takers = sides_on(deal, sides)
    fields |= {point: taker_words(taker, takers) for point, taker in takers_by_point(deal.get("won"))}
    return {name: value for name, value in fields.items() if value}


def figures_in(figures: Sequence[int]) -> str:
    """Return the numbers of all sides as one text, with a dash between them."""
    between = "\N{EN DASH}" if min(figures, default=0) >= 0 else " \N{EN DASH} "
    return between.join(map(plain, figures))

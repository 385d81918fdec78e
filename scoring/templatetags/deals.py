"""A deal's facts in words: seats by name, who took a point, penalties."""

from collections.abc import ItemsView, Mapping, Sequence
from typing import Any

from django import template
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

register = template.Library()

POINT_TITLES = {
    "high": _("High"),
    "low": _("Low"),
    "jack": _("Jack"),
    "game": _("Game"),
    "right-pedro": _("Right Pedro"),
    "left-pedro": _("Left Pedro"),
}
FEWEST_WITH_PARTNERS = 4
VOID = {"misdeal": _("Misdeal"), "redeal": _("New deal")}
PENALTIES = {
    "revoke": _("revoke"),
    "foul-hand": _("too many cards"),
    "trick-claimed": _("trick claimed"),
    "side-cannot-score": _("cannot score"),
    "bid-waived": _("bid waived"),
    "set-back": _("set back"),
    "points-to-maker": _("points to the maker"),
    "award-points": _("points awarded"),
    "new-deal": _("new deal"),
    "no-penalty": _("no penalty"),
}


@register.filter
def seat_name(seat: int | None, seats: Sequence[Any]) -> str:
    """Return the name of who sits at a seat; ``seats`` are in order from seat 1."""
    return str(seats[seat - 1].name) if seat and 0 < seat <= len(seats) else ""


@register.filter
def point_title(point: str) -> str:
    """Return a point's name as it is said.

    >>> str(point_title("right-pedro"))
    'Right Pedro'
    """
    return str(POINT_TITLES.get(point, point.replace("-", " ")))


@register.filter
def taker_words(taker: int | str | None, seats: Sequence[Any] = ()) -> str:
    """Return who took a point; where everybody plays for himself, by name.

    >>> taker_words(1), taker_words("discards"), taker_words(None)
    ('side 1', 'discards', 'nobody')
    """
    if isinstance(taker, int):
        return side_words(taker, seats)
    return gettext("discards") if taker else gettext("nobody")


def side_words(side: int, seats: Sequence[Any]) -> str:
    """Return a side in words: by its number or, where so few sit that nobody has a partner, by name."""
    if 0 < len(seats) < FEWEST_WITH_PARTNERS:
        return seat_name(side, seats)
    return gettext("side %(side)s") % {"side": side}


@register.filter
def void_words(void: str) -> str:
    """Return what a deal that was not played is called."""
    return str(VOID.get(void, void))


@register.filter
def verb_words(verb: str) -> str:
    """Return a verb of the journal in words.

    >>> verb_words("held.set-aside")
    'held set aside'
    """
    return verb.replace(".", " ").replace("-", " ")


@register.filter
def items_of(values: Mapping[str, Any] | None) -> ItemsView[str, Any]:
    """Return the pairs of a mapping that may be missing."""
    return (values or {}).items()


@register.filter
def calls_words(calls: Sequence[Sequence[int]], seats: Sequence[Any]) -> str:
    """Return the calls of a bidding in their order, by name: "B 6, C pass"."""
    return ", ".join(f"{seat_name(seat, seats)} {bid or gettext('pass')}" for seat, bid in calls)


@register.filter
def without_a_card(trick: Sequence[Sequence[Any]], seats: Sequence[Any]) -> list[int]:
    """Return the seats that played nothing to a trick: a hand that was short ran out before.

    >>> without_a_card([[2, "AS"], [3, "KS"], [1, "2S"]], ["A", "Y", "B", "Z"])
    [4]
    """
    played = {seat for seat, _card in trick}
    return [seat for seat in range(1, len(seats) + 1) if seat not in played]


@register.filter
def penalty_words(penalty: Mapping[str, Any], seats: Sequence[Any]) -> str:
    """Return a penalty in words, with who it concerns."""
    kind = penalty.get("offence") or penalty.get("kind", "")
    words = str(PENALTIES.get(kind, kind))
    who = seat_name(penalty.get("seat"), seats)
    if not who and (side := penalty.get("side")):
        who = side_words(side, seats)
    return f"{words}: {who}" if who else words

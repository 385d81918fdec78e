"""Figures on a page: signs with a real minus, and a value for each side taken out by its side."""

from django import template

from scoring.game.seating import PerSide

register = template.Library()

MINUS = "\N{MINUS SIGN}"


@register.filter
def signed(number: int) -> str:
    """Return a score made for a deal with its sign.

    >>> signed(17), signed(0), signed(-8) == MINUS + "8"
    ('+17', '0', True)
    """
    return f"+{number}" if number > 0 else plain(number)


@register.filter
def plain(number: int) -> str:
    """Return a running score; below nothing it has a real minus, which a screen reader says as one.

    >>> plain(12), plain(-3) == MINUS + "3"
    ('12', True)
    """
    return f"{MINUS}{-number}" if number < 0 else str(number)


@register.filter
def at_least_nothing(number: int) -> int:
    """Return the number, or nothing where it is below: a bar cannot be shorter than empty."""
    return max(0, number)


@register.filter
def of_side(values: PerSide[int], side: int) -> int:
    """Return the value of one side, counted from 1."""
    return values[side]

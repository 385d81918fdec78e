"""Parameters and their values as they are written on a page."""

from django import template

from laws.domain import parameter_words
from laws.domain.parameters import PARAMETERS

register = template.Library()


@register.filter
def parameter_name(name: str) -> str:
    """Return a parameter's name in words.

    >>> parameter_name("cut_ace")
    'The ace in the cut'
    """
    return parameter_words.heading(name)


@register.filter
def parameter_value(value: object, name: str) -> str:
    """Return a parameter's value as it is written on a page.

    >>> parameter_value("low", "cut_ace"), parameter_value(None, "score_floor")
    ('It is the lowest card.', 'none')
    """
    return parameter_words.in_words(name, value, PARAMETERS[name].unit if name in PARAMETERS else "")

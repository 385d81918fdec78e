"""Values of parameters as they are written on a page."""

from collections.abc import Mapping

from django import template

register = template.Library()


@register.filter
def parameter_name(name: str) -> str:
    """Return a parameter's name in words.

    >>> parameter_name("cut_ace")
    'Cut ace'
    """
    return name.replace("_", " ").capitalize()


@register.filter
def parameter_value(value: object) -> str:
    """Return a parameter's value as it is written on a page.

    >>> parameter_value(True), parameter_value(None), parameter_value(("high", "low"))
    ('yes', 'none', 'high, low')
    """
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, Mapping):
        return ", ".join(f"{name} {worth}" for name, worth in value.items())
    if isinstance(value, tuple):
        return ", ".join(str(part) for part in value)
    return "none" if value is None else str(value).replace("-", " ")

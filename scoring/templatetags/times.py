"""Django's own filter of dates, in every template: a time that is not in its club's zone says its zone."""

from datetime import datetime
from typing import Any

from django import template
from django.template import defaultfilters
from django.utils import formats, timezone

register = template.Library()

HOURS = frozenset("GHP")
"""What a format that tells the hour has in it, in every language."""


@register.filter(expects_localtime=True, is_safe=False)
def date(value: Any, form: str = "DATE_FORMAT") -> str:
    """Write a moment in a format; an hour in a zone that is not the club's is followed by the zone."""
    written = str(defaultfilters.date(value, form))
    is_clubs = timezone.get_current_timezone() is not timezone.get_default_timezone()
    if is_clubs or not isinstance(value, datetime) or not HOURS & set(formats.get_format(form)):
        return written
    return f"{written} {value:%Z}"

"""A replacement for Django's ``date`` filter that adds the time zone where the time would be ambiguous.

A time is ambiguous in two cases: the club has no time zone of its own, or clocks go back and the local time
occurs twice.
"""

from datetime import datetime
from typing import Any

from django import template
from django.template import defaultfilters
from django.utils import formats, timezone

register = template.Library()

HOURS = frozenset("GHP")
"""The format characters that output the hour, in any language."""


@register.filter(expects_localtime=True, is_safe=False)
def date(value: Any, form: str = "DATE_FORMAT") -> str:
    """Format a date or time.

    If the format has the hour, the name of the time zone follows in two cases: the club has no time zone of
    its own, or clocks go back and the local time occurs twice.
    """
    written = str(defaultfilters.date(value, form))
    is_clubs = timezone.get_current_timezone() is not timezone.get_default_timezone()
    if not isinstance(value, datetime) or not HOURS & set(formats.get_format(form)):
        return written
    return written if is_clubs and not _comes_twice(value) else f"{written} {value:%Z}"


def _comes_twice(moment: datetime) -> bool:
    return moment.replace(fold=0).utcoffset() != moment.replace(fold=1).utcoffset()

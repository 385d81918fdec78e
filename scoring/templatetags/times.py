"""Django's own filter of dates, in every template: a time says its zone where it would be unclear without.

That is so in a zone that is not the club's, and in the hour that a clock set back passes twice.
"""

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
    """Write a moment in a format; an hour that could be taken for another one is followed by its zone."""
    written = str(defaultfilters.date(value, form))
    is_clubs = timezone.get_current_timezone() is not timezone.get_default_timezone()
    if not isinstance(value, datetime) or not HOURS & set(formats.get_format(form)):
        return written
    return written if is_clubs and not _comes_twice(value) else f"{written} {value:%Z}"


def _comes_twice(moment: datetime) -> bool:
    """Return whether the clock shows a moment's local time again, an hour later or earlier."""
    return moment.replace(fold=0).utcoffset() != moment.replace(fold=1).utcoffset()

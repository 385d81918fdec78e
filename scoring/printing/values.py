"""What the sheets of an event share: its club and its day in words, figures, and names that are too long."""

import re
from collections.abc import Mapping

from django.utils.formats import date_format
from django.utils.timezone import localtime

from scoring.event_records import EventRecord

Names = Mapping[int, str]

ZERO_WIDTH_SPACE = "\u200b"
_LONG_RUN = re.compile(r"(\S{20})(?=\w)")


def over(record: EventRecord) -> str:
    """Return the line above a title: the club and the day."""
    return f"{record.event.club.name} · {day(record)}"


def day(record: EventRecord) -> str:
    """Return the day on which the event began, or was planned where it has not begun."""
    begun = record.rounds[0].seating.at if record.rounds else record.event.at
    return date_format(localtime(begun))


def number(value: int) -> str:
    """Return a whole number with a real minus.

    >>> number(-8) == "\\N{MINUS SIGN}8", number(8)
    (True, '8')
    """
    return f"\N{MINUS SIGN}{-value}" if value < 0 else str(value)


def breakable(name: str) -> str:
    """Return a name that a line may break in wherever it has no space for long.

    >>> breakable("Seat A"), len(breakable("W" * 45))
    ('Seat A', 47)
    """
    return _LONG_RUN.sub(rf"\1{ZERO_WIDTH_SPACE}", name)

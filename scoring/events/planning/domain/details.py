"""The details of an event: its name, when and where it takes place, and whether it is a template."""

import datetime
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

from laws.domain.errors import InputProblems, InvalidInput
from laws.domain.sentences import _
from scoring.game.names import clean_name, clean_text

LONGEST_PLACE = 80
FURTHEST_DAY = datetime.timedelta(days=3653)
"""How far ahead the day of an event can be: ten years."""


@dataclass(frozen=True, slots=True)
class EventDetails:
    """The details of an event. Date and time are in the club's time zone."""

    name: str
    date: datetime.date | None = None
    time: datetime.time | None = None
    place: str = ""
    is_template: bool = False
    """Whether the club plans other evenings like this one."""

    def as_json(self) -> dict[str, str | bool | None]:
        return {
            "name": self.name,
            "date": self.date.isoformat() if self.date else None,
            "time": self.time.isoformat("minutes") if self.time else None,
            "place": self.place,
            "is_template": self.is_template,
        }


def parse_details(
    values: Mapping[str, object], today: datetime.date | None = None, *, may_be_over: bool = False
) -> EventDetails:
    """Return the details that were sent. Only ``name`` is required; a time needs a date.

    If ``today`` is given, a date more than ten years after ``today`` is refused. A date before ``today`` is
    refused too, unless ``may_be_over`` is true. Raises InvalidInput under the name of each wrong field.
    """
    problems = InputProblems()
    found: dict[str, Any] = {}
    for name, parse in _PARSED.items():
        with problems.gathered():
            found[name] = parse(values.get(name))
    day = found.get("date")
    if day and today and day < today and not may_be_over:
        problems.add("date", _("This day is over. Choose today or a later day."))
    if day and today and day - today > FURTHEST_DAY:
        problems.add("date", _("This day is more than ten years ahead. Check the year."))
    if found.get("time") and not day and "date" in found:
        problems.add("date", _("A time needs its day."))
    problems.settle()
    return EventDetails(**found)


def same_weekday(day: datetime.date, today: datetime.date) -> datetime.date:
    """Return the next day after ``day`` that has the same weekday and is not before ``today``.

    If ``day`` is so far ahead that `parse_details` refuses it, ``day`` is returned.

    >>> same_weekday(datetime.date(2026, 11, 26), datetime.date(2026, 11, 27)).isoformat()
    '2026-12-03'
    >>> same_weekday(datetime.date.max, datetime.date(2026, 11, 27)).isoformat()
    '9999-12-31'
    """
    if day - today > FURTHEST_DAY:
        return day
    weeks = max(1, -((day - today).days // 7))
    return day + datetime.timedelta(weeks=weeks)


def _parse_date(value: object) -> datetime.date | None:
    if value is None or isinstance(value, datetime.date):
        return value
    try:
        return datetime.date.fromisoformat(str(value)) if value else None
    except ValueError:
        raise InvalidInput({"date": _("A day is written like 2026-11-27.")}) from None


def _parse_time(value: object) -> datetime.time | None:
    if value is None or isinstance(value, datetime.time):
        return value
    try:
        return datetime.time.fromisoformat(str(value)).replace(tzinfo=None) if value else None
    except ValueError:
        raise InvalidInput({"time": _("A time is written like 19:30.")}) from None


_PARSED: Mapping[str, Callable[[Any], object]] = {
    "name": clean_name,
    "date": _parse_date,
    "time": _parse_time,
    "place": lambda value: clean_text(value, "place", LONGEST_PLACE) if value else "",
    "is_template": bool,
}

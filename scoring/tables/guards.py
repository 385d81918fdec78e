"""Decorators that check permissions for the pages of tables."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.db.models import Model

from scoring.clubs.guards import Decorator, known_callers, page_decorator
from scoring.tables.access import own_table_for, record_for, table_for

table_page = page_decorator(table_for, "table_id", known_callers)
"""For members of the club, and for holders of the table's link or card."""

own_table_page = page_decorator(own_table_for, "table_id", known_callers)
"""Like `table_page`, and also for players with a link to an evening when they sat at the table."""


def record_page(records: type[Model], key: str, at: Any = table_for) -> Callable[..., Decorator]:
    """Return the decorator for pages of a record of a table; ``at`` finds the table, as for `record_for`."""
    return page_decorator(partial(record_for, records, at=at), key, known_callers)

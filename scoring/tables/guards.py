"""Decorators that check permissions for the pages of tables."""

from collections.abc import Callable
from functools import partial
from typing import Any

from django.db.models import Model

from scoring.clubs.guards import Decorator, known_callers, page_decorator
from scoring.tables.access import own_table_for, record_for, table_for

table_page = page_decorator(table_for, "table_id", known_callers)
"""Admits members of the club, and holders of the table's link or card."""

own_table_page = page_decorator(own_table_for, "table_id", known_callers)
"""Admits the callers of `table_page`, and guests who sat at the table, see `own_table_for`."""


def record_page(records: type[Model], key: str, at: Any = table_for) -> Callable[..., Decorator]:
    """Return the `page_decorator` for pages of a record that belongs to a table, such as a dispute.

    - ``records``: the model of the record.
    - ``key``: the URL argument with the record's primary key.
    - ``at``: the function that returns the table and checks the permission, as `table_for` does.
    """
    return page_decorator(partial(record_for, records, at=at), key, known_callers)

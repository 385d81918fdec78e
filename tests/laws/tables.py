"""The tables of our law books, as parameters for tests that run on every table."""

import pytest

from laws import library

TABLES = [
    pytest.param(table, id=f"{slug} {incident}")
    for slug, book in library.law_books().items()
    for incident, table in book.tables.items()
    if table.rules
]
"""Every table with rules. The id of each parameter is the law set and the incident."""

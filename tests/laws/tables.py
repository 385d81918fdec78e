"""The tables of our own law books, for tests that try every one of them."""

import pytest

from laws import library

TABLES = [
    pytest.param(table, id=f"{slug} {incident}")
    for slug, book in library.law_books().items()
    for incident, table in book.tables.items()
    if table.rules
]
"""Every table of our books that has rules, named for its law set and incident."""

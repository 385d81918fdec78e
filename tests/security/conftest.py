"""Two clubs for all tests of a module. They are made once; what a test changes is rolled back."""

from collections.abc import Iterator
from copy import deepcopy
from typing import Any

import pytest
from django.db import connection, transaction
from pytest_django import DjangoDbBlocker

from tests.security import world
from tests.security.world import Club

Rows = dict[str, list[tuple[Any, ...]]]


def all_rows() -> Rows:
    """Return every row of every table, as the database stores it."""
    found = {}
    with connection.cursor() as cursor:
        for table in connection.introspection.django_table_names(only_existing=True, include_views=False):
            cursor.execute(f"SELECT * FROM {table}")
            found[table] = cursor.fetchall()
    return found


def insert(rows: Rows) -> None:
    """Insert rows as the database stored them."""
    with connection.cursor() as cursor:
        for table, lines in rows.items():
            places = ", ".join(["%s"] * len(lines[0]))
            cursor.executemany(f"INSERT INTO {table} VALUES ({places})", lines)


@pytest.fixture(scope="session")
def kept_clubs() -> dict[str, Any]:
    """Return a dictionary in which a process keeps both clubs and their rows.

    Making the clubs anew takes ten times as long.
    """
    return {}


@pytest.fixture(scope="module")
def clubs(
    django_db_setup: None, django_db_blocker: DjangoDbBlocker, kept_clubs: dict[str, Any]
) -> Iterator[dict[str, Club]]:
    """Make both clubs in a transaction that is never committed.

    On SQLite later modules insert the kept rows.
    """
    with django_db_blocker.unblock(), transaction.atomic():
        if kept_clubs:
            insert(kept_clubs["rows"])
            yield deepcopy(kept_clubs["clubs"])
        else:
            before = all_rows()
            made = {slug: world.make(slug) for slug in ("harbour", "inland")}
            world.sign_in(made["harbour"], stranger=made["inland"])
            if connection.vendor == "sqlite":
                new = {
                    table: [row for row in lines if row not in before[table]]
                    for table, lines in all_rows().items()
                }
                kept_clubs["rows"] = {table: lines for table, lines in new.items() if lines}
                kept_clubs["clubs"] = deepcopy(made)
            yield made
        transaction.set_rollback(True)


@pytest.fixture
def harbour(clubs: dict[str, Club], db: None) -> Club:
    """Return the club whose routes are requested."""
    return clubs["harbour"]


@pytest.fixture
def inland(clubs: dict[str, Club], db: None) -> Club:
    """Return the other club, whose records must stay hidden."""
    return clubs["inland"]

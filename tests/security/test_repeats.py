"""A request that is sent twice counts once: every write of the site, through the API and from pages.

A repeat is the same request again with its key: a form that is sent twice, or a program that has lost the
answer. The writes come from the table of routes, so a new write is tried as well. The gate tries half of them
each day.
"""

from collections import Counter
from collections.abc import Mapping
from uuid import uuid4

import pytest
from django.apps import apps
from django.db import connection

from tests.running.day import some_of
from tests.security.test_access import ROUTES, TABLE
from tests.security.world import client_of, send_valid

pytestmark = pytest.mark.django_db

ROLES = ("owner", "director")
WRITES = [
    (name, method)
    for name, methods in TABLE.items()
    for method in methods
    if method not in ("GET", "HEAD", "OPTIONS") and name != "practice"
]
"""All writes but the practice table: each browser gets a table of its own (`tests.tables.test_practice`)."""
COUNTED_EACH_TIME = ("scoring.SignInAttempt", "sessions.Session")
"""Writes that count each time: every attempt with a wrong secret is an attempt of its own."""


def rows() -> Mapping[str, int]:
    """Return model → number of rows."""
    counted = [model._meta for model in apps.get_models() if model._meta.label not in COUNTED_EACH_TIME]
    with connection.cursor() as cursor:
        cursor.execute("SELECT " + ", ".join(f"(SELECT count(*) FROM {of.db_table})" for of in counted))
        return Counter(dict(zip((of.label for of in counted), cursor.fetchone(), strict=True)))


@pytest.mark.parametrize(("name", "method"), list(some_of(WRITES, 2)))
def test_a_request_that_comes_again_adds_nothing(name, method, harbour):
    route, key = ROUTES[name], str(uuid4())
    for role in ROLES:
        first = send_valid(client_of(harbour, role), route, method, harbour, key=key)
        if first.status_code < 400:
            break
    once = rows()
    send_valid(client_of(harbour, role), route, method, harbour, key=key)
    assert rows() - once == Counter()

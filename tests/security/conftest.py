"""Two clubs for all tests of a module. They are made once; what a test changes is rolled back."""

from collections.abc import Iterator

import pytest
from django.db import transaction
from pytest_django import DjangoDbBlocker

from tests.security import world
from tests.security.world import Club


@pytest.fixture(scope="module")
def clubs(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[dict[str, Club]]:
    """Make both clubs in a transaction that is never committed."""
    with django_db_blocker.unblock(), transaction.atomic():
        made = {slug: world.make(slug) for slug in ("harbour", "inland")}
        world.sign_in(made["harbour"], stranger=made["inland"])
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

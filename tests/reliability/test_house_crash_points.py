"""A crash at any statement of publishing a house law set leaves nothing; the repeat publishes it once."""

from itertools import count
from typing import Any
from uuid import UUID

import pytest
from django.apps import apps
from django.db import connection

from scoring.house_laws import services as house
from scoring.house_laws.models import HouseDraft, HousePublication
from scoring.office.verification import breaches
from tests.factories import ClubOfRoles, house_laws
from tests.reliability.test_crash_points import Breaking, Crash

pytestmark = pytest.mark.database

KEY = UUID(int=7)


def everything() -> dict[str, list[tuple[Any, ...]]]:
    """Return every row of the records and of what was published of the law."""
    return {
        model.__name__: sorted(model._default_manager.values_list(), key=repr)
        for app in ("scoring", "laws")
        for model in apps.get_app_config(app).get_models()
    }


def left(club: ClubOfRoles, publish: Any) -> list[tuple[int, bool]]:
    """Return the statements, and whether after them, at which a crash of publishing left something."""
    law_set, before = house_laws(club, published=False), everything()
    mark = HouseDraft.objects.get().mark
    for at in count(1):
        for after in (False, True):
            breaking = Breaking(at, after)
            try:
                with connection.execute_wrapper(breaking):
                    publish(law_set=law_set, actor=club.actors["director"], mark=mark, key=KEY)
            except Crash:
                if everything() != before:
                    return [(at, after)]
            else:
                return []
    return []


@pytest.mark.django_db(transaction=True)
def test_a_crash_at_any_statement_of_publishing_leaves_nothing(club: ClubOfRoles) -> None:
    assert left(club, house.publish) == []
    assert HousePublication.objects.count() == 1, "the last one was not broken off, and published it"
    assert list(breaches()) == []


# PostgreSQL locks no row outside a transaction: there the control ends before it has begun.
@pytest.mark.once
@pytest.mark.django_db(transaction=True)
def test_control_publishing_without_its_transaction_leaves_halves(club: ClubOfRoles) -> None:
    assert left(club, house.publish.__wrapped__) != []

"""A crash at any statement of publishing a house law set leaves nothing; the repeat publishes it once."""

from functools import partial
from typing import Any
from uuid import UUID

import pytest

from scoring.house_laws import services as house
from scoring.house_laws.models import HouseDraft, HousePublication
from scoring.office.verification import breaches
from tests.factories import ClubOfRoles, house_laws
from tests.reliability.crashing import Deed, crash_everywhere

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]


def publishing(club: ClubOfRoles, publish: Any) -> Deed:
    """Return the publishing of a draft, ready to be done."""
    law_set, director = house_laws(club, published=False), club.actors["director"]
    return partial(
        publish, law_set=law_set, actor=director, mark=HouseDraft.objects.get().mark, key=UUID(int=7)
    )


def test_a_crash_at_any_statement_of_publishing_leaves_nothing(club: ClubOfRoles) -> None:
    assert crash_everywhere(publishing(club, house.publish)) == []
    assert HousePublication.objects.count() == 1, "the last one was not broken off, and published it"
    assert list(breaches()) == []


# PostgreSQL locks no row outside a transaction: there the control ends before it has begun.
@pytest.mark.once
def test_control_publishing_without_its_transaction_leaves_halves(club: ClubOfRoles) -> None:
    assert crash_everywhere(publishing(club, house.publish.__wrapped__)) != []

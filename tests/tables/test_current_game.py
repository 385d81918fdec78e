"""The game in play at a table of an event is found by looking things up, however many play there."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.events.models import Event
from scoring.tables.games import current_game
from tests.events.evenings import Evening, begun
from tests.factories import ClubOfRoles, make_club

pytestmark = [pytest.mark.django_db, pytest.mark.once]

MANY = 160


@pytest.fixture
def club() -> ClubOfRoles:
    return make_club()


def moved_on(club: ClubOfRoles, people: int, moves: int = 3) -> Event:
    """Return an event that moved so often without a deal."""
    evening = begun(club, people, of_rounds=moves + 1, movement={"missing_results": "cut"})
    for number in range(1, moves + 1):
        evening.move(number)
    return evening


def explained(evening: Evening, number: int) -> list[str]:
    """Return the steps in which the database reads the game at a table of an event."""
    table = evening.table(number)
    with CaptureQueriesContext(connection) as asked:
        assert current_game(table)[0].number == 4
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN QUERY PLAN {asked[0]['sql']}")
        return [step[3] for step in cursor.fetchall()]


def test_no_more_is_read_for_a_table_where_many_play(club):
    steps = explained(moved_on(club, MANY), 2)
    # Of a table it says SEARCH where an index leads to the rows and SCAN where it looks at all of them.
    assert [step for step in steps if step.startswith("SCAN") and "CONSTANT" not in step] == []
    assert [step for step in steps if step.startswith("SEARCH")], "it was run"

"""Finding the game in play at an event's table uses indexes."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.events.models import Event
from scoring.tables.games import current_game
from tests.events.evenings import Evening, begun
from tests.factories import ClubOfRoles, make_club

pytestmark = [pytest.mark.django_db, pytest.mark.once]


@pytest.fixture
def club() -> ClubOfRoles:
    return make_club()


def moved_on(club: ClubOfRoles, moves: int = 3) -> Event:
    """Return an event after this number of moves without any deal."""
    evening = begun(club, of_rounds=moves + 1, movement={"missing_results": "cut"})
    for number in range(1, moves + 1):
        evening.move(number)
    return evening


def explained(evening: Evening, number: int) -> list[str]:
    """Return SQLite's query plan for finding the game in play at an event's table."""
    table = evening.table(number)
    with CaptureQueriesContext(connection) as asked:
        assert current_game(table)[0].number == 4
    with connection.cursor() as cursor:
        cursor.execute(f"EXPLAIN QUERY PLAN {asked[0]['sql']}")
        return [step[3] for step in cursor.fetchall()]


def test_the_game_in_play_is_found_by_an_index(club):
    steps = explained(moved_on(club), 2)
    # SQLite's plan says SEARCH if it uses an index, and SCAN if it reads all rows. The plan is the same for
    # more rows, as nothing collects statistics (ANALYZE).
    assert [step for step in steps if step.startswith("SCAN") and "CONSTANT" not in step] == []
    assert [step for step in steps if step.startswith("SEARCH")], "it was run"

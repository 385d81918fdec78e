"""The game in play at a table of an event is found by looking things up, however many play there."""

from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from scoring.events.models import Event
from scoring.tables.games import current_game
from tests.events.evenings import Evening, begun
from tests.factories import ClubOfRoles, make_club

pytestmark = pytest.mark.django_db

MANY = 160
LEFT_OUT = ("Rows Removed by Filter", "Rows Removed by Join Filter", "Rows Removed by Index Recheck")


@pytest.fixture
def club() -> ClubOfRoles:
    return make_club()


def moved_on(club: ClubOfRoles, people: int, moves: int = 3) -> Event:
    """Return an event that moved so often without a deal."""
    evening = begun(club, people, of_rounds=moves + 1, movement={"missing_results": "cut"})
    for number in range(1, moves + 1):
        evening.move(number)
    return evening


def explained(evening: Evening, number: int) -> Any:
    """Return how the database, which has not yet counted its rows, reads the game at a table of an event."""
    table = evening.table(number)
    with CaptureQueriesContext(connection) as asked:
        assert current_game(table)[0].number == 4
    way = "EXPLAIN QUERY PLAN" if connection.vendor == "sqlite" else "EXPLAIN (ANALYZE, FORMAT JSON)"
    with connection.cursor() as cursor:
        cursor.execute(f"{way} {asked[0]['sql']}")
        return cursor.fetchall()


def forget_counts() -> None:
    """Let PostgreSQL know no more of the rows than in a club's first evening, for this test alone.

    What it counted during other tests, in tables that were empty by turns, is true of no club.
    """
    counted = (
        "SELECT schemaname, tablename, attname, inherited FROM pg_stats WHERE tablename LIKE 'scoring_%'"
    )
    tables = "SELECT relname FROM pg_class WHERE relname LIKE 'scoring_%' AND relkind = 'r'"
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT pg_clear_attribute_stats(s, t, a, i) FROM ({counted}) AS known (s, t, a, i)")
        cursor.execute(f"SELECT pg_clear_relation_stats('public', t) FROM ({tables}) AS known (t)")


def test_no_more_is_read_for_a_table_where_many_play(club: ClubOfRoles) -> None:
    if connection.vendor == "postgresql":
        forget_counts()
    few, many = (explained(moved_on(club, people), 2) for people in (8, MANY))
    if connection.vendor == "sqlite":
        # Of a table it says SEARCH where an index leads to the rows and SCAN where it looks at all of them.
        assert [step[3] for step in many if step[3].startswith("SCAN") and "CONSTANT" not in step[3]] == []
        return
    assert rows_of(few[0][0][0]["Plan"]) > 0, "it was run"
    assert rows_of(many[0][0][0]["Plan"]) < MANY, "nobody's place at another table is looked at"


def rows_of(plan: dict[str, Any]) -> float:
    """Return how many rows PostgreSQL looked at, those included that it left out in the end.

    Of pages it reads more or fewer with what other tests have left in the tables.
    """
    own = sum(plan.get(kind, 0) for kind in ("Actual Rows", *LEFT_OUT)) * plan["Actual Loops"]
    return own + sum(map(rows_of, plan.get("Plans", ())))

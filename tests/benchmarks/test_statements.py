"""How many statements stand between a tap and its answer, whatever the history of the table."""

from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from knox.models import AuthToken
from rest_framework.test import APIClient

from tests.factories import ClubOfRoles

SEVEN_EACH = {"maker": 2, "bid": 6, "trump": "H", "points": [7, 7]}
MOST = 12


def statements_for_a_deal(club: ClubOfRoles) -> list[str]:
    """Record a deal as a program with a token does; return the statements in order."""
    phone = APIClient(headers={"authorization": f"Token {AuthToken.objects.create(club.users['scorer'])[1]}"})
    with CaptureQueriesContext(connection) as asked:
        answer = phone.post(
            f"/api/v1/tables/{club.table.pk}/deals/",
            SEVEN_EACH,
            format="json",
            headers={"Idempotency-Key": str(uuid4())},
        )
    assert answer.status_code == 201
    return [one["sql"] for one in asked.captured_queries]


@pytest.mark.django_db(transaction=True)
def test_recording_a_deal_takes_twelve_statements_begin_and_commit_among_them(club: ClubOfRoles) -> None:
    first = statements_for_a_deal(club)
    for _ in range(30):
        last = statements_for_a_deal(club)
    assert len(first) <= MOST
    assert len(last) <= MOST
    # Where the database can, a table seen before is written to in one statement.
    at_once = connection.vendor == "postgresql"
    for transactions, asked in ((1, first), (0 if at_once else 1, last)):
        assert sum(sql.startswith("BEGIN") for sql in asked) == transactions
        assert sum(sql.startswith("COMMIT") for sql in asked) == transactions


@pytest.mark.django_db(transaction=True)
def test_who_asks_and_what_for_is_one_statement(club: ClubOfRoles) -> None:
    asked = [sql for sql in statements_for_a_deal(club) if "knox_authtoken" in sql]
    assert len(asked) == 1
    assert '"scoring_table"."club_id"' in asked[0]
    assert '"scoring_member"."role"' in asked[0]

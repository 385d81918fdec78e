"""A busy database, an unreachable database and a programming error are distinguished on both databases."""

from uuid import uuid4

import pytest
from django.db import DatabaseError, connection, transaction

from scoring import outages
from scoring.clubs.models import Club
from tests.factories import make_club

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.database]


def kinds(failure: BaseException) -> tuple[bool, bool]:
    """Return whether a failure means busy, and whether it means out of reach."""
    return outages.is_busy(failure), outages.is_out_of_reach(failure)


@pytest.fixture
def other():
    """Return a second connection to the same database."""
    made = connection.copy()
    yield made
    made.close()


@pytest.mark.parametrize(
    "statement",
    ["SELECT * FROM no_such_table", "SELECT no_such_column FROM scoring_club", "SELECT SELECT"],
)
def test_a_missing_table_is_a_fault_of_the_program(statement):
    with pytest.raises(DatabaseError) as raised, transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(statement)
    assert kinds(raised.value) == (False, False)


def test_a_row_that_another_writer_holds_is_busy(other):
    make_club()
    other.settings_dict = {**connection.settings_dict, "OPTIONS": {**connection.settings_dict["OPTIONS"]}}
    if connection.vendor == "sqlite":
        other.settings_dict["OPTIONS"]["timeout"] = 0.05
    with transaction.atomic():
        Club.objects.update(name="Aachen")
        with other.cursor() as cursor:
            if connection.vendor == "postgresql":
                cursor.execute("SET lock_timeout = '50ms'")
            with pytest.raises(DatabaseError) as raised:
                cursor.execute("UPDATE scoring_club SET name = 'Baden'")
    assert kinds(raised.value) == (True, False)


def test_a_database_that_cannot_be_opened_is_out_of_reach(other):
    settings = {**connection.settings_dict, "NAME": f"/nowhere/{uuid4()}", "HOST": "/nowhere"}
    other.settings_dict = settings
    with pytest.raises(DatabaseError) as raised:
        other.ensure_connection()
    assert kinds(raised.value) == (False, True)


def test_a_connection_that_the_server_ended_is_out_of_reach(other):
    if connection.vendor == "sqlite":
        return
    with other.cursor() as cursor:
        cursor.execute("SELECT pg_backend_pid()")
        (number,) = cursor.fetchone()
        with connection.cursor() as ours:
            ours.execute("SELECT pg_terminate_backend(%s)", [number])
        with pytest.raises(DatabaseError) as raised:
            cursor.execute("SELECT 1")
    assert kinds(raised.value) == (False, True)
    with pytest.raises(DatabaseError) as closed, other.cursor() as cursor:
        cursor.execute("SELECT 1")
    assert kinds(closed.value) == (False, True)


def test_a_value_that_is_missing_is_a_fault_and_a_second_one_of_a_kind_a_conflict():
    club = make_club().club
    with pytest.raises(DatabaseError) as missing, transaction.atomic():
        Club.objects.filter(pk=club.pk).update(name=None)
    with pytest.raises(DatabaseError) as second, transaction.atomic(), connection.cursor() as cursor:
        cursor.execute(
            "INSERT INTO django_content_type (id, app_label, model) "
            "SELECT id, 'a', 'b' FROM django_content_type LIMIT 1"
        )
    assert outages.is_contradiction(missing.value)
    assert not outages.is_contradiction(second.value)

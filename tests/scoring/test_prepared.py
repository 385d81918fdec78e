"""Rows written in bulk, ids asked for before a row is written, and lists of ids that come in few lengths."""

from typing import Any

import pytest
from django.db import connection, transaction
from django.utils import timezone

from scoring import inserts, records
from scoring.inserts import NextId, insert, insert_many
from scoring.models import SignInAttempt
from scoring.prepared import in_few_lengths
from scoring.records import FEW, games_with_deals
from scoring.tables.games import Laws


@pytest.mark.django_db
def test_many_rows_get_their_ids_in_order_however_many_statements_they_take(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    # Three rows of two values in a statement.
    monkeypatch.setattr(inserts, "MOST_PARAMETERS", dict.fromkeys(inserts.MOST_PARAMETERS, 7))
    now = timezone.now()
    ids = insert_many(SignInAttempt, ("subject", "at"), [(f"nobody {number}", now) for number in range(10)])
    stored = SignInAttempt.objects.in_bulk(ids)
    assert [stored[pk].subject for pk in ids] == [f"nobody {number}" for number in range(10)]
    assert {row.at for row in stored.values()} == {now}


@pytest.mark.django_db
def test_an_id_asked_for_is_free_and_the_next_row_gets_another() -> None:
    def next_id() -> int:
        return int(SignInAttempt.objects.values_list(NextId(SignInAttempt))[0][0])

    first = insert(SignInAttempt(subject="first", at=timezone.now()))
    with transaction.atomic():
        asked = next_id()
        second = insert(SignInAttempt(id=asked, subject="second", at=timezone.now()))
    third = insert(SignInAttempt(subject="third", at=timezone.now()))
    assert first.pk < second.pk == asked < third.pk


@pytest.mark.parametrize(("many", "length"), [(0, 0), (1, 32), (32, 32), (33, 64)])
def test_a_list_is_filled_up_with_what_is_no_row_s_id_and_nothing_twice(many: int, length: int) -> None:
    ids = list(range(1, many + 1))
    filled = in_few_lengths(ids)
    assert filled[:many] == ids
    assert len(set(filled)) == len(filled) == length, "what stands twice would be left out of the statement"
    assert all(added < 0 for added in filled[many:])


def statements(many: int) -> list[str]:
    """Return the statements that reading so many games takes, without their values."""
    asked: list[str] = []

    def noted(execute: Any, statement: str, *rest: Any) -> Any:
        asked.append(statement)
        return execute(statement, *rest)

    with connection.execute_wrapper(noted):
        games_with_deals(Laws("cinch", "none", 1, "none"), range(1, many + 1))
    return asked


@pytest.mark.django_db
@pytest.mark.parametrize("is_control", [False, True], ids=["as it is", "control"])
def test_more_games_or_fewer_are_read_by_the_same_statements(
    monkeypatch: pytest.MonkeyPatch, is_control: bool
) -> None:
    if is_control:
        monkeypatch.setattr(records, "in_few_lengths", list)
    assert (statements(FEW + 1) == statements(FEW + 5)) is not is_control

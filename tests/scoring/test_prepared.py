"""Rows written in bulk, and ids asked for before a row is written."""

import pytest
from django.db import transaction
from django.utils import timezone

from scoring import prepared
from scoring.models import SignInAttempt
from scoring.prepared import NextId, insert, insert_many


@pytest.mark.django_db
def test_many_rows_get_their_ids_in_order_however_many_statements_they_take(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(prepared, "MOST_PARAMETERS", 7)  # three rows of two values in a statement
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

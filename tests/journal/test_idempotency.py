"""The `Idempotency-Key` of clubs, tables and events: a retry gets the same answer and creates nothing."""

from concurrent.futures import ThreadPoolExecutor
from uuid import uuid4

import pytest
from django.db import connection
from knox.models import AuthToken
from rest_framework.test import APIClient

from scoring.clubs.models import Club, Member
from scoring.events.models import Event
from scoring.journal.models import IdempotencyKey
from scoring.tables.models import Table
from tests.factories import make_club
from tests.web.asking import rows, send

pytestmark = [pytest.mark.django_db, pytest.mark.database]

PLAYERS = ["A", "Y", "B", "Z"]
EVENING = [f"{letter}{number}" for number in (1, 2) for letter in PLAYERS]
MADE = {
    "tables/": (Table, {"club": "club", "players": PLAYERS}, {"players": PLAYERS[::-1]}),
    "events/": (Event, {"club": "club", "name": "Evening", "players": EVENING}, {"name": "Other evening"}),
    "clubs/": (Club, {"name": "The Lamp Room"}, {"name": "The Other Room"}),
}
made = pytest.mark.parametrize(("path", "model", "body", "other"), [(p, *rest) for p, rest in MADE.items()])


def director_of(club):
    return APIClient(
        headers={"authorization": f"Token {AuthToken.objects.create(club.users['director'])[1]}"}
    )


@pytest.fixture
def director():
    return director_of(make_club("club"))


@made
def test_a_retry_answers_the_same_and_another_key_or_body_is_another_request(
    director, path, model, body, other
):
    key, before = uuid4(), model.objects.count()
    unkept = send(director, "post", path, body | {"law_set": "no-such-laws"}, key=key)
    assert unkept.status_code == 400
    assert not IdempotencyKey.objects.exists(), "a refused request leaves its key unused"
    first = send(director, "post", path, body, key=key)
    recorded, members = rows(), Member.objects.count()

    retried = send(director, "post", path, body, key=key)
    reused = send(director, "post", path, body | other, key=key)
    no_key = send(director, "post", path, body, key="not-a-key")
    assert (first.status_code, retried.status_code, retried.json()) == (201, 201, first.json())
    assert (reused.status_code, reused.json()["code"]) == (409, "key-reused")
    assert (no_key.status_code, list(no_key.json())) == (400, ["Idempotency-Key"])
    assert (rows(), Member.objects.count()) == (recorded, members)

    for further in (uuid4(), None, None):
        assert send(director, "post", path, body, key=further).status_code == 201
    assert model.objects.count() == before + 4


def test_the_same_key_of_somebody_else_is_another(director):
    key, stranger = uuid4(), director_of(make_club("elsewhere"))
    slugs = {send(asking, "post", "clubs/", {"name": "Lamp"}, key=key).json()["slug"] for asking in
             (director, director, stranger)}  # fmt: skip
    assert slugs == {"lamp", "lamp-2"}


@pytest.mark.django_db(transaction=True)
@made
def test_eight_simultaneous_requests_with_one_key_make_one_record(path, model, body, other):
    club = make_club("club")
    clients, key, before = [director_of(club) for _ in range(8)], uuid4(), model.objects.count()

    def ask(client):
        try:
            return send(client, "post", path, body, key=key).status_code
        finally:
            connection.close()

    with ThreadPoolExecutor(max_workers=8) as threads:
        answers = list(threads.map(ask, clients))
    assert answers == [201] * 8
    assert model.objects.count() == before + 1

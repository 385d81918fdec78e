"""Recording deals: once, in order, with the score that follows; and what is refused."""

from uuid import uuid4

import pytest

from scoring.journal.models import Entry, IdempotencyKey
from scoring.tables.models import Deal, DealRevision, HeldEntry
from tests.factories import BID_EIGHT_MADE_FIVE, ClubOfRoles, record

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def post(club: ClubOfRoles, body, role="scorer", key=None, **extra):
    return club.client(role).post(
        f"/api/v1/tables/{club.table.pk}/deals/",
        body,
        format="json",
        headers={"Idempotency-Key": str(key or uuid4())},
        **extra,
    )


def counts():
    return [model.objects.count() for model in (Deal, DealRevision, IdempotencyKey, HeldEntry, Entry)]


def test_a_deal_is_answered_with_its_score_and_what_follows(club):
    answer = post(club, BID_EIGHT_MADE_FIVE)

    # Foster 1897, Cinch, Scoring: bid eight, made five; nine and the bid of eight to the others.
    assert answer.status_code == 201
    body = answer.json()
    assert body["score"]["scored"] == [17, 0]
    assert body["running_score"] == [17, 0]
    assert body["to_go"] == [34, 51]
    assert (body["number"], body["next_number"]) == (1, 2)
    assert body["next_dealer"] == 1, "seat 4 dealt; the deal passes to the left"
    assert body["game_over"] is False
    assert body["winner"] is None


def test_the_same_request_again_is_answered_the_same_and_recorded_once(club):
    key = uuid4()
    first = post(club, BID_EIGHT_MADE_FIVE, key=key)
    before = counts()

    again = post(club, BID_EIGHT_MADE_FIVE, key=key)

    assert (again.status_code, again.json()) == (201, first.json())
    assert counts() == before


def test_a_key_used_for_another_request_is_refused(club):
    key = uuid4()
    post(club, BID_EIGHT_MADE_FIVE, key=key)
    before = counts()

    other = post(club, {**BID_EIGHT_MADE_FIVE, "bid": 9}, key=key)

    assert other.status_code == 409
    assert other.json()["code"] == "key-reused"
    assert counts() == before


def test_two_phones_that_agree_are_no_conflict(club):
    post(club, {**BID_EIGHT_MADE_FIVE, "number": 1})
    before = counts()[:2]

    second = post(club, {**BID_EIGHT_MADE_FIVE, "number": 1}, role="director")

    assert second.status_code == 200
    assert second.json()["deal"] == BID_EIGHT_MADE_FIVE
    assert counts()[:2] == before


def test_two_phones_that_differ_show_both_entries(club):
    post(club, {**BID_EIGHT_MADE_FIVE, "number": 1})

    second = post(club, {**BID_EIGHT_MADE_FIVE, "bid": 7, "number": 1})

    assert second.status_code == 409
    body = second.json()
    assert body["code"] == "deal-already-scored"
    assert body["stored"]["deal"]["bid"] == 8
    assert body["sent"]["deal"]["bid"] == 7


def test_an_entry_that_runs_ahead_is_held_and_shown_to_the_director(club):
    answer = post(club, {**BID_EIGHT_MADE_FIVE, "number": 3})

    assert answer.status_code == 202
    assert answer.json()["code"] == "earlier-deal-missing"
    held = HeldEntry.objects.get()
    assert (held.number, held.content) == (3, BID_EIGHT_MADE_FIVE)
    assert Deal.objects.count() == 0

    released = club.client("director").post(
        f"/api/v1/tables/{club.table.pk}/held/{held.pk}/", {"release": True}, format="json"
    )

    assert released.status_code == 200
    assert released.json()["number"] == 1
    again = club.client("director").post(
        f"/api/v1/tables/{club.table.pk}/held/{held.pk}/", {"release": True}, format="json"
    )
    assert (again.status_code, again.json()["code"]) == (409, "decided")


@pytest.mark.parametrize(
    ("change", "field", "reason"),
    [
        pytest.param({"points": [9, 6]}, "points", "15", id="fifteen points"),
        pytest.param({"bid": "8"}, "bid", "8", id="a number as text"),
        pytest.param({"bidd": 8}, "bidd", "bid", id="an unknown field"),
    ],
)
def test_what_cannot_be_is_refused_by_field_and_nothing_is_stored(club, change, field, reason):
    before = counts()

    answer = post(club, {**BID_EIGHT_MADE_FIVE, **change})

    assert answer.status_code == 400
    named = {name: " ".join(reasons) for name, reasons in answer.json().items() if isinstance(reasons, list)}
    wrong = " ".join(text for name, text in named.items() if name.startswith(field))
    assert reason in wrong, answer.json()
    assert counts() == before


def test_a_deal_needs_its_key(club):
    answer = club.client("scorer").post(
        f"/api/v1/tables/{club.table.pk}/deals/", BID_EIGHT_MADE_FIVE, format="json"
    )

    assert answer.status_code == 400
    assert "Idempotency-Key" in answer.json()


def test_a_finished_game_takes_no_deal_until_the_next_one_begins(club):
    actor = club.actors["scorer"]
    for _ in range(3):
        last = record(club.table, actor)
    assert last.body["game_over"] is True, "three times seventeen is fifty-one"
    assert last.body["winner"] == 1

    refused = post(club, BID_EIGHT_MADE_FIVE)
    assert (refused.status_code, refused.json()["code"]) == (409, "game-over")

    begun = club.client("scorer").post(f"/api/v1/tables/{club.table.pk}/games/", {}, format="json")
    assert begun.status_code == 201
    assert begun.json()["score"] == [0, 0]
    assert post(club, BID_EIGHT_MADE_FIVE).status_code == 201

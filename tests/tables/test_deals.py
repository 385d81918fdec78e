"""Recording deals exactly once and in order, with their scores; refusals."""

from uuid import uuid4

import pytest

from scoring.journal.models import Entry, IdempotencyKey
from scoring.tables.models import Deal, DealRevision, HeldEntry
from tests.factories import BID_EIGHT_MADE_FIVE, record
from tests.web.asking import reasons, send

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def post(club, role="scorer", key=None, **changes):
    body = {name: value for name, value in (BID_EIGHT_MADE_FIVE | changes).items() if value is not None}
    return send(club.client(role), "post", f"tables/{club.table.pk}/deals/", body, key=key or uuid4())


def counts():
    return [model.objects.count() for model in (Deal, DealRevision, IdempotencyKey, HeldEntry, Entry)]


def test_a_deal_is_answered_with_its_score_and_what_follows_and_its_key_answers_the_same_again(club):
    key = uuid4()
    answer = post(club, key=key)

    # Foster 1897, Cinch, Scoring: bid eight, made five; nine and the bid of eight to the others.
    assert answer.status_code == 201
    body = answer.json()
    assert body["score"]["scored"] == body["running_score"] == [17, 0]
    assert (body["to_go"], body["game_over"], body["winner"]) == ([34, 51], False, None)
    assert (body["number"], body["next_number"]) == (1, 2)
    assert body["next_dealer"] == 1, "seat 4 dealt; the deal passes to the left"

    post(club)
    changes = {"bid": 6, "reason": "Six was bid."}
    corrected = send(club.client("director"), "patch", f"tables/{club.table.pk}/deals/1/", changes)
    assert corrected.json()["running_score"] != body["running_score"]
    before = counts()
    again, other = post(club, key=key), post(club, key=key, bid=9)
    assert (again.status_code, again.json()) == (201, body), "however late"
    assert (other.status_code, other.json()["code"]) == (409, "key-reused")
    assert counts() == before


def test_two_phones_that_agree_are_no_conflict_and_two_that_differ_show_both_entries(club):
    post(club, number=1)
    before = counts()[:2]

    same, other = post(club, "director", number=1), post(club, number=1, bid=7)

    assert (same.status_code, same.json()["deal"]) == (200, BID_EIGHT_MADE_FIVE)
    assert (other.status_code, other.json()["code"]) == (409, "deal-already-scored")
    assert (other.json()["stored"]["deal"]["bid"], other.json()["sent"]["deal"]["bid"]) == (8, 7)
    assert counts()[:2] == before


def test_an_entry_that_runs_ahead_is_held_and_shown_to_the_director(club):
    # Seat 1 deals deal 1, so seat 3 deals deal 3 if the entry names no dealer.
    answer = post(club, number=3, dealer=None)

    assert (answer.status_code, answer.json()["code"]) == (202, "earlier-deal-missing")
    held = HeldEntry.objects.get()
    assert (held.number, held.content) == (3, BID_EIGHT_MADE_FIVE | {"dealer": 3})
    assert Deal.objects.count() == 0

    path = f"tables/{club.table.pk}/held/{held.pk}/"
    released, again = (send(club.client("director"), "post", path, {"release": True}) for _ in range(2))
    assert (released.status_code, released.json()["number"]) == (200, 1)
    assert (again.status_code, again.json()["code"]) == (409, "decided")


def test_an_impossible_deal_is_refused_at_its_fields_and_nothing_is_stored(club):
    before = counts()

    assert "15" in reasons(post(club, points=[9, 6]))["points"]
    assert "bid" in reasons(post(club, bidd=8))["bidd"]
    for number in (0, -1, "2", 2.0, True, 2**31, 10**30):
        assert "whole number from 1" in reasons(post(club, number=number))["number"], number
    without = send(club.client("scorer"), "post", f"tables/{club.table.pk}/deals/", BID_EIGHT_MADE_FIVE)
    assert "a fresh UUID" in reasons(without)["Idempotency-Key"]
    assert counts() == before


def test_after_a_finished_game_no_deal_is_recorded_until_the_next_game_begins(club):
    for _ in range(3):
        last = record(club.table, club.actors["scorer"])
    assert (last.body["game_over"], last.body["winner"]) == (True, 1), "three times seventeen is fifty-one"

    refused = post(club)
    assert (refused.status_code, refused.json()["code"]) == (409, "game-over")

    begun = send(club.client("scorer"), "post", f"tables/{club.table.pk}/games/", {})
    assert (begun.status_code, begun.json()["score"]) == (201, [0, 0])
    assert post(club).status_code == 201

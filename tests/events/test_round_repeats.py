"""Rounds taken back and made again, deals of rounds that are over, and what a correction does to seats."""

from uuid import uuid4

import pytest

from laws.domain.errors import InvalidInput
from scoring.clubs.models import Member
from scoring.events.hosting import host_of
from scoring.events.models import Seating, TakeBack
from scoring.events.services import attendance, rounds, sweeps
from scoring.office.verification import breaches
from scoring.refusals import Conflict
from scoring.tables.services import deals, held
from tests.events.evenings import (
    FIRST_SIDE,
    SECOND_SIDE,
    begun,
    correct,
    current,
    deal_of,
    decide,
    give,
    now,
    play,
    play_on,
    players_of,
    seats,
    table_of,
)
from tests.web.asking import rows, send

pytestmark = pytest.mark.django_db


def director(club):
    return club.actors["director"]


def moved_on(club, **wanted):
    """Return an event whose players have just been moved to round 2."""
    event = begun(club, **wanted)
    play_on(event, club, {1: FIRST_SIDE, 2: SECOND_SIDE})
    assert current(event).number == 2
    return event


def test_a_move_is_taken_back_and_made_again_only_when_somebody_says_so(club):
    event = moved_on(club)
    seated = seats(current(event))
    for _ in range(2):
        rounds.take_back(event=event, actor=director(club), round_number=1, reason="a name was missing")
    assert (current(event).number, TakeBack.objects.count()) == (1, 1)

    for _ in range(2):
        sweeps.tend(event.pk)
    rounds.ring_bell(event=event, actor=director(club))
    assert current(event).number == 1, "neither a sweep nor a message nor a bell moves them again"
    shown = send(club.client("player"), "get", f"events/{event.pk}/rounds/1/").json()
    assert [one["kind"] for one in shown["waits_for"]] == ["taken-back"]

    for _ in range(2):
        rounds.move_now(event=event, actor=director(club), round_number=1)
    assert (current(event).number, current(event).seating.generation) == (2, 2)
    assert seats(current(event)) == seated, "the same facts, the same seats"
    assert current(event).seating.after == TakeBack.objects.get()
    assert list(breaches()) == []


def test_a_correction_between_a_move_and_its_repeat_changes_who_goes_up(club):
    event = moved_on(club)
    e, f, g, h = players_of(event)[4:]
    assert {f, h} <= set(current(event).tables[0].players)
    rounds.take_back(event=event, actor=director(club), round_number=1)
    for number in (1, 2, 3, 4):
        correct(event, club, 2, number, maker=1, points=[9, 5])
    rounds.move_now(event=event, actor=director(club), round_number=1)

    assert {e, g} <= set(current(event).tables[0].players)
    assert list(breaches()) == []


def test_once_a_deal_was_entered_a_move_stays(club):
    event = moved_on(club)
    give(event, club, 2, FIRST_SIDE)
    with pytest.raises(Conflict) as refused:
        rounds.take_back(event=event, actor=director(club), round_number=1)
    assert refused.value.code == "round-has-deals"
    assert current(event).number == 2


def test_only_the_last_move_is_taken_back(club):
    event = moved_on(club, of_rounds=4)
    play_on(event, club)
    assert rounds.take_back(event=event, actor=director(club), round_number=1) is None
    assert rounds.take_back(event=event, actor=director(club), round_number=3) is None
    assert (current(event).number, TakeBack.objects.count()) == (3, 0)


def test_a_round_that_was_taken_back_takes_no_deal(club):
    event = moved_on(club)
    rounds.take_back(event=event, actor=director(club), round_number=1)
    with pytest.raises(Conflict) as refused:
        give(event, club, 1, FIRST_SIDE)
    assert refused.value.code == "round-closed"


def test_a_fifth_deal_is_refused_and_a_misdeal_counts_as_none(club):
    event = begun(club)
    misdeal = {"dealer": 1, "misdeal": "redeal"}
    scorer = club.actors["scorer"]
    assert (
        deals.record(
            host=host_of(table_of(event, 1)),
            actor=scorer,
            payload=misdeal,
            key=uuid4(),
        ).outcome
        == "recorded"
    )
    for _ in range(4):
        assert give(event, club, 1, FIRST_SIDE).outcome == "recorded"
    fifth = send(
        club.client("scorer"),
        "post",
        f"tables/{table_of(event, 1).pk}/deals/",
        deal_of(FIRST_SIDE),
        key=uuid4(),
    )
    assert (fifth.status_code, fifth.json()["code"]) == (409, "round-closed")
    assert now(event).rounds[0].tables[0].deals == 4


def test_a_table_that_the_next_round_does_without_takes_no_more_deals(club):
    event = begun(club)
    for player in players_of(event)[:2]:
        attendance.leave(event=event, actor=director(club), member_id=player)
    play(event, club, {1: FIRST_SIDE, 2: SECOND_SIDE}, deals_each=3)
    rounds.ring_bell(event=event, actor=director(club))
    for number in (1, 2):
        decide(event, club, number, "handed-in")
    sweeps.tend(event.pk)
    assert (len(current(event).tables), len(current(event).sitting_out)) == (1, 2)

    with pytest.raises(Conflict) as refused:
        give(event, club, 2, FIRST_SIDE)

    assert refused.value.code == "round-closed"
    assert list(breaches()) == []


def test_a_deal_from_a_phone_that_still_shows_the_last_round_is_held(club):
    event = moved_on(club)
    table = table_of(event, 1)
    body = {**deal_of(FIRST_SIDE), "game_number": 1}

    answer = send(club.client("scorer"), "post", f"tables/{table.pk}/deals/", body, key=uuid4())

    assert (answer.status_code, answer.json()["code"]) == (202, "another-game")
    assert [one.deals for one in current(event).tables] == [0, 0]
    held.set_aside(table=table, actor=director(club), held_id=answer.json()["held"], reason="of round 1")
    assert give(event, club, 1, FIRST_SIDE, game=2).outcome == "recorded"
    assert list(breaches()) == []


def test_a_correction_after_the_move_changes_no_seat(club):
    event = moved_on(club)
    before = seats(current(event))
    for number in (1, 2, 3, 4):
        correct(event, club, 2, number, maker=1, points=[14, 0])
    sweeps.tend(event.pk)
    assert seats(current(event)) == before
    # 14 points without the other side scoring, four times: 56, five more than 51.
    assert now(event).rounds[0].tables[1].result.to_go == (-5, 51)
    assert now(event).rounds[0].tables[1].deals == 4
    assert list(breaches()) == []


def test_the_last_round_is_not_moved_from(club):
    event = begun(club, of_rounds=1)
    play(event, club)
    for _ in range(2):
        sweeps.tend(event.pk)
    answer = send(club.client("director"), "post", f"events/{event.pk}/rounds/1/move/")
    assert (answer.status_code, answer.json()["code"]) == (409, "last-round")
    assert send(club.client("player"), "get", f"events/{event.pk}/").json()["status"] == "over"
    assert Seating.objects.count() == 1


def test_a_preview_is_what_the_move_does_and_does_nothing(club):
    event = begun(club)
    with pytest.raises(InvalidInput):
        rounds.preview(event=event)
    play(event, club)
    before = rows()
    shown = rounds.preview(event=event)
    assert rows() == before
    sweeps.tend(event.pk)
    assert [table.players for table in shown.tables] == seats(current(event))
    assert shown.digest == current(event).seating.digest


def test_an_event_seats_its_tables_and_nobody_else_does(club):
    event = begun(club)
    table = table_of(event, 1)
    client = club.client("owner")
    for path, body, method in (
        (f"tables/{table.pk}/games/", {}, "post"),
        (f"tables/{table.pk}/", {"closed": True}, "patch"),
    ):
        refused = send(client, method, path, body)
        assert (refused.status_code, refused.json()["code"]) == (409, "table-of-an-event")
    assert Member.objects.filter(club=club.club, name="P1").exists()

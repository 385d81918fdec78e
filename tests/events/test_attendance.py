"""Who goes home and comes back, what is wished for anew, and a round that is made again meanwhile."""

from uuid import uuid4

import pytest

from laws.domain.errors import InvalidInput
from scoring.events.models import Departure, Return, WishChange
from scoring.events.plans import differences
from scoring.events.services import attendance, rounds, seat_changes, sweeps
from scoring.office.verification import breaches
from tests.events.evenings import (
    FIRST_SIDE,
    begun,
    current,
    decide,
    give,
    now,
    planned,
    play,
    play_on,
    players_of,
    seats,
)
from tests.web.asking import send

pytestmark = pytest.mark.django_db


def placed(event):
    found = current(event)
    return {player for table in found.tables for player in table.players} | set(found.sitting_out)


def amend(event, director, *, generation):
    seat_changes.amend(
        event=event, actor=director, round_number=2, generation=generation, reason="Somebody came."
    )


def elsewhere_now(event):
    return differences(now(event), current(event))


def test_who_went_home_comes_back_from_the_next_round_and_may_leave_again(club):
    event = begun(club, 9, of_rounds=5)
    director = club.actors["director"]
    who = players_of(event)[3]
    attendance.leave(event=event, actor=director, member_id=who)
    play_on(event, club)
    assert who not in placed(event)

    attendance.enter(event=event, actor=director, player=who)
    assert who not in placed(event), "seats that are taken stay as they are"
    play_on(event, club)
    assert who in placed(event)
    attendance.leave(event=event, actor=director, member_id=who)
    play_on(event, club)

    assert who not in placed(event)
    assert (Departure.objects.count(), Return.objects.get().from_round) == (2, 3)
    assert list(breaches()) == []


def test_who_comes_back_is_not_sent_to_sit_out_first(club):
    event = begun(club, 9, of_rounds=6)
    director = club.actors["director"]
    who = players_of(event)[0]
    attendance.leave(event=event, actor=director, member_id=who)
    for _ in range(3):
        play_on(event, club)
    # Eight are left for two tables, so nobody sat out in rounds 2 to 4; in round 1 the ninth did.
    attendance.enter(event=event, actor=director, player=who)
    play_on(event, club)
    assert len(current(event).sitting_out) == 1
    assert current(event).sitting_out != (players_of(event)[8],)
    assert list(breaches()) == []


def test_who_came_during_a_round_that_is_taken_back_plays_in_its_repeat(club):
    event = begun(club, 7)
    director = club.actors["director"]
    play_on(event, club)
    late = attendance.enter(event=event, actor=director, player="Late").member_id
    amend(event, director, generation=1)
    assert late in placed(event)
    rounds.take_back(event=event, actor=director, round_number=1)

    rounds.move_now(event=event, actor=director, round_number=1)

    assert (current(event).number, current(event).seating.generation) == (2, 3)
    assert late in placed(event)
    assert [len(table.players) for table in current(event).tables] == [4, 4]
    assert elsewhere_now(event) == ()
    play_on(event, club)
    assert late in placed(event)
    assert list(breaches()) == []


def test_who_comes_back_during_a_round_that_is_taken_back_plays_in_its_repeat_and_who_leaves_does_not(club):
    event = begun(club, 10)
    director, back = club.actors["director"], players_of(event)[3]
    attendance.leave(event=event, actor=director, member_id=back)
    play_on(event, club)
    gone = current(event).tables[0].players[0]
    attendance.enter(event=event, actor=director, player=back)
    attendance.leave(event=event, actor=director, member_id=gone)
    rounds.take_back(event=event, actor=director, round_number=1)

    rounds.move_now(event=event, actor=director, round_number=1)

    for _ in range(2):
        assert back in placed(event)
        assert gone not in placed(event)
        play_on(event, club)
    assert list(breaches()) == []


def test_a_repeat_keeps_whom_it_seated_and_leaves_out_who_had_left_when_somebody_else_comes(club):
    event = begun(club, 10)
    director = club.actors["director"]
    play_on(event, club)
    gone = current(event).tables[1].players[0]
    late = attendance.enter(event=event, actor=director, player="Late").member_id
    attendance.leave(event=event, actor=director, member_id=gone)
    rounds.take_back(event=event, actor=director, round_number=1)
    rounds.move_now(event=event, actor=director, round_number=1)
    later = attendance.enter(event=event, actor=director, player="Later").member_id

    amend(event, director, generation=2)

    assert {late, later} <= placed(event)
    assert gone not in placed(event)
    assert len(placed(event)) == 11
    assert list(breaches()) == []


def test_a_deal_that_was_missing_is_entered_after_the_move_is_taken_back(club):
    event = begun(club)
    director = club.actors["director"]
    play(event, club, deals_each=4, without=[2])
    play(event, club, deals_each=3, without=[1])
    rounds.ring_bell(event=event, actor=director)
    decide(event, club, 2, "winners", [2])
    sweeps.tend(event.pk)
    assert current(event).number == 2
    rounds.take_back(event=event, actor=director, round_number=1, reason="The slip was found.")

    answer = give(event, club, 2, FIRST_SIDE)

    assert (answer.outcome, answer.body["number"]) == ("recorded", 4)
    assert [table.deals for table in current(event).tables] == [4, 4]
    assert current(event).tables[1].result.points == (16, 0)
    rounds.move_now(event=event, actor=director, round_number=1)
    assert give(event, club, 2, FIRST_SIDE).body["number"] == 5, "the next round goes on after it"
    assert current(event).tables[1].deals == 1
    assert list(breaches()) == []


def test_wishes_are_changed_from_the_next_round_on(club):
    event = begun(club, 8)
    director = club.actors["director"]
    lame = players_of(event)[0]
    before = seats(current(event))

    wished = {"fixed_table": 2, "fixed_seat": 1}
    attendance.change_wishes(event=event, actor=director, member_id=lame, wishes=wished)
    assert seats(current(event)) == before
    play_on(event, club)

    assert current(event).tables[1].players[0] == lame
    again = attendance.change_wishes(event=event, actor=director, member_id=lame, wishes=wished)
    assert again is None, "nothing is changed"
    attendance.change_wishes(event=event, actor=director, member_id=lame, wishes={})
    assert now(event).entrant_value(now(event).entrants[0]).fixed_table is None
    assert list(breaches()) == []


def test_partners_wish_for_each_other_and_are_parted_together(club):
    event = planned(club, 8)
    director = club.actors["director"]
    a, b, c, *_ = players_of(event)

    def partner(place):
        record = now(event)
        return record.entrant_value(record.entrants[place]).partner

    attendance.change_wishes(event=event, actor=director, member_id=a, wishes={"partner": b})
    assert (partner(0), partner(1)) == (b, a)
    attendance.change_wishes(event=event, actor=director, member_id=a, wishes={"partner": c})
    assert (partner(0), partner(1), partner(2)) == (c, None, a)
    with pytest.raises(InvalidInput) as refused:
        attendance.change_wishes(event=event, actor=director, member_id=b, wishes={"partner": a})
    assert "wishes" in refused.value.errors
    assert WishChange.objects.count() == 5
    assert list(breaches()) == []


def test_a_second_departure_is_refused_with_who_wrote_down_the_first_and_when(club):
    event = begun(club, 9)
    where = f"events/{event.pk}/players/{players_of(event)[0]}/"

    first = send(club.client("director"), "delete", where)
    second = send(club.client("owner"), "delete", where)

    gone = Departure.objects.get()
    assert (first.status_code, second.status_code) == (200, 409)
    told = second.json()
    assert (told["code"], told["player"], told["left_from_round"]) == ("left-already", "P1", 2)
    assert (told["left_at"], told["written_down_by"]) == (gone.at.isoformat(), gone.by_member.name)
    assert told["detail"].startswith("P1 has gone home already")


def test_a_departure_repeated_under_its_key_is_the_same_departure(club):
    event = begun(club, 9)
    here = f"events/{event.pk}/players/"
    gone, other, *_ = players_of(event)
    key = uuid4()

    answers = [send(club.client("director"), "delete", f"{here}{gone}/", key=key) for _ in range(2)]

    assert [answer.status_code for answer in answers] == [200, 200]
    assert answers[0].json()["players"] == answers[1].json()["players"]
    assert Departure.objects.count() == 1
    elsewhere = send(club.client("director"), "delete", f"{here}{other}/", key=key)
    assert (elsewhere.status_code, elsewhere.json()["code"]) == (409, "key-reused")
    assert Departure.objects.count() == 1


def test_an_arrival_repeated_under_its_key_lets_nobody_in_twice(club):
    event = begun(club, 9)
    key, late = uuid4(), {"player": "Late"}

    here = f"events/{event.pk}/players/"
    answers = [send(club.client("director"), "post", here, late, key) for _ in range(2)]

    assert [answer.status_code for answer in answers] == [201, 201]
    assert len(players_of(event)) == 10
    again = send(club.client("director"), "post", here, late, uuid4())
    assert (again.status_code, again.json()["code"]) == (409, "entered-already")

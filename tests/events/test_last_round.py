"""A last round has none after it: who comes then is brought into the round that runs, while it has room."""

import pytest

from scoring.clubs.models import Member
from scoring.events.services import attendance, rounds, seat_changes, sweeps
from scoring.office.verification import breaches
from scoring.refusals import Conflict
from tests.events.evenings import FIRST_SIDE, begun, current, give, now, play, play_on, players_of, seats
from tests.web.asking import send

pytestmark = pytest.mark.django_db


def everybody(event):
    return players_of(event), seats(current(event)), current(event).sitting_out


def here(event):
    found = current(event)
    return {player for table in found.tables for player in table.players} | set(found.sitting_out)


def last_round_of(club, people):
    return begun(club, people, of_rounds=1)


def come(event, club, player="Late"):
    return attendance.enter(event=event, actor=club.actors["director"], player=player)


def test_who_comes_in_the_last_round_makes_up_a_table_with_those_who_sit_out(club):
    event = last_round_of(club, 11)
    idle = set(current(event).sitting_out)
    give(event, club, 1, FIRST_SIDE)
    give(event, club, 2, FIRST_SIDE)

    late = come(event, club)

    assert set(current(event).tables[2].players) == {*idle, late.member_id}
    assert [table.deals for table in current(event).tables] == [1, 1, 0]
    assert (late.from_round, current(event).sitting_out) == (1, ())
    play(event, club, deals_each=3)
    assert give(event, club, 3, FIRST_SIDE).outcome == "recorded"
    sweeps.tend(event.pk)
    assert now(event).is_over
    assert list(breaches()) == []


def test_who_comes_in_the_last_round_takes_the_place_of_somebody_who_went_home_before_its_first_deal(club):
    event = last_round_of(club, 8)
    gone = players_of(event)[5]
    attendance.leave(event=event, actor=club.actors["director"], member_id=gone)

    late = come(event, club)

    assert current(event).tables[1].players[1] == late.member_id
    assert gone not in here(event)
    assert list(breaches()) == []


def test_who_comes_in_the_last_round_sits_out_where_no_place_is_free_and_may_be_swapped_in(club):
    event = last_round_of(club, 8)
    before = seats(current(event))
    give(event, club, 1, FIRST_SIDE)

    late = come(event, club)

    assert (seats(current(event)), current(event).sitting_out) == (before, (late.member_id,))
    seat_changes.swap(
        event=event, actor=club.actors["director"], round_number=1, reason="He has come far.",
        players=[late.member_id, before[1][0]], generation=current(event).seating.generation,
    )  # fmt: skip
    assert current(event).tables[1].players[0] == late.member_id
    assert list(breaches()) == []


def test_who_comes_when_every_table_of_the_last_round_has_begun_cannot_play_any_more(club):
    event = last_round_of(club, 9)
    play(event, club, deals_each=1)
    before = everybody(event)

    refused = send(club.client("director"), "post", f"events/{event.pk}/players/", {"player": "Late"})

    assert (refused.status_code, refused.json()["code"]) == (409, "too-late")
    assert "cannot play any more" in refused.json()["detail"]
    assert everybody(event) == before
    assert not Member.objects.filter(club=club.club, name="Late").exists()


def test_who_comes_after_the_bell_of_the_last_round_cannot_play_any_more(club):
    event = last_round_of(club, 11)
    rounds.ring_bell(event=event, actor=club.actors["director"])
    with pytest.raises(Conflict) as refused:
        come(event, club)
    assert refused.value.code == "too-late"
    assert "cannot play any more" in refused.value.detail


def test_who_went_home_in_the_last_round_and_is_back_while_he_has_his_place_keeps_it(club):
    event = last_round_of(club, 8)
    director, who = club.actors["director"], players_of(event)[0]
    before = seats(current(event))
    attendance.leave(event=event, actor=director, member_id=who)

    come(event, club, who)

    assert (seats(current(event)), current(event).seating.generation) == (before, 1)
    assert not now(event).attendance.departures
    assert list(breaches()) == []


def test_who_was_gone_for_some_rounds_comes_back_into_the_last_one(club):
    event = begun(club, 9, of_rounds=2)
    who = players_of(event)[0]
    attendance.leave(event=event, actor=club.actors["director"], member_id=who)
    play_on(event, club)
    assert (current(event).number, len(here(event))) == (2, 8)

    come(event, club, who)

    assert current(event).sitting_out == (who,)
    assert list(breaches()) == []

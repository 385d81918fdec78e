"""A seated round changed by hand: two players swap, somebody comes or has gone; once, and told to all."""

import pytest

from laws.domain.errors import InvalidInput
from scoring.events.models import Seating, TakeBack
from scoring.events.services import attendance, rounds, seat_changes, sweeps
from scoring.office.verification import breaches
from scoring.refusals import Conflict, NotAllowed, NotFound
from tests.events.evenings import (
    FIRST_SIDE,
    SECOND_SIDE,
    begun,
    current,
    decide,
    give,
    now,
    play,
    play_on,
    players_of,
    seats,
    table_of,
)

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def swapped(event, club, one, other, *, number=1, generation=1, role="director"):
    return seat_changes.swap(
        event=event,
        actor=club.actors[role],
        round_number=number,
        players=[one, other],
        generation=generation,
        reason="They came as a pair.",
    )


def amended(event, club, *, number=1, generation=1):
    return seat_changes.amend(
        event=event,
        actor=club.actors["director"],
        round_number=number,
        generation=generation,
        reason="Somebody came.",
    )


def test_two_players_swap_seats_and_nobody_else_moves(club):
    event = begun(club, 12)
    a, b, c, d, e, f, g, h, *rest = players_of(event)
    before = {table.number: table.game.number for table in current(event).tables}

    swapped(event, club, b, e)

    assert seats(current(event)) == [(a, e, c, d), (b, f, g, h), tuple(rest)]
    games = {table.number: table.game.number for table in current(event).tables}
    assert (games[1], games[2], games[3]) == (before[1] + 1, before[2] + 1, before[3])
    taken = TakeBack.objects.get()
    assert (taken.reason, current(event).seating.generation) == ("They came as a pair.", 2)
    told = {move["player"]: move["why"] for move in current(event).seating.told["moved"]}
    assert f"{{player:{c}}}" in told[a]
    assert f"{{player:{d}}}" in told[e], "the new partner is named"
    assert list(breaches()) == []


def test_a_swap_sent_twice_is_done_once(club):
    event = begun(club)
    a, b, c, d, e, f, g, h = players_of(event)

    first = swapped(event, club, a, h)
    assert swapped(event, club, a, h) == first
    assert seats(current(event)) == [(h, b, c, d), (e, f, g, a)]

    with pytest.raises(Conflict) as refused:
        swapped(event, club, b, g)
    assert (refused.value.code, refused.value.more["generation"]) == ("seats-changed", 2)
    swapped(event, club, b, g, generation=2)
    assert seats(current(event)) == [(h, g, c, d), (e, f, b, a)]
    assert list(breaches()) == []


def test_somebody_who_sits_out_can_be_swapped_in(club):
    event = begun(club, 9)
    players = players_of(event)

    swapped(event, club, players[0], players[8])

    assert seats(current(event))[0][0] == players[8]
    assert current(event).sitting_out == (players[0],)
    play_on(event, club)
    assert players[0] not in current(event).sitting_out, "nobody sits out twice before everybody has once"
    assert list(breaches()) == []


def test_a_table_with_a_deal_keeps_its_seats_while_others_swap(club):
    event = begun(club, 12)
    a, e, i, last = (players_of(event)[place] for place in (0, 4, 8, 11))
    give(event, club, 1, FIRST_SIDE)

    with pytest.raises(Conflict) as refused:
        swapped(event, club, a, last)
    assert refused.value.code == "round-has-deals"
    swapped(event, club, e, i)

    assert current(event).tables[0].deals == 1, "the deal of table 1 counts on"
    play(event, club, {1: FIRST_SIDE}, deals_each=3, without=[2, 3])
    play(event, club, {2: SECOND_SIDE}, without=[1])
    assert [table.deals for table in current(event).tables] == [4, 4, 4]
    sweeps.tend(event.pk)
    assert current(event).number == 2
    assert list(breaches()) == []


def test_the_clock_and_what_was_decided_go_on_after_a_swap(club):
    event = begun(club, 12, movement={"minutes": 20})
    director = club.actors["director"]
    rounds.step_clock(event=event, actor=director, kind="start")
    decide(event, club, 3, "winners", [2])
    a, e = players_of(event)[0], players_of(event)[4]

    swapped(event, club, a, e)

    assert [step.kind for step in current(event).clock] == ["start"]
    assert "winners" in current(event).tables[2].decisions
    play(event, club, without=[3])
    rounds.ring_bell(event=event, actor=director)
    sweeps.tend(event.pk)
    assert current(event).number == 2
    assert list(breaches()) == []


def test_who_comes_late_makes_up_a_table_in_the_round_that_runs(club):
    event = begun(club, 11)
    idle = set(current(event).sitting_out)
    late = attendance.enter(event=event, actor=club.actors["director"], player="Late")
    give(event, club, 1, FIRST_SIDE)

    amended(event, club)

    assert [table.number for table in current(event).tables] == [1, 2, 3]
    assert set(current(event).tables[2].players) == {*idle, late.member_id}
    assert (current(event).tables[0].deals, current(event).sitting_out) == (1, ())
    assert table_of(event, 3).links.filter(revoked_at__isnull=True).count() == 1
    assert list(breaches()) == []


def test_who_leaves_after_a_deal_plays_the_round_out(club):
    event = begun(club, 9)
    director = club.actors["director"]
    players = players_of(event)
    give(event, club, 1, FIRST_SIDE)
    attendance.leave(event=event, actor=director, member_id=players[1])

    with pytest.raises(Conflict) as refused:
        amended(event, club)

    assert refused.value.code == "nothing-to-change"
    assert current(event).tables[0].players[1] == players[1]


def test_an_amendment_sent_twice_is_done_once(club):
    event = begun(club, 11)
    attendance.enter(event=event, actor=club.actors["director"], player="Late")

    assert amended(event, club) == amended(event, club)

    assert Seating.objects.filter(round_number=1).count() == 2


def test_a_changed_round_can_be_taken_back_and_made_again(club):
    event = begun(club, 9, of_rounds=3)
    director = club.actors["director"]
    play_on(event, club)
    one, other = current(event).tables[0].players[0], current(event).tables[1].players[0]
    swapped(event, club, one, other, number=2)

    rounds.take_back(event=event, actor=director, round_number=1, reason="A result was wrong.")
    assert (current(event).number, now(event).awaits_a_word) == (1, True)
    rounds.move_now(event=event, actor=director, round_number=1)

    assert (current(event).number, current(event).seating.generation) == (2, 3)
    assert list(breaches()) == []


@pytest.mark.parametrize(
    ("players", "field"),
    [
        ([1, 1], "players"),
        ([1], "players"),
        ("12", "players"),
        ([1, 10**9], "players"),
        ([True, 1], "players"),
        (None, "players"),
    ],
)
def test_only_two_who_have_a_place_can_be_swapped(club, players, field):
    event = begun(club)
    with pytest.raises(InvalidInput) as refused:
        seat_changes.swap(event=event, actor=club.actors["director"], round_number=1, players=players,
                          generation=1, reason="x")  # fmt: skip
    assert field in refused.value.errors
    assert Seating.objects.count() == 1


def test_a_change_needs_a_reason_a_director_and_a_round_in_play(club):
    event = begun(club)
    a, *_, h = players_of(event)
    with pytest.raises(NotAllowed):
        swapped(event, club, a, h, role="scorer")
    with pytest.raises(InvalidInput) as refused:
        seat_changes.swap(event=event, actor=club.actors["director"], round_number=1, players=[a, h],
                          generation=1, reason=" ")  # fmt: skip
    assert "reason" in refused.value.errors
    with pytest.raises(NotFound):
        swapped(event, club, a, h, number=2)
    rounds.ring_bell(event=event, actor=club.actors["director"])
    with pytest.raises(Conflict) as over:
        swapped(event, club, a, h)
    assert over.value.code == "round-over"


def test_a_deal_that_a_phone_sends_for_the_old_seats_is_held(club):
    event = begun(club)
    before = current(event).tables[0].game.number
    swapped(event, club, players_of(event)[0], players_of(event)[4])

    assert give(event, club, 1, FIRST_SIDE, game=before).outcome == "held"
    assert give(event, club, 1, FIRST_SIDE, game=before + 1).outcome == "recorded"

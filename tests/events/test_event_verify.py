"""`verify` plans every move of an event again from its recorded input, and finds wrong places."""

import json

import pytest

from scoring.events.models import Event, Placing, Seating
from scoring.events.state import load_state
from scoring.events.verification import event_breaches
from scoring.office.verification import breaches
from tests.events.evenings import FIRST_SIDE, SECOND_SIDE, TIED, begun
from tests.office.tampering import attempt, lifted, run

pytestmark = [pytest.mark.django_db, pytest.mark.database]


@pytest.fixture(scope="module")
def evening_kept(kept_club):
    """Play an event with a tie, a late-comer, a leaver, a move made twice, and corrections.

    All tests share it.
    """
    evening = begun(kept_club, 10, of_rounds=4)
    evening.play_on({1: FIRST_SIDE, 2: TIED})
    evening.take_back()
    evening.correct(2, 1, maker=2, points=[5, 9])
    evening.move(1)
    evening.enter()
    evening.leave(evening.players[9])
    evening.play({1: SECOND_SIDE}, without=[2])
    evening.ring()
    evening.decide(2, "winners", [1], of_round=2)
    evening.run_due_moves()
    evening.correct(1, 2, maker=1, points=[14, 0])
    evening.give(1, FIRST_SIDE)
    assert (evening.current.number, Seating.objects.count()) == (3, 4)
    return evening.pk


@pytest.fixture
def evening(evening_kept, db):
    return Event.with_laws().get(pk=evening_kept)


def broken(event):
    return {breach.invariant for breach in event_breaches(event)}


def test_a_sound_evening_has_no_breach(evening):
    assert list(breaches()) == []


def test_what_was_known_at_a_move_is_kept_apart_from_later_records(evening):
    *_, last = seatings = list(Seating.objects.filter(event=evening).order_by("round_number", "generation"))
    first, second = (seating for seating in seatings if seating.round_number == 2)
    before, after = (load_state(evening, seating.as_of) for seating in (first, second))
    # The tie was corrected after the first move was taken back: four points for the second side.
    assert [state.rounds[0].tables[1].result.to_go for state in (before, after)] == [(51, 51), (51, 47)]
    assert len(before.entrants) == len(after.entrants) == 10
    assert len(load_state(evening, last.as_of).entrants) == 11
    assert [each.seating.generation for each in load_state(evening).rounds] == [1, 2, 1]


ACTIONS = [
    pytest.param("UPDATE scoring_seating SET digest = 'x' WHERE round_number = 2", "I-12", id="digest"),
    pytest.param("UPDATE scoring_seating SET as_of = 0 WHERE round_number = 3", "I-12", id="from nothing"),
    pytest.param("UPDATE scoring_event SET seed = 'spring'", "I-12", id="another seed"),
    pytest.param("DELETE FROM scoring_placing WHERE table_number IS NULL", "I-14", id="sit-outs lost"),
    pytest.param("DELETE FROM scoring_placing WHERE seat = 4", "I-14", id="players lost"),
    pytest.param("DELETE FROM scoring_seat WHERE seat = 4", "I-14", id="a seat at the table lost"),
    pytest.param("DELETE FROM scoring_takeback", "I-13", id="a take-back lost"),
    pytest.param("DELETE FROM scoring_tabledecision", "I-12", id="a decision lost"),
    pytest.param("DELETE FROM scoring_departure", "I-14", id="a departure lost"),
    pytest.param("UPDATE scoring_entrant SET from_round = 4 WHERE from_round > 1", "I-14", id="late"),
    pytest.param("UPDATE scoring_seating SET as_of = 1 WHERE round_number > 2", "I-11", id="early"),
    pytest.param("UPDATE scoring_dealrevision SET content = '5'", "I-4", id="deals that are none"),
]  # fmt: skip


@pytest.mark.parametrize(("statement", "invariant"), ACTIONS)
def test_each_breach_of_an_event_is_named(evening, statement, invariant):
    with lifted():
        run(statement)
        event = Event.with_laws().get(pk=evening.pk)
        assert invariant in broken(event)


def test_two_players_who_changed_seats_behind_the_programs_back_are_found(evening):
    seating = Seating.objects.get(round_number=3)
    one, other = Placing.objects.filter(seating=seating, table_number=1, seat__in=(1, 2)).order_by("seat")
    with lifted():
        for placing, seat in ((one, 9), (other, one.seat), (one, other.seat)):
            run("UPDATE scoring_placing SET seat = %s WHERE id = %s", seat, placing.pk)
        assert broken(evening) == {"I-12", "I-14"}


def test_a_plan_that_was_changed_in_the_database_is_found(evening):
    seating = Seating.objects.get(round_number=3)
    plan = {**seating.plan, "ties_cut": [{"table": 1}]}
    with lifted():
        run("UPDATE scoring_seating SET plan = %s WHERE id = %s", json.dumps(plan), seating.pk)
        assert broken(evening) == {"I-12"}


def test_control_a_move_of_a_newer_version_is_not_planned_again(evening):
    with attempt(), lifted():
        run("UPDATE scoring_event SET movement_version = 99, seed = 'spring'")
        event = Event.with_laws().get(pk=evening.pk)
        assert broken(event) == set(), "its places are checked, its plans cannot be"

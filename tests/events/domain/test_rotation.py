"""Rotation and redraw: how rarely partners meet again, and who moves where."""

from itertools import pairwise

import pytest
from hypothesis import given, settings, strategies as st

from scoring.events.play.domain.movement_plan import plan
from scoring.events.play.domain.rotation import KNOWN_GOOD, strides_to
from scoring.events.play.domain.values import Participant, Result
from tests.events.domain.evenings import (
    choose,
    entrants,
    evening,
    meetings,
    seated,
    seats,
    situation,
    to_go,
    why,
)

ROTATION = choose(kind="rotation")
REDRAW = choose(kind="redraw")


def test_each_seat_moves_on_by_its_own_stride():
    room = seated(1, *(tuple(range(4 * table + 1, 4 * table + 5)) for table in range(10)))
    found = plan(situation(40, [room], settings=choose(kind="rotation", strides=[0, -1, 1, 2])))
    # At table 1 sit players from tables 1, 2, 10 and 9.
    assert seats(found)[0] == (1, 6, 39, 36)
    assert seats(found)[9] == (37, 2, 35, 32)
    assert why(found, 5).startswith("Keeps the place at table 2, as everybody in this seat does.")
    assert why(found, 39).startswith("Moves on to table 1, as everybody in this seat does.")


@pytest.mark.parametrize("tables", range(2, 17))
def test_a_rotation_brings_no_partners_together_again_before_all_tables_are_round(tables):
    plans = evening(4 * tables, tables, ROTATION)
    assert max(meetings(plans)[0].values()) == 1


@pytest.mark.parametrize("rounds", [4, 8, 9, 12])
@pytest.mark.parametrize("tables", [2, 3, 4, 5, 6, 7, 10])
def test_a_rotation_spreads_the_meetings_that_cannot_be_avoided(tables, rounds):
    # A player meets the players of another seat in turn, and must meet one of them at least rounds / tables
    # times. No partner is met more often. An opponent is met at most once more, or twice more if three or six
    # tables are gone round more than once.
    fewest = -(-rounds // tables)
    partners, opponents = meetings(evening(4 * tables, rounds, ROTATION))
    assert max(partners.values()) == fewest
    assert max(opponents.values()) <= fewest + (1 if (tables, rounds) not in ((3, 12), (6, 12)) else 2)


@pytest.mark.parametrize(
    ("players", "most"),
    [
        # Two tables: eight rounds are four with each of the two players of another seat.
        (8, 4),
        # Three tables: three rounds with two of the three players, and two with the other.
        (12, 3),
        # Six tables: two rounds with two of the six, and one with the others.
        (24, 2),
    ],
)
def test_nobody_of_a_small_rotation_meets_more_often_in_eight_rounds_than_counting_says(players, most):
    for met in meetings(evening(players, 8, ROTATION)):
        assert max(met.values()) == most


def test_strides_stay_the_same_while_nobody_meets_again():
    assert {strides_to(number, 7) for number in range(2, 8)} == {KNOWN_GOOD}
    assert strides_to(6, 10) != KNOWN_GOOD  # seats 2 and 3, two apart, would meet again after five rounds


def test_a_rotation_asks_for_no_results_and_has_no_stars():
    room = seated(1, (1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12), (13, 14, 15, 16))
    results = (*to_go((3, 9), (5, 5)), Result(3, is_missing=True), Result(4, winners=(2,)))
    stars = {move.player: move.star for move in plan(situation(16, [room], results, ROTATION)).moves}
    assert stars == dict.fromkeys(range(1, 17))


def test_who_sits_out_gives_the_place_to_who_comes_in():
    plans = evening(10, 6, ROTATION)
    for before, after in pairwise(plans):
        for player in before.sitting_out:
            assert player in after.round.places()
            assert "Takes a place left" in why(after, player)


def test_the_fifth_seat_is_part_of_a_ring():
    room = seated(1, (1, 2, 3, 4), (5, 6, 7, 8, 9))
    chosen = choose(kind="rotation", odd="table-of-five", strides=[1, 0, 1, 0])
    # The ring of seat 1 is table 1, table 2, and the fifth seat of table 2.
    assert seats(plan(situation(9, [room], settings=chosen))) == [(9, 2, 7, 4), (1, 6, 3, 8, 5)]


def test_a_missing_fourth_seat_shortens_its_ring():
    room = seated(1, (1, 2, 3, 4), (5, 6, 7))
    chosen = choose(kind="rotation", odd="table-of-three", strides=[0, 1, 0, 1])
    assert seats(plan(situation(7, [room], settings=chosen))) == [(1, 6, 3, 4), (5, 2, 7)]


def test_somebody_who_comes_to_a_fixed_table_later_is_given_a_place_there():
    room = seated(1, (1, 2, 3, 4), (5, 6, 7, 8), out=[9])
    people = entrants(9, Participant(9, fixed_table=2), Participant(7, fixed_table=2))
    found = plan(situation(people, [room], settings=ROTATION))
    assert (found.round.places()[9], found.round.places()[7]) == ((2, 1), (2, 3))
    again = plan(situation(people, [room, found.round], settings=ROTATION))
    assert 9 in again.sitting_out or again.round.places()[9][0] == 2


def test_a_wish_met_by_an_exchange_is_explained():
    people = entrants(16, Participant(1, keep_apart=(2,)))
    room = seated(1, (1, 5, 9, 13), (2, 6, 10, 14), (3, 7, 11, 15), (4, 8, 12, 16))
    found = plan(situation(people, [room], settings=choose(kind="rotation", strides=[1, 0, 0, 0])))
    assert found.breaches == ()
    other = seated(1, (1, 2, 5, 9), (3, 6, 10, 13), (4, 7, 11, 14), (8, 12, 15, 16))
    moved = plan(situation(people, [other], settings=choose(kind="rotation", strides=[0, 0, 0, 0])))
    assert [move for move in moved.moves if "so that all wishes are met." in move.why]


def test_ten_tables_drawn_anew_for_twelve_rounds_repeat_no_partner():
    # In a trial no partner was repeated, while winners up repeats 2.5 partners per player.
    plans = evening(40, 12, REDRAW)
    assert max(meetings(plans)[0].values()) == 1
    assert plans[-1].metrics.repeated_partners == 0
    assert "old partners and opponents meet least." in plans[-1].moves[0].why


def test_a_drawing_speaks_of_partners_only_where_there_are_any():
    found = plan(situation(7, [seated(1, (1, 2, 3, 4), (5, 6, 7))], settings=choose(
        kind="redraw", odd="table-of-three")))  # fmt: skip
    reasons = {move.to_place[0]: str(move.why) for move in found.moves if move.to_place}
    assert reasons[1].startswith(
        "Drawn for table 1, where old partners and opponents meet least. The partner is"
    )
    assert reasons[2] == "Drawn for table 2, where those who have met before meet least."


@settings(max_examples=settings.default.max_examples // 3)
@given(people=st.integers(12, 60), rounds=st.integers(2, 5))
def test_drawing_anew_never_repeats_a_partner_while_that_can_be_avoided(people, rounds):
    assert evening(people, rounds, REDRAW)[-1].metrics.repeated_partners == 0


@pytest.mark.parametrize("kind", ["rotation", "redraw", "winner-progressive"])
def test_late_comers_and_leavers_change_the_number_of_tables(kind):
    people = (
        *entrants(
            14, Participant(1, until_round=2), Participant(2, until_round=3), Participant(3, until_round=3)
        ),
        *(Participant(player, from_round=4) for player in range(15, 20)),
    )
    plans = evening(people, 6, choose(kind=kind))
    assert [len(found.tables) for found in plans] == [3, 3, 3, 4, 4, 4]
    assert [len(found.sitting_out) for found in plans] == [2, 2, 1, 0, 0, 0]
    for number, found in enumerate(plans, 1):
        there = {one.player for one in people if one.is_present(number)}
        assert {*found.round.places(), *found.sitting_out} == there

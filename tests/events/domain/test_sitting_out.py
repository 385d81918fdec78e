"""Sitting out: nobody twice before everybody once, the credit of late entries, and metrics."""

import pytest

from scoring.events.play.domain.plan_input import Meetings, tally
from scoring.events.play.domain.values import Participant, SeatedTable
from tests.events.domain.evenings import entrants, evening, seated

FIVE = [seated(number, (1, 2, 3, 4), out=[number]) for number in range(1, 6)]
"""Five rounds in which each of five players sat out once."""


@pytest.mark.parametrize(
    ("rounds", "counts"),
    [
        pytest.param(0, {1: 0, 2: 0, 3: 0, 4: 0, 5: 0, 6: 0}, id="nobody yet"),
        pytest.param(3, {1: 1, 2: 1, 3: 1, 4: 0, 5: 0, 6: 0}, id="before all have, a late-comer has none"),
        pytest.param(5, {1: 1, 2: 1, 3: 1, 4: 1, 5: 1, 6: 1}, id="after all have, a late-comer has as well"),
    ],
)
def test_a_late_comer_starts_level_with_who_has_sat_out_least(rounds, counts):
    people = entrants(6, Participant(6, from_round=rounds + 1))
    assert tally(FIVE[:rounds], people, rounds + 1) == counts


def test_a_player_who_goes_home_and_comes_back_is_away_in_between():
    player = Participant(1, until_round=6, away=((2, 4),))
    assert [number for number in range(1, 8) if player.is_present(number)] == [1, 4, 5, 6]


def test_a_leaver_no_longer_counts():
    assert 2 not in tally(FIVE, entrants(5, Participant(2, until_round=4)), 6)


def test_who_comes_after_two_turns_of_sitting_out_is_not_made_to_catch_up():
    people = entrants(6, Participant(6, from_round=6))
    plans = evening(people, 6)
    assert plans[-1].metrics.most_sit_outs - plans[-1].metrics.fewest_sit_outs > 1
    (breach,) = plans[-1].breaches
    assert (breach.kind, breach.players) == ("sit-out", (6,))
    assert breach.why == (
        "{player:6} came for round 6 and counts as having sat out as often as whoever had sat out least."
    )


def test_meetings_are_counted_for_partners_and_opponents():
    met = Meetings(FIVE[:2])
    assert (met.as_partners(1, 3), met.as_partners(3, 1), met.as_partners(1, 2)) == (2, 2, 0)
    assert (met.as_opponents(1, 2), met.as_opponents(4, 1), met.as_opponents(1, 3)) == (2, 2, 0)


def test_at_a_table_of_three_everybody_meets_everybody_as_an_opponent():
    table = SeatedTable(1, (1, 2, 3))
    assert table.partners() == ()
    assert table.opponents() == ((1, 2), (1, 3), (2, 3))
    assert [table.side(side) for side in (1, 2, 3)] == [(1,), (2,), (3,)]


def test_the_figures_of_an_evening_are_those_counted_by_hand():
    first, second = evening(4, 2)
    assert (first.metrics.repeated_partners, first.metrics.repeated_opponents) == (0, 0)
    # Four players at one table: two pairs part, so two who were partners are opponents now and two of the
    # four who were opponents are opponents again.
    assert (second.metrics.repeated_partners, second.metrics.repeated_opponents) == (0, 2)
    third = evening(4, 3)[-1]
    assert len(third.metrics.new_repeated_partners) in (0, 2)

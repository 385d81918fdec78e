"""Late entries, withdrawals and swaps in a seated round, comparison of plans, and the forecast."""

from dataclasses import replace

import pytest
from hypothesis import given, settings, strategies as st

from laws.domain.errors import InvalidInput
from scoring.events.planning.domain.settings import parse_settings
from scoring.events.play.domain.late import amend, swap
from scoring.events.play.domain.movement_plan import compare, forecast, plan
from scoring.events.play.domain.values import Participant
from scoring.game.games import GAMES
from tests.events.domain.evenings import (
    choose,
    entrants,
    evening,
    in_pairs,
    move_of,
    seated,
    seats,
    situation,
    why,
)
from tests.game.tables import FOSTER


def withdrawn(count: int, *leavers: int) -> tuple[Participant, ...]:
    """Return players, some of whom withdrew before the first round."""
    return entrants(count, *(Participant(player, until_round=0) for player in leavers))


def test_a_late_comer_sits_out_or_opens_a_table_and_moves_nobody():
    published = plan(situation(10))
    eleven = amend(published, situation(11))
    assert seats(eleven) == seats(published)
    assert set(eleven.sitting_out) == {*published.sitting_out, 11}
    twelve = amend(published, situation(12))
    assert seats(twelve)[:2] == seats(published)
    assert set(seats(twelve)[2]) == {*published.sitting_out, 11, 12}
    assert twelve.sitting_out == ()


def test_a_late_comer_makes_a_table_of_three_if_the_settings_allow_it():
    chosen = choose(odd="table-of-three")
    published = plan(situation(4, settings=chosen))
    assert set(seats(amend(published, situation(7, settings=chosen)))[1]) == {5, 6, 7}


def test_who_leaves_is_replaced_by_who_sits_out_before_who_comes_late():
    published = plan(situation(entrants(10, Participant(1, from_round=2))))
    leaver, idle = published.tables[0].players[1], published.sitting_out[0]
    found = amend(published, situation(withdrawn(10, leaver)))
    assert found.round.places()[idle] == (1, 2)
    assert found.sitting_out == (1,)
    assert why(found, idle).startswith("Takes a place left at table 1.")
    mate = published.tables[0].players[3]
    assert why(found, mate).startswith("Keeps the seat at table 1; others came, or left. The partner is")
    untouched = published.tables[1].players[0]
    assert move_of(found, untouched) == move_of(published, untouched)
    assert why(found, 1) == "Sits out: others came, or left, after the places were known."


def test_if_nobody_can_fill_a_place_the_last_table_gives_its_players():
    published = plan(situation(8))
    leaver = published.tables[0].players[0]
    found = amend(published, situation(withdrawn(8, leaver)))
    assert len(found.tables) == 1
    assert found.tables[0].players[1:] == published.tables[0].players[1:]
    assert found.tables[0].players[0] in published.tables[1].players
    assert len(found.sitting_out) == 3


def test_a_table_left_with_three_plays_on_if_the_settings_allow_it():
    chosen = choose(odd="table-of-three")
    published = plan(situation(8, settings=chosen))
    leaver = published.tables[0].players[0]
    found = amend(published, situation(withdrawn(8, leaver), settings=chosen))
    assert seats(found) == [published.tables[0].players[1:], published.tables[1].players]
    assert found.sitting_out == ()


@pytest.mark.parametrize("seat", [1, 5])
def test_a_table_of_five_plays_on_with_four(seat):
    chosen = choose(odd="table-of-five")
    published = plan(situation(5, settings=chosen))
    players = published.tables[0].players
    found = amend(published, situation(withdrawn(5, players[seat - 1]), settings=chosen))
    expected = (players[4], *players[1:4]) if seat == 1 else players[:4]
    assert seats(found) == [expected]


def test_two_may_change_places_even_with_one_who_sits_out():
    published = plan(situation(10))
    one, other = published.tables[0].players[0], published.tables[1].players[2]
    idle, waiting = published.sitting_out
    found = swap(published, [one, other], situation(10))
    assert (found.round.places()[other], found.round.places()[one]) == ((1, 1), (2, 3))
    assert why(found, one).startswith(f"Sits at table 2, having changed places with {{player:{other}}}.")
    assert why(found, other).startswith(f"Sits at table 1, having changed places with {{player:{one}}}.")
    left = published.tables[0].players[2]
    assert why(found, left).startswith("Keeps the seat at table 1; the partner has changed places.")
    out = swap(published, [one, idle], situation(10))
    assert why(out, one) == f"Sits out: changed places with {{player:{idle}}}."
    assert (out.round.places()[idle], out.sitting_out) == ((1, 1), (one, waiting))
    assert out.digest not in (found.digest, published.digest)
    with pytest.raises(InvalidInput) as refusal:
        swap(published, [one, 99], situation(10))
    assert refusal.value.errors == {"players": ["{player:99} has no place in this round."]}


PAIR = (Participant(101, partner=102), Participant(102, partner=101))


@pytest.mark.parametrize("tables", [(0, 1), (0, 2), (1, 2)])
def test_a_late_pair_whose_free_seats_are_at_two_tables_is_not_parted(tables):
    published = plan(situation(12))
    leavers = [published.tables[table].players[0] for table in tables]
    found = amend(published, situation((*withdrawn(12, *leavers), *PAIR)))
    assert found.round.mates()[101] == 102
    assert found.sitting_out == ()


def test_where_one_seat_is_free_a_late_pair_gets_a_side_of_the_last_table():
    published = plan(situation(8))
    found = amend(published, situation((*withdrawn(8, published.tables[1].players[0]), *PAIR)))
    assert found.round.mates()[101] == 102
    assert len(found.sitting_out) == 1
    assert found.tables[0].players == published.tables[0].players


@settings(max_examples=settings.default.max_examples // 2)
@given(
    couples=st.integers(0, 6),
    singles=st.integers(4, 12),
    leavers=st.sets(st.integers(1, 24), max_size=5),
    late=st.integers(0, 3),
)
def test_no_change_to_a_round_parts_fixed_partners(couples, singles, leavers, late):
    there = (
        *in_pairs(2 * couples, above=100),
        *(
            Participant(player, until_round=0 if player in leavers else None)
            for player in range(1, singles + 1)
        ),
        *in_pairs(2 * late, above=200),
    )
    if sum(participant.is_present(1) for participant in there) < 4:
        return
    before = plan(situation(tuple(replace(one, until_round=None) for one in there if one.player < 200)))
    found = amend(before, situation(there))
    mates = found.round.mates()
    for one in there:
        if one.partner:
            assert mates.get(one.player) in (one.partner, None)
            assert (one.player in found.sitting_out) == (one.partner in found.sitting_out)
    assert len(found.sitting_out) <= 3


def test_a_table_of_three_that_loses_a_player_is_filled_by_the_last():
    chosen = choose(odd="table-of-three")
    published = plan(situation(9, settings=chosen))
    leaver = published.tables[0].players[0]
    found = amend(published, situation(withdrawn(9, leaver), settings=chosen))
    kept = published.tables[0].players[1:]
    assert found.tables[0].players[1:3] == kept
    assert found.tables[1].players[:3] == published.tables[1].players
    assert [len(table.players) for table in found.tables] == [4, 4], "of the last three each finds a place"
    assert found.sitting_out == ()


@pytest.mark.parametrize(("begun", "seated_at"), [((), (2, 4)), ((2,), (3, 4)), ((2, 3), None)])
def test_a_late_comer_takes_the_fourth_place_where_three_have_not_begun(begun, seated_at):
    chosen = choose(odd="table-of-three")
    published = plan(situation(10, settings=chosen))
    assert [len(table.players) for table in published.tables] == [4, 3, 3]
    found = amend(published, situation(11, settings=chosen), begun)
    assert found.round.places().get(11) == seated_at
    assert found.sitting_out == (() if seated_at else (11,))
    before, after = published.round.places(), found.round.places()
    assert all(after[player] == place for player, place in before.items())


@settings(max_examples=settings.default.max_examples // 2)
@given(
    people=st.integers(4, 40),
    odd=st.sampled_from(["sit-out", "table-of-five", "table-of-three"]),
    leavers=st.sets(st.integers(1, 40), max_size=6),
    comers=st.integers(0, 6),
)
def test_after_any_change_everybody_has_one_place_and_tables_stand_in_order(people, odd, leavers, comers):
    chosen = choose(odd=odd)
    published = plan(situation(people, settings=chosen))
    there = (*withdrawn(people, *leavers), *(Participant(100 + one) for one in range(comers)))
    present = {one.player for one in there if one.is_present(1)}
    if len(present) < 4:
        return
    found = amend(published, situation(there, settings=chosen))
    placed = [*found.round.places(), *found.sitting_out]
    assert sorted(placed) == sorted(present)
    assert [table.number for table in found.tables] == list(range(1, len(found.tables) + 1))
    assert {len(table.players) for table in found.tables} <= {3, 4, 5}
    before, after = published.round.places(), found.round.places()
    if not leavers & set(before):
        assert all(after[player] == place for player, place in before.items()), "nobody with a seat is moved"


ROOM = seated(1, (1, 2, 3, 4), (5, 6, 7, 8), out=[9])


def test_each_kind_of_difference_has_its_sentence():
    made = plan(situation(9))
    table, idle = made.tables[0].players, made.sitting_out[0]
    assert compare(made, made) == {}
    changed = swap(made, [table[0], idle], situation(9))
    words = compare(made, changed)
    assert words[table[0]] == f"{{player:{table[0]}}} would sit out."
    assert words[idle] == f"{{player:{idle}}} would be at table 1, seat 1."
    assert words[table[2]] == f"{{player:{table[2]}}} would play with {{player:{idle}}}."
    turned = swap(made, [table[0], table[1]], situation(9))
    says = compare(made, turned)[table[0]]
    assert says == f"{{player:{table[0]}}} would be in seat 2 of the same table."


def test_a_star_may_differ_for_somebody_in_the_same_place():
    made = plan(situation(9))
    for player in (made.tables[0].players[0], made.sitting_out[0]):
        moves = tuple(replace(move, star="gold") if move.player == player else move for move in made.moves)
        says = compare(made, replace(made, moves=moves))
        assert says == {player: f"{{player:{player}}} would be in the same place with another star."}


def test_a_forecast_of_drawing_anew_promises_new_partners_every_round():
    chosen = parse_settings({"kind": "redraw", "minutes": 20}, rounds=10)
    found = forecast(chosen, 48, FOSTER, GAMES["cinch"])
    assert (found.players, found.tables, found.rounds, found.minutes) == (48, 12, 10, 200)
    assert (found.repeated_partners, found.different_partners) == (0, pytest.approx(10))
    assert found.different_opponents + found.repeated_opponents == pytest.approx(20)
    assert (found.fewest_sit_outs, found.most_sit_outs) == (0, 0)


def test_a_forecast_of_winners_up_is_always_the_same():
    chosen = parse_settings(rounds=4)
    found = forecast(chosen, 10, FOSTER, GAMES["cinch"])
    assert found == forecast(chosen, 10, FOSTER, GAMES["cinch"])
    assert found.minutes is None
    assert 1 < found.runs <= 10
    assert found.most_sit_outs - found.fewest_sit_outs <= 1


def test_a_rotation_needs_one_run_and_a_large_evening_few():
    assert forecast(parse_settings({"kind": "rotation"}, rounds=4), 16, FOSTER, GAMES["cinch"]).runs == 1
    assert forecast(parse_settings(rounds=6), 400, FOSTER, GAMES["cinch"]).runs == 1


def test_winners_up_repeats_about_two_and_a_half_partners_and_one_and_a_half_by_history():
    # Trials with ten tables and twelve rounds: 2.5 repeated partners per player, 1.5 if the history counts.
    for split, low, high in (("seat", 1.8, 3.2), ("history", 1.0, 2.0)):
        chosen = choose(head_winners="split", split=split)
        counts = [evening(40, 12, chosen, luck)[-1].metrics.repeated_partners * 2 / 40 for luck in range(4)]
        assert low < sum(counts) / len(counts) < high


def pairs_out(*leavers: int, late: int = 0) -> tuple[Participant, ...]:
    """Return five pairs and late pairs. Each player with an odd number plays with the next number."""
    return tuple(
        replace(entrant, until_round=0) if entrant.player in leavers else entrant
        for entrant in in_pairs(10 + late)
    )


FIVE_PAIRS = seated(1, (1, 3, 2, 4), (5, 7, 6, 8), out=[9, 10])


@pytest.mark.parametrize("kind", ["pairs-round-robin", "pairs-up"])
@pytest.mark.parametrize(
    ("people", "tables", "out"),
    [
        pytest.param(pairs_out(5), [(1, 3, 2, 4), (9, 7, 10, 8)], {6}, id="a pair takes both seats"),
        pytest.param(pairs_out(5, 9), [(1, 3, 2, 4)], {6, 7, 8, 10}, id="two halves are no pair"),
        pytest.param(pairs_out(1, 5, 6), [(9, 3, 10, 4)], {2, 7, 8}, id="a table is broken up pair by pair"),
        pytest.param(
            pairs_out(late=2),
            [(1, 3, 2, 4), (5, 7, 6, 8), (9, 11, 10, 12)],
            set(),
            id="a table is opened with partners opposite",
        ),
        pytest.param(
            pairs_out(5, 6), [(1, 3, 2, 4), (9, 7, 10, 8)], set(), id="a pair is replaced by a pair"
        ),
    ],
)
def test_a_round_of_pairs_is_fitted_pair_by_pair(kind, people, tables, out):
    settings = choose(kind=kind)
    start = replace(plan(situation(pairs_out(), settings=settings)), round=FIVE_PAIRS)
    found = amend(start, situation(people, settings=settings))
    assert [_sides(table) for table in seats(found)] == [_sides(table) for table in tables]
    assert set(found.sitting_out) == out


def _sides(table):
    return {frozenset(table[::2]), frozenset(table[1::2])}


def test_a_round_of_pairs_does_not_go_on_with_one_pair():
    settings = choose(kind="pairs-up")
    start = replace(plan(situation(pairs_out(), settings=settings)), round=FIVE_PAIRS)
    with pytest.raises(InvalidInput, match="2 players with a partner are left, and 4 are needed"):
        amend(start, situation(pairs_out(1, 3, 5, 7), settings=settings))

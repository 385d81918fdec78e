"""Whist, individual rotation and fixed pairs, checked by counting meetings or against a model.

The models are written for these tests alone. In a whist everybody partners everybody once and opposes
everybody twice (Anderson, Combinatorial Designs and Tournaments, 1997). The model of fixed pairs moves pairs,
while the movements move players.
"""

from collections import Counter
from dataclasses import replace
from itertools import combinations
from math import comb, gcd

import pytest
from hypothesis import given, settings, strategies as st

from laws.domain.errors import InvalidInput
from scoring.events.planning.domain.kinds import KINDS
from scoring.events.planning.domain.settings import parse_settings
from scoring.events.play.domain import movement_plan
from scoring.events.play.domain.designs import (
    FIRST_ROUNDS,
    OPPONENTS,
    PARTNERS,
    SHORT,
    STARTS,
    Design,
    early_repetitions,
    individual_design,
    is_whist,
    whist_design,
)
from scoring.events.play.domain.drawing import Start
from scoring.events.play.domain.movement_plan import forecast, plan
from scoring.events.play.domain.values import Participant, Result
from scoring.game.games import GAMES
from tests.events.domain.evenings import (
    check_fair,
    check_whole,
    choose,
    entrants,
    evening,
    in_pairs,
    meetings,
    seats,
    situation,
    why,
)
from tests.game.tables import FOSTER
from tests.running.day import some_of

BY_PLAN = "Sits out, as the plan of the evening says."
PLANNED = ("whist", "individual", "pairs-up", "pairs-round-robin")


def all_pairs(count):
    return {frozenset(pair) for pair in combinations(range(1, count + 1), 2)}


@pytest.mark.parametrize("count", sorted(FIRST_ROUNDS))
def test_in_a_whole_whist_everybody_partners_everybody_once_and_opposes_twice(count):
    rounds = count - 1 if count % 4 == 0 else count
    plans = evening(count, rounds, choose(kind="whist"))
    partners, opponents = meetings(plans)

    assert partners == dict.fromkeys(all_pairs(count), 1)
    assert opponents == dict.fromkeys(all_pairs(count), 2)
    idle = Counter(player for made in plans for player in made.sitting_out)
    assert idle == (dict.fromkeys(range(1, count + 1), 1) if count % 4 else {})
    said = {why(made, player) for made in plans[1:] for player in made.sitting_out}
    assert said <= {BY_PLAN}


@pytest.mark.parametrize("count", sorted(STARTS))
def test_a_listed_individual_rotation_repeats_no_partner_and_has_no_third_opponent(count):
    # Two or three players sit out. In as many rounds as there are players, fewer pairs are partners than
    # there are pairs of players, and twice as many are opponents: nobody has to meet more often.
    pairs, tables = count * (count - 1) // 2, count // 4
    assert 2 * tables * count <= pairs
    assert 4 * tables * count <= 2 * pairs

    plans = evening(count, count, choose(kind="individual"))
    partners, opponents = meetings(plans)
    assert (max(partners.values()), max(opponents.values())) == (1, 2)
    for made in plans:
        check_whole(made, range(1, count + 1), sizes=(4,))
        assert made.metrics.most_sit_outs - made.metrics.fewest_sit_outs <= 1
        assert why(made, made.tables[0].players[0]).startswith(("Round", "The draw gives"))


@pytest.mark.parametrize("count", list(some_of([44, 45, 46, 49, 54, 55, 58, 62, 101, 202], 2)))
def test_a_searched_individual_rotation_repeats_no_partner_in_eight_rounds(count):
    design = individual_design(count)
    rounds = [design.seated(number) for number in range(1, count + 1)]
    partners = Counter(
        frozenset(pair)
        for tables, _idle in rounds[:8]
        for first, second, third, fourth in tables
        for pair in ((first, third), (second, fourth))
    )
    assert len(partners) == 8 * 2 * (count // 4)
    out = [player for _tables, idle in rounds for player in idle][: count - count % 3]
    assert len({*out}) == len(out)  # nobody sits out twice before nearly everybody has


@pytest.mark.parametrize("count", [*range(46, 76, 4), 44, 45, 47, 75])
def test_a_search_counts_the_repetitions_that_a_count_of_eight_rounds_finds(count):
    # In every second table partners, and in the others opponents, are half the modulus apart.
    half = count // 2
    orders = [(0, 1, half, half + 1), (0, half, 1, half + 1)]
    tables = tuple(tuple(2 * table + place for place in orders[table % 2]) for table in range(half // 2))
    for step in (step for step in range(1, half) if gcd(step, count) == 1):
        design = Design(((tables, ()),), (count,), step)
        met = [Counter(), Counter()]
        for number in range(1, SHORT + 1):
            for table in design.seated(number)[0]:
                for meetings_of, pairs in zip(met, (PARTNERS, OPPONENTS), strict=True):
                    meetings_of.update(frozenset((table[one], table[other])) for one, other in pairs)
        counted = tuple(sum(comb(times, 2) for times in of_kind.values()) for of_kind in met)
        assert early_repetitions(tables, count, step) == counted


def test_every_number_of_players_up_to_forty_three_has_a_listed_rotation():
    listed = FIRST_ROUNDS.keys() | STARTS.keys()
    assert listed == {*range(4, 44)}


@pytest.mark.parametrize(
    ("count", "most"),
    [
        # Six pairs meet at each of ten tables: 480 meetings of 780 pairs. Other orders of the same rounds
        # let up to 88 pairs meet again.
        (40, 50),
        # 288 meetings of 276 pairs, so that twelve meet again at least. Other orders: up to 90.
        (24, 70),
    ],
)
def test_eight_rounds_of_a_whist_let_few_meet_again(count, most):
    partners, opponents = meetings(evening(count, 8, choose(kind="whist")))
    met = partners + opponents
    assert met.total() - len(met) <= most


def test_the_check_of_a_whist_refuses_rounds_that_are_no_whist():
    rounds = [whist_design(8).seated(number)[0] for number in range(1, 8)]
    (first, *others), *later = rounds
    assert is_whist(rounds)
    assert not is_whist(rounds[:-1])
    assert not is_whist([[(first[1], first[0], *first[2:]), *others], *later])


@pytest.mark.parametrize(
    ("count", "reason"),
    [
        (14, "no whist is known for 14 players: 13 or 16 can play one."),
        (3, "no whist is known for 3 players: 4 can play one."),
        (44, "no whist is known for 44 players: 41 can play one."),
    ],
)
def test_an_impossible_number_for_a_whist_is_refused_with_the_possible_numbers(count, reason):
    with pytest.raises(InvalidInput) as refused:
        choose(kind="whist").evening.check_players(count)
    assert refused.value.errors["players"][0].startswith(reason)
    choose(kind="individual").evening.check_players(count)


@pytest.mark.parametrize(
    ("movement", "field"),
    [
        ({"kind": "whist", "odd": "table-of-three"}, "odd"),
        ({"kind": "pairs-round-robin", "odd": "table-of-five"}, "odd"),
        ({"kind": "individual", "mixed_pairs": True, "lists": ["a", "b"]}, "mixed_pairs"),
        ({"kind": "whist", "strides": [0, 1, 2, 3]}, "strides"),
    ],
)
def test_settings_that_do_not_go_with_a_plan_made_beforehand(movement, field):
    with pytest.raises(InvalidInput) as refused:
        parse_settings(movement)
    assert list(refused.value.errors) == [f"movement.{field}"]


@pytest.mark.parametrize("count", [6, 7, 10, 11, 14, 15, 18, 19, 22, 26, 44, 50, 100])
def test_an_individual_rotation_repeats_hardly_a_partner_in_eight_rounds(count):
    plans = evening(count, 8, choose(kind="individual"))
    partners, _ = meetings(plans)
    played = 8 - plans[-1].metrics.most_sit_outs
    again = 2 * (partners.total() - len(partners)) / count

    assert again <= max(0, played - (count - 1)) + 1.5
    for made in plans:
        check_fair(made)


def test_a_search_always_finds_the_same_design():
    design = individual_design(46)
    individual_design.cache_clear()
    assert individual_design(46) == design


def pairs_of(made):
    return [frozenset(pair) for table in seats(made) for pair in (table[::2], table[1::2])]


@pytest.mark.parametrize(("count", "rounds"), [(8, 3), (12, 5), (16, 7), (18, 9), (10, 5), (40, 19)])
def test_in_a_round_robin_each_pair_meets_each_other_pair_once(count, rounds):
    plans = evening(count, rounds, choose(kind="pairs-round-robin"))
    pairs = {*pairs_of(plans[0]), *([frozenset(plans[0].sitting_out)] if count % 4 else [])}
    met = Counter()
    for made in plans:
        assert set(pairs_of(made)) <= pairs
        met.update(frozenset((frozenset(table[::2]), frozenset(table[1::2]))) for table in seats(made))

    assert met == dict.fromkeys(map(frozenset, combinations(pairs, 2)), 1)


def pairs_by_player(count):
    return {entrant.player: entrant for entrant in in_pairs(count)}


def met_pairs(plans):
    """Return how often any two pairs met."""
    return Counter(
        frozenset((frozenset(table[::2]), frozenset(table[1::2]))) for made in plans for table in seats(made)
    )


@pytest.mark.parametrize("count", [8, 12, 16])
def test_when_a_pair_leaves_a_round_robin_the_others_sit_out_in_turn_and_still_meet_once(count):
    # An even number of pairs needs pairs - 1 rounds. The opponents of the missing pair sit out, each once.
    people = pairs_by_player(count)
    for player in (3, 4):
        people[player] = replace(people[player], until_round=2)
    plans = evening(tuple(people.values()), count // 2 - 1, choose(kind="pairs-round-robin"))

    stayed = {frozenset((player, player + 1)) for player in range(1, count + 1, 2)} - {frozenset((3, 4))}
    met = met_pairs(plans)
    assert {frozenset(pairs) for pairs in combinations(stayed, 2)} <= met.keys()
    assert set(met.values()) == {1}
    assert all(frozenset(made.sitting_out) in stayed for made in plans[2:])
    assert len({made.sitting_out for made in plans[2:]}) == len(plans) - 2
    assert {why(made, player) for made in plans[2:] for player in made.sitting_out} == {BY_PLAN}


def test_a_pair_that_comes_late_takes_the_place_that_is_free_in_a_round_robin():
    # Seven pairs need seven rounds, and a pair sits out in each. The eighth pair misses one round.
    people = pairs_by_player(16)
    for player in (15, 16):
        people[player] = replace(people[player], from_round=2)
    plans = evening(tuple(people.values()), 7, choose(kind="pairs-round-robin"))

    met = met_pairs(plans)
    assert set(met.values()) == {1}
    assert len(met) == 28 - 1
    assert not any(made.sitting_out for made in plans[1:])


@pytest.mark.parametrize("kind", ["pairs-round-robin", "pairs-up"])
@pytest.mark.parametrize("count", [8, 10, 16])
def test_who_loses_a_partner_sits_out_and_all_other_pairs_stay_together(kind, count):
    people = pairs_by_player(count)
    people[3] = replace(people[3], until_round=2)
    plans = evening(tuple(people.values()), 6, choose(kind=kind))

    pairs = {frozenset((player, player + 1)) for player in range(1, count + 1, 2)}
    for made in plans[2:]:
        assert set(pairs_of(made)) <= pairs
        assert 4 in made.sitting_out
        assert why(made, 4) == "Sits out until a partner is named."
        idle = set(made.sitting_out) - {4}
        assert not idle or idle in pairs


@pytest.mark.parametrize("kind", ["pairs-round-robin", "pairs-up"])
@pytest.mark.parametrize("count", [8, 10, 16])
def test_two_who_lost_their_partners_are_no_pair_until_they_name_each_other(kind, count):
    people = pairs_by_player(count)
    for player in (2, 4):
        people[player] = replace(people[player], until_round=2)
    settings = choose(kind=kind)
    plans = evening(tuple(people.values()), 4, settings)
    for made in plans[2:]:
        assert {1, 3} <= set(made.sitting_out)
        assert {why(made, 1), why(made, 3)} == {"Sits out until a partner is named."}
    people[1], people[3] = replace(people[1], partner=3), replace(people[3], partner=1)
    people[2], people[4] = replace(people[2], partner=None), replace(people[4], partner=None)
    named = situation(
        tuple(people.values()),
        [made.round for made in plans[:3]],
        [Result(table.number, to_go=(1, 2)) for table in plans[2].tables],
        settings,
    )
    found = plan(named)
    assert frozenset((1, 3)) in {*pairs_of(found), frozenset(found.sitting_out)}


@pytest.mark.parametrize("kind", ["pairs-round-robin", "pairs-up"])
def test_a_drawn_pair_that_sits_out_first_stays_together_when_another_player_is_alone(kind):
    first = evening(10, 1, choose(kind=kind))[0]
    leaver, alone = first.tables[0].players[0], first.tables[0].players[2]
    people = entrants(10, Participant(leaver, until_round=1))
    results = [Result(table.number, to_go=(1, 2)) for table in first.tables]
    found = plan(situation(people, [first.round], results, choose(kind=kind)))
    assert frozenset(first.sitting_out) in pairs_of(found)
    assert alone in found.sitting_out


@pytest.mark.parametrize("kind", ["pairs-round-robin", "pairs-up"])
def test_no_round_follows_if_only_one_whole_pair_is_left(kind):
    people = pairs_by_player(8)
    for player in (2, 4, 6):
        people[player] = replace(people[player], until_round=1)
    with pytest.raises(InvalidInput) as refused:
        evening(tuple(people.values()), 2, choose(kind=kind))
    reason = "2 players with a partner are left, and 4 are needed for a table."
    assert refused.value.errors == {"players": [reason]}


def test_half_of_a_late_pair_does_not_take_the_place_of_a_lost_partner():
    people = pairs_by_player(16)
    for player in (15, 16):
        people[player] = replace(people[player], from_round=2)
    people[16] = replace(people[16], until_round=2)
    people[2] = replace(people[2], until_round=2)
    plans = evening(tuple(people.values()), 4, choose(kind="pairs-round-robin"))
    for made in plans[2:]:
        assert {1, 15} <= set(made.sitting_out)


def test_who_comes_for_a_lost_partner_plays_with_the_one_left_alone():
    people = pairs_by_player(12)
    people[3] = replace(people[3], until_round=2)
    people[13] = Participant(13, from_round=4)
    plans = evening(tuple(people.values()), 5, choose(kind="pairs-round-robin"))

    assert frozenset((4, 13)) in pairs_of(plans[3])
    assert set(met_pairs(plans).values()) == {1}


@pytest.mark.parametrize("luck", range(3))
def test_pairs_go_up_and_down_as_pairs(luck):
    plans = evening(24, 8, choose(kind="pairs-up"), luck)
    # The model: a list of tables of two pairs; the winners of a table change with the losers above.
    room = [set(pairs_of(plans[0])[place : place + 2]) for place in range(0, 12, 2)]
    for made in plans[1:]:
        stars = {move.player: move.star for move in made.moves}
        winners = [
            next(pair for pair in table if {stars[player] for player in pair} & {"gold", "red"})
            for table in room
        ]
        losers = [next(iter(table - {winner})) for table, winner in zip(room, winners, strict=True)]
        stays = [winners[0], *losers[1:]]
        arrives = [*winners[1:], losers[0]]
        room = [{stay, arrival} for stay, arrival in zip(stays, arrives, strict=True)]
        assert [set(pairs_of(made)[place : place + 2]) for place in range(0, 12, 2)] == room


def test_pairs_that_meet_again_are_not_said_to_meet_once():
    plans = evening(tuple(pairs_by_player(8).values()), 4, choose(kind="pairs-round-robin"))
    reasons = [why(made, 1).partition(":")[2].partition(".")[0] for made in plans[1:]]
    assert reasons == [" each meets each other pair once"] * 2 + [" the plan has begun again"]


@pytest.mark.parametrize("kind", [slug for slug, kind in KINDS.items() if not kind.laws])
def test_no_source_is_cited_for_seats_that_no_source_describes(kind):
    people = entrants(18) if kind == "individual" else tuple(pairs_by_player(18).values())
    people = entrants(17) if kind == "whist" else people
    for made in evening(people, 3, choose(kind=kind)):
        assert made.sitting_out
        assert {move.law for move in made.moves} == {""}


def test_a_whist_that_loses_a_player_is_drawn_until_a_newcomer_takes_the_place():
    people = entrants(16, Participant(5, until_round=2))
    plans = evening(people, 5, choose(kind="whist"))
    partners, _ = meetings(plans)
    assert len(plans[2].sitting_out) == 3
    says = "The plan is for 16 players, and 15 are here: drawn so that those meet who have met least."
    assert why(plans[2], seats(plans[2])[0][0]).startswith(says)
    assert max(partners.values()) == 1

    people = entrants(17, Participant(5, until_round=2), Participant(17, from_round=3))
    instead = evening(people, 15, choose(kind="whist"))
    alone = evening(16, 15, choose(kind="whist"))
    for number, (made, model) in enumerate(zip(instead, alone, strict=True), 1):
        model_seats = [
            tuple(17 if each == 5 and number > 2 else each for each in table) for table in seats(model)
        ]
        assert seats(made) == model_seats
    assert why(instead[4], 17).startswith("Round 5 of the whist for 16 players.")


def test_a_player_who_comes_back_to_a_whist_takes_the_same_place_again():
    people = entrants(16, *(Participant(player, away=((3, 5),)) for player in (2, 5, 9, 14)))
    plans = evening(people, 6, choose(kind="whist"))
    whole = evening(16, 6, choose(kind="whist"))

    assert [seats(made) for made in plans[4:]] == [seats(made) for made in whole[4:]]


def test_a_fixed_table_in_a_whist_changes_nobodys_partner():
    people = entrants(16, Participant(9, fixed_table=2, fixed_seat=3))
    plans = evening(people, 15, choose(kind="whist"))

    assert {made.round.places()[9] for made in plans} == {(2, 3)}
    assert meetings(plans)[0] == dict.fromkeys(all_pairs(16), 1)


coming_and_going = st.lists(
    st.tuples(st.integers(1, 30), st.integers(2, 7), st.booleans()),
    max_size=6,
    unique_by=lambda each: each[0],
)


@settings(max_examples=25)
@given(kind=st.sampled_from(PLANNED), count=st.integers(6, 30), changes=coming_and_going)
def test_whoever_comes_and_goes_everybody_has_one_place_and_sits_out_fairly(kind, count, changes):
    special = [
        Participant(player, from_round=number) if is_late else Participant(player, until_round=number - 1)
        for player, number, is_late in changes
        if player <= count
    ]
    people = entrants(count, *special)
    # In an evening of pairs whoever comes or goes may leave a partner without a place.
    alone = len(special) if choose(kind=kind).keeps_pairs else 0
    if any(sum(each.is_present(number) for each in people) - alone < 4 for number in range(1, 9)):
        return
    if choose(kind=kind).keeps_pairs and sum(each.is_present(1) for each in people) % 2:
        return  # an odd number does not begin as pairs
    for number, made in enumerate(evening(people, 8, choose(kind=kind)), 1):
        check_whole(made, [each.player for each in people if each.is_present(number)], sizes=(4,))


@pytest.mark.parametrize(
    ("kind", "count", "rounds", "whole", "again", "best"),
    [
        ("whist", 16, 15, 15, (0, 15), (0, 15)),
        ("whist", 17, 17, 17, (0, 16), (0, 16)),
        ("pairs-round-robin", 16, 7, 7, (0, 0), (0, 0)),
        ("pairs-round-robin", 18, 9, 9, (0, 0), (0, 0)),
        # Eight pairs in nine rounds: each meets two of the seven others again, which are four opponents.
        ("pairs-round-robin", 16, 9, 7, (0, 4), (0, 4)),
        ("individual", 40, 39, 39, (0, 39), (0, 39)),
    ],
)
def test_what_the_plan_page_promises_of_a_movement(kind, count, rounds, whole, again, best):
    found = forecast(parse_settings({"kind": kind}, rounds=rounds), count, FOSTER, GAMES["cinch"])
    assert found.whole == whole
    assert (found.repeated_partners, found.repeated_opponents) == again
    assert (found.fewest_partners_again, found.fewest_opponents_again) == best


@pytest.mark.parametrize(
    ("game", "odd", "kind", "count", "rounds", "best"),
    [
        # Two tables of six: in three rounds 15 meetings with 11 others.
        ("auction-pitch", "uneven-tables", "redraw", 12, 3, 4),
        ("auction-pitch-6", "uneven-tables", "redraw", 12, 2, 0),
        # Tables of four and five: 32 meetings of nine players in each of eight rounds, with 8 others.
        ("auction-pitch-4", "uneven-tables", "redraw", 9, 8, 32 * 8 / 9 - 8),
        # One of nine sits out each round: six players have 9 meetings with 8 others, three have only 6.
        ("auction-pitch-4", "sit-out", "winner-progressive", 9, 3, 6 / 9),
        ("three-handed-cinch", "sit-out", "redraw", 9, 5, 2),
        ("seven-up-2", "sit-out", "redraw", 6, 7, 2),
        # Three pairs at a table: four adversaries in each of three rounds, among 11 others.
        ("widow-cinch", "sit-out", "redraw", 12, 3, 1),
        ("cinch", "sit-out", "redraw", 8, 5, 3),
    ],
)
def test_a_forecast_counts_the_players_whom_a_table_of_the_game_brings_together(
    monkeypatch, game, odd, kind, count, rounds, best
):
    monkeypatch.setattr(movement_plan, "MOST_RUNS", 2)  # one evening is as good as another at best
    movement = parse_settings({"kind": kind, "odd": odd}, rounds=rounds)
    found = forecast(movement, count, FOSTER, GAMES[game])
    assert found.fewest_opponents_again == pytest.approx(best)
    assert found.repeated_opponents >= found.fewest_opponents_again


def test_the_plan_says_where_a_redraw_would_let_fewer_meet_again():
    # Two opponents a round are 16 of 39 others in eight rounds of forty players: nobody has to meet again.
    def expected(kind, count, rounds):
        return forecast(parse_settings({"kind": kind}, rounds=rounds), count, FOSTER, GAMES["cinch"])

    short = expected("whist", 40, 8)
    assert short.redrawn < short.repeated_opponents
    redrawn = meetings(evening(40, 8, choose(kind="redraw"), seed="forecast/0"))[1]
    assert short.redrawn == 2 * (redrawn.total() - len(redrawn)) / 40
    assert expected("whist", 16, 15).redrawn is None
    assert expected("pairs-round-robin", 16, 5).redrawn is None


@pytest.mark.parametrize(("count", "is_odd"), [(16, False), (18, True)])
def test_the_plan_says_where_a_pair_sits_out_in_each_round(count, is_odd):
    found = forecast(parse_settings({"kind": "pairs-round-robin"}, rounds=7), count, FOSTER, GAMES["cinch"])
    assert found.has_odd_pairs is is_odd
    assert (found.most_sit_outs > 0) is is_odd


@pytest.mark.parametrize("kind", ["pairs-up", "pairs-round-robin", "redraw", "rotation"])
def test_partners_who_stay_together_repeat_nothing(kind):
    for made in evening(in_pairs(16), 4, choose(kind=kind)):
        assert (made.metrics.repeated_partners, made.metrics.new_repeated_partners) == (0, ())


# Sixteen players meet in five rounds: everybody meets everybody once, or some meet twice.
FIVE_ROUNDS = [*((20, luck) for luck in range(12)), *((16, luck) for luck in (2, 6, 8, 9, 32))]


@pytest.mark.parametrize(("players", "luck"), FIVE_ROUNDS)
def test_redraw_lets_nobody_be_partner_and_opponent_of_the_same_player_in_five_rounds(players, luck):
    plans = evening(players, 5, choose(kind="redraw"), seed=f"evening {luck}")
    partners, opponents = meetings(plans)
    assert partners.keys() & opponents.keys() == set()


def most_often(times):
    return max(times.values())


SPREAD = [
    # Counted for one player: 8 partners and 16 opponents among 7 others, so that somebody is a partner
    # twice and somebody an opponent three times.
    (8, 8, 2, 3),
    # 64 meetings of opponents among 36, 45 or 55 pairs of players, so that some meet twice. A program
    # that tried all 315 rounds of eight players in each draw met as rarely: 9 a third time, 11 never.
    (9, 8, 2, 3),
    (10, 8, 1, 3),
    (11, 8, 1, 2),
    # 8 partners and 16 opponents among 11 others: an opponent twice. A whist has 11 rounds of that kind.
    (12, 8, 1, 3),
    # 5 partners and 10 opponents among 11 others, so that some meet twice. A whist meets that bound.
    (12, 5, 1, 3),
    (16, 8, 1, 3),
    (20, 5, 1, 2),
    (24, 8, 1, 2),
]
"""Players, rounds, and how often two meet at most, as partners and as opponents. Some are tried each day."""


@pytest.mark.parametrize(("players", "rounds", "as_partners", "as_opponents"), list(some_of(SPREAD, 3)))
def test_redraw_spreads_the_meetings_that_cannot_be_avoided(players, rounds, as_partners, as_opponents):
    for luck in range(12):
        partners, opponents = meetings(evening(players, rounds, choose(kind="redraw"), seed=f"night {luck}"))
        assert most_often(partners) <= as_partners
        assert most_often(opponents) <= as_opponents


def test_a_wish_outweighs_every_meeting_of_a_long_evening():
    # Four players of each list have four partners each, so that every pair meets twelve times in 48 rounds.
    people = tuple(Participant(player, on_list=player % 2) for player in range(1, 9))
    asked = choose(kind="redraw", lists=["North", "South"], mixed_pairs=True)
    for made in evening(people, 48, asked):
        assert made.breaches == ()


@pytest.mark.parametrize(("players", "rounds"), [(16, 5), (24, 6), (40, 8)])
def test_redraw_lets_fixed_partners_meet_other_pairs_every_round(players, rounds):
    # Eight pairs have seven others to meet, so that five rounds need no pair twice.
    people = in_pairs(players)
    for luck in range(4):
        plans = evening(people, rounds, choose(kind="redraw"), seed=f"evening {luck}")
        assert not any(made.breaches for made in plans)
        assert max(meetings(plans)[1].values()) == 1


def away(player, *rounds):
    return Participant(player, away=tuple((number, number + 1) for number in rounds))


def test_a_stand_in_makes_way_when_the_partner_is_back():
    plans = evening(entrants(10, away(10, 2)), 5, choose(kind="pairs-up"))
    first = {player for pair in pairs_of(plans[0]) for player in pair}
    for made in plans[2:]:
        for pair in map(set, pairs_of(plans[0])):
            here = {player for other in pairs_of(made) for player in other}
            assert not pair <= here or frozenset(pair) in pairs_of(made)
    assert len(first) == 8


# In 7 rounds of 8 pairs the 6 who stay meet 15 times after round 2. They are 15 pairs of pairs, and those who
# met in rounds 1 and 2 meet again, so nobody has to meet a third time.
@pytest.mark.parametrize(("pairs", "rounds", "idle"), [(8, 7, 0), (9, 9, 1), (10, 9, 0), (7, 7, 1)])
def test_where_two_pairs_are_missing_the_others_stay_pairs_and_sit_out_in_turn(pairs, rounds, idle):
    people = [
        replace(entrant, away=((3, rounds + 1),)) if entrant.player <= 4 else entrant
        for entrant in in_pairs(2 * pairs)
    ]
    plans = evening(tuple(people), rounds, choose(kind="pairs-round-robin"))
    for made in plans[2:]:
        assert len(made.sitting_out) == 2 * idle
        assert made.metrics.most_sit_outs - made.metrics.fewest_sit_outs <= 1
        assert set(pairs_of(made)) <= {frozenset((player, player + 1)) for player in range(5, 2 * pairs, 2)}
    assert max(meetings(plans)[1].values()) <= 2


def test_a_round_robin_begun_with_most_sitting_out_leaves_nobody_behind():
    start = Start(tables=((1, 2, 3, 4),))
    people = entrants(12)
    plans = evening(people, 4, choose(kind="pairs-round-robin"), start=start)
    for made in plans:
        check_whole(made, range(1, 13), sizes=(4,))


def test_in_a_hall_of_four_hundred_a_redraw_keeps_fixed_partners_together():
    people = in_pairs(400)
    for made in evening(people, 3, choose(kind="redraw")):
        assert {frozenset((player, player + 1)) for player in range(1, 401, 2)} == set(pairs_of(made))


def test_after_a_drawn_round_the_plan_lets_nobody_sit_out_before_the_others():
    guest = Participant(10, from_round=2, until_round=2)
    for luck in range(6):
        plans = evening(entrants(10, guest), 7, choose(kind="whist"), seed=f"evening {luck}")
        for made in plans:
            check_fair(made)


@pytest.mark.parametrize("kind", ["winner-progressive", "rotation", "redraw"])
def test_partners_who_are_named_are_expected_to_meet_as_pairs(kind):
    partners = {player: {"partner": player + (1 if player % 2 else -1)} for player in range(1, 17)}
    found = forecast(parse_settings({"kind": kind}, rounds=6), 16, FOSTER, GAMES["cinch"], partners)
    assert (found.pairs, found.repeated_partners, found.different_partners) == (8, 0, 1)
    # In six rounds each of the eight pairs meets a pair in each round, at most seven different ones.
    assert found.different_pairs + found.repeated_pairs == pytest.approx(6)
    assert found.fewest_pairs_again == 0


def test_one_pair_among_players_who_change_partners_is_not_counted_as_repeated():
    settings = parse_settings({"kind": "rotation"}, rounds=4)
    found = forecast(settings, 16, FOSTER, GAMES["cinch"], {1: {"partner": 2}, 2: {"partner": 1}})
    assert found.pairs == 0
    # Two of sixteen have one partner in four rounds; the others have at most four.
    assert found.different_partners + found.repeated_partners == pytest.approx((2 * 1 + 14 * 4) / 16)


@pytest.mark.parametrize(
    ("kind", "players", "rounds", "most"),
    [
        # At three tables two opposing rings move on together: otherwise more opponents meet again in all.
        ("rotation", 12, 3, 3),
        ("rotation", 20, 5, 1),
        # In a whist each two players are opponents twice.
        ("whist", 12, 11, 2),
        ("redraw", 12, 3, None),
    ],
)
def test_the_simulation_tells_in_how_many_rounds_the_same_two_are_opponents(kind, players, rounds, most):
    found = forecast(parse_settings({"kind": kind}, rounds=rounds), players, FOSTER, GAMES["cinch"])
    assert found.most_meetings == most


def test_players_with_fixed_seats_are_expected_to_meet_in_each_round():
    settings = parse_settings({"kind": "redraw"}, rounds=3)
    seats = {player: {"fixed_table": 1, "fixed_seat": player} for player in range(1, 5)}
    found = forecast(settings, 8, FOSTER, GAMES["cinch"], seats)
    # Table 1 has the same partners and opponents three times. The four of table 2 have three partners, and
    # meet each other twice as opponents.
    assert found.repeated_partners == 4 * 2 / 8
    assert found.repeated_opponents == (4 * 2 * 2 + 4 * 3) / 8

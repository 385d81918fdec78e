"""Fixed seats and partners, players kept apart, mixed pairs: met, or unmet with the reason."""

from dataclasses import replace

import pytest
from hypothesis import given, settings, strategies as st

from laws.domain.errors import InvalidInput
from scoring.clubs.domain.name_lists import ListedName
from scoring.events.people.domain.list_columns import read_listed
from scoring.events.people.domain.wishes import read_wishes
from scoring.events.planning.domain.kinds import KINDS as EVENINGS
from scoring.events.play.domain.constraints import SeatConstraints
from scoring.events.play.domain.movement_plan import plan
from scoring.events.play.domain.optimiser import Optimiser
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
    to_go,
    why,
)

KINDS = ["winner-progressive", "rotation", "redraw"]


@pytest.mark.parametrize("kind", KINDS)
def test_wishes_of_every_kind_are_kept_all_evening(kind):
    # Odd numbers are on one list, even ones on the other; 4 asks to be apart from 5, and 5 from 6.
    special = {
        1: Participant(1, on_list=1, partner=2),
        2: Participant(2, on_list=0, partner=1),
        4: Participant(4, on_list=0, keep_apart=(5,)),
        5: Participant(5, on_list=1, keep_apart=(6,)),
        7: Participant(7, on_list=1, fixed_table=3, fixed_seat=2),
        8: Participant(8, on_list=0, fixed_table=1),
    }
    people = tuple(special.get(player, Participant(player, on_list=player % 2)) for player in range(1, 25))
    for found in evening(people, 6, choose(kind=kind, lists=["North", "South"], mixed_pairs=True)):
        assert found.breaches == ()
        places, mates = found.round.places(), found.round.mates()
        assert (places[7], places[8][0], mates[1]) == ((3, 2), 1, 2)
        assert places[5][0] not in {places[4][0], places[6][0]}
        assert all(one % 2 != other % 2 for one, other in mates.items())


@pytest.mark.parametrize("kind", ["whist", "individual", "pairs-round-robin", "pairs-up"])
def test_whoever_cannot_move_about_keeps_one_table_in_a_plan_too(kind):
    everybody = in_pairs(16) if kind.startswith("pairs") else entrants(16)
    people = tuple(replace(one, fixed_table=2) if one.player == 3 else one for one in everybody)
    for found in evening(people, 5, choose(kind=kind)):
        assert found.round.places()[3][0] == 2
        assert found.breaches == ()


@pytest.mark.parametrize(
    ("kind", "wish", "text"),
    [
        # Each partner once and each adversary twice, or each pair once: a plan leaves no choice.
        ("whist", "partner", "Whist: partners change by a plan, so nobody can choose a partner."),
        ("individual", "partner", "partners change by a plan"),
        ("whist", "keep_apart", "Whist: a plan decides who meets whom, so nobody can be kept apart."),
        ("individual", "keep_apart", "a plan decides who meets whom"),
        ("pairs-round-robin", "keep_apart", "a plan decides who meets whom"),
        ("pairs-round-robin", "partner", ""),
        ("pairs-up", "partner", ""),
        ("pairs-up", "keep_apart", ""),
        ("rotation", "keep_apart", ""),
        ("redraw", "partner", ""),
        ("winner-progressive", "partner", ""),
    ],
)
def test_a_wish_that_the_plan_cannot_keep_is_refused(kind, wish, text):
    wished = {wish: 2 if wish == "partner" else [2], "fixed_table": 1}
    game = {"lists": (), "seating": GAMES["cinch"].seating, "kind": EVENINGS[kind]}
    listed = ListedName(1, "Ann", wishes={"partner" if wish == "partner" else "apart": "Bob"})
    lines, _wishes = read_listed([listed, ListedName(2, "Bob")], **game)
    if not text:
        assert read_wishes(wished, others={2}, field="wishes", who="", **game) == wished
        assert not any(line.fault for line in lines)
        return
    with pytest.raises(InvalidInput) as refusal:
        read_wishes(wished, others={2}, field="wishes", who="", **game)
    assert refusal.value.errors.keys() == {f"wishes.{wish}"}
    assert text in refusal.value.reasons[0]
    assert text in lines[0].fault


@pytest.mark.parametrize(("table", "errors"), [(200, []), (201, ["wishes.fixed_table"])])
def test_four_hundred_players_of_a_game_for_two_have_two_hundred_tables(table, errors):
    game = {"lists": (), "seating": GAMES["seven-up-2"].seating, "kind": EVENINGS["winner-progressive"]}
    found = []
    try:
        read_wishes({"fixed_table": table}, others=(), field="wishes", who="", **game)
    except InvalidInput as refusal:
        found = [*refusal.errors]
    assert found == errors


def test_a_player_with_a_fixed_place_still_wins_a_star():
    room = seated(1, (1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12))
    people = entrants(12, Participant(9, fixed_table=3, fixed_seat=1))
    found = plan(situation(people, [room], to_go((8, 20), (15, 2), (0, 1))))
    assert found.round.places()[9] == (3, 1)
    assert move_of(found, 9).star == "red"
    assert "and keeps a fixed place at table 3." in why(found, 9)
    assert [one for one in found.moves if "fills the place left at table 2." in one.why]


def test_an_evening_of_fixed_pairs_rotates_them_as_pairs():
    people = in_pairs(24)
    met: set[frozenset[int]] = set()
    for found in evening(people, 6, choose(kind="rotation")):
        assert found.breaches == ()
        for table in found.tables:
            assert frozenset(table.players) not in met
            met.add(frozenset(table.players))


def test_at_a_table_of_mixed_pairs_the_one_on_the_first_list_keeps_the_seat():
    # Foster, Progressive Euchre, Changing Partners: the lady who lost keeps her seat.
    lists = {5: 1, 6: 0, 7: 0, 8: 1, 9: 0, 10: 0, 11: 1, 12: 1}
    people = tuple(Participant(player, on_list=lists.get(player, player % 2)) for player in range(1, 13))
    room = seated(1, (1, 4, 2, 3), (5, 6, 7, 8), (9, 10, 11, 12))
    chosen = choose(lists=["Ladies", "Gentlemen"], mixed_pairs=True)
    found = plan(situation(people, [room], to_go((8, 20), (15, 2), (0, 1)), chosen))
    assert found.round.places()[7] == (2, 3)
    assert found.round.mates()[7] == 11


@pytest.mark.parametrize(
    ("people", "chosen", "kind", "text"),
    [
        pytest.param(entrants(4, Participant(1, keep_apart=(2,))), {}, "keep-apart",
                     "{player:1} and {player:2} could not be kept apart: there is no other place.",
                     id="one table for two kept apart"),
        pytest.param(entrants(4, Participant(1, fixed_table=2)), {}, "fixed-seat",
                     "{player:1} cannot be at table 2, which is not there now.", id="no such table"),
        pytest.param(entrants(8, *(Participant(one, fixed_table=1) for one in range(1, 6))), {}, "fixed-seat",
                     "cannot be at table 1: others have to be there.", id="five fixed at one table"),
        pytest.param(entrants(4, Participant(1, fixed_table=1, fixed_seat=1, partner=2),
                              Participant(2, fixed_table=1, fixed_seat=2, partner=1)), {}, "fixed-seat",
                     "cannot be in seat", id="partners with fixed seats side by side"),
        pytest.param(entrants(8, Participant(1, partner=2, fixed_table=1),
                              Participant(2, partner=1, fixed_table=2)),
                     {}, "fixed-partner",
                     "{player:1} and {player:2} cannot be partners now: another wish is against it.",
                     id="partners at two fixed tables"),
        pytest.param(entrants(5, Participant(1, partner=2), Participant(2, partner=1)),
                     {"odd": "table-of-five"}, "fixed-partner",
                     "are not partners now: at a table of three or five everybody plays",
                     id="partners at a table of five"),
    ],
)  # fmt: skip
def test_a_wish_that_cannot_be_met_is_explained(people, chosen, kind, text):
    found = plan(situation(people, settings=choose(**chosen)))
    assert kind in [breach.kind for breach in found.breaches]
    assert any(text in breach.why for breach in found.breaches)


def test_fixed_partners_sit_out_together_where_two_have_to():
    people = entrants(7, Participant(1, partner=2), Participant(2, partner=1))
    for luck in range(5):
        for found in evening(people, 2, luck=luck):
            assert (1 in found.sitting_out) == (2 in found.sitting_out)
            assert found.breaches == ()


def test_fairness_comes_before_a_fixed_pair_and_the_reason_is_given():
    people = entrants(5, Participant(1, partner=2), Participant(2, partner=1))
    plans = evening(people, 5)
    assert sorted(found.sitting_out[0] for found in plans) == [1, 2, 3, 4, 5]
    assert [len(found.breaches) for found in plans] == [0, 0, 0, 1, 1], (
        "as long as others are left, they sit out"
    )
    parted = plans[-1].breaches[0]
    assert parted.kind == "fixed-partner"
    assert "are not partners now: it is the turn of" in parted.why


def test_who_sits_out_is_taken_from_the_longer_list_of_mixed_pairs():
    people = tuple(Participant(player, on_list=int(player > 5)) for player in range(1, 10))
    chosen = choose(lists=["North", "South"], mixed_pairs=True)
    room = seated(1, (1, 6, 7, 2), (3, 8, 9, 4), out=[5])
    found = plan(situation(people, [room], to_go((1, 2), (1, 2)), chosen))
    assert found.sitting_out[0] <= 5
    plain = [plan(situation(people, [room], to_go((1, 2), (1, 2)), seed=str(seed))) for seed in range(9)]
    assert {each.sitting_out[0] <= 5 for each in plain} == {True, False}, (
        "pairs that are not mixed have no list"
    )


@settings(max_examples=settings.default.max_examples // 2)
@given(
    count=st.integers(4, 40),
    kind=st.sampled_from(KINDS),
    odd=st.sampled_from(["sit-out", "table-of-five", "table-of-three"]),
    luck=st.integers(0, 10**6),
    wishes=st.lists(st.tuples(st.integers(1, 40), st.integers(1, 40), st.integers(1, 12)), max_size=5),
)
def test_whatever_is_wished_everybody_is_seated_once_and_what_fails_is_said(count, kind, odd, luck, wishes):
    special: dict[int, Participant] = {}
    for place, (one, other, table) in enumerate(wishes):
        if one in special or other in special or one == other or max(one, other) > count:
            continue
        if place % 3 == 0:
            special |= {one: Participant(one, partner=other), other: Participant(other, partner=one)}
        elif place % 3 == 1:
            special[one] = Participant(one, keep_apart=(other,))
        else:
            special[one] = Participant(one, fixed_table=table)
    for found in evening(entrants(count, *special.values()), 4, choose(kind=kind, odd=odd), luck):
        places, mates = found.round.places(), found.round.mates()
        assert sorted([*places, *found.sitting_out]) == list(range(1, count + 1))
        said = {(breach.kind, player) for breach in found.breaches for player in breach.players}
        for player, wish in special.items():
            if player not in places:
                continue
            if wish.fixed_table not in (None, places[player][0]):
                assert ("fixed-seat", player) in said
            if wish.partner is not None and mates.get(player) != wish.partner:
                assert ("fixed-partner", player) in said
            for other in wish.keep_apart:
                if other in places and places[other][0] == places[player][0]:
                    assert ("keep-apart", player) in said


def test_a_drawing_honours_as_many_fixed_places_as_a_table_has_seats():
    fixed = (
        Participant(1, fixed_table=1),
        *(Participant(one, fixed_table=1, fixed_seat=one - 1) for one in range(2, 6)),
    )
    people = (*fixed, Participant(6, fixed_table=9), Participant(7, keep_apart=(99,)), Participant(8))
    found = evening(people, 2, choose(kind="redraw"))[1]
    assert seats(found)[0] == (2, 3, 4, 5)
    assert {breach.players for breach in found.breaches} == {(1,), (6,)}


def test_two_players_kept_apart_who_draw_the_same_table_are_parted_with_a_reason():
    one, other = seats(plan(situation(8)))[0][:2]
    found = plan(situation(entrants(8, Participant(one, keep_apart=(other,)))))
    assert found.breaches == ()
    assert [move for move in found.moves if "; changed to table 2 so that all wishes are met." in move.why]


@pytest.mark.parametrize("kind", KINDS)
def test_fixed_partners_leave_the_tables_at_which_everybody_plays_alone(kind):
    # Nine players make a table of four and a table of five: partners fit only at the table of four.
    people = entrants(9, Participant(1, partner=9), Participant(9, partner=1))
    for luck in range(6):
        for found in evening(people, 4, choose(kind=kind, odd="table-of-five"), luck, seed=f"evening {luck}"):
            assert found.breaches == ()


def test_a_drawing_tries_no_more_often_than_it_may():
    present = {player: Participant(player, keep_apart=(1,)) for player in range(1, 5)}
    constraints = SeatConstraints.of(present, is_mixed=False)
    search = Optimiser([(1, 2, 3, 4)], GAMES["cinch"], constraints)
    search.improve(1)
    assert search.tables() == [(1, 2, 3, 4)]


@pytest.mark.parametrize("luck", range(20))
def test_whoever_has_a_fixed_seat_gets_it_before_others_of_the_table_get_theirs(luck):
    people = entrants(12, Participant(1, fixed_table=1), Participant(2, fixed_table=1, fixed_seat=2))
    first = evening(people, 1, seed=f"evening {luck}")[0]
    places = first.round.places()
    assert (places[1][0], places[2]) == (1, (1, 2))

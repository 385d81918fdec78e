"""The winner-progressive movement as Foster describes it, and each variant that clubs play."""

from dataclasses import replace
from hashlib import sha256
from itertools import pairwise
from typing import Any

import pytest
from hypothesis import example, given, settings, strategies as st

from laws.domain.errors import InvalidInput
from scoring.events.play.domain.movement_plan import plan
from scoring.events.play.domain.plan_input import MOVING_SETTINGS
from scoring.events.play.domain.values import Participant, Result
from scoring.events.play.domain.winners_up import UP_LAW, Claim, claims
from scoring.game.cards import format_card, parse_card
from scoring.game.cutting import laid_out
from scoring.game.games import GAMES
from scoring.game.references import named, players_in
from tests.events.domain.evenings import (
    check_fair,
    check_whole,
    check_winners_up,
    choose,
    entrants,
    evening,
    move_of,
    seated,
    seats,
    situation,
    to_go,
    why,
)
from tests.game.tables import CHICAGO, FOSTER

ROOM = seated(1, (1, 2, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12))
"""Three tables; at table 1 players 1 and 3 are partners against 2 and 4, and so on."""

RESULTS = to_go((8, 20), (15, 2), (0, 1))
"""1 and 3 win the head table, 6 and 8 the second, 9 and 11 the last."""


def cut(*pairs: tuple[int, str]) -> dict[int, Any]:
    """Return one round of a cut from players and cards as written."""
    return {player: parse_card(card) for player, card in pairs}


def refused(**fields: Any) -> dict[str, list[str]]:
    with pytest.raises(InvalidInput) as refusal:
        plan(situation(**({"people": 12, "history": [ROOM]} | fields)))
    return refusal.value.errors


@pytest.mark.parametrize(
    ("movement", "expected"),
    [
        pytest.param({}, [(1, 6, 3, 8), (5, 7, 9, 11), (4, 10, 12, 2)],
                     id="Foster: winners up, head losers last, head winners keep their seats, others part"),
        pytest.param({"head_winners": "split"}, [(1, 3, 6, 8), (5, 7, 9, 11), (4, 10, 12, 2)],
                     id="the head winners part as well"),
        pytest.param({"head_losers": "stay"}, [(8, 2, 4, 6), (5, 7, 9, 11), (3, 10, 12, 1)],
                     id="the losers of the head table stay, its winners go round to the last"),
        pytest.param({"head_losers": "down-one"}, [(1, 6, 3, 8), (2, 4, 9, 11), (7, 10, 12, 5)],
                     id="losers go down one everywhere, and two pairs who come new to a table part"),
    ],
)  # fmt: skip
def test_each_players_next_place(movement, expected):
    assert seats(plan(situation(12, [ROOM], RESULTS, choose(**movement)))) == expected


def test_at_a_single_table_the_partners_part_and_there_is_no_last_table():
    found = plan(situation(4, [seated(1, (1, 2, 3, 4))], to_go((3, 9))))
    assert found.round.mates()[1] in (2, 4)
    assert {move.player: move.star for move in found.moves} == {1: "gold", 3: "gold", 2: None, 4: None}


def test_everybody_has_a_reason():
    found = plan(situation(12, [ROOM], RESULTS))
    said = {move.player: named(move.why, player=str) for move in found.moves}
    assert said[6] == "Won table 2 by 13 points and goes up to table 1. The partner is 8."
    assert said[2].startswith("Lost at table 1 by 12 points and goes to table 3, the last.")
    assert said[1] == "Won table 1 by 12 points and stays there. The partner is 3."
    assert said[7] == "Lost at table 2 by 13 points and stays there. The partner is 11."
    assert players_in(found.moves[0].why) == (3,)
    assert all(move.law for move in found.moves)
    check_whole(found, range(1, 13))
    assert (move_of(found, 9).from_place, move_of(found, 9).to_place) == ((3, 1), (2, 3))
    # Foster, Progressive Euchre, Progressing: gold at the head table, red going up, green for staying last.
    stars = {move.player: move.star for move in found.moves if move.star}
    assert stars == {1: "gold", 3: "gold", **dict.fromkeys((6, 8, 9, 11), "red"), 10: "green", 12: "green"}
    other = plan(situation(12, [ROOM], RESULTS, choose(head_losers="stay")))
    assert "and goes round to table 3, the last." in why(other, 1)
    down = plan(situation(12, [ROOM], RESULTS, choose(head_losers="down-one")))
    assert "and goes down to table 2." in why(down, 2)


@pytest.mark.parametrize(
    ("split", "history", "expected"),
    [
        pytest.param("seat", (), (5, 7, 9, 11), id="by seats: the lower with the lower"),
        pytest.param("history", (), (5, 7, 9, 11), id="by history: nobody has met, so by seats"),
        pytest.param("history", ((5, 6, 9, 8),), (5, 7, 11, 9), id="by history: 5 and 9 have been partners"),
        pytest.param("history", ((5, 7, 13, 14), (9, 15, 11, 16)), (5, 7, 9, 11),
                     id="by history: opponents weigh only where partners do not decide"),
        pytest.param("history", ((5, 11, 13, 14), (7, 9, 15, 16)), (5, 7, 11, 9),
                     id="by history: 5 met 11 and 7 met 9, so these are partners now, not opponents again"),
    ],
)  # fmt: skip
def test_how_partners_part(split, history, expected):
    everybody = set(range(1, 17)) - {player for table in history for player in table}
    rest = sorted(everybody)
    tables = [*history, *(tuple(rest[place : place + 4]) for place in range(0, len(rest), 4))]
    before = seated(1, *tables)
    room = seated(2, *(table.players for table in ROOM.tables), (13, 14, 15, 16))
    results = to_go((8, 20), (15, 2), (0, 1), (0, 1))
    assert seats(plan(situation(16, [before, room], results, choose(split=split))))[1] == expected


def test_a_split_by_history_would_rather_repeat_two_pairs_once_than_a_pair_twice():
    # 5 and 9 were partners twice, 5 and 11 once, 7 and 9 once: two repetitions whoever parts, but 5 and 9
    # would be partners a third time.
    fives = ((5, 1, 9, 2), (7, 3, 13, 4), (11, 8, 14, 6), (10, 12, 15, 16))
    once = ((5, 1, 11, 2), (7, 3, 9, 4), (6, 8, 10, 12), (13, 14, 15, 16))
    room = seated(4, *(table.players for table in ROOM.tables), (13, 14, 15, 16))
    history = [seated(1, *fives), seated(2, *fives), seated(3, *once), room]
    results = to_go((8, 20), (15, 2), (0, 1), (0, 1))
    assert seats(plan(situation(16, history, results, choose(split="history"))))[1] == (5, 7, 11, 9)


def test_a_seeded_split_takes_the_pair_with_the_lower_lot():
    lots = {pair: sha256(f"autumn/split/2/2/{pair}".encode()).hexdigest() for pair in ("5-9", "5-11")}
    expected = (5, 7, 9, 11) if lots["5-9"] < lots["5-11"] else (5, 7, 11, 9)
    assert seats(plan(situation(12, [ROOM], RESULTS, choose(split="seeded"))))[1] == expected


def test_a_tie_is_cut_from_the_seed_and_anybody_can_check_it():
    # Foster 1897, Progressive Cinch: ties cut, high going up. The lower seat of each side cuts for it.
    found = plan(situation(12, [ROOM], to_go((8, 20), (7, 7), (0, 1))))
    (tie,) = found.ties_cut
    first, second = laid_out("autumn/tie/1/2", 1)[:2]
    assert (tie.table, tie.cutters, tie.source, tie.seed) == (2, {5: 1, 6: 2}, "drawn", "autumn/tie/1/2")
    assert tie.draws[0] == {5: format_card(first), 6: format_card(second)}
    higher = 1 if "AKQJT98765432".index(first.rank) < "AKQJT98765432".index(second.rank) else 2
    assert first.rank != second.rank
    assert tie.winners == (higher,)
    assert {5, 7} <= set(seats(found)[0]) if higher == 1 else {6, 8} <= set(seats(found)[0])
    assert players_in(tie.explanation[0]) == (5, 6)


def test_equal_cards_drawn_for_a_tie_are_cut_again():
    lengths = set()
    for number in range(60):
        found = plan(situation(12, [ROOM], to_go((8, 20), (7, 7), (0, 1)), seed=f"seed {number}"))
        *others, last = found.ties_cut[0].draws
        assert last[5][0] != last[6][0]
        assert all(draw[5][0] == draw[6][0] for draw in others)
        lengths.add(len(found.ties_cut[0].draws))
    assert len(lengths) > 1


def test_a_cut_at_the_table_prevails_and_only_the_tied_cut_again():
    tied = to_go((8, 20), (7, 7), (0, 1))
    cards = [cut((5, "9H"), (6, "9D")), cut((5, "2H"), (6, "AD"))]
    found = plan(situation(12, [ROOM], tied, cuts={2: cards}))
    assert (found.ties_cut[0].source, found.ties_cut[0].winners) == ("entered", (2,))
    assert found.ties_cut[0].draws == ({5: "9H", 6: "9D"}, {5: "2H", 6: "AD"})
    assert [named(line, player="player {}".format) for line in found.ties_cut[0].explanation] == [
        "At table 2 player 5 cut the nine of hearts and player 6 cut the nine of diamonds.",
        "At table 2 player 5 cut the deuce of hearts and player 6 cut the ace of diamonds.",
        "player 6 cut highest and won the table.",
    ]
    low = plan(situation(12, [ROOM], tied, law_set=CHICAGO, cuts={2: cards}))
    assert low.ties_cut[0].winners == (1,), "Chicago 1890, law 35: the ace is low in cutting"
    assert "by the cut, being equal there," in why(found, 6)
    assert "Lost the cut at table 2" in why(found, 5)


@pytest.mark.parametrize(
    ("law_set", "at_three", "up_from_four", "up_from_three"),
    [
        pytest.param(FOSTER, CHICAGO, {2, 4}, {5, 7}, id="Foster, and Chicago at three"),
        pytest.param(CHICAGO, FOSTER, {1, 3}, {5, 6}, id="Chicago, and Foster at three"),
        pytest.param(CHICAGO, None, {1, 3}, {5, 7}, id="Chicago alone"),
    ],
)
def test_a_table_of_three_cuts_by_the_laws_of_its_own_game(law_set, at_three, up_from_four, up_from_three):
    # Both tables are tied, and an ace is cut against a king: high in Foster, low in Chicago (1890, law 35).
    room, tied = seated(1, (1, 2, 3, 4), (5, 6, 7)), to_go((7, 7), (3, 9, 9))
    cards = {1: [cut((1, "KD"), (2, "AD"))], 2: [cut((6, "AS"), (7, "KS"))]}
    found = plan(
        situation(7, [room], tied, choose(odd="table-of-three"), cuts=cards, law_set=law_set,
                  law_set_at_three=at_three)
    )  # fmt: skip
    stars = {move.player: move.star for move in found.moves}
    assert {player for player, star in stars.items() if star == "gold"} == up_from_four
    assert {player for player, star in stars.items() if star == "red"} == up_from_three


def test_two_cards_shown_at_the_table_are_kept_in_the_record():
    two = {5: (parse_card("9H"), parse_card("KH")), 6: parse_card("3D")}
    again = cut((5, "2H"))
    found = plan(situation(12, [ROOM], to_go((8, 20), (7, 7), (0, 1)), cuts={2: [two, again]}))
    assert found.ties_cut[0].draws == ({5: ["9H", "KH"], 6: "3D"}, {5: "2H"})
    assert found.ties_cut[0].winners == (2,)


@pytest.mark.parametrize(
    ("cards", "text"),
    [
        pytest.param([], "{player:5} and {player:6} have to cut, and their cards are missing.", id="no card"),
        pytest.param([cut((5, "9H"), (6, "9D"))],
                     "{player:5} and {player:6} cut equal cards. They cut again: enter both cuts.",
                     id="equal cards"),
        pytest.param([cut((5, "9H"))], "{player:6} has to cut in this round.", id="one card"),
        pytest.param([cut((5, "9H"), (7, "9D"))], "{player:5} and {player:6} are to cut now.", id="another"),
    ],
)  # fmt: skip
def test_cuts_that_do_not_decide(cards, text):
    errors = refused(results=to_go((8, 20), (7, 7), (0, 1)), cuts={2: cards})
    assert list(errors) == ["cuts.2"]
    assert text in errors["cuts.2"]


def test_no_cut_is_drawn_if_cuts_are_entered():
    errors = refused(results=to_go((8, 20), (7, 7), (3, 3)), settings=choose(ties="entered"))
    assert set(errors) == {"cuts.2", "cuts.3"}


def test_nobody_moves_while_a_result_is_missing():
    missing = (*to_go((8, 20)), Result(2, is_missing=True))
    for policy in ("wait", "director"):
        assert refused(results=missing, settings=choose(missing_results=policy)) == {
            "results.2": ["table 2 has no result yet."],
            "results.3": ["table 3 has no result yet."],
        }


def test_a_missing_result_is_cut_where_the_event_or_somebody_says_so():
    by_policy = plan(situation(12, [ROOM], to_go((8, 20), (15, 2)), choose(missing_results="cut")))
    (tie,) = by_policy.ties_cut
    assert tie.table == 3
    winner = {1: 9, 2: 10}[tie.winners[0]]
    assert "as its result was missing" in why(by_policy, winner)
    said = (*to_go((8, 20), (15, 2)), Result(3, is_missing=True, cut_instead=True))
    assert seats(plan(situation(12, [ROOM], said))) == seats(by_policy)


def test_winners_may_be_named_in_place_of_the_points():
    named = (*to_go((8, 20), (15, 2)), Result(3, is_missing=True, winners=(2,)))
    found = plan(situation(12, [ROOM], named))
    assert {10, 12} <= set(seats(found)[1])
    assert "Won table 3 by the director's word" in why(found, 10)
    assert "Lost at table 3 and stays there." in why(found, 9)


def test_as_many_sides_are_named_as_win_the_table():
    first, _, last = RESULTS
    errors = refused(results=(first, Result(2, winners=(1, 2)), last))
    assert errors == {"results.2.winners": ["Name exactly 1."]}


@pytest.mark.parametrize(
    ("odd", "room", "results", "expected"),
    [
        pytest.param("table-of-five", [(1, 2, 3, 4), (5, 6, 7, 8, 9)], [(5, 3), (10, 2, 4, 9, 30)],
                     [(7, 2, 6, 4), (5, 1, 3, 8, 9)], id="five: the two best of it go up, three stay"),
        pytest.param("table-of-three", [(1, 2, 3, 4), (5, 6, 7)], [(3, 5), (1, 2, 3)],
                     [(1, 5, 3, 6), (2, 4, 7)], id="three: the two best of it go up, one stays"),
        pytest.param("table-of-three", [(1, 2, 3), (4, 5, 6)], [(5, 3, 9), (1, 2, 3)],
                     [(4, 2, 5), (1, 3, 6)], id="a head table of three keeps its best, for two arrive"),
    ],
)  # fmt: skip
def test_tables_of_five_and_three(odd, room, results, expected):
    people = sum(map(len, room))
    found = plan(situation(people, [seated(1, *room)], to_go(*results), choose(odd=odd)))
    assert seats(found) == expected


@pytest.mark.parametrize(
    ("to_go_here", "stays", "reason"),
    [
        ((2, 4, 9, 12, 30), 3, "and stays there, because the two others had fewer points."),
        ((2, 4, 9, 9, 9), 3, "and stays there: among equals the two in the last seats go."),
    ],
)
def test_of_three_losers_at_the_head_table_the_one_who_stays_has_the_reason(to_go_here, stays, reason):
    room = seated(1, (1, 2, 3, 4, 5), (6, 7, 8, 9, 10))
    pitch = {"game": GAMES["auction-pitch"]}
    found = plan(situation(10, [room], to_go(to_go_here, (1, 2, 3, 4, 5)), **pitch))
    assert found.round.places()[stays][0] == 1
    assert reason in why(found, stays)


def test_at_a_table_of_five_a_tie_for_the_second_place_is_cut():
    room = seated(1, (1, 2, 3, 4), (5, 6, 7, 8, 9))
    tied = to_go((5, 3), (10, 2, 4, 4, 30))
    cards = {2: [cut((7, "3H"), (8, "QS"))]}
    found = plan(situation(9, [room], tied, choose(odd="table-of-five"), cuts=cards))
    assert found.ties_cut[0].winners == (2, 4)
    assert set(seats(found)[0]) == {2, 4, 6, 8}


def test_the_lowest_losers_sit_out_and_those_who_sat_out_come_in():
    room = seated(1, (1, 2, 3, 4), out=[5])
    found = plan(situation(5, [room], to_go((3, 9))))
    lots = {player: sha256(f"autumn/sit-out/2/{player}".encode()).hexdigest() for player in (2, 4)}
    out = min(lots, key=lots.__getitem__)
    assert found.sitting_out == (out,)
    assert 5 in seats(found)[0]
    assert why(found, out) == "Sits out: nobody here has sat out less often."
    assert why(found, 5).startswith("Takes a place left at table 1.")


def test_a_leaver_closes_a_table_and_late_comers_open_one():
    gone = entrants(8, Participant(2, until_round=1))
    room = seated(1, (1, 2, 3, 4), (5, 6, 7, 8))
    fewer = plan(situation(gone, [room], to_go((3, 9), (1, 2))))
    assert len(fewer.tables) == 1
    assert len(fewer.sitting_out) == 3
    assert 2 not in [move.player for move in fewer.moves]
    assert set(seats(fewer)[0]) == {1, 3, 5, 7}, "those who lost lowest sit out"
    later = plan(situation(entrants(9, Participant(9, from_round=3)), [room], to_go((3, 9), (1, 2))))
    assert 9 not in later.round.places(), "who comes for the third round is not in the second"
    people = entrants(10, Participant(1, until_round=1), Participant(5, until_round=1))
    early = plan(situation(people, [seated(1, (1, 2, 3, 4), (5, 6, 7, 8), out=[10])], to_go((3, 9), (1, 2))))
    assert early.round.places()[10] < early.round.places()[9], "who sat out is seated before who comes late"
    room = seated(1, (1, 2, 3, 4), (5, 6, 7, 8), out=[9, 10, 11])
    third = plan(situation(12, [room], to_go((3, 9), (1, 2))))
    assert len(third.tables) == 3
    assert set(seats(third)[2]) == {9, 10, 11, 12}


def test_if_the_last_table_is_closed_its_losers_go_to_the_new_last_table():
    people = entrants(12, Participant(5, until_round=1), Participant(7, until_round=1))
    found = plan(situation(people, [ROOM], RESULTS))
    assert set(found.sitting_out) == {2, 4}, "the losers of the head table have the least claim"
    assert set(seats(found)[1]) == {9, 11, 10, 12}
    assert "and goes to table 2, the last there is now." in why(found, 10)


def test_the_same_situation_gives_the_same_plan_and_the_generation_draws_nothing_anew():
    asked = situation(50, [evening(50, 1)[0].round], [Result(n, to_go=(5, 5)) for n in range(1, 13)])
    first, again = plan(asked), plan(asked)
    assert first == again
    later = plan(replace(asked, generation=2))
    assert (later.round, later.ties_cut) == (first.round, first.ties_cut)
    assert later.digest != first.digest
    assert later.generation == 2


def test_the_digest_follows_everything_that_can_change_the_plan_and_nothing_else():
    asked = situation(12, [ROOM], RESULTS)
    changed = [
        replace(asked, seed="spring"),
        replace(asked, results=to_go((9, 20), (15, 2), (0, 1))),
        replace(asked, entrants=entrants(12, Participant(3, keep_apart=(4,)))),
        replace(asked, cuts={2: [cut((5, "9H"), (6, "8H"))]}),
        replace(asked, cuts={2: [cut((5, "8H"), (6, "9H"))]}),
        replace(asked, cuts={2: [{5: (parse_card("9H"), parse_card("2S"))}]}),
        replace(asked, law_set=CHICAGO),
        replace(asked, law_set_at_three=CHICAGO),
        replace(asked, history=(seated(1, (2, 1, 3, 4), (5, 6, 7, 8), (9, 10, 11, 12)),)),
        replace(asked, settings=choose(split="history")),
    ]
    digests = {one.digest() for one in changed}
    assert len(digests) == len(changed)
    assert asked.digest() not in digests
    assert replace(asked, settings=choose(prize_ties="shared")).digest() == asked.digest()
    assert set(MOVING_SETTINGS) <= set(asked.settings.canonical())


@pytest.mark.parametrize(
    ("fields", "errors"),
    [
        pytest.param({"people": 3, "history": ()},
                     {"players": ["3 players are left, and 4 are needed for a table."]}, id="only three"),
        pytest.param({"round_number": 3},
                     {"round": ["round 3 needs the places of every round before it, in order."]},
                     id="a round left out"),
        pytest.param({"people": (*entrants(4), Participant(4))}, {"players": ["a player is entered once."]},
                     id="a player twice"),
        pytest.param({"people": entrants(4, Participant(1, partner=2))},
                     {"players": ["{player:1} and the fixed partner have to be named as each other's."]},
                     id="a partner who knows nothing of it"),
        pytest.param({"people": entrants(4, Participant(1, partner=1))},
                     {"players": ["{player:1} and the fixed partner have to be named as each other's."]},
                     id="a player as his own partner"),
        pytest.param({"people": entrants(4, Participant(1, partner=2),
                                         Participant(2, partner=1, keep_apart=(1,)))},
                     {"players": ["{player:2} cannot be kept apart from the fixed partner."]},
                     id="partners kept apart"),
        pytest.param({"people": entrants(4, Participant(1, fixed_seat=2))},
                     {"players": ["the fixed seat of {player:1} needs its table, and is from 1 to 4."]},
                     id="a seat of no table"),
        pytest.param({"people": entrants(
                         4, *(Participant(one, fixed_table=1, fixed_seat=2) for one in (1, 2)))},
                     {"players": ["{player:2} and {player:1} cannot have the same fixed seat."]},
                     id="two in one seat"),
    ],
)  # fmt: skip
def test_rounds_that_cannot_be_seated(fields, errors):
    assert refused(**fields) == errors


@given(
    kind=st.sampled_from(["winner-progressive", "rotation", "redraw"]),
    people=st.integers(4, 60),
    rounds=st.integers(1, 6),
    luck=st.integers(0, 10**6),
    odd=st.sampled_from(["sit-out", "table-of-five", "table-of-three"]),
    head_losers=st.sampled_from(["last", "stay", "down-one"]),
    split=st.sampled_from(["seat", "seeded", "history"]),
)
def test_nobody_is_lost_or_seated_twice_and_sitting_out_is_fair(
    kind, people, rounds, luck, odd, head_losers, split
):
    of_kind = {"head_losers": head_losers, "split": split} if kind == "winner-progressive" else {}
    chosen = choose(kind=kind, odd=odd, **of_kind)
    sat_out = dict.fromkeys(range(1, people + 1), 0)
    for found in evening(people, rounds, chosen, luck):
        check_whole(found, sat_out)
        check_fair(found)
        assert found.breaches == ()
        sat_out |= {player: sat_out[player] + 1 for player in found.sitting_out}
        assert max(sat_out.values()) - min(sat_out.values()) <= 1


@settings(max_examples=settings.default.max_examples // 3)
@given(
    people=st.integers(6, 60),
    luck=st.integers(0, 10**6),
    head_losers=st.sampled_from(["last", "stay", "down-one"]),
)
def test_with_tables_of_three_nobody_sits_out_and_two_win_but_one_at_such_a_head_table(
    people, luck, head_losers
):
    plans = evening(people, 4, choose(odd="table-of-three", head_losers=head_losers), luck)
    for before, found in pairwise(plans):
        assert found.sitting_out == ()
        assert [len(table.players) for table in found.tables].count(3) == -people % 4
        winners = {move.player for move in found.moves if move.star in ("gold", "red")}
        for table in before.tables:
            is_small_head = table.number == 1 and len(table.players) == 3
            wanted = 1 if is_small_head and head_losers != "stay" else 2
            assert len(winners & set(table.players)) == wanted


def test_the_largest_evening_keeps_everybody():
    for found in evening(400, 3, choose(split="history")):
        check_whole(found, range(1, 401))


@settings(max_examples=settings.default.max_examples // 3)
@example(luck=1, tables=2)
@given(luck=st.integers(0, 10**6), tables=st.integers(2, 12))
def test_winners_go_up_one_and_head_winners_stay(luck, tables):
    check_winners_up(*evening(4 * tables, 2, luck=luck))


def test_a_slip_in_sitting_out_would_be_noticed(monkeypatch):
    def always_the_first(short: int, counts: dict[int, int], *_rest: Any, **_more: Any) -> tuple[int, ...]:
        return tuple(counts)[:short]

    monkeypatch.setattr("scoring.events.play.domain.plan_input.choose", always_the_first)
    last = evening(9, 6)[-1]
    with pytest.raises(AssertionError):
        check_fair(last)


def test_a_slip_in_moving_up_would_be_noticed(monkeypatch):
    def one_stays_behind(found: Any, settings: Any) -> list[Claim]:
        made = claims(found, settings)
        slip = next(place for place, claim in enumerate(made) if claim.law == UP_LAW)
        return [*made[:slip], replace(made[slip], table=made[slip].table + 1), *made[slip + 1 :]]

    monkeypatch.setattr("scoring.events.play.domain.winners_up.claims", one_stays_behind)
    with pytest.raises(AssertionError):
        check_winners_up(*evening(12, 2))


def test_a_player_left_out_would_be_noticed():
    found = evening(12, 2)[1]
    short = replace(found, round=replace(found.round, tables=found.tables[:2]))
    with pytest.raises(AssertionError):
        check_whole(short, range(1, 13))

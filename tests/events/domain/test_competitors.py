"""Who competes in an evening: persons, or pairs with their stand-ins. Figures calculated by hand."""

from typing import Any

import pytest

from scoring.events.planning.domain.settings import EventSettings
from scoring.events.play.domain.played_round import EventTerms, PlayedRound
from scoring.events.play.domain.values import Participant, Result
from scoring.events.results.domain.competitors import Competitor, StandIn, are_pairs
from scoring.events.results.domain.score_cards import (
    cards_of_pairs,
    cards_with_pairs,
    round_cards,
    score_cards,
)
from scoring.events.results.domain.standings import awards, standings
from scoring.game.cards import card_in_words
from scoring.game.cutting import PREFERENCE, draw
from scoring.game.games import GAMES
from scoring.game.references import named
from tests.events.domain.evenings import choose, entrants, in_pairs, seated
from tests.game.tables import FOSTER

PAIRS = choose(kind="pairs-round-robin", tie_breaks=["points", "best-round"])
NAMES = dict(
    enumerate(["", "Aachen", "Bergen", "Cadiz", "Dover", "Essen", "Fano", "Gent", "Hull", "Imst", "Jena"])
)

# Aachen plays with Cadiz, Bergen with Dover, Essen with Gent, Fano with Hull; Imst and Jena come later.
FIRST = (seated(1, (1, 2, 3, 4), (5, 6, 7, 8)), (Result(1, points=(40, 20)), Result(2, points=(30, 30))))
SECOND = (seated(2, (1, 5, 3, 7), (2, 6, 4, 8)), (Result(1, points=(10, 50)), Result(2, points=(35, 25))))


def wished(*pairs: tuple[int, int]) -> dict[int, int | None]:
    """Return the players in order of entry, each with the partner named at their entry."""
    return dict(pairs) | {other: one for one, other in pairs}


def read_rounds(rounds: Any, settings: EventSettings) -> Any:
    terms = EventTerms(settings, FOSTER, GAMES["cinch"], "autumn")
    return [
        round_cards(PlayedRound(terms, room, {result.table: result for result in results}))
        for room, results in rounds
    ]


def cards_of(rounds: Any, partners: Any = None, settings: EventSettings = PAIRS) -> Any:
    cards = read_rounds(rounds, settings)
    partners = dict.fromkeys(range(1, 11)) if partners is None else partners
    return cards_of_pairs(cards, score_cards(cards), partners)


def board_of(rounds: Any, partners: Any = None, settings: EventSettings = PAIRS) -> Any:
    return standings(cards_of(rounds, partners, settings), settings.tie_breaks)


def lines_of(rounds: Any, partners: Any = None) -> list[tuple[tuple[int, ...], int, int, str | None]]:
    return [
        (line.competitor.members, line.rank, line.points, line.decided_by)
        for line in board_of(rounds, partners)
    ]


@pytest.mark.parametrize(
    ("kind", "people", "expected"),
    [
        pytest.param("pairs-up", entrants(8), True, id="pairs up"),
        pytest.param("pairs-round-robin", entrants(8), True, id="a round robin of pairs"),
        pytest.param("winner-progressive", entrants(8), False, id="winners move up and part"),
        pytest.param("whist", entrants(8), False, id="a whist"),
        pytest.param("redraw", entrants(8), False, id="a redraw without fixed partners"),
        pytest.param("redraw", entrants(4, Participant(1, partner=2), Participant(2, partner=1)), False,
                     id="a redraw in which some have a fixed partner"),
        *(
            pytest.param(kind, in_pairs(8),
                         expected, id=f"fixed partners for everybody: {kind}")
            for kind, expected in [
                ("redraw", True), ("rotation", True), ("winner-progressive", True),
                ("whist", False), ("individual", False),
            ]
        ),
        pytest.param("redraw", (), False, id="nobody yet"),
    ],
)  # fmt: skip
def test_the_kind_of_evening_says_who_competes(kind, people, expected):
    assert are_pairs(choose(kind=kind), people) is expected


def test_tables_of_three_part_fixed_partners_so_that_persons_compete():
    people = in_pairs(8)
    assert not are_pairs(choose(kind="redraw", odd="table-of-three"), people)


def test_a_pair_is_one_line_of_the_standings():
    assert lines_of([FIRST, SECOND]) == [
        ((5, 7), 1, 80, None),
        ((2, 4), 2, 55, None),
        ((6, 8), 3, 55, "best-round"),
        ((1, 3), 4, 50, None),
    ]


def test_the_members_of_a_pair_stand_in_the_order_in_which_they_were_entered():
    pairs = [card.competitor.members for card in cards_of([FIRST], wished((3, 1), (2, 4), (8, 6), (5, 7)))]
    assert sorted(pairs) == [(2, 4), (3, 1), (5, 7), (8, 6)]


def test_a_pair_that_sits_out_is_one_line_before_it_has_played():
    room = seated(1, (1, 2, 3, 4), out=[5, 7, 6, 8])
    found = board_of([(room, (Result(1, points=(9, 5)),))], wished((1, 3), (2, 4), (5, 7), (6, 8)))
    assert [(line.competitor.members, line.rounds_played, line.sat_out) for line in found] == [
        ((1, 3), 1, 0), ((2, 4), 1, 0), ((5, 7), 0, 1), ((6, 8), 0, 1),
    ]  # fmt: skip


def test_two_who_sit_out_the_first_round_are_the_pair_that_the_draw_left_over():
    room = seated(1, (1, 2, 3, 4), out=[6, 5])
    assert [line.competitor.members for line in board_of([(room, ())])] == [(1, 3), (2, 4), (5, 6)]


IMST_FOR_CADIZ = (seated(2, (1, 5, 9, 7), (2, 6, 4, 8)), SECOND[1])
THIRD = (Result(1, points=(7, 3)), Result(2, points=(4, 6)))


def test_a_stand_in_plays_for_the_pair_whose_line_goes_on():
    found = {line.competitor.members: line for line in board_of([FIRST, IMST_FOR_CADIZ])}
    assert set(found) == {(1, 3), (2, 4), (5, 7), (6, 8)}
    assert (found[1, 3].points, found[1, 3].rounds_played) == (50, 2)
    assert found[1, 3].competitor.stand_ins == (StandIn(9, instead_of=3, rounds=(2,)),)
    assert found[1, 3].competitor.everybody == (1, 3, 9)
    assert not found[5, 7].competitor.stand_ins


def test_a_member_who_returns_plays_for_the_same_pair():
    third = (seated(3, (1, 6, 3, 8), (2, 5, 4, 7)), THIRD)
    found = {line.competitor.members: line for line in board_of([FIRST, IMST_FOR_CADIZ, third])}
    assert (found[1, 3].points, found[1, 3].rounds_played) == (57, 3)
    assert found[1, 3].competitor.stand_ins == (StandIn(9, instead_of=3, rounds=(2,)),)


def test_a_pair_goes_on_when_both_have_stand_ins():
    # Imst stands in for Cadiz, then Jena for Aachen: nobody of the pair plays in round 3.
    third = (seated(3, (10, 6, 9, 8), (2, 5, 4, 7)), THIRD)
    found = {line.competitor.members: line for line in board_of([FIRST, IMST_FOR_CADIZ, third])}
    assert set(found) == {(1, 3), (2, 4), (5, 7), (6, 8)}
    assert found[1, 3].points == 57
    assert found[1, 3].competitor.stand_ins == (
        StandIn(9, instead_of=3, rounds=(2, 3)),
        StandIn(10, instead_of=1, rounds=(3,)),
    )


def test_two_who_come_together_are_a_pair_of_their_own():
    third = (seated(3, (9, 6, 10, 8), (2, 5, 4, 7)), THIRD)
    found = {line.competitor.members: line.points for line in board_of([FIRST, SECOND, third])}
    assert found == {(1, 3): 50, (2, 4): 59, (5, 7): 86, (6, 8): 58, (9, 10): 7}


def test_two_left_over_play_for_the_pair_of_the_one_who_was_entered_first():
    # Cadiz and Dover have gone home; Aachen and Bergen play together. A result counts for one pair only.
    second = (seated(2, (1, 5, 2, 7), out=[6, 8]), (Result(1, points=(10, 50)),))
    found = {line.competitor.members: line for line in board_of([FIRST, second])}
    assert {members: line.points for members, line in found.items()} == {
        (1, 3): 50,
        (2, 4): 20,
        (5, 7): 80,
        (6, 8): 30,
    }
    assert found[1, 3].competitor.stand_ins == (StandIn(2, instead_of=3, rounds=(2,)),)
    assert found[2, 4].competitor.stand_ins == ()
    assert (found[1, 3].rounds_played, found[2, 4].rounds_played) == (2, 1)


@pytest.mark.parametrize("tables", [((1, 5, 2, 7), (3, 6, 4, 8)), ((3, 6, 4, 8), (1, 5, 2, 7))])
def test_two_pairs_that_exchanged_partners_have_one_result_each(tables):
    # Aachen and Bergen make 10 and play for Aachen's pair; Cadiz and Dover make 30 and play for Dover's.
    points = {1: (10, 50), 3: (30, 30)}
    results = tuple(Result(number, points=points[table[0]]) for number, table in enumerate(tables, 1))
    found = {line.competitor.members: line for line in board_of([FIRST, (seated(2, *tables), results)])}
    assert (found[1, 3].points, found[2, 4].points) == (50, 50)
    assert (found[1, 3].rounds_played, found[2, 4].rounds_played) == (2, 2)


def test_a_parted_pair_has_the_result_of_the_member_entered_first():
    second = (seated(2, (3, 5, 2, 7), (1, 6, 4, 8)), (Result(1, points=(10, 50)), Result(2, points=(30, 30))))
    found = {line.competitor.members: (line.points, line.rounds_played) for line in board_of([FIRST, second])}
    assert found[1, 3] == (70, 2)


def test_a_half_without_a_partner_sits_out_for_the_pair():
    second = (seated(2, (5, 2, 7, 4), out=[6, 8, 1]), ())
    found = {line.competitor.members: line.sat_out for line in board_of([FIRST, second])}
    assert found == {(1, 3): 1, (2, 4): 0, (5, 7): 0, (6, 8): 1}


MIXED = choose(kind="redraw", tie_breaks=["points"])


def mixed_board(*rounds: Any, partners: Any) -> dict[tuple[int, ...], Any]:
    """Return members → line of the standings. Only some of the players have a fixed partner."""
    cards = read_rounds(rounds, MIXED)
    board = standings(cards_with_pairs(cards, score_cards(cards), partners), MIXED.tie_breaks)
    return {line.competitor.members: line for line in board}


# Aachen and Bergen are fixed partners, but they sit as adversaries: Aachen and Cadiz beat Bergen and Dover.
APART = (seated(1, (1, 2, 3, 4)), (Result(1, points=(16, 0)),))


def test_fixed_partners_who_play_against_each_other_are_ranked_alone():
    found = mixed_board(APART, partners=wished((1, 2)))
    assert {members: line.points for members, line in found.items()} == {(1,): 16, (2,): 0, (3,): 16, (4,): 0}
    assert not any(line.competitor.stand_ins for line in found.values())


def test_fixed_partners_parted_in_a_later_round_are_ranked_alone_with_all_their_rounds():
    # Aachen and Cadiz made 40 and then, at two tables, 50 and 25. Essen and Gent never play apart.
    results = (Result(1, points=(50, 10)), Result(2, points=(35, 25)))
    second = (seated(2, (1, 5, 2, 7), (4, 6, 8, 3)), results)
    found = mixed_board(FIRST, second, partners=wished((1, 3), (5, 7)))
    assert {members: line.points for members, line in found.items()} == {
        (1,): 90, (2,): 70, (3,): 65, (4,): 55, (6,): 55, (8,): 65, (5, 7): 40,
    }  # fmt: skip
    assert found[1,].rounds_played == found[3,].rounds_played == 2


@pytest.mark.parametrize("sits_out", [[], [3]])
def test_a_round_with_a_stand_in_counts_for_fixed_partners_of_whom_one_does_not_play(sits_out):
    second = (seated(2, (1, 5, 9, 7), (2, 6, 4, 8), out=sits_out), SECOND[1])
    found = mixed_board(FIRST, second, partners=wished((1, 3)))
    assert (found[1, 3].points, found[1, 3].rounds_played) == (50, 2)
    assert found[1, 3].competitor.stand_ins == (StandIn(9, instead_of=3, rounds=(2,)),)


def test_who_waits_to_stand_in_sits_out_with_the_pair_and_has_no_line():
    second = (seated(2, (2, 5, 4, 7), out=[1, 9, 6, 8]), (Result(1, points=(10, 20)),))
    found = mixed_board(FIRST, second, partners=wished((1, 3)) | {9: 1})
    assert (found[1, 3].sat_out, found[1, 3].competitor.stand_ins) == (1, ())
    assert (9,) not in found


def test_fixed_partners_at_a_table_of_three_have_no_line_as_a_pair():
    # Nobody has a partner at a table of three, so the two have no round together and sat out none.
    room = (seated(1, (1, 2, 3)), (Result(1, points=(6, 5, 3)),))
    found = mixed_board(room, partners=wished((1, 2)))
    assert {members: line.points for members, line in found.items()} == {(1,): 6, (2,): 5, (3,): 3}


def test_persons_are_competitors_of_one():
    terms = EventTerms(choose(), FOSTER, GAMES["cinch"], "autumn")
    cards = [round_cards(PlayedRound(terms, FIRST[0], {result.table: result for result in FIRST[1]}))]
    found = score_cards(cards)
    assert {card.competitor for card in found.values()} == {Competitor((one,)) for one in range(1, 9)}


def test_the_name_of_a_pair():
    assert Competitor((1, 3)).name(NAMES) == "Aachen & Cadiz"
    assert Competitor((4,)).name(NAMES) == "Dover"
    assert named(Competitor((1, 3)).in_words, player=NAMES.__getitem__) == "Aachen & Cadiz"


LISTS: dict[int, int | None] = {}


def prizes(board: Any, on_lists: Any = LISTS, **chosen: Any) -> list[tuple[str, list[tuple[int, ...]], str]]:
    movement: dict[str, Any] = {"kind": "pairs-round-robin", "tie_breaks": ["points"]} | chosen
    given = awards(board, choose(**movement), on_lists, FOSTER, "autumn")
    return [
        (
            award.prize,
            [winner.members for winner in award.winners],
            named(award.why, player=NAMES.__getitem__),
        )
        for award in given
    ]


def test_a_prize_goes_to_a_pair_and_its_partners_never_cut_against_each_other():
    points = choose(kind="pairs-round-robin", tie_breaks=["points"])
    board = board_of([FIRST, SECOND], settings=points)
    draws, cut = draw(
        ["{player:2} & {player:4}", "{player:6} & {player:8}"],
        "autumn/prize/second",
        FOSTER,
        PREFERENCE,
        highest=1,
    )
    winner, loser = ((2, 4), (6, 8)) if cut.order[0].startswith("{player:2}") else ((6, 8), (2, 4))
    name = Competitor(winner).name(NAMES)
    bergen, fano = map(card_in_words, draws[0].values())
    assert prizes(board, prizes=["first", "second", "third", "booby"]) == [
        ("first", [(5, 7)], "Essen & Gent win it outright."),
        (
            "second",
            [winner],
            f"Bergen & Dover and Fano & Hull tie. The program cut, and {name} were highest "
            f"(Bergen & Dover: {bergen}, Fano & Hull: {fano}).",
        ),
        ("third", [loser], f"{Competitor(loser).name(NAMES)} come next after the cut."),
        ("booby", [(1, 3)], "Aachen & Cadiz win it outright."),
    ]


def test_a_shared_prize_goes_to_both_pairs():
    points = choose(kind="pairs-round-robin", tie_breaks=["points"])
    board = board_of([FIRST, SECOND], settings=points)
    assert prizes(board, prizes=["first", "second"], prize_ties="shared")[1] == (
        "second", [(2, 4), (6, 8)], "Bergen & Dover and Fano & Hull tie and share it.",
    )  # fmt: skip


def test_a_pair_is_on_the_list_of_its_members():
    # A pair of two lists is on the list of the member entered first, a pair half on a list is on that list.
    lists = {1: 0, 3: 0, 2: None, 4: 1, 5: 1, 7: 0, 6: 1, 8: 1}
    found = prizes(board_of([FIRST, SECOND]), lists, lists=["North", "South"], prizes=["first", "second"])
    assert [won for _prize, won, _why in found] == [[(1, 3)], [], [(5, 7)], [(2, 4)]]

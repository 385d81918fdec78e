"""Score cards, standings and prizes of a small evening, calculated by hand."""

from collections.abc import Sequence
from typing import Any

import pytest

from scoring.events.planning.domain.settings import EventSettings
from scoring.events.play.domain.drawing import drawn
from scoring.events.play.domain.played_round import EventTerms, PlayedRound
from scoring.events.play.domain.values import Result, SeatedRound, SeatedTable
from scoring.events.results.domain.competitors import Competitor
from scoring.events.results.domain.outcome import sides_winning
from scoring.events.results.domain.score_cards import ScoreCard, round_cards, score_cards
from scoring.events.results.domain.standings import (
    MOST_WHO_CUT,
    Award,
    RankLine,
    awards,
    standings,
    with_equals_by,
)
from scoring.game.cards import RANKS, card_in_words, parse_card
from scoring.game.cutting import laid_out
from scoring.game.games import GAMES
from tests.events.domain.evenings import choose, evening, seated
from tests.game.tables import FOSTER

FIRST = seated(1, (1, 2, 3, 4), (5, 6, 7, 8), out=[9])
FIRST_RESULTS = (
    Result(1, to_go=(10, 20), points=(41, 31), cinches=(1, 0)),
    Result(2, to_go=(30, 25), points=(21, 26), cinches=(0, 0)),
)
SECOND = seated(2, (1, 6, 3, 8), (5, 7, 2, 4), out=[9])
SECOND_RESULTS = (
    Result(1, to_go=(12, 12), points=(39, 39), cinches=(0, 1)),
    Result(2, to_go=(0, 5), points=(51, 46), cinches=(0, 0)),
)
Rounds = Sequence[tuple[SeatedRound, Sequence[Result]]]
CUT: Any = {1: [{1: parse_card("2H"), 6: parse_card("KS")}]}
ROUNDS: Rounds = ((FIRST, FIRST_RESULTS), (SECOND, SECOND_RESULTS))


def cards(rounds: Rounds = ROUNDS, settings: EventSettings | None = None) -> dict[int, ScoreCard]:
    return score_cards(
        round_cards(
            PlayedRound(
                EventTerms(settings or EventSettings(), FOSTER, GAMES["cinch"], "autumn"),
                room,
                {result.table: result for result in results},
                CUT if room is SECOND else {},
            )
        )
        for room, results in rounds
    )


def board(settings: EventSettings | None = None) -> tuple[RankLine, ...]:
    return standings(cards(settings=settings).values(), (settings or EventSettings()).tie_breaks)


def test_a_card_tells_where_with_whom_and_what():
    first, second = cards()[6].rounds
    assert (first.round_number, first.table, first.seat) == (1, 2, 2)
    assert (first.partner, first.adversaries) == (8, (5, 7))
    assert (first.points, first.to_go, first.games, first.star, first.is_cut) == (26, 25, 1, "red", False)
    assert (second.table, second.seat, second.partner, second.adversaries) == (1, 2, 8, (1, 3))
    assert (second.points, second.games, second.cinches) == (39, 0, 1)
    assert (second.star, second.is_cut) == ("gold", True)


def test_a_round_sat_out_is_not_a_round_of_nothing():
    assert (cards()[9].rounds, cards()[9].sat_out) == ((), (1, 2))
    line = next(one for one in board() if one.player == 9)
    assert (line.rounds_played, line.best_round, line.sat_out) == (0, None, 2)


def test_the_stars_of_two_rounds():
    # Gold for winning the head table, red for moving up, green for losing at the last and staying there.
    stars = {player: [played.star for played in card.rounds] for player, card in cards().items()}
    assert stars == {
        1: ["gold", None], 3: ["gold", None], 2: [None, "red"], 4: [None, "green"],
        5: ["green", "red"], 7: ["green", "green"], 6: ["red", "gold"], 8: ["red", "gold"], 9: [],
    }  # fmt: skip


def test_the_board_and_what_decided_it():
    found = [(line.player, line.rank, line.progressions, line.points, line.decided_by) for line in board()]
    assert found == [
        (6, 1, 2, 65, None),
        (8, 1, 2, 65, None),
        (2, 3, 1, 82, None),
        (1, 4, 1, 80, "points"),
        (3, 4, 1, 80, None),
        (5, 6, 1, 72, "points"),
        (4, 7, 0, 77, None),
        (7, 8, 0, 67, "points"),
        (9, 9, 0, 0, "points"),
    ]
    lines = {line.player: line for line in board()}
    assert (lines[1].games, lines[1].best_round) == (1, 41)
    assert (lines[1].cinches, lines[1].repeated_partners) == (1, 1)
    assert (lines[5].games, lines[5].best_round, lines[5].repeated_partners) == (1, 51, 0)
    assert (lines[6].games, lines[6].gold, lines[6].red, lines[6].repeated_partners) == (1, 1, 1, 1)


@pytest.mark.parametrize(
    ("tie_breaks", "order"),
    [
        pytest.param(["points"], [2, 1, 3, 4, 5, 7, 6, 8, 9], id="by points"),
        pytest.param(["best-round", "points"], [2, 5, 4, 7, 1, 3, 6, 8, 9], id="by the best round"),
        pytest.param(["green", "progressions", "points"], [6, 8, 2, 1, 3, 9, 5, 4, 7],
                     id="green stars are for losing, so fewer are better"),
        pytest.param(["cinches", "gold", "red", "games"], [6, 8, 1, 3, 2, 5, 4, 7, 9], id="by cinches"),
    ],
)  # fmt: skip
def test_the_event_says_what_ranks(tie_breaks, order):
    assert [line.player for line in board(choose(tie_breaks=tie_breaks))] == order


def test_a_correction_changes_the_board_and_no_seat():
    corrected = (Result(1, to_go=(10, 8), points=(41, 43)), FIRST_RESULTS[1])
    lines = {
        line.player: line
        for line in standings(cards(((FIRST, corrected), ROUNDS[1])).values(), ["progressions"])
    }
    assert (lines[1].progressions, lines[2].progressions) == (0, 2)
    assert lines[2].points == 43 + 51


def test_what_is_missing_counts_for_nobody_and_against_nobody():
    rounds = ((FIRST, (FIRST_RESULTS[0], Result(2, is_missing=True))), (SECOND, ()))
    found = cards(rounds)
    assert [played.points for played in found[5].rounds] == [None, None]
    assert [played.star for played in found[5].rounds] == [None, None]
    line = next(one for one in standings(found.values(), ["points"]) if one.player == 5)
    assert (line.rounds_played, line.rounds_without_result, line.best_round) == (0, 2, None)


def test_winners_that_were_named_have_their_star_and_no_points():
    (played,) = cards(((FIRST, (Result(2, is_missing=True, winners=(1,)),)),))[5].rounds
    assert (played.star, played.points, played.games) == ("red", None, None)


def test_where_nobody_moves_up_there_are_no_stars_and_a_named_winner_has_a_game():
    named = Result(2, is_missing=True, winners=(1,))
    found = cards(((FIRST, (FIRST_RESULTS[0], named)),), choose(kind="whist"))
    assert {played.star for card in found.values() for played in card.rounds} == {None}
    assert [found[player].rounds[0].games for player in (5, 7, 6, 8)] == [1, 1, 0, 0]
    assert found[5].rounds[0].points is None
    lines = standings(found.values(), choose(kind="whist").tie_breaks)
    assert {line.progressions for line in lines} == {0}


def test_a_missing_result_that_is_cut_for_brings_its_star():
    rounds = ((FIRST, (FIRST_RESULTS[0],)),)
    found = cards(rounds, choose(missing_results="cut"))
    assert sorted(str(found[player].rounds[0].star) for player in (5, 6)) == ["green", "red"]
    assert found[5].rounds[0].is_cut


def alone(number: int, *tables: Sequence[int]) -> SeatedRound:
    """Return a round from the players of each table. Each player is a side."""
    places = [SeatedTable(table, tuple(players), len(players)) for table, players in enumerate(tables, 1)]
    return SeatedRound(number, tuple(places))


@pytest.mark.parametrize(
    ("to_go", "tables", "won"),
    [
        # Two players of a table go up, so the two best have won it, whether or not they are equal.
        pytest.param((5, 4, 9, 8), 2, [1, 1, 0, 0], id="the two best"),
        pytest.param((4, 4, 9, 8), 2, [1, 1, 0, 0], id="the two best are equal"),
        # They cut for the second place, and whoever wins the cut has not won on points.
        pytest.param((4, 5, 5, 8), 2, [1, 0, 0, 0], id="equal for the second place"),
        pytest.param((4, 4, 4, 8), 2, [0, 0, 0, 0], id="three equal for two places"),
        # One stays at a head table of three, because two come from the next table. At a table alone two win.
        pytest.param((4, 5, 8), 2, [1, 0, 0], id="a head table of three"),
        pytest.param((4, 5, 8), 1, [1, 1, 0], id="three in all"),
        pytest.param((4, 5), 2, [1, 0], id="a table of two"),
    ],
)
def test_where_everybody_plays_alone_as_many_win_on_points_as_win_the_table(to_go, tables, won):
    game = {2: "seven-up-2", 3: "three-handed-seven-up", 4: "auction-pitch-4"}[len(to_go)]
    first = tuple(range(1, len(to_go) + 1))
    room = alone(1, *[tuple(10 * table + player for player in first) for table in range(tables)])
    terms = EventTerms(EventSettings(), FOSTER, GAMES[game], "autumn")
    played = round_cards(PlayedRound(terms, room, {1: Result(1, to_go=to_go, points=to_go)})).played
    assert [played[player].games for player in first] == won
    # Whoever has won on points has a star for the table.
    assert all(played[player].star == "gold" for player in first if played[player].games)


def test_where_everybody_plays_alone_no_tie_break_puts_a_winner_on_points_below_the_other():
    # Both go up with equal points in all: the seats say that both have won, so no tie-break parts them.
    rounds = [alone(1, (1, 2, 3, 4)), alone(2, (1, 2, 3, 4))]
    results = [
        Result(1, to_go=(2, 3, 6, 7), points=(5, 4, 1, 0)),
        Result(1, to_go=(3, 2, 6, 7), points=(4, 5, 1, 0)),
    ]
    terms = EventTerms(EventSettings(), FOSTER, GAMES["auction-pitch-4"], "autumn")
    cards_of_all = score_cards(
        round_cards(PlayedRound(terms, room, {1: result}))
        for room, result in zip(rounds, results, strict=True)
    )
    lines = standings(cards_of_all.values(), EventSettings().tie_breaks)
    assert [(line.player, line.rank, line.games, line.progressions) for line in lines] == [
        (1, 1, 2, 2), (2, 1, 2, 2), (3, 3, 0, 0), (4, 4, 0, 0),
    ]  # fmt: skip


def test_at_a_table_of_three_everybody_has_their_own_score():
    room = seated(1, (1, 2, 3))
    result = Result(1, to_go=(4, 1, 1), points=(10, 13, 13), cinches=(0, 1, 0))
    found = cards(((room, (result,)),), choose(odd="table-of-three"))
    played = found[2].rounds[0]
    assert (played.partner, played.adversaries, played.points, played.cinches) == (None, (1, 3), 13, 1)
    assert [found[player].rounds[0].star for player in (1, 2, 3)] == [None, "gold", "gold"]
    assert played.games == 1, "two win, so the two best need no cut"
    ways = [choose(**way) for way in ({}, {"kind": "rotation"}, {"head_losers": "stay"})]
    assert [sides_winning(room.tables[0], 2, way) for way in ways] == [1, 2, 2], "where two arrive one stays"


def given(
    settings: EventSettings, lists: dict[int, int | None] | None = None
) -> dict[tuple[str, int | None], Award]:
    found = awards(board(settings), settings, lists or {}, FOSTER, "autumn")
    return {(award.prize, award.on_list): award for award in found}


def cards_cut(seed: str, *players: int) -> str:
    """Return the cards of the players as text, computed from the pack that the seed gives."""
    cut = zip(players, laid_out(seed, 1), strict=False)
    return ", ".join(f"{{player:{player}}}: {card_in_words(card)}" for player, card in cut)


def higher_of(seed: str, *players: int) -> int:
    """Return the player who cuts the highest card, computed from the pack that the seed gives."""
    cut = dict(zip(players, laid_out(seed, 1), strict=False))
    assert len({card.rank for card in cut.values()}) == len(players)
    return min(players, key=lambda player: RANKS.index(cut[player].rank))


def test_the_prizes_of_the_evening():
    found = given(EventSettings())
    winner = higher_of("autumn/prize/first", 6, 8)
    assert found["first", None].players == (winner,)
    assert found["first", None].why == (
        f"{{player:6}} and {{player:8}} tie. The program cut, and {{player:{winner}}} was highest "
        f"({cards_cut('autumn/prize/first', 6, 8)})."
    )
    assert found["second", None].players == ({6: 8, 8: 6}[winner],)
    assert found["second", None].why == f"{{player:{ ({6: 8, 8: 6}[winner]) }}} comes next after the cut."
    assert found["third", None].players == (2,)
    assert (found["most-cinches", None].players, found["most-cinches", None].value) in (((1,), 1), ((3,), 1))
    assert found["booby", None].players == (7,), "the last who has played; who only sat out takes none"


@pytest.mark.parametrize(
    ("prizes", "expected"),
    [
        # 6 and 8 share the first rank, 2 is third: two prizes wait for the cut, the next is known.
        (["first", "second", "third"], [((), (6, 8)), ((), (6, 8)), ((2,), ())]),
        (["most-points", "booby"], [((2,), ()), ((7,), ())]),
    ],
)
def test_nobody_cuts_for_a_prize_before_the_evening_is_over(prizes, expected):
    found = awards(board(), choose(prizes=prizes), {}, FOSTER, "autumn", is_over=False)
    assert [
        (award.players, tuple(player for tied in award.tied for player in tied.members)) for award in found
    ] == expected
    for award in found:
        if award.tied:
            assert award.why == "{player:6} and {player:8} tie. The program cuts for them at the end."


def test_who_wins_the_cut_for_a_prize_stands_first_among_equals():
    given = awards(board(), EventSettings(), {}, FOSTER, "autumn")
    winner = higher_of("autumn/prize/first", 6, 8)
    for name in (
        lambda competitor: str(competitor.members[0]),
        lambda competitor: str(-competitor.members[0]),
    ):
        first, second = with_equals_by(board(), given, name)[:2]
        assert (first.player, second.player) == (winner, {6: 8, 8: 6}[winner])


def test_a_prize_for_the_most_names_those_who_are_passed_over_because_of_another_prize():
    # 6 and 8 share the first prize, and 6 has as many cinches as 2.
    lines = [line._replace(cinches=2 if line.player in (2, 6) else 0) for line in board()]
    prizes = {"prizes": ["first", "most-cinches"], "prize_ties": "shared"}
    _first, most = awards(lines, choose(**prizes), {}, FOSTER, "autumn")
    passed_over = "Passed over because of another prize: {player:6}."
    assert (most.players, most.why) == ((2,), f"{{player:2}} wins it outright. {passed_over}")
    _first, most = awards(lines, choose(**prizes, one_prize_each=False), {}, FOSTER, "autumn")
    assert (most.players, most.why) == ((6, 2), "{player:6} and {player:2} tie and share it.")


def test_nobody_comes_next_after_a_cut_for_which_they_did_not_cut():
    # Two lines are equal at the bottom, and the first of them wins the prize for the most cinches.
    last = board()[-2]
    equal = [
        last._replace(competitor=Competitor((player,)), cinches=cinches)
        for player, cinches in ((5, 2), (6, 0))
    ]
    _most, booby = awards(equal, choose(prizes=["most-cinches", "booby"]), {}, FOSTER, "autumn")
    assert (booby.players, booby.why) == ((6,), "{player:6} wins it outright.")


def test_a_prize_for_the_most_may_depend_on_the_cut_for_a_prize_before_it():
    # Whoever of 6 and 8 loses the cut has the most progressions of those without a prize.
    prizes = ["first", "most-progressions", "booby"]
    _first, most, booby = awards(board(), choose(prizes=prizes), {}, FOSTER, "autumn", is_over=False)
    assert (most.players, most.why, booby.why) == ((), *["It depends on a cut at the end."] * 2)
    _first, most, booby = awards(board(), choose(prizes=prizes), {}, FOSTER, "autumn")
    assert most.players in ((6,), (8,))
    assert booby.players == (7,)


def test_a_round_counts_as_played_once_its_table_has_a_result():
    rounds = ((FIRST, FIRST_RESULTS[:1]),)
    terms = EventTerms(EventSettings(), FOSTER, GAMES["cinch"], "autumn")
    played = PlayedRound(terms, FIRST, {result.table: result for result in rounds[0][1]})
    lines = standings(score_cards([round_cards(played, in_play=[2])]).values(), ["points"])
    count = {line.player: line.rounds_played for line in lines}
    assert {player for player, rounds in count.items() if rounds} == set(FIRST.tables[0].players)
    takes = awards(lines, choose(prizes=["booby"]), {}, FOSTER, "autumn", is_over=False)
    assert takes[0].why.endswith("Passed over without a result: {player:9}."), "only who sits out"
    assert {*takes[0].players, *(tied.members[0] for tied in takes[0].tied)} <= set(FIRST.tables[0].players)


def test_who_still_plays_the_first_round_is_passed_over_for_no_prize():
    # At table 1 both sides have less than nothing; table 2 still plays, with nothing.
    terms = EventTerms(EventSettings(), FOSTER, GAMES["cinch"], "autumn")
    played = PlayedRound(terms, FIRST, {1: Result(1, to_go=(55, 60), points=(-4, -9))})
    lines = standings(score_cards([round_cards(played, in_play=[2])]).values(), ["points"])
    settings = choose(prizes=["first", "booby"], prize_ties="shared")
    for award in awards(lines, settings, {}, FOSTER, "autumn", is_over=False):
        assert set(award.players) < set(FIRST.tables[0].players)
        assert [player for player in FIRST.tables[1].players if f"{{player:{player}}}" in award.why] == []


def test_nobody_moves_up_while_a_tie_can_still_be_cut():
    terms = EventTerms(EventSettings(), FOSTER, GAMES["cinch"], "autumn")
    tied = Result(1, to_go=(12, 12), points=(39, 39))
    played = PlayedRound(terms, SECOND, {1: tied})
    before, after = round_cards(played, tied=[1]), round_cards(played)
    assert {line.star for line in before.played.values() if line.table == 1} == {None}
    stars = [line.star for line in after.played.values() if line.table == 1]
    assert sorted(stars, key=str) == [None, None, "gold", "gold"]


@pytest.mark.parametrize(
    ("points", "why"),
    [
        ((5, 3, 3), ["{player:1} wins it outright.", "{player:3} wins it on a tie-break."]),
        ((5, 5, 3), ["{player:1} wins it on a tie-break.", "{player:3} wins it outright."]),
        ((5, 4, 3), ["{player:1} wins it outright.", "{player:3} wins it outright."]),
    ],
)
def test_a_tie_break_that_gives_a_prize_is_its_reason(points, why):
    line = board()[0]
    ranked = [
        line._replace(competitor=Competitor((place,)), rank=place, points=scored)
        for place, scored in enumerate(points, 1)
    ]
    settings = choose(kind="redraw", prizes=["first", "booby"])
    assert [award.why for award in awards(ranked, settings, {}, FOSTER, "autumn")] == why


def test_who_has_no_result_wins_no_booby_prize():
    first = (FIRST, (FIRST_RESULTS[0], Result(2, is_missing=True, winners=(1,))))
    lines = standings(cards((first, (SECOND, ()))).values(), EventSettings().tie_breaks)
    unknown = {line.player for line in lines if not line.has_result}
    assert unknown == {9}
    # Players 6 and 8 lost a table of which only the winners are known.
    known = {line.player: (line.rounds_without_points, line.rounds_without_result) for line in lines}
    assert known[6] == (1, 1)
    (award,) = awards(lines, choose(prizes=["booby"], prize_ties="shared"), {}, FOSTER, "autumn")
    assert award.players == (6, 8)
    passed_over = "Passed over without a result: {player:9}."
    assert award.why == f"{{player:6}} and {{player:8}} tie and share it. {passed_over}"
    (open_award,) = awards(lines, choose(prizes=["booby"]), {}, FOSTER, "autumn", is_over=False)
    assert open_award.why.endswith(f"The program cuts for them at the end. {passed_over}")


def test_a_prize_by_rank_that_skips_players_without_a_result_names_them():
    # Player 9 has no result and 0 points, player 2 made less than nothing.
    (line, *_others) = board()
    first, waits, third = (
        line._replace(competitor=Competitor((player,)), rank=rank, points=points, rounds_played=played)
        for player, rank, points, played in ((1, 1, 20, 1), (9, 2, 0, 0), (2, 3, -6, 1))
    )
    settings = choose(kind="redraw", prizes=["first", "second"])
    found = awards((first, waits, third), settings, {}, FOSTER, "autumn", is_over=False)
    assert [award.why for award in found] == [
        "{player:1} wins it outright.",
        "{player:2} wins it outright. Passed over without a result: {player:9}.",
    ]


def test_a_prize_may_go_to_a_player_who_has_another_prize():
    (first, *others) = board()
    lines = [first._replace(cinches=1), *(line._replace(cinches=0) for line in others)]
    _first, most = awards(
        lines, choose(prizes=["first", "most-cinches"], prize_ties="shared"), {}, FOSTER, "autumn"
    )
    assert (most.players, most.why) == ((), "Those who earned it hold another prize.")


def test_who_left_early_wins_no_booby_prize():
    later = seated(3, (1, 2, 3, 4), (5, 6, 8, 9))
    results = (Result(1, to_go=(10, 20), points=(41, 31)), Result(2, to_go=(45, 20), points=(6, 31)))
    rounds = (*ROUNDS, (later, results))
    lines = standings(cards(rounds).values(), EventSettings().tie_breaks)
    assert [(line.came_in, line.last_in) for line in lines if line.player == 7] == [(1, 2)]
    (award,) = awards(lines, choose(prizes=["booby"]), {}, FOSTER, "autumn")
    assert lines[-1].player == 7
    assert award.players != (7,)
    assert award.why.endswith(" Passed over because of leaving early: {player:7}.")
    lowest, *others = lines[:-1][::-1]
    lines = [*others[::-1], lowest._replace(cinches=9), lines[-1]]
    _most, booby = awards(lines, choose(prizes=["most-cinches", "booby"]), {}, FOSTER, "autumn")
    assert f"Passed over because of another prize: {{player:{lowest.player}}}." in booby.why


def test_prizes_may_be_shared_and_one_may_take_several():
    prizes = ["first", "second", "most-points", "most-progressions"]
    found = given(choose(prize_ties="shared", one_prize_each=False, prizes=prizes))
    assert found["first", None].players == (6, 8)
    assert found["first", None].why == "{player:6} and {player:8} tie and share it."
    assert found["second", None].players == (2,)
    assert (found["most-points", None].players, found["most-points", None].value) == ((2,), 82)
    assert (found["most-progressions", None].players, found["most-progressions", None].value) == ((6, 8), 2)


@pytest.mark.parametrize(
    ("ties", "why"), [("shared", "22 players tie and share it."), ("cut", "22 players tie. ")]
)
def test_a_reason_counts_equal_players_where_their_names_would_fill_it(ties, why):
    first = board(EventSettings())[0]
    equal = [first._replace(competitor=Competitor((player,)), rank=1) for player in range(1, 23)]
    (award,) = awards(equal, choose(prizes=["first"], prize_ties=ties), {}, FOSTER, "autumn")
    assert award.why.startswith(why)
    assert len(award.players) == (22 if ties == "shared" else 1)


def test_the_reason_says_that_the_winner_is_best_only_of_those_without_a_prize():
    # Player 2 has the most points, 82, and ranks third.
    alone = awards(board(EventSettings()), choose(prizes=["most-points"]), {}, FOSTER, "autumn")
    assert [(award.players, award.why) for award in alone] == [((2,), "{player:2} wins it outright.")]
    lists: dict[int, int | None] = {player: player % 2 for player in range(1, 9)}
    prizes = ["first", "second", "third", "most-points"]
    after = given(choose(lists=["Even", "Odd"], prizes=prizes), lists)
    assert after["third", 0].players == (2,)
    assert after["most-points", 0].players == (4,)
    assert after["most-points", 0].why == (
        "{player:4} has the most among those without a prize. "
        "Passed over because of another prize: {player:2}."
    )


def test_each_list_has_its_own_prizes():
    lists: dict[int, int | None] = {player: player % 2 for player in range(1, 9)}
    found = given(choose(lists=["Even", "Odd"], prizes=["first", "most-green"]), lists)
    assert found["first", 0].players[0] in (6, 8)
    assert found["first", 1].players[0] in (1, 3)
    assert found["most-green", 0].players == (4,)
    assert found["most-green", 1].players == (7,)


def test_a_prize_that_nobody_has_earned_is_given_to_nobody():
    rounds = ((FIRST, (Result(1, to_go=(1, 2), points=(3, 2)),)),)
    lines = standings(cards(rounds).values(), ["points"])
    (award,) = awards(lines, choose(prizes=["most-cinches"]), {}, FOSTER, "autumn")
    assert (award.players, award.value, award.why) == ((), 0, "Nobody has earned it.")
    nobody = awards((), choose(prizes=["first", "booby"]), {}, FOSTER, "autumn")
    assert [award.players for award in nobody] == [()] * 2


def test_equal_cards_cut_for_a_prize_are_cut_again():
    def ranks(seed: str, cut: int) -> list[str]:
        return [card.rank for card in laid_out(f"{seed}/prize/first", cut)[:2]]

    def is_cut_twice(seed: str) -> bool:
        return len(set(ranks(seed, 1))) == 1 and len(set(ranks(seed, 2))) == 2

    seed = next(seed for seed in map(str, range(999)) if is_cut_twice(seed))
    (award,) = awards(board(), choose(prizes=["first"]), {}, FOSTER, seed)
    six, eight = map(RANKS.index, ranks(seed, 2))
    assert award.players == (6 if six < eight else 8,)


def test_where_too_many_are_equal_for_one_pack_lots_are_drawn():
    (found,) = evening(60, 1)
    equal = [Result(table.number, to_go=(50, 50), points=(1, 1)) for table in found.round.tables]
    lines = standings(cards(((found.round, equal),)).values(), ["points"])
    assert len(lines) > MOST_WHO_CUT
    (award,) = awards(lines, choose(prizes=["first"]), {}, FOSTER, "autumn")
    best = lines[drawn("autumn", "prize/first", range(1, 61))[0] - 1].player
    assert (award.players, award.why) == ((best,), f"{{player:{best}}} drew the best lot of 60.")


def evening_with_a_table_of_three() -> Rounds:
    """Return two rounds with a table of three: players 5, 6 and 7, then 4, 6 and 7.

    In the second round player 7 has no result. The game is 51 points, so a player who made 21 has 30 to go.
    """
    first = (Result(1, to_go=(35, 51), points=(16, 0)),
             Result(2, to_go=(30, 33, 48), points=(21, 18, 3), cinches=(1, 0, 0)))  # fmt: skip
    second = (Result(1, to_go=(44, 51), points=(7, 0)),)
    return ((seated(1, (1, 2, 3, 4), (5, 6, 7)), first), (seated(2, (5, 1, 3, 2), (4, 6, 7)), second))


@pytest.mark.parametrize(
    ("counted", "points", "best_round", "left_out"),
    [
        pytest.param("as-scored", 28, 21, (0, 0), id="as they were scored"),
        pytest.param("not-counted", 7, 7, (1, 21), id="left out"),
    ],
)
def test_points_of_a_table_of_three_count_or_do_not(counted, points, best_round, left_out):
    settings = choose(odd="table-of-three", points_at_three=counted)
    found = cards(evening_with_a_table_of_three(), settings)
    line = next(one for one in standings(found.values(), ["points"]) if one.player == 5)
    assert (line.points, line.best_round) == (points, best_round)
    assert (line.rounds_not_counted, line.points_not_counted) == left_out
    # Everything except points counts: progressions, games won, cinches, and rounds with a result.
    assert (line.red, line.gold, line.games, line.cinches, line.rounds_without_result) == (1, 1, 2, 1, 0)
    assert [played.points for played in found[5].rounds] == [21, 7]


def test_whoever_has_played_only_at_tables_of_three_has_no_best_round_and_is_without_points():
    settings = choose(odd="table-of-three", points_at_three="not-counted")
    lines = standings(cards(evening_with_a_table_of_three(), settings).values(), ["best-round", "points"])
    one = next(line for line in lines if line.player == 6)
    assert (one.points, one.best_round, one.rounds_not_counted, one.points_not_counted) == (0, None, 1, 18)
    assert one.rounds_without_result == 1, "the second round has not come in yet"
    # Player 3 made 16 and 7, 1 made 16, 5 made 7. Results of 0 (2 and 4) rank above none.
    assert [line.player for line in lines] == [3, 1, 5, 2, 4, 6, 7]


def test_every_game_won_in_a_round_counts():
    # The first table handed in two games to one, the second none to three.
    handed_in = (
        Result(1, to_go=(10, 20), points=(41, 31), games=(2, 1)),
        Result(2, to_go=(30, 25), points=(21, 26), games=(0, 3)),
    )
    lines = standings(cards(((FIRST, handed_in),)).values(), EventSettings().tie_breaks)

    games = {line.player: line.games for line in lines}
    assert games == {1: 2, 3: 2, 2: 1, 4: 1, 5: 0, 7: 0, 6: 3, 8: 3, 9: 0}

"""Tables of three: each player plays alone, deals once, and the two best go up.

Under Foster's laws three players score what each makes: three deals of seven, six and one bring 21, 18 and 3,
so 30, 33 and 48 of 51 are to go. Under the laws of Chicago 1890 the game is 42.
"""

import pytest

from scoring.office.verification import breaches
from scoring.tables.models import Game
from tests.events.evenings import ALONE, THREE, begun
from tests.refusals import refusing
from tests.web.asking import reasons

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("how", "column", "scored", "corrected"),
    [
        pytest.param("as-scored", "points", [21, 18, 3], [15, 18, 9], id="as they were scored"),
        pytest.param("in-proportion", "points", [28, 24, 4], [20, 24, 12], id="four thirds of it"),
        pytest.param("not-counted", "points_not_counted", [21, 18, 3], [15, 18, 9], id="left out"),
    ],
)
def test_each_of_three_scores_alone_and_the_two_best_go_up(club, how, column, scored, corrected):
    evening = begun(club, 7, movement=THREE | {"points_at_three": how}, deals_per_round=4)
    a, b, c, d, e, f, g = evening.players
    other_column = {"points": "points_not_counted", "points_not_counted": "points"}[column]

    def figures(column):
        lines = {line.player: line for line in evening.state.board.standings}
        return [getattr(lines[player], column) for player in (e, f, g)]

    evening.play()

    # Points to go decide who goes up and earns a star, even if the points do not count.
    assert evening.last_table.result.to_go == (51 - 21, 51 - 18, 51 - 3)
    assert (figures(column), figures(other_column), figures("red")) == (scored, [0, 0, 0], [1, 1, 0])
    assert (evening.points[a], evening.points[b]) == (16, 0)
    evening.run_due_moves()
    assert evening.current.number == 2
    assert set(evening.seats[0]) == {a, c, e, f}, "the winners stay, the two best come"
    assert set(evening.seats[1]) == {b, d, g}
    evening.correct(2, 1, points=[1, 6, 7], maker=3)
    assert figures(column) == corrected
    assert list(breaches()) == []


def test_a_table_of_three_plays_its_own_game_and_four_at_it_play_the_events_game(club):
    evening = begun(club, 7, movement=THREE, law_set="chicago-1890", deals_per_round=4)
    evening.play()
    evening.enter()
    evening.run_due_moves()

    three, four = Game.objects.filter(table=evening.table(2)).order_by("number")
    assert (three.game, three.law_set.slug) == ("three-handed-cinch", "chicago-1890")
    assert (four.game, four.law_set) == (None, None), "the late-comer makes it a table of four"
    assert [len(players) for players in evening.seats] == [4, 4]
    assert evening.state.rounds[0].tables[1].game_law_set.number("game_score") == 42
    evening.play()
    # Chicago 1890, law 21: each side scores what it makes, four times nine and four times five.
    assert evening.last_table.result.to_go == (42 - 36, 42 - 20)
    evening.correct(2, 1, points=[1, 6, 7], maker=3)
    assert evening.state.rounds[0].tables[1].result.to_go == (42 - 15, 42 - 18, 42 - 9)
    assert list(breaches()) == []


def test_three_play_as_many_deals_as_the_director_says(club):
    evening = begun(club, 7, movement=THREE | {"deals_at_three": 4})
    assert evening.send_deal(2, {"misdeal": "redeal"}).status_code == 201
    for _ in range(4):
        assert evening.give(2, ALONE).outcome == "recorded"
    with refusing("round-closed"):
        evening.give(2, ALONE)
    assert (evening.last_table.deals, evening.last_table.report.is_finished) == (4, True)


@pytest.mark.parametrize(
    ("law_set", "goes_up"),
    [
        pytest.param("chicago-1890", 1, id="the ace is low in Chicago's cutting"),
        pytest.param("foster-1897", 0, id="and high in Foster's"),
    ],
)
def test_a_tie_at_a_table_of_three_is_cut_by_the_laws_of_the_game_played_there(club, law_set, goes_up):
    evening = begun(club, 7, movement=THREE | {"ties": "entered"}, law_set=law_set)
    tied = evening.players[5:]
    evening.play({2: (12, 1, 1)})
    assert [(each.table, each.kind) for each in evening.current.life.blockers] == [(2, "cut")]
    evening.decide(2, "cut", [{str(tied[0]): "AS", str(tied[1]): "KD"}])
    reds = {line.player for line in evening.state.board.standings if line.red}
    assert reds == {evening.players[4], tied[goes_up]}
    evening.run_due_moves()
    assert tied[goes_up] in evening.current.tables[0].players
    assert tied[1 - goes_up] in evening.last_table.players
    assert list(breaches()) == []


def test_a_tie_for_the_second_place_at_a_head_table_of_three_keeps_nobody_waiting_for_cards(club):
    evening = begun(club, 6, movement=THREE | {"ties": "entered"})
    evening.play_on({1: (12, 1, 1)})
    assert evening.current.number == 2
    assert evening.players[0] in evening.current.tables[0].players


def test_a_head_table_of_three_has_one_winner_to_be_named(club):
    evening = begun(club, 6, movement=THREE)
    two = {"kind": "winners", "winners": [1, 2], "reason": "x"}
    refused = evening.send("post", "rounds/1/tables/1/decide/", two)
    assert reasons(refused)["winners"] == "Say who has won."
    evening.play(without=[1])
    evening.ring()
    page = evening.page("rounds/1/tables/1/")
    assert 'name="winner"' in page
    assert 'name="second"' not in page
    assert evening.send("post", "rounds/1/tables/1/decide/", two | {"winners": [1]}).status_code == 200
    evening.run_due_moves()
    assert evening.players[0] in evening.current.tables[0].players
    assert list(breaches()) == []


def test_who_comes_late_makes_four_of_three_at_once_where_no_deal_is_there_yet(club):
    evening = begun(club, 10, movement=THREE)
    evening.play(deals_each=1, without=[1, 3])
    late = evening.enter().member_id
    evening.amend()
    assert [len(players) for players in evening.seats] == [4, 3, 4], "table 2 has a deal and keeps its three"
    assert evening.last_table.players[3] == late
    assert evening.last_table.game.laws.game == "cinch"
    assert list(breaches()) == []


def test_a_swap_between_a_four_and_a_three_begins_both_games_anew(club):
    evening = begun(club, 7, movement=THREE)
    one, *_, other = evening.players
    evening.swap(one, other)
    assert (evening.seats[0][0], evening.seats[1][2]) == (other, one)
    assert Game.objects.filter(table=evening.table(2), game="three-handed-cinch").count() == 2
    evening.play()
    assert list(breaches()) == []

"""How the points of a table of three count in the standings, and what is said where they do not.

Three deals of seven, six and one bring 21, 18 and 3, of which 30, 33 and 48 are to go to 51.
"""

import pytest

from scoring.events.services import rounds, sweeps
from scoring.events.state import load
from scoring.office.verification import breaches
from tests.events.evenings import correct, current, play, players_of
from tests.events.threes import begun, of_three, points, signed_in
from tests.printing.paper import words
from tests.web.asking import send

pytestmark = pytest.mark.django_db


def test_points_count_in_proportion_where_the_organiser_says_so(club):
    event = begun(club, movement={"points_at_three": "in-proportion"})
    play(event, club)
    scored = points(event)
    e, f, g = players_of(event)[4:]
    # Four thirds of 21, 18 and 3; what is still to go, and so who goes up, is as it was scored.
    assert [scored[one] for one in (e, f, g)] == [28, 24, 4]
    assert of_three(event).result.to_go == (30, 33, 48)


def test_points_stay_out_of_the_standings_where_the_organiser_says_so(club):
    event = begun(club, movement={"points_at_three": "not-counted"})
    e, f, g = players_of(event)[4:]
    play(event, club)
    board = {line.player: line for line in load(event).board.standings}
    assert [board[one].points for one in (e, f, g)] == [0, 0, 0]
    assert [(board[one].rounds_not_counted, board[one].points_not_counted) for one in (e, f, g)] == [
        (1, 21), (1, 18), (1, 3)
    ]  # fmt: skip
    assert [board[one].best_round for one in (e, f, g)] == [None, None, None]
    # Who goes up is as it was scored, and so are the stars of it: 30, 33 and 48 are to go.
    assert of_three(event).result.to_go == (30, 33, 48)
    assert [board[one].red for one in (e, f, g)] == [1, 1, 0]
    sweeps.tend(event.pk)
    assert {e, f} <= set(current(event).tables[0].players)
    correct(event, club, 2, 1, points=[1, 6, 7], maker=3)
    board = {line.player: line for line in load(event).board.standings}
    assert [(board[one].points, board[one].points_not_counted) for one in (e, f, g)] == [
        (0, 15), (0, 18), (0, 9)
    ]  # fmt: skip
    assert list(breaches()) == []


@pytest.mark.parametrize(
    ("movement", "is_left_out"),
    [
        pytest.param({"points_at_three": "not-counted"}, True, id="left out"),
        pytest.param({}, False, id="counted, so that nothing is said"),
    ],
)
def test_the_standings_say_why_points_of_three_do_not_count(club, movement, is_left_out):
    event = begun(club, movement=movement)
    play(event, club)
    player = players_of(event)[4]
    told = send(club.client("player"), "get", f"events/{event.pk}/standings/").json()
    line = next(one for one in told["players"] if one["player"]["id"] == player)
    assert ("won alone against two" in (told["why_not_counted"] or "")) == is_left_out
    assert (line["points"], line["rounds_not_counted"], line["points_not_counted"]) == (
        (0, 1, 21) if is_left_out else (21, 0, 0)
    )
    director, where = signed_in(club), f"/events/{event.pk}"
    board = director.get(f"{where}/standings/").content.decode()
    mine = director.get(f"{where}/me/?player={player}").content.decode()
    paper = words(director.get(f"{where}/print/results.pdf").content)
    cards = words(director.get(f"{where}/print/score-cards.pdf").content)
    rows = director.get(f"{where}/standings.csv").content.decode().splitlines()
    table = director.get(f"{where}/rounds/1/tables/2/").content.decode()
    for page, said in ((board, "won alone against two"), (board, "1 round of three: 21 points not counted"),
                       (mine, "not counted"), (table, "won alone against two"),
                       (paper, "won alone against two"), (paper, "(21)"),
                       (cards, "(21)"), (cards, "in brackets: not counted")):  # fmt: skip
        assert (said in page) == is_left_out, said
    assert rows[0].endswith("rounds not counted,points not counted")
    assert next(row for row in rows if ",P5," in row).endswith(",1,21" if is_left_out else ",0,0")


@pytest.mark.parametrize(
    ("movement", "played_at", "is_said"),
    [
        pytest.param({"points_at_three": "not-counted"}, (1, 2), True, id="left out"),
        pytest.param({"points_at_three": "not-counted"}, (1,), False, id="nothing to leave out yet"),
        pytest.param({"points_at_three": "in-proportion"}, (1, 2), False, id="counted"),
    ],
)
def test_the_projector_says_which_points_of_its_leaders_do_not_count(club, movement, played_at, is_said):
    event = begun(club, movement=movement | {"missing_results": "cut"})
    play(event, club, without=[number for number in (1, 2) if number not in played_at])
    rounds.move_now(event=event, actor=club.actors["director"], round_number=1)
    page = signed_in(club).get(f"/events/{event.pk}/projector/").content.decode()
    leaders = page[page.index('data-board="leaders-1"') :]
    for said in ("In brackets: points at a table of three, not counted", "(21)", "(18)", "(3)"):
        assert (said in leaders) == is_said, said

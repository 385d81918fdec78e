"""Games: when the next one begins, who deals first in it, who plays; and a whole evening by its figures."""

import pytest
from django.core.management import CommandError, call_command

from scoring.models import Cut, Table
from scoring.records import games_of
from scoring.refusals import Conflict
from scoring.selectors.tables import state
from scoring.selectors.verification import breaches
from scoring.services import cuts, demo
from tests.factories import make_table, record
from tests.scoring.asking import reasons, rows, send

pytestmark = pytest.mark.django_db


def won_by(club, side, table=None):
    """Play a table's game to its end and return the table."""
    table = table or club.table
    points, maker = ([9, 5], 2) if side == 1 else ([5, 9], 1)
    while not state(table).game.course.over:
        record(table, club.actors["scorer"], dealer=None, maker=maker, points=points)
    return table


def begin(club, table, role="scorer", **wanted):
    return send(club.client(role), "post", f"tables/{table.pk}/games/", wanted)


def test_the_next_game_waits_for_the_end_of_this_one(club):
    record(club.table, club.actors["scorer"])
    before = rows()

    refused = begin(club, club.table)

    assert (refused.status_code, refused.json()["code"]) == (409, "game-not-over")
    assert rows() == before
    won_by(club, 1)
    assert begin(club, club.table).status_code == 201
    assert state(club.table).game.number == 2


def test_a_game_without_a_deal_can_be_begun_anew_with_another_dealer(club):
    answer = begin(club, club.table, dealer=2)

    assert (answer.json()["game_number"], answer.json()["next_dealer"]) == (2, 2)
    assert begin(club, club.table).json()["next_dealer"] == 2, "as before, unless somebody says otherwise"


def test_by_rotation_the_deal_simply_goes_on(club):
    # Seats 1, 2, 3 dealt the three deals; the source is silent, and rotation is the marked default.
    won_by(club, 1)

    refused = begin(club, club.table, dealer=1)
    answer = begin(club, club.table)

    assert "seat 1 may not deal first" in reasons(refused)["dealer"]
    assert (answer.json()["first_dealer"], answer.json()["next_dealer"]) == (4, 4)


@pytest.mark.parametrize(
    ("dealer", "status", "first"),
    [
        pytest.param(None, 201, 4, id="left alone: the loser whose turn it would be"),
        pytest.param(4, 201, 4, id="that loser, chosen"),
        pytest.param(2, 201, 2, id="the other loser, chosen"),
        pytest.param(1, 400, None, id="a winner"),
        pytest.param(3, 400, None, id="the other winner"),
        pytest.param(5, 400, None, id="nobody"),
    ],
)
def test_the_losers_have_the_option_of_the_first_deal(club, dealer, status, first):
    # Chicago: side 1 wins with three deals by seats 1, 2 and 3; so seats 2 and 4 have the option.
    table = make_table(club.club, club.actors["owner"], law_set="chicago-1890", dealer=1)
    for points in ([14, 0], [14, 0], [14, 0]):
        record(table, club.actors["scorer"], dealer=None, maker=1, bid=6, points=points)
    assert state(table).game.course.winner == 1, "three times fourteen is forty-two"

    answer = begin(club, table, **({} if dealer is None else {"dealer": dealer}))

    assert answer.status_code == status
    if status == 201:
        assert answer.json()["first_dealer"] == first
    else:
        assert "seat" in reasons(answer)["dealer"].lower()
        assert state(table).game.number == 1


def test_where_the_law_asks_for_a_new_cut_a_game_begins_from_one(club):
    table = make_table(club.club, club.actors["owner"], parameters={"next_game_dealer": "new-cut"})
    won_by(club, 1, table)

    refused = begin(club, table)

    assert (refused.status_code, refused.json()["code"]) == (409, "cut-needed")
    cut = cuts.make(table=table, actor=club.actors["scorer"], purpose="deal",
                    cards={"A": "5S", "Y": "KH", "B": "2C", "Z": "3C"})  # fmt: skip
    assert begin(club, table, cut=cut.pk).json()["first_dealer"] == 2, "Foster: the highest deals"


def test_other_players_may_sit_down(club):
    won_by(club, 1)

    answer = begin(club, club.table, role="director", players=["A", "Y", "Carlow", "Delft"])
    scorer = begin(club, club.table, role="scorer", players=["A", "Y", "Carlow", "Emden"])
    known = begin(club, club.table, role="scorer", players=["Delft", "Carlow", "A", "Y"])

    assert [seat["player"]["name"] for seat in answer.json()["seats"]] == ["A", "Y", "Carlow", "Delft"]
    assert scorer.status_code == 403, "only those who add members bring in new names"
    assert [seat["player"]["name"] for seat in known.json()["seats"]] == ["Delft", "Carlow", "A", "Y"]
    first = games_of(club.table)[0]
    assert first.course.winner == 1, "the game before is as it was"


@pytest.mark.parametrize(
    ("players", "field", "why"),
    [
        (["A", "Y", "B"], "players", "4 seats"),
        (["A", "Y", "B", "A"], "players.4", "already has a seat"),
        ([0, "Y", "B", "Z"], "players.1", "No such member"),
    ],
)
def test_players_who_cannot_sit_are_refused(club, players, field, why):
    won_by(club, 1)
    before = rows()

    assert why in reasons(begin(club, club.table, players=players))[field]
    assert rows() == before


def cut_for(club, table, purpose="partners", **cards):
    return cuts.make(table=table, actor=club.actors["scorer"], purpose=purpose, cards=cards)


def test_a_decided_cut_seats_the_players_and_gives_the_deal(club):
    # Highest B, then Z: partners against A and Y. B deals and sits in seat 1, Z opposite.
    cut = cut_for(club, club.table, A="5H", Y="9C", B="KS", Z="QD")

    body = begin(club, club.table, cut=cut.pk).json()

    assert [seat["player"]["name"] for seat in body["seats"]] == ["B", "Y", "Z", "A"]
    assert (body["first_dealer"], body["next_dealer"]) == (1, 1)


def test_an_undecided_cut_begins_nothing_until_the_tie_is_cut(club):
    cut = cut_for(club, club.table, A="5H", Y="KC", B="KS", Z="QD")
    refused = begin(club, club.table, cut=cut.pk)
    assert (refused.status_code, refused.json()["code"]) == (409, "cut-undecided")

    again = cut_for(club, club.table, Y="2C", B="3S")
    body = begin(club, club.table, cut=again.pk).json()

    assert [seat["player"]["name"] for seat in body["seats"]] == ["B", "Z", "Y", "A"]
    assert again.continues_id == cut.pk


def test_a_cut_begins_one_game_only(club):
    cut = cut_for(club, club.table, A="5H", Y="9C", B="KS", Z="QD")
    assert begin(club, club.table, cut=cut.pk).status_code == 201
    before = rows()

    refused = begin(club, club.table, cut=cut.pk)

    assert (refused.status_code, refused.json()["code"]) == (409, "cut-used")
    assert rows() == before


def test_a_cut_for_a_tie_or_of_another_table_begins_no_game(club, other_club):
    tie = cut_for(club, club.table, "tie", A="5H", Y="9C", B="KS", Z="QD")
    theirs = cut_for(other_club, other_club.table, A="5H", Y="9C", B="KS", Z="QD")

    assert "for a tie" in reasons(begin(club, club.table, cut=tie.pk))["cut"]
    assert begin(club, club.table, cut=theirs.pk).status_code == 404
    assert "id of a cut" in reasons(begin(club, club.table, cut=-1))["cut"]
    assert "not in quotes" in reasons(begin(club, club.table, cut=str(tie.pk)))["cut"]
    assert Cut.objects.filter(games__isnull=False).count() == 0


# The evening of the demo, worked out on paper from its deals (scoring/demo/evening.yaml): running scores.
# Foster, made: the difference of the points to the side that took more. Failed: the adversaries score their
# own points and the bid. Chicago, made: each side its own. Failed: the maker is set back by the bid.
EVENING = {
    "Demo table 1": [
        (
            [
                (0, 15),  # A-B bid 8 and took 7 of Foster's illustrative hand: 7 + 8
                (2, 15),  # A-B bid 7, took 8 to 6
                (2, 27),  # Y-Z bid 6, took 13 to 1
                (14, 27),  # A-B bid 10, took 13 to 1
                (29, 27),  # Y-Z bid 9 (8 was entered first), took 8: failed, 6 + 9
                (41, 27),  # A-B bid 8, took 13 (the right pedro among the discards) to 1
                (41, 27),  # a misdeal
                (41, 39),  # Y-Z bid 11, took 13 to 1
                (43, 39),  # A-B bid 7, took 8 to 6
                (43, 47),  # Y-Z bid 8, took 8; A revoked, so A-B score nothing and nothing is deducted: 8
                (47, 47),  # A-B bid 8, took 9 to 5
                (49, 47),  # A-B bid 6, took 8 to 6
                (49, 49),  # Y-Z bid 7, took 8 to 6
                (64, 49),  # Y-Z bid 9, took 8: failed, 6 + 9
            ],
            1,
        )
    ],
    "Demo table 2": [
        (
            [
                (0, 6),  # Y-Z bid 6, took 10 to 4
                (4, 6),  # A-B bid 8, took 9 to 5
                (20, 6),  # Y-Z bid 9, took 7: failed, 7 + 9
                (20, 10),  # A-B bid 5 and took 5; the others took 9, and the difference is theirs
                (20, 10),  # nobody bid; seven each: nobody scores
                (30, 10),  # A-B bid 10, took 12 to 2
                (30, 22),  # Y-Z bid 12, took 13 to 1
                (42, 22),  # A-B bid 7, took 13 to 1
                (42, 36),  # Y-Z bid and took all 14
                (44, 36),  # A-B bid 6, took 8 to 6
                (52, 36),  # A-B bid 8, took 11 to 3
            ],
            1,
        ),
        (
            [
                (0, 2),  # Y-Z bid 7, took 8 to 6
                (17, 2),  # Y-Z bid 8, took 5: failed, 9 + 8
            ],
            None,
        ),
    ],
    "Demo table 3": [
        (
            [
                (5, 9),  # Y-Z bid 6, took 9
                (-3, 18),  # A-B bid 8, took 5: set back 8; the others score their 9
                (3, 26),  # Y-Z bid 7, took 8 to 6
                (14, 29),  # A-B bid 9, took 11 to 3
                (22, 20),  # Y-Z bid 9, took 6: set back 9; the others score their 8
                (26, 30),  # nobody bid, the dealer's side took 10 to 4: each its own
                (26, 30),  # a misdeal
                (35, 35),  # A-B bid 6, took 9 to 5
                # Seven each. High to A-B 36, Low to Y-Z 36, Jack to A-B 37, Game to Y-Z 37; then the right
                # pedro, before the left, takes Y-Z out with 42.
                (42, 42),
            ],
            2,
        )
    ],
    "Demo table 4: hands from the Chicago booklet": [
        (
            [
                (-6, 11),  # 3 to 11: set back 6
                (-12, 21),  # 4 to 10: set back 6
                (-3, 26),  # 9 to 5
                (11, 26),  # 14
                (18, 33),  # 7 bid and made, 7 to the others
                (24, 41),  # 6 bid and made, 8 to the others
            ],
            None,
        )
    ],
}


def test_the_demo_evening_comes_to_what_it_comes_to_on_paper():
    demo.load()

    tables = {table.name: table for table in Table.objects.filter(club__slug="demo-club")}
    assert tables.keys() == EVENING.keys()
    for name, games in EVENING.items():
        played = [
            ([entry.score.after.values for entry in game.course.entries], game.course.winner)
            for game in games_of(tables[name])
        ]
        assert played == games, name
    last = games_of(tables["Demo table 3"])[0].course.entries[-1].score
    assert last.counted_out == "right-pedro"
    assert list(breaches()) == []


def test_the_demo_loads_once():
    demo.load()
    before = rows()

    with pytest.raises(Conflict, match="there already"):
        demo.load()
    with pytest.raises(CommandError, match="there already"):
        call_command("demo")
    assert rows() == before


def test_the_demo_prints_accounts_that_can_sign_in(client, capsys):
    call_command("demo")

    printed = [line.split() for line in capsys.readouterr().out.splitlines()[1:]]
    assert [name for name, _ in printed] == ["demo", "demo-director", "demo-scorer"]
    for name, password in printed:
        body = {"username": name, "password": password}
        assert client.post("/api/v1/auth/token/", body, content_type="application/json").status_code == 200

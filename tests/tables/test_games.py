"""The next game: when it begins, who deals first, and who plays."""

import pytest

from scoring.tables.games import games_of
from scoring.tables.models import Cut
from scoring.tables.queries import table_state
from scoring.tables.services import cuts
from scoring.tables.table_policy import policy_of
from tests.events.evenings import signed_in
from tests.factories import make_table, record
from tests.web.asking import reasons, rows, send

pytestmark = pytest.mark.django_db


def won_by(club, side, table=None):
    """Play a table's game to its end and return the table."""
    table = table or club.table
    points, maker = ([9, 5], 2) if side == 1 else ([5, 9], 1)
    while not table_state(table).game.state.over:
        record(table, club.actors["scorer"], dealer=None, maker=maker, points=points)
    return table


def begin(club, table, role="scorer", **wanted):
    return send(club.client(role), "post", f"tables/{table.pk}/games/", wanted)


def test_the_next_game_waits_for_the_end_of_this_one_unless_it_has_no_deal_yet(club):
    anew = begin(club, club.table, dealer=2).json()
    assert (anew["game_number"], anew["next_dealer"]) == (2, 2)
    assert begin(club, club.table).json()["next_dealer"] == 2, "as before, unless somebody says otherwise"

    record(club.table, club.actors["scorer"], dealer=None)
    before = rows()
    refused = begin(club, club.table)
    assert (refused.status_code, refused.json()["code"]) == (409, "game-not-over")
    assert rows() == before
    won_by(club, 1)
    assert begin(club, club.table).json()["game_number"] == 4


@pytest.mark.parametrize(
    ("dealer", "status", "first"),
    [
        pytest.param(None, 201, 4, id="left alone: the loser whose turn it would be"),
        pytest.param(2, 201, 2, id="the other loser, chosen"),
        pytest.param(1, 400, None, id="a winner"),
        pytest.param(5, 400, None, id="nobody"),
    ],
)
def test_the_losers_have_the_option_of_the_first_deal(club, dealer, status, first):
    # Chicago: side 1 wins with three deals by seats 1, 2 and 3; so seats 2 and 4 have the option.
    table = make_table(club.club, club.actors["owner"], law_set="chicago-1890", dealer=1)
    for points in ([14, 0], [14, 0], [14, 0]):
        record(table, club.actors["scorer"], dealer=None, maker=1, bid=6, points=points)
    assert table_state(table).game.state.winner == 1, "three times fourteen is forty-two"

    answer = begin(club, table, **({} if dealer is None else {"dealer": dealer}))

    assert answer.status_code == status
    if status == 201:
        assert answer.json()["first_dealer"] == first
    else:
        assert "seat" in reasons(answer)["dealer"].lower()
        assert table_state(table).game.number == 1


def test_where_the_law_asks_for_a_new_cut_a_game_begins_from_one(club):
    table = make_table(club.club, club.actors["owner"], parameters={"next_game_dealer": "new-cut"})
    won_by(club, 1, table)

    refused = begin(club, table)

    assert (refused.status_code, refused.json()["code"]) == (409, "cut-needed")
    cut = cuts.make(policy=policy_of(table), actor=club.actors["scorer"], purpose="deal",
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
    assert first.state.winner == 1, "the game before is as it was"


def cut_for(club, table, purpose="partners", **cards):
    return cuts.make(policy=policy_of(table), actor=club.actors["scorer"], purpose=purpose, cards=cards)


def test_a_cut_begins_one_game_once_it_has_decided(club):
    cut = cut_for(club, club.table, A="5H", Y="KC", B="KS", Z="QD")
    undecided = begin(club, club.table, cut=cut.pk)
    again = cut_for(club, club.table, Y="2C", B="3S")
    page, offer = f"/tables/{club.table.pk}/cuts/", "Begin the game as it was cut"
    assert offer in signed_in(club, "scorer").get(page).content.decode()
    body = begin(club, club.table, cut=again.pk).json()
    before = rows()
    repeated = begin(club, club.table, cut=again.pk)
    used = begin(club, club.table, cut=again.pk, after=body["game_number"])

    assert (undecided.status_code, undecided.json()["code"]) == (409, "cut-undecided")
    assert again.continues_id == cut.pk
    # B and Y cut highest and play against Z and A. B deals and sits in seat 1; Y sits opposite.
    assert [seat["player"]["name"] for seat in body["seats"]] == ["B", "Z", "Y", "A"]
    assert (body["first_dealer"], body["next_dealer"]) == (1, 1)
    assert (repeated.status_code, repeated.json()) == (201, body)
    assert (used.status_code, used.json()["code"]) == (409, "cut-used")
    assert rows() == before
    assert offer not in signed_in(club, "scorer").get(page).content.decode()


def test_a_cut_for_a_tie_or_of_another_table_begins_no_game(club, other_club):
    tie = cut_for(club, club.table, "tie", A="5H", Y="9C", B="KS", Z="QD")
    theirs = cut_for(other_club, other_club.table, A="5H", Y="9C", B="KS", Z="QD")

    assert "for a tie" in reasons(begin(club, club.table, cut=tie.pk))["cut"]
    assert begin(club, club.table, cut=theirs.pk).status_code == 404
    assert "id of a cut" in reasons(begin(club, club.table, cut=-1))["cut"]
    assert "not in quotes" in reasons(begin(club, club.table, cut=str(tie.pk)))["cut"]
    assert Cut.objects.filter(games__isnull=False).count() == 0

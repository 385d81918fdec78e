"""A club's table of three, each for himself: opened, entered, corrected, cut at, printed, checked."""

from uuid import uuid4

import pytest
from django.test import Client

from scoring.office.verification import breaches
from scoring.tables.models import DealRevision
from tests.factories import house_laws
from tests.web.asking import reasons, send

pytestmark = pytest.mark.django_db

THREE = ["Aarau", "Ystad", "Bergamo"]
FAILED = {"dealer": 1, "maker": 2, "bid": 8, "trump": "H", "points": [5, 6, 3]}
"""Seat 2 bids eight and takes six."""


def open_table(club, **wanted):
    asked = {"club": club.club.slug, "players": THREE, "game": "three-handed-cinch"} | wanted
    return send(club.client("director"), "post", "tables/", asked)


def enter(club, table, deal):
    client = club.client("scorer")
    return client.post(
        f"/api/v1/tables/{table}/deals/", deal, format="json", headers={"Idempotency-Key": str(uuid4())}
    )


@pytest.mark.parametrize(
    ("law_set", "game_score"),
    [("chicago-1890", 42), ("foster-1897", 51), ("modern-book", 51), ("bicycle", 51)],
)
def test_a_table_has_three_seats_and_three_scores_under_every_book(club, law_set, game_score):
    body = open_table(club, law_set=law_set).json()

    assert [(seat["seat"], seat["player"]["name"]) for seat in body["seats"]] == list(enumerate(THREE, 1))
    assert (body["game"], body["game_score"]) == ("three-handed-cinch", game_score)
    assert (body["score"], body["to_go"]) == ([0, 0, 0], [game_score] * 3)
    answer = enter(club, body["id"], FAILED).json()
    assert answer["score"]["scored"] == [5, -8, 3]
    assert (answer["running_score"], answer["next_dealer"]) == ([5, -8, 3], 2)
    assert list(breaches()) == []


@pytest.mark.parametrize(
    ("wanted", "field"),
    [
        pytest.param({"players": [*THREE, "Zwolle"]}, "players", id="four players"),
        pytest.param({"players": THREE[:2]}, "players", id="two players"),
        pytest.param({"dealer": 4}, "dealer", id="a fourth seat deals"),
        pytest.param({"law_set": "chicago-1890", "game": "two-handed-cinch"}, "game", id="another game"),
    ],
)
def test_a_table_that_cannot_be_is_refused(club, wanted, field):
    assert field in reasons(open_table(club, **wanted))


def test_dead_points_are_kept_and_every_point_is_somewhere(club):
    table = open_table(club, law_set="chicago-1890").json()["id"]
    # Chicago 1890, law 24 and General: a pedro stayed in the pack.
    assert enter(club, table, FAILED | {"points": [5, 1, 3]}).status_code == 201
    won = {"high": 1, "low": 2, "jack": 3, "game": 1, "right-pedro": "discards", "left-pedro": None}
    named = {"dealer": 2, "maker": 1, "bid": 7, "trump": "S", "won": won}
    assert enter(club, table, named).json()["score"]["scored"] == [7, 1, 1]

    kept = DealRevision.objects.filter(deal__table=table).order_by("id")
    assert [(one.points_taken, one.points_dead, one.points_total) for one in kept] == [(9, 5, 14), (9, 5, 14)]
    assert list(breaches()) == []


def test_the_lowest_card_deals(club):
    table = open_table(club, law_set="chicago-1890").json()
    people = [str(seat["player"]["id"]) for seat in table["seats"]]
    cards = dict(zip(people, ["KS", "AS", "2H"], strict=True))
    path = f"tables/{table['id']}/cuts/"
    cut = send(club.client("scorer"), "post", path, {"purpose": "deal", "cards": cards}).json()
    # Chicago 1890, law 3: the lowest card has the deal, and the ace is the lowest.
    assert cut["first_dealer"]["name"] == "Ystad"
    assert cut["explanation"][0]["law"] == "chicago-1890/cutting/cut-for-deal"
    refused = send(club.client("scorer"), "post", path, {"purpose": "partners"})
    assert "players" in reasons(refused)
    begun = send(club.client("scorer"), "post", f"tables/{table['id']}/games/", {"cut": cut["id"]})
    assert begun.status_code == 201, begun.json()
    state = send(club.client("player"), "get", f"tables/{table['id']}/").json()
    assert ([seat["player"]["name"] for seat in state["seats"]], state["next_dealer"]) == (THREE, 2)


def test_a_clubs_own_law_set_plays_with_three_too(club):
    laws = house_laws(club)
    body = open_table(club, law_set=laws.slug).json()
    # The club chose a game of thirty-one, to which what is open gives way; what it left alone stays.
    assert body["game_score"] == 31
    assert enter(club, body["id"], FAILED).json()["score"]["scored"] == [5, -8, 3]


def test_its_pages_and_sheets_open(club):
    table = open_table(club, law_set="chicago-1890").json()["id"]
    enter(club, table, FAILED)
    browser = Client()
    browser.force_login(club.users["director"])
    for page in ("", "sheet/", "cuts/", "disputes/", "deals/1/", "link/", "company/"):
        assert browser.get(f"/tables/{table}/{page}").status_code == 200, page
    for sheet in ("filled-sheet", "score-sheet", "card"):
        answer = browser.get(f"/tables/{table}/print/{sheet}.pdf")
        assert (answer.status_code, answer["Content-Type"]) == (200, "application/pdf"), sheet
    told = browser.get(f"/tables/{table}/deals/1/").content.decode()
    assert "Aarau" in told
    assert f"/tables/{table}/company/" not in browser.get(f"/tables/{table}/").content.decode()


def test_a_law_set_tells_what_is_another_thing_with_three():
    answer = Client().get("/api/v1/law-sets/chicago-1890/").json()
    own = answer["game_parameters"]["three-handed-cinch"]
    assert (own["dealer_draw"], own["points_out_of_play"]) == ("blind", "possible")
    assert answer["game_settings"]["three-handed-cinch"]["dealer_draw"]["status"] == "inferred"
    page = Client().get("/laws/foster-1897/").content.decode()
    assert "Three Handed Cinch: 8 points that differ" in page

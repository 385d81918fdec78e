"""A club's table of three without partners: refusals, dead points, cuts and prints."""

from uuid import uuid4

import pytest
from django.test import Client
from django.utils.html import escape

from laws.domain.parameters import PARAMETERS
from laws.table_of_contents import game_title
from scoring.office.verification import breaches
from scoring.tables.models import DealRevision
from tests.events.evenings import signed_in
from tests.web.asking import reasons, send

pytestmark = pytest.mark.django_db

THREE = ["Aarau", "Ystad", "Bergamo"]
FAILED = {"dealer": 1, "maker": 2, "bid": 8, "trump": "H", "points": [5, 1, 3]}
"""Seat 2 bids eight and takes one (Chicago 1890, law 24 and General); one pedro stayed in the pack."""


def open_table(club, **wanted):
    asked = {
        "club": club.club.slug,
        "players": THREE,
        "game": "three-handed-cinch",
        "law_set": "chicago-1890",
    }
    return send(club.client("director"), "post", "tables/", asked | wanted)


@pytest.mark.parametrize(
    ("wanted", "field"),
    [
        pytest.param({"players": [*THREE, "Zwolle"]}, "players", id="four players"),
        pytest.param({"players": THREE[:2]}, "players", id="two players"),
        pytest.param({"dealer": 4}, "dealer", id="a fourth seat deals"),
        pytest.param({"game": "whist"}, "game", id="another game"),
    ],
)
def test_an_impossible_table_is_refused(club, wanted, field):
    assert field in reasons(open_table(club, **wanted))


def test_dead_points_are_kept_and_pages_and_sheets_open(club):
    here = f"tables/{open_table(club).json()['id']}/"
    won = {"high": 1, "low": 2, "jack": 3, "game": 1, "right-pedro": "discards", "left-pedro": None}
    named = {"dealer": 2, "maker": 1, "bid": 7, "trump": "S", "won": won}
    for deal, scored in ((FAILED, [5, -8, 3]), (named, [7, 1, 1])):
        answer = send(club.client("scorer"), "post", f"{here}deals/", deal, key=uuid4())
        assert answer.json()["score"]["scored"] == scored

    kept = DealRevision.objects.order_by("id")
    assert [(deal.points_taken, deal.points_dead, deal.points_total) for deal in kept] == [
        (9, 5, 14),
        (9, 5, 14),
    ]
    assert list(breaches()) == []
    browser = signed_in(club)
    sheets = (f"print/{sheet}.pdf" for sheet in ("filled-sheet", "score-sheet", "card"))
    for page in ("", "sheet/", "cuts/", "link/", "company/", *sheets):
        assert browser.get(f"/{here}{page}").status_code == 200, page
    assert f"/{here}company/" not in browser.get(f"/{here}").content.decode()


def test_the_lowest_card_deals(club):
    table = open_table(club).json()
    people = [str(seat["player"]["id"]) for seat in table["seats"]]
    cards, here = dict(zip(people, ["KS", "AS", "2H"], strict=True)), f"tables/{table['id']}/"
    scorer = club.client("scorer")
    cut = send(scorer, "post", f"{here}cuts/", {"purpose": "deal", "cards": cards}).json()
    # Chicago 1890, law 3: the lowest card has the deal, and the ace is the lowest.
    assert cut["first_dealer"]["name"] == "Ystad"
    assert "players" in reasons(send(scorer, "post", f"{here}cuts/", {"purpose": "partners"}))
    begun = send(scorer, "post", f"{here}games/", {"cut": cut["id"]})
    assert begun.status_code == 201, begun.json()
    state = send(scorer, "get", here).json()
    assert ([seat["player"]["name"] for seat in state["seats"]], state["next_dealer"]) == (THREE, 2)


def test_a_law_set_says_what_differs_with_three_players():
    answer = Client().get("/api/v1/law-sets/chicago-1890/").json()
    own = answer["game_parameters"]["three-handed-cinch"]
    assert (own["dealer_draw"], own["points_out_of_play"]) == ("blind", "possible")
    assert answer["game_settings"]["three-handed-cinch"]["dealer_draw"]["status"] == "inferred"
    page = Client().get("/laws/foster-1897/").content.decode()
    # Of the nine that differ, three players do not read who may claim a trick: they have no fourth hand.
    assert "Three Handed Cinch: 8 points of its own" in page


@pytest.mark.parametrize(
    ("law_set", "game", "ignored"),
    [
        ("foster-1897", "three-handed-cinch", ["trick_claim"]),
        # Nobody has a partner whose revoke could bar a side.
        ("chicago-1890", "two-handed-cinch", ["revoke_scope"]),
        # There is no bid, and only All Fives counts the five of trumps for Game.
        ("foster-1897", "seven-up", ["max_bid", "trump_five_counts"]),
        ("foster-1897", "widow-cinch", []),
    ],
)
def test_what_a_game_does_not_read_is_named_to_programs_and_shown_on_no_page(law_set, game, ignored):
    sheet = Client().get(f"/api/v1/games/{game}/?law_set={law_set}").json()
    assert (sorted(sheet["ignored"]), set(ignored) <= sheet["parameters"].keys()) == (ignored, True)
    book = Client().get(f"/laws/{law_set}/").content.decode().partition("In other games")[2]
    of_game = book.partition(f"<summary>{game_title(game)}: ")[2].partition("</details>")[0]
    pages = [of_game, Client().get(f"/games/{game}/?law_set={law_set}").content.decode()]
    for name in sheet["parameters"]:
        heading = f'<h3 class="flush">{escape(PARAMETERS[name].title)}</h3>'
        assert [heading in page for page in pages] == [name not in ignored] * 2, name

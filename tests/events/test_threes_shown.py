"""Tables of three on pages, in the API and in print: law sets, links, sheets, disputes, points."""

from dataclasses import replace
from uuid import uuid4

import pytest

from laws import library
from scoring.events.models import Event
from scoring.events.planning.domain.settings import parse_settings
from scoring.events.planning.services.law_sets import of_tables_of_three
from scoring.game.games import GAMES
from scoring.office.verification import breaches
from scoring.tables.services import cuts
from scoring.tables.table_policy import policy_of
from tests.disputes.disputing import ADVERSARY_REVOKES
from tests.events.evenings import ALONE, THREE, Evening, begun, deal_of, planned, signed_in
from tests.office.tampering import lifted, run
from tests.printing.paper import words
from tests.web.asking import reasons, send

pytestmark = pytest.mark.django_db

REVOKED = {**ADVERSARY_REVOKES, "assume_usual": True}


@pytest.mark.parametrize(
    ("law_set", "at_three", "expected"),
    [
        pytest.param("foster-1897", None, "foster-1897", id="as the event"),
        pytest.param("chicago-1890", "chicago-1890", "chicago-1890", id="as the event, and named"),
    ],
)
def test_the_law_set_of_tables_of_three_is_pinned_and_shown(club, law_set, at_three, expected):
    named = {} if at_three is None else {"law_set_at_three": at_three}
    asked = {"club": club.club.slug, "name": "Evening", "rounds": 2, "law_set": law_set, "movement": THREE,
             "players": [f"P{number}" for number in range(7)], **named}  # fmt: skip
    answer = send(club.client("director"), "post", "events/", asked)

    assert answer.status_code == 201, answer.json()
    assert (answer.json()["law_set"], answer.json()["law_set_at_three"]) == (law_set, expected)
    event = Event.locked(answer.json()["id"])
    assert event.law_set_at_three.slug == expected
    assert (event.law_set_at_three_id == event.law_set_id) == (law_set == expected)
    page = Evening(event, club).page()
    assert "Law set of tables of three" in page
    assert "The director chooses to have them" in page


def test_a_law_set_without_the_game_of_three_gives_way_to_the_default():
    without = replace(library.law_set("chicago-1890"), games=("cinch",))
    settings = parse_settings(THREE, rounds=2, deals_per_round=4)
    assert of_tables_of_three(without, GAMES["cinch"], settings).slug == "foster-1897"


def test_a_table_of_three_has_three_seats_to_be_named_by_hand(club):
    evening = planned(club, 7, movement=THREE)
    ids = evening.players
    refused = reasons(evening.send("post", "start/", {"tables": [ids[:5], ids[5:7]]}))
    assert refused == {"tables.1": "A table of this event has 4 or 3 players."}


def test_the_games_of_three_are_verified_against_the_event(club):
    evening = begun(club, 7, movement=THREE)
    game = evening.last_table.game.game_id
    with lifted():
        run("UPDATE scoring_game SET game = NULL, law_set_id = NULL WHERE id = %s", game)
        found = {(breach.invariant, breach.what) for breach in breaches()}
    assert ("I-14", f"game id {game} has not the game and law set of a table of 3 in this event") in found
    assert list(breaches()) == []


def test_a_deal_for_a_game_that_only_a_phone_still_shows_is_held_for_the_director(club):
    evening = begun(club, 7, movement=THREE)
    evening.play()
    evening.enter()
    evening.run_due_moves()
    late = evening.send_deal(2, deal_of(ALONE) | {"game_number": 1})
    assert (late.status_code, late.json()["code"]) == (202, "another-game")
    assert signed_in(club).get(f"/clubs/{club.club.slug}/director/").status_code == 200
    where = f"tables/{evening.table(2).pk}/held/{late.json()['held']}/"
    released = send(club.client("director"), "post", where, {"release": True})
    assert released.status_code == 400, "four play there now"
    assert list(breaches()) == []


def test_an_evening_with_a_table_of_three_on_pages_and_sheets_and_in_the_api(club):
    evening = begun(club, 7, movement=THREE)
    for number, result in ((1, None), (3, {"winner": 1, "to_go": [30, 33, 48]})):
        while evening.last_table.deals < number:
            evening.give(2, ALONE)
        table = evening.read("rounds/1/")["tables"][1]
        assert (table["points"], table["result"]) == ([7 * number, 6 * number, number], result)
    evening.play(without=[2])
    director, here = signed_in(club), f"/tables/{evening.table(2).pk}/"
    sheets = ("table-cards.pdf", "score-cards.pdf", "score-sheets.pdf", "score-sheets.pdf?round=2",
              "filled-sheets.pdf", "name-cards.pdf", "place-cards.pdf", "results.pdf")  # fmt: skip
    pages = ("", "rounds/1/", "projector/", "standings/", *(f"print/{sheet}" for sheet in sheets))
    for address in (here, f"{here}sheet/", *(f"/events/{evening.pk}/{page}" for page in pages)):
        assert director.get(address).status_code == 200, address
    mine = f"me/?player={evening.players[5]}"
    for page, text in (
        ("rounds/1/tables/2/", "everybody plays alone"),
        (mine, "three play here, each alone"),
    ):
        assert text in director.get(f"/events/{evening.pk}/{page}").content.decode()


def test_a_cut_at_a_table_of_three_is_judged_by_the_law_set_of_tables_of_three(club):
    evening = begun(club, 7, movement=THREE, law_set="chicago-1890")
    table, director = evening.table(2), club.client("director")

    def cut(number, *cards):
        at = evening.table(number)
        names = [seat["player"]["name"] for seat in send(director, "get", f"tables/{at.pk}/").json()["seats"]]
        asked = {"purpose": "deal", "cards": dict(zip(names, cards, strict=False))}
        return send(director, "post", f"tables/{at.pk}/cuts/", asked)

    # Chicago 1890, law 3: the lowest card has the deal, and the ace is the lowest. Equals cut again.
    tied = cut(2, "KS", "2H", "2D").json()
    assert [player["name"] for player in tied["cut_again"]] == ["P6", "P7"]
    again = send(director, "post", f"tables/{table.pk}/cuts/",
                 {"purpose": "deal", "cards": {"P6": "3C", "P7": "AH"}}).json()  # fmt: skip
    law = "chicago-1890/cutting/cut-for-deal"
    assert (again["first_dealer"]["name"], again["explanation"][0]["law"]) == ("P7", law)
    # Law 35: so it is at the tables of four.
    assert cut(1, "KS", "2H", "AD", "QC").json()["first_dealer"]["name"] == "P3"

    evening.play()
    evening.enter()
    evening.run_due_moves()
    four = cut(2, "KS", "2H", "AD", "QC").json()
    assert four["first_dealer"]["id"] == evening.last_table.players[2], "the ace"
    assert four["explanation"][0]["law"].startswith("chicago-1890/cutting/")
    listed = send(director, "get", f"tables/{table.pk}/cuts/").json()["results"]
    assert [one["first_dealer"]["name"] for one in listed[1:]] == ["P7"], "judged as it was then"
    page = signed_in(club).get(f"/tables/{table.pk}/cuts/")
    assert [one.row.pk for one in page.context["cuts"]] == [one["id"] for one in listed]
    drawn = cuts.make(
        policy=policy_of(evening.table(2)), actor=evening.director, purpose="deal", seed="autumn"
    )
    assert drawn.game_id is None, "four play the table's own game"
    assert list(breaches()) == []


def test_a_dispute_about_a_deal_of_the_round_before_is_about_the_game_that_was_played_then(club):
    evening = begun(club, 7, movement=THREE, law_set="chicago-1890")
    evening.play()
    evening.enter()
    evening.run_due_moves()
    evening.give(2, (9, 5))
    here, browser, director = f"tables/{evening.table(2).pk}/", signed_in(club), club.client("director")
    disputes = []
    for number, law_set, points in ((1, "chicago-1890", [7, 6, 1]), (4, "chicago-1890", [9, 5])):
        where = f"{here}deals/{number}/"
        raised = send(director, "post", f"{where}disputes/", REVOKED, key=uuid4())
        assert (raised.status_code, raised.json()["law_set"]) == (201, law_set)
        disputes.append(raised.json()["id"])
        assert browser.get(f"/{where}").status_code == 200
        assert send(director, "get", where).json()["deal"]["points"] == points
    # Chicago: an adversary who revokes scores nothing, and these points go to the maker: thirteen and one.
    decided = send(director, "post", f"disputes/{disputes[0]}/decide/", {"confirm": True}, key=uuid4())
    assert decided.status_code == 200, decided.json()
    assert send(director, "get", f"{here}deals/1/").json()["score"]["scored"] == [13, 0, 1]
    assert evening.state.rounds[0].tables[1].points() == (21 + 6, 18 - 6, 3)
    for game in (1, 2):
        assert browser.get(f"/{here}sheet/?game={game}").status_code == 200
        assert browser.get(f"/{here}print/filled-sheet.pdf?game={game}").status_code == 200
    assert list(breaches()) == []


@pytest.mark.parametrize(
    ("movement", "is_left_out"),
    [
        pytest.param({"points_at_three": "not-counted"}, True, id="left out"),
        pytest.param({}, False, id="counted, so that nothing is said"),
    ],
)
def test_the_standings_say_why_points_of_three_do_not_count(club, movement, is_left_out):
    evening = begun(club, 7, movement=THREE | movement)
    evening.play()
    player = evening.players[4]
    standings = evening.read("standings/")
    line = next(line for line in standings["players"] if line["player"]["id"] == player)
    assert ("won alone against two" in (standings["why_not_counted"] or "")) == is_left_out
    assert (line["points"], line["rounds_not_counted"], line["points_not_counted"]) == (
        (0, 1, 21) if is_left_out else (21, 0, 0)
    )
    director, where = signed_in(club), f"/events/{evening.pk}"
    board = director.get(f"{where}/standings/").content.decode()
    mine = director.get(f"{where}/me/?player={player}").content.decode()
    paper = words(director.get(f"{where}/print/results.pdf").content)
    cards = words(director.get(f"{where}/print/score-cards.pdf").content)
    rows = director.get(f"{where}/standings.csv").content.decode().splitlines()
    table = director.get(f"{where}/rounds/1/tables/2/").content.decode()
    projector = director.get(f"{where}/projector/").content.decode()
    for page, text in ((board, "won alone against two"), (board, "1 round of three: 21 points not counted"),
                       (mine, "not counted"), (table, "won alone against two"),
                       (projector, "In brackets: points at a table of three, not counted"),
                       (projector, "(21)"), (paper, "won alone against two"),
                       (paper, "21 points not counted"),
                       (cards, "(21)"), (cards, "in brackets: not counted")):  # fmt: skip
        assert (text in page) == is_left_out, text
    assert rows[0].endswith("rounds not counted,points not counted,rounds as totals,notes")
    figures = ",1,21,0,1 round of three: 21 points not counted" if is_left_out else ",0,0,0,"
    assert next(row for row in rows if ",P5," in row).endswith(figures)

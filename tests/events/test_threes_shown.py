"""What is seen and sent of tables of three: law sets, links, pages, sheets and disputes."""

from uuid import uuid4

import pytest

from scoring.events.models import Event
from scoring.events.services import attendance, sweeps
from scoring.office.verification import breaches
from scoring.tables.models import Seat
from scoring.tables.services import cuts
from tests.disputes.disputing import ADVERSARY_REVOKES
from tests.events.evenings import ALONE, deal_of, give, now, planned, play, players_of, table_of
from tests.events.threes import THREE, begun, of_three, send_deal, signed_in
from tests.office.tampering import lifted, run
from tests.web.asking import reasons, send

pytestmark = pytest.mark.django_db

REVOKED = {**ADVERSARY_REVOKES, "assume_usual": True}


@pytest.mark.parametrize(
    ("law_set", "at_three", "expected"),
    [
        pytest.param("foster-1897", None, "foster-1897", id="as the event"),
        pytest.param("foster-1897", "chicago-1890", "chicago-1890", id="as the organiser says"),
        pytest.param("chicago-1890", None, "chicago-1890", id="as the event, of Chicago"),
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
    page = signed_in(club).get(f"/events/{event.pk}/").content.decode()
    assert "Law set of tables of three" in page
    assert "the organiser&#x27;s choice" in page or "the organiser's choice" in page


def test_a_table_of_three_has_three_seats_to_be_named_by_hand(club):
    event = planned(club, 7, movement=THREE)
    ids = players_of(event)
    tables = {"tables": [ids[:5], ids[5:7]]}
    told = reasons(send(club.client("director"), "post", f"events/{event.pk}/start/", tables))
    assert told == {
        "tables.1": "A table of this event has 4 or 3 players.",
    }


def test_the_games_of_three_are_verified_against_the_event(club):
    event = begun(club)
    game = of_three(event).game.game_id
    with lifted():
        run("UPDATE scoring_game SET game = NULL, law_set_id = NULL WHERE id = %s", game)
        found = {(breach.invariant, breach.what) for breach in breaches()}
    assert ("I-14", f"game id {game} is not what 3 play in this event") in found
    assert list(breaches()) == []


def test_the_deals_of_three_come_by_the_link_and_are_previewed_and_corrected(club):
    event = begun(club)
    table = table_of(event, 2)
    phone = club.link_client(table)
    deal = deal_of(ALONE)
    shown = send(phone, "post", f"tables/{table.pk}/deals/preview/", deal).json()
    assert (shown["running_score"], shown["next_dealer"]) == ([7, 6, 1], 2)
    recorded = send(phone, "post", f"tables/{table.pk}/deals/", deal, key=uuid4())
    assert (recorded.status_code, recorded.json()["to_go"]) == (201, [44, 45, 50])
    corrected = send(phone, "patch", f"tables/{table.pk}/deals/1/",
                     {"points": [6, 7, 1], "reason": "misread"}, key=uuid4())  # fmt: skip
    assert (corrected.status_code, corrected.json()["running_score"]) == (200, [6, 7, 1])
    told = send(club.client("player"), "get", f"tables/{table.pk}/").json()
    assert (told["game"], len(told["seats"])) == ("three-handed-cinch", 3)
    four = send(phone, "post", f"tables/{table.pk}/deals/", deal_of((9, 5)), key=uuid4())
    assert "one for each side" in reasons(four)["points"]
    held = send(phone, "post", f"tables/{table.pk}/deals/", deal | {"number": 9}, key=uuid4())
    assert held.status_code == 202, "an earlier deal is missing"
    assert Seat.objects.filter(game__table=table).count() == 3


def test_a_deal_of_the_game_that_a_phone_still_shows_is_kept_for_the_director(club):
    event = begun(club)
    play(event, club)
    attendance.enter(event=event, actor=club.actors["director"], player="P8")
    sweeps.tend(event.pk)
    table = table_of(event, 2)
    deal = deal_of(ALONE) | {"game_number": 1}
    late = send(club.link_client(table), "post", f"tables/{table.pk}/deals/", deal, key=uuid4())
    assert (late.status_code, late.json()["code"]) == (202, "another-game")
    director = signed_in(club)
    assert director.get(f"/clubs/{club.club.slug}/director/").status_code == 200
    where = f"tables/{table.pk}/held/{late.json()['held']}/"
    released = send(club.client("director"), "post", where, {"release": True})
    assert released.status_code == 400, "four play there now"
    assert list(breaches()) == []


def test_the_round_is_told_with_a_figure_for_each_of_three(club):
    event = begun(club)
    for number, expected in ((1, None), (3, {"winner": 1, "to_go": [30, 33, 48]})):
        while of_three(event).deals < number:
            give(event, club, 2, ALONE)
        told = send(club.client("player"), "get", f"events/{event.pk}/rounds/1/").json()["tables"][1]
        assert (told["points"], told["result"]) == ([7 * number, 6 * number, number], expected)


def test_the_pages_and_sheets_of_an_evening_with_a_table_of_three(club):
    event = begun(club)
    play(event, club)
    director = signed_in(club)
    for address in (
        f"/events/{event.pk}/",
        f"/events/{event.pk}/rounds/1/",
        f"/events/{event.pk}/rounds/1/tables/2/",
        f"/events/{event.pk}/projector/",
        f"/events/{event.pk}/me/?player={players_of(event)[5]}",
        f"/events/{event.pk}/standings/",
        f"/tables/{table_of(event, 2).pk}/",
        f"/tables/{table_of(event, 2).pk}/sheet/",
        f"/events/{event.pk}/print/table-cards.pdf",
        f"/events/{event.pk}/print/score-cards.pdf",
        f"/events/{event.pk}/print/score-sheets.pdf",
        f"/events/{event.pk}/print/score-sheets.pdf?round=2",
        f"/events/{event.pk}/print/filled-sheets.pdf",
        f"/events/{event.pk}/print/name-cards.pdf",
        f"/events/{event.pk}/print/place-cards.pdf",
        f"/events/{event.pk}/print/results.pdf",
    ):
        assert director.get(address).status_code == 200, address
    table = director.get(f"/events/{event.pk}/rounds/1/tables/2/").content.decode()
    assert "everybody plays alone" in table
    mine = director.get(f"/events/{event.pk}/me/?player={players_of(event)[5]}").content.decode()
    assert "none: three play here, each alone" in mine


def test_a_cut_at_a_table_of_three_is_judged_by_the_law_set_of_tables_of_three(club):
    event = begun(club, law_set_at_three="chicago-1890")
    table, director = table_of(event, 2), club.client("director")

    def cut(number, *cards):
        at = table_of(event, number)
        names = [seat["player"]["name"] for seat in send(director, "get", f"tables/{at.pk}/").json()["seats"]]
        asked = {"purpose": "deal", "cards": dict(zip(names, cards, strict=False))}
        return send(director, "post", f"tables/{at.pk}/cuts/", asked)

    # Chicago 1890, law 3: the lowest card has the deal, and the ace is the lowest. Equals cut again.
    tied = cut(2, "KS", "2H", "2D").json()
    assert [player["name"] for player in tied["cut_again"]] == ["P6", "P7"]
    again = send(director, "post", f"tables/{table.pk}/cuts/",
                 {"purpose": "deal", "cards": {"P6": "3C", "P7": "AH"}}).json()  # fmt: skip
    assert (again["first_dealer"]["name"], again["explanation"][0]["law"]) == (
        "P7", "chicago-1890/cutting/cut-for-deal"
    )  # fmt: skip
    # Foster: the highest deals, and the ace is the highest; so it is at the tables of four.
    assert cut(1, "KS", "2H", "AD", "QC").json()["first_dealer"]["name"] == "P3"

    play(event, club)
    attendance.enter(event=event, actor=club.actors["director"], player="P8")
    sweeps.tend(event.pk)
    four = cut(2, "KS", "2H", "AD", "QC").json()
    assert four["first_dealer"]["id"] == of_three(event).players[2], "the ace"
    assert four["explanation"][0]["law"].startswith("foster-1897/")
    listed = send(director, "get", f"tables/{table.pk}/cuts/").json()["results"]
    assert [one["first_dealer"]["name"] for one in listed[1:]] == ["P7"], "judged as it was then"
    page = signed_in(club).get(f"/tables/{table.pk}/cuts/")
    assert [one["id"] for one in page.context["cuts"]] == [one["id"] for one in listed]
    drawn = cuts.make(table=table_of(event, 2), actor=club.actors["director"], purpose="deal", seed="autumn")
    assert drawn.game_id is None, "four play the table's own game"
    assert list(breaches()) == []


def test_a_dispute_at_a_table_of_three_is_ruled_under_its_own_law_set(club):
    event = begun(club, law_set_at_three="chicago-1890")
    table, director = table_of(event, 2), club.client("director")
    give(event, club, 1, (9, 5))
    assert (
        send_deal(event, club, 2, {"maker": 1, "bid": 7, "trump": "H", "points": [7, 6, 1]}).status_code
        == 201
    )
    raised = send(club.link_client(table), "post", f"tables/{table.pk}/deals/1/disputes/",
                  REVOKED, key=uuid4())  # fmt: skip
    assert raised.status_code == 201, raised.json()
    told = raised.json()
    assert told["law_set"] == "chicago-1890"
    others = {one["seat"] for one in told["people"]["adversaries"]}
    assert others == {1, 3}, "all are adversaries of him in seat 2"
    decided = send(director, "post", f"disputes/{told['id']}/decide/", {"confirm": True}, key=uuid4())
    assert decided.status_code == 200, decided.json()
    # Chicago: an adversary who revokes scores nothing, and his points go to the maker: thirteen and one.
    scored = send(director, "get", f"tables/{table.pk}/deals/1/").json()["score"]["scored"]
    assert scored == [13, 0, 1]
    assert now(event).rounds[0].tables[1].points() == (13, 0, 1)
    browser = signed_in(club)
    for address in (f"/disputes/{told['id']}/", f"/tables/{table.pk}/disputes/", f"/tables/{table.pk}/sheet/",
                    f"/tables/{table.pk}/deals/1/dispute/", f"/tables/{table.pk}/deals/1/"):  # fmt: skip
        assert browser.get(address).status_code == 200, address
    assert list(breaches()) == []


def test_a_dispute_about_a_deal_of_the_round_before_is_about_the_game_that_was_played_then(club):
    event = begun(club, law_set_at_three="chicago-1890")
    play(event, club)
    attendance.enter(event=event, actor=club.actors["director"], player="P8")
    sweeps.tend(event.pk)
    table = table_of(event, 2)
    give(event, club, 2, (9, 5))
    browser, director = signed_in(club), club.client("director")
    for number, law_set in ((1, "chicago-1890"), (4, "foster-1897")):
        where = f"tables/{table.pk}/deals/{number}/"
        raised = send(director, "post", f"{where}disputes/", REVOKED, key=uuid4())
        assert (raised.status_code, raised.json()["law_set"]) == (201, law_set)
        assert browser.get(f"/{where}").status_code == 200
        assert send(director, "get", where).json()["deal"]["points"] == list(ALONE if number == 1 else (9, 5))
    for game in (1, 2):
        assert browser.get(f"/tables/{table.pk}/sheet/?game={game}").status_code == 200
        assert browser.get(f"/tables/{table.pk}/print/filled-sheet.pdf?game={game}").status_code == 200
    assert list(breaches()) == []

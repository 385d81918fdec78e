"""Every form that creates something creates it once, however often it is sent."""

import re

import pytest
from django.test import Client

from scoring.clubs.models import Club
from scoring.events.models import Event
from scoring.tables.models import Cut, Game, Table
from tests.factories import record
from tests.security.knocks import EVENT_FORM

pytestmark = pytest.mark.django_db

PLAYERS = {f"players_{seat}": name for seat, name in enumerate(("E", "F", "G", "H"), start=1)}
FORMS = {
    "a club": ("/clubs/new/", Club, {"name": "Harbour of Bergen", "law_set": "foster-1897"}, "name"),
    "a table": (
        "/clubs/harbour/tables/new/",
        Table,
        {**PLAYERS, "law_set": "foster-1897", "dealer": "1"},
        "name",
    ),
    "an event": (
        "/clubs/harbour/events/new/",
        Event,
        {**EVENT_FORM, "name": "Evening"},
        "name",
    ),
    "a cut": ("/tables/{table}/cuts/", Cut, {"purpose": "deal", "how": "draw"}, ""),
}


def hidden(browser, address, name):
    page = browser.get(address).content.decode()
    field = next(tag for tag in re.findall(r"<input[^>]*>", page) if f'name="{name}"' in tag)
    return re.search(r'value="([^"]+)"', field)[1]


@pytest.fixture
def browser(club):
    browser = Client()
    browser.force_login(club.users["owner"])
    return browser


@pytest.mark.parametrize("what", FORMS)
def test_two_presses_create_one(club, browser, what):
    path, model, typed, field = FORMS[what]
    address, before = path.format(table=club.table.pk), model.objects.count()
    key = hidden(browser, address, "key")
    assert key != hidden(browser, address, "key"), "each page has a key of its own"

    sent = [browser.post(address, {**typed, "key": key}) for _ in range(2)]
    assert [answer.status_code for answer in sent] == [302, 302]
    assert sent[0]["Location"] == sent[1]["Location"]
    assert model.objects.count() == before + 1

    if field:  # somebody goes back and changes the form that was sent
        changed = browser.post(address, {**typed, field: "Another", "key": key})
        assert changed.status_code == 400
        page = changed.content.decode()
        assert "sent already" in page
        renewed = re.search(r'name="key" value="([^"]+)"', page)[1]
        assert browser.post(address, {**typed, field: "Another", "key": renewed}).status_code == 302
        assert model.objects.count() == before + 2


def game_over(club):
    while not record_one(club).body["game_over"]:
        pass


def record_one(club):
    return record(club.table, club.actors["scorer"], dealer=None)


def test_two_presses_begin_one_game_after_the_one_that_is_over(club, browser):
    game_over(club)
    address = f"/tables/{club.table.pk}/games/new/"
    typed = {"dealer": "1", "after": hidden(browser, address, "after")}
    seats = {f"players_{seat}": name for seat, name in enumerate("AYBZ", start=1)}
    dealers = re.findall(
        r'<option value="(\d)"|name="dealer" value="(\d)"', browser.get(address).content.decode()
    )
    typed["dealer"] = next(one or other for one, other in dealers)

    for _ in range(2):
        assert browser.post(address, {**seats, **typed}).status_code == 302
    assert list(Game.objects.filter(table=club.table).values_list("number", flat=True)) == [1, 2]

    other = browser.post(address, {**seats, **typed, "players_1": "Somebody else"})
    assert other.status_code == 409
    assert Game.objects.filter(table=club.table).count() == 2


def test_a_program_that_names_the_game_before_begins_one(club):
    game_over(club)
    client = club.client("scorer")
    for _ in range(2):
        assert (
            client.post(f"/api/v1/tables/{club.table.pk}/games/", {"after": 1}, format="json").status_code
            == 201
        )
    assert Game.objects.filter(table=club.table).count() == 2
    late = client.post(f"/api/v1/tables/{club.table.pk}/games/", {"after": 7}, format="json")
    assert (late.status_code, late.json()["code"]) == (409, "game-begun")

"""Every form that creates something creates it once, however often it is sent."""

import re
from uuid import uuid4

import pytest

from scoring.clubs.models import Club, Member
from scoring.events.models import ClockStep, Event
from scoring.events.planning.services import event_changes
from scoring.journal.models import Entry
from scoring.tables.models import Cut, Game, Table
from tests.events.evenings import begun, signed_in
from tests.factories import record
from tests.security.valid_requests import EVENT_FORM

pytestmark = pytest.mark.django_db

PLAYERS = {f"players_{seat}": name for seat, name in enumerate(("E", "F", "G", "H"), start=1)}
FORMS = {
    "a club": (
        "/clubs/new/",
        Club,
        {"name": "Harbour of Bergen", "law_set": "foster-1897", "time_zone": "Europe/Oslo", "paper": "a4"},
        "name",
    ),
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
    return signed_in(club, "owner")


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

    if field:  # the user goes back and changes the form that was sent
        changed = browser.post(address, {**typed, field: "Another", "key": key})
        assert changed.status_code == 400
        page = changed.content.decode()
        assert "sent already" in page
        renewed = re.search(r'name="key" value="([^"]+)"', page)[1]
        assert browser.post(address, {**typed, field: "Another", "key": renewed}).status_code == 302
        assert model.objects.count() == before + 2


@pytest.mark.parametrize("day", ["", "2031-05-02"])
def test_going_back_and_pressing_again_plans_no_second_evening_of_one_name_and_day(browser, club, day):
    address, typed = FORMS["an event"][0], {**FORMS["an event"][2], "date": day}
    sent = [browser.post(address, {**typed, "key": uuid4()}) for _ in range(2)]
    assert [answer.status_code for answer in sent] == [302, 400]
    assert "Open it, or choose another name." in sent[1].content.decode()
    assert Event.objects.count() == 1
    for other in ({"name": "Second evening"}, {"date": "2031-05-09"}):
        assert browser.post(address, {**typed, **other, "key": uuid4()}).status_code == 302
    event_changes.cancel(
        event=Event.objects.order_by("pk")[0], actor=club.actors["owner"], reason="It rains."
    )
    assert browser.post(address, {**typed, "key": uuid4()}).status_code == 302, (
        "the deleted one is no evening"
    )


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


def test_minutes_pressed_twice_are_added_once_and_again_on_the_fresh_page(club, browser):
    evening = begun(club, movement={"minutes": 25})
    page, address = f"/events/{evening.pk}/", f"/events/{evening.pk}/clock/"

    def key_beside(minutes):
        forms = browser.get(page).content.decode().split("<form")
        form = next(form for form in forms if f'id="clock-add-{minutes}"' in form)
        return re.search(r'name="key" value="([^"]+)"', form)[1]

    seen = {"step": "add-5", "key": key_beside(5)}
    assert [browser.post(address, seen).status_code for _ in range(2)] == [302, 302]
    assert minutes_added(evening) == [5]

    browser.post(address, {"step": "add-5", "key": key_beside(5)})
    browser.post(address, {"step": "add-1", "key": key_beside(1)})
    assert minutes_added(evening) == [5, 5, 1]


def minutes_added(evening):
    return list(ClockStep.objects.filter(seating__event=evening.pk).values_list("minutes", flat=True))


def test_a_program_that_repeats_its_request_adds_minutes_once(club):
    evening, client = begun(club, movement={"minutes": 25}), club.client("director")
    address, sent = f"/api/v1/events/{evening.pk}/clock/", {"step": "add", "minutes": 5}
    for key in ("8e1c4f7a-4f0e-4c0a-9a39-1f0f5f0c9b11", "1d0cbb3e-92f4-4a53-a5b4-0f0f5a3f3c02"):
        for _ in range(2):
            answer = client.post(address, sent, format="json", HTTP_IDEMPOTENCY_KEY=key)
            assert answer.status_code == 200
    assert minutes_added(evening) == [5, 5]


def test_a_new_link_of_a_table_pressed_twice_is_one(club, browser):
    address = f"/tables/{club.table.pk}/link/"
    key, before = hidden(browser, address, "key"), club.table.links.count()
    for _ in range(2):
        assert browser.post(address + "change/", {"change": "issue", "key": key}).status_code == 302
    assert club.table.links.count() == before + 1


@pytest.mark.parametrize(("again", "whom"), [("invite", "A"), ("link", "player")])
def test_a_link_for_a_member_pressed_twice_is_one(club, browser, again, whom):
    user = club.users.get(whom)
    member = Member.objects.get(club=club.club, **({"user": user} if user else {"name": whom}))
    address = f"/clubs/harbour/members/{member.pk}/"
    key = hidden(browser, address, "key")
    for _ in range(2):
        assert "<code" in browser.post(f"{address}{again}/", {"key": key}, follow=True).content.decode()
    member.refresh_from_db()
    assert member.link_number == 1


def test_what_changes_nothing_is_not_written_down(club, browser):
    before = Entry.objects.count()
    member = Member.objects.get(club=club.club, name="A")
    named = ("name", "law_set", "paper", "time_zone", "has_table_codes")
    browser.post("/clubs/harbour/settings/", {name: getattr(club.club, name) for name in named})
    browser.post(f"/clubs/harbour/members/{member.pk}/", {"role": member.role})
    browser.post(f"/clubs/harbour/members/{member.pk}/name/", {"name": member.name})
    assert Entry.objects.count() == before

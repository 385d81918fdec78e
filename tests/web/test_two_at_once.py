"""Conflicting changes: the second user sees both values; fields that only one user changed are kept.

In each test both users open the page before either of them sends a form.
"""

import html
import json
import re

import pytest
from django.test import Client

from scoring.clubs.models import Club, Member
from scoring.events.models import Event
from tests.events.evenings import begun, planned
from tests.factories import house_laws

pytestmark = pytest.mark.django_db

API = "/api/v1/"


@pytest.fixture
def two(club):
    browsers = Client(), Client()
    for browser in browsers:
        browser.force_login(club.users["owner"])
    return browsers


def opened(browser, address, sends=""):
    """Return the hidden values of the page's form with the action ``sends``, or of all its forms."""
    page = browser.get(address).content.decode()
    forms = [form.partition("</form>")[0] for form in page.split("<form")[1:]]
    here = [form for form in forms if f'action="{sends}"' in form] if sends else forms
    return carried("".join(here))


def carried(text):
    return {"base": html.unescape(re.search(r'name="base" value="([^"]*)"', text)[1])}


def in_conflict(answer):
    """Return the text of a page that shows both values."""
    assert answer.status_code == 409
    page = answer.content.decode()
    assert "data-error-summary" in page
    return html.unescape(re.sub(r"<[^>]+>", "", page))


def test_settings_of_a_club(club, two):
    one, other = two
    address = f"/clubs/{club.club.slug}/settings/"
    now = {"law_set": club.club.law_set, "paper": "a4", "time_zone": "", "has_table_codes": "on"}
    seen = [opened(browser, address) for browser in two]
    assert one.post(address, {**now, **seen[0], "name": "Harbour"}).status_code == 302

    clash = other.post(address, {**now, **seen[1], "name": "Haven", "paper": "letter"})
    assert "It is “Harbour” now. You entered “Haven”." in in_conflict(clash)
    assert Club.objects.get(pk=club.club.pk).paper == "a4", "nothing of it was recorded"

    # Only the fields that this user has changed are saved.
    kept = other.post(address, {**now, **seen[1], "name": club.club.name, "paper": "letter"})
    assert kept.status_code == 302
    assert Club.objects.values_list("name", "paper").get(pk=club.club.pk) == ("Harbour", "letter")

    again = other.post(
        address, {**now, **carried(clash.content.decode()), "name": "Haven", "paper": "letter"}
    )
    assert again.status_code == 302
    assert Club.objects.get(pk=club.club.pk).name == "Haven"


@pytest.mark.parametrize(
    ("field", "at", "first", "second", "both"),
    [
        ("role", "", "scorer", "director", ("Scorer", "Director")),
        ("name", "name/", "Ada", "Bea", ("Ada", "Bea")),
    ],
)
def test_role_and_name_of_a_member(club, two, field, at, first, second, both):
    member = Member.objects.get(club=club.club, name="A")
    page = f"/clubs/{club.club.slug}/members/{member.pk}/"
    seen = [opened(browser, page, page + at) for browser in two]
    assert two[0].post(page + at, {field: first, **seen[0]}).status_code == 302

    clash = two[1].post(page + at, {field: second, **seen[1]})
    assert f"It is “{both[0]}” now. You entered “{both[1]}”." in in_conflict(clash)
    member.refresh_from_db()
    assert getattr(member, field) == first
    assert two[1].post(page + at, {field: second, "base": json.dumps({field: first})}).status_code == 302


def test_wishes_of_a_player(club, two):
    evening = planned(club)
    player = evening.players[0]
    address = f"/events/{evening.pk}/players/{player}/wishes/"
    seen = [opened(browser, address) for browser in two]
    assert two[0].post(address, {"fixed_table": "1", **seen[0]}).status_code == 302

    clash = two[1].post(address, {"fixed_table": "2", **seen[1]})
    assert "It is “1” now. You entered “2”." in in_conflict(clash)

    friend = evening.players[2]
    assert two[1].post(address, {"partner": str(friend), **seen[1]}).status_code == 302
    wishes = evening.state.attendance.wishes_of(evening.state.entrant(player))
    assert wishes == {"fixed_table": 1, "partner": friend}


def test_the_lists_of_an_event(club, two):
    evening = planned(club, movement={"lists": ["north", "south"]})
    address = f"/events/{evening.pk}/players/lists/"
    seen = [opened(browser, address) for browser in two]
    first, second = evening.players[:2]
    assert two[0].post(address, {f"list_{first}": "0", **seen[0]}).status_code == 302

    clash = two[1].post(address, {f"list_{first}": "1", **seen[1]})
    assert "It is “north” now. You entered “south”." in in_conflict(clash)

    assert two[1].post(address, {f"list_{second}": "1", **seen[1]}).status_code == 302
    on_list = [
        evening.state.attendance.wishes_of(evening.state.entrant(player)).get("on_list")
        for player in (first, second)
    ]
    assert on_list == [0, 1]


def test_settings_of_an_evening(club, two):
    evening = begun(club, movement={"minutes": 25})
    address = f"/events/{evening.pk}/plan/"
    seen = [opened(browser, address, "") for browser in two]
    sent = {"step": "change", "reason": "there is time"}
    assert two[0].post(address, {**sent, **seen[0], "minutes": "20"}).status_code == 302

    clash = two[1].post(address, {**sent, **seen[1], "minutes": "30"})
    assert "It is “20 minutes” now. You entered “30 minutes”." in in_conflict(clash)
    assert evening.state.settings.minutes == 20

    rounds = str(evening.state.settings.rounds + 1)
    untouched = two[1].post(address, {**sent, **seen[1], "minutes": "25", "rounds": rounds})
    assert untouched.status_code == 302
    assert (evening.state.settings.minutes, str(evening.state.settings.rounds)) == (20, rounds)

    again = {**sent, **carried(clash.content.decode()), "minutes": "30"}
    assert two[1].post(address, again).status_code == 302
    assert evening.state.settings.minutes == 30


def test_what_is_published_keeps_what_the_other_has_ticked(club, two):
    evening = begun(club)
    page, address = f"/events/{evening.pk}/plan/", f"/events/{evening.pk}/publish/"
    seen = [opened(browser, page, address) for browser in two]
    two[0].post(address, {"parts": ["seats"], **seen[0]})
    two[1].post(address, {"parts": ["standings"], **seen[1]})
    assert evening.state.published == {"seats", "standings"}

    seen = [opened(browser, page, address) for browser in two]
    two[0].post(address, {"parts": ["standings"], **seen[0]})
    two[1].post(address, {"parts": ["seats", "standings", "results"], **seen[1]})
    assert evening.state.published == {"standings", "results"}


def test_a_draft_of_house_laws(harbour_laws, two):
    club, laws = harbour_laws
    address = f"/clubs/{club.club.slug}/laws/{laws.slug}/draft/"
    mark = re.search(r'name="mark" value="([^"]*)"', two[0].get(address).content.decode())[1]
    assert two[0].post(address, {"title": "First", "mark": mark}).status_code == 302
    clash = two[1].post(address, {"title": "Second", "mark": mark})
    page = clash.content.decode()
    assert (clash.status_code, "Somebody else has changed the draft." in page) == (400, True)
    assert 'value="Second"' in page, "what was typed is still there"


@pytest.fixture
def harbour_laws(club):
    return club, house_laws(club, "harbour-laws")


PROGRAMS = [
    ("PATCH", "clubs/{slug}/", {"name": "Haven"}, {"name": "Another"}),
    ("PATCH", "clubs/{slug}/members/{member}/", {"role": "scorer"}, {"role": "owner"}),
    ("PATCH", "clubs/{slug}/members/{member}/", {"name": "Bea"}, {"name": "Another"}),
    ("PUT", "events/{event}/players/{member}/wishes/", {"fixed_table": 2}, {"fixed_table": 1}),
    (
        "POST",
        "events/{event}/changes/",
        {"settings": {"minutes": 30}, "reason": "there is time"},
        {"minutes": 10},
    ),
]


@pytest.mark.parametrize(("method", "path", "wanted", "base"), PROGRAMS)
def test_a_program_that_says_what_it_saw_replaces_nothing_else(club, method, path, wanted, base):
    evening = planned(club, movement={"minutes": 25})
    ids = {"slug": club.club.slug, "member": evening.players[0], "event": evening.pk}
    client, address = club.client("owner"), API + path.format(**ids)
    send = getattr(client, method.lower())

    refused = send(address, {**wanted, "base": base}, format="json")
    assert (refused.status_code, refused.json()["code"]) == (409, "changed-meanwhile")
    assert refused.json()["standing"].keys() == base.keys()
    seen = refused.json()["standing"]
    assert send(address, {**wanted, "base": seen}, format="json").status_code in (200, 201)
    assert Event.objects.filter(pk=evening.pk).exists()


@pytest.mark.parametrize(("field", "old", "new"), [("name", "P1", "Bea"), ("role", "player", "scorer")])
def test_a_program_that_sends_back_what_it_saw_undoes_nothing(club, field, old, new):
    member = planned(club).players[0]
    client, address = club.client("owner"), f"{API}clubs/{club.club.slug}/members/{member}/"
    assert client.patch(address, {field: new}, format="json").status_code == 200
    sent = client.patch(address, {field: old, "base": {field: old}}, format="json")
    assert (sent.status_code, sent.json()[field]) == (200, new)
    assert getattr(Member.objects.get(pk=member), field) == new

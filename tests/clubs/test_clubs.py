"""Creating and changing clubs; valid names and slugs."""

from datetime import timedelta
from uuid import uuid4

import pytest
import time_machine
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse
from django.utils import timezone
from rest_framework.test import APIClient

from scoring.clubs.models import Club, Member
from scoring.events.planning.services import event_changes
from scoring.journal.models import Entry
from tests.events.evenings import begun, signed_in
from tests.factories import BID_EIGHT_MADE_FIVE, record
from tests.web.asking import reasons, send

pytestmark = [pytest.mark.django_db, pytest.mark.own_club]


@pytest.fixture
def founder(db):
    client = APIClient()
    client.force_login(User.objects.create_user("founder", password="long-enough-for-a-test"))
    return client


def found(client, **wanted):
    return send(client, "post", "clubs/", {"name": "The Lamp Room"} | wanted)


def test_the_founder_owns_the_club(founder):
    # Cleaning of names is tested in `tests.game.test_names`.
    answer = found(founder, name="The\u202e Lamp Room", law_set="chicago-1890")

    assert answer.status_code == 201
    body = answer.json()
    assert (body["name"], body["slug"], body["law_set"]) == ("The Lamp Room", "the-lamp-room", "chicago-1890")
    members = send(founder, "get", "clubs/the-lamp-room/members/").json()["results"]
    assert [(member["name"], member["role"], member["has_account"]) for member in members] == [
        ("founder", "owner", True)
    ]
    assert [club["slug"] for club in send(founder, "get", "clubs/").json()["results"]] == ["the-lamp-room"]


def test_only_who_is_signed_in_founds_a_club(founder):
    assert found(APIClient()).status_code == send(APIClient(), "get", "clubs/").status_code == 401
    assert Club.objects.count() == 0
    assert found(founder).json()["law_set"] == "foster-1897", "the common one, where none is named"


@pytest.mark.parametrize(
    ("slug", "why"),
    [
        pytest.param("Lamp", "lower-case letters", id="a capital"),
        pytest.param("lamp--room", "lower-case letters", id="two hyphens"),
        pytest.param("x" * 61, "at most 60", id="61 characters"),
        pytest.param("new", "is taken", id="a word of the site's own addresses"),
        pytest.param("taken", "is taken", id="taken"),
    ],
)
def test_a_slug_is_small_letters_figures_and_hyphens(founder, slug, why):
    found(founder, slug="taken")

    assert why in reasons(found(founder, slug=slug))["slug"]
    assert found(founder, slug="x" * 60).status_code == 201


@pytest.mark.parametrize(
    ("name", "slugs"),
    [
        ("The Lamp Room", ["the-lamp-room", "the-lamp-room-2", "the-lamp-room-3"]),
        ("New", ["new-2", "new-3"]),
        ("牌", ["club", "club-2"]),
        ("x" * 80, ["x" * 56, "x" * 56 + "-2"]),
    ],
)
def test_a_slug_is_made_from_the_name(founder, name, slugs):
    assert [found(founder, name=name).json()["slug"] for _ in slugs] == slugs


@pytest.mark.parametrize(
    ("wanted", "field", "why"),
    [
        ({"owner": "me"}, "owner", "unknown field"),
        ({"law_set": "foster-1987"}, "law_set", "did you mean foster-1897"),
        ({"name": "\u202e\u2066"}, "name", "visible letter"),
        ({"name": "x" * 81}, "name", "at most 80 characters; this one has 81"),
    ],
)
def test_an_impossible_club_is_refused_by_field(founder, wanted, field, why):
    assert why in reasons(found(founder, **wanted))[field]
    assert Club.objects.count() == 0


def test_a_page_sent_again_with_another_key_founds_no_second_club_of_one_name(founder):
    page, browser = reverse("club-new"), Client()
    browser.force_login(User.objects.get(username="founder"))
    about = {"name": "Harbour", "law_set": "foster-1897", "time_zone": "UTC", "paper": "a4"}
    sent = about | {"key": uuid4()}
    assert browser.post(page, sent).status_code == browser.post(page, sent).status_code == 302
    again = browser.post(page, about | {"key": uuid4()})
    assert (again.status_code, Club.objects.count()) == (400, 1)
    assert "You own a club of this name already." in again.content.decode()


def test_a_long_user_name_can_own_a_club_too():
    client = APIClient()
    client.force_login(User.objects.create_user("u" * 150))

    assert found(client).status_code == 201
    assert Member.objects.get().name == "u" * 80


def test_the_owner_changes_the_club(club):
    owner, path = club.client("owner"), "clubs/harbour/"
    assert "Say what to change" in reasons(send(owner, "patch", path, {}))["name"]
    assert "unknown field" in reasons(send(owner, "patch", path, {"slug": "other"}))["slug"]
    assert "foster-1897" in reasons(send(owner, "patch", path, {"law_set": "whist"}))["law_set"]
    for nowhere in ("Europe/Vineta", "localtime", "Factory"):
        assert "Europe/Berlin" in reasons(send(owner, "patch", path, {"time_zone": nowhere}))["time_zone"]
    assert "a5" in reasons(send(owner, "patch", path, {"paper": "a5"}))["paper"]
    assert not Entry.objects.filter(verb="club.changed").exists()

    wanted = {"name": "Harbour\u202e Cinch", "law_set": "chicago-1890", "paper": "letter"}
    assert send(owner, "patch", path, wanted).json()["paper"] == "letter"
    kept = Club.objects.get(slug="harbour")
    assert (kept.name, kept.law_set, kept.paper) == ("Harbour Cinch", "chicago-1890", "letter")
    assert Entry.objects.get(verb="club.changed").data["changed"] == ["law_set", "name", "paper"]


def test_pages_show_times_in_the_clubs_own_zone_and_name_the_servers_in_its_place(club):
    browser = signed_in(club, "owner")
    for zone, named in {"Asia/Tokyo": "", "America/New_York": "", "UTC": "", "": " UTC"}.items():
        typed = {"name": "Harbour", "law_set": "foster-1897", "time_zone": zone, "paper": "a4"}
        assert browser.post("/clubs/harbour/settings/", typed).status_code == 302
        with timezone.override(zone or None):
            last = Entry.objects.order_by("-at").first()
            local = f"{timezone.localtime(last.at):%H:%M}"
        shown = browser.get("/clubs/harbour/journal/").content.decode()
        assert f"{local}{named} ·" in shown, zone
    wrong = browser.post("/clubs/harbour/settings/", typed | {"time_zone": "../Berlin"})
    assert (wrong.status_code, "for example Europe/Berlin" in wrong.content.decode()) == (400, True)


def lists_of(club, later=timedelta(0)):
    """Return the tables of the club's page: in use and put away."""
    with time_machine.travel(timezone.now() + later):
        page = signed_in(club, "scorer").get(reverse("club", args=[club.club.slug])).context
    return [shown.table.pk for shown in page["tables"]], [table.pk for table in page["put_away"]]


def test_a_table_that_nobody_touched_for_a_day_leaves_the_open_tables_until_a_deal_is_entered(club):
    table = club.table.pk
    assert lists_of(club, timedelta(hours=23)) == ([table], [])
    assert lists_of(club, timedelta(hours=25)) == ([], [table])

    with time_machine.travel(timezone.now() + timedelta(hours=25)):
        record(club.table, club.actors["scorer"], **BID_EIGHT_MADE_FIVE)
    assert lists_of(club, timedelta(hours=26)) == ([table], [])


def test_the_tables_of_an_evening_are_in_use_together_until_it_is_over_or_abandoned(club):
    evening = begun(club, 8, of_rounds=1)
    tables = [evening.table(1).pk, evening.table(2).pk]
    with time_machine.travel(timezone.now() + timedelta(hours=20)):
        evening.give(1, [9, 5])
    assert lists_of(club, timedelta(hours=30)) == (tables, [club.table.pk])
    assert lists_of(club, timedelta(hours=45)) == ([], [club.table.pk, *tables])

    with time_machine.travel(timezone.now() + timedelta(hours=21)):
        event_changes.end_now(**evening.action, reason="The hall closes.")
    assert lists_of(club, timedelta(hours=22)) == ([club.table.pk], tables)


def test_a_club_is_founded_with_its_time_zone_and_its_paper(founder):
    wrong = found(founder, time_zone="Nowhere", paper="a4")
    made = found(founder, time_zone="Europe/Berlin", paper="letter").json()

    assert "Europe/Berlin" in reasons(wrong)["time_zone"]
    assert (made["time_zone"], made["paper"]) == ("Europe/Berlin", "letter")


def test_only_an_owner_is_led_to_the_settings_of_the_club(club):
    address = reverse("club-settings", args=[club.club.slug])
    led = {
        role: address in signed_in(club, role).get(reverse("club", args=[club.club.slug])).content.decode()
        for role in club.users
    }
    assert led == {role: role == "owner" for role in led}

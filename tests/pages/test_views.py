"""Pages without a browser: signing in, links, clubs, members, tables, laws, refusals."""

import re

import pytest
from django.test import Client
from django.urls import reverse

from laws import library
from scoring.clubs.models import Club, Member
from scoring.tables.models import Game, Table
from scoring.tables.services import links
from tests.events.evenings import signed_in
from tests.factories import PASSWORD
from tests.pages.arrangements import open_three, pages_of_three
from tests.pages.reading import text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner(club):
    return signed_in(club, "owner")


# Signing in


def test_somebody_signs_in_and_sees_their_clubs(club):
    client = Client()
    answer = client.post("/sign-in/", {"username": "harbour-owner", "password": PASSWORD}, follow=True)

    assert "Club of harbour" in text_of(answer)
    assert "/sign-out/" in client.get("/").content.decode()
    assert "/sign-out/" not in client.post("/sign-out/", follow=True).content.decode()


@pytest.mark.parametrize(
    ("wanted", "leads_to"),
    [
        ("/clubs/harbour/", "/clubs/harbour/"),
        ("https://elsewhere.example/", "/"),
        ("//elsewhere.example", "/"),
        ("javascript:alert(1)", "/"),
    ],
)
def test_signing_in_leads_back_to_the_page_that_asked_for_it_and_never_to_another_site(
    club, wanted, leads_to
):
    signed = Client().post("/sign-in/", {"username": "harbour-owner", "password": PASSWORD, "next": wanted})

    assert signed["Location"] == leads_to
    assert Client().get("/clubs/harbour/")["Location"] == "/sign-in/?next=/clubs/harbour/"


# Links


def test_a_pasted_link_opens_its_table_without_scripts_and_a_wrong_one_opens_nothing(club):
    secret = links.secret_of(links.issue(table=club.table, actor=club.actors["owner"]))

    answer = Client().post("/t/", {"secret": f" https://club.example/t/#{secret} "})
    wrong = Client().post("/t/", {"secret": "A" * 43})

    assert answer["Location"] == f"/tables/{club.table.pk}/"
    assert wrong.status_code == 404
    assert "This does not open a table" in text_of(wrong)


def test_the_code_is_a_picture_that_is_not_kept(club, owner):
    links.issue(table=club.table, actor=club.actors["owner"])

    picture = owner.get(f"/tables/{club.table.pk}/link/code.svg")

    assert picture["Content-Type"] == "image/svg+xml"
    assert "no-store" in picture["Cache-Control"]
    assert b"<svg" in picture.content
    assert b"style=" not in picture.content


# Clubs and members


def test_a_club_is_founded_under_a_word_that_is_free_and_changed_by_its_founder(club):
    client = signed_in(club, "player")
    founded = {
        "name": "Quay",
        "slug": "",
        "law_set": "chicago-1890",
        "time_zone": "Europe/Oslo",
        "paper": "a4",
    }

    taken = client.post("/clubs/new/", founded | {"slug": "harbour"})
    assert (taken.status_code, taken.context["form"].errors["slug"]) == (400, ["“harbour” is taken."])
    assert client.post("/clubs/new/", founded)["Location"] == "/clubs/quay/members/"
    assert Member.objects.get(club__slug="quay").role == "owner"
    changed = {"name": "Quay and pier", "law_set": "foster-1897", "paper": "a4", "time_zone": "Europe/Oslo"}
    assert client.post("/clubs/quay/settings/", changed).status_code == 302
    assert client.post("/clubs/quay/settings/", changed | {"name": ""}).status_code == 400

    made = Club.objects.get(slug="quay")
    assert (made.name, made.law_set) == ("Quay and pier", "foster-1897")


def test_a_member_gets_an_account_by_a_link_that_works_once(club, owner):
    member = Member.objects.get(club=club.club, name="A")
    page = f"/clubs/{club.club.slug}/members/{member.pk}/account/"

    answer = owner.post(page, {"username": "seat-a"})

    address = answer.context["address"]
    assert address in text_of(answer)
    path = re.sub(r"^https?://[^/]+", "", address)
    newcomer = Client()
    form = newcomer.get(path, follow=True)
    chosen = {"new_password1": "a-long-word-of-theirs", "new_password2": "a-long-word-of-theirs"}
    assert newcomer.post(form.redirect_chain[-1][0], chosen)["Location"] == f"/clubs/{club.club.slug}/"
    assert Client().login(username="seat-a", password="a-long-word-of-theirs")
    assert "has been used" in text_of(Client().get(path, follow=True))


# Tables


SEATED = {"players_1": "A", "players_2": "Y", "players_3": "B", "players_4": "Z"}
SEATED |= {"law_set": "foster-1897", "dealer": "1"}


def test_a_table_is_opened_with_variations_and_single_parameters(club, owner):
    wanted = {"name": "By the window", "players_4": "a new player", "dealer": "3"}
    wanted |= {"variations": ["at-least-eight"], "parameters_game_score": "61"}
    before = Table.objects.count(), Member.objects.count()
    for field, wrong in {"players_2": "", "parameters_game_score": "many", "dealer": "5"}.items():
        refused = owner.post(f"/clubs/{club.club.slug}/tables/new/", SEATED | wanted | {field: wrong})
        assert (refused.status_code, list(refused.context["form"].errors)) == (400, [field])
    search = {"action": "find", "find": "lowest bid", "players_2": ""}
    found = owner.post(f"/clubs/{club.club.slug}/tables/new/", SEATED | wanted | search)
    assert (found.status_code, "Found Lowest bid" in text_of(found)) == (200, True)
    assert (Table.objects.count(), Member.objects.count()) == before

    answer = owner.post(f"/clubs/{club.club.slug}/tables/new/", SEATED | wanted)

    table = Table.objects.get(name="By the window")
    assert answer["Location"] == f"/tables/{table.pk}/link/"
    assert Member.objects.filter(club=club.club, name="a new player", role="player").exists()
    assert Game.objects.get(table=table).first_dealer == 3
    shown = text_of(owner.get(f"/tables/{table.pk}/"))
    assert "61 to go" in shown
    chosen = shown.split("Played differently from the book")[1]
    assert "Fewest points to score with 8 points" in chosen
    assert table.law_set.content["settings"]["minimum_to_score"]["value"] == 8


SAID = {"maker": "3", "said_2": "6", "said_3": "8", "said_1": "0"}
WON = {f"won_{point}": "1" for point in ("high", "low", "jack", "game", "right-pedro", "left-pedro")}


def deal(**change):
    tapped = {"bid": "8", "maker": "1", "trump": "H", "detail": "total", "points": "10"}
    return {"step": "record", "number": "1"} | tapped | change


@pytest.mark.parametrize(
    ("change", "field", "words"),
    [
        ({"points": "15"}, "points", "15"),
        ({"bid": "eight"}, "bid", "eight"),
        ({"dealer": "9"}, "dealer", "seat"),
        ({"maker": ""}, "maker", "Please enter this"),
        ({"detail": "won", "won_high": "1"}, "won_low", "Please enter this"),
        ({"detail": "won", **WON, "won_high": "3"}, "won_high", "3"),
        ({**SAID, "said_4": "7"}, "said_4", "not above the last"),
        ({"caller_2": "5", "call_2": "6"}, "caller_2", "from 1 to 4"),
    ],
)
def test_what_cannot_be_is_refused_beside_its_key_and_nothing_is_stored(club, owner, change, field, words):
    answer = owner.post(f"/tables/{club.table.pk}/", deal(**change))

    assert answer.status_code == 400
    assert words in " ".join(answer.context["form"].errors[field])
    assert not club.table.deals.exists()


def test_without_scripts_what_is_confirmed_is_what_was_explained(club, owner):
    at = f"/tables/{club.table.pk}/"
    explained = owner.post(at, deal(step="preview")).content.decode()
    seen = re.search(r'name="seen" value="([^"]+)"', explained).group(1)

    # Foster 1897: bid eight, made five, so the others score nine and eight. The preview showed six for ten.
    changed = owner.post(at, deal(points="5", seen=seen))
    assert "+17" in text_of(changed)
    assert not club.table.deals.exists()
    owner.post(at, deal(seen=seen))
    assert club.table.deals.count() == 1
    alike = owner.post(at, deal(step="preview"))
    assert "It matches this entry. There is nothing to do." in text_of(alike)


def test_a_player_looks_on_and_has_no_keys(club):
    page = signed_in(club, "player").get(f"/tables/{club.table.pk}/").content.decode()

    assert "Your role lets you watch" in page
    assert "data-entry" not in page


def test_choosing_another_law_set_keeps_the_names_typed_by_then(club):
    page = f"/clubs/{club.club.slug}/tables/new/"
    typed = {"players_1": "Antwerp", "players_4": "<Zurich>", "name": "By the window"}

    shown = signed_in(club, "director").get(page, {"law_set": "chicago-1890", **typed}).content.decode()

    for value in ("Antwerp", "&lt;Zurich&gt;", "By the window"):
        assert f'value="{value}"' in shown
    include = re.search(r'hx-include="([^"]*)"', shown).group(1)
    for field in ("name^=players_", "name=name", "name=dealer"):
        assert field in include, "the script sends it along"


def test_no_page_of_a_table_of_three_speaks_of_partners(club):
    owner = signed_in(club, "owner")
    pages = pages_of_three(club, open_three(club))
    for name in ("table", "sheet", "cuts", "deal", "asked"):
        assert "partner" not in text_of(owner.get(pages[name])).lower(), name


# Laws


@pytest.mark.full
def test_every_law_and_every_law_set_has_its_page(client):
    for slug in library.law_sets():
        assert client.get(reverse("laws:law-set", args=[slug])).status_code == 200
    for law_id in library.laws():
        answer = client.get(reverse("laws:law", args=[law_id]))
        assert answer.status_code == 200, law_id

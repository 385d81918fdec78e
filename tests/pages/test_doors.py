"""The doors of the pages, without a browser: signing in, links, clubs, members, tables, laws, refusals."""

import re

import pytest
from django.contrib.auth.models import User
from django.test import Client
from django.urls import reverse

from laws import library
from scoring.clubs.models import Club, Member
from scoring.tables.models import Game, Table
from scoring.tables.services import links
from tests.factories import PASSWORD, record
from tests.pages.reading import text_of

pytestmark = pytest.mark.django_db


@pytest.fixture
def owner(club):
    client = Client()
    client.force_login(club.users["owner"])
    return client


def signed_in(club, role):
    client = Client()
    client.force_login(club.users[role])
    return client


# Signing in


def test_the_first_page_says_what_this_is_to_a_stranger():
    answer = Client().get("/")

    assert answer.status_code == 200
    assert "keeps score for card clubs" in text_of(answer)
    assert "Law sets" in text_of(answer)


def test_somebody_signs_in_and_sees_their_clubs(club):
    client = Client()
    answer = client.post("/sign-in/", {"username": "harbour-owner", "password": PASSWORD}, follow=True)

    assert "Club of harbour" in text_of(answer)
    assert "Sign in" not in text_of(client.get("/"))
    assert "Sign in" in text_of(client.post("/sign-out/", follow=True))


def test_a_wrong_password_and_an_unknown_name_are_answered_alike(club):
    wrong = Client().post("/sign-in/", {"username": "harbour-owner", "password": "no"})
    unknown = Client().post("/sign-in/", {"username": "nobody-of-that-name", "password": "no"})

    assert wrong.status_code == unknown.status_code == 400
    sentence = "That name and password do not belong together."
    assert sentence in text_of(wrong)
    assert sentence in text_of(unknown)


@pytest.mark.parametrize(
    "wanted", ["https://elsewhere.example/", "//elsewhere.example", "javascript:alert(1)"]
)
def test_signing_in_never_leads_to_another_site(club, wanted):
    answer = Client().post("/sign-in/", {"username": "harbour-owner", "password": PASSWORD, "next": wanted})

    assert answer["Location"] == "/"


def test_a_stranger_is_sent_to_sign_in_and_back(club):
    page = f"/clubs/{club.club.slug}/"

    assert Client().get(page)["Location"] == f"/sign-in/?next={page}"
    answer = Client().post("/sign-in/", {"username": "harbour-owner", "password": PASSWORD, "next": page})
    assert answer["Location"] == page


# Links


def test_a_pasted_link_opens_its_table_without_scripts(club):
    secret = links.secret_of(links.issue(table=club.table, actor=club.actors["owner"]))

    answer = Client().post("/t/", {"secret": f" https://club.example/t/#{secret} "})

    assert answer["Location"] == f"/tables/{club.table.pk}/"


def test_a_wrong_secret_opens_nothing_and_says_so(club):
    answer = Client().post("/t/", {"secret": "A" * 43})

    assert answer.status_code == 404
    assert "This link opens no table" in text_of(answer)


def test_the_code_is_a_picture_that_is_not_kept(club, owner):
    links.issue(table=club.table, actor=club.actors["owner"])

    picture = owner.get(f"/tables/{club.table.pk}/link/code.svg")

    assert picture["Content-Type"] == "image/svg+xml"
    assert "no-store" in picture["Cache-Control"]
    assert b"<svg" in picture.content
    assert b"style=" not in picture.content


# Clubs and members


def test_a_club_is_founded_and_its_founder_owns_it(club):
    client = signed_in(club, "player")

    answer = client.post("/clubs/new/", {"name": "Quay", "slug": "", "law_set": "chicago-1890"})

    assert answer["Location"] == "/clubs/quay/members/"
    made = Club.objects.get(slug="quay")
    assert Member.objects.get(club=made).role == "owner"
    assert made.law_set == "chicago-1890"


def test_a_club_whose_word_is_taken_is_refused_beside_the_field(club, owner):
    answer = owner.post("/clubs/new/", {"name": "Quay", "slug": "harbour", "law_set": "foster-1897"})

    assert answer.status_code == 400
    assert answer.context["form"].errors["slug"] == ["“harbour” is taken."]
    assert Club.objects.count() == 1


def test_a_club_is_changed_by_its_owner_only(club, owner):
    page = f"/clubs/{club.club.slug}/"
    wanted = {"name": "Harbour and quay", "law_set": "chicago-1890"}

    assert signed_in(club, "director").post(page, wanted).status_code == 403
    owner.post(page, wanted)

    club.club.refresh_from_db()
    assert (club.club.name, club.club.law_set) == ("Harbour and quay", "chicago-1890")
    assert owner.post(page, {"name": "", "law_set": "chicago-1890"}).status_code == 400


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
    assert newcomer.post(form.redirect_chain[-1][0], chosen)["Location"] == "/sign-in/"
    assert Client().login(username="seat-a", password="a-long-word-of-theirs")
    assert "used already" in text_of(Client().get(path, follow=True))


def test_a_user_name_that_is_taken_is_refused_beside_the_field(club, owner):
    member = Member.objects.get(club=club.club, name="A")

    answer = owner.post(
        f"/clubs/{club.club.slug}/members/{member.pk}/account/", {"username": "harbour-scorer"}
    )

    assert answer.status_code == 400
    assert "This user name is taken." in text_of(answer)
    assert not User.objects.filter(memberships=member).exists()


def test_a_role_is_changed_by_an_owner_only(club, owner):
    member = Member.objects.get(club=club.club, name="A")
    page = f"/clubs/{club.club.slug}/members/{member.pk}/"

    assert signed_in(club, "director").post(page, {"role": "director"}).status_code == 403
    owner.post(page, {"role": "director"})

    member.refresh_from_db()
    assert member.role == "director"


def test_the_last_owner_stays(club, owner):
    member = Member.objects.get(club=club.club, role="owner")

    answer = owner.post(f"/clubs/{club.club.slug}/members/{member.pk}/remove/")

    assert answer.status_code == 403
    assert "A club needs an owner" in text_of(answer)


# Tables


def test_a_table_is_opened_with_variations_and_single_parameters(club, owner):
    page = f"/clubs/{club.club.slug}/tables/new/"
    answer = owner.post(
        page,
        {
            "law_set": "foster-1897",
            "name": "By the window",
            "players_1": "A",
            "players_2": "Y",
            "players_3": "B",
            "players_4": "a new player",
            "dealer": "3",
            "variations": ["at-least-eight"],
            "parameters_game_score": "61",
        },
    )

    table = Table.objects.get(name="By the window")
    assert answer["Location"] == f"/tables/{table.pk}/link/"
    assert Member.objects.filter(club=club.club, name="a new player", role="player").exists()
    assert Game.objects.get(table=table).first_dealer == 3
    shown = text_of(owner.get(f"/tables/{table.pk}/"))
    assert "61 to go" in shown
    assert table.law_set.content["settings"]["minimum_to_score"]["value"] == 8


@pytest.mark.parametrize(
    ("change", "field"),
    [
        pytest.param({"players_2": ""}, "players_2", id="an empty seat"),
        pytest.param({"players_2": "A"}, "players_2", id="one player in two seats"),
        pytest.param({"players_2": "A\x00"}, "players_2", id="a name of control characters"),
        pytest.param({"parameters_game_score": "many"}, "parameters_game_score", id="a word for a number"),
        pytest.param(
            {"parameters_game_score": "0"}, "parameters_game_score", id="a game won before it begins"
        ),
        pytest.param({"dealer": "5"}, "dealer", id="a fifth seat"),
        pytest.param(
            {"parameters_max_bid": "20"}, "parameters_max_bid", id="a bid above the points of a deal"
        ),
    ],
)
def test_a_table_that_cannot_be_is_refused_beside_the_field(club, owner, change, field):
    before = Table.objects.count(), Member.objects.count()
    seats = {"players_1": "A", "players_2": "Y", "players_3": "B", "players_4": "Z", "dealer": "1"}

    answer = owner.post(
        f"/clubs/{club.club.slug}/tables/new/", {"law_set": "foster-1897", "name": "", **seats, **change}
    )

    assert answer.status_code == 400
    assert field in answer.context["form"].errors
    assert (Table.objects.count(), Member.objects.count()) == before


def test_an_unknown_law_set_is_refused(club, owner):
    answer = owner.post(f"/clubs/{club.club.slug}/tables/new/", {"law_set": "foster-1898"})

    assert answer.status_code == 400
    assert "foster-1897" in text_of(answer), "the nearest one is named"


def test_a_closed_table_takes_no_deal_and_keeps_its_sheet(club, owner):
    record(club.table, club.actors["owner"], dealer=1)
    owner.post(f"/tables/{club.table.pk}/close/")

    assert "This table is closed" in text_of(owner.get(f"/tables/{club.table.pk}/"))
    assert "Past tables" in text_of(owner.get(f"/clubs/{club.club.slug}/"))
    assert owner.get(f"/tables/{club.table.pk}/sheet/").status_code == 200
    refused = owner.post(f"/tables/{club.table.pk}/", {"step": "record", "bid": "8", "number": "2"})
    assert refused.status_code in (400, 409)


WON = {f"won_{point}": "1" for point in ("high", "low", "jack", "game", "right-pedro", "left-pedro")}


def deal(**change):
    return {
        "step": "record",
        "number": "1",
        "bid": "8",
        "maker": "1",
        "trump": "H",
        "detail": "total",
        "points": "10",
    } | change


@pytest.mark.parametrize(
    ("change", "field", "words"),
    [
        pytest.param({"points": "15"}, "points", "15", id="fifteen points"),
        pytest.param({"bid": "20"}, "bid", "14", id="a bid of twenty"),
        pytest.param({"bid": "eight"}, "bid", "eight", id="a word for a number"),
        pytest.param({"maker": "5"}, "maker", "seat", id="a fifth seat"),
        pytest.param({"trump": "X"}, "trump", "X", id="no suit"),
        pytest.param({"dealer": "9"}, "dealer", "seat", id="a dealer who is not there"),
        pytest.param({"points": ""}, "points", "still to be entered", id="no points"),
        pytest.param({"maker": ""}, "maker", "still to be entered", id="no maker"),
        pytest.param(
            {"detail": "won", "won_high": "1"}, "won_low", "still to be entered", id="half of the points"
        ),
        pytest.param({"detail": "won", **WON, "won_high": "3"}, "won_high", "3", id="a third side"),
    ],
)
def test_what_cannot_be_is_refused_beside_its_key_and_nothing_is_stored(club, owner, change, field, words):
    answer = owner.post(f"/tables/{club.table.pk}/", deal(**change))

    assert answer.status_code == 400
    errors = answer.context["form"].errors
    assert field in errors, errors
    assert words in " ".join(errors[field])
    assert not club.table.deals.exists()


def test_the_next_game_waits_until_this_one_is_won(club, owner):
    record(club.table, club.actors["owner"], dealer=1)

    answer = owner.post(f"/tables/{club.table.pk}/games/new/", {"dealer": "2"})

    assert answer.status_code == 409
    assert "not over yet" in text_of(answer)


# Laws


@pytest.mark.full
def test_every_law_and_every_law_set_has_its_page(client):
    for slug in library.law_sets():
        assert client.get(reverse("laws:law-set", args=[slug])).status_code == 200
    for law_id in library.laws():
        answer = client.get(reverse("laws:law", args=[law_id]))
        assert answer.status_code == 200, law_id


def test_a_law_set_shows_each_parameter_with_how_sure_it_is_and_its_law(client):
    answer = client.get("/laws/chicago-1890/")

    words = text_of(answer)
    for status in ("stated", "open", "fallback"):
        assert f" {status} " in words
    assert "The score that wins the game. " in words
    assert 'href="/laws/chicago-1890/' in answer.content.decode()


def test_words_find_laws(client):
    assert "revoke" in text_of(client.get("/laws/?q=revoke&law_set=foster-1897")).lower()
    assert "No law speaks of this" in text_of(client.get("/laws/?q=zzzz"))
    assert client.get(f"/laws/?q={'x' * 101}").status_code == 400
    assert client.get("/laws/?law_set=never-was").status_code == 400


# Refusals in the house's style


def test_what_is_not_there_is_said_in_the_houses_style(client):
    answer = client.get("/nothing-here/")

    assert answer.status_code == 404
    assert "There is nothing at this address" in text_of(answer)
    assert "Cinch Club" in text_of(answer)


def test_what_is_not_allowed_is_said_in_the_houses_style(club):
    answer = signed_in(club, "player").get(f"/clubs/{club.club.slug}/director/")

    assert answer.status_code == 403
    assert "A player of the club may not direct." in text_of(answer)


def test_choosing_another_law_set_keeps_the_names_typed_by_then(club):
    page = f"/clubs/{club.club.slug}/tables/new/"
    typed = {"players_1": "Antwerp", "players_4": "<Zurich>", "name": "By the window"}

    shown = signed_in(club, "director").get(page, {"law_set": "chicago-1890", **typed}).content.decode()

    for value in ("Antwerp", "&lt;Zurich&gt;", "By the window"):
        assert f'value="{value}"' in shown
    include = re.search(r'hx-include="([^"]*)"', shown).group(1)
    for field in ("name^=players_", "name=name", "name=dealer"):
        assert field in include, "the script sends it along"

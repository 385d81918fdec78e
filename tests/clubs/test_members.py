"""Members: adding and removing them, roles and accounts; the last owner stays."""

import pytest
from django.contrib.auth.models import User

from scoring.clubs.models import Member
from scoring.clubs.services import clubs
from scoring.refusals import Conflict, NotAllowed
from tests.events.evenings import signed_in
from tests.factories import PASSWORD, record
from tests.refusals import refusing
from tests.web.asking import reasons, rows, send

pytestmark = pytest.mark.django_db

MEMBERS = "clubs/harbour/members/"


def member(club, role):
    return Member.objects.get(pk=club.actors[role].member_id)


def add(club, who="owner", **wanted):
    return send(club.client(who), "post", MEMBERS, {"name": "Fiume"} | wanted)


# The role of the actor, and the HTTP status of adding a member of each role.
ADDING = [
    ("owner", {"owner": 201, "director": 201, "scorer": 201, "player": 201}),
    ("director", {"owner": 403, "director": 403, "scorer": 201, "player": 201}),
]


@pytest.mark.parametrize(("who", "expected"), ADDING)
def test_each_role_may_add_certain_roles(club, who, expected):
    statuses = {role: add(club, who, name=f"Fiume {role}", role=role).status_code for role in expected}

    assert statuses == expected
    joined = set(Member.objects.filter(name__startswith="Fiume").values_list("role", flat=True))
    assert joined == {role for role, status in expected.items() if status == 201}


@pytest.mark.parametrize(("who", "expected"), ADDING)
def test_the_pages_offer_the_roles_and_the_members_that_the_actor_may_change(club, who, expected):
    ids = {role: add(club, name=f"Fiume{role[0]}", role=role).json()["id"] for role in expected}
    may = {role for role, status in expected.items() if status == 201}
    page = signed_in(club, who).get("/clubs/harbour/members/")
    offered = {role for role, _label in page.context["form"].fields["role"].choices}
    near = {name for pair in page.context["near"] for name, _number in pair if name.startswith("Fiume")}
    assert (offered, near) == (may, {f"Fiume{role[0]}" for role in may})
    member = signed_in(club, who).get(f"/clubs/harbour/members/{ids['player']}/")
    others = {number for number, _name in member.context["merging"].fields["into"].choices}
    assert {role for role, number in ids.items() if number in others} == may - {"player"}


def test_members_are_listed_by_name_whatever_the_case(club):
    for name in ("zeta", "anna", "Bert"):
        add(club, name=name)
    listed = [member["name"] for member in send(club.client("player"), "get", MEMBERS).json()["results"]]
    assert listed == sorted(listed, key=str.casefold)


def test_a_new_member_is_a_player_without_an_account_and_leaving_frees_their_name(club):
    body = add(club).json()
    fields = ("name", "role", "has_account", "left_at")
    assert [body[field] for field in fields] == ["Fiume", "player", False, None]
    listed = send(club.client("player"), "get", MEMBERS).json()["results"]
    assert "Fiume" in [member["name"] for member in listed]

    assert "a member already" in reasons(add(club))["name"]
    path = f"{MEMBERS}{body['id']}/"
    assert send(club.client("owner"), "delete", path).status_code == 204
    assert add(club).json()["id"] != body["id"]
    assert send(club.client("owner"), "delete", path).status_code == 404


@pytest.mark.parametrize(
    ("wanted", "field", "why"),
    [
        ({"name": "A"}, "name", "a member already"),
        ({"name": "A\u202e "}, "name", "a member already"),
        ({"name": 4}, "name", "Text, in quotes"),
        ({"role": "king"}, "role", "king"),
        ({"role": None}, "role", "null"),
        ({"has_account": True}, "has_account", "unknown field"),
    ],
)
def test_an_impossible_member_is_refused(club, wanted, field, why):
    count = Member.objects.count()

    assert why in reasons(add(club, **wanted))[field]
    assert Member.objects.count() == count


def test_a_changed_role_takes_effect_at_once(club):
    browser, path = club.client("scorer"), f"tables/{club.table.pk}/cuts/"
    target = f"{MEMBERS}{club.actors['scorer'].member_id}/"

    def give(role):
        assert send(club.client("owner"), "patch", target, {"role": role}).status_code == 200
        return send(browser, "post", path, {"purpose": "deal"}).status_code

    assert [give("player"), give("scorer"), give("player")] == [403, 201, 403]


def test_a_member_who_left_has_no_access_and_stays_in_the_records(club):
    record(club.table, club.actors["scorer"])
    browser = club.client("scorer")
    sheet = send(club.client("player"), "get", f"tables/{club.table.pk}/deals/1/revisions/").json()
    assert send(browser, "get", f"tables/{club.table.pk}/").status_code == 200

    send(club.client("director"), "delete", f"{MEMBERS}{club.actors['scorer'].member_id}/")

    for path in (f"tables/{club.table.pk}/", "clubs/harbour/", f"{MEMBERS}"):
        assert send(browser, "get", path).status_code == 404, path
    assert send(browser, "get", "clubs/").json()["results"] == []
    after = send(club.client("player"), "get", f"tables/{club.table.pk}/deals/1/revisions/").json()
    assert after == sheet
    assert after["results"][0]["by"]["name"] == "the scorer"


def test_a_director_lets_players_go_but_neither_directors_nor_owners(club):
    statuses = {
        role: send(club.client("director"), "delete", f"{MEMBERS}{club.actors[role].member_id}/").status_code
        for role in ("owner", "director", "scorer", "player")
    }

    assert statuses == {"owner": 403, "director": 403, "scorer": 204, "player": 204}


def test_the_last_owner_cannot_be_removed(club):
    me = f"{MEMBERS}{club.actors['owner'].member_id}/"
    owner = club.client("owner")
    add(club, role="owner")  # an owner without an account cannot manage the club

    refused = [send(owner, "delete", me), send(owner, "patch", me, {"role": "player"})]
    assert [(answer.status_code, answer.json()["code"]) for answer in refused] == [(403, "last-owner")] * 2

    send(owner, "patch", f"{MEMBERS}{club.actors['director'].member_id}/", {"role": "owner"})
    assert send(owner, "patch", me, {"role": "player"}).status_code == 200
    assert send(owner, "get", "clubs/harbour/journal/").status_code == 403


def test_an_account_is_given_once_and_opens_the_club(club):
    actor = club.actors["director"]
    player = clubs.add_member(club=club.club, actor=actor, name="Fiume")

    user = clubs.give_account(member=player, actor=actor, username="fiume")

    assert not user.has_usable_password(), "the password is theirs to set"
    with pytest.raises(Conflict, match="has an account already") as refusal:
        clubs.give_account(member=player, actor=actor, username="fiume-2")
    assert refusal.value.code == "has-account"
    user.set_password(PASSWORD)
    user.save()
    token = send(club.client("player"), "post", "auth/token/", {"username": "fiume", "password": PASSWORD})
    listed = send(club.client("player"), "get", MEMBERS, HTTP_AUTHORIZATION=f"Token {token.json()['token']}")
    assert {member["name"]: member["has_account"] for member in listed.json()["results"]}["Fiume"] is True


@pytest.mark.parametrize(
    ("username", "why"),
    [
        ("HARBOUR-owner", "taken"),
        ("", "valid"),
        ("x" * 151, "at most 150"),
        (7, "text"),
        ("fiume\n", "valid"),
    ],
)
def test_an_invalid_user_name_is_refused(club, username, why):
    actor, count = club.actors["director"], User.objects.count()
    player = clubs.add_member(club=club.club, actor=actor, name="Fiume")

    with refusing("username", text=why):
        clubs.give_account(member=player, actor=actor, username=username)
    assert User.objects.count() == count


def test_who_may_give_accounts(club):
    player = clubs.add_member(club=club.club, actor=club.actors["owner"], name="Fiume")
    second = clubs.add_member(club=club.club, actor=club.actors["owner"], name="Gent", role="director")
    before = rows()

    for role, whom in (("scorer", player), ("player", player), ("director", second)):
        with pytest.raises(NotAllowed, match="may not"):
            clubs.give_account(member=whom, actor=club.actors[role], username="gent")
    assert rows() == before
    assert clubs.give_account(member=second, actor=club.actors["owner"], username="gent").username == "gent"

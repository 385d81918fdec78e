"""Links for members, to join or to choose a password: they work once and for three days."""

import re
from datetime import timedelta
from uuid import UUID

import pytest
import time_machine
from django.contrib.auth.models import User
from django.core import signing
from django.test import Client
from django.utils import timezone

from scoring.clubs.models import Member
from scoring.clubs.services import clubs, invitations
from scoring.journal.models import Entry
from scoring.refusals import Conflict, NotAllowed, NotFound
from tests.events.evenings import signed_in

pytestmark = pytest.mark.django_db

KEY = UUID(int=1)


@pytest.fixture
def member(club):
    return Member.objects.get(club=club.club, name="A")


def invite(club, member, role="director"):
    return invitations.invite(member=member, actor=club.actors[role])


def test_somebody_from_another_club_joins_once_with_their_own_account(club, other_club, member):
    visitor = other_club.users["player"]
    invitation = invite(club, member)

    joined = invitations.accept(invitation=invitation, user=visitor)

    assert (joined.pk, joined.user, joined.name) == (member.pk, visitor, "A")
    verbs = Entry.objects.filter(club=club.club).order_by("pk").values_list("verb", flat=True)
    assert list(verbs)[-2:] == ["member.invited", "member.joined"]
    with pytest.raises(NotFound):
        invitations.accept(invitation=invitation, user=other_club.users["scorer"])
    with pytest.raises(Conflict, match="account already"):
        invite(club, joined)


def test_an_invitation_lasts_three_days_and_ends_with_the_membership(club, member):
    with time_machine.travel("2026-03-01 20:00Z", tick=False):
        invitation = invite(club, member)
    with time_machine.travel("2026-03-04 20:01Z", tick=False), pytest.raises(NotFound):
        invitations.invited(invitation)
    with time_machine.travel("2026-03-04 19:59Z", tick=False):
        assert invitations.invited(invitation) == member
        clubs.remove_member(member=member, actor=club.actors["owner"])
        with pytest.raises(NotFound):
            invitations.invited(invitation)


def test_a_repeated_request_does_not_prolong_an_invitation(club, member):
    def asked():
        return invitations.invite(member=member, actor=club.actors["director"], key=KEY)

    with time_machine.travel("2026-03-01 20:00Z", tick=False):
        asked()
    with time_machine.travel("2026-03-03 20:00Z", tick=False):
        again = asked()
        assert invitations.invited(again) == member
    with time_machine.travel("2026-03-04 20:01Z", tick=False), pytest.raises(NotFound):
        invitations.invited(again)


def test_a_false_invitation_or_one_signed_for_something_else_opens_nothing(member):
    for text in ("none", "", "a:b:c", signing.dumps(member.pk, salt="another")):
        with pytest.raises(NotFound):
            invitations.invited(text)


def test_nobody_is_in_a_club_twice(club, member):
    invitation = invite(club, member)

    with pytest.raises(Conflict, match="in this club already"):
        invitations.accept(invitation=invitation, user=club.users["player"])
    page = signed_in(club, "player").get(f"/invitations/{invitation}/")
    assert page.status_code == 409
    assert "You are in this club already." in page.content.decode()
    assert Member.objects.get(pk=member.pk).user is None


def test_a_member_who_left_comes_back_with_the_same_account(club):
    scorer = Member.objects.get(club=club.club, user=club.users["scorer"])
    clubs.remove_member(member=scorer, actor=club.actors["owner"])
    again = clubs.add_member(club=club.club, actor=club.actors["owner"], name="the scorer", role="scorer")

    invitations.accept(invitation=invite(club, again, "owner"), user=club.users["scorer"])

    assert club.client("scorer").get(f"/api/v1/clubs/{club.club.slug}/").status_code == 200


def test_the_pages_make_a_link_and_join_by_it(club, other_club, member):
    director, visitor = Client(), Client()
    director.force_login(club.users["director"])
    visitor.force_login(other_club.users["player"])

    made = director.post(f"/clubs/{club.club.slug}/members/{member.pk}/invite/")
    path = "/invitations/" + made.content.decode().split("/invitations/")[1].split("<")[0]
    asked = visitor.get(path)
    joined = visitor.post(path, follow=True)

    assert made.status_code == asked.status_code == 200
    assert "Club of harbour" in asked.content.decode()
    assert joined.redirect_chain == [(f"/clubs/{club.club.slug}/", 302)]
    assert "You have joined the club." in joined.content.decode()
    again = visitor.get(path, follow=True)
    assert again.redirect_chain == [(f"/clubs/{club.club.slug}/", 302)]
    assert "you are a member of this club" in again.content.decode()
    other = Client()
    other.force_login(other_club.users["scorer"])
    refused = other.get(path)
    assert (refused.status_code, "no longer works" in refused.content.decode()) == (404, True)


@pytest.mark.parametrize(
    ("ended_by", "text"),
    [("withdrawn", "withdrawn or replaced"), ("renewed", "withdrawn or replaced"),
     ("three days", "more than three days old")],
)  # fmt: skip
def test_an_invitation_that_has_ended_says_why(club, other_club, member, ended_by, text):
    moment = timezone.now() - timedelta(days=4 if ended_by == "three days" else 0)
    with time_machine.travel(moment, tick=False):
        invitation = invite(club, member)
    if ended_by == "withdrawn":
        invitations.withdraw(member=member, actor=club.actors["owner"])
    elif ended_by == "renewed":
        invite(club, member)
    browser = signed_in(other_club, "player")
    answer = browser.get(f"/invitations/{invitation}/")
    assert answer.status_code == 404
    page = answer.content.decode()
    assert text in page
    assert "six letters" not in page


def test_a_director_neither_invites_a_director_nor_sees_their_password_link(club):
    future = clubs.add_member(club=club.club, actor=club.actors["owner"], name="N", role="director")
    with pytest.raises(NotAllowed, match="may not give roles"):
        invite(club, future)
    assert invite(club, future, "owner")

    clubs.give_account(member=future, actor=club.actors["owner"], username="next-director")
    assert not User.objects.get(username="next-director").has_usable_password()
    page = f"/clubs/{club.club.slug}/members/{future.pk}/"
    for role, may in {"owner": True, "director": False}.items():
        browser = signed_in(club, role)
        assert ("/set-password/" in browser.get(page).content.decode()) == may, role


def password_path(browser, club, member):
    page = browser.get(f"/clubs/{club.club.slug}/members/{member.pk}/").content.decode()
    found = re.search(r"/set-password/[^<\s]+", page)
    return found and found[0]


def choose(path, password):
    """Open a one-time link and choose a password; return the final page."""
    browser = Client()
    form = browser.get(path, follow=True)
    to = form.redirect_chain[-1][0] if form.redirect_chain else path
    return browser.post(to, {"new_password1": password, "new_password2": password}, follow=True)


@pytest.fixture
def newcomer(club, member):
    clubs.give_account(member=member, actor=club.actors["owner"], username="newcomer")
    return Member.objects.get(pk=member.pk)


def test_an_invitation_gives_no_other_role_than_when_it_was_handed_over(club, member):
    invitation = invite(club, member)
    for role in ("director", "player"):
        clubs.change_role(member=Member.objects.get(pk=member.pk), actor=club.actors["owner"], role=role)
        with pytest.raises(NotFound):
            invitations.invited(invitation)


@pytest.mark.parametrize(
    ("member_role", "by_role", "may"),
    [("owner", "director", False), ("director", "director", False), ("player", "director", True),
     ("director", "owner", True)],
)  # fmt: skip
def test_a_member_page_offers_only_what_the_actor_may_change(club, member_role, by_role, may):
    owner = club.actors["owner"]
    person = clubs.add_member(club=club.club, actor=owner, name="N", role=member_role)
    page = f"/clubs/{club.club.slug}/members/{person.pk}/"
    for has_account in (False, True):
        if has_account:
            clubs.give_account(member=person, actor=owner, username="somebody")
        shown = signed_in(club, by_role).get(page).content.decode()
        assert (f'action="{page}' in shown) == may
        assert ("Only an owner of the club can change" in shown) == (not may)
    renamed = signed_in(club, by_role).post(f"{page}name/", {"name": "M"})
    assert renamed.status_code == (302 if may else 403)


def test_a_second_invitation_ends_the_first_and_both_can_be_withdrawn(club, member):
    first, second = invite(club, member), invite(club, member)
    with pytest.raises(NotFound):
        invitations.invited(first)
    assert invitations.invited(second) == member
    browser = signed_in(club)
    assert "link open" in browser.get(f"/clubs/{club.club.slug}/members/").content.decode()
    assert browser.post(f"/clubs/{club.club.slug}/members/{member.pk}/withdraw/").status_code == 302
    with pytest.raises(NotFound):
        invitations.invited(second)
    assert "link open" not in browser.get(f"/clubs/{club.club.slug}/members/").content.decode()


@pytest.mark.parametrize("ended_by", ["role", "withdrawn", "renewed", "left", "three days"])
def test_a_password_link_ends_as_an_invitation_does(club, newcomer, ended_by):
    owner, moment = club.actors["owner"], timezone.now()
    path = password_path(signed_in(club, "owner"), club, newcomer)
    if ended_by == "role":
        clubs.change_role(member=newcomer, actor=owner, role="director")
    elif ended_by == "withdrawn":
        invitations.withdraw(member=newcomer, actor=owner)
    elif ended_by == "renewed":
        invitations.renew_password_link(member=newcomer, actor=owner)
    elif ended_by == "left":
        clubs.remove_member(member=newcomer, actor=owner)
    else:
        moment += timedelta(days=3, minutes=1)
    with time_machine.travel(moment):
        assert "has been used or has expired" in Client().get(path, follow=True).content.decode()


def test_the_first_password_ends_in_the_club_signed_in(club, newcomer):
    path = password_path(signed_in(club), club, newcomer)
    ended = choose(path, "a-pack-of-52-cards")
    assert ended.redirect_chain == [(f"/clubs/{club.club.slug}/", 302)]
    assert "you are signed in" in ended.content.decode()
    assert "has been used" in Client().get(path, follow=True).content.decode()
    assert password_path(signed_in(club, "owner"), club, newcomer) is None


def test_an_owner_makes_a_new_password_link_for_an_account_of_the_club_alone(club, other_club, newcomer):
    owner = signed_in(club, "owner")
    assert choose(password_path(owner, club, newcomer), "a-pack-of-52-cards").status_code == 200
    address = f"/clubs/{club.club.slug}/members/{newcomer.pk}/link/"
    assert signed_in(club).post(address).status_code == 403
    assert owner.post(address).status_code == 302
    assert password_path(signed_in(club), club, newcomer) is None
    path = password_path(owner, club, newcomer)
    assert choose(path, "another-pack-of-cards").redirect_chain
    assert Client().login(username="newcomer", password="another-pack-of-cards")

    there = Member.objects.create(
        club=other_club.club, name="elsewhere", user=newcomer.user, joined_at=timezone.now()
    )
    assert owner.post(address).status_code == 409
    there.delete()
    own = Member.objects.get(club=club.club, user=club.users["owner"])
    assert owner.post(f"/clubs/{club.club.slug}/members/{own.pk}/link/").status_code == 403


def test_no_club_sees_a_password_link_for_an_account_that_is_used_elsewhere(club, other_club, newcomer):
    owner, browser = club.actors["owner"], signed_in(club, "owner")
    into = Member.objects.get(club=club.club, name="B")
    assert password_path(browser, club, newcomer)
    members = f"/clubs/{club.club.slug}/members/"
    assert "link open" in browser.get(members).content.decode()
    elsewhere = Member.objects.create(
        club=other_club.club, name="elsewhere", user=newcomer.user, joined_at=timezone.now()
    )
    assert password_path(browser, club, newcomer) is None
    assert "link open" not in browser.get(members).content.decode()
    page = browser.get(f"/clubs/{club.club.slug}/members/{newcomer.pk}/").content.decode()
    assert "Password forgotten?" not in page, "the new link would be refused"
    assert "A link is open" not in page

    invite(club, into)
    clubs.merge_members(member=newcomer, into=into, actor=owner)
    assert password_path(browser, club, into) is None
    elsewhere.delete()
    assert password_path(browser, club, into)


@pytest.mark.parametrize("rank", ["is_staff", "is_superuser"])
def test_a_password_link_ends_when_its_account_comes_to_administer_the_server(club, newcomer, rank):
    browser = signed_in(club, "owner")
    link, user = password_path(browser, club, newcomer), newcomer.user
    setattr(user, rank, True)
    user.save()
    assert password_path(browser, club, newcomer) is None
    choose(link, "a-pack-of-52-cards")
    user.refresh_from_db()
    assert not user.check_password("a-pack-of-52-cards")


@pytest.mark.parametrize(("length", "is_taken"), [(200, True), (201, False)])
def test_a_password_that_can_be_chosen_can_be_used_everywhere(club, newcomer, length, is_taken):
    password = "ab3-" * (length // 4) + "x" * (length % 4)
    ended = choose(password_path(signed_in(club, "owner"), club, newcomer), password)
    assert bool(ended.redirect_chain) is is_taken
    asked = {"username": "newcomer", "password": password}
    token = Client().post("/api/v1/auth/token/", asked, content_type="application/json")
    page = Client().post("/sign-in/", asked)
    assert (token.status_code, page.status_code) == ((200, 302) if is_taken else (400, 400))

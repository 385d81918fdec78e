"""Joining a club with an account one has already: by a link, once, for three days."""

import pytest
import time_machine
from django.contrib.auth.models import User
from django.core import signing
from django.test import Client

from scoring.clubs.models import Member
from scoring.clubs.services import clubs, invitations
from scoring.journal.models import Entry
from scoring.refusals import Conflict, NotAllowed, NotFound

pytestmark = pytest.mark.django_db


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


def test_an_invitation_lasts_three_days_and_dies_with_the_membership(club, member):
    with time_machine.travel("2026-03-01 20:00Z", tick=False):
        invitation = invite(club, member)
    with time_machine.travel("2026-03-04 20:01Z", tick=False), pytest.raises(NotFound):
        invitations.invited(invitation)
    with time_machine.travel("2026-03-04 19:59Z", tick=False):
        assert invitations.invited(invitation) == member
        clubs.remove_member(member=member, actor=club.actors["owner"])
        with pytest.raises(NotFound):
            invitations.invited(invitation)


def test_what_is_no_invitation_or_was_signed_for_something_else_opens_nothing(member):
    for text in ("none", "", "a:b:c", signing.dumps(member.pk, salt="another")):
        with pytest.raises(NotFound):
            invitations.invited(text)


def test_nobody_is_in_a_club_twice(club, member):
    invitation = invite(club, member)

    with pytest.raises(Conflict, match="in this club already"):
        invitations.accept(invitation=invitation, user=club.users["player"])
    assert Member.objects.get(pk=member.pk).user is None


def test_who_left_comes_back_with_the_same_account(club):
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
    assert visitor.get(path).status_code == 404, "used"


def test_a_director_neither_invites_a_director_nor_sees_his_link_for_a_first_password(club):
    future = clubs.add_member(club=club.club, actor=club.actors["owner"], name="N", role="director")
    with pytest.raises(NotAllowed, match="may not give roles"):
        invite(club, future)
    assert invite(club, future, "owner")

    clubs.give_account(member=future, actor=club.actors["owner"], username="next-director")
    assert not User.objects.get(username="next-director").has_usable_password()
    page = f"/clubs/{club.club.slug}/members/{future.pk}/"
    for role, may in {"owner": True, "director": False}.items():
        browser = Client()
        browser.force_login(club.users[role])
        assert ("/set-password/" in browser.get(page).content.decode()) == may, role

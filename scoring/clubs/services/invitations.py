"""Invitations: a member who signs in elsewhere already joins with that account, by a link handed over.

An invitation is signed and nowhere stored. It is good for three days, and for one person: once the member has
an account, it opens nothing.
"""

from datetime import timedelta

from django.contrib.auth.models import User
from django.core import signing
from django.db import transaction

from laws.domain.sentences import _
from scoring.clubs.access import Actor
from scoring.clubs.models import Club, Member
from scoring.clubs.services.clubs import lock_club_of
from scoring.journal import services as journal
from scoring.refusals import Conflict, NotFound

SALT = "cinchclub.invitation"
LASTS = timedelta(days=3)


@transaction.atomic
def invite(*, member: Member, actor: Actor) -> str:
    """Return an invitation for a member without an account. Raises Conflict where there is one."""
    lock_club_of(member, actor)
    if member.user_id is not None:
        raise Conflict(_("This member has an account already."), code="has-account")
    journal.write(actor=actor, verb="member.invited", data={"member": member.pk})
    return signing.dumps(member.pk, salt=SALT)


def invited(invitation: str) -> Member:
    """Return the member whom an invitation is for; NotFound for one that is wrong, old or used."""
    try:
        pk = signing.loads(invitation, salt=SALT, max_age=LASTS)
    except signing.BadSignature:
        raise NotFound from None
    member = Member.objects.select_related("club").filter(pk=pk, user=None, left_at=None).first()
    if member is None:
        raise NotFound
    return member


@transaction.atomic
def accept(*, invitation: str, user: User) -> Member:
    """Join the club as the invited member, with the account that is signed in.

    Raises NotFound as `invited` does, Conflict where this account is in the club already.
    """
    member = invited(invitation)
    Club.objects.select_for_update().get(pk=member.club_id)
    member = invited(invitation)
    if Member.objects.filter(club=member.club, user=user, left_at=None).exists():
        raise Conflict(_("You are in this club already."), code="member-already")
    member.user = user
    member.save(update_fields=["user"])
    actor = Actor(club_id=member.club_id, role=member.role, member_id=member.pk)
    journal.write(actor=actor, verb="member.joined", data={"member": member.pk})
    return member

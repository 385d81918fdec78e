"""Links for members: to join with an existing account, or to set the password of the member's account.

A link is signed and not stored; the database stores only the number and the time of the member's latest link.
Only the latest link works. It works once, for three days at most, and only until the member's role changes.
"""

from datetime import datetime, timedelta
from uuid import UUID

from django.contrib.auth.models import User
from django.contrib.auth.tokens import PasswordResetTokenGenerator
from django.core import signing
from django.db import transaction
from django.utils import timezone

from laws.domain.sentences import _
from scoring.clubs.models import Club, Member
from scoring.clubs.permissions import Actor
from scoring.clubs.services.clubs import end_link, lock_club_of, new_link
from scoring.journal.services import Answer, IdempotentRequest, write_entry
from scoring.refusals import Conflict, LinkEnded, NotAllowed, NotFound

SALT = "cinchclub.invitation"
LASTS = timedelta(days=3)


class PasswordLinks(PasswordResetTokenGenerator):
    """Tokens of one-time password links.

    A token ends like every password token of Django, for example with a new password. All tokens of a user
    also end

    - when the user becomes or ceases to be an administrator of the server
    - when one of the user's memberships begins, ends or gets another role
    - when the link of one of these memberships is replaced or ended.
    """

    def _make_hash_value(self, user: User, timestamp: int) -> str:
        present = Member.objects.filter(user=user, left_at=None).order_by("pk")
        bound = list(present.values_list("pk", "role", "link_number"))
        return f"{super()._make_hash_value(user, timestamp)}{bound}{user.is_staff}{user.is_superuser}"

    def check_token(self, user: User | None, token: str | None) -> bool:
        """Return whether the token is valid and one of the user's memberships has a link that works."""
        return super().check_token(user, token) and any(
            link_ends(member) is not None for member in Member.objects.filter(user=user, left_at=None)
        )


password_links = PasswordLinks()


def link_ends(member: Member) -> datetime | None:
    """Return the time at which the member's link ends, or None if no link works.

    No link works for an account that is used outside the club, see `is_used_elsewhere`.
    """
    if member.link_issued_at is None or member.left_at is not None:
        return None
    ends = member.link_issued_at + LASTS
    if ends <= timezone.now() or (member.user and is_used_elsewhere(member, member.user)):
        return None
    return ends


@transaction.atomic
def invite(*, member: Member, actor: Actor, key: UUID | None = None) -> str:
    """Return a new invitation for a member without an account; the previous invitation ends.

    A repeated ``key`` returns the first request's invitation. Raises Conflict ``has-account`` if the member
    has an account.
    """
    lock_club_of(member, actor)
    request = IdempotentRequest(actor, key, ["member.invited", member.pk])
    if request.answer:
        return signing.dumps(request.answer.body["invitation"], salt=SALT)
    member.refresh_from_db()
    if member.user_id is not None:
        raise Conflict(_("This member has an account already."), code="has-account")
    new_link(member)
    write_entry(actor=actor, verb="member.invited", data={"member": member.pk})
    content = [member.pk, member.role, member.link_number]
    request.keep(Answer("recorded", {"invitation": content}))
    return signing.dumps(content, salt=SALT)


@transaction.atomic
def renew_password_link(*, member: Member, actor: Actor, key: UUID | None = None) -> None:
    """Give a member's account a new one-time password link; the previous link ends.

    A repeated ``key`` changes nothing. Raises:

    - NotAllowed if the account has a password and the actor is no owner, or if the actor may not change the
      member, see `permission_to_change`
    - NotAllowed ``own-account`` for the actor's own account
    - Conflict ``no-account`` if the member has no account
    - Conflict ``account-elsewhere`` if the account is used outside the club, see `is_used_elsewhere`, because
      the link controls the whole account
    """
    lock_club_of(member, actor)
    request = IdempotentRequest(actor, key, ["member.link", member.pk])
    if request.answer:
        return
    member.refresh_from_db()
    user = member.user
    if user is None:
        raise Conflict(_("This member has no account."), code="no-account")
    if user.has_usable_password():
        actor.must("give roles")
    if member.pk == actor.member_id:
        raise NotAllowed(_("Change your own password on the page of your account."), code="own-account")
    if is_used_elsewhere(member, user):
        reason = _("This account is used outside the club as well, so no club can open it anew.")
        raise Conflict(reason, code="account-elsewhere")
    new_link(member)
    write_entry(actor=actor, verb="member.link", data={"member": member.pk})
    request.keep(Answer("done", {}))


def is_used_elsewhere(member: Member, user: User) -> bool:
    """Return whether a member's account also belongs to another club or administers the server."""
    elsewhere = Member.objects.filter(user=user, left_at=None).exclude(club=member.club_id)
    return user.is_staff or user.is_superuser or elsewhere.exists()


@transaction.atomic
def withdraw(*, member: Member, actor: Actor) -> None:
    """End the member's link. Repeating this changes nothing."""
    lock_club_of(member, actor)
    member.refresh_from_db()
    if member.link_issued_at is not None:
        end_link(member)
        write_entry(actor=actor, verb="member.withdrawn", data={"member": member.pk})


def password_chosen(user: User) -> None:
    """End the user's password links in all clubs, because one of them was used."""
    Member.objects.filter(user=user).update(link_issued_at=None)


class InvitationUsed(LinkEnded):
    """Raised for an invitation whose member has an account now. ``member`` is this member."""

    def __init__(self, member: Member) -> None:
        reason = _("This invitation no longer works, because the member has an account now. Sign in with it.")
        super().__init__(reason, code="invitation-used")
        self.member = member


def invited(invitation: str) -> Member:
    """Return the member for whom an invitation was made.

    Raises for an invitation that does not work:

    - InvitationUsed if the member has an account now
    - LinkEnded ``invitation-expired`` after three days
    - LinkEnded ``invitation-ended`` if the invitation was withdrawn or replaced, or if the member has left or
      has another role
    - NotFound if the text is no invitation
    """
    try:
        content = signing.loads(invitation, salt=SALT)
    except signing.BadSignature:
        raise NotFound from None
    if not isinstance(content, list) or len(content) != 3:
        raise NotFound
    pk, role, number = content
    member = Member.objects.select_related("club").filter(pk=pk).first()
    if member is None:
        raise NotFound
    if member.user_id is not None and member.left_at is None:
        raise InvitationUsed(member)
    is_last = (member.role, member.link_number) == (role, number) and member.link_issued_at is not None
    if member.left_at is not None or not is_last:
        reason = _(
            "This invitation was withdrawn or replaced, the role has changed since, or the member has left. "
            "Ask the club for a new one."
        )
        raise LinkEnded(reason, code="invitation-ended")
    if link_ends(member) is None:
        reason = _("This invitation is more than three days old. Ask the club for a new one.")
        raise LinkEnded(reason, code="invitation-expired")
    return member


def must_be_new(club: Club, user: User) -> None:
    """Raise Conflict ``member-already`` if the user is a member of the club."""
    if Member.objects.filter(club=club, user=user, left_at=None).exists():
        raise Conflict(_("You are in this club already."), code="member-already")


@transaction.atomic
def accept(*, invitation: str, user: User) -> Member:
    """Join the club as the invited member, with the signed-in account.

    Raises the errors of `invited`, and Conflict ``member-already`` if the account is in the club already.
    """
    member = invited(invitation)
    Club.objects.select_for_update().get(pk=member.club_id)
    member = invited(invitation)
    must_be_new(member.club, user)
    member.user = user
    member.save(update_fields=["user"])
    end_link(member)
    actor = Actor(club_id=member.club_id, role=member.role, member_id=member.pk)
    write_entry(actor=actor, verb="member.joined", data={"member": member.pk})
    return member

"""Queries for the members of a club, and for a user's memberships."""

from django.contrib.auth.models import AbstractBaseUser, AnonymousUser
from django.db.models import QuerySet
from django.db.models.functions import Lower

from scoring.clubs.models import Club, Member


def present_members(club: Club) -> QuerySet[Member]:
    """Return the current members of the club, sorted by name and loaded with their accounts."""
    return Member.objects.filter(club=club, left_at__isnull=True).select_related("user")


def member_names(club: Club) -> list[str]:
    """Return the names of the club's current members."""
    return list(present_members(club).values_list("name", flat=True))


def ids_with_merged(member_id: int) -> list[int]:
    """Return the id of a member, then the ids of all members merged into them."""
    return [member_id, *Member.objects.filter(merged_into=member_id).values_list("pk", flat=True)]


def memberships(user: AbstractBaseUser | AnonymousUser) -> QuerySet[Member]:
    """Return the user's current memberships with their clubs, sorted by club name.

    Empty for a user who is not signed in.
    """
    if not user.is_authenticated:
        return Member.objects.none()
    members = Member.objects.filter(user_id=user.pk, left_at__isnull=True)
    return members.select_related("club").order_by(Lower("club__name"), "club_id")

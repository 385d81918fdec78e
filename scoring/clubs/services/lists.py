"""Adds all members of a list to a club, or none of them."""

from collections.abc import Sequence
from dataclasses import replace
from uuid import UUID

from django.db import transaction
from django.utils import timezone

from scoring.clubs import queries
from scoring.clubs.domain.name_lists import ListedName
from scoring.clubs.models import Club, Member, Role
from scoring.clubs.permissions import Actor
from scoring.game.names import clean_name, finder
from scoring.journal.services import Answer, IdempotentRequest, write_entry


def known_of(club: Club, names: Sequence[str]) -> dict[str, int]:
    """Return name → member id, for those names that current members have."""
    present = Member.objects.filter(club=club, left_at__isnull=True).values_list("name", "pk")
    wanted = set(names)
    return {name: member for name, member in present if name in wanted}


def as_in_club(club: Club, lines: Sequence[ListedName]) -> list[ListedName]:
    """Return the lines, with each current member's name in the club's spelling.

    Members are found regardless of upper and lower case. Other names stay as they are.
    """
    find = finder({name: name for name in queries.member_names(club)})
    return [replace(line, name=find(line.name) or line.name) for line in lines]


@transaction.atomic
def add_members(*, club: Club, actor: Actor, names: Sequence[str], key: UUID | None = None) -> int:
    """Add a player for each name that is not in the club yet. Return how many were added.

    A repeated ``key`` adds nobody and returns how many the first request added. Raises Conflict
    ``key-reused``. An invalid name raises InvalidInput under its place in ``names``: ``names.1`` for the
    first name.
    """
    actor.must("add members")
    club = Club.objects.select_for_update().get(pk=club.pk)
    request = IdempotentRequest(actor, key, ["members.added", club.pk, list(names)])
    if request.answer:
        return int(request.answer.body["added"])
    wanted = dict.fromkeys(clean_name(name, f"names.{place}") for place, name in enumerate(names, start=1))
    known, now = known_of(club, list(wanted)), timezone.now()
    added = Member.objects.bulk_create(
        Member(club=club, name=name, role=Role.PLAYER, joined_at=now) for name in wanted if name not in known
    )
    if added:
        data = {"members": [member.pk for member in added], "count": len(added)}
        write_entry(actor=actor, verb="members.added", data=data)
    request.keep(Answer("recorded", {"added": len(added)}))
    return len(added)

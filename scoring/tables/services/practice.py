"""Practice tables, which anybody can open without an account. They close after a day.

All practice tables belong to one club without real members, so they appear in no other club's lists.
"""

from datetime import timedelta
from uuid import uuid4

from django.contrib.auth import get_user_model
from django.db import IntegrityError, transaction
from django.utils import timezone

from scoring.clubs.models import Club, Role
from scoring.clubs.permissions import Actor
from scoring.clubs.services import clubs, sign_in
from scoring.tables.models import Table
from scoring.tables.services import tables

LASTS = timedelta(days=1)
TOWNS = ("Antwerp", "York", "Bergen", "Zurich", "Cadiz", "Exeter", "Faro")
"""The players at a practice table. The first four begin with the letters of Foster's seats: A, Y, B and Z."""


def open_table(*, address: str, name: str, game: object, law_set: object) -> Table:
    """Open a practice table. Its players have the names of towns.

    Raises InvalidInput under ``game``, ``law_set`` or ``name``, and TooManyAttempts if too many practice
    tables were opened lately, from this IP address or in total.
    """
    kind = tables.game_named(game)
    sign_in.attempt_practice(address)
    club, owner = _find_or_create_club()
    return tables.open_table(
        club=club,
        actor=owner,
        players=TOWNS[: kind.players],
        game=kind.key,
        law_set=law_set,
        name=name,
    )


def close_old() -> None:
    """Close the practice tables that were opened more than a day ago."""
    old = Table.objects.filter(
        club__is_practice=True, closed_at__isnull=True, opened_at__lt=timezone.now() - LASTS
    )
    for table in old.select_related("club"):
        tables.close(table=table, actor=_owner_of(table.club))


def _find_or_create_club() -> tuple[Club, Actor]:
    club = Club.objects.filter(is_practice=True).first()
    if club is None:
        try:
            with transaction.atomic():
                # Nobody can sign in to an inactive account.
                nobody = get_user_model().objects.create_user(f"practice-{uuid4().hex[:12]}", is_active=False)
                club, _owner = clubs.create(name="Practice", user=nobody)
                club.is_practice, club.has_table_codes = True, False
                club.save(update_fields=["is_practice", "has_table_codes"])
        except IntegrityError:  # somebody else opened the first table at the same moment
            club = Club.objects.get(is_practice=True)
    return club, _owner_of(club)


def _owner_of(club: Club) -> Actor:
    owner = club.members.get(role=Role.OWNER)
    return Actor(club_id=club.pk, role=owner.role, member_id=owner.pk)

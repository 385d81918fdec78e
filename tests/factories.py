"""A small club for tests, made through the services that pages use.

People are named by their roles or by the letters of seats. Nothing here depends on what a deal scores.
"""

from dataclasses import dataclass
from typing import Any
from uuid import uuid4

from django.contrib.auth.models import User
from rest_framework.test import APIClient

from scoring.clubs.models import Club, Member, Role
from scoring.clubs.permissions import Actor
from scoring.clubs.services import clubs
from scoring.house_laws.models import HouseLawSet
from scoring.house_laws.records import read_fields
from scoring.house_laws.services import begin_draft, publish_draft
from scoring.journal.services import Answer
from scoring.tables.models import Table
from scoring.tables.services import deals, links, tables
from scoring.tables.table_policy import policy_of
from tests.house_laws.making import written

PASSWORD = "long-enough-for-a-test"
BID_EIGHT_MADE_FIVE = {"dealer": 4, "maker": 2, "bid": 8, "trump": "H", "points": [9, 5]}
"""Foster's own example of a failed bid, with Y-Z as the makers: 17 to the adversaries."""


@dataclass
class ClubOfRoles:
    """A club with one member of each role who can sign in, and a table of four without accounts."""

    club: Club
    users: dict[str, User]
    actors: dict[str, Actor]
    table: Table
    deals_per_round: int | None = None
    """The deals in a round of an evening, unless a test says otherwise. None: each player deals once."""

    def client(self, role: str) -> APIClient:
        """Return an API client signed in as the member of that role."""
        client = APIClient()
        client.force_login(self.users[role])
        return client

    def link_client(self, table: Table | None = None) -> APIClient:
        """Return a client that holds the table's link and nothing else."""
        table = table or self.table
        client = APIClient()
        link = links.live_link(table)
        assert link is not None
        session = client.session
        session["table_links"] = {str(table.pk): link.pk}
        session.save()
        return client


def make_club(slug: str = "harbour", law_set: str = "foster-1897") -> ClubOfRoles:
    """Return a club with its roles and one table."""
    users = {role: User.objects.create_user(f"{slug}-{role}", password=PASSWORD) for role in Role.values}
    club, owner = clubs.create(name=f"Club of {slug}", user=users[Role.OWNER], slug=slug, law_set=law_set)
    actors = {Role.OWNER.value: owner}
    for role in (Role.DIRECTOR, Role.SCORER, Role.PLAYER):
        member = Member.objects.create(
            club=club, user=users[role], name=f"the {role}", role=role, joined_at=club.created_at
        )
        actors[role.value] = Actor(club_id=club.pk, role=role.value, member_id=member.pk)
    table = make_table(club, owner, law_set=law_set)
    return ClubOfRoles(club, users, actors, table)


def make_table(club: Club, actor: Actor, **wanted: Any) -> Table:
    """Return a table of the club. The players A, Y, B and Z sit at it, unless ``wanted`` names others."""
    return tables.open_table(club=club, actor=actor, **({"players": ["A", "Y", "B", "Z"]} | wanted))


def house_laws(
    made: ClubOfRoles, slug: str = "harbour-laws", *, published: bool = True, **head: Any
) -> HouseLawSet:
    """Return one of the club's own law sets, written by its owner and published by its director.

    Unless ``published``, the law set is a draft.
    """
    text = read_fields(slug, written(**head))
    law_set = begin_draft(club=made.club, actor=made.actors["owner"], written=text)
    if published:
        publish_draft(law_set=law_set, actor=made.actors["director"], mark=law_set.draft.mark)
    return law_set


def bare_laws(made: ClubOfRoles, slug: str = "harbour-laws") -> HouseLawSet:
    """Return a draft of the club's own with the same content as Foster's laws, written by its owner."""
    text = read_fields(slug, {"lawset": {"title": "Laws of the harbour", "base": "foster-1897"}})
    return begin_draft(club=made.club, actor=made.actors["owner"], written=text)


def record(table: Table, actor: Actor, **deal: Any) -> Answer:
    """Record a deal at the table under a new key.

    Missing fields are those of BID_EIGHT_MADE_FIVE; a field that is None is left out.
    """
    payload = {name: value for name, value in (BID_EIGHT_MADE_FIVE | deal).items() if value is not None}
    return deals.record(policy=policy_of(table), actor=actor, payload=payload, key=uuid4())

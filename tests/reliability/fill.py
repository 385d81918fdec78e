"""Fills a server's database: a club, tables, and a scorer with a token for each."""

from typing import Any

from django.contrib.auth.models import User
from django.utils import timezone
from knox.models import AuthToken

from scoring.clubs.models import Club, Member, Role
from scoring.clubs.services import clubs
from scoring.tables.services import links
from scoring.tables.services.tables import open_table


def member(club: Club, username: str, name: str, role: Role) -> str:
    """Add a member with an account; return a token of it."""
    user = User.objects.create_user(username)
    Member.objects.create(club=club, user=user, name=name, role=role, joined_at=timezone.now())
    return str(AuthToken.objects.create(user)[1])


def fill(tables: int = 1, parameters: dict[str, Any] | None = None) -> dict[str, Any]:
    """Make the club; return table ids, tokens and link secrets.

    ``parameters`` change the law set at every table.
    """
    user = User.objects.create_user("owner", password="a-password-for-tests")
    club, owner = clubs.create(name="Harbour", user=user, slug="harbour", law_set="foster-1897")
    roles = {"scorer": Role.SCORER, "director": Role.DIRECTOR, "deputy": Role.DIRECTOR}
    tokens = {name: member(club, f"the-{name}", f"the {name}", role) for name, role in roles.items()}
    filled: dict[str, Any] = {"club": club.slug, "roles": tokens, "tables": []}
    filled["owner"] = AuthToken.objects.create(user)[1]
    for number in range(1, tables + 1):
        token = member(club, f"scorer-{number}", f"scorer {number}", Role.SCORER)
        players = [f"{seat}{number}" for seat in "AYBZ"]
        table = open_table(club=club, actor=owner, players=players, parameters=parameters)
        link = links.live_link(table)
        assert link is not None
        filled["tables"].append({"id": table.pk, "token": token, "secret": links.secret_of(link)})
    return filled

"""A program that fills a server's database: a club, tables, and a scorer with a token for each.

Argument: a JSON object with ``tables`` (how many) and ``parameters``. Prints table ids, tokens and link
secrets as JSON.
"""

import json
import sys
from typing import Any

import django


def main(tables: int = 1, parameters: dict[str, Any] | None = None) -> dict[str, Any]:
    """Make the club and return how to use it; ``parameters`` change the law set at every table."""
    from django.contrib.auth.models import User
    from django.utils import timezone
    from knox.models import AuthToken

    from scoring.clubs.models import Member, Role
    from scoring.clubs.services import clubs
    from scoring.tables.services import links
    from scoring.tables.services.tables import open_table

    owner_user = User.objects.create_user("owner", password="a-password-for-tests")
    club, owner = clubs.create(name="Harbour", user=owner_user, slug="harbour", law_set="foster-1897")
    roles: dict[str, str] = {}
    for role in (Role.PLAYER, Role.SCORER, Role.DIRECTOR):
        user = User.objects.create_user(f"the-{role}")
        Member.objects.create(club=club, user=user, name=f"the {role}", role=role, joined_at=timezone.now())
        roles[role.value] = AuthToken.objects.create(user)[1]
    deputy = User.objects.create_user("the-deputy")
    Member.objects.create(
        club=club, user=deputy, name="the deputy", role=Role.DIRECTOR, joined_at=timezone.now()
    )
    roles["deputy"] = AuthToken.objects.create(deputy)[1]
    stranger = User.objects.create_user("stranger")
    clubs.create(name="Inland", user=stranger, slug="inland")
    roles["stranger"] = AuthToken.objects.create(stranger)[1]
    found: dict[str, Any] = {"club": club.slug, "roles": roles, "tables": []}
    found["owner"] = AuthToken.objects.create(owner_user)[1]
    for number in range(1, tables + 1):
        user = User.objects.create_user(f"scorer-{number}")
        Member.objects.create(
            club=club, user=user, name=f"scorer {number}", role=Role.SCORER, joined_at=timezone.now()
        )
        players = [f"{seat}{number}" for seat in "AYBZ"]
        table = open_table(club=club, actor=owner, players=players, parameters=parameters)
        link = links.live_link(table)
        assert link is not None
        found["tables"].append(
            {"id": table.pk, "token": AuthToken.objects.create(user)[1], "secret": links.secret_of(link)}
        )
    return found


if __name__ == "__main__":
    django.setup()
    sys.stdout.write(json.dumps(main(**json.loads(sys.argv[1]))))

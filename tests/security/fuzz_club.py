"""A program that fills a server's database for made-up requests: two clubs with something of everything.

Prints a token for each role, and what stands for each placeholder of an address, as JSON.
"""

import json
import sys
from typing import Any

import django


def main() -> dict[str, Any]:
    """Make the clubs and return who may ask and what there is to be asked for."""
    from knox.models import AuthToken

    from tests.security.world import make

    harbour, inland = make("harbour"), make("inland")
    users = {role: harbour.of.users[role] for role in ("player", "scorer", "director")}
    users["stranger"] = inland.of.users["director"]
    return {
        "roles": {role: AuthToken.objects.create(user)[1] for role, user in users.items()},
        "ids": harbour.ids,
    }


if __name__ == "__main__":
    django.setup()
    sys.stdout.write(json.dumps(main()))

"""Helpers that raise and decide disputes over the API, with the facts of a printed case."""

from typing import Any
from uuid import uuid4

from tests.factories import ClubOfRoles, record

REVOKED = {"act": "neither-followed-nor-trumped", "trick": "turned", "answer": "not-asked", "claimed": "yes"}
"""The facts of a revoke that was established and claimed."""

ADVERSARY_REVOKES = {"incident": "revoke", "facts": {**REVOKED, "offender": "adversary"}, "seat": 2}
"""Seat 2 revoked against seat 1's bid; it was established and claimed."""

A_BIDS_NINE = {"dealer": 4, "maker": 1, "bid": 9, "trump": "H", "points": [8, 6]}
"""A, in seat 1, bid nine, and A-B made eight of the fourteen."""


def post(club: ClubOfRoles, role: str, path: str, body: object | None = None, **more: Any) -> Any:
    """Post a request in a role, or with the table's link."""
    client = club.link_client() if role == "link" else club.client(role)
    return client.post(f"/api/v1/{path}", body if body is not None else {}, format="json", **more)


def entered(club: ClubOfRoles, table: int, body: object, role: str = "director") -> Any:
    """Enter a deal at a table, with an idempotency key of its own."""
    return post(club, role, f"tables/{table}/deals/", body, headers={"Idempotency-Key": str(uuid4())})


def get(club: ClubOfRoles, role: str, path: str) -> Any:
    """Get a resource in a role."""
    client = club.link_client() if role == "link" else club.client(role)
    return client.get(f"/api/v1/{path}")


def raised(club: ClubOfRoles, number: int = 1, role: str = "scorer", **more: Any) -> dict[str, Any]:
    """Raise a dispute about a deal of the club's table, a revoke by default, and return it."""
    answer = post(
        club, role, f"tables/{club.table.pk}/deals/{number}/disputes/", {**ADVERSARY_REVOKES, **more}
    )
    assert answer.status_code == 201, answer.json()
    return dict(answer.json())


def decided(club: ClubOfRoles, dispute: int, role: str = "director", **more: Any) -> dict[str, Any]:
    """Let a director decide the dispute, by default confirm it, and return it."""
    answer = post(club, role, f"disputes/{dispute}/decide/", more or {"confirm": True})
    assert answer.status_code == 200, answer.json()
    return dict(answer.json())


def taken_back(club: ClubOfRoles, dispute: int) -> None:
    """Appeal against the director's decision, and let the owner withdraw the decision."""
    post(club, "player", f"disputes/{dispute}/appeal/", {"reason": "it was not so"})
    settled = post(club, "owner", f"disputes/{dispute}/settle/", {"withdraw": True, "reason": "true"})
    assert settled.status_code == 200, settled.json()


def bid_nine(club: ClubOfRoles) -> None:
    """Record the printed example's deal: A bids nine and A-B make eight."""
    record(club.table, club.actors["scorer"], **A_BIDS_NINE)


def scored(club: ClubOfRoles, number: int = 1) -> list[int]:
    """Return the current score of a deal."""
    found = get(club, "player", f"tables/{club.table.pk}/deals/{number}/").json()
    return list(found["score"]["scored"])


def standing(club: ClubOfRoles) -> list[int]:
    """Return the current running score of the table."""
    return list(get(club, "player", f"tables/{club.table.pk}/").json()["score"])

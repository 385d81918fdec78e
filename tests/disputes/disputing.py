"""Raise and decide disputes in tests as people do: over the API, with the facts of one known case."""

from typing import Any

from tests.factories import ClubOfRoles, record

ADVERSARY_REVOKES = {
    "incident": "revoke",
    "facts": {
        "act": "neither-followed-nor-trumped",
        "trick": "turned",
        "answer": "not-asked",
        "claimed": "yes",
        "offender": "adversary",
    },
    "seat": 2,
}
"""Seat 2 revoked against seat 1's bid; it was established and claimed."""

A_BIDS_NINE = {"dealer": 4, "maker": 1, "bid": 9, "trump": "H", "points": [8, 6]}
"""A, in seat 1, bid nine, and A-B made eight of the fourteen."""


def post(club: ClubOfRoles, role: str, path: str, body: object | None = None, **more: Any) -> Any:
    """Send a request as somebody of a role, or with the table's link."""
    client = club.link_client() if role == "link" else club.client(role)
    return client.post(f"/api/v1/{path}", body if body is not None else {}, format="json", **more)


def get(club: ClubOfRoles, role: str, path: str) -> Any:
    """Read something as somebody of a role."""
    client = club.link_client() if role == "link" else club.client(role)
    return client.get(f"/api/v1/{path}")


def raised(club: ClubOfRoles, number: int = 1, role: str = "scorer", **more: Any) -> dict[str, Any]:
    """Return a dispute raised about a deal of the club's table: the revoke, unless another is wanted."""
    answer = post(
        club, role, f"tables/{club.table.pk}/deals/{number}/disputes/", {**ADVERSARY_REVOKES, **more}
    )
    assert answer.status_code == 201, answer.json()
    return dict(answer.json())


def decided(club: ClubOfRoles, dispute: int, role: str = "director", **more: Any) -> dict[str, Any]:
    """Return the dispute confirmed by a director, unless something else is wanted."""
    answer = post(club, role, f"disputes/{dispute}/decide/", more or {"confirm": True})
    assert answer.status_code == 200, answer.json()
    return dict(answer.json())


def taken_back(club: ClubOfRoles, dispute: int) -> None:
    """Appeal against a decision of the director's, and let the owner withdraw it."""
    post(club, "player", f"disputes/{dispute}/appeal/", {"reason": "it was not so"})
    settled = post(club, "owner", f"disputes/{dispute}/settle/", {"withdraw": True, "reason": "true"})
    assert settled.status_code == 200, settled.json()


def bid_nine(club: ClubOfRoles) -> None:
    """Record the printed example's deal: A bids nine and A-B make eight."""
    record(club.table, club.actors["scorer"], **A_BIDS_NINE)


def scored(club: ClubOfRoles, number: int = 1) -> list[int]:
    """Return what a deal scores now."""
    found = get(club, "player", f"tables/{club.table.pk}/deals/{number}/").json()
    return list(found["score"]["scored"])


def standing(club: ClubOfRoles) -> list[int]:
    """Return the table's running score now."""
    return list(get(club, "player", f"tables/{club.table.pk}/").json()["score"])

"""Another club's records look like records that do not exist: 404 with the very same body.

An owner requests every route with an id three times: for the other club's record, for the other club's record
under the URL of the owner's own club, and for a record that does not exist.
"""

import re
from collections.abc import Iterator
from typing import Any

import pytest
from django.db import transaction
from django.http.response import HttpResponseBase
from django.shortcuts import get_object_or_404

from scoring.clubs.models import Member
from scoring.clubs.services import clubs
from tests.running.day import some_of
from tests.security.test_access import ROUTES, TABLE
from tests.security.world import JSON, Club, Route, address, client_of, placeholders, send_valid

pytestmark = pytest.mark.django_db

UNKNOWN = 999_999_999
OUTER = {"slug": "no-such-club", **dict.fromkeys(("table", "table_id", "event", "event_id"), UNKNOWN)}
INNER: dict[str, Any] = {
    "house": "no-such-laws",
    **dict.fromkeys(
        (
            "member",
            "member_id",
            "entry",
            "held_id",
            "doubt",
            "doubt_id",
            "dispute",
            "dispute_id",
            "call",
            "call_id",
        ),
        UNKNOWN,
    ),
}
IDS = OUTER.keys() | INNER.keys()
ASKED = sorted(
    (name, method)
    for name, row in TABLE.items()
    for method in row
    if IDS & set(placeholders(ROUTES[name])) and not name.startswith(("law", "laws:", "public-"))
)
TOKEN = re.compile(rb'(csrfmiddlewaretoken" value=")[^"]*')


def seen(answer: HttpResponseBase) -> tuple[int, bytes]:
    """Return the parts of an answer by which two answers can be distinguished."""
    return answer.status_code, TOKEN.sub(rb"\1", answer.content)  # type: ignore[attr-defined]  # not streamed


def told_apart(route: Route, method: str, harbour: Club, inland: Club) -> Iterator[str]:
    """Yield each difference that lets an owner of the club harbour learn about the club inland."""
    owner = client_of(harbour, "owner")
    names = set(placeholders(route))

    def ask(ids: dict[str, Any]) -> tuple[int, bytes]:
        with transaction.atomic():
            answer = send_valid(owner, route, method, harbour, path=address(route, method, harbour, **ids))
            transaction.set_rollback(True)
        return seen(answer)

    theirs = {name: inland.ids[name] for name in IDS}
    pairs = [({**theirs, "number": 1}, {**OUTER, **INNER, "number": 1})]
    if names & INNER.keys():
        own = {name: harbour.ids[name] for name in OUTER}
        pairs.append(({**own, **{name: theirs[name] for name in INNER}}, {**own, **INNER}))
    for foreign, unknown in pairs:
        one, other = ask(foreign), ask(unknown)
        if one[0] != 404 or one != other:
            yield f"{method} {route.name} {foreign}: {one[0]}, for nothing {other[0]}"


@pytest.mark.parametrize(("name", "method"), list(some_of(ASKED, 2)))
def test_another_clubs_things_look_like_nothing(name, method, harbour, inland):
    assert list(told_apart(ROUTES[name], method, harbour, inland)) == []


def test_every_route_with_an_id_is_asked():
    assert len(ASKED) >= 75


THREE = ["Q", "R", "S"]
BODIES: dict[str, tuple[str, dict[str, Any], int]] = {
    "a club": ("api-tables", {"club": "CLUB", "players": ["P", *THREE]}, 404),
    "a player": ("api-tables", {"club": "harbour", "players": ["MEMBER", *THREE]}, 400),
    "an event": ("api-events", {"club": "CLUB", "name": "E", "players": ["P", *THREE]}, 404),
    "a player of an event": (
        "api-events",
        {"club": "harbour", "name": "E", "players": ["MEMBER", *THREE]},
        400,
    ),
    "who comes late": ("api-event-players", {"player": "MEMBER"}, 400),
    "a card for a place": ("api-event-start", {"cards": {"MEMBER": "RAS"}}, 400),
    "a player of a game": ("api-games", {"players": ["MEMBER", *THREE]}, 400),
    "a cut": ("api-games", {"cut": "CUT"}, 404),
    "who cuts a card": ("api-cuts", {"purpose": "deal", "cards": {"MEMBER": "AS"}}, 400),
}


@pytest.mark.parametrize(("name", "body", "status"), BODIES.values(), ids=BODIES)
def test_another_clubs_ids_in_a_body_are_unknown_too(name, body, status, harbour, inland):
    owner = client_of(harbour, "owner")
    answers = []
    for there in (
        {"CLUB": "inland", "MEMBER": inland.member.pk, "CUT": inland.cut.pk},
        {"CLUB": "no-such-club", "MEMBER": UNKNOWN, "CUT": UNKNOWN},
    ):
        path = address(ROUTES[name], "POST", harbour)
        answer = owner.post(path, filled(body, there), content_type=JSON)
        text = answer.content.replace(str(there["MEMBER"]).encode(), b"ID")
        answers.append((answer.status_code, text))
    assert answers[0] == answers[1]
    assert answers[0][0] == status


def filled(body: Any, there: dict[str, Any]) -> Any:
    """Return the body with ids in place of the words that stand for them."""
    if isinstance(body, dict):
        return {str(there.get(name, name)): filled(value, there) for name, value in body.items()}
    if isinstance(body, list):
        return [filled(value, there) for value in body]
    return there.get(body, body) if isinstance(body, str) else body


def test_control_a_look_up_that_forgets_the_club_is_found(harbour, inland, monkeypatch):
    monkeypatch.setattr(clubs, "present_member", lambda club, pk: get_object_or_404(Member, pk=pk))

    found = list(told_apart(ROUTES["api-member"], "DELETE", harbour, inland))

    assert len(found) == 1
    assert "404" not in found[0].split(":")[-1].split(",")[0]

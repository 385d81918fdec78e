"""Which roles may use which route: every route of the site, every method, every role.

The table has the expected answers; the routes come from the URL resolver, so a route that is missing in the
table fails. A method that is missing in the table must be refused with 405 for every role. Every page that
is read is protected, and reading writes nothing.

In the full run every role tries every method. In the gate only one of several roles with the same expected
answer tries a method, and each day it is another role (`tries`).
"""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from itertools import product
from typing import Any

import pytest
from django.conf import settings
from django.db import connection, transaction
from django.test import Client, override_settings
from django.urls import include, path
from rest_framework.response import Response

from scoring.clubs import permissions
from scoring.clubs.permissions import ALLOWED, EVERYBODY
from scoring.tables.models import Table
from scoring.tables.services import club_cards
from tests.running import day
from tests.security import valid_requests
from tests.security.protection import faults_of_page, written
from tests.security.world import ROLES, Club, Route, client_of, routes, send_valid

pytestmark = pytest.mark.django_db

METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS")

# In the order of ROLES: anonymous, player, scorer, director, owner, link, stranger. "in": the caller is sent
# to sign in (302 on reading, 401 on sending). 302: the page after a successful action. 404: a stranger learns
# of no record.
ALL = "200 200 200 200 200 200 200"
MEMBERS_OF_CLUB = "in 200 200 200 200 in 404"
AT_THE_TABLE = "in 200 200 200 200 200 404"
DIRECTORS_PAGE = "in 403 403 200 200 in 404"
DIRECTORS_DEED = "in 403 403 302 302 in 404"
SEES_THE_LINK = "in 403 200 200 200 403 404"
NOBODYS_INVITATION = "in 404 404 404 404 in 404"
RUNS_A_PAGE = "in 403 403 200 200 403 404"
RUNS_A_DEED = "in 403 403 302 302 403 404"
SCORERS_DEED = "in 403 302 302 302 302 404"
API_RUNS = "401 403 403 200 200 403 404"
API_SCORES = "401 403 200 200 200 200 404"
API_CLUB = "401 200 200 200 200 404 404"
API_TABLE = "401 200 200 200 200 200 404"
TABLE: Mapping[str, Mapping[str, str]] = {
    "healthz": {"GET": ALL},
    "schema": {"GET": ALL},
    "api-docs": {"GET": ALL},
    "api-token": {
        "POST": "401 401 401 401 401 401 401",
        "DELETE": "401 204 204 204 204 401 204",
    },
    "api-score": {"POST": ALL},
    "api-every-game": {"GET": ALL},
    "api-game": {"GET": ALL},
    "api-clubs": {"GET": "401 200 200 200 200 401 200", "POST": "401 201 201 201 201 401 201"},
    "api-club": {"GET": API_CLUB, "PATCH": "401 403 403 403 200 404 404"},
    "api-members": {"GET": API_CLUB, "POST": "401 403 403 201 201 404 404"},
    "api-member": {"PATCH": "401 403 403 403 200 404 404", "DELETE": "401 403 403 204 204 404 404"},
    "api-member-merge": {"POST": "401 403 403 409 409 404 404"},
    "api-club-cards": {"GET": "401 403 403 200 200 404 404", "POST": "401 403 403 201 201 404 404"},
    # The club has no card of this table to change.
    "api-club-card": {"PUT": "401 403 403 409 409 404 404", "DELETE": "401 403 403 409 409 404 404"},
    # Nobody here has opened a card.
    "api-table-word": {"POST": "401 404 404 404 404 404 404"},
    "api-journal": {"GET": "401 403 403 200 200 404 404"},
    "api-house-law-sets": {"GET": API_CLUB, "POST": "401 403 403 201 201 404 404"},
    "api-house-law-set": {"GET": API_CLUB},
    "api-house-draft": {"PUT": "401 403 403 200 200 404 404", "DELETE": "401 403 403 204 204 404 404"},
    "api-house-check": {"GET": API_CLUB},
    # The owner wrote the draft, so the owner may not publish it.
    "api-house-publish": {"POST": "401 403 403 201 403 404 404"},
    "api-house-export": {"GET": API_CLUB},
    "api-tables": {"GET": API_CLUB, "POST": "401 403 403 201 201 404 404"},
    "api-table": {"GET": API_TABLE, "PATCH": "401 403 403 200 200 403 404"},
    "api-games": {"POST": "401 403 201 201 201 201 404"},
    "api-link": {"POST": "401 403 403 201 201 403 404", "DELETE": "401 403 403 204 204 403 404"},
    "api-company": {
        "GET": API_TABLE,
        "POST": "401 403 400 201 201 400 404",
        "PATCH": "401 403 200 200 200 200 404",
    },
    "api-company-player": {"DELETE": "401 403 204 204 204 204 404"},
    "api-company-cut": {"POST": "401 403 201 201 201 201 404"},
    "api-cuts": {"GET": API_TABLE, "POST": "401 403 201 201 201 201 404"},
    "api-deals": {"GET": API_TABLE, "POST": "401 403 201 201 201 201 404"},
    "api-deal-preview": {"POST": API_TABLE},
    "api-deal": {"GET": API_TABLE, "PATCH": "401 403 200 200 200 200 404"},
    "api-revisions": {"GET": API_TABLE},
    "api-held": {"POST": "401 403 403 204 204 403 404"},
    "calls": {"GET": AT_THE_TABLE, "POST": "in 302 302 302 302 302 404"},
    "event-call": {"GET": "in 200 200 200 200 302 404"},
    "call": {"GET": ALL},
    "call-see": {"POST": RUNS_A_DEED},
    "call-answer": {"POST": RUNS_A_DEED},
    # The owner has called.
    "call-close": {"POST": SCORERS_DEED},
    "api-table-calls": {"GET": API_TABLE, "POST": "401 201 201 201 201 201 404"},
    "api-calls": {"GET": "401 403 403 200 200 404 404"},
    "api-call": {"GET": API_TABLE},
    "api-call-see": {"POST": API_RUNS},
    "api-call-answer": {"POST": API_RUNS},
    "api-call-dispute": {"POST": API_RUNS},
    "api-call-close": {"POST": API_SCORES},
    "disputes": {"GET": AT_THE_TABLE},
    "dispute-new": {"GET": AT_THE_TABLE, "POST": "in 302 302 302 302 302 404"},
    "dispute": {"GET": AT_THE_TABLE},
    "dispute-answer": {"POST": "in 302 302 302 302 302 404"},
    "dispute-choose": {"POST": SCORERS_DEED},
    "dispute-lapse": {"POST": SCORERS_DEED},
    "dispute-spend": {"POST": SCORERS_DEED},
    "dispute-preview": {"POST": RUNS_A_PAGE},
    "dispute-decide": {"POST": RUNS_A_DEED},
    "dispute-appeal": {"POST": "in 302 302 302 302 302 404"},
    # The director of the table below has decided, so that director may not settle the appeal.
    "dispute-settle": {"POST": "in 403 403 403 302 403 404"},
    # The owner has raised the dispute; a director may drop it as well.
    "dispute-drop": {"POST": RUNS_A_DEED},
    "club-disputes": {"GET": MEMBERS_OF_CLUB},
    # The club publishes no rulings, so that players and a table's phone see none.
    "event-rulings": {"GET": "in 403 200 200 200 403 404"},
    "api-deal-disputes": {"POST": "401 201 201 201 201 201 404"},
    # No worker runs in the tests, so nothing can be computed.
    "api-best-play": {"GET": API_TABLE, "POST": "401 409 409 409 409 409 404"},
    "best-play": {"GET": "in 302 302 302 302 302 404", "POST": "in 302 302 302 302 302 404"},
    "api-found": {"GET": API_TABLE},
    "api-table-disputes": {"GET": API_TABLE},
    "api-disputes": {"GET": API_CLUB},
    "api-penalties": {"GET": API_CLUB},
    "api-dispute": {"GET": API_TABLE},
    "api-dispute-answer": {"POST": API_TABLE},
    "api-dispute-choose": {"POST": API_SCORES},
    "api-dispute-lapse": {"POST": API_SCORES},
    "api-dispute-spend": {"POST": API_SCORES},
    "api-dispute-preview": {"POST": API_RUNS},
    "api-dispute-decide": {"POST": API_RUNS},
    "api-dispute-appeal": {"POST": API_TABLE},
    # The director of the table below has decided, so that director may not settle the appeal.
    "api-dispute-settle": {"POST": "401 403 403 403 200 403 404"},
    # The owner has raised the dispute; a director may drop it as well.
    "api-dispute-drop": {"POST": API_RUNS},
    "api-events": {"GET": API_CLUB, "POST": "401 403 403 201 201 404 404"},
    # Before the start an event has no table, so the holder of a table's link is a stranger.
    "api-event": {
        "GET": API_TABLE,
        "PATCH": API_RUNS,
        "DELETE": "401 403 403 200 200 404 404",
    },
    "api-event-start": {"POST": "401 403 403 202 202 404 404"},
    "api-event-bell": {"POST": "401 403 202 202 202 202 404"},
    "api-event-clock": {"POST": API_RUNS},
    "api-standings": {"GET": API_TABLE},
    "api-event-rulings": {"GET": "401 403 200 200 200 403 404"},
    "api-event-changes": {"POST": "401 403 403 201 201 403 404"},
    "api-event-hold": {"POST": API_RUNS},
    "api-event-word": {"GET": "401 403 200 200 200 200 404", "POST": API_RUNS},
    "api-event-end": {"POST": API_RUNS},
    "api-event-final": {"POST": API_RUNS},
    "api-event-reopen": {"POST": API_RUNS},
    "api-event-players": {"POST": "401 403 403 201 201 403 404"},
    "api-event-player": {"DELETE": API_RUNS},
    "api-event-wishes": {"PUT": API_RUNS},
    "api-event-check-in": {"PUT": "401 403 403 200 200 404 404"},
    "api-event-publish": {"PUT": API_RUNS},
    # Nobody has come or gone, and the two players to swap are the same player.
    "api-round-swap": {"POST": "401 403 403 400 400 403 404"},
    "api-round-amend": {"POST": "401 403 403 409 409 403 404"},
    "api-event-settle": {"POST": API_RUNS},
    # A deal is recorded at this table. A table's link may correct an entry of its own.
    "api-round-total": {"POST": "401 403 409 409 409 409 404"},
    "api-round": {"GET": API_TABLE},
    "api-round-move": {"POST": API_RUNS},
    "api-round-take-back": {"POST": API_RUNS},
    "api-round-decide": {"POST": API_RUNS},
    "api-round-doubt": {"POST": API_TABLE},
    "law-set-list": {"GET": ALL},
    "law-set-compare": {"GET": ALL},
    "law-set-detail": {"GET": ALL},
    "law-list": {"GET": ALL},
    "law-detail": {"GET": ALL},
    "law-clause-list": {"GET": ALL},
    "law-clause-detail": {"GET": ALL},
    "incident-list": {"GET": ALL},
    "ruling-ask": {"POST": ALL},
    "ruling-why": {"POST": ALL},
    "ruling-compare": {"POST": ALL},
    "ruling-together": {"POST": ALL},
    "ruling-propose": {"POST": ALL},
    "home": {"GET": ALL},
    "help": {"GET": ALL},
    "privacy": {"GET": ALL},
    "practice": {"POST": "302 302 302 302 302 302 302"},
    "language": {"POST": "302 302 302 302 302 302 302"},
    "sign-in": {"GET": ALL, "POST": "400 400 400 400 400 400 400"},
    "sign-out": {"POST": "302 302 302 302 302 302 302"},
    "account": {"GET": "in 200 200 200 200 in 200", "POST": "in 400 400 400 400 in 400"},
    "set-password": {"GET": ALL, "POST": ALL},
    "club-new": {"GET": "in 200 200 200 200 in 200", "POST": "in 302 302 302 302 in 302"},
    "club": {"GET": MEMBERS_OF_CLUB},
    "club-settings": {"GET": "in 403 403 403 200 in 404", "POST": "in 403 403 403 302 in 404"},
    "house-laws": {"GET": MEMBERS_OF_CLUB, "POST": DIRECTORS_DEED},
    "house-law-set": {"GET": MEMBERS_OF_CLUB},
    "house-draft": {"GET": DIRECTORS_PAGE, "POST": DIRECTORS_DEED},
    # The owner wrote the draft, so the owner may not publish it.
    "house-check": {"GET": MEMBERS_OF_CLUB, "POST": "in 403 403 302 403 in 404"},
    "house-file": {"GET": MEMBERS_OF_CLUB, "POST": DIRECTORS_DEED},
    "own-law-new": {"GET": DIRECTORS_PAGE, "POST": DIRECTORS_PAGE},
    "own-law": {"GET": DIRECTORS_PAGE, "POST": DIRECTORS_PAGE},
    "own-law-remove": {"POST": DIRECTORS_DEED},
    "members": {"GET": MEMBERS_OF_CLUB, "POST": DIRECTORS_DEED},
    "import-members": {"GET": DIRECTORS_PAGE, "POST": DIRECTORS_PAGE},
    "member": {"GET": DIRECTORS_PAGE, "POST": "in 403 403 403 302 in 404"},
    "member-account": {"POST": DIRECTORS_PAGE},
    # The member has no account.
    "member-link": {"POST": "401 403 403 409 409 401 404"},
    "member-withdraw": {"POST": DIRECTORS_DEED},
    "member-invite": {"POST": DIRECTORS_PAGE},
    "member-rename": {"POST": DIRECTORS_DEED},
    "member-merge": {"POST": "in 403 403 400 400 in 404"},
    "member-remove": {"POST": DIRECTORS_DEED},
    "invitation": {"GET": NOBODYS_INVITATION, "POST": NOBODYS_INVITATION},
    "director": {"GET": DIRECTORS_PAGE},
    "held": {"POST": DIRECTORS_DEED},
    "table-new": {"GET": DIRECTORS_PAGE, "POST": DIRECTORS_DEED},
    "journal": {"GET": DIRECTORS_PAGE},
    "club-cards": {"GET": DIRECTORS_PAGE, "POST": DIRECTORS_DEED},
    # Nobody here has scanned a card; what a card opens is in `test_club_cards`.
    "club-card": {"GET": "in 404 404 404 404 404 404"},
    "table-word": {"GET": "in 404 404 404 404 404 404", "POST": "in 404 404 404 404 404 404"},
    "table-link": {"GET": ALL, "POST": "404 404 404 404 404 404 404"},
    "table": {"GET": AT_THE_TABLE, "POST": "in 403 200 200 200 200 404"},
    "deal-cards": {"GET": "in 403 200 200 200 200 404", "POST": "in 403 200 200 200 200 404"},
    "sheet": {"GET": AT_THE_TABLE},
    "company": {"GET": AT_THE_TABLE, "POST": "in 403 302 302 302 302 404"},
    "cuts": {"GET": AT_THE_TABLE, "POST": "in 403 302 302 302 302 404"},
    "link": {"GET": SEES_THE_LINK},
    "link-code": {"GET": SEES_THE_LINK},
    "link-change": {"POST": "in 403 403 302 302 403 404"},
    "table-close": {"POST": "in 403 403 302 302 403 404"},
    "deal": {"GET": AT_THE_TABLE, "POST": "in 403 200 200 200 200 404"},
    "correction-cards": {"GET": "in 403 200 200 200 200 404", "POST": "in 403 200 200 200 200 404"},
    "game-new": {"GET": "in 403 200 200 200 200 404", "POST": "in 403 302 302 302 302 404"},
    "events": {"GET": MEMBERS_OF_CLUB},
    "event-new": {"GET": DIRECTORS_PAGE, "POST": DIRECTORS_DEED},
    "event": {"GET": AT_THE_TABLE},
    "event-plan": {"GET": RUNS_A_PAGE, "POST": RUNS_A_DEED},
    "event-plan-again": {"GET": "in 403 403 200 200 404 404", "POST": "in 403 403 302 302 404 404"},
    "event-hold": {"POST": RUNS_A_DEED},
    "event-keep-seats": {"POST": RUNS_A_DEED},
    "event-word": {"POST": RUNS_A_DEED},
    "event-publish": {"POST": RUNS_A_DEED},
    # Everybody sees what a club publishes.
    "public-event": {"GET": ALL},
    "public-event-code": {"GET": ALL},
    "event-log": {"GET": RUNS_A_PAGE},
    "event-players": {"GET": RUNS_A_PAGE, "POST": RUNS_A_DEED},
    "event-check-in": {"GET": RUNS_A_PAGE, "POST": RUNS_A_DEED},
    "event-import-players": {"GET": RUNS_A_PAGE, "POST": RUNS_A_PAGE},
    "event-lists": {
        "GET": "in 403 403 200 200 404 404",
        "POST": "in 403 403 302 302 404 404",
    },
    "event-leave": {"GET": RUNS_A_PAGE, "POST": RUNS_A_DEED},
    "event-wishes": {"GET": RUNS_A_PAGE, "POST": RUNS_A_DEED},
    "event-change": {"GET": RUNS_A_PAGE, "POST": "in 403 403 409 409 403 404"},
    # A link of a table reads nothing more once the results are final.
    "event-edition": {"GET": "in 200 200 200 200 403 404"},
    "event-start": {"GET": "in 403 403 200 200 404 404", "POST": "in 403 403 302 302 404 404"},
    "event-clock": {"POST": RUNS_A_DEED},
    "event-bell": {"POST": SCORERS_DEED},
    "event-final": {"POST": RUNS_A_DEED},
    "event-more": {"POST": RUNS_A_DEED},
    "event-doubt": {"POST": RUNS_A_DEED},
    "event-round": {"GET": AT_THE_TABLE},
    "event-slips": {"GET": RUNS_A_PAGE, "POST": RUNS_A_DEED},
    "event-move": {"GET": RUNS_A_PAGE, "POST": RUNS_A_DEED},
    "event-take-back": {"POST": RUNS_A_DEED},
    "event-table": {"GET": AT_THE_TABLE, "POST": RUNS_A_DEED},
    "event-standings": {"GET": AT_THE_TABLE},
    "event-standings-csv": {"GET": AT_THE_TABLE},
    "event-projector": {"GET": AT_THE_TABLE},
    "event-live": {"GET": AT_THE_TABLE},
    "event-me": {"GET": AT_THE_TABLE},
    "evening": {"GET": ALL, "POST": "404 404 404 404 404 404 404"},
    "evening-links": {"GET": RUNS_A_PAGE, "POST": RUNS_A_DEED},
    "evening-link": {"GET": RUNS_A_PAGE, "POST": RUNS_A_DEED},
    "evening-code": {"GET": RUNS_A_PAGE},
    "event-print": {"GET": AT_THE_TABLE},
    "event-sheet": {"GET": AT_THE_TABLE},
    # The club has no cards to print.
    "club-cards-print": {"GET": "in 403 403 404 404 in 404"},
    "table-print": {"GET": AT_THE_TABLE},
    "games": {"GET": ALL},
    "game": {"GET": ALL},
    "laws:list": {"GET": ALL},
    "laws:ask": {"GET": ALL},
    "laws:compare": {"GET": ALL},
    "laws:card": {"GET": ALL},
    "laws:topic": {"GET": ALL},
    "laws:law-set": {"GET": ALL},
    "laws:law": {"GET": ALL},
    "laws:clauses": {"GET": ALL},
    "laws:clause": {"GET": ALL},
}


def expected(route: Route, method: str, role: str) -> int:
    """Return the status that the table expects; 405 for a method that is missing in the table."""
    row = TABLE[route.name]
    if method == "OPTIONS" and route.pattern.startswith("api/"):
        return 200  # The methods of a route are the same for everybody.
    line = row.get(method) or (row.get("GET") if method == "HEAD" else None)
    status = line.split()[ROLES.index(role)] if line else "405"
    return (302 if method in ("GET", "HEAD") else 401) if status == "in" else int(status)


def trying(route: Route, method: str) -> Iterator[str]:
    """Yield the roles that try a method in the gate: for each expected answer, the role whose day it is."""
    answers = {role: expected(route, method, role) for role in ROLES}
    for answer in dict.fromkeys(answers.values()):
        alike = [role for role in ROLES if answers[role] == answer]
        yield alike[day.NUMBER % len(alike)]


def allowed(route: Route) -> list[str]:
    """Return the methods of a route: the table's, HEAD beside GET, and OPTIONS in the API."""
    return [method for method in METHODS if expected(route, method, "owner") != 405]


def tries(route: Route, *, every: bool) -> Iterator[tuple[str, str]]:
    """Yield role and method of each request.

    In the gate one role tries HEAD, which does as GET, OPTIONS, and one of the methods that are refused: a
    refusal names all methods that the route allows.
    """
    is_sqlite = connection.vendor == "sqlite"  # all but the table's methods do the same on every database
    for method in METHODS if every and is_sqlite else TABLE[route.name]:
        yield from ((role, method) for role in (ROLES if every else trying(route, method)))
    if not every and is_sqlite:
        others = [method for method in allowed(route) if method not in TABLE[route.name]]
        refused = [method for method in METHODS if method not in allowed(route)]
        for method in (*others, *day.some_of(refused, len(refused))):
            yield next(trying(route, method)), method


def differences(route: Route, harbour: Club, *, every: bool = False) -> Iterator[str]:
    """Yield each answer of a route that differs from the table. Changes by the requests are rolled back."""
    for role, method in tries(route, every=every):
        visitor = client_of(harbour, role, raise_request_exception=False)
        with transaction.atomic(), written() as statements:
            answer = send_valid(visitor, route, method, harbour)
            transaction.set_rollback(True)
        if answer.status_code != (wanted := expected(route, method, role)):
            yield f"{method} {route.name} as {role}: {answer.status_code} instead of {wanted}"
        if wanted == 405 and {*answer.get("Allow", "").split(", ")} != {*allowed(route)}:
            yield f"{method} {route.name} as {role}: allowed is {answer.get('Allow')}"
        if method == "GET" and "GET" in TABLE[route.name]:
            for fault in (*faults_of_page(route.name, role, answer), *statements):
                yield f"GET {route.name} as {role}: {fault}"


# The routes that a phone can also read if it has opened a table by the club's card, without the word.
LOOKS = ("club-card", "table-word")


def beyond_looking(harbour: Club, phone: Client, tried: Iterable[Route]) -> Iterator[str]:
    """Yield each route that lets a phone with a card alone read more than a link, or change anything."""
    table = Table.objects.get(event=harbour.events["running"], event_number=1)
    on = replace(harbour, ids=harbour.ids | {"table": table.pk, "table_id": table.pk})
    for route in tried:
        row = TABLE.get(route.name, {})
        for method in row:
            with transaction.atomic():
                visitor = Client(raise_request_exception=False)
                visitor.cookies = phone.cookies.copy()
                status = send_valid(visitor, route, method, on).status_code
                transaction.set_rollback(True)
            is_open = status == expected(route, method, "anonymous")
            reads = method == "GET" and expected(route, method, "link") == 200
            if status < 400 and not (is_open or reads or (method == "GET" and route.name in LOOKS)):
                yield f"{method} {route.name}: {status}"


def phone_with_card(harbour: Club) -> Client:
    club_cards.issue_missing(club=harbour.of.club, actor=harbour.of.actors["owner"], tables=1)
    card = club_cards.cards_of(harbour.of.club)[0]
    harbour.ids["card_id"] = card.pk
    secret = str(club_cards.address_of(card)).partition("#")[2]
    phone = Client()
    assert phone.post("/t/", {"secret": secret}).status_code == 302
    return phone


def test_a_phone_with_a_card_alone_only_reads(harbour):
    assert list(beyond_looking(harbour, phone_with_card(harbour), day.some_of(routes(), 2))) == []


def test_control_a_card_that_acts_as_a_link_is_found(harbour, monkeypatch):
    phone = phone_with_card(harbour)
    monkeypatch.setattr("scoring.tables.access.CARD", permissions.LINK)
    assert "POST table: 200" in beyond_looking(harbour, phone, [ROUTES["table"]])


def unlisted(found: list[Route]) -> set[str]:
    """Return the routes that the table does not know."""
    return {route.name for route in found if route.name != "admin"} - TABLE.keys()


ROUTES = {route.name: route for route in routes() if route.name != "admin"}


def test_every_route_is_in_the_table_and_the_table_holds_no_other():
    assert unlisted(routes()) == set()
    assert TABLE.keys() - {route.name for route in routes()} == set()


@pytest.mark.parametrize("every", [False, pytest.param(True, marks=pytest.mark.full)])
@pytest.mark.parametrize("name", sorted(TABLE))
def test_each_route_admits_the_roles_in_its_table_row(name, every, harbour):
    assert list(differences(ROUTES[name], harbour, every=every)) == []


def test_no_role_of_a_club_opens_the_office(harbour):
    office = [route.pattern.replace("^", "") for route in routes() if route.name == "admin"]
    assert len(office) > 50, "the admin's own routes are among them"
    addresses = {"/" + re.split(r"[<(]", pattern)[0] for pattern in office}
    closed = sorted(addresses - {"/admin/login/", "/admin/logout/"})
    for role, where in day.some_of(product(ROLES, closed), 3):
        status = client_of(harbour, role).get(where).status_code
        assert status in (302, 404), (role, where, status)


def test_earlier_deals_are_corrected_on_their_page_by_directors_only_a_links_wait(harbour):
    for role, status in {"scorer": 403, "link": 200, "director": 200}.items():
        answer = client_of(harbour, role).post(f"/tables/{harbour.playing.pk}/deals/1/", valid_requests.ENTRY)
        assert answer.status_code == status, role


def test_a_link_is_shown_no_names_of_members_and_no_way_to_the_club(harbour):
    for role in ("director", "link"):
        page = client_of(harbour, role).get(f"/tables/{harbour.gathered.pk}/company/").content.decode()
        assert ('<datalist id="members">' in page) is (role == "director")
        assert (f'<a href="/clubs/{harbour.of.club.slug}/">' in page) is (role == "director")


def test_the_clubs_page_leads_with_the_events_in_play_and_no_others(harbour):
    page = client_of(harbour, "player").get(f"/clubs/{harbour.of.club.slug}/").content.decode()
    tonight = page.partition("On tonight")[2].partition("Open tables")[0]
    shown = {name for name, event in harbour.events.items() if f'href="/events/{event.pk}/"' in tonight}
    assert shown == {"running"}


def test_control_an_action_open_to_all_is_found(harbour, monkeypatch):
    monkeypatch.setitem(ALLOWED, "see the journal", EVERYBODY)  # type: ignore[misc]  # a dict behind its type

    found = list(differences(ROUTES["api-journal"], harbour, every=True))

    assert "GET api-journal as player: 200 instead of 403" in found


def test_control_a_site_without_its_middleware_is_found(harbour):
    without = [step for step in settings.MIDDLEWARE if "CSP" not in step and "XFrame" not in step]
    with override_settings(MIDDLEWARE=without):
        found = list(differences(ROUTES["home"], harbour, every=True))
    assert "GET home as owner: X-Frame-Options is None" in found
    assert "GET home as owner: the policy lacks default-src 'self'" in found


def test_control_a_page_that_writes_is_found(harbour, monkeypatch):
    def careless(self: Any, request: Any) -> Response:
        harbour.of.club.save()
        return Response(headers={"Cache-Control": "public"})

    monkeypatch.setattr("scoring.clubs.api.ClubsView.get", careless)

    found = list(differences(ROUTES["api-clubs"], harbour, every=True))

    assert any("as owner: UPDATE" in fault for fault in found)


def test_control_a_view_that_forgets_to_ask_is_found(harbour, monkeypatch):
    monkeypatch.setattr(permissions.Actor, "must", lambda self, action: None)

    assert len(list(differences(ROUTES["table-close"], harbour, every=True))) >= 3


urlpatterns = [
    path("forgotten/", lambda request: None, name="forgotten"),
    path("", include("cinchclub.urls")),
]


def test_control_a_route_nobody_listed_is_found():
    with override_settings(ROOT_URLCONF=__name__):
        assert unlisted(routes()) == {"forgotten"}


@pytest.mark.parametrize("name", ["table-cards", "score-cards"])
def test_sheets_that_carry_links_are_printed_by_those_who_run_the_event(name, harbour):
    where = f"/events/{harbour.events['running'].pk}/print/{name}.pdf"
    asked = {role: client_of(harbour, role).get(where).status_code for role in ROLES}
    assert list(asked.values()) == [302, 403, 403, 200, 200, 403, 404]

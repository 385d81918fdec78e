"""Two clubs with every kind of record, the roles that send requests, and the routes of the site.

The records are made with the services that the pages use. `valid_requests` has the request for each route.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from typing import Any
from uuid import uuid4

from django.http.response import HttpResponseBase
from django.test import Client
from django.urls import URLPattern, URLResolver, get_resolver, reverse
from knox.models import AuthToken

from scoring.calls.services import call_director
from scoring.clubs.models import Member
from scoring.disputes.services import disputes, rulings
from scoring.events.models import Doubt, Event
from scoring.events.people.services import entrant_links
from scoring.events.planning.services import event_changes, events
from scoring.events.play.services import bell, moves
from scoring.events.results.services import decisions, finals
from scoring.house_laws.records import read_fields
from scoring.house_laws.services import write_draft
from scoring.tables.cutting_out.services import open_company_table
from scoring.tables.models import HeldEntry, Table
from scoring.tables.services import cuts, deals, links
from scoring.tables.table_policy import policy_of
from tests.factories import BID_EIGHT_MADE_FIVE, ClubOfRoles, house_laws, make_club, make_table, record
from tests.house_laws.making import written
from tests.security.valid_requests import REVOKE, VALID_REQUESTS, ValidRequest
from tests.web.asking import DIAMONDS

ROLES = ("anonymous", "player", "scorer", "director", "owner", "link", "stranger")
"""The senders of requests: an anonymous visitor, the four roles, a phone with the table's link, and the
director of the other club."""

JSON = "application/json"
ORDER = {"kind": "must-trump", "who": "offender"}
"""An effect on the coming play."""
DEAL = {**BID_EIGHT_MADE_FIVE, "dealer": 2}
"""The third deal of a table at which seat 4 dealt first."""


@dataclass
class Club:
    """A club with every kind of record.

    It has a table in play, a new table, a cutting-out table of five, a table whose deal has every card, a
    held entry, a cut, and members.
    """

    of: ClubOfRoles
    playing: Table
    fresh: Table
    gathered: Table
    by_cards: Table
    held: HeldEntry
    cut: Any
    member: Member
    events: dict[str, Event] = field(default_factory=dict)
    """Four events: running (in the second round, with a doubt), over, final, planned."""
    disputes: dict[str, int] = field(default_factory=dict)
    """Five disputes: waiting for the director, waiting for a choice, decided, appealed, about the play."""
    call: int = 0
    """A call for the director from the table in play."""
    ids: dict[str, Any] = field(default_factory=dict)
    cookies: dict[str, SimpleCookie] = field(default_factory=dict)
    """Role → the cookies of its browser; see `sign_in`."""


def make(slug: str) -> Club:
    """Return a club with every kind of record."""
    of = make_club(slug)
    owner, scorer = of.actors["owner"], of.actors["scorer"]
    fresh = make_table(of.club, owner, players=["E", "F", "G", "H"])
    record(of.table, scorer)
    record(of.table, scorer, dealer=1)
    answer = record_ahead(of)
    held = HeldEntry.objects.get(pk=answer)
    cut = cuts.make(policy=policy_of(of.table), actor=scorer, purpose="deal", seed="1")
    member = Member.objects.get(club=of.club, name="A")
    gathered = open_company_table(
        club=of.club, actor=owner, players=["E", "F", "G", "H", "I"], is_drawn=False
    )
    by_cards = make_table(of.club, owner, players=["E", "F", "G", "H"])
    record(by_cards, scorer, points=None, **DIAMONDS)
    laws = house_laws(of, f"{slug}-laws")
    write_draft(law_set=laws, actor=owner, written=read_fields(laws.slug, written(title="Another")))
    made = Club(of, of.table, fresh, gathered, by_cards, held, cut, member, evenings(of), disputed(of))
    called = call_director(table=of.table, actor=owner, text="Whose lead is it?")
    made.call = called.body["call"]
    made.ids = ids_of(made)
    return made


def evenings(of: ClubOfRoles) -> dict[str, Event]:
    """Make four events for the four players at the table, with one deal in a round."""
    director = of.actors["director"]
    planned = {
        name: events.create(
            club=of.club, actor=director, name=name, players=["A", "Y", "B", "Z"], rounds=of_rounds,
            deals_per_round=1, seed="autumn", movement={"bell": "head-table", "lists": ["one", "two"]},
        )
        for name, of_rounds in (("running", 3), ("over", 1), ("final", 1), ("planned", 2))
    }  # fmt: skip
    for name in ("running", "over", "final"):
        moves.start(event=planned[name], actor=director)
        record(Table.objects.get(event=planned[name]), of.actors["scorer"], dealer=None)
    for name in ("over", "final"):
        bell.ring_bell(event=planned[name], actor=director)
    finals.make_final(event=planned["final"], actor=director)
    moves.move_now(event=planned["running"], actor=director, round_number=1)
    decisions.doubt(event=planned["running"], actor=director, round_number=2, table_number=1)
    entrant_links.issue_missing(event=planned["running"], actor=director)
    event_changes.publish(event=planned["running"], actor=director, parts=["seats", "standings"])
    return planned


def disputed(of: ClubOfRoles) -> dict[str, int]:
    """Raise disputes about the two recorded deals of the table and about the deal in play."""
    owner, director = of.actors["owner"], of.actors["director"]

    def raised(**wanted: Any) -> int:
        fields: dict[str, Any] = {"number": 2, **REVOKE, **wanted}
        return disputes.raise_dispute(policy=policy_of(of.table), actor=owner, **fields).dispute

    too_soon = {"hand": "fourth", "before": "second", "third_played": "no"}
    found = {
        "open": raised(),
        "to choose": raised(incident="play-out-of-turn", facts=too_soon, points=[]),
        "decided": raised(number=1),
        "appealed": raised(number=1),
        "in play": raised(number=3, incident="first-lead-not-trump", facts={}),
    }
    for name in ("decided", "appealed", "in play"):
        wanted = (
            {"overrule": True, "reason": "agreed", "effects": [ORDER]}
            if name == "in play"
            else {"confirm": True}
        )
        rulings.decide(table=of.table, actor=director, dispute_id=found[name], **wanted)
    rulings.appeal(table=of.table, actor=owner, dispute_id=found["appealed"], reason="it was not so")
    return found


def record_ahead(of: ClubOfRoles) -> int:
    """Send a deal whose number is too high; return the id of the held entry."""
    answer = deals.record(
        policy=policy_of(of.table),
        actor=of.actors["scorer"],
        payload=BID_EIGHT_MADE_FIVE,
        key=uuid4(),
        number=9,
    )
    return int(str(answer.body["held"]))


def ids_of(club: Club) -> dict[str, Any]:
    """Return the value of each placeholder in URLs for this club."""
    return {
        "slug": club.of.club.slug,
        "house": f"{club.of.club.slug}-laws",
        "table": club.playing.pk,
        "table_id": club.playing.pk,
        "member": club.member.pk,
        "member_id": club.member.pk,
        "number": 2,
        "dispute": club.disputes["open"],
        "dispute_id": club.disputes["open"],
        "call": club.call,
        "call_id": club.call,
        "entry": club.held.pk,
        "held_id": club.held.pk,
        "event": club.events["running"].pk,
        "event_id": club.events["running"].pk,
        "round_number": 1,
        "table_number": 1,
        "doubt": (raised := Doubt.objects.get(seating__event=club.events["running"])).pk,
        "doubt_id": raised.pk,
        "name": "results",
        "game": "smudge",
        "law_id": "foster-1897/scoring/difference",
        "clause_id": "cinch-revoke-penalty",
        "topic": "revoke",
        "uidb64": "MQ",
        "token": "none",
        "invitation": "none",
        "card_id": 1,
    }


def sign_in(club: Club, stranger: Club) -> None:
    """Sign in every role once, and open the links of the club's tables on the phone."""
    for role in ROLES:
        browser = Client()
        if role == "link":
            tables = Table.objects.filter(event__in=club.events.values())
            session = browser.session
            session["table_links"] = {
                str(table.pk): live.pk
                for table in (club.playing, club.fresh, club.gathered, club.by_cards, *tables)
                if (live := links.live_link(table)) is not None
            }
            session.save()
            browser.cookies["sessionid"] = session.session_key
        elif role == "stranger":
            browser.force_login(stranger.of.users["director"])
        elif role != "anonymous":
            browser.force_login(club.of.users[role])
        club.cookies[role] = browser.cookies


def tokens(club: Club, stranger: Club) -> dict[str, str]:
    """Return an API token for each role that uses the API."""
    users = {role: club.of.users[role] for role in ("player", "scorer", "director")}
    users["stranger"] = stranger.of.users["director"]
    return {role: str(AuthToken.objects.create(user)[1]) for role, user in users.items()}


def for_programs() -> dict[str, Any]:
    """Make both clubs; return the tokens and the values of the placeholders in URLs."""
    harbour, inland = make("harbour"), make("inland")
    return {"roles": tokens(harbour, inland), "ids": harbour.ids}


def client_of(club: Club, role: str, **options: bool) -> Client:
    """Return a new browser with the cookies of the role."""
    client = Client(**options)
    client.cookies.update(club.cookies[role])
    return client


@dataclass(frozen=True)
class Route:
    """One route of the site."""

    name: str
    pattern: str

    @property
    def is_api(self) -> bool:
        """Return whether the route belongs to the API."""
        return self.pattern.startswith("api/v1/")


def routes() -> list[Route]:
    """Return every route of the site from its URL resolver. The routes of Django's admin have one name."""
    return list(_walk(get_resolver(), "", ""))


def _walk(resolver: URLResolver, prefix: str, space: str) -> Iterator[Route]:
    for entry in resolver.url_patterns:
        pattern = prefix + str(entry.pattern)
        if isinstance(entry, URLResolver):
            inner = f"{entry.namespace}:" if entry.namespace else space
            yield from _walk(entry, pattern, inner)
        elif isinstance(entry, URLPattern):
            yield Route("admin" if pattern.startswith("admin/") else f"{space}{entry.name}", pattern)


def valid_request(route: Route, method: str) -> ValidRequest:
    """Return the content of a valid request to this route; empty if it needs none."""
    return VALID_REQUESTS.get((route.name, "GET" if method == "HEAD" else method), {})


def address(route: Route, method: str, club: Club, **other_ids: Any) -> str:
    """Return the URL of the route in this club.

    With ``other_ids``, the URL has these ids, and not those of the table, event or dispute that the valid
    request is about.
    """
    request = valid_request(route, method)
    ids = {**club.ids, **request.get("ids", {}), **other_ids}
    if request.get("fresh") and not other_ids:
        ids |= {"table": club.fresh.pk, "table_id": club.fresh.pk}
    if request.get("by_cards") and not other_ids:
        ids |= {"table": club.by_cards.pk, "table_id": club.by_cards.pk, "number": 1}
    if "event" in request and not other_ids:
        ids |= dict.fromkeys(("event", "event_id"), club.events[request["event"]].pk)
    if "dispute" in request and not other_ids:
        ids |= dict.fromkeys(("dispute", "dispute_id"), club.disputes[request["dispute"]])
    if request.get("gathered") and not other_ids:
        gathered = club.gathered
        somebody = Member.objects.get(club=club.of.club, name="I").pk
        ids |= {"table": gathered.pk, "table_id": gathered.pk, "member": somebody}
    wanted = {name: ids[name] for name in placeholders(route)}
    path = reverse(route.name, kwargs=wanted)
    query = {name: ids.get(value, value) for name, value in request.get("query", {}).items()}
    return path + ("?" + "&".join(f"{name}={value}" for name, value in query.items()) if query else "")


def placeholders(route: Route) -> list[str]:
    """Return the names of the placeholders in the route's pattern."""
    return [part.split(">")[0].split(":")[-1] for part in route.pattern.split("<")[1:]]


def send_valid(
    client: Client,
    route: Route,
    method: str,
    club: Club,
    *,
    path: str | None = None,
    key: str = "",
    **extra: Any,
) -> HttpResponseBase:
    """Send a valid request to a route, so that only the sender's role decides.

    ``key`` is the idempotency key: the API gets it in a header, a page in its form.
    """
    request = valid_request(route, method)
    if request.get("key"):
        key = key or str(uuid4())
    headers = {"Idempotency-Key": key} if key and route.is_api else {}
    body: Any = b""
    kind = JSON if route.is_api else "application/x-www-form-urlencoded"
    if "json" in request:
        ids = {"club": club.of.club.slug, "dispute": club.ids["dispute"]}
        body = {name: ids.get(name, value) for name, value in request["json"].items()}
    elif method == "POST" and not route.is_api and ("form" in request or key):
        body, kind = request.get("form", {}) | ({"key": key} if key else {}), ""
    where = path or address(route, method, club)
    if method in ("GET", "HEAD"):
        return getattr(client, method.lower())(where, headers=headers, **extra)  # type: ignore[no-any-return]
    if kind == "":
        return client.post(where, body, headers=headers, **extra)
    return getattr(client, method.lower())(where, body, content_type=kind, headers=headers, **extra)  # type: ignore[no-any-return]

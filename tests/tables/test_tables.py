"""Opening tables under a pinned law set, closing them, and their links.

Members of its club can still read a closed table, but its link opens nothing."""

import re
from itertools import islice
from uuid import uuid4

import pytest
import time_machine
from django.urls import get_resolver
from django.urls.resolvers import URLPattern, URLResolver

from laws import library
from scoring.clubs.models import Member
from scoring.refusals import Conflict
from scoring.tables.models import Table
from scoring.tables.queries import table_state
from scoring.tables.services import links
from tests.disputes.disputing import raised
from tests.factories import BID_EIGHT_MADE_FIVE, record
from tests.house_laws.making import SOME
from tests.running.day import some_of
from tests.web.asking import reasons, rows, send

pytestmark = pytest.mark.django_db

FOUR = ["Aarau", "Ystad", "Bergamo", "Zwolle"]


def open_table(club, role="director", **wanted):
    return send(club.client(role), "post", "tables/", {"club": club.club.slug, "players": FOUR} | wanted)


def test_a_new_table_has_its_seats_its_game_and_its_link(club):
    with time_machine.travel("2026-03-01 20:00Z", tick=False):
        answer = open_table(club, law_set="chicago-1890", game="cinch", name="By the window", dealer=3)

    assert answer.status_code == 201
    body = answer.json()
    assert [(seat["seat"], seat["player"]["name"]) for seat in body["seats"]] == list(enumerate(FOUR, 1))
    assert (body["name"], body["law_set"], body["game"]) == ("By the window", "chicago-1890", "cinch")
    assert body["game_score"] == 42, "Chicago, law 57"
    assert (body["game_number"], body["first_dealer"], body["next_dealer"]) == (1, 3, 3)
    assert (body["next_number"], body["score"], body["to_go"]) == (1, [0, 0], [42, 42])
    assert (body["game_over"], body["winner"], body["deals"], body["closed"]) == (False, None, [], False)
    assert "/t/#" in body["url"], "the secret stands behind the #, which no server is sent"
    opened_at = Table.objects.get(pk=body["id"]).opened_at
    assert f"{opened_at:%Y-%m-%d %H:%M}" == "2026-03-01 20:00", "the server's time"

    plain = open_table(club).json()
    assert (plain["law_set"], plain["game"], plain["next_dealer"]) == ("foster-1897", "cinch", 1)
    assert plain["name"] == "Table 3"


def test_players_are_named_or_given_by_their_ids_and_new_names_join_the_club(club):
    known = Member.objects.get(club=club.club, name="A")
    count = Member.objects.filter(club=club.club).count()

    body = open_table(club, players=[known.pk, "Y", "Boden", "  Z  "]).json()

    assert [seat["player"]["name"] for seat in body["seats"]] == ["A", "Y", "Boden", "Z"]
    assert body["seats"][0]["player"]["id"] == known.pk
    assert Member.objects.filter(club=club.club).count() == count + 1


@pytest.mark.parametrize(
    ("wanted", "field", "why"),
    [
        pytest.param({"players": FOUR[:3]}, "players", "4 seats; 3 players", id="three players"),
        pytest.param({"players": [*FOUR, *"ABC"]}, "players", "complete with 6 players", id="seven players"),
        pytest.param({"players": ["A", "Y", "B", "A\u202e"]}, "players.4", "already has a seat", id="hidden"),
        pytest.param({"players": ["Zed", "zed", "B", "Y"]}, "players.2", "already has a seat", id="twice"),
        pytest.param({"players": [10**12, "Y", "B", "Z"]}, "players.1", "No such member", id="an unknown id"),
        pytest.param({"law_set": "foster-1987"}, "law_set", "did you mean foster-1897", id="a near one"),
        pytest.param({"dealer": 5}, "dealer", "1 to 4", id="a fifth seat"),
        pytest.param({"parameters": {"mad_rule": 1}}, "parameters.mad_rule", "made_rule", id="a parameter"),
        pytest.param({"naem": "x"}, "naem", "name", id="an unknown field"),
        pytest.param({"opened_at": "2020-01-01T20:00Z"}, "opened_at", "unknown", id="a phone's own time"),
    ],
)  # fmt: skip
def test_an_impossible_table_is_refused_at_its_fields_and_nothing_is_stored(club, wanted, field, why):
    before, members = rows(), Member.objects.count()

    named = reasons(open_table(club, **wanted))

    key = next((name for name in named if name.startswith(field)), None)
    assert key is not None, named
    assert why in named[key], named
    assert (rows(), Member.objects.count()) == (before, members)


def test_parameters_and_variations_are_pinned_with_the_table(club):
    body = open_table(club, parameters={"game_score": 31}, variations=["ace-low"]).json()

    table = Table.objects.get(pk=body["id"])
    laws = table_state(table).law_set
    assert body["game_score"] == laws["game_score"] == 31
    assert laws["cut_ace"] == "low", "Foster's variation"
    assert body["revision"] != library.law_set("foster-1897").revision
    assert open_table(club).json()["revision"] == library.law_set("foster-1897").revision


def test_a_table_keeps_its_law_set_when_the_book_or_the_club_changes(club, monkeypatch):
    record(club.table, club.actors["scorer"])
    before = send(club.client("player"), "get", f"tables/{club.table.pk}/").json()

    # A later edition of the book: from now on a failed bid costs a set back.
    changed = library.law_set("foster-1897").derive({"failed_rule": "set-back"}, [])
    monkeypatch.setattr(library, "law_sets", lambda: {"foster-1897": changed})
    send(club.client("owner"), "patch", f"clubs/{club.club.slug}/", {"law_set": "foster-1897"})
    new = open_table(club).json()
    after = send(club.client("player"), "get", f"tables/{club.table.pk}/").json()

    assert after == before
    assert after["score"] == [17, 0]
    assert new["revision"] == changed.revision
    new_table = Table.objects.get(pk=new["id"])
    assert record(new_table, club.actors["owner"]).body["running_score"] == [9, -8]


def test_a_closed_table_records_nothing_and_can_be_read(club):
    record(club.table, club.actors["scorer"])
    linked, scorer, path = club.link_client(), club.client("scorer"), f"tables/{club.table.pk}/"
    assert send(linked, "get", path).status_code == 200
    as_read = Table.objects.select_related("club", "law_set").get(pk=club.table.pk)

    closed = send(club.client("director"), "patch", path, {"closed": True})
    again = send(club.client("director"), "patch", path, {"closed": True})
    before = rows()
    refused = [
        send(scorer, "post", f"{path}deals/", BID_EIGHT_MADE_FIVE, key=uuid4()),
        send(scorer, "post", f"{path}deals/preview/", BID_EIGHT_MADE_FIVE),
        send(scorer, "post", f"{path}games/", {}),
        send(scorer, "post", f"{path}cuts/", {"purpose": "deal"}),
        send(club.client("director"), "post", f"{path}link/"),
    ]

    assert (closed.status_code, closed.json()["closed"], again.status_code) == (200, True, 200)
    assert [(answer.status_code, answer.json().get("code")) for answer in refused] == [
        (409, "table-closed")
    ] * 5
    with pytest.raises(Conflict, match="closed"):
        record(as_read, club.actors["owner"])  # by an actor who had loaded the table before it was closed
    assert rows() == before
    assert send(linked, "get", path).status_code == 404, "the link stopped working"
    assert send(scorer, "get", path).json()["score"] == [17, 0]
    reopened = send(club.client("director"), "patch", path, {"closed": False})
    assert "open a new one" in reasons(reopened)["closed"]


def test_a_link_is_issued_anew_and_stopped(club):
    director, path = club.client("director"), f"tables/{club.table.pk}/link/"
    linked, old = club.link_client(), links.live_link(club.table)

    url = send(director, "post", path).json()["url"]

    assert url.partition("#")[2] == links.secret_of(links.live_link(club.table)) != links.secret_of(old)
    assert send(linked, "get", f"tables/{club.table.pk}/").status_code == 404
    assert [send(director, "delete", path).status_code for _ in range(2)] == [204, 204]
    assert send(director, "get", f"tables/{club.table.pk}/").json()["url"] is None


def test_the_tables_of_a_club_are_listed_newest_first(club, other_club):
    second = open_table(club).json()["id"]

    listed = send(club.client("player"), "get", f"tables/?club={club.club.slug}").json()

    assert [table["id"] for table in listed["results"]] == [second, club.table.pk]
    assert send(other_club.client("owner"), "get", f"tables/?club={club.club.slug}").status_code == 404
    for asked in ("tables/", "tables/?club=", "tables/?club=%00", "tables/?club=%0a"):
        assert "Say which club" in reasons(send(club.client("player"), "get", asked))["club"]


SAYS = "This table is closed"


def routes(patterns, before=""):
    for pattern in patterns:
        route = before + str(pattern.pattern)
        if isinstance(pattern, URLResolver):
            yield from routes(pattern.url_patterns, route)
        elif isinstance(pattern, URLPattern):
            yield route


def addresses(**ids):
    """Return the site's addresses that need one of ``ids``, filled in with ids and known values."""
    known = {"name": "filled-sheet", "number": 1, "entry": 1, "member": 1, **ids}
    found = set()
    for route in routes(get_resolver().url_patterns):
        names = re.findall(r"<(?:\w+:)?(\w+)>", route)
        if set(names) & set(ids) and set(names) <= set(known):
            found.add("/" + re.sub(r"<(?:\w+:)?(\w+)>", lambda name: str(known[name[1]]), route))
    return sorted(found)


def test_a_closed_table_is_open_to_its_club_but_no_longer_to_its_link(club):
    record(club.table, club.actors["scorer"])
    linked, director = club.link_client(), club.client("director")
    dispute = raised(club, incident="lead-out-of-turn", facts=SOME, seat=1)["id"]
    call = send(linked, "post", f"tables/{club.table.pk}/calls/", {"text": "Who leads?"}).json()["id"]
    ids = {"table_id": club.table.pk, "table": club.table.pk}
    ids |= {"dispute_id": dispute, "dispute": dispute, "call_id": call, "call": call}
    pages = addresses(**ids)
    assert len(pages) > 40
    before = {page: director.get(page).status_code for page in some_of(pages, 4)}
    shown = (page for page in pages if linked.get(page).status_code == 200)
    assert len(list(islice(shown, 16))) == 16

    send(director, "patch", f"tables/{club.table.pk}/", {"closed": True})

    for page in pages:
        answer = linked.get(page)
        text = answer.content.decode(errors="replace")
        assert answer.status_code in (404, 405), page
        assert answer.status_code == 405 or SAYS in text, page
    for page, status in before.items():
        assert director.get(page).status_code in (status, 302), page
    opened = linked.get("/")
    assert f"/tables/{club.table.pk}/" not in opened.content.decode()

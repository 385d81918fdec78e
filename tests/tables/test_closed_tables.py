"""A closed table: members of its club can still read it, but its link opens nothing."""

import re

import pytest
from django.urls import get_resolver
from django.urls.resolvers import URLPattern, URLResolver

from tests.disputes.disputing import raised
from tests.factories import record
from tests.house_laws.making import SOME
from tests.web.asking import send

pytestmark = pytest.mark.django_db

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


def test_a_closed_table_is_read_by_its_club_and_by_its_link_no_more(club):
    record(club.table, club.actors["scorer"])
    linked, director = club.link_client(), club.client("director")
    dispute = raised(club, incident="lead-out-of-turn", facts=SOME, seat=1)["id"]
    call = send(linked, "post", f"tables/{club.table.pk}/calls/", {"text": "Who leads?"}).json()["id"]
    ids = {"table_id": club.table.pk, "table": club.table.pk}
    ids |= {"dispute_id": dispute, "dispute": dispute, "call_id": call, "call": call}
    pages = addresses(**ids)
    assert len(pages) > 40
    before = {page: director.get(page).status_code for page in pages}
    assert sum(linked.get(page).status_code == 200 for page in pages) > 15

    send(director, "patch", f"tables/{club.table.pk}/", {"closed": True})

    for page in pages:
        answer = linked.get(page)
        text = answer.content.decode(errors="replace")
        assert answer.status_code in (404, 405), page
        assert answer.status_code == 405 or SAYS in text, page
        assert director.get(page).status_code in (before[page], 302), page
    opened = linked.get("/")
    assert f"/tables/{club.table.pk}/" not in opened.content.decode()

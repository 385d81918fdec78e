"""What phones and programs ask for again and again is answered with 304 where nothing has changed."""

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

from scoring.callers import SESSION_EVENINGS
from scoring.clubs.services import clubs
from scoring.events.services import entrant_links, rounds, sweeps
from scoring.models import Member
from tests.events.evenings import FIRST_SIDE, begun, give, play, players_of
from tests.factories import make_club

pytestmark = pytest.mark.django_db

ADDRESSES = {
    "the event": "/api/v1/events/{event}/",
    "a round": "/api/v1/events/{event}/rounds/1/",
    "the standings": "/api/v1/events/{event}/standings/",
    "the page of standings": "/events/{event}/live/?view=standings",
    "the projector": "/events/{event}/live/?view=projector",
}


@pytest.fixture
def event(club):
    return begun(club, 9)


@pytest.fixture(params=ADDRESSES.values(), ids=ADDRESSES.keys())
def address(request, event):
    return request.param.format(event=event.pk)


def asked(client, address, tag=""):
    """Return the answer to somebody who knows the answer with this tag."""
    return client.get(address, headers={"If-None-Match": tag} if tag else {})


def on_his_phone(link):
    """Return a client that holds a player's link to his own evening and nothing else."""
    client = APIClient()
    session = client.session
    session[SESSION_EVENINGS] = {str(link.entrant.event_id): link.pk}
    session.save()
    return client


def test_whoever_knows_the_answer_is_told_that_nothing_has_changed(club, address):
    client = club.client("director")
    first = asked(client, address)
    assert (first.status_code, bool(first.content)) == (200, True)

    again = asked(client, address, first["ETag"])

    assert (again.status_code, again.content, again["ETag"]) == (304, b"", first["ETag"])
    assert asked(client, address, f'"another", {first["ETag"]}').status_code == 304
    assert asked(client, address, '"another"').status_code == 200
    assert asked(client, address).status_code == 200


def test_a_deal_and_a_bell_are_new(club, event, address):
    client, director = club.client("director"), club.actors["director"]
    before = asked(client, address)["ETag"]
    give(event, club, 1, FIRST_SIDE)
    after_the_deal = asked(client, address, before)
    assert after_the_deal.status_code == 200

    rounds.ring_bell(event=event, actor=director)

    assert asked(client, address, after_the_deal["ETag"]).status_code == 200
    assert asked(client, address, before).status_code == 200, "what is older is no answer either"


def test_another_name_is_new_though_no_journal_of_the_event_says_so(club, event, address):
    client = club.client("director")
    tag = asked(client, address)["ETag"]
    member = Member.objects.get(pk=players_of(event)[0])

    clubs.rename_member(member=member, actor=club.actors["owner"], name="Quite Another")

    answer = asked(client, address, tag)
    assert (answer.status_code, b"Quite Another" in answer.content) == (200, True)


def test_one_answer_is_not_taken_for_another(club, event):
    play(event, club)
    sweeps.tend(event.pk)
    other = begun(club, 8, players=[f"Q{number}" for number in range(1, 9)])
    client = club.client("director")
    tags = [asked(client, one.format(event=event.pk))["ETag"] for one in list(ADDRESSES.values())[:3]]
    tags.append(asked(client, f"/api/v1/events/{event.pk}/rounds/2/")["ETag"])
    assert len(set(tags)) == 4
    for address in list(ADDRESSES.values())[:3]:
        assert asked(client, address.format(event=other.pk), ", ".join(tags)).status_code == 200


def test_a_tag_that_a_proxy_has_made_a_weak_one_is_known(club, event):
    address = f"/events/{event.pk}/live/?view=projector"
    client = club.client("director")
    tag = asked(client, address)["ETag"]
    assert asked(client, address, f"W/{tag}").status_code == 304


def test_an_answer_that_is_known_is_not_made(club, event):
    client, address = club.client("director"), f"/api/v1/events/{event.pk}/standings/"
    tag = asked(client, address)["ETag"]
    with CaptureQueriesContext(connection) as whole:
        asked(client, address)
    with CaptureQueriesContext(connection) as known:
        asked(client, address, tag)
    assert len(known) < len(whole)


def test_who_may_not_see_the_event_is_refused_whatever_he_knows(club, event, address):
    tag = asked(club.client("director"), address)["ETag"]
    assert asked(make_club("inland").client("director"), address, tag).status_code == 404


def test_the_part_of_one_player_is_not_taken_for_that_of_another(club, event):
    director = club.actors["director"]
    entrant_links.issue_missing(event=event, actor=director)
    address = f"/events/{event.pk}/live/?view=me"
    one, other = (on_his_phone(entrant_links.live_links(event)[player]) for player in players_of(event)[:2])
    tag = asked(one, address)["ETag"]
    assert asked(one, address, tag).status_code == 304
    assert asked(other, address, tag).status_code == 200

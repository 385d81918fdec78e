"""What phones and programs ask for again and again is answered with 304 where nothing has changed."""

from uuid import uuid4

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from rest_framework.test import APIClient

from scoring.clubs.authentication import SESSION_EVENINGS
from scoring.clubs.models import Member
from scoring.clubs.services import clubs
from scoring.events.hosting import host_of
from scoring.events.services import entrant_links, rounds
from scoring.tables.services import corrections
from tests.events.evenings import FIRST_SIDE, begun, give, now, play, play_on, players_of, table_of
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
    play_on(event, club)
    other = begun(club, 8, players=[f"Q{number}" for number in range(1, 9)])
    client = club.client("director")
    tags = [asked(client, one.format(event=event.pk))["ETag"] for one in list(ADDRESSES.values())[:3]]
    tags.append(asked(client, f"/api/v1/events/{event.pk}/rounds/2/")["ETag"])
    assert len(set(tags)) == 4
    for address in list(ADDRESSES.values())[:3]:
        assert asked(client, address.format(event=other.pk), ", ".join(tags)).status_code == 200


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


def pause(client, address):
    """Return after how many seconds to ask again, which a 304 says too."""
    first = asked(client, address)
    again = asked(client, address, first["ETag"])
    assert again.status_code == 304
    assert again["Poll-After"] == first["Poll-After"]
    return int(first["Poll-After"])


def test_everybody_asks_oftener_from_the_first_finished_table_until_the_next_seats(club, event, address):
    client, director = club.client("director"), club.actors["director"]
    assert pause(client, address) == 5
    play(event, club, without=[2])
    assert pause(client, address) == 2
    play(event, club, without=[1])
    rounds.move_now(event=event, actor=director, round_number=1)
    assert pause(client, address) == 5
    rounds.ring_bell(event=event, actor=director, round_number=2)
    assert pause(client, address) == 2, "no table has finished, but the bell has rung"


def phone_of(club, event, player):
    """Return a player's phone and the address it asks."""
    entrant_links.issue_missing(event=event, actor=club.actors["director"])
    return on_his_phone(entrant_links.live_links(event)[player]), f"/events/{event.pk}/live/?view=me"


def test_a_phone_is_told_of_its_table_and_its_round_and_not_of_every_deal_of_the_hall(club, event):
    phone, address = phone_of(club, event, players_of(event)[0])
    give(event, club, 2, FIRST_SIDE)
    tag = asked(phone, address)["ETag"]
    give(event, club, 2, FIRST_SIDE)
    assert asked(phone, address, tag).status_code == 304, "a deal at another table"

    give(event, club, 1, FIRST_SIDE)
    at_my_table = asked(phone, address, tag)
    assert at_my_table.status_code == 200
    rounds.step_clock(event=event, actor=club.actors["director"], kind="start")
    with_the_clock = asked(phone, address, at_my_table["ETag"])
    assert with_the_clock.status_code == 200
    play(event, club, without=[1], deals_each=2)
    told = asked(phone, address, with_the_clock["ETag"])
    assert (told.status_code, told["Poll-After"]) == (304, "2"), "the first table has finished"
    member = Member.objects.get(pk=players_of(event)[1])
    clubs.rename_member(member=member, actor=club.actors["owner"], name="Quite Another")
    assert asked(phone, address, told["ETag"]).status_code == 200


def test_a_correction_at_a_table_that_the_player_has_left_is_told_but_not_its_next_deals(club):
    event = begun(club, 8)
    play_on(event, club)
    mine = next(
        player
        for player in players_of(event)
        if table_number(event, 1, player) != table_number(event, 2, player)
    )
    before = table_of(event, table_number(event, 1, mine))
    phone, address = phone_of(club, event, mine)
    give(event, club, before.event_number, FIRST_SIDE)
    tag = asked(phone, address)["ETag"]
    give(event, club, before.event_number, FIRST_SIDE)
    assert asked(phone, address, tag).status_code == 304

    corrections.correct(
        host=host_of(before), actor=club.actors["director"], number=1, changes={"points": [8, 6]},
        reason="Added wrongly.", base_revision=1, key=uuid4(),
    )  # fmt: skip

    assert asked(phone, address, tag).status_code == 200


def table_number(event, number, player):
    """Return the table at which somebody sat in a round."""
    seated = now(event).rounds[number - 1].seated()
    return seated.places()[player][0]


def test_a_poll_that_brings_nothing_takes_few_statements(club, event):
    phone, address = phone_of(club, event, players_of(event)[0])
    tag = asked(phone, address)["ETag"]
    with CaptureQueriesContext(connection) as known:
        assert asked(phone, address, tag).status_code == 304
    assert len(known) <= 6, [query["sql"][:90] for query in known]


FRAGMENT = {"HX-Request": "true"}


def test_a_table_s_page_is_told_what_another_phone_records_and_nothing_else(club, event):
    client, table = club.client("scorer"), table_of(event, 1)
    address = f"/tables/{table.pk}/"
    first = client.get(address, headers=FRAGMENT)
    known = FRAGMENT | {"If-None-Match": first["ETag"]}
    give(event, club, 2, FIRST_SIDE)
    assert client.get(address, headers=known).status_code == 304

    give(event, club, 1, FIRST_SIDE)

    answer = client.get(address, headers=known)
    assert (answer.status_code, answer["Poll-After"]) == (200, "5")
    assert b"Deal 2" in answer.content
    assert answer["ETag"].removeprefix("W/").strip('"').encode() in answer.content


def test_the_director_s_page_is_told_of_a_deal_at_any_table(club):
    client, address = club.client("director"), f"/clubs/{club.club.slug}/director/"
    first = client.get(address, headers=FRAGMENT)
    known = FRAGMENT | {"If-None-Match": first["ETag"]}
    assert client.get(address, headers=known).status_code == 304
    event = begun(club, 8)
    give(event, club, 1, FIRST_SIDE)

    answer = client.get(address, headers=known)

    assert (answer.status_code, answer["Poll-After"]) == (200, "5")

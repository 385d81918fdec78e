"""What the link to somebody's own evening opens, and for how long."""

from uuid import uuid4

import pytest
from django.test import Client

from scoring.clubs.models import Member
from scoring.clubs.services import clubs
from scoring.events.models import Doubt
from scoring.events.services import entrant_links
from scoring.tables.services import links
from tests.events.evenings import begun
from tests.factories import BID_EIGHT_MADE_FIVE, PASSWORD
from tests.web.asking import send

pytestmark = pytest.mark.django_db


@pytest.fixture
def evening(club):
    return begun(club, 8, of_rounds=2)


def guest(evening, **options):
    client = Client(**options)
    link = entrant_links.issue(**evening.action, member_id=evening.players[0])
    secret = entrant_links.secret_of(link)
    token = client.get("/e/").cookies["csrftoken"].value if options else ""
    sent = client.post("/e/", {"secret": secret, "csrfmiddlewaretoken": token})
    assert sent.status_code == 302
    return client, secret


def doubt(client, evening, table, **headers):
    address = f"/api/v1/events/{evening.pk}/rounds/1/tables/{table}/doubt/"
    return client.post(address, {}, content_type="application/json", headers=headers)


def test_another_site_cannot_act_with_somebodys_evening(evening):
    client, _secret = guest(evening, enforce_csrf_checks=True)
    assert doubt(client, evening, 1).status_code == 403
    assert not Doubt.objects.exists()
    assert doubt(client, evening, 1, X_CSRFToken=client.cookies["csrftoken"].value).status_code == 200


def test_a_guest_doubts_results_of_their_own_table_only(evening):
    client, _secret = guest(evening)
    other = doubt(client, evening, 2)
    assert (other.status_code, other.json()["code"]) == (403, "not-your-table")
    assert doubt(client, evening, 1).status_code == 200


def test_the_evening_of_a_removed_member_is_closed(club, evening):
    client, secret = guest(evening)
    assert client.get(f"/events/{evening.pk}/me/").status_code == 200
    member = Member.objects.get(pk=evening.players[0])
    clubs.remove_member(member=member, actor=club.actors["owner"])
    assert client.get(f"/events/{evening.pk}/me/").status_code == 404
    assert Client().post("/e/", {"secret": secret}).status_code == 404


def test_a_player_with_the_tables_link_may_enter_what_the_link_may(club):
    client = club.link_client()
    client.login(username="harbour-player", password=PASSWORD)
    session = client.session
    session["table_links"] = {str(club.table.pk): links.live_link(club.table).pk}
    session.save()
    sent = send(client, "post", f"tables/{club.table.pk}/deals/", BID_EIGHT_MADE_FIVE, uuid4())
    assert sent.status_code == 201
    links.revoke(table=club.table, actor=club.actors["owner"])
    again = send(client, "post", f"tables/{club.table.pk}/deals/", BID_EIGHT_MADE_FIVE, uuid4())
    assert again.status_code == 403

"""What the link to a player's own evening opens, and for how long."""

from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from scoring.clubs.models import Member
from scoring.clubs.services import clubs
from scoring.events.models import Bell, Doubt, RoundTotal
from scoring.events.people.services import entrant_links
from scoring.tables.services import links
from tests.events.evenings import begun, signed_in
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


@pytest.mark.parametrize("page", ["players/", "check-in/"])
def test_whoever_comes_after_the_links_gets_one_where_they_are_entered(evening, page):
    director, where = signed_in(evening.club), f"/events/{evening.pk}/{page}"
    evening.enter("Early")
    assert "Link for Early" not in director.get(where).content.decode(), "nobody has a link"
    entrant_links.issue_missing(**evening.action)
    late = evening.enter("Late").member_id
    assert "Link for Late" in director.get(where).content.decode()
    shown = director.post(f"/events/{evening.pk}/links/", {"member": late}, follow=True)
    assert "Whoever scans this code sees this player" in shown.content.decode()
    assert "Link for" not in director.get(where).content.decode()
    gone = evening.enter("Gone").member
    clubs.remove_member(member=gone, actor=evening.club.actors["owner"])
    assert "Link for" not in director.get(where).content.decode(), "who has left the club can have no link"


def test_a_newcomer_is_still_offered_a_link_after_the_only_earlier_link_was_replaced(evening):
    first = {**evening.action, "member_id": evening.players[0]}
    entrant_links.issue(**first)
    late = evening.enter("Late")

    entrant_links.issue(**first)

    assert entrant_links.newcomers_without_link(evening.state) == [late]


@pytest.mark.parametrize("member", ["abc", "", "-1", "9" * 30])
def test_a_link_for_nobody_issues_no_links(evening, member):
    director = signed_in(evening.club)
    assert director.post(f"/events/{evening.pk}/links/", {"member": member}).status_code == 404
    assert entrant_links.live_links(evening.event) == {}


def test_buttons_act_for_players_with_long_ids(evening):
    # On a busy site an id has more digits than any number that a person types.
    Member.objects.create(pk=1_234_567, club=evening.event.club, name="Late", joined_at=timezone.now())
    director, where = signed_in(evening.club), f"/events/{evening.pk}/"
    director.post(f"{where}check-in/", {"member": 1_234_567, "step": "comes"})
    assert 1_234_567 in evening.players
    evening.leave(1_234_567)
    director.post(f"{where}players/", {"member": 1_234_567})
    assert 1_234_567 in [entrant.member_id for entrant in evening.state.coming]
    director.post(f"{where}links/", {"member": 1_234_567})
    assert entrant_links.live_links(evening.event).keys() == {1_234_567}


def test_another_site_cannot_act_with_somebodys_evening(evening):
    client, _secret = guest(evening, enforce_csrf_checks=True)
    assert doubt(client, evening, 1).status_code == 403
    assert not Doubt.objects.exists()
    assert doubt(client, evening, 1, X_CSRFToken=client.cookies["csrftoken"].value).status_code == 200


def test_a_guest_doubts_results_of_their_own_table_only(evening):
    client, _secret = guest(evening)
    pages = [client.get(f"/events/{evening.pk}/rounds/1/tables/{table}/") for table in (1, 2)]
    assert ["Is a result wrong?" in page.content.decode() for page in pages] == [True, False]
    other = doubt(client, evening, 2)
    assert (other.status_code, other.json()["code"]) == (403, "not-your-table")
    assert doubt(client, evening, 1).status_code == 200


def test_the_evening_of_a_removed_member_is_closed(club, evening):
    client, secret = guest(evening)
    assert client.get(f"/events/{evening.pk}/me/").status_code == 200
    member = Member.objects.get(pk=evening.players[0])
    clubs.remove_member(member=member, actor=club.actors["owner"])
    for answer in (client.get(f"/events/{evening.pk}/me/"), Client().post("/e/", {"secret": secret})):
        assert answer.status_code == 404
        assert "Your link to this evening ended when you left the club." in answer.content.decode()

    assert member.pk not in entrant_links.live_links(evening.event)
    entrant_links.issue_missing(**evening.action)
    assert entrant_links.live_links(evening.event).keys() == set(evening.players[1:])
    director, links = signed_in(club), f"/events/{evening.pk}/links/"
    listed = director.get(links).content.decode()
    assert (listed.count("has left the club"), "missing link" in listed) == (1, False)
    page = director.get(f"{links}{member.pk}/").content.decode()
    assert ("This player has left the club." in page, "Issue a new link" in page) == (True, False)
    refused = director.post(f"{links}{member.pk}/", {"change": "issue"})
    assert (refused.status_code, "no link can be issued" in refused.content.decode()) == (409, True)


@pytest.fixture
def shared(evening):
    """Return a phone with the evening links of two players at different tables, and the two players."""
    first, second = evening.seats[0][0], evening.seats[1][0]
    phone = Client()
    for player in (first, second):
        link = entrant_links.issue(**evening.action, member_id=player)
        opened = phone.post("/e/", {"secret": entrant_links.secret_of(link)})
        assert opened["Location"] == f"/events/{evening.pk}/me/?player={player}"
    return phone, first, second


def shown(phone, address):
    """Return the template context of a page."""
    answer = phone.get(address)
    assert answer.status_code == 200
    return answer.context


def test_each_of_two_players_on_a_phone_keeps_their_own_tab(evening, shared):
    phone, first, second = shared
    where = f"/events/{evening.pk}"
    names = dict(Member.objects.filter(pk__in=(first, second)).values_list("pk", "name"))
    for player, other in ((first, second), (second, first)):
        page = phone.get(f"{where}/me/?player={player}")
        assert page.context["player"] == player
        assert page.context["players"] == sorted(names.items(), key=lambda each: each[1]), "no other names"
        text = page.content.decode()
        assert f'data-live="{where}/live/?view=me&amp;player={player}"' in text
        assert f'href="{where}/?player={player}"' in text
        part = phone.get(f"{where}/live/?view=me&player={player}").content.decode()
        assert f"<bdi>{names[player]}</bdi></h2>" in part
        assert f"<bdi>{names[other]}</bdi></h2>" not in part
    assert shown(phone, f"{where}/me/")["player"] == second, "without a choice the last link opened"


def test_a_tab_doubts_as_its_own_player(evening, shared):
    phone, first, second = shared
    for player, table in ((first, 1), (second, 2)):
        address = f"/events/{evening.pk}/rounds/1/tables/{table}/?player={player}"
        assert f"?player={player}" in phone.get(address).content.decode()
        sent = phone.post(address, {"kind": "doubt", "note": "The score is wrong"})
        assert (sent.status_code, sent["Location"]) == (302, address)
    doubts = Doubt.objects.order_by("pk").values_list("by_member_id", "table_number")
    assert list(doubts) == [(first, 1), (second, 2)]
    elsewhere = f"/api/v1/events/{evening.pk}/rounds/1/tables/2/doubt/?player={first}"
    assert phone.post(elsewhere, {}, content_type="application/json").status_code == 403


def test_a_guest_chooses_only_players_whose_links_the_browser_holds(evening, shared):
    phone, first, second = shared
    where = f"/events/{evening.pk}"
    for other in (evening.seats[0][1], 0, "x", "\0", "9" * 40):
        for page in ("me/?", "live/?view=me&", "standings/?"):
            assert phone.get(f"{where}/{page}player={other}").status_code == 404

    entrant_links.revoke(**evening.action, member_id=first)
    assert phone.get(f"{where}/me/?player={first}").status_code == 404, "not the other player's page"
    assert shown(phone, f"{where}/me/?player={second}")["may_choose"] is False


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


def holding(club, *tables):
    """Return a client of a signed-in player who has also opened the links of tables."""
    client = club.link_client(tables[0])
    client.login(username="harbour-player", password=PASSWORD)
    session = client.session
    session["table_links"] = {str(table.pk): links.live_link(table).pk for table in tables}
    session.save()
    return client


def test_a_player_with_a_tables_link_rings_and_enters_slips_as_the_link_does(club):
    evening = begun(club, 8, of_rounds=2, movement={"bell": "head-table"})
    head, other = evening.event.tables.order_by("event_number")
    rounds = f"events/{evening.pk}/rounds/1/tables"
    second, first = holding(club, other), holding(club, head)
    slip = {"points": [51, 20]}
    assert send(second, "post", f"{rounds}/1/total/", slip, uuid4()).status_code == 403, "its own table only"
    assert send(second, "post", f"{rounds}/2/total/", slip, uuid4()).status_code == 201
    refused = send(second, "post", f"events/{evening.pk}/bell/", {"round": 1})
    assert (refused.status_code, refused.json()["code"]) == (409, "bell-not-yours")
    assert send(first, "post", f"events/{evening.pk}/bell/", {"round": 1}).status_code == 202
    assert (RoundTotal.objects.count(), Bell.objects.get().by_member_id) == (
        1,
        club.actors["player"].member_id,
    )
    assert send(holding(club, head, other), "get", f"events/{evening.pk}/").status_code == 200

"""The home page: tables and evenings opened in this browser, until their links are revoked."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from scoring.calls.services import call_director
from scoring.events.people.services import entrant_links
from scoring.events.results.services import decisions
from scoring.game.games import GAMES, by_branch
from scoring.office.waiting import count_waiting
from scoring.tables.models import Table
from scoring.tables.services import links
from tests.events.evenings import begun, signed_in
from tests.factories import ClubOfRoles, make_table
from tests.pages.reading import get, links_of, text_of

pytestmark = pytest.mark.django_db


def lines_of(browser: Client) -> list[str]:
    context = browser.get("/").context
    return [str(table.name) for table in context["tables"]] + [
        entrant.event.name for entrant, _is_one_of_several in context["evenings"]
    ]


def test_a_phone_finds_its_table_and_its_evening_on_the_first_page_until_their_links_are_stopped(
    club: ClubOfRoles,
):
    director = club.actors["director"]
    evening = begun(club, 8, name="Autumn evening")
    own = entrant_links.issue(event=evening.event, actor=director, member_id=evening.players[0])
    phone = Client()
    assert lines_of(phone) == []
    phone.post("/t/", {"secret": links.secret_of(links.live_link(club.table))})
    phone.post("/e/", {"secret": entrant_links.secret_of(own)})
    assert lines_of(phone) == [club.table.name, "Autumn evening"]
    page = phone.get("/").content.decode()
    assert f'href="/tables/{club.table.pk}/"' in page
    assert f'href="/events/{evening.pk}/me/?player={evening.players[0]}"' in page

    links.revoke(table=club.table, actor=director)
    entrant_links.revoke(event=evening.event, actor=director, member_id=evening.players[0])
    assert lines_of(phone) == []


def test_where_several_evenings_of_an_event_are_open_each_line_names_its_player(club: ClubOfRoles):
    evening = begun(club, 8, name="Autumn evening")
    phone = Client(headers={"accept-language": "en"})
    for player in evening.players[:2]:
        link = entrant_links.issue(event=evening.event, actor=club.actors["director"], member_id=player)
        phone.post("/e/", {"secret": entrant_links.secret_of(link)})
    page = phone.get("/").content.decode()
    for name, player in (("P1", evening.players[0]), ("P2", evening.players[1])):
        line = (
            f'<a href="/events/{evening.pk}/me/?player={player}"><b>Evening of {name}: Autumn evening</b></a>'
        )
        assert line in page
    assert "My evening" not in page


def test_the_evening_of_the_latest_event_comes_first(club: ClubOfRoles):
    phone = Client()
    for name in ("Autumn evening", "Winter evening"):
        evening = begun(club, 8, name=name)
        link = entrant_links.issue(
            event=evening.event, actor=club.actors["director"], member_id=evening.players[0]
        )
        phone.post("/e/", {"secret": entrant_links.secret_of(link)})
    assert lines_of(phone) == ["Winter evening", "Autumn evening"]


def test_the_first_page_leads_to_every_game_and_to_signing_in():
    leads_to = links_of(get("/"))
    for slug in {game.slug for game in GAMES.values()}:
        assert leads_to.count(f"/games/{slug}/") == 1, slug
    branches = by_branch(GAMES.values())
    assert sorted(game.key for _branch, games in branches for game in games) == sorted(GAMES)
    assert leads_to.count("/sign-in/") == 2  # also in a form kept for a user who was signed out


def test_tables_are_listed_in_the_order_in_which_they_were_opened_the_last_day_first(club: ClubOfRoles):
    day = timezone.now().replace(hour=12)
    tables = [club.table, *(make_table(club.club, club.actors["owner"]) for _ in range(3))]
    for table, at in zip(tables, (day - timedelta(days=1), day, day, day), strict=True):
        Table.objects.filter(pk=table.pk).update(opened_at=at)
    phone = Client()
    for table in reversed(tables):
        phone.post("/t/", {"secret": links.secret_of(links.live_link(table))})
    assert lines_of(phone) == [table.name for table in (*tables[1:], tables[0])]

    shown = club.client("director").get("/clubs/harbour/").context["tables"]
    assert [page.table for page in shown] == tables


def test_home_and_club_lead_a_director_to_what_waits(club: ClubOfRoles):
    call_director(table=club.table, actor=club.actors["scorer"], text="A card lies face up.")
    for role, is_shown in (("director", True), ("owner", True), ("scorer", False), ("player", False)):
        for address in ("/", "/clubs/harbour/"):
            answer = club.client(role).get(address, headers={"accept-language": "en"})
            assert ("1 thing waits for a director" in text_of(answer)) == is_shown, (role, address)
            assert ("/clubs/harbour/director/" in links_of(answer)) == is_shown, (role, address)


def test_a_doubt_waits_until_it_is_settled_or_its_seats_are_taken_back(club: ClubOfRoles):
    evening = begun(club, 12)
    doubt = decisions.doubt(**evening.action, round_number=1, table_number=3)
    assert count_waiting(club.club) == 1
    board = signed_in(club).get("/clubs/harbour/director/")
    assert f"/events/{evening.pk}/rounds/1/tables/3/" in links_of(board), "where it is settled"
    tables = evening.current.tables
    evening.swap(tables[0].players[0], tables[1].players[0])
    assert count_waiting(club.club) == 1, "the seats of table 3 are the same"
    decisions.settle(**evening.action, doubt_id=doubt.pk, reason="It was right.")
    assert count_waiting(club.club) == 0

    evening.play_on()
    decisions.doubt(**evening.action, round_number=2, table_number=1)
    assert count_waiting(club.club) == 1
    evening.take_back()
    assert count_waiting(club.club) == 0

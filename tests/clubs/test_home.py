"""The first page: what this browser has opened with links stands first, until the link is stopped."""

import pytest
from django.test import Client

from scoring.events.services import entrant_links
from scoring.tables.services import links
from tests.events.evenings import begun
from tests.factories import ClubOfRoles

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

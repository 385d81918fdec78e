"""Practice tables: opened with one press, shown in no club's list, closed after a day."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from scoring import tasks
from scoring.clubs.models import Club, SignInAttempt
from scoring.tables.models import Deal, Table
from tests.factories import ClubOfRoles
from tests.pages.reading import text_of

pytestmark = [pytest.mark.django_db, pytest.mark.own_club]


def opened(browser: Client, **wanted: str) -> Table:
    """Press the button, and return the table that the browser is redirected to."""
    answer = browser.post("/practice/", wanted)
    assert answer.status_code == 302, answer.content
    return Table.objects.get(pk=answer["Location"].strip("/").split("/")[-1])


def test_one_press_opens_a_table_on_which_a_deal_can_be_recorded():
    browser = Client(headers={"accept-language": "en"})
    table = opened(browser)
    words = text_of(browser.get(f"/tables/{table.pk}/"))
    for expected in ("Practice table", "It closes after a day", "Antwerp", "York", "Bergen", "Zurich"):
        assert expected in words
    assert "Call the director" not in words
    # Foster: the makers bid seven and make nine, so they score nine less the other side's five.
    deal = {"maker": 1, "bid": 7, "trump": "H", "points": [9, 5]}
    answer = browser.post(
        f"/api/v1/tables/{table.pk}/deals/",
        deal,
        content_type="application/json",
        headers={"Idempotency-Key": "0c4c2ff1-7b6f-4c0b-a6a4-3a3d1b6a6a10"},
    )
    assert answer.status_code == 201, answer.content
    assert Deal.objects.filter(game__table=table).count() == 1
    for page in ("deals/1/", "deals/1/dispute/?in-words=xyzzy", "games/new/"):
        shown = browser.get(f"/tables/{table.pk}/{page}")
        assert shown.status_code == 200
        assert f"/tables/{table.pk}/calls/" not in shown.content.decode(), page


def test_a_second_press_leads_back_and_another_game_opens_another_table():
    browser = Client()
    table = opened(browser)
    assert opened(browser) == table
    pedro = opened(browser, game="pedro", law_set="foster-1897")
    assert (pedro.game, pedro.pk != table.pk) == ("pedro", True)
    assert browser.post("/practice/", {"game": "whist"}).status_code == 400


def test_no_club_and_no_other_browser_sees_it(club: ClubOfRoles):
    table = opened(Client())
    assert table.club_id != club.club.pk
    for browser in (Client(), club.client("owner")):
        assert browser.get(f"/tables/{table.pk}/").status_code in (302, 404)
        assert browser.get(f"/clubs/{table.club.slug}/").status_code in (302, 404)
    owner = table.club.members.get(role="owner").user
    assert not owner.is_active
    assert not owner.has_usable_password()
    assert Club.objects.filter(is_practice=True).count() == 1


def test_after_a_day_it_is_closed_and_its_link_says_so():
    browser = Client(headers={"accept-language": "en"})
    old, new = opened(browser), opened(browser, game="seven-up")
    Table.objects.filter(pk=old.pk).update(opened_at=timezone.now() - timedelta(hours=25))
    tasks.tidy()
    tasks.tidy()
    old.refresh_from_db()
    new.refresh_from_db()
    assert (old.closed_at is not None, new.closed_at) == (True, None)
    answer = browser.get(f"/tables/{old.pk}/")
    assert answer.status_code == 404
    assert "This was a practice table." in text_of(answer)


def test_an_address_that_opened_many_waits(settings):
    settings.LINK_ATTEMPTS = 2
    assert [Client().post("/practice/").status_code for _ in range(3)] == [302, 302, 429]
    assert Client(REMOTE_ADDR="192.0.2.7").post("/practice/").status_code == 302
    SignInAttempt.objects.update(at=timezone.now() - timedelta(seconds=settings.SIGN_IN_PERIOD + 1))
    assert Client().post("/practice/").status_code == 302

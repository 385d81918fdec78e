"""A whist evening in a browser: a pasted list, paper slips, two rounds fewer, and the prizes."""

import re

import pytest
from playwright.sync_api import expect

from scoring.events.models import Event, RoundTotal
from tests.pages.conftest import PHONE
from tests.pages.entering import key_slips
from tests.pages.looks import flaws_of

pytestmark = pytest.mark.browser

GUESTS = [f"Guest {letter}" for letter in "ABCDEFGHIJKLMNOP"]


def test_a_whist_of_sixteen_loses_a_player_and_two_rounds_and_all_read_the_prizes(hall):
    page = hall.member("director").new_page()
    page.goto(f"/clubs/{hall.club.club.slug}/events/new/")
    page.get_by_label("Name of the event").fill("Whist of sixteen")
    page.get_by_label(re.compile("^Names")).fill("\n".join(GUESTS))
    page.get_by_label("Rounds", exact=True).fill("6")
    page.get_by_role("radio", name="Whist").check()
    page.get_by_role("heading", name="Whist").wait_for()
    page.get_by_role("button", name="Plan the event").click()
    page.get_by_role("link", name="Preview round 1 and start").click()
    page.get_by_role("button", name="Publish these places and start").first.click()
    page.get_by_role("heading", name="Seated").wait_for()
    event = Event.objects.get(planned_name="Whist of sixteen")
    desk = f"/events/{event.pk}/"

    page.goto(f"{desk}plan/")
    for part in page.get_by_role("checkbox").all():
        part.check()
    page.get_by_role("button", name="Publish what is ticked").click()
    expect(page.get_by_role("link", name=f"{hall.url}/on/{event.pk}/")).to_be_visible()

    key_slips(page, event, 1)
    key_slips(page, event, 2)
    page.goto(f"{desk}players/")
    page.get_by_role("link", name="Withdraw Guest P").click()
    page.get_by_role("button", name="Withdraw Guest P", exact=True).click()
    page.get_by_text("Guest P leaves and is not seated from round 4 on.").wait_for()
    key_slips(page, event, 3)
    page.goto(f"{desk}plan/")
    page.get_by_label("Rounds", exact=True).fill("4")
    page.get_by_label("Why is this changed?").fill("The last bus goes at ten.")
    page.get_by_role("button", name="Preview the change").click()
    expect(page.get_by_text("6 rounds → 4 rounds")).to_be_visible()
    page.get_by_role("button", name="Change it").click()
    page.get_by_text("The evening was changed.").wait_for()
    expect(page.get_by_text("Round 4 of 4")).to_be_visible()
    key_slips(page, event, 4)
    assert RoundTotal.objects.count() == 4 + 4 + 4 + 3

    spectator = hall.browser.new_context(viewport=PHONE, base_url=hall.url).new_page()
    spectator.goto(f"/on/{event.pk}/")
    expect(spectator.get_by_text("Provisional results").first).to_be_visible()
    page.goto(desk)
    page.get_by_role("button", name="Make the results final now").click()
    page.get_by_role("button", name="Make them final").click()
    page.get_by_text("The results are final", exact=False).first.wait_for()
    spectator.goto(f"/on/{event.pk}/")
    prizes = spectator.locator("section", has=spectator.get_by_role("heading", name="Prizes", exact=True))
    winner = prizes.locator("li").first.locator("bdi").first.inner_text()
    assert winner in GUESTS
    assert flaws_of(spectator, "light") == []
    spectator.context.close()

    page.goto(f"{desk}projector/")
    assert winner in page.locator(".hall-prizes").first.text_content()
    assert page.locator(".hall-address img").count() == 1

"""An organiser's evenings in a browser: check-in from a pasted list, and a whist with slips and prizes."""

import re

import pytest
from playwright.sync_api import expect

from scoring.events.models import Departure, Event, RoundTotal
from scoring.events.state import load_state
from tests.pages.conftest import PHONE
from tests.pages.entering import key_slips, make_final, name_event, plan_and_start
from tests.pages.live import SEEN_AGAIN, is_marked, mark
from tests.pages.looks import flaws_of

pytestmark = pytest.mark.browser

GUESTS = [f"Guest {letter}" for letter in "ABCDEFGHIJKLMNOP"]


def test_an_evening_of_sixteen_is_opened_from_a_pasted_list_with_two_check_in_desks(hall):
    page = hall.member("director", viewport=PHONE).new_page()
    name_event(page, hall.club.club.slug, "Whist of sixteen", [*GUESTS[:15], "guest a"])
    page.get_by_role("button", name="Preview the list").click()
    expect(page.get_by_role("alert").filter(has_text="Line 16")).to_contain_text("stands in line 1 already")
    page.get_by_label(re.compile("^Names")).fill("\n".join(GUESTS))
    page.get_by_role("button", name="Preview the list").click()
    expect(page.get_by_text("16 names: 16 come in, 0 have a fault.")).to_be_visible()
    page.get_by_role("button", name="Plan the event").click()
    page.get_by_role("link", name="Check in at the door").click()
    page.wait_for_url(re.compile("/check-in/$"))
    second = hall.member("owner").new_page()
    second.goto(page.url)

    mark(page)
    for guest in GUESTS[:11]:
        page.get_by_role("button", name=guest).click()
        expect(page.get_by_role("button", name=guest)).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Guest A").press("Enter")
    expect(page.get_by_text("10 of 16 are here")).to_be_visible()
    page.get_by_role("button", name="Guest A").press("Enter")
    expect(page.get_by_text("11 of 16 are here")).to_be_visible()
    second.evaluate(SEEN_AGAIN)
    expect(second.get_by_text("11 of 16 are here")).to_be_visible()
    second.get_by_role("button", name="Guest L").click()
    page.get_by_label("Find a name").fill("guest l")
    page.evaluate(SEEN_AGAIN)
    expect(page.get_by_role("button", name="Guest L")).to_have_attribute("aria-pressed", "true")
    expect(page.get_by_role("button", name="Guest A")).to_be_hidden()
    assert is_marked(page), "all of it without reading the page again"

    page.get_by_role("link", name="Preview round 1 and start").click()
    expect(page.get_by_text("4 players are not checked in")).to_be_visible()
    page.get_by_role("button", name="Publish these places and start").click()
    page.get_by_role("heading", name="Seated").wait_for()
    event = Event.objects.get(planned_name="Whist of sixteen")
    assert Departure.objects.filter(entrant__event=event).count() == 4
    second.get_by_role("button", name="Guest P").click()
    second.get_by_text("Whoever comes now is a late entry.").first.wait_for()
    second.get_by_role("button", name="Guest P has come").click()
    second.locator("li", has_text="Guest P").get_by_text("from round 2").wait_for()
    assert len(load_state(event).attendance.departures) == 3


def test_while_a_long_list_is_read_the_page_says_so(hall):
    page = hall.member("director").new_page()
    page.goto(f"/clubs/{hall.club.club.slug}/members/list/")
    # A 204 response keeps the browser on the page.
    page.route("**/members/list/", lambda route: route.fulfill(status=204))
    says = page.get_by_text("The list is being read …")
    expect(says).to_be_hidden()
    page.get_by_label("Paste the names here").fill("\n".join(f"Guest {number}" for number in range(90)))
    page.get_by_role("button", name="Preview the list").click()
    expect(says).to_be_visible()
    page.unroute("**/members/list/")
    page.get_by_role("button", name="Preview the list").click()
    page.get_by_role("button", name="Add these 90 names").wait_for()
    expect(says).to_be_hidden()


def test_a_whist_of_sixteen_loses_a_player_and_two_rounds_and_all_read_the_prizes(hall):
    page = hall.member("director").new_page()
    name_event(page, hall.club.club.slug, "Whist of sixteen", GUESTS)
    page.get_by_label("Rounds", exact=True).fill("4")
    page.get_by_role("radio", name="Whist").check()
    page.get_by_role("heading", name="Whist").wait_for()
    plan_and_start(page)
    page.get_by_role("heading", name="Seated").wait_for()
    event = Event.objects.get(planned_name="Whist of sixteen")
    desk = f"/events/{event.pk}/"

    page.goto(f"{desk}plan/")
    for part in page.get_by_role("checkbox").all():
        part.check()
    page.get_by_role("button", name="Publish what is ticked").click()
    expect(page.get_by_role("link", name=f"{hall.url}/on/{event.pk}/")).to_be_visible()

    page.goto(f"{desk}players/")
    page.get_by_role("link", name="Withdraw Guest P").click()
    page.get_by_role("button", name="Withdraw Guest P", exact=True).click()
    page.get_by_text("Guest P leaves and is not seated from round 2 on.").wait_for()
    key_slips(page, event, 1)
    page.goto(f"{desk}plan/")
    page.get_by_label("Rounds", exact=True).fill("2")
    page.get_by_label("Why is this changed?").fill("The last bus goes at ten.")
    page.get_by_role("button", name="Preview the change").click()
    expect(page.get_by_text("4 rounds → 2 rounds")).to_be_visible()
    page.get_by_role("button", name="Change it").click()
    page.get_by_text("The evening was changed.").wait_for()
    expect(page.get_by_text("Round 2 of 2")).to_be_visible()
    key_slips(page, event, 2)
    assert RoundTotal.objects.count() == 4 + 3

    spectator = hall.browser.new_context(viewport=PHONE, base_url=hall.url).new_page()
    spectator.goto(f"/on/{event.pk}/")
    expect(spectator.get_by_text("Provisional results").first).to_be_visible()
    page.goto(desk)
    make_final(page)
    spectator.goto(f"/on/{event.pk}/")
    prizes = spectator.locator("section", has=spectator.get_by_role("heading", name="Prizes", exact=True))
    winner = prizes.locator("li").first.locator("bdi").first.inner_text()
    assert winner in GUESTS
    assert flaws_of(spectator, "light") == []
    spectator.context.close()

    page.goto(f"{desk}projector/")
    assert winner in page.locator(".hall-prizes").first.text_content()
    assert page.locator(".hall-address img").count() == 1

"""Devices that lack or refuse browser features, and devices that slept: every page works."""

import re

import pytest
from playwright.sync_api import expect

from tests.pages.conftest import DESK
from tests.pages.entering import enter, scores
from tests.pages.live import LARGE, SEEN_AGAIN, address_of, player_of
from tests.running.day import some_of

pytestmark = pytest.mark.browser

REFUSED = """
const refuse = { get() { throw new DOMException("refused", "SecurityError"); }, configurable: true };
const kept = ["localStorage", "sessionStorage", "indexedDB"];
for (const name of kept) Object.defineProperty(window, name, refuse);
for (const name of ["locks", "clipboard", "vibrate"]) Object.defineProperty(navigator, name, refuse);
const wakeLock = { request: () => Promise.reject(new DOMException("refused", "NotAllowedError")) };
Object.defineProperty(navigator, "wakeLock", { value: wakeLock, configurable: true });
window.AudioContext = class { constructor() { throw new DOMException("refused", "NotSupportedError"); } };
window.Notification = class { constructor() { throw new TypeError("refused"); } };
"""
LACKING = """
for (const name of ["localStorage", "sessionStorage", "indexedDB", "AudioContext", "Notification"]) {
  Object.defineProperty(window, name, { value: undefined, configurable: true });
}
for (const name of ["locks", "clipboard", "vibrate", "wakeLock"]) {
  Object.defineProperty(navigator, name, { value: undefined, configurable: true });
}
delete AbortSignal.timeout;
"""
POOR = pytest.mark.parametrize(
    "poverty",
    list(some_of([pytest.param(REFUSED, id="refused"), pytest.param(LACKING, id="lacking")], 2)),
)
"""In the gate one of the two devices, the next day the other."""

ASLEEP = """
performance.now = () => 0;  // stands still while a device sleeps, and this one slept all the time
const real = Date.now.bind(Date);
Date.now = () => real() + 7 * 60_000;  // and its own clock is seven minutes fast
"""


@POOR
def test_what_a_hall_looks_at_stays_live_on_a_device_that_keeps_nothing(hall, evening, poverty):
    member, guest = hall.member("player", viewport=LARGE), hall.context()
    for context in (member, guest):
        context.add_init_script(poverty)
    projector, standings, own = member.new_page(), member.new_page(), guest.new_page()
    projector.goto(f"/events/{evening.pk}/projector/")
    standings.goto(f"/events/{evening.pk}/standings/")
    own.goto(address_of(evening, player_of(evening)))
    projector.get_by_role("button", name="Sound for bell and last hand").click()
    evening.step("start")
    for page in (projector, standings, own):
        page.evaluate(SEEN_AGAIN)
        expect(page.locator("[data-state=live]")).to_have_count(1)
    for page in (projector, own):
        expect(page.locator("[data-clock-figures]")).to_have_text(re.compile("29:"))


@POOR
def test_every_page_with_a_script_starts_on_a_device_that_keeps_nothing(hall, evening, poverty):
    context = hall.member("owner", viewport=DESK)
    context.add_init_script(poverty)
    page = context.new_page()
    slug, table = hall.club.club.slug, hall.club.table.pk
    at_event = f"/events/{evening.pk}/"
    for path in (
        *("/", "/account/", "/laws/", "/laws/ask/", f"/clubs/{slug}/", f"/clubs/{slug}/director/"),
        *(f"/clubs/{slug}/events/new/", f"/tables/{table}/", f"/tables/{table}/cards/", "/t/", "/e/"),
        *(
            at_event + part
            for part in ("", "check-in/", "me/", "projector/", "standings/", "players/", "plan/")
        ),
    ):
        page.goto(path)
        expect(page.locator("html[data-script]"), path).to_have_count(1)
    page.goto("/account/")
    page.locator("#theme").select_option("dark")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.goto(f"/tables/{table}/")
    enter(page, bid=8, maker=1, trump="H", points=10)
    expect(scores(page)).to_have_text(["6", "0"])


def test_clocks_are_right_on_a_device_that_slept_and_whose_own_clock_is_wrong(hall, evening):
    evening.step("start")
    context = hall.member("director", viewport=DESK)
    context.add_init_script(ASLEEP)
    page = context.new_page()
    for path, face in (("projector/", "[data-clock-figures]"), ("", "[data-clock]")):
        page.goto(f"/events/{evening.pk}/{path}")
        page.evaluate(SEEN_AGAIN)
        expect(page.locator(face)).to_have_text(re.compile("2[89]:"))
        shown = page.locator(face).text_content()
        expect(page.locator(face), "the clock goes on").not_to_have_text(str(shown))


def test_a_screen_that_must_stay_on_asks_for_it_whenever_it_is_seen(hall, evening):
    context = hall.member("director", viewport=LARGE)
    context.add_init_script(
        """window.asked = 0;
           const wakeLock = { request: async () => { window.asked += 1; } };
           Object.defineProperty(navigator, "wakeLock", { value: wakeLock });"""
    )
    page = context.new_page()
    head, other = evening.table(1).pk, evening.table(2).pk
    for path, times in (
        (f"/events/{evening.pk}/projector/", 1),
        (f"/tables/{head}/", 1),
        (f"/tables/{other}/", 0),
    ):
        page.goto(path)
        page.evaluate(SEEN_AGAIN)
        expect(page.locator("html[data-script]")).to_have_count(1)
        assert page.evaluate("window.asked") == 2 * times, path

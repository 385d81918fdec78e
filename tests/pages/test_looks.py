"""Every page, light and dark, on a phone and on a desk: axe's rules, no sideways scrolling, no complaint."""

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.pages.conftest import DESK, PHONE
from tests.pages.evening import addresses, fill

pytestmark = pytest.mark.browser

WIDTHS = {"phone": PHONE, "desk": DESK}
REFUSED = {"not found": 404, "refused question": 400}


def faults_of(page):
    found = Axe().run(page).response["violations"]
    return [f"{fault['id']}: {fault['nodes'][0]['html'][:120]}" for fault in found]


def targets_too_small(page):
    """Return what can be tapped but is under 48 px high: keys, fields, and links that stand alone."""
    return page.evaluate(
        """() => [...document.querySelectorAll(
             "button, .button, select, textarea, summary, nav a, label.key, label.tick, input")]
           .filter((one) => one.checkVisibility() && one.type !== "hidden")
           .filter((one) => !(one.matches("input") && one.closest("label")))
           .filter((one) => one.getBoundingClientRect().height < 47.9)
           .map((one) => one.outerHTML.slice(0, 100))"""
    )


@pytest.mark.parametrize("width", WIDTHS)
def test_no_page_breaks_a_rule_of_axe_or_has_small_targets_by_light_or_dark(hall, width):
    pages = addresses(hall.club, fill(hall.club))
    page = hall.member("owner", viewport=WIDTHS[width]).new_page()
    faults = {}
    for name, address in pages.items():
        answer = page.goto(address)
        assert answer.status == REFUSED.get(name, 200), name
        faults[name, "targets"] = targets_too_small(page)
        for scheme in ("light", "dark"):
            page.emulate_media(color_scheme=scheme)
            faults[name, scheme] = faults_of(page)

    assert {name: found for name, found in faults.items() if found} == {}


def test_the_page_is_dark_where_the_device_is(hall):
    page = hall.member("owner", color_scheme="light").new_page()
    page.goto("/")
    grounds = []
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        grounds.append(page.evaluate("getComputedStyle(document.querySelector('.stock')).backgroundColor"))

    assert grounds == ["rgb(255, 250, 240)", "rgb(22, 36, 29)"]


def test_the_rules_do_catch_a_fault_that_is_planted(hall):
    page = hall.member("owner").new_page()
    page.goto(f"/tables/{hall.club.table.pk}/")

    page.evaluate(
        """() => document.querySelector("main").insertAdjacentHTML("beforeend",
             '<div class="stock"><button class="planted">?</button><img src="/static/img/icon.svg"></div>')"""
    )

    assert any(fault.startswith("image-alt") for fault in faults_of(page))
    assert any("planted" in target for target in targets_too_small(page))


@pytest.mark.parametrize("width", [320, 360])
def test_no_page_scrolls_sideways(hall, width):
    pages = addresses(hall.club, fill(hall.club))
    page = hall.member("owner", viewport={"width": width, "height": 700}).new_page()
    wide = {}
    for name, address in pages.items():
        page.goto(address)
        page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
        wide[name] = page.evaluate("document.documentElement.scrollWidth")

    assert {name: found for name, found in wide.items() if found > width} == {}


def test_light_or_dark_is_chosen_and_kept(hall):
    page = hall.context(color_scheme="light").new_page()
    page.goto("/")
    light = page.evaluate("getComputedStyle(document.body).backgroundColor")

    page.get_by_label("Light or dark").select_option("dark")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.goto("/laws/")

    assert page.evaluate("getComputedStyle(document.body).backgroundColor") != light
    assert page.get_by_label("Light or dark").input_value() == "dark"


def test_nothing_moves_where_motion_is_not_wanted(hall):
    page = hall.context(reduced_motion="reduce").new_page()
    page.goto("/")

    assert page.evaluate("document.getAnimations().length") == 0


def test_a_printed_score_sheet_has_the_deals_and_nothing_to_press(hall):
    made = fill(hall.club)
    page = hall.member("owner").new_page()
    page.goto(f"/tables/{made['first'].pk}/sheet/")

    page.emulate_media(media="print")

    expect(page.get_by_role("heading", name="Deals")).to_be_visible()
    expect(page.locator(".rail, .tabs, .foot, form").filter(visible=True)).to_have_count(0)
    expect(page.get_by_role("button")).to_have_count(0)


def test_focus_is_seen_on_every_page(hall):
    page = hall.member("owner").new_page()
    for address in ("/", f"/tables/{hall.club.table.pk}/", "/laws/"):
        page.goto(address)
        for _ in range(9):
            page.keyboard.press("Tab")
            seen = page.evaluate(
                """() => { const one = document.activeElement, key = one.closest("label.key");
                           return getComputedStyle(key ?? one).outlineStyle }"""
            )
            assert seen == "solid", page.evaluate("document.activeElement.outerHTML")


def test_every_page_names_itself(hall):
    pages = addresses(hall.club, fill(hall.club))
    page = hall.member("owner").new_page()
    titles = {}
    for name, address in pages.items():
        page.goto(address)
        titles[name] = page.title()
        assert page.get_by_role("heading", level=1).count() == 1, name

    assert all(re.search(r"\w", title) for title in titles.values())

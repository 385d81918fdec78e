"""Every page, light and dark, on a phone and on a desk: axe's rules, no sideways scrolling, no complaint."""

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from tests.pages.conftest import DESK, PHONE
from tests.pages.evening import addresses, fill

pytestmark = pytest.mark.browser

LOOKS = {"phone by light": (PHONE, "light"), "desk by dark": (DESK, "dark")}
"""How every page is looked at: a rule asks for the width or for the colours, none for both."""

LOOKS_OF_SOME = ["phone by light", pytest.param("desk by dark", marks=pytest.mark.full)]
"""How the gate looks at pages that are made like others, and `--full` besides."""

CROSSED = {"phone by dark": (PHONE, "dark"), "desk by light": (DESK, "light")}
"""How those are looked at besides that have what is seen at one width only."""

REFUSED = {"not found": 404, "refused question": 400}


def faults_of(page):
    found = Axe().run(page, options={"resultTypes": ["violations"]}).response["violations"]
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


def too_wide(page, widths):
    """Return the widths at which the page scrolls sideways, with all that can be unfolded open."""
    page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
    before, found = page.viewport_size, []
    for width in widths:
        page.set_viewport_size({**before, "width": width})
        wide = page.evaluate("document.documentElement.scrollWidth")
        found += [f"{wide} wide at {width}"] if wide > width else []
    page.set_viewport_size(before)
    return found


def flaws_of(page, scheme):
    """Return all that is wrong with the look of a page: axe's rules, targets, its name, its width."""
    page.emulate_media(color_scheme=scheme)
    found = faults_of(page) + targets_too_small(page)
    found += [] if page.title().strip() else ["it has no title"]
    found += [] if page.get_by_role("heading", level=1).count() == 1 else ["it has not one heading"]
    width = page.viewport_size["width"]
    return found + too_wide(page, (320, 360) if width == PHONE["width"] else (width,))


@pytest.mark.long
@pytest.mark.full
@pytest.mark.parametrize("look", LOOKS)
def test_every_page_names_itself_fits_its_width_and_breaks_no_rule_of_axe(hall, look):
    viewport, scheme = LOOKS[look]
    page = hall.member("owner", viewport=viewport).new_page()
    flaws = {}
    for name, address in addresses(hall.club, fill(hall.club)).items():
        answer = page.goto(address)
        assert answer.status == REFUSED.get(name, 200), name
        flaws[name] = flaws_of(page, scheme)

    assert {name: found for name, found in flaws.items() if found} == {}


@pytest.mark.parametrize("look", CROSSED)
def test_what_only_a_phone_or_only_a_desk_shows_has_the_colours_of_light_and_dark(hall, look):
    viewport, scheme = CROSSED[look]
    pages = addresses(hall.club, fill(hall.club))
    page = hall.member("owner", viewport=viewport).new_page()
    flaws = {}
    for name in ("home", "club", "table", "sheet", "deal corrected", "law with rules and cases", "ruling"):
        page.goto(pages[name])
        flaws[name] = flaws_of(page, scheme)

    assert {name: found for name, found in flaws.items() if found} == {}


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
             '<div class="stock"><button class="planted">?</button><img src="/static/img/icon.svg"></div>'
             + '<h1>another</h1><pre>' + 'w'.repeat(2000) + '</pre>')"""
    )

    flaws = flaws_of(page, "light")
    for planted in ("image-alt", "planted", "it has not one heading", "wide at 320"):
        assert any(planted in flaw for flaw in flaws), planted


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

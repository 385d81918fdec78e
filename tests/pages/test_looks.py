"""Every page on a phone and on a desk, light and dark: axe's rules, no sideways scrolling, no complaint."""

import pytest
from playwright.sync_api import expect

from tests.pages import arrangements
from tests.pages.conftest import DESK, PHONE
from tests.pages.evening import fill
from tests.pages.looks import flaws_of

pytestmark = [pytest.mark.browser, pytest.mark.long]

SCHEMES = ("light", "dark")
LOOKS = [
    pytest.param(PHONE, 0, id="phone"),
    pytest.param(PHONE, 1, id="phone, colours turned", marks=pytest.mark.full),
    pytest.param(DESK, 0, id="desk", marks=pytest.mark.full),
    pytest.param(DESK, 1, id="desk, colours turned", marks=pytest.mark.full),
]
"""The gate looks at each page once, as narrow as can be, light and dark by turns."""
REFUSED = {"not found": 404, "refused question": 400}


@pytest.mark.parametrize(("viewport", "turn"), LOOKS)
@pytest.mark.parametrize(
    "arranged",
    [
        pytest.param(arranged, id=name, marks=() if name in ("club", "event", "hall") else pytest.mark.full)
        for name, arranged in arrangements.ALL.items()
    ],
)
def test_every_page_names_itself_fits_its_width_and_breaks_no_rule_of_axe(hall, arranged, viewport, turn):
    flaws = {}
    for role, pages in arranged(hall).items():
        page = hall.member(role, viewport=viewport).new_page()
        for number, (name, address) in enumerate(pages.items(), start=turn):
            assert page.goto(address).status == REFUSED.get(name, 200), name
            page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
            flaws[role, name] = flaws_of(page, SCHEMES[number % 2])

    assert {place: found for place, found in flaws.items() if found} == {}


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


@pytest.mark.full
def test_nothing_moves_where_motion_is_not_wanted(hall):
    page = hall.context(reduced_motion="reduce").new_page()
    page.goto("/")

    assert page.evaluate("document.getAnimations().length") == 0


@pytest.mark.full
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

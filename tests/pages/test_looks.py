"""Every page on a phone and on a desktop, light and dark: axe's rules, sideways scrolling, errors."""

import pytest
from playwright.sync_api import expect

from tests.factories import make_table, record
from tests.pages import arrangements
from tests.pages.conftest import DESK, PHONE
from tests.pages.looks import flaws_in_large_type, flaws_of
from tests.running import day

pytestmark = [pytest.mark.browser, pytest.mark.long]

SCHEMES = ("light", "dark")
LOOKS = [
    pytest.param(PHONE, 0, id="phone"),
    pytest.param(PHONE, 1, id="phone, colours turned", marks=pytest.mark.full),
    pytest.param(DESK, 0, id="desk", marks=pytest.mark.full),
    pytest.param(DESK, 1, id="desk, colours turned", marks=pytest.mark.full),
]
"""The gate looks at each page at the narrowest width every other day, in light and dark by turns."""
REFUSED = {"not found": 404, "refused question": 400}
ARRANGED = [
    pytest.param(arranged, id=name, marks=() if name in ("club", "event", "hall") else pytest.mark.full)
    for name, arranged in arrangements.ALL.items()
]


@pytest.mark.parametrize(("viewport", "turn"), LOOKS)
@pytest.mark.parametrize("arranged", ARRANGED)
def test_every_page_names_itself_fits_its_width_and_breaks_no_rule_of_axe(hall, arranged, viewport, turn):
    """Look at each page in usual type, and on a phone in type of twice the size too."""
    flaws = {}
    for role, pages in arranged(hall).items():
        page = hall.member(role, viewport=viewport).new_page()
        for number, (name, address) in day.some_of(enumerate(pages.items(), start=turn + day.NUMBER // 2), 2):
            assert page.goto(address).status == REFUSED.get(name, 200), name
            page.evaluate("document.querySelectorAll('details').forEach((one) => { one.open = true; })")
            flaws[role, name] = flaws_of(page, SCHEMES[number % 2])
            if viewport is PHONE:
                flaws[role, name] += flaws_in_large_type(page)

    assert {place: found for place, found in flaws.items() if found} == {}


@pytest.mark.parametrize(
    ("game", "players", "deal"),
    [
        ("cinch", 4, {"bid": 8, "maker": 1, "trump": "H", "points": [10, 4]}),
        ("auction-pitch-6", 6, {"bid": 3, "maker": 4, "trump": "S", "points": [1, 0, 0, 2, 0, 0]}),
        ("all-fives-2", 2, {"bid": None, "maker": None, "trump": "C", "points": [10, 16]}),
    ],
)  # fmt: skip
def test_text_of_twice_the_size_neither_breaks_nor_overlaps_at_tables_of_every_size(
    hall, game, players, deal
):
    owner = hall.club.actors["owner"]
    names = ("Ann Kowalski", "Bob Featherstone", "Cal", "Dan", "Eve", "Fay")[:players]
    table = make_table(hall.club.club, owner, game=game, players=names)
    record(table, owner, dealer=1, **deal)
    page = hall.member("owner", viewport={"width": 360, "height": 640}).new_page()
    flaws = {}
    for place in ("", "sheet/", "cards/", "deals/1/"):
        page.goto(f"/tables/{table.pk}/{place}")
        flaws[place] = flaws_in_large_type(page)

    assert {place: found for place, found in flaws.items() if found} == {}


def test_the_head_of_a_phone_stays_one_line_however_long_the_name_of_an_account(hall):
    page = hall.member("scorer", viewport={"width": 360, "height": 640}).new_page()
    scorer = hall.club.users["scorer"]
    scorer.username = "scorer-of-the-lamp-room"
    scorer.save()
    page.goto("/")
    name = page.get_by_role("link", name="Your account: scorer-of-the-lamp-room")
    tops = [place.bounding_box()["y"] for place in (page.locator(".brand"), name)]
    assert tops[0] == tops[1]


def test_the_rules_do_catch_a_fault_that_is_planted(hall):
    page = hall.member("owner").new_page()
    page.goto(f"/tables/{hall.club.table.pk}/")

    page.evaluate(
        """() => document.querySelector("main").insertAdjacentHTML("beforeend",
             '<div class="stock"><button class="planted">?</button><img src="/static/img/icon.svg"></div>'
             + '<h1>another</h1><pre>' + 'w'.repeat(2000) + '</pre>')"""
    )

    flaws = flaws_of(page, "light", with_axe=True)
    for planted in ("image-alt", "planted", "it has not one heading", "wide at 320"):
        assert any(planted in flaw for flaw in flaws), planted


def test_the_page_is_dark_where_the_device_is_or_as_it_was_chosen_and_nothing_moves(hall):
    page = hall.member("owner", color_scheme="light", reduced_motion="reduce").new_page()
    page.goto("/")
    grounds = []
    for scheme in ("light", "dark"):
        page.emulate_media(color_scheme=scheme)
        grounds.append(page.evaluate("getComputedStyle(document.querySelector('.stock')).backgroundColor"))
    assert grounds == ["rgb(255, 250, 240)", "rgb(22, 36, 29)"]
    assert page.evaluate("document.getAnimations().length") == 0

    page.emulate_media(color_scheme="light")
    light = page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.get_by_label("Light or dark").select_option("dark")
    expect(page.locator("html")).to_have_attribute("data-theme", "dark")
    page.goto("/laws/")
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") != light
    assert page.get_by_label("Light or dark").input_value() == "dark"


def test_on_a_phone_the_tab_that_is_open_is_in_view(hall):
    page = hall.member("director").new_page()
    page.goto(f"/tables/{hall.club.table.pk}/link/")

    tab = page.locator(".tabs [aria-current]")
    expect(tab).to_have_text("Link")
    expect(tab).to_be_in_viewport(ratio=0.9)
    assert page.evaluate("scrollY") == 0

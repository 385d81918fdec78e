"""The layout of an event's pages from a phone to a wide screen: tabs, desk, standings, foot."""

import pytest
from playwright.sync_api import expect

from tests.events.evenings import begun

pytestmark = pytest.mark.browser

FADES = "one => getComputedStyle(one).getPropertyValue('--more-after')"


def opened(hall, width, address, **wanted):
    evening = begun(hall.club, 8, name="Autumn evening")
    viewport = {"width": width, "height": 900}
    page = hall.member("director", viewport=viewport, reduced_motion="no-preference", **wanted).new_page()
    page.goto(address.format(event=evening.pk))
    return page


def test_the_tabs_of_an_event_fade_where_they_go_on_and_head_and_foot_are_as_wide_as_the_desk(hall):
    page = opened(hall, 360, "/events/{event}/")
    for width, goes_on in ((360, True), (768, True), (1280, False), (1920, False)):
        page.set_viewport_size({"width": width, "height": 900})
        page.reload()
        tabs = page.locator(".event-tabs a")
        assert tabs.count() == 11
        assert len({round(tab.bounding_box()["y"]) for tab in tabs.all()}) == 1
        assert (page.locator(".event-tabs").evaluate(FADES) == "24px") == goes_on
        if not goes_on:
            boxes = [page.locator(part).bounding_box() for part in ("main", ".rail-inside", ".foot")]
            assert len({(round(box["x"]), round(box["width"])) for box in boxes}) == 1


def test_on_a_tablet_nothing_lies_over_the_tables(hall):
    page = opened(hall, 768, "/events/{event}/")
    tile = page.locator(".desk-tile a").last
    tile.scroll_into_view_if_needed()
    box = tile.bounding_box()
    assert tile.evaluate(
        "(tile, [x, y]) => tile.contains(document.elementFromPoint(x, y))",
        [box["x"] + box["width"] / 2, box["y"] + box["height"] - 4],
    )


def test_standings_fade_where_they_go_on_and_leave_out_an_empty_column(hall):
    page = opened(hall, 360, "/events/{event}/standings/")
    standings = page.locator(".scroll:has(.standings)")
    assert standings.evaluate(FADES) == "24px"
    expect(page.get_by_role("columnheader", name="Notes")).to_be_hidden()
    points = page.get_by_role("columnheader", name="Points").bounding_box()
    edge = standings.bounding_box()
    assert round(points["x"] + points["width"]) <= round(edge["x"] + edge["width"]) - 24
    standings.evaluate("one => { one.scrollLeft = one.scrollWidth; }")
    page.wait_for_function(f"() => ({FADES})(document.querySelector('.scroll:has(.standings)')) === '0px'")


def test_a_long_choice_takes_several_lines_where_the_letters_are_large(hall):
    page = opened(hall, 360, "/events/{event}/plan/")
    page.evaluate("document.documentElement.style.fontSize = '200%'")
    chosen = page.locator("#missing_results")
    line = chosen.evaluate("one => parseFloat(getComputedStyle(one).lineHeight) || 48")
    assert chosen.bounding_box()["height"] > 2.5 * line


def test_light_or_dark_can_still_be_chosen_after_an_answer_in_place(hall):
    page = opened(hall, 1280, "/events/{event}/")
    page.locator("#desk-hold").click()
    expect(page.get_by_role("button", name="Stop waiting")).to_be_visible()
    expect(page.get_by_label("Light or dark")).to_be_visible()

    page.goto("/clubs/harbour/tables/new/")
    page.get_by_label("Game", exact=True).select_option("seven-up")
    expect(page.get_by_label("Game", exact=True)).to_have_value("seven-up")
    expect(page.locator("#players_1")).to_be_visible()
    expect(page.get_by_label("Light or dark")).to_be_visible()

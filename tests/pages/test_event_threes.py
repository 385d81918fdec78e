"""An evening with a table of three in a real browser: planned, begun, and looked at as desk and phone."""

import re

import pytest
from playwright.sync_api import expect

from scoring.events.models import Event
from tests.events.evenings import ALONE, THREE, begun
from tests.pages.conftest import DESK
from tests.pages.entering import confirm, made_scores, scores, tap_deal, tap_totals
from tests.pages.looks import flaws_of
from tests.pages.organising import NAMES, fill_plan, plan_page

LARGE, SMALLER = {"width": 1920, "height": 1080}, {"width": 1280, "height": 720}
BEYOND = """(board, foot) => [...board.querySelectorAll("p, li, .hall-left-out")]
    .map((one) => [one.textContent.trim(), one.getBoundingClientRect()])
    .filter(([, box]) => box.bottom > foot || box.right > innerWidth || box.height < 15)
    .map(([said]) => said)"""
"""What of a board is not within the screen above its foot, or too small."""

pytestmark = pytest.mark.browser


def test_an_evening_with_a_table_of_three_is_planned_and_begun_on_a_phone(hall):
    page = plan_page(hall)
    page.get_by_text("Four does not divide the players", exact=True).click()
    page.get_by_label(re.compile("^Players that four does not take in")).select_option("table-of-three")
    page.get_by_label(re.compile("^Law set of tables of three")).select_option("chicago-1890")
    page.get_by_label(re.compile("^Names")).fill("\n".join(NAMES[:7]))
    expect(page.locator("[data-plan-count]")).to_have_text("7 players: 2 tables, 0 sit out")

    fill_plan(page, NAMES[:7])

    rules = page.locator(".event-rules")
    expect(rules).to_contain_text("Law set of tables of three")
    page.get_by_role("link", name="Look at round 1 and start").click()
    page.get_by_role("button", name="Publish these places and start").click()
    page.get_by_role("button", name="Start", exact=True).click()
    page.get_by_role("heading", name="Playing").wait_for()
    event = Event.objects.get(name="Harvest evening")
    assert event.law_set_at_three.slug == "chicago-1890"
    expect(page.locator("#desk-table-2 .desk-line")).to_have_count(3)


@pytest.mark.parametrize("viewport", [SMALLER, pytest.param(LARGE, marks=pytest.mark.full)])
def test_the_projector_has_room_for_what_does_not_count(hall, viewport):
    names = [f"Member number {number} of many" for number in range(1, 23)]
    evening = begun(hall.club, 22, players=names, movement=THREE | {"points_at_three": "not-counted"})
    evening.play()
    evening.move(1)
    evening.play(deals_each=1)
    page = hall.member("director", viewport=viewport).new_page()
    page.goto(f"/events/{evening.pk}/projector/")
    board = page.locator("[data-board=leaders-1]")
    expect(board.get_by_text("In brackets: points at a table of three, not counted")).to_be_visible()
    # Two tables of three, of which each winner has 21 and the next 18; the third is not among the leaders.
    expect(board.locator(".hall-left-out")).to_have_text(["(21)", "(21)", "(18)", "(18)"])
    assert flaws_of(page, "dark") == []
    foot = page.locator(".live-bar").bounding_box()["y"]
    beyond = board.evaluate(BEYOND, foot)
    assert beyond == []
    assert board.evaluate(BEYOND, foot / 2) != [], "lines below are found"


def test_three_enter_their_round_by_the_tables_link_and_wait_for_the_bell(hall):
    evening = begun(hall.club, 7, movement=THREE | {"bell": "head-table"})
    evening.play(without=[2])
    page = hall.phone(evening.table(2))
    for dealer, number in (("P5", 1), ("P6", 2), ("P7", 3)):
        expect(page.get_by_text(f"Dealer: {dealer}", exact=True)).to_be_visible()
        tap_deal(page, {"bid": 7, "maker": 1, "trump": "H"})
        tap_totals(page, ALONE)
        expect(made_scores(page)).to_have_text(["+7", "+6", "+1"])
        confirm(page)
        expect(page.get_by_text(f"Deal {number} is recorded.")).to_be_visible()
    expect(scores(page)).to_have_text(["21", "18", "3"])
    expect(page.get_by_text("All deals of this round are recorded here. Wait for the bell")).to_be_visible()
    desk = hall.member("director", viewport=DESK).new_page()
    desk.goto(f"/events/{evening.pk}/rounds/1/tables/2/")
    expect(desk.get_by_text("3 of 3 deals")).to_be_visible()
    expect(desk.get_by_text("The two best have won.")).to_be_visible()


@pytest.mark.full
def test_totals_that_are_refused_under_a_law_of_a_long_name_fit_a_narrow_phone(hall):
    evening = begun(hall.club, 7, movement=THREE)
    page = hall.phone(evening.table(2))
    tap_deal(page, {"bid": 7, "maker": 1, "trump": "H"})
    tap_totals(page, (5, 8, 4))
    refused = page.locator("#error-detail")
    expect(refused).to_contain_text("the points add up to 17, and a deal has 14")
    expect(refused.get_by_role("link")).to_contain_text("Foster 1897, Cinch, Objects of the Game")
    assert flaws_of(page, "dark") == []

"""How an evening with a table of three looks on the projector and on a phone."""

import pytest
from playwright.sync_api import expect

from tests.events.evenings import THREE, begun
from tests.pages.entering import tap_deal, tap_totals
from tests.pages.looks import flaws_of

BEYOND = """(board, foot) => [...board.querySelectorAll("p, li, .hall-left-out")]
    .map((one) => [one.textContent.trim(), one.getBoundingClientRect()])
    .filter(([, box]) => box.bottom > foot || box.right > innerWidth || box.height < 15)
    .map(([said]) => said)"""
"""What of a board is not within the screen above its foot, or too small."""

pytestmark = pytest.mark.browser


def test_the_projector_has_room_for_what_does_not_count(hall):
    names = [f"Member number {number} of many" for number in range(1, 23)]
    evening = begun(hall.club, 22, players=names, movement=THREE | {"points_at_three": "not-counted"})
    evening.play()
    evening.move(1)
    evening.play(deals_each=1)
    page = hall.member("director", viewport={"width": 1280, "height": 720}).new_page()
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

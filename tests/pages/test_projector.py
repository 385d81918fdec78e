"""What the whole hall sees on the projector: the clock, the seats, the leaders, the prizes."""

import re

import pytest
from playwright.sync_api import Page, expect

from scoring.events.services import finals, rounds
from tests.pages.conftest import DESK, Hall
from tests.pages.live import LARGE, SEEN_AGAIN, Evening, is_marked, mark, seated

pytestmark = pytest.mark.browser


def test_the_clock_goes_on_by_itself_and_stands_when_it_is_paused(hall: Hall, evening: Evening) -> None:
    page = hall.member("player", viewport=LARGE).new_page()
    page.goto(f"/events/{evening.event.pk}/projector/")
    figures = page.locator("[data-clock-figures]")
    expect(figures).to_have_text("30:00")

    evening.clock("start")
    page.evaluate(SEEN_AGAIN)
    expect(figures).to_have_text(re.compile("29:"))
    evening.clock("pause")
    page.evaluate(SEEN_AGAIN)
    expect(page.locator("[data-clock-stands]")).to_be_visible()
    stood = figures.text_content()
    page.wait_for_timeout(1_500)
    assert figures.text_content() == stood


def test_the_last_hand_and_the_bell_are_seen_by_the_whole_hall(hall: Hall, evening: Evening) -> None:
    page = hall.member("player", viewport=LARGE).new_page()
    page.goto(f"/events/{evening.event.pk}/projector/")
    page.get_by_role("button", name="Sound for bell and last hand").click()
    expect(page.get_by_role("button", name="Sound is on")).to_have_attribute("aria-pressed", "true")
    mark(page)

    evening.clock("last-hand")
    page.evaluate(SEEN_AGAIN)
    expect(page.locator(".clock-last-hand")).to_contain_text("Last hand")
    evening.ring()
    page.evaluate(SEEN_AGAIN)
    expect(page.locator(".clock-bell")).to_contain_text("The bell has rung")
    assert is_marked(page)


def boards_beyond(page: Page) -> list[str]:
    """Return the projector's boards of which a line is not wholly on the screen."""
    found: list[str] = page.evaluate(
        """() => {
             const boards = [...document.querySelectorAll("[data-board]")];
             const foot = document.querySelector(".live-bar").getBoundingClientRect().top;
             return boards.filter((board) => {
               boards.forEach((one) => { one.hidden = one !== board; });
               const lines = [...board.querySelectorAll("li")].map((line) => line.getBoundingClientRect());
               return lines.some((box) => box.bottom > foot + 1 || box.right > innerWidth || box.height < 20);
             }).map((board) => board.dataset.board);
           }"""
    )
    return found


SMALLER = {"width": 1280, "height": 720}
SCREENS = [
    pytest.param(SMALLER, 30, id="720, clock"),
    *(
        pytest.param(viewport, minutes, marks=pytest.mark.full)
        for viewport, minutes in ((SMALLER, None), (LARGE, 30), (LARGE, None))
    ),
]
"""The gate looks at the smaller screen with the clock: there is the least room."""


@pytest.mark.parametrize("people", [119, 40], ids=["full", "few"])
@pytest.mark.parametrize(("viewport", "minutes"), SCREENS)
def test_every_board_of_a_large_event_fits_the_screen(
    hall: Hall, viewport: dict[str, int], minutes: int | None, people: int
) -> None:
    names = [f"Member number {number} of many" for number in range(1, people + 1)]
    evening = seated(hall.club, names, minutes)
    evening.move_on()
    page = hall.member("player", viewport=viewport).new_page()
    page.goto(f"/events/{evening.event.pk}/projector/")

    assert boards_beyond(page) == []
    shown = page.evaluate("""() => [...document.querySelectorAll("[data-board^=names] li bdi")].length""")
    assert shown == people, "everybody is found by name"


@pytest.mark.parametrize(("viewport", "minutes"), SCREENS)
def test_the_results_and_the_prizes_fit_the_screen(
    hall: Hall, viewport: dict[str, int], minutes: int | None
) -> None:
    evening = seated(hall.club, [f"Member number {number} of many" for number in range(1, 120)], minutes, 1)
    owner = hall.club.actors["owner"]
    rounds.ring_bell(event=evening.event, actor=owner)
    finals.make_final(event=evening.event, actor=owner)
    page = hall.member("player", viewport=viewport).new_page()
    page.goto(f"/events/{evening.event.pk}/projector/")

    expect(page.locator("[data-board]:visible")).to_contain_text("Final results")
    assert page.locator("[data-board^=prizes]").count() == 1
    assert boards_beyond(page) == []


@pytest.mark.full
def test_the_boards_follow_one_another(hall: Hall, evening: Evening) -> None:
    page = hall.member("player", viewport=DESK).new_page()
    page.clock.install()
    page.goto(f"/events/{evening.event.pk}/projector/")
    expect(page.locator("[data-board=names-1]")).to_be_visible()
    page.clock.run_for(9_000)
    expect(page.locator("[data-board=tables-1]")).to_be_visible()
    expect(page.locator("[data-board=names-1]")).to_be_hidden()

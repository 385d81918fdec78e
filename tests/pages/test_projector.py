"""The projector's page: the clock, the seats, the leaders, the prizes."""

import re
from itertools import product
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from scoring.events.results.services import finals
from tests.events.evenings import THREE, begun, partners, planned
from tests.pages.conftest import DESK
from tests.pages.live import LARGE, SEEN_AGAIN, is_marked, mark, seated
from tests.pages.looks import flaws_of
from tests.running.day import some_of

pytestmark = pytest.mark.browser


def test_the_hall_sees_the_clock_the_last_hand_and_the_bell(hall, evening):
    page = hall.member("player", viewport=LARGE).new_page()
    page.goto(f"/events/{evening.pk}/projector/")
    figures = page.locator("[data-clock-figures]")
    expect(figures).to_have_text("30:00")
    page.get_by_role("button", name="Sound for bell and last hand").click()
    expect(page.get_by_role("button", name="Sound is on")).to_have_attribute("aria-pressed", "true")
    mark(page)

    evening.step("start")
    page.evaluate(SEEN_AGAIN)
    expect(figures).to_have_text(re.compile("29:"))
    evening.step("pause")
    page.evaluate(SEEN_AGAIN)
    expect(page.locator("[data-clock-stands]")).to_be_visible()
    stood = figures.text_content()
    page.wait_for_timeout(1_500)
    assert figures.text_content() == stood
    evening.step("resume")
    evening.step("last-hand")
    page.evaluate(SEEN_AGAIN)
    expect(page.locator(".clock-last-hand")).to_contain_text("Last hand")
    evening.ring()
    page.evaluate(SEEN_AGAIN)
    expect(page.locator(".clock-bell")).to_contain_text("The bell has rung")
    assert is_marked(page)


SMALLER = {"width": 1280, "height": 720}
BOARDS = """() => {
    const foot = document.querySelector(".live-bar").getBoundingClientRect().top;
    const boards = [...document.querySelectorAll("[data-board]")];
    return boards.map((board) => {
      boards.forEach((one) => { one.hidden = one !== board; });
      dispatchEvent(new Event("resize"));
      const boxes = [...board.querySelectorAll("li")].map((line) => line.getBoundingClientRect());
      const isBeyond = ({ bottom, right, height }) => bottom > foot + 1 || right > innerWidth || height < 20;
      const isCut = (name) =>
        name.scrollWidth > name.clientWidth + 1 || name.scrollHeight > name.clientHeight + 4;
      const names = [...board.querySelectorAll(".hall-name")].filter(isCut);
      const top = board.querySelector("ol")?.getBoundingClientRect().top;
      const ends = Map.groupBy(boxes, (box) => box.left);
      return {
        board: board.dataset.board,
        beyond: boxes.filter(isBeyond).length,
        cut: names.map((name) => name.textContent.trim()),
        columns: [...ends.values()].map((column) => Math.max(...column.map((box) => box.bottom))),
        filled: (Math.max(...boxes.map((box) => box.bottom)) - top) / (foot - top),
      };
    });
  }"""
"""JavaScript that shows each board alone and measures it.

``beyond`` is the number of lines that are not completely on the screen, ``cut`` the names that are not
completely visible, ``columns`` where the columns of lines end, and ``filled`` the part of the board's height
that the lines take up.
"""


def boards_of(page: Page) -> list[dict[str, Any]]:
    """Measure the projector's boards. Check that every line is on the screen and no name is cut off."""
    boards: list[dict[str, Any]] = page.evaluate(BOARDS)
    assert [board for board in boards if board["beyond"] or board["cut"]] == []
    return boards


BEYOND = """(board, foot) => [...board.querySelectorAll("p, li, .hall-left-out")]
    .map((one) => [one.textContent.trim(), one.getBoundingClientRect()])
    .filter(([, box]) => box.bottom > foot || box.right > innerWidth || box.height < 15)
    .map(([said]) => said)"""
"""JavaScript that returns the texts of a board that are cut off at the right or below, or too small."""


@pytest.mark.parametrize(
    ("viewport", "minutes", "people"),
    [
        pytest.param(SMALLER, 30, 119, id="720, clock, full"),
        *(
            pytest.param(*screen, people, marks=pytest.mark.full)
            for screen in ((SMALLER, None), (LARGE, 30), (LARGE, None))
            for people in (119, 40)
        ),
    ],
)
def test_every_board_of_a_large_event_and_its_results_fit_the_screen(hall, viewport, minutes, people):
    """The default run uses the smaller screen with the clock, which has the least room."""
    names = [f"Member number {number} of many" for number in range(1, people + 1)]
    evening = seated(hall.club, names, minutes, 2)
    evening.move()
    page = hall.member("player", viewport=viewport).new_page()
    page.goto(f"/events/{evening.pk}/projector/")
    boards_of(page)
    everybody = page.evaluate("""() => [...document.querySelectorAll("[data-board^=names] li bdi")].length""")
    assert everybody == people, "everybody is found by name"

    evening.step("start")  # an earlier bell would belong to the previous round
    evening.ring()
    finals.make_final(**evening.action)
    page.goto(f"/events/{evening.pk}/projector/")
    expect(page.locator("[data-board]:visible")).to_contain_text("Final results")
    assert page.locator("[data-board^=prizes]").count() == 1
    boards_of(page)


def test_a_long_name_goes_on_in_a_second_line_where_there_is_room(hall):
    names = [f"Castrop-Rauxel an der Emscher, {number}" for number in range(1, 9)]
    evening = seated(hall.club, names, 30, 2)
    page = hall.member("player", viewport=SMALLER).new_page()
    page.goto(f"/events/{evening.pk}/projector/")
    assert page.locator("[data-board]").count() > 1
    boards_of(page)


def test_no_name_of_a_hall_with_many_long_names_is_cut_off(hall):
    first = ["Bea", "Cornelius", "Evangelina", "Gus"]
    last = ["Bonn", "Castellammare", "Delft", "Gelsenkirchen", "Oberhausen-Baden"]
    names = [f"{first[number % 4]} {last[number // 4 % 5]} {number}" for number in range(1, 161)]
    evening = seated(hall.club, names, 30, 2)
    for viewport in (SMALLER, LARGE):
        page = hall.member("player", viewport=viewport).new_page()
        page.goto(f"/events/{evening.pk}/projector/")
        ends = [board["columns"] for board in boards_of(page) if board["board"].startswith("names")]
        assert [columns for columns in ends if max(columns) - min(columns) > viewport["height"] / 6] == []


TOWNS = ["Bremen", "Coburg", "Emden", "Fulda", "Goslar", "Jena", "Kassel", "Leer"]
TOWNS += ["Mainz", "Norden", "Peine", "Rheine", "Soest", "Trier", "Ulm", "Werl"]
LONGER = [f"{town} an der Elbe, {number}" for number, town in enumerate(TOWNS)]


@pytest.mark.parametrize(
    ("people", "names", "minutes"), list(some_of(product((4, 8, 12, 16), (TOWNS, LONGER), (30, None)), 4))
)
def test_few_lines_fill_their_board_with_whole_names(hall, people, names, minutes):
    """Seen before the first deal and when every table is in: seats, tables and leaders.

    Each day one kind of names, with or without a clock.
    """
    pairs = people in (8, 16)
    kind = {"kind": "pairs-round-robin"} if pairs else {}
    about = {"movement": kind | {"minutes": minutes}, "deals_per_round": 1}
    if pairs:
        about["wishes"] = partners(people)
    evening = planned(hall.club, people, players=names[:people], **about)
    evening.start()
    page = hall.member("player", viewport=SMALLER).new_page()
    for count in (2, 1):
        if count == 1:
            evening.play()
        page.goto(f"/events/{evening.pk}/projector/")
        filled = [board["filled"] for board in boards_of(page)]
        assert len(filled) == count
        assert min(filled) > 0.6


def test_no_partners_name_is_broken(hall):
    names = ["Ann Archer", "Bea Baker", "Cal Carter", "Dan Dyer", "Eve Ellis", "Fay Foster", "Gus Gray"]
    names += ["Hal Hunt", "Ida Irving", "Jim Jones", "Kay King", "Lee Lowe", "Moe Moss"]
    evening = begun(hall.club, 13, players=names, movement={"kind": "whist"}, of_rounds=13)
    page = hall.member("player", viewport=SMALLER).new_page()
    page.goto(f"/events/{evening.pk}/projector/")
    mates = page.locator("[data-board]:visible .hall-partner")
    expect(mates).to_have_count(12)
    lines = "mates => mates.map(mate => mate.offsetHeight / parseFloat(getComputedStyle(mate).fontSize))"
    assert max(mates.evaluate_all(lines)) < 1.7
    boards_of(page)


@pytest.mark.parametrize("people", [6, 7])
def test_short_names_at_tables_of_three_stay_on_the_board(hall, people):
    evening = begun(hall.club, people, players=TOWNS[:people], movement=THREE | {"minutes": 30})
    page = hall.member("player", viewport=SMALLER).new_page()
    page.goto(f"/events/{evening.pk}/projector/")
    boards_of(page)


def test_long_names_of_four_tables_stay_on_the_board(hall):
    names = [f"Castrop-Rauxel an der Emscher, {number}" for number in range(1, 17)]
    evening = seated(hall.club, names, 30, 2)
    page = hall.member("player", viewport=SMALLER).new_page()
    page.goto(f"/events/{evening.pk}/projector/")
    boards_of(page)


@pytest.mark.full
def test_the_boards_follow_one_another(hall, evening):
    page = hall.member("player", viewport=DESK).new_page()
    page.clock.install()
    page.goto(f"/events/{evening.pk}/projector/")
    expect(page.locator("[data-board=names-1]")).to_be_visible()
    page.clock.run_for(9_000)
    expect(page.locator("[data-board=tables-1]")).to_be_visible()
    expect(page.locator("[data-board=names-1]")).to_be_hidden()


def test_the_projector_has_room_for_what_does_not_count(hall):
    names = [f"Member number {number} of many" for number in range(1, 23)]
    evening = begun(hall.club, 22, players=names, movement=THREE | {"points_at_three": "not-counted"})
    evening.play()
    evening.move(1)
    evening.play(deals_each=1)
    page = hall.member("director", viewport=SMALLER).new_page()
    page.goto(f"/events/{evening.pk}/projector/")
    board = page.locator("[data-board=leaders-1]")
    expect(board.get_by_text("In brackets: points at a table of three, not counted")).to_be_visible()
    # At each of two tables of three the two best, with 21 and 18 points, won. They are equal, in any order.
    left_out = board.locator(".hall-left-out")
    expect(left_out).to_have_count(4)
    assert sorted(left_out.all_inner_texts()) == ["(18)", "(18)", "(21)", "(21)"]
    assert flaws_of(page, "dark") == []
    foot = page.locator(".live-bar").bounding_box()["y"]
    beyond = board.evaluate(BEYOND, foot)
    assert beyond == []
    assert board.evaluate(BEYOND, foot / 2) != [], "lines below are found"

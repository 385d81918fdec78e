"""Phones that follow an event by polling, and the head table, which rings the bell on its own page."""

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from scoring.events.models import Bell
from scoring.events.planning.services import event_changes
from scoring.game.names import clean_name
from tests.events.evenings import Evening, begun
from tests.pages.conftest import PHONE, Hall
from tests.pages.live import SEEN_AGAIN, address_of, is_marked, mark, player_of, seated
from tests.pages.test_names import HOSTILE

pytestmark = pytest.mark.browser

NOW = datetime(2026, 11, 21, 20, tzinfo=UTC)


def my_evening(hall: Hall, evening: Evening, player: int) -> Page:
    """Return a phone's page that has just opened a player's own link."""
    page = hall.context().new_page()
    page.goto(hall.url + address_of(evening, player))
    page.wait_for_url(f"**/me/?player={player}")
    return page


def test_a_phone_is_told_seat_clock_and_bell_and_makes_up_for_a_cut_network(hall):
    names = [clean_name(name) for name in HOSTILE[:9]]
    evening = seated(hall.club, names)
    player = player_of(evening)
    page = my_evening(hall, evening, player)
    state = page.locator("[data-live-state]")

    def is_told_its_place() -> None:
        table, seat = evening.current.seated().places()[player]
        expect(page.locator("[data-place-table]")).to_have_text(str(table))
        expect(page.locator("[data-place-seat]")).to_have_text(str(seat))

    is_told_its_place()
    expect(state).to_have_text("Live")
    mark(page)
    evening.move()
    expect(page.locator("[data-place-round]")).to_have_text("2")
    is_told_its_place()
    expect(page.locator(".clock-round")).to_have_text("Round 2 of 8")
    expect(page.locator(".place-why")).to_contain_text("Why?")
    assert page.locator("[data-place-partner]").text_content() in names, "as it was typed"
    assert page.evaluate("window.ran") is None

    for happens, shown, words in (
        (lambda: evening.step("start"), "[data-clock-figures]", re.compile("29:")),
        (lambda: evening.step("last-hand"), ".clock-last-hand", "Last hand"),
        (evening.ring, ".clock-bell", "The bell has rung"),
    ):
        happens()
        page.evaluate(SEEN_AGAIN)
        expect(page.locator(shown)).to_contain_text(words)

    hall.cut(page)
    expect(state).to_have_text("Updates are paused: no connection")
    evening.move()
    hall.cut(page, offline=False)
    expect(page.locator(".clock-round")).to_have_text("Round 3 of 8")
    expect(page.locator(".clock-seated")).to_contain_text("Take your seats")
    expect(state).to_have_text("Live")
    assert is_marked(page), "the page was never read again"


def answered(page: Page, asked: list[Any]) -> None:
    """Wait until the page has handled the answer to its latest request.

    Only then does the page set the time of its next request.
    """
    if asked and (answer := asked[-1].response()):
        answer.finished()
    page.wait_for_timeout(300)


def pause_of(page: Page, asked: list[Any]) -> float:
    """Return the seconds on the page's clock until its next request."""
    answered(page, asked)
    before = len(asked)
    for quarters in range(1, 80):
        page.clock.run_for(250)
        if len(asked) > before:
            return quarters / 4
    raise AssertionError("it does not ask any more")


def test_a_page_asks_when_it_was_told_to_and_more_seldom_while_nobody_answers(hall, evening):
    page = my_evening(hall, evening, player_of(evening))
    asked: list[Any] = []
    page.on("request", lambda request: asked.append(request) if "/live/" in request.url else None)
    # The page's clock only advances in `pause_of`.
    page.clock.install(time=NOW)
    page.reload()
    page.clock.pause_at(NOW + timedelta(minutes=1))
    pause_of(page, asked)
    assert 4 < pause_of(page, asked) < 7, "five seconds while a round is played"
    evening.ring()
    pause_of(page, asked)
    expect(page.locator(".clock-bell")).to_contain_text("The bell has rung")
    assert 1.5 < pause_of(page, asked) < 3.5, "two while everybody waits for the next seat"
    answered(page, asked)
    with page.expect_request("**/live/**") as again:
        page.evaluate(SEEN_AGAIN)
    assert not again.value.headers.get("if-none-match"), "the time may have been lost with a sleep"

    hall.is_cut = True
    page.route("**/live/**", lambda route: route.abort())
    pause_of(page, asked)
    pauses = [pause_of(page, asked) for _ in range(3)]

    assert 1.5 < pauses[0] < pauses[1] < pauses[2] < 12
    expect(page.locator("[data-live-state]")).to_have_text("Updates are paused: no connection")


@pytest.mark.full
def test_the_points_of_the_standings_are_seen_on_a_phone_without_scrolling(hall, evening):
    evening.move()
    page = hall.member("owner").new_page()
    page.goto(f"/events/{evening.pk}/standings/")
    right = "(one) => one.getBoundingClientRect().right"

    points = page.locator(".standings thead th", has_text="Points").evaluate(right)

    assert points <= page.locator(".scroll", has=page.locator(".standings")).evaluate(right)


def test_the_head_table_rings_in_every_round_though_others_record_while_it_is_asked(hall):
    evening = begun(hall.club, 12, movement={"bell": "head-table"})
    page = hall.phone(evening.table(1), viewport=PHONE)
    for number in (1, 2):
        page.get_by_role("button", name="Ring the bell").click()
        dialog = page.get_by_role("dialog")
        expect(dialog).to_contain_text("Tables 1, 2, 3 still play.")
        evening.play(without=[1, 3])
        with page.expect_response(lambda answer: answer.url == page.url and answer.request.method == "GET"):
            page.evaluate(SEEN_AGAIN)
        dialog.get_by_role("button", name="Ring the bell").click()
        expect(page.get_by_role("heading", name="The bell")).to_be_hidden()
        assert Bell.objects.count() == number
        evening.play(without=[2])
        evening.run_due_moves()
        page.evaluate(SEEN_AGAIN)
        expect(page.get_by_role("heading", name="The bell")).to_be_visible()
        expect(dialog).to_be_hidden()


def test_an_open_phone_of_a_table_is_told_the_end_and_wakes_up_when_the_evening_is_reopened(hall):
    evening = begun(hall.club, 4, of_rounds=2)
    page = hall.phone(evening.table(1))
    expect(page.get_by_text("Round 1 of 2")).to_be_visible()
    mark(page)
    event_changes.end_now(**evening.action, reason="The hall closes.")
    page.evaluate(SEEN_AGAIN)
    expect(page.get_by_role("heading", name="The evening is over")).to_be_visible()
    event_changes.reopen(**evening.action, reason="We have an hour left.")
    page.evaluate(SEEN_AGAIN)
    expect(page.get_by_text("Round 1 of 2")).to_be_visible()
    assert is_marked(page)

"""What phones see of an event: kept up to date by asking, or by reading again."""

import re
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from scoring.clubs.models import Member
from scoring.events import queries as selected
from scoring.events.state import load
from scoring.tables.services import links
from tests.pages.conftest import DESK, Hall
from tests.pages.live import LARGE, SEEN_AGAIN, Evening, is_marked, mark, seated
from tests.pages.test_names import HOSTILE

pytestmark = pytest.mark.browser

NOW = datetime(2026, 11, 21, 20, tzinfo=UTC)


def my_evening(hall: Hall, evening: Evening, player: int, **wanted: Any) -> Page:
    """Return a phone that has just opened a player's own link."""
    page = hall.context(**wanted).new_page()
    page.goto(hall.url + evening.address_of(player))
    page.wait_for_url("**/me/")
    return page


def test_the_next_seat_arrives_on_a_phone_without_reading_the_page_again(
    hall: Hall, evening: Evening
) -> None:
    player = evening.player()
    page = my_evening(hall, evening, player)
    table, seat = evening.place(player)
    expect(page.locator("[data-place-table]")).to_have_text(str(table))
    expect(page.locator("[data-place-seat]")).to_have_text(str(seat))
    expect(page.locator("[data-live-state]")).to_have_text("Live")
    mark(page)

    evening.move_on()

    expect(page.locator("[data-place-round]")).to_have_text("2")
    table, seat = evening.place(player)
    expect(page.locator("[data-place-table]")).to_have_text(str(table))
    expect(page.locator("[data-place-seat]")).to_have_text(str(seat))
    expect(page.locator(".clock-round")).to_have_text("Round 2 of 8")
    expect(page.locator(".place-why")).to_contain_text("Why?")
    assert is_marked(page)


def test_a_phone_is_told_the_round_the_clock_and_the_bell(hall: Hall, evening: Evening) -> None:
    page = my_evening(hall, evening, evening.player())
    expect(page.locator("[data-live-state]")).to_have_text("Live")

    for happens, shown, words in (
        (evening.move_on, ".clock-seated", "Take your seats"),
        (lambda: evening.clock("start"), "[data-clock-figures]", re.compile("29:")),
        (lambda: evening.clock("last-hand"), ".clock-last-hand", "Last hand"),
        (evening.ring, ".clock-bell", "The bell has rung"),
    ):
        happens()
        page.evaluate(SEEN_AGAIN)
        expect(page.locator(shown)).to_contain_text(words)
    expect(page.locator(".clock-round")).to_have_text("Round 2 of 8")


def pause_of(page: Page, asked: list[Any]) -> float:
    """Return after how many seconds of its own time a page asks again."""
    page.wait_for_timeout(300)  # until the answer before has been dealt with
    before = len(asked)
    for quarters in range(1, 80):
        page.clock.run_for(250)
        if len(asked) > before:
            return quarters / 4
    raise AssertionError("it does not ask any more")


def test_a_page_asks_when_it_was_told_to_and_more_seldom_while_nobody_answers(
    hall: Hall, evening: Evening
) -> None:
    page = my_evening(hall, evening, evening.player())
    asked: list[Any] = []
    page.on("request", lambda request: asked.append(request) if "/live/" in request.url else None)
    # The page's own time stands still but for what is counted here.
    page.clock.install(time=NOW)
    page.reload()
    page.clock.pause_at(NOW + timedelta(minutes=1))
    pause_of(page, asked)
    assert 4 < pause_of(page, asked) < 7, "five seconds while a round is played"
    evening.ring()
    pause_of(page, asked)
    expect(page.locator(".clock-bell")).to_contain_text("The bell has rung")
    assert 1.5 < pause_of(page, asked) < 3.5, "two while everybody waits for the next seat"

    hall.is_cut = True
    page.route("**/live/**", lambda route: route.abort())
    pause_of(page, asked)
    pauses = [pause_of(page, asked) for _ in range(3)]

    assert 1.5 < pauses[0] < pauses[1] < pauses[2] < 12
    expect(page.locator("[data-live-state]")).to_have_text("Updates are paused: no connection")


@pytest.mark.full
def test_a_page_that_is_seen_again_asks_at_once(hall: Hall, evening: Evening) -> None:
    page = my_evening(hall, evening, evening.player())
    page.wait_for_event("response", lambda answer: "/live/" in answer.url)
    page.wait_for_timeout(300)

    with page.expect_request("**/live/**", timeout=3000) as asked:
        page.evaluate(SEEN_AGAIN)

    assert not asked.value.headers.get("if-none-match"), "the time may have been lost with the sleep"


def test_a_cut_network_is_said_and_made_up_for(hall: Hall, evening: Evening) -> None:
    page = my_evening(hall, evening, evening.player())
    expect(page.locator("[data-live-state]")).to_have_text("Live")
    hall.cut(page)
    expect(page.locator("[data-live-state]")).to_have_text("Updates are paused: no connection")
    evening.move_on()

    hall.cut(page, offline=False)

    expect(page.locator(".clock-round")).to_have_text("Round 2 of 8")
    expect(page.locator("[data-live-state]")).to_have_text("Live")


def test_without_script_every_page_says_it_all_and_is_read_again(hall: Hall, evening: Evening) -> None:
    page = hall.member("owner", viewport=DESK, java_script_enabled=False).new_page()
    for view in ("projector/", "projector/?board=1", "standings/", f"me/?player={evening.player()}"):
        page.goto(f"/events/{evening.event.pk}/{view}")
        assert 'http-equiv="refresh"' in page.content() or page.locator("meta[http-equiv=refresh]").count()
        assert "Round 1" in page.content() or "round 1" in page.content()
    page.goto(f"/events/{evening.event.pk}/projector/?board=1")
    expect(page.locator("[data-board=tables-1]")).to_be_visible()


@pytest.mark.full
def test_a_table_s_phone_chooses_whose_evening_it_shows(hall: Hall, evening: Evening) -> None:
    current = load(evening.event).current
    assert current is not None
    table = current.tables[0]
    found = evening.event.tables.get(pk=table.table_id)
    if links.live_link(found) is None:
        links.issue(table=found, actor=evening.club.actors["owner"])
    page = hall.phone(found)
    page.goto(f"/events/{evening.event.pk}/me/")
    name = Member.objects.get(pk=table.players[0]).name

    page.get_by_label("Player").select_option(label=name)
    page.get_by_role("button", name="Show").click()

    expect(page.locator(".evening-name")).to_have_text(name)
    expect(page.locator("[data-place-table]")).to_have_text("1")


@pytest.mark.full
def test_the_points_of_the_standings_are_seen_on_a_phone_without_scrolling(
    hall: Hall, evening: Evening
) -> None:
    evening.move_on()
    page = hall.member("owner").new_page()
    page.goto(f"/events/{evening.event.pk}/standings/")
    right = "(one) => one.getBoundingClientRect().right"

    points = page.locator(".standings thead th", has_text="Points").evaluate(right)

    assert points <= page.locator(".scroll", has=page.locator(".standings")).evaluate(right)


@pytest.mark.full
def test_hostile_names_run_nothing_and_are_shown_as_typed(hall: Hall) -> None:
    names = list(dict.fromkeys(name.strip() for name in HOSTILE))
    names = names[: len(names) // 4 * 4]
    evening = seated(hall.club, names)
    page = hall.member("owner", viewport=LARGE).new_page()
    for view in ("standings/", "projector/", "links/", f"me/?player={evening.player()}"):
        page.goto(f"/events/{evening.event.pk}/{view}")
    expect(page.locator("[data-live-state]")).to_have_text("Live")

    evening.move_on()

    expect(page.locator("[data-place-round]")).to_have_text("2")
    partner = page.locator("[data-place-partner]").text_content()
    assert partner in set(Member.objects.values_list("name", flat=True))
    assert page.evaluate("window.ran") is None
    page.goto(f"/events/{evening.event.pk}/projector/")
    shown = page.evaluate(
        """() => [...document.querySelectorAll("[data-board^=names] li bdi")].map((one) => one.textContent)"""
    )
    assert sorted(shown) == sorted(selected.names_of(load(evening.event)).values())
    assert page.evaluate("window.ran") is None

"""What phones see of an event: kept up to date by asking, or by reading again."""

import re
import time
from itertools import pairwise
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from scoring.clubs.models import Member
from scoring.events import queries as selected
from scoring.events.services import rounds
from scoring.events.state import load
from scoring.tables.services import links
from tests.pages.conftest import DESK, Hall
from tests.pages.live import LARGE, Evening, is_marked, mark, seated
from tests.pages.test_looks import LOOKS, LOOKS_OF_SOME, flaws_of
from tests.pages.test_names import HOSTILE

pytestmark = pytest.mark.browser


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

    evening.move_on()
    expect(page.locator(".clock-round")).to_have_text("Round 2 of 8")
    expect(page.locator("[data-place-round]")).to_have_text("2")
    expect(page.locator(".clock-seated")).to_contain_text("Take your seats")
    expect(page.locator(".clock-says")).to_contain_text("the clock stands")
    evening.clock("start")
    expect(page.locator("[data-clock-stands]")).to_be_hidden()
    expect(page.locator("[data-clock-figures]")).to_have_text(re.compile("29:"))
    evening.clock("last-hand")
    expect(page.locator(".clock-last-hand")).to_contain_text("Last hand")
    rounds.ring_bell(event=evening.event, actor=evening.club.actors["owner"])
    expect(page.locator(".clock-bell")).to_contain_text("The bell has rung")


def asked_at(page: Page, many: int) -> list[float]:
    """Return the seconds at which a page asked the next so many times."""
    times: list[float] = []
    for _ in range(many):
        page.wait_for_event("request", lambda request: "/live/" in request.url)
        times.append(time.monotonic())
    return times


def test_a_page_asks_when_it_was_told_to_and_more_seldom_while_nobody_answers(
    hall: Hall, evening: Evening
) -> None:
    page = my_evening(hall, evening, evening.player())
    first, second = asked_at(page, 2)
    assert 4 < second - first < 8, "five seconds while a round is played"
    rounds.ring_bell(event=evening.event, actor=evening.club.actors["owner"])
    expect(page.locator(".clock-bell")).to_contain_text("The bell has rung")
    first, second = asked_at(page, 2)
    assert 1.5 < second - first < 4, "two while everybody waits for the next seat"

    hall.is_cut = True
    page.route("**/live/**", lambda route: route.abort())
    times = asked_at(page, 4)

    pauses = [after - before for before, after in pairwise(times)]
    assert 1.5 < pauses[0] < pauses[1] < pauses[2] < 12
    expect(page.locator("[data-live-state]")).to_have_text("Updates are paused: no connection")


def test_a_page_that_is_seen_again_asks_at_once(hall: Hall, evening: Evening) -> None:
    page = my_evening(hall, evening, evening.player())
    page.wait_for_event("response", lambda answer: "/live/" in answer.url)
    page.wait_for_timeout(300)

    with page.expect_request("**/live/**", timeout=3000) as asked:
        page.evaluate("document.dispatchEvent(new Event('visibilitychange'))")

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


def test_an_own_link_opens_no_other_evening(hall: Hall, evening: Evening) -> None:
    one, other = evening.player(0), evening.player(1)
    page = my_evening(hall, evening, one)
    page.goto(f"/events/{evening.event.pk}/me/?player={other}")
    expect(page.locator(".evening-name")).to_have_text(Member.objects.get(pk=one).name)
    expect(page.get_by_label("Player")).to_have_count(0)


@pytest.mark.parametrize("look", LOOKS_OF_SOME)
def test_every_page_fits_its_width_and_breaks_no_rule_of_axe(hall: Hall, evening: Evening, look: str) -> None:
    viewport, scheme = LOOKS[look]
    evening.move_on()
    player, here = evening.player(), f"/events/{evening.event.pk}"
    evening.address_of(player)
    page = hall.member("owner", viewport=viewport).new_page()
    flaws = {}
    views = ("standings/", "projector/", "me/", f"me/?player={player}", "links/", f"links/{player}/")
    for address in (*(f"{here}/{view}" for view in views), "/e/"):
        answer = page.goto(address)
        assert answer is not None
        assert answer.status == 200
        flaws[address] = flaws_of(page, scheme)
    evening.clock("last-hand")
    page.goto(f"{here}/me/?player={player}")
    flaws["last hand"] = flaws_of(page, scheme)

    assert {name: found for name, found in flaws.items() if found} == {}


def test_the_points_of_the_standings_are_seen_on_a_phone_without_scrolling(
    hall: Hall, evening: Evening
) -> None:
    evening.move_on()
    page = hall.member("owner").new_page()
    page.goto(f"/events/{evening.event.pk}/standings/")
    right = "(one) => one.getBoundingClientRect().right"

    points = page.locator(".standings thead th", has_text="Points").evaluate(right)

    assert points <= page.locator(".scroll", has=page.locator(".standings")).evaluate(right)


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

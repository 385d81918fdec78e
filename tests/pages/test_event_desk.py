"""The organiser's pages of an event, in a real browser: plan, start, desk, move, seats with their reasons."""

import re

import pytest

from scoring.models import Event, Seating, Table
from scoring.records import current_game
from tests.factories import record
from tests.pages.conftest import PHONE

pytestmark = pytest.mark.browser

NAMES = ["Seat A", "Seat B", "Seat C", "Seat D", "Seat E", "Seat F", "Seat G", "Seat H"]


def plan(page, club, names=NAMES, rounds=2, name="Harvest evening"):
    page.goto(f"/clubs/{club.slug}/events/new/")
    page.get_by_label("Name of the event").fill(name)
    page.get_by_label(re.compile("^Names")).fill("\n".join(names))
    page.get_by_label(re.compile("^Rounds")).fill(str(rounds))
    page.get_by_role("button", name="Plan the event").click()
    page.wait_for_url("**/events/*/")
    return Event.objects.get(name=name)


def play(event, actor, table_number, points=(9, 5), deals=4):
    table = Table.objects.get(event=event, event_number=table_number)
    for _ in range(deals):
        game, _last = current_game(table)
        dealer = game.course.next_dealer
        answer = record(table, actor, dealer=dealer, maker=1, bid=7, trump="H", points=list(points))
        assert answer.status == 201, answer


def test_a_small_evening_goes_from_the_plan_to_the_move_on_a_phone(hall):
    page = hall.member("director", viewport=PHONE).new_page()
    event = plan(page, hall.club.club)
    page.screenshot(path="/tmp/shots/planned.png", full_page=True)
    page.get_by_role("link", name="Look at round 1 and start").click()
    page.screenshot(path="/tmp/shots/start.png", full_page=True)
    page.get_by_role("button", name="Publish these places and start").click()
    page.wait_for_url("**/events/*/")
    page.screenshot(path="/tmp/shots/desk1.png", full_page=True)
    page.get_by_role("button", name="Start", exact=True).click()
    page.get_by_role("heading", name="Playing").wait_for()
    for number in (1, 2):
        play(event, hall.club.actors["scorer"], number)
    page.get_by_role("heading", name="All tables are in").wait_for()
    page.get_by_role("link", name=re.compile("Look at the move")).click()
    page.screenshot(path="/tmp/shots/look.png", full_page=True)
    page.get_by_role("button", name="Ring the bell and move now").click()
    page.get_by_role("button", name="Move them").click()
    page.get_by_text("The players are moved: round 2.").wait_for()
    page.screenshot(path="/tmp/shots/desk2.png", full_page=True)

    assert Seating.objects.filter(event=event).count() == 2

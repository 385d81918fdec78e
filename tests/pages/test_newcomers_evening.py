"""A newcomer creates a club and runs an evening of eight with a second organiser.

The network of one table is cut twice, the organisers decide another table in opposite ways, and the
projector's browser stores nothing. Two rounds of one deal: a side that bids eight and makes ten scores six
under Foster.
"""

import re

import pytest
from playwright.sync_api import expect

from scoring.clubs.models import Club
from scoring.events.models import Event, TableDecision
from scoring.events.state import load_state
from scoring.office.verification import breaches
from scoring.tables.models import Deal, Table
from tests.pages.conftest import DESK
from tests.pages.entering import (
    enter,
    make_final,
    name_event,
    plan_and_start,
    ring_the_bell,
    scores,
    tap_deal,
)
from tests.pages.live import LARGE, SEEN_AGAIN
from tests.pages.test_devices import REFUSED

pytestmark = pytest.mark.browser

TOWNS = ["Arles", "Basel", "Calais", "Dover", "Erfurt", "Faro", "Ghent", "Havana"]
MADE = {"bid": 8, "maker": 1, "trump": "H", "points": 10}


def found_club(page):
    """Create a club and an account for a second organiser; return the account's one-time link."""
    page.goto("/clubs/new/")
    page.get_by_label("Name of the club").fill("Quay of Bergen")
    page.get_by_role("button", name="Start the club").click()
    page.get_by_label("Name", exact=True).fill("Second organiser")
    page.get_by_label("Role").select_option("director")
    page.get_by_role("button", name="Add to the club").click()
    page.get_by_role("link", name="Second organiser").click()
    page.get_by_label("User name").fill("second")
    page.get_by_role("button", name="Create an account").click()
    return page.locator("code.link-text").inner_text()


def choose_password(page, address):
    """Open the one-time link, choose a password, and check that it signs in."""
    page.goto(address)
    page.get_by_label("New password", exact=True).fill("a quay by the harbour")
    page.get_by_label("New password confirmation").fill("a quay by the harbour")
    page.get_by_role("button", name="Save the password").click()
    expect(page.get_by_role("heading", name="Quay of Bergen")).to_be_visible()


def plan_evening(page):
    """Set up the evening and start its first round."""
    name_event(page, Club.objects.get(name="Quay of Bergen").slug, "First evening", TOWNS)
    page.get_by_label("Rounds", exact=True).fill("2")
    page.get_by_label("Deals in a round", exact=True).fill("1")
    plan_and_start(page)
    page.get_by_role("button", name="Start", exact=True).click()
    page.get_by_role("heading", name="Playing").wait_for()
    return Event.objects.get(planned_name="First evening")


def play_with_cut_network(hall, phone):
    """Record a round's deal on a phone that loses the network before sending it."""
    expect(scores(phone), "the table begins its round").to_have_text(["0", "0"])
    hall.cut(phone)
    tap_deal(phone, MADE)
    phone.get_by_role("button", name="Keep this entry and send it later").click()
    # Until its sending has failed, the list still shows the entry sent before it.
    expect(phone.get_by_text("No network. These entries are kept on this phone.")).to_be_visible()
    hall.cut(phone, offline=False)
    expect(phone.get_by_text("Every waiting entry has been sent.")).to_be_visible()
    expect(scores(phone)).to_have_text(["6", "0"])
    expect(phone.get_by_text(re.compile("(Your|Every) table is in."))).to_be_visible()


def decide(page, winner):
    """Name the winners of the table on the page."""
    page.get_by_text("Name the winners", exact=True).click()
    form = page.locator("form", has=page.get_by_role("button", name="Record the winners"))
    form.locator("label", has_text=winner).click()
    form.get_by_role("textbox").fill(f"{winner} said so.")
    page.get_by_role("button", name="Record the winners").click()


def state(event):
    """Return the current state of the event."""
    return load_state(Event.with_laws().get(pk=event.pk))


def name_of(event, player):
    return event.entrants.get(member_id=player).member.name


def test_a_newcomers_evening_ends_right(hall):
    first = hall.member("owner", viewport=DESK).new_page()
    address = found_club(first)
    second = hall.context(viewport=DESK).new_page()
    choose_password(second, address)
    event = plan_evening(first)
    context = hall.member("owner", viewport=LARGE)
    context.add_init_script(REFUSED)
    projector = context.new_page()
    projector.goto(f"/events/{event.pk}/projector/")

    head = Table.objects.get(event=event, event_number=1)
    other = Table.objects.get(event=event, event_number=2)
    first.goto(f"/tables/{head.pk}/link/")
    phone = hall.phone(head)
    play_with_cut_network(hall, phone)
    assert Deal.objects.filter(table=head).count() == 1

    desk = f"/events/{event.pk}/"
    first.goto(desk)
    ring_the_bell(first)
    first.get_by_role("heading", name="The bell has rung").wait_for()
    table = f"{desk}rounds/1/tables/2/"
    for page in (first, second):
        page.goto(table)
    first_round = state(event).current.tables
    one, opposite = (name_of(event, player) for player in first_round[1].players[:2])
    decide(first, one)
    expect(first.get_by_text("The decision is recorded")).to_be_visible()
    decide(second, opposite)
    expect(second.get_by_text("has decided this table meanwhile")).to_be_visible()
    assert TableDecision.objects.get().content == [1], "what the first organiser decided is in force"

    second.goto(desk)
    second.get_by_role("button", name="Move now").click()
    second.get_by_role("button", name="Move the players").click()
    second.get_by_text("The players have moved to round 2.").wait_for()
    head_now = state(event).current.tables[0].players
    champions = head_now[::2]  # their side also wins the second round
    winners = {player for table in first_round for player in table.players[::2]}
    assert set(head_now) == winners
    projector.evaluate(SEEN_AGAIN)
    expect(projector.get_by_text("Round 2 of 2")).to_be_visible()

    second.get_by_role("button", name="Start", exact=True).click()
    second.get_by_role("heading", name="Playing").wait_for()
    play_with_cut_network(hall, phone)
    enter(hall.phone(other), **MADE)
    second.goto(desk)
    ring_the_bell(second)
    make_final(second)
    projector.evaluate(SEEN_AGAIN)
    first_prize = projector.locator(".hall-prizes li").first
    expect(first_prize).to_contain_text(re.compile("|".join(name_of(event, player) for player in champions)))
    assert list(breaches()) == []

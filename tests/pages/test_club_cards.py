"""A phone scans a lasting card of the club, looks, gives the word of the evening, and enters a deal."""

from datetime import timedelta
from unittest import mock

import pytest
from django.utils import timezone
from playwright.sync_api import expect

from scoring.events.planning.services import event_changes
from scoring.tables.models import Deal
from scoring.tables.services import club_cards
from tests.events.evenings import begun
from tests.pages.conftest import PHONE
from tests.pages.entering import enter
from tests.pages.live import LARGE, SEEN_AGAIN, is_marked, mark

pytestmark = pytest.mark.browser


def test_a_card_looks_enters_after_the_word_and_asks_again_at_the_next_event(hall):
    club = hall.club
    club_cards.issue_missing(club=club.club, actor=club.actors["owner"], tables=3)
    card = club_cards.cards_of(club.club)[0]
    address = "/t/#" + str(club_cards.address_of(card)).partition("#")[2]
    page = hall.context(viewport=PHONE).new_page()

    page.goto(address)
    expect(page.get_by_text("Nothing is on at table 1 now")).to_be_visible()

    now = timezone.now()
    with mock.patch.object(timezone, "now", return_value=now - timedelta(days=7)):
        last_week = begun(club, 12)
        give_word(page, address, last_week.event.word)
    expect(page.get_by_text("This phone can enter deals now.")).to_be_visible()

    tonight = begun(club, 12)
    page.goto(address)
    expect(page.get_by_text("This phone looks on.")).to_be_visible()
    expect(page.get_by_role("button", name="Confirm and record")).to_be_hidden()
    page.get_by_role("link", name="Give tonight's word").click()
    page.get_by_label("Tonight's word").fill("CDFF")
    page.get_by_role("button", name="Enter deals on this phone").click()
    expect(page.get_by_text("This is not tonight's word.").last).to_be_visible()
    page.get_by_label("Tonight's word").fill(tonight.event.word.lower())
    page.get_by_role("button", name="Enter deals on this phone").click()
    expect(page.get_by_text("This phone can enter deals now.")).to_be_visible()
    enter(page, maker=1, bid=8, trump="H", points=9)
    expect(page.get_by_text("This phone can enter deals now.")).to_be_hidden()
    expect(page.get_by_text("This phone looks on.")).to_be_hidden()
    assert Deal.objects.filter(table=tonight.table(1)).count() == 1


def test_an_open_projector_and_the_desk_of_another_director_show_the_renewed_word(hall):
    club = hall.club
    club_cards.issue_missing(club=club.club, actor=club.actors["owner"], tables=3)
    evening = begun(club, 12)
    old = evening.event.word
    pages = [hall.member(role, viewport=LARGE).new_page() for role in ("scorer", "director")]
    for page, address in zip(pages, ("projector/", ""), strict=True):
        page.goto(f"/events/{evening.pk}/{address}")
        expect(page.locator("#event-word b")).to_have_text(old)
        mark(page)

    change = event_changes.renew_word(event=evening.event, actor=club.actors["owner"], seen=old)

    for page in pages:
        page.evaluate(SEEN_AGAIN)
        expect(page.locator("#event-word b")).to_have_text(change.content["word"])
        assert is_marked(page)
    desk = pages[1]
    desk.get_by_role("button", name="New word").click()
    desk.get_by_role("button", name="Give a new word").click()
    expect(desk.get_by_text("There is a new word.")).to_be_visible()
    expect(desk.locator("#event-word b")).not_to_have_text(change.content["word"])


def give_word(page, address, word):
    page.goto(address)
    page.get_by_role("link", name="Give tonight's word").click()
    page.get_by_label("Tonight's word").fill(word)
    page.get_by_role("button", name="Enter deals on this phone").click()

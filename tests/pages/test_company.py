"""A cutting-out table in a browser: opened, cut for, a player comes and a player goes, on a phone."""

import re

import pytest
from playwright.sync_api import expect

from scoring import tasks
from scoring.tables.cutting_out.queries import company_record
from scoring.tables.models import Game, Table
from tests.pages.arrangements import ALL_FOURTEEN, company_of, record_deals
from tests.pages.conftest import PHONE

pytestmark = pytest.mark.browser


def enter(page, **cards):
    for player, card in cards.items():
        page.get_by_label(player, exact=True).fill(card)
    page.get_by_role("button", name="Record these cards").click()


def test_five_open_a_table_cut_with_real_cards_and_come_and_go(hall):
    page = hall.member("director", viewport=PHONE).new_page()
    page.goto("/clubs/harbour/tables/new/")
    with page.expect_response("**/tables/new/?*"):
        page.locator("#law_set").select_option("chicago-1890")
    expect(page.get_by_label("Light or dark")).to_be_visible()
    page.goto("/clubs/harbour/tables/new/")
    for seat, name in enumerate("AYBZ", start=1):
        page.get_by_label(f"Seat {seat}", exact=True).fill(name)
    page.get_by_text("More than four players").click()
    page.get_by_label("Player 5, if more come").fill("C")
    page.get_by_label("Who plays is cut for").select_option("entered")
    page.get_by_role("button", name=re.compile("Open the table")).click()
    expect(page.get_by_text("The table is open.")).to_be_visible()
    table = Table.objects.latest("pk")

    page.get_by_role("link", name="Players").click()
    expect(page.get_by_text("the four highest play the first game")).to_be_visible()
    expect(page.get_by_role("link", name=re.compile("Foster")).first).to_be_visible()
    # Z and C tie for the fourth place, and cut again only for this place.
    enter(page, A="1D", Y="KS", B="KS", Z="4H", C="4D")
    expect(page.locator(".errors")).to_have_count(2)
    expect(page.get_by_label("A", exact=True)).to_have_value("1D")
    enter(page, A="AS", Y="KS", B="QS", Z="4H", C="4D")
    expect(page.get_by_text("A tie. To cut again: Z, C.")).to_be_visible()
    expect(page.get_by_label("A", exact=True)).to_have_count(0)
    enter(page, Z="2S", C="9H")
    expect(page.get_by_role("heading", name="Cut for partners, seats and the deal")).to_be_visible()
    enter(page, A="AH", Y="KH", B="QH", C="JH")
    expect(page.get_by_text("Game 1 begins.")).to_be_visible()

    page.get_by_role("link", name="Entry").click()
    expect(page.get_by_text("Waiting: Z.")).to_be_visible()
    expect(page.get_by_text("Dealer: A", exact=True)).to_be_visible()
    expect(page.locator(".scoreboard-names").first).to_have_text(re.compile(r"^\s*(A & Y|Y & A)\s*$"))
    page.get_by_text("How this game was cut for").click()
    expect(page.get_by_text("nine of hearts").first).to_be_visible()
    assert Game.objects.get(cut__after__isnull=False).table_id == table.pk

    page.get_by_role("link", name="Players").click()
    for name, says in (("C", "C is at this table already."), ("X", "X has joined the table.")):
        page.get_by_label("Who comes").fill(name)
        page.get_by_role("button", name="Join the table").click()
        expect(page.get_by_text(says, exact=True)).to_be_visible()
    page.get_by_role("button", name="Y leaves").click()
    expect(page.get_by_text("Players who have left make room.")).to_be_visible()
    page.get_by_role("button", name="Let the program cut", exact=True).click()
    expect(page.get_by_text("Game 2 begins.")).to_be_visible()
    names = Game.objects.get(table=table, number=2).seats.values_list("member__name", flat=True)
    assert set(names) < {"A", "B", "C", "Z", "X"}, "nobody was dealt to before, so all of them were cut for"


def test_the_next_four_are_shown_by_themselves_once_the_worker_has_cut(hall):
    table = company_of(hall.club, "AYBZCX", is_drawn=True)
    record_deals(hall.club, table, *[ALL_FOURTEEN] * 3)
    page = hall.phone(table)
    expect(page.get_by_text("When this game is over:")).to_be_visible()
    expect(page.get_by_text("The 2 lowest give way.")).to_be_visible()
    record_deals(hall.club, table, ALL_FOURTEEN)
    page.reload()
    # No worker runs in the page tests, and the page shows that.
    expect(page.get_by_text("The background worker is not running")).to_be_visible()
    expect(page.get_by_role("link", name="Next game")).to_have_count(0)

    tasks.cut_out(table.pk)

    expect(page.get_by_text("Deal 5 · game 2")).to_be_visible()
    found = company_record(table)
    waiting = [found.members[player].name for player in found.waiting]
    assert len(waiting) == 2
    for name in waiting:
        expect(page.get_by_role("region", name="Players")).to_contain_text(name)
    page.get_by_text("How this game was cut for").click()
    expect(page.get_by_text(f"{found.founding.seed}/out/2")).to_be_visible()
    expect(page.get_by_text("by the cut").first).to_be_visible()
    page.get_by_text("Anything unusual?").click()
    record_deals(hall.club, table, ALL_FOURTEEN)
    expect(page.get_by_text("Deal 6 · game 2")).to_be_visible()
    expect(page.locator("#extras[open]")).to_have_count(1)
    expect(page.get_by_text("by the cut").first, "what was opened stays open").to_be_visible()

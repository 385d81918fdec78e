"""A table of three without partners: opened, played, corrected, cut at; on a phone and a desktop."""

import re

import pytest
from playwright.sync_api import expect

from scoring.tables.models import DealRevision, Table
from tests.pages.entering import confirm, made_scores, scores, shown, tap, tap_deal, tap_totals
from tests.pages.looks import flaws_of

pytestmark = pytest.mark.browser

DEAL = {"dealer": 1, "maker": 2, "bid": 8, "trump": "H", "points": [5, 6, 3]}
"""Seat 2 bids eight and takes six: set back eight, by Chicago 1890, laws 21 and 22."""


def contents():
    return [revision.content for revision in DealRevision.objects.order_by("id")]


def test_a_table_of_three_is_opened_its_deals_are_entered_by_what_each_took_and_one_is_corrected(hall):
    director = hall.member("director").new_page()
    director.goto(f"/clubs/{hall.club.club.slug}/tables/new/?law_set=chicago-1890")
    director.get_by_label("Game", exact=True).select_option("three-handed-cinch")
    expect(director.get_by_label("Seat 4", exact=True)).to_have_count(0)
    for seat, name in enumerate(("Aarau", "Ystad", "Bergamo"), start=1):
        director.get_by_label(f"Seat {seat}", exact=True).fill(name)
    director.get_by_role("button", name="Open the table under").click()
    expect(director.get_by_text("The table is open.")).to_be_visible()

    table = Table.objects.latest("pk")
    page = hall.phone(table)
    expect(page.get_by_text("Dealer: Aarau", exact=True)).to_be_visible()
    expect(scores(page)).to_have_text(["0", "0", "0"])
    tap_deal(page, {"bid": 8, "maker": 2, "trump": "H"})
    expect(shown(page)).to_contain_text("Still needed: Aarau · Ystad · Bergamo")
    tap(page, "points_2", 0)
    foot = page.locator("[data-tally]")
    expect(foot).to_contain_text("bid 8 · Ystad · hearts · \N{EN DASH} : 0 : \N{EN DASH}")
    page.reload()
    expect(foot).to_contain_text("bid 8 · Ystad · hearts · \N{EN DASH} : 0 : \N{EN DASH}")
    tap_totals(page, (5, 8, 3))
    expect(page.locator("#error-detail")).to_contain_text("The points add up to 16, and a deal has 14")
    expect(page.get_by_role("button", name="Confirm and record")).to_have_count(0)
    assert flaws_of(page, "dark") == []
    tap(page, "points_2", 6)
    expect(made_scores(page)).to_have_text(["+5", "\N{MINUS SIGN}8", "+3"])
    expect(page.locator("#error-detail")).to_be_empty()
    expect(shown(page)).to_contain_text("Next dealer: Ystad.")
    confirm(page)
    expect(page.get_by_text("Deal 1 is recorded. Next dealer: Ystad.")).to_be_visible()
    expect(scores(page)).to_have_text(["5", "\N{MINUS SIGN}8", "3"])
    expect(page.get_by_text("50 to go")).to_be_visible()

    tap_deal(page, {"bid": 7, "maker": 1, "trump": "S"})
    tap(page, "detail", "won")
    expect(foot).to_contain_text("bid 7 · Aarau · spades")
    won = {"high": 1, "low": 2, "jack": 3, "game": 1, "right-pedro": "discards", "left-pedro": "none"}
    for point, side in won.items():
        tap(page, f"won_{point}", side)
    # High and game, and the pedro from the discards, are seven; the other pedro is dead.
    expect(made_scores(page)).to_have_text(["+7", "+1", "+1"])
    confirm(page)
    expect(page.get_by_text("Deal 2 is recorded.")).to_be_visible()
    assert contents()[0] == DEAL
    assert contents()[1]["won"]["left-pedro"] is None

    director.goto(f"/tables/{table.pk}/deals/1/")
    for seat, total in ((1, "5"), (2, "6"), (3, "3")):
        expect(director.locator(f"[name=points_{seat}][value='{total}']")).to_be_checked()
    tap_totals(director, (0, 9, 5))
    expect(made_scores(director)).to_have_text(["0", "+9", "+5"])
    director.get_by_label(re.compile("Why|Reason")).first.fill("The sides were mixed up.")
    director.get_by_role("button", name="Record the correction").click()
    expect(director.get_by_text("Deal 1 was corrected.")).to_be_visible()
    assert contents()[2]["points"] == [0, 9, 5]

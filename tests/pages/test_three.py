"""A table of three, each for himself: opened, played by taps, corrected, cut at; on a phone and on a desk."""

import re

import pytest
from playwright.sync_api import expect

from scoring.tables.models import DealRevision, Table
from tests.factories import record
from tests.pages.arrangements import open_three, pages_of_three
from tests.pages.entering import confirm, made_scores, scores, shown, tap, tap_deal, tap_totals

pytestmark = pytest.mark.browser

DEAL = {"dealer": 1, "maker": 2, "bid": 8, "trump": "H", "points": [5, 6, 3]}
"""Seat 2 bids eight and takes six: set back eight, by Chicago 1890, laws 21 and 22."""

OF_ALL_GAMES = ("wrong", "dispute", "form", "law set")
"""Pages with a list of all that may have happened, be ordered or chosen, or is a law, whatever is played."""


@pytest.fixture
def table(hall):
    return open_three(hall.club)


def pressed(page):
    """Return what stands pressed of each one's total, None where nothing does."""
    return [
        page.evaluate(f"document.querySelector('[name=points_{seat}]:checked')?.value") for seat in (1, 2, 3)
    ]


def contents():
    return [revision.content for revision in DealRevision.objects.order_by("id")]


def test_a_deal_is_entered_by_what_each_took(hall, table):
    page = hall.phone(table)
    expect(page.get_by_text("Dealer: Aarau", exact=True)).to_be_visible()
    expect(scores(page)).to_have_text(["0", "0", "0"])

    tap_deal(page, {"bid": 8, "maker": 2, "trump": "H"})
    expect(shown(page)).to_contain_text("Still to be entered: Aarau, Ystad, Bergamo.")
    tap_totals(page, (5, 6, 3))

    expect(made_scores(page)).to_have_text(["+5", "\N{MINUS SIGN}8", "+3"])
    expect(shown(page)).to_contain_text("Next dealer: Ystad.")
    confirm(page)
    expect(page.get_by_text("Deal 1 is recorded. Next dealer: Ystad.")).to_be_visible()
    expect(scores(page)).to_have_text(["5", "\N{MINUS SIGN}8", "3"])
    expect(page.get_by_text("seat 2 · 50 to go")).to_be_visible()
    assert contents() == [DEAL]


@pytest.mark.full
def test_the_keyboard_alone_enters_what_each_took(hall, table):
    page = hall.phone(table)
    tap_deal(page, {"bid": 8, "maker": 2, "trump": "H"})
    page.locator('[name="detail"]').first.focus()
    # A group of keys is one stop: its first key is nothing, and each arrow goes one up.
    for key in ["Tab", *["ArrowRight"] * 5, "Tab", *["ArrowRight"] * 6, "Tab", *["ArrowRight"] * 3]:
        page.keyboard.press(key)

    expect(made_scores(page)).to_have_text(["+5", "\N{MINUS SIGN}8", "+3"])
    assert page.evaluate("getComputedStyle(document.activeElement.parentElement).outlineStyle") != "none"
    for name, total in {"Aarau": "5", "Ystad": "6", "Bergamo": "3"}.items():
        side = page.get_by_role("group", name=name, exact=True)
        expect(side.get_by_role("radio", name=total, exact=True)).to_be_checked()
    confirm(page)
    expect(page.get_by_text("Deal 1 is recorded.")).to_be_visible()
    assert contents() == [DEAL]


@pytest.mark.full
def test_what_was_tapped_stands_at_the_foot_and_survives_a_reload(hall, table):
    page = hall.phone(table)
    tap_deal(page, {"bid": 8, "maker": 2, "trump": "H"})
    foot = page.locator("[data-tally]")
    expect(foot).to_have_text("bid 8 · Ystad · hearts")
    tap(page, "points_2", 0)
    expect(foot).to_have_text("bid 8 · Ystad · hearts · \N{EN DASH} : 0 : \N{EN DASH}")
    expect(shown(page)).to_contain_text("Still to be entered: Aarau, Bergamo.")

    page.reload()

    expect(foot).to_have_text("bid 8 · Ystad · hearts · \N{EN DASH} : 0 : \N{EN DASH}")
    assert pressed(page) == [None, "0", None]
    tap(page, "points_1", 9)
    tap(page, "points_3", 5)
    expect(foot).to_have_text("bid 8 · Ystad · hearts · 9 : 0 : 5")
    expect(made_scores(page)).to_have_text(["+9", "\N{MINUS SIGN}8", "+5"])
    tap(page, "detail", "won")
    expect(foot).to_have_text("bid 8 · Ystad · hearts")


@pytest.mark.full
def test_totals_that_cannot_be_are_refused_beside_their_keys(hall, table):
    page = hall.phone(table)
    tap_deal(page, {"bid": 8, "maker": 2, "trump": "H"})
    tap_totals(page, (5, 8, 3))

    expect(page.locator("#error-detail")).to_contain_text("the points add up to 16, and a deal has 14")
    expect(page.get_by_role("button", name="Confirm and record")).to_have_count(0)
    tap(page, "points_2", 6)
    expect(made_scores(page)).to_have_text(["+5", "\N{MINUS SIGN}8", "+3"])
    expect(page.locator("#error-detail")).to_be_empty()


@pytest.mark.full
def test_a_deal_is_entered_by_who_won_each_point(hall, table):
    page = hall.phone(table)
    tap_deal(page, {"bid": 7, "maker": 1, "trump": "S"})
    tap(page, "detail", "won")
    won = {"high": 1, "low": 2, "jack": 3, "game": 1, "right-pedro": "discards", "left-pedro": "none"}
    for point, side in won.items():
        tap(page, f"won_{point}", side)

    # High and game, and the pedro from the discards, are seven; the other pedro is dead.
    expect(made_scores(page)).to_have_text(["+7", "+1", "+1"])
    confirm(page)
    expect(page.get_by_text("Deal 1 is recorded.")).to_be_visible()
    assert contents()[0]["won"]["left-pedro"] is None


def test_the_last_entry_is_corrected(hall, table):
    record(table, hall.club.actors["owner"], **DEAL)
    page = hall.phone(table)
    page.goto(f"/tables/{table.pk}/deals/1/")
    assert pressed(page) == ["5", "6", "3"]
    tap_totals(page, (0, 9, 5))
    expect(made_scores(page)).to_have_text(["0", "+9", "+5"])
    page.get_by_label(re.compile("Why|Reason")).first.fill("The sides were mixed up.")
    page.get_by_role("button", name="Record the correction").click()
    expect(page.get_by_text("is corrected")).to_be_visible()
    assert contents()[1]["points"] == [0, 9, 5]


def test_a_table_of_three_is_opened_on_its_page(hall):
    page = hall.member("director").new_page()
    page.goto(f"/clubs/{hall.club.club.slug}/tables/new/?law_set=chicago-1890")
    page.get_by_label("Game", exact=True).select_option("three-handed-cinch")
    expect(page.get_by_label("Seat 4", exact=True)).to_have_count(0)
    for seat, name in enumerate(("Aarau", "Ystad", "Bergamo"), start=1):
        page.get_by_label(f"Seat {seat}", exact=True).fill(name)
    page.get_by_role("button", name="Open the table under").click()
    expect(page.get_by_text("The table is open.")).to_be_visible()
    page.goto(f"/tables/{Table.objects.latest('pk').pk}/")
    expect(scores(page)).to_have_text(["0", "0", "0"])


def test_no_page_of_the_table_speaks_of_partners(hall, table):
    page = hall.member("director").new_page()
    for name, address in pages_of_three(hall.club, table).items():
        page.goto(address)
        assert "partner" not in page.locator("main").inner_text().lower() or name in OF_ALL_GAMES, name

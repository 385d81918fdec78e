"""A dispute in browsers: raised by a table's phone, confirmed by a director, appealed, and withdrawn."""

import re

import pytest
from playwright.sync_api import expect

from tests.disputes.disputing import bid_nine, decided, raised
from tests.pages.looks import flaws_of

pytestmark = pytest.mark.browser

DISPUTE = re.compile(r"/disputes/\d+/")


def of_the_game(page):
    return page.locator(".scoreboard-figure")


def press_by_keyboard(page, name):
    """Tab to a button and press Enter."""
    button = page.get_by_role("button", name=name)
    expect(button).to_be_visible()
    for _ in range(60):
        page.keyboard.press("Tab")
        if button.evaluate("one => one === document.activeElement"):
            break
    expect(button).to_be_focused()
    page.keyboard.press("Enter")


def test_from_the_tables_phone_to_the_score_and_back_by_appeal(hall):
    # Foster 1897: A bids nine, A-B make eight, but Y has revoked: they score eight.
    bid_nine(hall.club)
    phone = hall.phone()
    expect(of_the_game(phone)).to_have_text(["0", "15"])

    phone.get_by_role("link", name="Report an irregularity").click()
    phone.get_by_role("link", name="It was: Deal 1").click()
    phone.get_by_label("In your own words").fill("he revoked")
    phone.get_by_role("button", name="Find it").click()
    phone.get_by_role("button", name="Yes, this one").first.click()
    phone.get_by_role("link", name="Y", exact=True).click()
    expect(phone.get_by_text("on record")).to_be_visible()
    says = "The offending side (Y and Z) can score nothing on this deal."
    expect(phone.get_by_text(says)).to_be_visible()
    press_by_keyboard(phone, "Send to the director")
    expect(phone.get_by_text("Waiting for: a director.")).to_be_visible()

    director = hall.member("director").new_page()
    director.goto(f"/clubs/{hall.club.club.slug}/director/")
    director.get_by_role("link", name="Somebody did not follow suit").click()
    row = director.get_by_role("row", name="A & B")
    expect(row).to_contain_text("0 → 8")
    press_by_keyboard(director, "Confirm the ruling")
    expect(director.get_by_text("The decision is recorded.")).to_be_visible()

    sheet = f"/tables/{hall.club.table.pk}/sheet/"
    phone.goto(sheet)
    expect(of_the_game(phone)).to_have_text(["8", "0"])
    phone.get_by_text("Why", exact=True).click()
    expect(phone.get_by_text("Without it: A & B 0, Y & Z +15 · with it: A & B +8, Y & Z 0")).to_be_visible()
    phone.get_by_role("link", name="Ruling: Somebody did not follow suit").click()
    phone.wait_for_url(DISPUTE)
    phone.get_by_text("Appeal against the decision").click()
    phone.get_by_label("Reason").fill("Y had no heart left")
    phone.get_by_role("button", name="Appeal", exact=True).click()
    expect(phone.get_by_text("appealed against", exact=True)).to_be_visible()

    director.reload()
    expect(director.get_by_text("a different director has to settle the appeal")).to_be_visible()
    owner = hall.member("owner").new_page()
    owner.goto(phone.url)
    owner.locator("#reason-withdraw").fill("so it was")
    owner.get_by_role("button", name="Withdraw the decision").click()
    expect(owner.get_by_text("withdrawn on appeal", exact=True)).to_be_visible()
    phone.goto(sheet)
    expect(of_the_game(phone)).to_have_text(["0", "15"])


def test_a_disputed_fact_shows_both_rulings_and_the_director_previews_the_decision(hall):
    # A bids nine, and A-B make eight. If the bid is waived, they score eight less six, the others nothing.
    bid_nine(hall.club)
    phone = hall.phone()
    phone.goto(f"/tables/{hall.club.table.pk}/deals/1/dispute/?incident=revoke&at-seat=2")
    turned = phone.locator("li", has_text="What has become of the trick")
    turned.get_by_role("link", name=re.compile("That is disputed")).click(timeout=4000)
    phone.get_by_role("link", name=re.compile("^Nobody yet")).click()
    phone.get_by_role("link", name=re.compile("^Yes")).click()
    expect(phone.get_by_role("heading", name="The dispute matters")).to_be_visible()
    phone.get_by_role("button", name="Send to the director").click()
    phone.wait_for_url(DISPUTE)

    page = hall.member("director").new_page()
    page.goto(phone.url)
    page.get_by_text("Order something else").click()
    waived = page.locator("input[name=order][value=bid-waived]")
    waived.check()
    page.locator("input[name=order][value=side-cannot-score]").uncheck()
    page.locator("#reason-overrule").fill("agreed by both sides")
    page.get_by_role("button", name="Preview this").press("Enter")
    preview = page.locator("#preview")
    expect(preview.get_by_role("row", name="A & B")).to_contain_text("0 → +2")
    expect(preview.get_by_role("row", name="Y & Z")).to_contain_text("+15 → 0")
    expect(waived).to_be_checked()
    expect(page.locator("#reason-overrule")).to_have_value("agreed by both sides")
    assert flaws_of(page, "light") == []

    page.locator("button.button-wide", has_text="Turned and quitted").click()
    expect(page.get_by_text("found by the director")).to_be_visible()
    expect(page.get_by_role("row", name="A & B")).to_contain_text("+8")


def test_whoever_waits_is_shown_the_news_and_loses_nothing_typed(hall):
    bid_nine(hall.club)
    table, slug = hall.club.table.pk, hall.club.club.slug
    at_table, sheet = hall.phone(), hall.phone()
    at_table.goto(f"/tables/{table}/disputes/")
    sheet.goto(f"/tables/{table}/sheet/")
    director = hall.member("director").new_page()
    director.goto(f"/clubs/{slug}/disputes/")

    dispute = raised(hall.club)
    for page in (at_table, director):
        expect(page.get_by_role("link", name="Somebody did not follow suit").first).to_be_visible()
    at_table.goto(f"/disputes/{dispute['id']}/")
    director.goto(f"/disputes/{dispute['id']}/")
    director.get_by_text("Order something else").click()
    director.locator("#reason-overrule").fill("agreed by both")

    decided(hall.club, dispute["id"], role="owner")
    expect(at_table.get_by_role("heading", name="The decision")).to_be_visible()
    expect(of_the_game(sheet)).to_have_text(["8", "0"])
    expect(director.get_by_text("This page has changed. What you typed is still here.")).to_be_visible()
    expect(director.locator("#reason-overrule")).to_have_value("agreed by both")
    director.get_by_role("link", name="Show the changes").click()
    expect(director.get_by_role("heading", name="The decision")).to_be_visible()

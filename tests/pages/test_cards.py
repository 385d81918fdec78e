"""Entering every card of a deal on a phone, tapped or typed, with undo and irregularities."""

import re

import pytest
from playwright.sync_api import expect

from scoring.tables.models import DealRevision
from tests.factories import make_table, record
from tests.pages.entering import confirm, made_scores, scores, shown, tap, tap_deal
from tests.pages.looks import flaws_of
from tests.web.asking import DIAMONDS

pytestmark = pytest.mark.browser

DIAMOND_TRICKS = [[card for _seat, card in trick] for trick in DIAMONDS["tricks"]]
OF_THREE = "AH 2H 3H\nKH 6S 7S\nQH 8S 9S\nJH TS JS\n9H 2C 3C\n8H 4C 6C\nstock: TH 5H 5D"
"""Hearts are trumps.

Seat 1 wins all tricks, with High, Low and Jack; the other points were left in the pack.
"""
REVOKED = """hand 2: 3D 2D 2S 9H 3C 5D
AD 9H 5H 4D
KD 2D 6D 9D
8S 2S 7D TS
JS QC 8D 3D
AS 3C QH JD
QD TD 5D JC"""
"""Diamonds are trumps. Seat 2 plays the nine of hearts to the first trick with two diamonds in hand."""


def lay(page, *cards):
    for card in cards:
        page.locator(f"#card-{card}").click()


def says(page, words):
    expect(page.locator(".card-now b")).to_have_text(words)


def open_cards(page):
    tap(page, "detail", "cards")
    page.get_by_role("link", name="Tap them, card by card").click()
    expect(page.get_by_role("heading", name="Every card of deal")).to_be_visible()


def contents():
    return [revision.content for revision in DealRevision.objects.order_by("id")]


def test_a_whole_deal_is_tapped_and_a_slip_is_undone(hall):
    club = hall.club
    table = make_table(club.club, club.actors["owner"], dealer=4)
    page = hall.phone(table)
    tap_deal(page, {"bid": 8, "maker": 1})
    open_cards(page)
    says(page, "First tap the trump.")
    tap(page, "trump", "D")
    says(page, "Trick 1: A leads.")
    assert flaws_of(page, "light") == []
    sizes = page.eval_on_selector_all(
        ".card-key",
        "keys => keys.map((key) => key.getBoundingClientRect()).map((at) => [at.width, at.height])",
    )
    assert len(sizes) == 52
    assert min(min(size) for size in sizes) >= 44, "each card is large enough for a thumb"

    lay(page, "AD", "3D", "5S")
    says(page, "Trick 1: Z plays.")
    page.get_by_role("button", name="Undo").click()
    says(page, "Trick 1: B plays.")
    page.locator("#card-5H").focus()
    page.keyboard.press("Enter")  # the left pedro, by keyboard
    says(page, "Trick 1: Z plays.")
    expect(page.locator("#card-5H")).to_be_focused()
    expect(page.locator("#card-5H")).to_have_attribute("aria-disabled", "true")
    page.reload()
    says(page, "Trick 1: Z plays.")
    lay(page, "4D")
    says(page, "Trick 2: A leads.")
    for trick in DIAMOND_TRICKS[1:]:
        lay(page, *trick)
    # Foster 1897, Illustrative Hands: seven points each, so the bid of eight fails; fifteen to the others.
    says(page, "Every card is played.")
    expect(made_scores(page)).to_have_text(["0", "+15"])
    assert flaws_of(page, "dark") == []
    confirm(page)
    expect(page.get_by_text("Deal 1 is recorded. Next dealer: A.")).to_be_visible()
    expect(scores(page)).to_have_text(["0", "15"])
    assert page.url.endswith(f"/tables/{table.pk}/")
    assert contents()[0]["tricks"] == DIAMONDS["tricks"]


def test_taps_faster_than_the_network_are_laid_in_their_order_and_the_page_stays_where_it_is(hall):
    page = hall.phone()
    tap_deal(page, {"bid": 8, "maker": 2, "trump": "D"})
    open_cards(page)
    says(page, "Trick 1: Y leads.")
    page.locator("#card-AS").scroll_into_view_if_needed()
    stood = page.evaluate("scrollY")
    page.evaluate(
        "for (const card of ['AD', '3D', '5H', '4D', 'KD']) document.querySelector(`#card-${card}`).click()"
    )
    says(page, "Trick 2: B plays.")
    expect(page.get_by_label("The cards, line by line")).to_have_value("AD 3D 5H 4D\nKD")
    assert page.evaluate("scrollY") == stood


def test_a_card_whose_key_is_replaced_while_a_finger_is_on_it_is_laid(hall):
    page = hall.phone()
    tap_deal(page, {"bid": 8, "maker": 1, "trump": "D"})
    open_cards(page)
    says(page, "Trick 1: A leads.")
    page.get_by_text("Hands, discards and the rest of the pack").click()
    page.get_by_role("button", name="Hand of Y").click()
    says(page, "Hand of Y")
    second = page.locator("#card-2S")
    second.scroll_into_view_if_needed()
    place, key = second.bounding_box(), second.element_handle()

    page.locator("#card-3D").dispatch_event("click")
    page.mouse.move(place["x"] + 8, place["y"] + 8)
    page.mouse.down()
    page.wait_for_function("key => !key.isConnected", arg=key)
    page.mouse.up()

    expect(page.locator("#cards-text")).to_have_value("hand 2: 3D 2S")


def test_a_revoke_is_marked_found_and_offered_as_a_dispute(hall):
    page = hall.phone()
    tap_deal(page, {"bid": 8, "maker": 1, "trump": "D"})
    open_cards(page)
    says(page, "Trick 1: A leads.")
    page.get_by_text("Hands, discards and the rest of the pack").click()
    page.get_by_role("button", name="Hand of Y").click()
    says(page, "Hand of Y")
    lay(page, "3D", "2D", "2S", "9H", "3C", "5D")
    says(page, "Hand of B")
    page.get_by_role("button", name="The tricks").click()
    lay(page, "AD")
    says(page, "Trick 1: Y plays.")
    marked = page.locator("button.card-marked")
    expect(marked).to_have_count(3)
    expect(page.get_by_role("button", name="nine of hearts against the law")).to_be_visible()
    assert flaws_of(page, "light") == []
    page.get_by_label("The cards, line by line").fill(REVOKED)
    page.get_by_label("The cards, line by line").blur()
    says(page, "Every card is played.")
    expect(shown(page)).to_contain_text("The record shows")
    confirm(page)
    page.get_by_role("link", name=re.compile("show an irregularity")).click()
    expect(page.get_by_role("heading", name="The record shows")).to_be_visible()
    expect(page.get_by_role("listitem").filter(has_text="the nine of hearts")).to_be_visible()
    expect(page.get_by_role("table", name="The tricks")).to_be_visible()
    page.get_by_role("button", name=re.compile("Send to the director.*, Y")).first.click()
    expect(page.get_by_role("heading", level=1)).to_be_visible()


def test_the_cards_of_a_table_of_three_are_typed(hall):
    club = hall.club
    table = make_table(
        club.club, club.actors["owner"], law_set="chicago-1890", dealer=3, players=["A", "Y", "B"],
        game="three-handed-cinch",
    )  # fmt: skip
    page = hall.phone(table)
    tap_deal(page, {"bid": 1, "maker": 1, "trump": "H"})
    tap(page, "detail", "cards")
    text = page.get_by_label("The cards, line by line")
    text.fill(OF_THREE.replace("QH 8S", "QH 8X"))
    text.blur()
    expect(page.locator("#error-cards")).to_contain_text("Line 3: “8X” is not a card")
    assert flaws_of(page, "light") == []
    text.fill(OF_THREE)
    text.blur()
    expect(page.locator("#error-cards")).to_be_empty()
    expect(made_scores(page)).to_have_text(["+3", "0", "0"])
    confirm(page)
    expect(page.get_by_text("Deal 1 is recorded.")).to_be_visible()
    assert contents()[0]["tricks"][3] == [[1, "JH"], [2, "TS"], [3, "JS"]]


def test_long_names_are_whole_where_letters_are_twice_as_large(hall):
    # WCAG 1.4.4: nothing is cut off, and nothing scrolls sideways.
    club, names = (
        hall.club,
        [f"{part * 3}-{part * 2} Hubert" for part in ("Wolfen", "Berger", "Ober", "Christo")],
    )
    table = make_table(club.club, club.actors["owner"], dealer=4, players=names)
    record(table, club.actors["scorer"], **DIAMONDS, points=None)
    page = hall.phone(table)
    for address in ("", "deals/1/", "deals/1/cards/"):
        page.goto(f"{hall.url}/tables/{table.pk}/{address}")
        page.evaluate("document.documentElement.style.fontSize = '200%'")
        assert page.evaluate("document.documentElement.scrollWidth") <= page.viewport_size["width"], address
        cut = page.eval_on_selector_all(
            ".seat-name, .scoreboard-names span, .tricks td, .card-now p, .card-piles .key",
            "all => all.filter((one) => one.checkVisibility() && (one.scrollWidth > one.clientWidth + 1 "
            "|| one.scrollHeight > one.clientHeight + 2) && getComputedStyle(one).display != 'inline')"
            ".map((one) => one.outerHTML.slice(0, 90))",
        )
        assert cut == [], address

"""Asking the law in a phone's browser: with taps, the keyboard, without scripts, printed.

`test_ask_words.py` tests the rulings without a browser.
"""

import re

import pytest
from playwright.sync_api import expect

from tests.running.day import some_of

pytestmark = pytest.mark.browser

LEDS = "/laws/ask/?law_set=foster-1897&incident=lead-out-of-turn"
LEDS += "&turn_of=offenders-partner&followed=some&card=plain"


def test_a_ruling_is_read_otherwise_changed_put_with_another_offence_and_opened_by_its_link(hall):
    page = hall.context().new_page()
    page.goto(LEDS)
    now = page.locator("#now")
    usual = now.inner_text()
    page.get_by_role("link", name="See the ruling under this reading").click()
    expect(now).to_contain_text("The card led in error must be taken back.")
    page.get_by_role("link", name="Read it as usual").click()
    expect(now).to_have_text(usual, use_inner_text=True)

    page.get_by_role("link", name=re.compile("Change.*How many have played")).click()
    now.get_by_role("link", name="All of them").click()
    expect(now).to_contain_text("What was done stands.")
    idle = page.locator(".fact-idle", has_text="Whose turn was it to lead?")
    expect(idle).to_contain_text("changes nothing")
    page.get_by_role("link", name=re.compile("Change.*How many have played")).click()
    now.get_by_role("link", name="Some of them").click()
    expect(now).to_have_text(usual, use_inner_text=True)

    page.get_by_role("link", name="Something else happened in the same deal").click()
    page.get_by_label("In your own words").fill("and then the maker revoked, after the trick was turned")
    page.get_by_role("button", name="Find it").click()
    page.get_by_role("button", name="Yes, this one").first.click()
    expect(page.get_by_role("heading", name="Two things in one deal")).to_be_visible()
    now.get_by_role("link", name=re.compile("^No")).click()
    expect(now).to_contain_text("The lead is settled first")
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    second = hall.context().new_page()
    second.goto(page.url)
    assert second.locator("main").inner_text() == page.locator("main").inner_text()
    second.emulate_media(media="print")
    expect(second.get_by_role("heading", name="Two things in one deal")).to_be_visible()
    expect(second.locator(".rail, .foot, form, .button, .answer").filter(visible=True)).to_have_count(0)


@pytest.mark.parametrize("address", ["/laws/ask/", LEDS, "/laws/compare/?a=foster-1897&b=chicago-1890"])
def test_every_control_of_a_page_is_reached_by_keyboard_and_seen_there(hall, address):
    page = hall.context().new_page()
    page.goto(address)
    controls = page.evaluate(
        """() => [...document.querySelectorAll("a[href], button, input, select, summary")]
           .filter((one) => one.checkVisibility() && one.type !== "hidden").length"""
    )
    reached = set()
    for press in range(controls):
        page.keyboard.press("Tab")
        place, outline, words = page.evaluate(
            """() => { const one = document.activeElement;
               return [[...document.querySelectorAll("*")].indexOf(one), getComputedStyle(one).outlineStyle,
                       one.textContent] }"""
        )
        reached.add(place)
        assert outline == "solid", words
        assert press or words == "Skip to the content"

    assert len(reached) == controls


MOST_TAPS = 6
ASKED_AT_A_TABLE = [
    # Foster 1897, Cinch Laws, Leading Out of Turn; The Revoke; Irregularities in the Hands; Dealing;
    # Discarding; Irregular Bids
    ("my partner led when it was my turn and the next man followed", [], "must not lead a trump"),
    (
        "he reneged on hearts and the trick's been turned",
        ["An adversary of the maker"],
        "can score nothing on this deal",
    ),
    ("dealer gave me ten cards and nobody has bid yet", ["Nobody had bid yet"], "The cards are dealt anew"),
    ("the dealer flashed his own ace while dealing", ["Neither"], "may choose: The dealer must deal again"),
    ("I chucked a trump away and the next player was helped", ["Yes"], "Nobody may move the discarded trump"),
    ("she bid before the eldest hand had said anything", [], "The right to bid on this deal is lost"),
]


@pytest.mark.parametrize(("words", "answers", "said"), list(some_of(ASKED_AT_A_TABLE, 2)))
def test_a_question_asked_at_a_table_is_ruled_in_six_taps(hall, words, answers, said):
    phone, taps = hall.phone(), 0
    for kind, name in (("link", "Laws"), ("button", "Find it"), ("button", "Yes, this one")):
        if name == "Find it":
            phone.get_by_label("In your own words").fill(words)
        phone.get_by_role(kind, name=name).first.click()
        taps += 1
    now = phone.locator("#now")
    for answer in answers:
        now.get_by_role("link", name=answer).click()
        taps += 1
    expect(now).to_contain_text(said)
    assert taps <= MOST_TAPS

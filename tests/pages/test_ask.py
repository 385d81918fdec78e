"""Asking the law in a browser as wide as a phone: by keyboard alone, without script, on paper.

The disputes are those that come up at a table; what must come out is taken from the sources cited.
"""

import re

import pytest
from playwright.sync_api import expect

from laws import library

pytestmark = pytest.mark.browser

LEDS = "/laws/ask/?law_set=foster-1897&incident=lead-out-of-turn&turn_of=offenders-partner&followed=some"

PARTNERS_LEAD = ("lead-out-of-turn", ["One or two", "The offender's partner's"])
TEN_CARDS = (
    "wrong-number-of-cards",
    ["After a bid, before the draw was done", "Too many", "Yes", "Another player's"],
)
TRUMP_THROWN = ("trump-discarded", ["No", "Yes"])

DISPUTES = [
    # Foster 1897, Cinch Laws, Leading Out of Turn
    ("foster-1897", *PARTNERS_LEAD, ["adversary on the partner's right may choose", "Leading Out of Turn"]),
    # Chicago 1890, law 8, and law 9 on who deals again
    ("chicago-1890", *TEN_CARDS, ["dealt anew by the same dealer", "Chicago 1890, law 8", "1890, law 9"]),
    # Chicago 1890 has no law on it; Foster 1897, Cinch Laws, Discarding
    ("chicago-1890", *TRUMP_THROWN, ["The book is silent", "What Foster's Laws of Cinch would say"]),
]
"""The others are told in words and settled in `test_ask_words.py`."""


def question_of(page):
    found = page.locator("#now .question")
    return found.inner_text() if found.count() else None


def settle(page, law_set, incident, answers):
    """Choose law set and incident from the lists and answer each question; return how many were asked."""
    known = library.vocabulary().incidents[incident]
    topic = library.vocabulary().topics[known.topic].title
    page.goto(f"/laws/ask/?law_set={law_set}")
    page.get_by_text(topic, exact=True).click()
    page.get_by_role("link", name=known.title).click()
    page.wait_for_url(f"**incident={incident}*")
    asked = 0
    while question_of(page) and asked < 6:
        offered = page.locator("#now .answer b").all_inner_texts()
        answer = next(label for label in answers if label in offered)
        asked_at = page.url
        page.locator("#now .answer").filter(has=page.get_by_text(answer, exact=True)).first.click()
        # Two questions may offer the same words: the next one stands when its address does.
        page.wait_for_url(lambda address, asked_at=asked_at: address != asked_at)
        answers = [label for label in answers if label != answer]
        asked += 1
    return asked


@pytest.mark.parametrize(("law_set", "incident", "answers", "said"), DISPUTES)
def test_a_dispute_is_settled_on_a_phone_in_a_few_taps(hall, law_set, incident, answers, said):
    page = hall.context().new_page()

    asked = settle(page, law_set, incident, answers)

    assert asked <= 4
    for words in said:
        expect(page.locator("#now")).to_contain_text(words, use_inner_text=True)
    expect(page.locator("#now a[href^='/laws/']").first).to_be_visible()


def test_the_law_is_asked_by_keyboard_alone(hall):
    page = hall.context().new_page()
    page.goto("/laws/ask/?law_set=foster-1897")

    def go_to(words):
        for _press in range(60):
            page.keyboard.press("Tab")
            if words in page.evaluate("document.activeElement.innerText"):
                page.keyboard.press("Enter")
                return
        raise AssertionError(f"{words} is not reached by the keyboard")

    go_to("Leading out of turn")
    go_to("Somebody led when it was not his turn")
    page.wait_for_url("**incident=lead-out-of-turn*")
    go_to("One or two")
    page.wait_for_url("**followed=some*")
    go_to("The offender's partner's")
    page.wait_for_url("**turn_of=offenders-partner*")

    expect(page.get_by_role("heading", name="The ruling")).to_be_visible()


def test_the_law_is_asked_without_script(hall):
    page = hall.context(java_script_enabled=False).new_page()
    page.goto("/laws/ask/?law_set=foster-1897")
    page.get_by_label("In your own words").fill(
        "my partner led when it was my turn and the next man followed"
    )
    page.get_by_role("button", name="Find it").click()
    page.get_by_label("How many have played to the false lead?").select_option("")
    page.get_by_role("button", name="Yes, this").click()

    expect(page.get_by_role("heading", name="How many have played to the false lead?")).to_be_visible()
    page.get_by_role("link", name="All three").click()
    expect(page.locator("#now")).to_contain_text("What was done stands.")


@pytest.mark.full
def test_a_link_opens_the_same_question_with_the_same_answers(hall):
    first = hall.context().new_page()
    settle(first, "foster-1897", *PARTNERS_LEAD)
    second = hall.context().new_page()
    second.goto(first.url)

    expect(first.get_by_role("heading", name="The ruling")).to_be_visible()
    expect(second.get_by_role("heading", name="The ruling")).to_be_visible()
    assert second.locator("main").inner_text() == first.locator("main").inner_text()


def test_an_answer_is_changed_and_the_ruling_with_it(hall):
    page = hall.context().new_page()
    page.goto(LEDS)
    page.get_by_role("link", name=re.compile("Change.*How many have played")).click()
    page.locator("#now").get_by_role("link", name="All three").click()

    expect(page.locator("#now")).to_contain_text("What was done stands.")
    idle = page.locator(".told-idle", has_text="Whose turn was it to lead?")
    expect(idle).to_contain_text("changes nothing")


@pytest.mark.full
def test_the_same_answers_are_taken_to_another_law_set(hall):
    page = hall.context().new_page()
    page.goto(LEDS)
    page.get_by_role("link", name="Ask Laws of the Chicago Cinch Club").click()

    expect(page.locator("#now")).to_contain_text("Chicago 1890, law 38")
    expect(page).to_have_url(re.compile("turn_of=offenders-partner"))


@pytest.mark.full
def test_a_printed_ruling_has_the_ruling_and_nothing_to_press(hall):
    page = hall.context().new_page()
    page.goto(LEDS)
    page.emulate_media(media="print")

    expect(page.get_by_role("heading", name="The ruling")).to_be_visible()
    expect(page.locator(".rail, .foot, form, .button, .answer").filter(visible=True)).to_have_count(0)


@pytest.mark.full
def test_a_refused_address_fits_the_phone_and_its_way_out_leads_to_the_question(hall):
    page = hall.context().new_page()
    page.goto("/laws/ask/?incident=revoke&established=yess&weather=1")
    width = page.evaluate("document.documentElement.scrollWidth")
    page.get_by_role("link", name="Yes, it is established").click()

    assert width == 360
    page.wait_for_url(re.compile(r"established=yes\b"))
    expect(page.locator("#now .question")).to_be_visible()


def test_something_else_of_the_same_deal_is_told_on_the_phone_and_both_are_in_one_link(hall):
    page = hall.context().new_page()
    page.goto(LEDS)
    page.get_by_role("link", name="Something else happened in the same deal").click()
    page.get_by_label("In your own words").fill("and then the maker revoked, after the trick was turned")
    page.get_by_role("button", name="Find it").click()
    page.get_by_role("button", name="Yes, this").first.click()

    expect(page.get_by_role("heading", name="Two things in one deal")).to_be_visible()
    expect(page.locator("#now")).to_contain_text("The lead is settled first")
    assert page.evaluate("document.documentElement.scrollWidth") == 360
    second = hall.context().new_page()
    second.goto(page.url)
    assert second.locator("main").inner_text() == page.locator("main").inner_text()


def test_the_ruling_under_the_other_reading_is_a_tap_away_and_so_is_the_way_back(hall):
    page = hall.context().new_page()
    page.goto(LEDS)
    usual = page.locator("#now").inner_text()
    page.get_by_role("link", name="See the ruling so read").click()
    expect(page.locator("#now")).to_contain_text("The card led in error must be taken back.")
    page.get_by_role("link", name="Read it as usual").click()

    expect(page.locator("#now")).to_have_text(usual, use_inner_text=True)


LAW_PAGES = [
    "/laws/ask/",
    LEDS,
    *(
        pytest.param(address, marks=pytest.mark.full)
        for address in (
            "/laws/ask/?in-words=led+out+of+partners+turn",
            "/laws/ask/?incident=revoke&established=yes",
            f"{LEDS}&same-deal=incident%3Drevoke%26established%3Dyes%26offender%3Dmaker",
            "/laws/?q=revoke",
            "/laws/foster-1897/",
            "/laws/foster-1897/revoke/",
            "/laws/foster-1897/lead-out-of-turn/partners-turn/",
            "/laws/compare/?a=foster-1897&b=chicago-1890",
            "/laws/foster-1897/card/",
        )
    ),
]


@pytest.mark.parametrize("address", LAW_PAGES)
def test_every_control_of_a_law_page_is_reached_by_keyboard_and_seen_there(hall, address):
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

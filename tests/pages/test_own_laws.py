"""A house law in browsers: written with questions, reviewed, published by another person, and asked."""

import re

import pytest
from playwright.sync_api import expect

from tests.factories import bare_laws
from tests.pages.looks import flaws_of

pytestmark = pytest.mark.browser

AT = "/clubs/harbour/laws/harbour-laws/"
CHECK = re.compile(r"/laws/harbour-laws/check/")
ASKED = "/laws/ask/?law_set=harbour-laws&incident=lead-out-of-turn&turn_of=adversary&followed=none&card=plain"


def test_a_law_is_written_seen_published_by_another_and_asked(hall):
    # Foster 1897, Leading Out of Turn: a plain card led in an adversary's turn is exposed, and nothing more.
    # This club takes a point instead where it is noticed at once.
    bare_laws(hall.club)
    owner = hall.member("owner").new_page()
    owner.goto(f"{AT}draft/")
    owner.get_by_role("link", name="Write a law").click()
    owner.get_by_label("What happened").select_option("lead-out-of-turn")
    owner.get_by_role("button", name="Go on").click()

    owner.get_by_label(re.compile("^Title")).fill("A false lead costs a point")
    owner.get_by_label("The words of the law", exact=True).fill("A false lead noticed at once costs a point.")
    owner.get_by_label("An adversary's").check()
    owner.get_by_label("Nobody yet").check()
    owner.get_by_label("A plain card").check()
    follows = owner.get_by_label("What follows")
    follows.focus()
    follows.select_option("score-down")
    expect(owner.get_by_label("Which side")).to_be_visible()
    expect(follows).to_be_focused()
    owner.get_by_role("button", name="Next: examples").click()
    expect(owner.get_by_text("Fill this in as well.")).to_have_count(2)
    expect(owner.get_by_label("The words of the law", exact=True)).to_have_value(re.compile("costs a point"))
    owner.get_by_label("Which side").select_option("offenders")
    owner.get_by_label("How many points").select_option("one")
    owner.get_by_role("button", name="Next: examples").click()
    confirmed = owner.get_by_label("Yes, this is the ruling we intend.")
    expect(confirmed).to_have_count(2)
    expect(owner.get_by_role("group", name="Just inside")).to_contain_text("goes down by one point")
    outside = owner.get_by_role("group", name="Just outside").get_by_label("The case in a sentence")
    expect(outside).to_have_value(
        "It was the offender's partner's turn to lead. Nobody has played to it yet. "
        "The card led was a plain card."
    )
    assert flaws_of(owner, "light") == []
    for place in (0, 1):
        confirmed.nth(place).check()
    owner.get_by_role("button", name="Save the law").click()

    owner.wait_for_url(CHECK)
    expect(owner.get_by_text("It cannot be published until the problems above are fixed.")).to_be_visible()
    owner.get_by_label(re.compile("adversarys-turn · 4 situation")).check()
    owner.get_by_role("button", name="These give way").click()
    expect(owner.get_by_text("so another director or owner must publish it")).to_be_visible()
    expect(
        owner.get_by_text("It was an adversary's turn to lead. Nobody has played to it yet.")
    ).to_be_visible()

    director = hall.member("director").new_page()
    director.goto(f"{AT}check/")
    director.get_by_role("button", name="Publish").click()
    expect(director.get_by_text("Revision 1 was published.")).to_be_visible()
    director.goto(ASKED)
    expect(
        director.get_by_text("The score of the offending side goes down by one point.").first
    ).to_be_visible()
    director.get_by_role("link", name="A false lead costs a point").first.click()
    expect(director.get_by_text("A false lead noticed at once costs a point.").first).to_be_visible()

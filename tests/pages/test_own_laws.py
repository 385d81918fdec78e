"""A house law in browsers: written on one form, reviewed, published by another person, and asked."""

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
    owner.get_by_label(re.compile("^Title")).fill("A false lead costs a point")
    owner.get_by_label("The words of the law", exact=True).fill("A false lead noticed at once costs a point.")
    happened, follows = owner.get_by_label("What happened"), owner.get_by_label("What follows")
    happened.focus()
    happened.select_option("lead-out-of-turn")
    owner.get_by_label("Whose turn was it to lead?").select_option(label="An adversary's")
    owner.get_by_label("How many have played to the false lead?").select_option(label="Nobody yet")
    owner.get_by_label("Was the card led a trump?").select_option(label="A plain card")
    follows.focus()
    follows.select_option("score-down")
    expect(owner.get_by_label("Which side")).to_be_visible()
    expect(follows).to_be_focused()
    expect(owner.get_by_label("Was the card led a trump?")).to_have_value("plain")
    owner.get_by_label("The case in a sentence").fill("A leads a club in Y's turn, and nobody plays to it.")
    owner.get_by_role("button", name="Save and review").click()
    expect(owner.get_by_text("This field is required.", exact=True)).to_have_count(2)
    expect(owner.get_by_label("The words of the law", exact=True)).to_have_value(re.compile("costs a point"))
    assert flaws_of(owner, "light") == []
    owner.get_by_label("Which side").select_option("offenders")
    owner.get_by_label("How many points").select_option("one")
    owner.get_by_role("button", name="Save and review").click()

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

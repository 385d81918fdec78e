"""The director's printed card: one A4 sheet, both sides, for every law set, in any common font."""

import re

import pytest

from laws import library, table_of_contents
from laws.domain.effects import KINDS
from laws.domain.roles import fill
from laws.pages.director_card import SHORT, card

pytestmark = pytest.mark.browser

SHEET = re.compile(rb"/MediaBox \[([\d. ]+)\]")
PAGE = re.compile(rb"/Type\s*/Page\b")
A4 = (595, 842)
"""The size of A4 in points (1/72 inch)."""

WIDER = ".card.card { font-family: 'DejaVu Sans', sans-serif; }"
"""A font wider than those that the card asks for, as on a computer that lacks them."""


@pytest.mark.parametrize(
    "slug",
    [
        slug if slug == "chicago-1890" else pytest.param(slug, marks=pytest.mark.full)
        for slug in library.law_sets()
    ],
)
def test_the_card_is_one_sheet_of_a4_and_nothing_of_it_is_cut_off(hall, slug):
    page = hall.context(bypass_csp=True).new_page()
    page.goto(f"/laws/{slug}/card/")
    for style in ("", WIDER):
        if style:
            page.add_style_tag(content=style)
        printed = page.pdf(prefer_css_page_size=True)

        assert len(PAGE.findall(printed)) <= 2, slug
        sizes = {tuple(round(float(side)) for side in found.split()[2:]) for found in SHEET.findall(printed)}
        assert sizes == {A4}
    page.emulate_media(media="print")
    hidden = page.evaluate(
        """() => [...document.querySelectorAll(".page-card, .page-card *")]
           .filter((one) => !one.checkVisibility() || getComputedStyle(one).overflow !== "visible")
           .map((one) => one.className)"""
    )
    assert set(hidden) - {""} <= {"trail no-print", "no-print", "message message-error"}


def test_a_card_with_more_than_a_sheet_holds_would_be_seen(hall):
    page = hall.context(bypass_csp=True).new_page()
    page.goto(f"/laws/{library.common_law_set().slug}/card/")
    page.evaluate("() => { const card = document.querySelector('.card'); card.innerHTML += card.innerHTML; }")

    assert len(PAGE.findall(page.pdf(prefer_css_page_size=True))) > 2


def lines_of(slug, incident):
    """Return the lines of an incident on the card of a law set."""
    topics = card(library.law_set(slug)).topics
    title = fill(library.vocabulary().incidents[incident].title)
    return [
        line
        for _topic, incidents in topics
        for shown in incidents
        if shown.title == title
        for line in shown.lines
    ]


def test_the_card_says_who_deals_which_card_and_who_may_choose_between_what():
    # Chicago 1890, law 12: the cards are dealt again by the player whose deal it was.
    # Foster 1897, Misdealing: the deal is lost to the next player.
    dealt = [follows for line in lines_of("chicago-1890", "dealt-out-of-turn") for follows in line.follows]
    assert "The cards are dealt anew by the player whose deal it was." in dealt
    lost = [follows for line in lines_of("foster-1897", "cards-counted") for follows in line.follows]
    assert "The cards are dealt anew by the next player to the left." in lost
    # Chicago 1890, law 38: the card or a suit may be called.
    chosen = [choice for line in lines_of("chicago-1890", "lead-out-of-turn") for choice in line.choices]
    assert any(holder == "Either adversary" and "Call the card that was led" in say for holder, say in chosen)


@pytest.mark.parametrize("slug", library.law_sets())
def test_no_word_of_the_program_is_on_the_card_and_open_readings_are_marked(slug):
    topics = card(library.law_set(slug)).topics
    lines = [line for _title, incidents in topics for incident in incidents for line in incident.lines]
    kinds = {kind.replace("-", " ") for kind in KINDS}
    assert [line for line in lines if kinds.intersection(line.follows)] == []
    rules = library.law_book(slug).rules.open_rules.values()
    open_ones = {
        fill(rule.says, SHORT)
        for rule in rules
        if rule.topic in {topic.name for topic in table_of_contents.topics()}
    }
    marked = " ".join(line.says for line in lines if line.is_open)
    unmarked = " ".join(line.says for line in lines if not line.is_open)
    assert [says for says in open_ones if says in unmarked and says not in marked] == []

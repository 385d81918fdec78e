"""The director's card on paper: one sheet of A4 for every law set, whichever of the usual fonts is there."""

import re

import pytest

from laws import library

pytestmark = pytest.mark.browser

SHEET = re.compile(rb"/MediaBox \[([\d. ]+)\]")
PAGE = re.compile(rb"/Type\s*/Page\b")
A4 = (595, 842)
"""Points, 72 to the inch: 210 by 297 millimetres."""

WIDER = ".card.card { font-family: 'DejaVu Sans', sans-serif; }"
"""A font wider than any that the card asks for, as it may be on a computer that has none of them."""


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

        assert len(PAGE.findall(printed)) == 1, slug
        sizes = {tuple(round(float(side)) for side in found.split()[2:]) for found in SHEET.findall(printed)}
        assert sizes == {A4}
    page.emulate_media(media="print")
    hidden = page.evaluate(
        """() => [...document.querySelectorAll(".page-card, .page-card *")]
           .filter((one) => !one.checkVisibility() || getComputedStyle(one).overflow !== "visible")
           .map((one) => one.className)"""
    )
    assert set(hidden) - {""} <= {"trail no-print", "no-print", "card-more"}


def test_a_card_with_more_than_a_sheet_holds_would_be_seen(hall):
    page = hall.context(bypass_csp=True).new_page()
    page.goto(f"/laws/{library.common_law_set().slug}/card/")
    page.evaluate("() => { const card = document.querySelector('.card'); card.innerHTML += card.innerHTML; }")

    assert len(PAGE.findall(page.pdf(prefer_css_page_size=True))) == 2

"""An evening of eight pairs in a browser, one with a stand-in: from pasted lines to printed prizes."""

import re

import pytest
from playwright.sync_api import expect

from scoring.events.models import Event
from scoring.events.play.services import moves
from tests.pages.conftest import DESK
from tests.pages.entering import key_slips, make_final, plan_and_start
from tests.pages.looks import flaws_of
from tests.printing.paper import words

pytestmark = pytest.mark.browser

PAIRS = [
    "Aachen & Bergen",
    "Cadiz & Dover",
    "Essen & Fano",
    "Ghent & Hull",
    "Imst & Jena",
    "Kiel & Lagos",
    "Mainz & Narvik",
    "Oslo & Porto",
]


def test_eight_pairs_are_pasted_and_their_prizes_are_printed(hall):
    page = hall.member("director", viewport=DESK).new_page()
    page.goto(f"/clubs/{hall.club.club.slug}/events/new/")
    page.get_by_label("Name of the event").fill("Evening of pairs")
    of_odd_tables = page.get_by_text("If the players do not fill the tables")
    expect(of_odd_tables).to_be_visible()
    page.get_by_role("radio", name="Pairs: each against each").check()
    expect(of_odd_tables).to_be_hidden()
    page.get_by_role("heading", name="Pairs: each against each").wait_for()
    page.goto("/")
    page.go_back()
    page.get_by_role("heading", name="Pairs: each against each").wait_for()
    page.locator("summary", has_text="The end of the evening").click()
    page.get_by_label("Criterion 2").select_option("best-round")
    page.get_by_label("Criterion 3").select_option("")
    page.get_by_label(re.compile("^Names")).fill("\n".join([*PAIRS[:-1], "Oslo"]))
    page.get_by_label("Rounds", exact=True).fill("2")
    page.get_by_role("button", name="Plan the event").click()
    expect(
        page.get_by_text("Line 8: Oslo has no partner. Write both names: “Oslo & …”.").first
    ).to_be_visible()
    assert not Event.objects.exists()
    assert flaws_of(page, "light") == []

    page.get_by_label(re.compile("^Names")).fill("\n".join(PAIRS))
    expect(page.get_by_text("8 pairs: 4 tables, 0 sit out")).to_be_visible()
    plan_and_start(page)
    page.get_by_role("heading", name="Seated").wait_for()
    event = Event.objects.get(planned_name="Evening of pairs")

    page.goto(f"/events/{event.pk}/players/")
    pair = page.locator(".event-people li").filter(has_text="Aachen")
    expect(pair).to_contain_text("Bergen")
    page.get_by_role("link", name="Withdraw Bergen").click()
    page.get_by_role("button", name="Withdraw Bergen", exact=True).click()
    page.get_by_text("Bergen leaves and is not seated from round 2 on.").wait_for()
    expect(page.get_by_text("no partner", exact=True)).to_be_visible()
    page.get_by_label("Name", exact=True).fill("Quito")
    page.get_by_role("button", name="Add the player").click()
    page.get_by_text("Quito plays with Aachen from round 2.").wait_for()
    page.reload()
    expect(pair).to_contain_text("Quito")
    assert flaws_of(page, "light") == []

    key_slips(page, event, 1, rise=1)
    moves.move_now(event=event, actor=hall.club.actors["director"], round_number=1)
    key_slips(page, event, 2, rise=1)
    page.goto(f"/events/{event.pk}/standings/")
    expect(page.locator("table.standings tbody tr")).to_have_count(8)
    expect(page.get_by_role("columnheader", name="Pair")).to_be_visible()
    expect(page.get_by_text("Quito for Bergen in round 2")).to_be_visible()
    assert flaws_of(page, "light") == []
    prizes = page.locator("section", has=page.get_by_role("heading", name="Provisional prizes"))
    winners = prizes.locator("li > bdi").all_inner_texts()
    assert set(winners) <= set(PAIRS)
    assert len(set(winners)) == len(winners)

    page.goto(f"/events/{event.pk}/")
    make_final(page)
    sheet = words(page.request.get(f"/events/{event.pk}/print/results.pdf").body())
    assert "8 pairs" in sheet
    assert all(pair in sheet for pair in PAIRS)
    assert "Quito for Bergen in round 2" in sheet
    assert re.search(rf"First prize\s+{winners[0]}", sheet)

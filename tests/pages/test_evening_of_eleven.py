"""An evening of eleven with a table of three, from the event's setup to the printed list.

At the tables of four the first side wins by sixteen points: four deals of nine to five. At the table of
three, entered on a phone, three deals of seven, six and one give 21, 18 and 3. This club does not compare
them with the other tables: they bring stars and no points.
"""

import re

import pytest
from playwright.sync_api import expect

from scoring.events.models import Event
from scoring.office.verification import breaches
from tests.events.evenings import Evening
from tests.pages.conftest import DESK
from tests.pages.entering import enter, make_final, name_event, ring_the_bell, scores
from tests.printing.paper import words

pytestmark = [pytest.mark.browser, pytest.mark.full]

NAMES = [f"P{number}" for number in range(1, 12)]
OF_THREE = 3
ALONE = (7, 6, 1)


def plan(page, club):
    """Set up the event, preview the first seats, and publish them."""
    name_event(page, club.slug, "Evening of eleven", NAMES)
    page.get_by_label("Rounds", exact=True).fill("2")
    page.get_by_text("The players do not fill the tables", exact=True).click()
    page.get_by_label(re.compile("^Players left over")).select_option("table-of-three")
    page.get_by_label(re.compile("^Points of a table of three")).select_option("not-counted")
    expect(page.locator("[data-plan-count]")).to_have_text("11 players: 3 tables, 0 sit out")
    page.get_by_role("button", name="Plan the event").click()
    for words_of_rule in ("Not at all", "Law set of tables of three"):
        expect(page.locator(".event-rules")).to_contain_text(words_of_rule)
    page.get_by_role("link", name="Preview round 1 and start").click()
    page.get_by_role("button", name="Publish these places and start").click()
    page.get_by_role("button", name="Start", exact=True).click()
    page.get_by_role("heading", name="Playing").wait_for()
    expect(page.locator("#desk-table-3 .desk-line")).to_have_count(3)


def play_round(hall, evening):
    """Record a round: the table of three on a phone opened by its link, the other tables by a scorer."""
    evening.play(without=[OF_THREE])
    phone = hall.phone(evening.table(OF_THREE))
    for deal in range(1, len(ALONE) + 1):
        enter(phone, ALONE, bid=7, maker=1, trump="H")
        made = [deal * points for points in ALONE]
        expect(scores(phone)).to_have_text([str(score) for score in made])
    expect(phone.get_by_text("Every table is in.")).to_be_visible()


def tables_now(evening):
    """Return the names of each table's players in seat order."""
    name_of = dict(evening.event.entrants.values_list("member_id", "member__name"))
    return [[name_of[player] for player in table.players] for table in evening.current.tables]


def test_an_evening_of_eleven_runs_from_the_plan_to_the_printed_list(hall):
    page = hall.member("director", viewport=DESK).new_page()
    plan(page, hall.club.club)
    evening = Evening(Event.objects.get(planned_name="Evening of eleven"), hall.club)
    assert evening.event.law_set_at_three.slug == "foster-1897"
    first = tables_now(evening)
    play_round(hall, evening)
    three = hall.member("player").new_page()
    three.goto(f"/events/{evening.pk}/rounds/1/tables/{OF_THREE}/")
    expect(three.get_by_text("3 of 3 deals")).to_be_visible()
    expect(three.get_by_text("The two best win.")).to_be_visible()

    page.get_by_role("heading", name="All tables are in").wait_for()
    page.get_by_role("link", name="Preview the move").click()
    page.get_by_role("button", name="Ring the bell and move now").click()
    page.get_by_role("button", name="Move the players").click()
    page.get_by_text("The players have moved to round 2.").wait_for()
    second = tables_now(evening)
    # Each table's winners sit one table higher, those of the head table stay; its losers are the last now.
    head, middle, three = first
    assert set(second[0]) == {head[0], head[2], middle[0], middle[2]}
    assert set(second[1]) == {middle[1], middle[3], three[0], three[1]}
    assert set(second[2]) == {head[1], head[3], three[2]}
    page.get_by_role("link", name="Seats", exact=True).click()
    expect(page.get_by_text("goes up to table 2")).to_have_count(2)
    page.get_by_role("link", name="Desk").click()

    play_round(hall, evening)
    page.get_by_role("heading", name="All tables are in").wait_for()
    ring_the_bell(page)
    make_final(page)
    expect(page.get_by_text("The results are final, edition 1.")).to_be_visible()
    printed = words(page.request.get(f"/events/{evening.pk}/print/results.pdf").body())

    stars, points, left_out = dict.fromkeys(NAMES, 0), dict.fromkeys(NAMES, 0), dict.fromkeys(NAMES, 0)
    for *fours, alone in (first, second):
        for table in fours:
            for winner in (table[0], table[2]):
                stars[winner] += 1
                points[winner] += 16
        for player, made in zip(alone, (21, 18, 3), strict=True):
            left_out[player] += made
        for winner in alone[:2]:
            stars[winner] += 1
    note = r"(?: \d+ rounds? of three: (\d+) points not counted)?"
    lines = re.findall(rf"\b\d+ (P\d+){note} (\d+) \d+ \d+ \d+ (\d+) \d+", printed)
    assert {name: (int(won), int(made), int(out or 0)) for name, out, won, made in lines} == {
        name: (stars[name], points[name], left_out[name]) for name in NAMES
    }
    ranked = [name for name, *_ in lines]
    assert [(stars[name], points[name]) for name in ranked] == sorted(
        ((stars[name], points[name]) for name in NAMES), reverse=True
    )
    assert "Final results, edition 1" in printed
    assert "won alone against two" in printed
    assert list(breaches()) == []

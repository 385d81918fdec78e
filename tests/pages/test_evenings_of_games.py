"""Evenings of other games as their organiser runs them: from the setup to the printed list of results."""

import re

import pytest
from playwright.sync_api import expect

from scoring.events.models import Event
from scoring.office.verification import breaches
from tests.events.evenings import Evening
from tests.pages.conftest import DESK
from tests.pages.entering import confirm, make_final, name_event, plan_and_start, ring_the_bell, scores, tap
from tests.pages.looks import flaws_of
from tests.printing.paper import words

pytestmark = pytest.mark.browser

SEVEN_UP = {"trump": "S", "won": {"high": 1, "low": 1, "jack": 1, "game": 2}}
"""A deal of three points to one."""
BOUGHT = {"trump": "S", "maker": 3, "bid": 2, "won": {"high": 3, "low": 3, "game": 3}}
"""The first deal: seat 2, left of the dealer, sells for two; seat 3 makes three; nobody has the Jack."""
BOUGHT_AGAIN = {"trump": "S", "maker": 4, "bid": 1, "won": {"high": 4, "low": 4, "game": 4}}
"""The second deal: seat 3 sells for one, seat 4 makes three."""


@pytest.mark.parametrize(
    ("game", "people", "deals", "made", "winners"),
    [
        pytest.param("seven-up", 8, [SEVEN_UP, SEVEN_UP], [6, 2, 6, 2], [1, 3], id="Seven-up",
                     marks=pytest.mark.full),
        pytest.param("auction-pitch-6", 12, [BOUGHT, BOUGHT_AGAIN], [0, 2, 4, 3, 0, 0], [3, 4],
                     id="Auction Pitch for six"),
    ],
)  # fmt: skip
def test_an_evening_runs_from_the_plan_to_the_printed_list(hall, game, people, deals, made, winners):
    names = [f"P{number}" for number in range(1, people + 1)]
    page = hall.member("director", viewport=DESK).new_page()
    name_event(page, hall.club.club.slug, "Evening", names)
    page.get_by_label("Game", exact=True).select_option(game)
    page.get_by_label("Rounds", exact=True).fill("2")
    page.get_by_label(re.compile("^Deals in a round")).fill(str(len(deals)))
    expect(page.locator("[data-plan-count]")).to_have_text(f"{people} players: 2 tables, 0 sit out")
    plan_and_start(page)
    evening = Evening(Event.objects.get(planned_name="Evening"), hall.club)
    name_of = dict(evening.event.entrants.values_list("member_id", "member__name"))

    points, stars = dict.fromkeys(names, 0), dict.fromkeys(names, 0)
    for number in (1, 2):
        seats = [[name_of[player] for player in table] for table in evening.seats]
        for table in seats:
            for name, count in zip(table, made, strict=True):
                points[name] += count
            for seat in winners:
                stars[table[seat - 1]] += 1
        on_phone(hall, evening, deals[0], made)
        for table, deal in ((1, deals[1]), (2, deals[0]), (2, deals[1])):
            assert evening.send_deal(table, deal).status_code == 201
        page.goto(f"/events/{evening.pk}/")
        page.get_by_role("heading", name="All tables are in").wait_for()
        if number == 1:
            assert flaws_of(page, "light") == []
            page.get_by_role("link", name="Preview the move").click()
            page.get_by_role("button", name="Ring the bell and move now").click()
            page.get_by_role("button", name="Move the players").click()
            page.get_by_text("The players have moved to round 2.").wait_for()
            up = [seats[1][seat - 1] for seat in winners]
            stayed = [seats[0][seat - 1] for seat in winners]
            head = {name_of[player] for player in evening.seats[0]}
            assert head >= {*up, *stayed}
    ring_the_bell(page)
    make_final(page)
    expect(page.get_by_text("The results are final, edition 1.")).to_be_visible()
    printed = words(page.request.get(f"/events/{evening.pk}/print/results.pdf").body())
    lines = re.findall(r"\b\d+ (P\d+) (\d+) \d+ \d+ \d+ (\d+) \d+", printed)
    assert {name: (int(won), int(scored)) for name, won, scored in lines} == {
        name: (stars[name], points[name]) for name in names
    }
    assert list(breaches()) == []


def on_phone(hall, evening, deal, made):
    """Enter the first deal of the round on the phone of table 1."""
    phone = hall.phone(evening.table(1))
    for name in ("bid", "maker", "trump"):
        if name in deal:
            tap(phone, name, deal[name])
    for point in ("high", "low", "jack", "game"):
        tap(phone, f"won_{point}", deal["won"].get(point, "none"))
    confirm(phone)
    phone.get_by_text(re.compile(r"Deal \d is recorded")).wait_for()
    expect(scores(phone)).to_have_count(len(made) if "maker" in deal else 2)
    assert flaws_of(phone, "light") == []

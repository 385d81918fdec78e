"""Whole games through the pages: Foster to 51 with a correction, Chicago to 42 with a set back, the next."""

import re

import pytest
from playwright.sync_api import expect

from scoring.tables.models import DealRevision, Game
from scoring.tables.services import links
from tests.factories import make_table, record
from tests.pages.conftest import DESK
from tests.pages.entering import confirm, enter, scores, shown, tap, tap_deal

pytestmark = pytest.mark.browser

FOSTER_GAME = [
    # maker's seat, bid, points of the maker's side; what each side then has, by Foster's own rules
    (1, 8, 10, ["6", "0"]),  # made: ten less four
    (2, 7, 5, ["22", "0"]),  # Y-Z fall short: nine, and the bid of seven
    (1, 6, 12, ["32", "0"]),  # entered wrongly here, corrected to five below
    (4, 9, 9, ["32", "4"]),  # made: nine less five
    (3, 10, 14, ["46", "4"]),  # all fourteen
]


def test_a_game_of_foster_to_fifty_one_with_a_correction(hall):
    page = hall.phone()
    for maker, bid, points, after in FOSTER_GAME:
        enter(page, bid=bid, maker=maker, trump="H", points=points)
        expect(scores(page)).to_have_text(after)

    desk = hall.member("director", viewport=DESK).new_page()
    desk.goto(f"/tables/{hall.club.table.pk}/deals/3/")
    tap(desk, "points", 5)
    desk.get_by_role("button", name="Record the correction").click()
    expect(desk.locator("#error-reason")).to_contain_text("needs its reason")
    expect(desk.locator('[name="points"][value="5"]')).to_be_checked()
    expect(desk.get_by_role("button", name="Record the correction")).to_be_enabled()
    # A-B bid six and made five: nothing, and nine and six to Y-Z; the game so far becomes 36 and 19.
    expect(shown(desk).locator(".compare")).to_contain_text(re.compile(r"46.*36", re.DOTALL))
    expect(shown(desk).locator(".compare")).to_contain_text("19")
    desk.get_by_label("Reason for the correction").fill("A trick was counted twice.")
    desk.get_by_role("button", name="Record the correction").click()
    expect(desk.get_by_text("Deal 3 is corrected.")).to_be_visible()
    expect(scores(desk)).to_have_text(["36", "19"])

    page.reload()
    enter(page, bid=8, maker=1, trump="S", points=14)
    expect(scores(page)).to_have_text(["50", "19"])
    tap_deal(page, {"bid": 5, "maker": 1, "trump": "S", "points": 8})
    expect(shown(page)).to_contain_text("That ends the game: A & B.")
    confirm(page)
    expect(page.get_by_role("heading", name="A & B")).to_be_visible()
    expect(scores(page)).to_have_text(["52", "19"])

    desk.goto(f"/tables/{hall.club.table.pk}/sheet/")
    expect(desk.get_by_role("img", name=re.compile("The race to 51"))).to_be_visible()
    desk.get_by_text("Why, and what was corrected").click()
    corrected = desk.locator(".was-corrected")
    expect(corrected.get_by_text("A trick was counted twice.")).to_be_visible()
    expect(corrected.get_by_text("the director")).to_be_visible()
    expect(corrected.get_by_text("the table's link")).to_be_visible()


def test_a_game_of_chicago_to_forty_two_with_a_set_back(hall):
    owner = hall.club.actors["owner"]
    table = make_table(hall.club.club, owner, law_set="chicago-1890", name="Chicago table")
    links.issue(table=table, actor=owner)
    page = hall.phone(table)

    # Chicago laws 21 and 22: each side all it made; a maker who fails is set back the bid.
    enter(page, bid=8, maker=1, trump="H", points=5)
    expect(scores(page)).to_have_text(["\N{MINUS SIGN}8", "9"])
    enter(page, bid=9, maker=2, trump="S", points=12)
    expect(scores(page)).to_have_text(["\N{MINUS SIGN}6", "21"])
    enter(page, bid=10, maker=4, trump="D", points=13)
    expect(scores(page)).to_have_text(["\N{MINUS SIGN}5", "34"])
    tap_deal(page, {"bid": 8, "maker": 4, "trump": "C", "points": 12})
    expect(shown(page)).to_contain_text("That ends the game: Y & Z.")
    confirm(page)

    expect(page.get_by_role("heading", name="Y & Z")).to_be_visible()
    expect(scores(page)).to_have_text(["\N{MINUS SIGN}3", "46"])

    # Law 14: the losers have the option of the first deal.
    page.get_by_role("link", name="Next game").click()
    expect(page.get_by_text("The losers have the option of the first deal")).to_be_visible()
    expect(page.get_by_label("First dealer").locator("option")).to_have_text(["Seat 1: A", "Seat 3: B"])
    page.get_by_label("First dealer").select_option("3")
    page.get_by_role("button", name="Begin the game").click()
    expect(page.get_by_text("Dealer: B", exact=True)).to_be_visible()
    expect(scores(page)).to_have_text(["0", "0"])
    assert Game.objects.filter(table=table).count() == 2


def test_a_second_directors_stale_edit_is_refused_with_both_versions(hall):
    record(hall.club.table, hall.club.actors["scorer"], dealer=1, maker=1, points=[10, 4])
    first = hall.member("director", viewport=DESK).new_page()
    second = hall.member("owner", viewport=DESK).new_page()
    for page, points in ((first, 9), (second, 12)):
        page.goto(f"/tables/{hall.club.table.pk}/deals/1/")
        tap(page, "points", points)
        page.get_by_label("Reason for the correction").fill(f"{points} were counted.")
        expect(shown(page).get_by_role("button", name="Record the correction")).to_be_enabled()
    first.get_by_role("button", name="Record the correction").click()
    expect(first.get_by_text("Deal 1 is corrected.")).to_be_visible()

    second.get_by_role("button", name="Record the correction").click()

    refusal = second.get_by_role("alert")
    expect(refusal).to_contain_text("somebody was quicker")
    expect(refusal).to_contain_text("9 : 5")
    expect(refusal).to_contain_text("12 : 2")
    expect(second.get_by_label("Reason for the correction")).to_have_value("12 were counted.")
    assert DealRevision.objects.count() == 2


@pytest.mark.full
def test_the_players_are_seated_by_a_cut(hall):
    page = hall.phone()
    page.get_by_role("link", name="Cuts").click()
    page.get_by_label("What is cut for").select_option("partners")
    page.get_by_text("Enter the cards that were cut").click()
    for player, card in {"A": "KS", "Y": "2D", "B": "10H", "Z": "QC"}.items():
        page.get_by_label(player, exact=True).fill(card)
    page.get_by_role("button", name="Record these cards").click()

    # Foster 1897, Cutting: the two highest against the two lowest, and the highest deals.
    partners = page.get_by_text("Partners:").inner_text()
    assert {frozenset(pair.strip(" .").split(" & ")) for pair in partners.split(":")[1].split(";")} == {
        frozenset("AZ"),
        frozenset("BY"),
    }
    expect(page.get_by_text("First dealer: A")).to_be_visible()
    page.get_by_role("button", name="Begin the game as it was cut").click()
    expect(page.get_by_text("Dealer: A", exact=True)).to_be_visible()
    expect(page.locator(".scoreboard-names").first).to_have_text(re.compile(r"^\s*(A & Z|Z & A)\s*$"))

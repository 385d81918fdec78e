"""Whole games on the pages: Foster to 51 with a correction, Chicago to 42 with a set back."""

import re

import pytest
from playwright.sync_api import expect

from scoring.tables.models import DealRevision, Game
from scoring.tables.services import links
from tests.factories import make_table
from tests.pages.arrangements import record_deals
from tests.pages.conftest import DESK
from tests.pages.entering import confirm, enter, scores, shown, tap, tap_deal

pytestmark = pytest.mark.browser


def test_a_game_of_foster_to_fifty_one_with_a_correction(hall):
    # Foster's scoring: A-B make it and score ten less four; then Y-Z fail, so A-B score nine and seven.
    record_deals(hall.club, hall.club.table, (1, 8, 10), (2, 7, 5))
    page = hall.phone()
    expect(scores(page)).to_have_text(["22", "0"])
    enter(page, bid=6, maker=1, trump="H", points=12)  # a mistake: they made five
    expect(scores(page)).to_have_text(["32", "0"])
    record_deals(hall.club, hall.club.table, (4, 9, 9), (3, 10, 14))

    desk = hall.member("director", viewport=DESK).new_page()
    slower = hall.member("owner", viewport=DESK).new_page()
    for other, counted in ((slower, 11), (desk, 5)):
        other.goto(f"/tables/{hall.club.table.pk}/deals/3/")
        tap(other, "points", counted)
    slower.get_by_label("Reason for the correction").fill("11 were counted.")
    expect(shown(slower).get_by_role("button", name="Record the correction")).to_be_enabled()
    desk.get_by_role("button", name="Record the correction").click()
    expect(desk.locator("#error-reason")).to_contain_text("needs its reason")
    expect(desk.locator('[name="points"][value="5"]')).to_be_checked()
    expect(desk.get_by_role("button", name="Record the correction")).to_be_enabled()
    # A-B bid six and made five: they score nothing, Y-Z score nine and six. The score becomes 36 and 19.
    expect(shown(desk).locator(".compare")).to_contain_text(re.compile(r"46.*36", re.DOTALL))
    expect(shown(desk).locator(".compare")).to_contain_text("19")
    desk.get_by_label("Reason for the correction").fill("A trick was counted twice.")
    desk.get_by_role("button", name="Record the correction").click()
    expect(desk.get_by_text("Deal 3 was corrected.")).to_be_visible()
    expect(scores(desk)).to_have_text(["36", "19"])
    # A second director, whose page shows the old revision, is refused and sees both versions.
    slower.get_by_role("button", name="Record the correction").click()
    for words in ("somebody else corrected this deal first", "A & B 5, Y & Z 9", "A & B 11, Y & Z 3"):
        expect(slower.get_by_role("alert")).to_contain_text(words)
    expect(slower.get_by_label("Reason for the correction")).to_have_value("11 were counted.")
    assert DealRevision.objects.count() == 6

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
    desk.emulate_media(media="print")
    expect(desk.get_by_role("heading", name="Deals")).to_be_visible()
    expect(desk.locator(".rail, .tabs, .foot, form, button").filter(visible=True)).to_have_count(0)


def test_a_game_of_chicago_to_forty_two_with_a_set_back(hall):
    owner = hall.club.actors["owner"]
    table = make_table(hall.club.club, owner, law_set="chicago-1890", name="Chicago table")
    links.issue(table=table, actor=owner)
    # Chicago laws 21 and 22: each side scores all it makes; a maker who fails is set back the bid.
    record_deals(hall.club, table, (1, 8, 5), (2, 9, 12), (4, 10, 13))
    page = hall.phone(table)
    expect(scores(page)).to_have_text(["\N{MINUS SIGN}5", "34"])
    tap_deal(page, {"bid": 8, "maker": 4, "trump": "C", "points": 12})
    expect(shown(page)).to_contain_text("That ends the game: Y & Z.")
    confirm(page)

    expect(page.get_by_role("heading", name="Y & Z")).to_be_visible()
    expect(scores(page)).to_have_text(["\N{MINUS SIGN}3", "46"])

    # Law 14: the losers have the option of the first deal.
    page.get_by_role("link", name="Next game").click()
    expect(page.get_by_text("The losers have the option of the first deal")).to_be_visible()
    expect(page.get_by_label("First dealer").locator("option")).to_have_text(["A", "B"])
    page.get_by_label("First dealer").select_option("3")
    page.get_by_role("button", name="Begin the game").click()
    expect(page.get_by_text("Dealer: B", exact=True)).to_be_visible()
    expect(scores(page)).to_have_text(["0", "0"])
    assert Game.objects.filter(table=table).count() == 2

    # Before its first deal the players are seated anew by a cut: the two highest against the two lowest,
    # and under Chicago the lowest deals.
    page.get_by_role("link", name="Cuts").click()
    page.get_by_label("What is cut for").select_option("partners")
    page.get_by_text("Enter the cards that were cut").click()
    for player, card in {"A": "KS", "Y": "2D", "B": "10H", "Z": "QC"}.items():
        page.get_by_label(player, exact=True).fill(card)
    page.get_by_role("button", name="Record these cards").click()
    expect(page.get_by_text("First dealer: Y")).to_be_visible()
    page.get_by_role("button", name="Begin the game as it was cut").click()
    expect(page.get_by_text("Dealer: Y", exact=True)).to_be_visible()
    expect(page.locator(".scoreboard-names").first).to_have_text(
        re.compile(r"^\s*(A & Z|Z & A|B & Y|Y & B)\s*$")
    )

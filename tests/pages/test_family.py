"""Tables of other games on a phone, and whole games: Foster to 51, Chicago to 42 with a set back."""

import re

import pytest
from playwright.sync_api import expect

from scoring.tables.models import DealRevision, Game, Seat, Table
from scoring.tables.services import links
from tests.factories import make_table
from tests.pages.arrangements import record_deals
from tests.pages.conftest import DESK
from tests.pages.entering import confirm, enter, made_scores, scores, shown, tap, tap_deal
from tests.pages.looks import flaws_of
from tests.running.day import some_of

pytestmark = pytest.mark.browser

TOWNS = ("Aarau", "Ystad", "Bergamo", "Zwolle", "Cadiz", "Delft", "Evora")


def test_a_director_opens_a_table_of_seven(hall):
    director = hall.member("director").new_page()
    director.goto(f"/clubs/{hall.club.club.slug}/tables/new/?law_set=foster-1897&game=dom-pedro-7")
    for seat, name in enumerate(TOWNS, start=1):
        director.get_by_label(f"Seat {seat}", exact=True).fill(name)
    director.get_by_role("button", name="Open the table under").click()
    expect(director.get_by_text("The table is open.")).to_be_visible()
    table = Table.objects.latest("pk")
    seated = Seat.objects.filter(game__table=table).order_by("seat").values_list("member__name", flat=True)
    assert list(seated) == [*TOWNS]


def test_four_who_play_alone_have_two_scores_in_a_row_on_a_phone(hall):
    club = hall.club
    named = ["Anna Archer", "Bea Baker", "Cal Carter", "Dan Dyer"]
    table = make_table(club.club, club.actors["director"], game="auction-pitch-4", players=named)
    page = hall.member("scorer").new_page()
    page.goto(f"/tables/{table.pk}/")
    sides = page.locator(".scoreboard-side")
    expect(sides).to_have_count(4)
    tops = [side.bounding_box()["y"] for side in sides.all()]
    assert tops[0] == tops[1] < tops[2] == tops[3]


# Foster 1897: Auction Cinch (scored as by Chicago 1890, Razzle-dazzle); Seven-up, Objects of the Game,
# California Jack, and Scoring, All Fives; Auction Pitch, Bidding and Setting Back; Pedro, Dom Pedro.
TAPPED = [
    (
        "seven-up",
        4,
        [("trump", "H"), ("won_high", 1), ("won_low", 2), ("won_jack", "none"), ("won_game", 2),
         ("won_gift", "award")],
        ["+1", "+3"],
    ),
    (
        "auction-pitch-6",
        6,
        [("bid", 3), ("maker", 4), ("trump", "S"), ("won_high", 4), ("won_low", 4), ("won_jack", 1),
         ("won_game", "none")],
        ["+1", "+3", "0", "\N{MINUS SIGN}3", "0", "0"],
    ),
    (
        "dom-pedro-7",
        7,
        [("bid", 9), ("maker", 2), ("trump", "S"), ("points_2", 10), ("points_3", 26)],
        ["0", "+10", "+26", "0", "0", "0", "0"],
    ),
    (
        "california-jack",
        2,
        [("trump", "H"), ("won_high", 1), ("won_low", 2), ("won_jack", 2), ("won_game", 2)],
        ["+1", "+3"],
    ),
    ("all-fives-2", 2, [("trump", "C"), ("points_1", 10), ("points_2", 16)], ["+10", "+16"]),
    (
        "auction-cinch",
        5,
        [("bid", 8), ("maker", 3), ("trump", "C"), ("called", 5), ("points", 9)],
        ["+5", "+5", "+9", "+5", "+9"],
    ),
]  # fmt: skip
"""Game, players, taps, and what each side makes. The gate taps two of them each day."""


@pytest.mark.parametrize(("game", "players", "taps", "made"), list(some_of(TAPPED, 3)))
def test_a_deal_of_any_game_takes_at_most_ten_taps(hall, game, players, taps, made):
    owner = hall.club.actors["owner"]
    table = make_table(hall.club.club, owner, game=game, players=TOWNS[:players])
    page = hall.phone(table)
    assert len(taps) + 1 <= 10
    for name, value in taps:
        tap(page, name, value)
    expect(made_scores(page)).to_have_text(made)
    assert flaws_of(page, "light") == []
    confirm(page)
    expect(page.get_by_text("Deal 1 is recorded.")).to_be_visible()
    expect(scores(page)).to_have_text([figure.removeprefix("+") for figure in made])
    assert page.locator(".cribbage").count() == (game == "all-fives-2"), "what is pegged has its board"


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

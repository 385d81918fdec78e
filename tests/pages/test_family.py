"""Tables of other games: one is opened by the director; on a phone a deal takes at most ten taps."""

import pytest
from playwright.sync_api import expect

from scoring.tables.models import Seat, Table
from tests.factories import make_table
from tests.pages.entering import confirm, made_scores, scores, tap
from tests.pages.looks import flaws_of

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


# Foster 1897: Auction Cinch (scored as by Chicago 1890, Razzle-dazzle); Seven-up, Objects of the Game,
# California Jack, and Scoring, All Fives; Auction Pitch, Bidding and Setting Back; Pedro, Dom Pedro.
@pytest.mark.parametrize(
    ("game", "players", "taps", "made"),
    [
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
        (
            "all-fives-2",
            2,
            [("trump", "C"), ("points_1", 10), ("points_2", 16)],
            ["+10", "+16"],
        ),
        (
            "auction-cinch",
            5,
            [("bid", 8), ("maker", 3), ("trump", "C"), ("called", 5), ("points", 9)],
            ["+5", "+5", "+9", "+5", "+9"],
        ),
    ],
)  # fmt: skip
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

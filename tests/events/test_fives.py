"""Tables of five: a player sits out in turn, each scores alone, and the two best go up.

Under Foster's laws a deal scores the difference of the points to the side that took more: fourteen to nothing
is fourteen, seven to seven is nothing.
"""

import re

import pytest

from scoring.office.verification import breaches
from scoring.tables.games import current_game
from scoring.tables.models import Game, Seat
from tests.events.evenings import FIVE, TIED, begun, signed_in
from tests.refusals import refusing
from tests.web.asking import reasons

pytestmark = pytest.mark.django_db

ALL = (14, 0)


@pytest.fixture
def evening(club):
    """An event with P1 to P4 at table 1 and P5 to P9 at table 2."""
    return begun(club, 9, movement=FIVE, deals_per_round=4)


def at_the_cards(evening):
    """Return the players of the next deal at the table of five, in seat order. The fifth player sits out."""
    game, _last = current_game(evening.table(2))
    return tuple(Seat.objects.filter(game=game.game_id).order_by("seat").values_list("member", flat=True))


def text_of(club, address, role="director"):
    return signed_in(club, role).get(address).content.decode()


def test_one_sits_out_each_deal_and_each_deals_once(evening):
    a, b, c, d, e = evening.players[4:]
    assert evening.send_deal(2, {"misdeal": "redeal"}).status_code == 201
    assert evening.last_table.deals == 0, "the same four deal again"
    seen = []
    for _ in range(5):
        seen.append(at_the_cards(evening))
        assert evening.give(2, TIED).outcome == "recorded"

    assert seen == [(a, b, c, d), (b, c, d, e), (c, d, e, a), (d, e, a, b), (e, a, b, c)]
    assert evening.last_table.deals == 5
    assert at_the_cards(evening) == (e, a, b, c), "the last deal stays on the table until the players move"
    with refusing("round-closed"):
        evening.give(2, TIED)
    assert Game.objects.filter(table=evening.table(2)).count() == 5
    assert list(breaches()) == []


def test_each_player_keeps_the_points_of_their_side_and_the_two_best_go_up(evening):
    head, (a, b, c, d, e) = evening.players[:4], evening.players[4:]
    evening.play(without=[2])
    # First deal: a and c against b and d. Second deal, a sits out: b and d against c and e.
    for points in (ALL, (5, 9), TIED, TIED, TIED):
        evening.give(2, points)

    table = evening.last_table
    assert dict(zip(table.players, table.result.points, strict=True)) == {a: 14, b: 0, c: 14 + 4, d: 0, e: 4}
    evening.run_due_moves()

    assert evening.current.number == 2
    assert set(evening.seats[0]) == {head[0], head[2], a, c}, "the head table's winners and the two best stay"
    scored = evening.points
    assert [scored[player] for player in (a, b, c, e, head[0])] == [14, 0, 18, 4, 16]
    evening.correct(2, 5, maker=2, points=[0, 14])
    # In the fifth deal e and b played against a and c, who scored its fourteen.
    assert [evening.points[player] for player in (a, b, c, d, e)] == [28, 0, 32, 0, 4]
    assert list(breaches()) == []


def test_a_tie_of_three_for_two_places_is_cut_and_the_director_names_two(evening):
    evening.play(without=[2])
    evening.ring()
    wrong = {"kind": "winners", "winners": [1], "reason": "x"}
    refused = evening.send("post", "rounds/1/tables/2/decide/", wrong)
    assert reasons(refused)["winners"] == "Say which 2 players have won."
    evening.decide(2, "winners", [2, 5])
    five = evening.seats[1]
    evening.run_due_moves()
    assert {five[1], five[4]} <= set(evening.seats[0])


def rows_of(page):
    """Return the cells of the table of the round as a screen reader reads them."""
    table = page[page.index('<table class="round-of-five">') : page.index("</table>")]
    rows = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row) for row in re.findall(r"<tr>(.*?)</tr>", table)]
    return [
        [re.sub(r"<span aria-hidden.*?</span>|<[^>]+>", "", cell).strip() for cell in row] for row in rows
    ]


def test_the_phone_at_a_table_of_five_shows_who_sat_out_what_each_scored_and_the_end(club, evening):
    here, head = (f"/tables/{evening.table(number).pk}/" for number in (2, 1))
    assert "This round so far" not in text_of(club, here)
    # P5 to P9 sit at table 2. P9 sits out the first deal, P5 the second, and so on.
    for points in (ALL, (5, 9), TIED):
        evening.give(2, points)

    assert rows_of(text_of(club, here)) == [
        ["Player", "Deal 1", "Deal 2", "Deal 3", "Has"],
        ["P5", "14", "sat out", "0", "14"],
        ["P6", "0", "0", "sat out", "0"],
        ["P7", "14", "4", "0", "18"],
        ["P8", "0", "0", "0", "0"],
        ["P9", "sat out", "4", "0", "4"],
    ]
    assert "This round so far" not in text_of(club, head)
    evening.give(2, TIED)
    before = text_of(club, here, "scorer")
    evening.give(2, TIED)
    after = text_of(club, here, "scorer")
    assert [('name="bid"' in page, "Your table is in." in page) for page in (before, after)] == [
        (True, False),
        (False, True),
    ]
    assert "Your table is in. The next places appear here when every table is in." in after


def test_the_pages_of_a_table_of_five_say_who_sits_out_and_what_each_has(club, evening):
    evening.give(2, ALL)
    table = evening.read("rounds/1/")["tables"][1]
    assert (table["points"], table["deals"]) == ([14, 0, 14, 0, 0], 1)
    director, here = signed_in(club), f"/tables/{evening.table(2).pk}/"
    sheets = ("score-sheets", "filled-sheets", "name-cards")
    pages = ("", "rounds/1/", "rounds/1/tables/2/", "projector/", "me/", "standings/")
    of_event = (*pages, *(f"print/{sheet}.pdf" for sheet in sheets))
    for address in (f"{here}sheet/", *(f"/events/{evening.pk}/{page}" for page in of_event)):
        assert director.get(address).status_code == 200, address
    page = text_of(club, here)
    assert "Sits out this deal:" in page
    assert "P5" in page, "who has just dealt"

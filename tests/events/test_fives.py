"""Tables of five in a progressive evening: one sits out in turn, each scores for himself, the two best go up.

Under Foster's laws a deal scores the difference of the points to the side that took more: fourteen to nothing
is fourteen, seven to seven is nothing.
"""

import re
from uuid import uuid4

import pytest
from django.test import Client

from scoring.events.models import Seating
from scoring.events.services import rounds, seat_changes, sweeps
from scoring.events.state import load
from scoring.office.verification import breaches
from scoring.refusals import Conflict
from scoring.tables.games import current_game
from scoring.tables.models import Game, Seat
from tests.events.evenings import correct, current, decide, give, planned, play, players_of, table_of
from tests.web.asking import reasons, send

pytestmark = pytest.mark.django_db

FIVE = {"odd": "table-of-five"}
ALL, NOTHING = (14, 0), (7, 7)


def begun(club, people=9, **wanted):
    """Return an event with four at table 1 and five at table 2, as they were named."""
    event = planned(club, people, movement=FIVE, **wanted)
    ids = players_of(event)
    rounds.start(event=event, actor=club.actors["director"], tables=[ids[:4], ids[4:9]])
    return event


def at_the_cards(event, number):
    """Return who plays the next deal at a table, in seat order."""
    game, _last = current_game(table_of(event, number))
    return tuple(Seat.objects.filter(game=game.game_id).order_by("seat").values_list("member", flat=True))


def points(event):
    found = load(type(event).objects.select_related("club", "law_set").get(pk=event.pk))
    return {line.player: line.points for line in found.board.standings}


def test_one_sits_out_each_deal_and_each_deals_once(club):
    event = begun(club)
    a, b, c, d, e = players_of(event)[4:]
    seen = []
    for _ in range(5):
        seen.append(at_the_cards(event, 2))
        assert give(event, club, 2, NOTHING).outcome == "recorded"

    assert seen == [(a, b, c, d), (b, c, d, e), (c, d, e, a), (d, e, a, b), (e, a, b, c)]
    assert current(event).tables[1].deals == 5
    with pytest.raises(Conflict) as full:
        give(event, club, 2, NOTHING)
    assert full.value.code == "round-closed"
    assert Game.objects.filter(table=table_of(event, 2)).count() == 5
    assert list(breaches()) == []


def test_a_misdeal_is_dealt_again_by_the_same_five(club):
    event = begun(club)
    before = at_the_cards(event, 2)
    table = table_of(event, 2)
    sent = send(
        club.client("scorer"), "post", f"tables/{table.pk}/deals/", {"misdeal": "redeal"}, key=uuid4()
    )
    assert sent.status_code == 201
    assert (at_the_cards(event, 2), current(event).tables[1].deals) == (before, 0)


def test_what_a_side_scores_is_each_players_own_and_the_two_best_go_up(club):
    event = begun(club)
    head, (a, b, c, d, e) = players_of(event)[:4], players_of(event)[4:]
    play(event, club, {1: (9, 5)}, without=[2])
    # The first deal: a and c against b and d. The second, without a: b and d against c and e.
    for said in (ALL, (5, 9), NOTHING, NOTHING, NOTHING):
        give(event, club, 2, said)

    table = current(event).tables[1]
    assert dict(zip(table.players, table.result.points, strict=True)) == {
        a: 14, b: 0, c: 14 + 4, d: 0, e: 4,
    }  # fmt: skip
    sweeps.tend(event.pk)

    assert current(event).number == 2
    at_head = set(current(event).tables[0].players)
    assert at_head == {head[0], head[2], a, c}, "the head table's winners stay, the two best of the five come"
    scored = points(event)
    assert (scored[a], scored[c], scored[e], scored[b], scored[head[0]]) == (14, 18, 4, 0, 16)
    assert list(breaches()) == []


def test_a_tie_of_three_for_two_places_is_cut_and_the_director_names_two(club):
    event = begun(club)
    director = club.actors["director"]
    play(event, club, without=[2])
    rounds.ring_bell(event=event, actor=director)
    where = f"events/{event.pk}/rounds/1/tables/2/decide/"
    wrong = send(club.client("director"), "post", where, {"kind": "winners", "winners": [1], "reason": "x"})
    assert "the 2 who have won" in reasons(wrong)["winners"]
    decide(event, club, 2, "winners", [2, 5])
    five = current(event).tables[1].players
    sweeps.tend(event.pk)
    assert {five[1], five[4]} <= set(current(event).tables[0].players)


def test_a_corrected_deal_changes_the_points_of_those_who_played_it(club):
    event = begun(club)
    a, b, c, d, e = players_of(event)[4:]
    for _ in range(5):
        give(event, club, 2, NOTHING)
    correct(event, club, 2, 5, maker=2, points=[0, 14])
    # The fifth deal was e and b against a and c.
    scored = points(event)
    assert [scored[one] for one in (a, b, c, d, e)] == [14, 0, 14, 0, 0]
    assert list(breaches()) == []


def test_a_whole_evening_of_fives_is_seated_again_from_its_seed(club, other_club):
    seen = []
    for one in (club, other_club):
        event = planned(one, 11, of_rounds=3, movement=FIVE)
        rounds.start(event=event, actor=one.actors["director"])
        order = players_of(event)
        for _ in range(3):
            seen.append(
                [[order.index(player) for player in table.players] for table in current(event).tables]
            )
            for table in current(event).tables:
                for deal in range(5 if len(table.players) == 5 else 4):
                    give(event, one, table.number, ALL if deal == 0 else NOTHING)
            sweeps.tend(event.pk)
    assert seen[:3] == seen[3:]
    assert all([len(table) for table in tables] == [5, 5] for tables in seen)
    assert Seating.objects.count() == 6
    assert list(breaches()) == []


def test_a_swap_at_a_table_of_five_begins_its_games_anew(club):
    event = begun(club)
    one, other = players_of(event)[0], players_of(event)[8]
    seat_changes.swap(event=event, actor=club.actors["director"], round_number=1, players=[one, other],
                      generation=1, reason="They came together.")  # fmt: skip
    assert current(event).tables[1].players[4] == one
    for _ in range(5):
        give(event, club, 2, NOTHING)
    assert current(event).tables[1].deals == 5
    assert list(breaches()) == []


def test_the_phone_at_a_table_of_five_shows_who_sat_out_and_what_each_scored_in_the_round(club):
    event = begun(club)
    director = Client()
    director.force_login(club.users["director"])
    address = f"/tables/{table_of(event, 2).pk}/"
    assert "This round so far" not in text_of(director, address)
    # P5 to P9 sit at table 2; each deal the next in turn sits out: first P9, then P5.
    for taken in (ALL, (5, 9), NOTHING):
        give(event, club, 2, taken)

    lines = rows_of(text_of(director, address))

    assert lines == [
        ["Player", "Deal 1", "Deal 2", "Deal 3", "Has"],
        ["P5", "14", "sat out", "0", "14"],
        ["P6", "0", "0", "sat out", "0"],
        ["P7", "14", "4", "0", "18"],
        ["P8", "0", "0", "0", "0"],
        ["P9", "sat out", "4", "0", "4"],
    ]
    assert "This round so far" not in text_of(director, f"/tables/{table_of(event, 1).pk}/")


def test_the_phone_says_when_all_deals_of_the_round_are_recorded(club):
    event = begun(club)
    scorer = Client()
    scorer.force_login(club.users["scorer"])
    address = f"/tables/{table_of(event, 2).pk}/"
    for _ in range(4):
        give(event, club, 2, NOTHING)
    assert "Wait for the bell" not in text_of(scorer, address)
    assert 'name="bid"' in text_of(scorer, address)

    give(event, club, 2, NOTHING)

    assert "All deals of this round are recorded here. Wait for the bell" in text_of(scorer, address)
    assert 'name="bid"' not in text_of(scorer, address)


def text_of(client, address):
    return client.get(address).content.decode()


def rows_of(page):
    """Return the cells of the table of the round as they are read out."""
    table = page[page.index('<table class="round-of-five">') : page.index("</table>")]
    rows = [re.findall(r"<t[hd][^>]*>(.*?)</t[hd]>", row) for row in re.findall(r"<tr>(.*?)</tr>", table)]
    return [
        [re.sub(r"<span aria-hidden.*?</span>|<[^>]+>", "", cell).strip() for cell in row] for row in rows
    ]


def test_the_pages_of_a_table_of_five_say_who_sits_out_and_what_each_has(club):
    event = begun(club)
    give(event, club, 2, ALL)
    told = send(club.client("player"), "get", f"events/{event.pk}/rounds/1/").json()["tables"][1]
    assert (told["points"], told["deals"]) == ([14, 0, 14, 0, 0], 1)
    director = Client()
    director.force_login(club.users["director"])
    for address in (
        f"/events/{event.pk}/",
        f"/events/{event.pk}/rounds/1/",
        f"/events/{event.pk}/rounds/1/tables/2/",
        f"/events/{event.pk}/projector/",
        f"/events/{event.pk}/me/",
        f"/events/{event.pk}/standings/",
        f"/tables/{table_of(event, 2).pk}/sheet/",
        f"/events/{event.pk}/print/score-sheets.pdf",
        f"/events/{event.pk}/print/filled-sheets.pdf",
        f"/events/{event.pk}/print/name-cards.pdf",
    ):
        assert director.get(address).status_code == 200, address
    assert "Sits out this deal:" in director.get(f"/tables/{table_of(event, 2).pk}/").content.decode()
    assert "P5" in director.get(f"/tables/{table_of(event, 2).pk}/").content.decode(), "who has just dealt"

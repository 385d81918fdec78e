"""First places, the bell, and moving exactly once."""

import re

import pytest
from django.test import Client

from scoring.clubs.permissions import Actor
from scoring.events.models import Bell, Seating
from scoring.events.play.services.bell import ring_bell
from scoring.office.verification import breaches
from scoring.tables.models import Game
from scoring.tables.services import links
from tests.events.evenings import FIRST_SIDE, SECOND_SIDE, begun, planned, signed_in
from tests.refusals import refusing
from tests.web.asking import reasons, rows

pytestmark = pytest.mark.django_db


def test_pips_and_suits_of_cards_give_the_places_and_starting_twice_starts_once(club):
    evening = planned(club)
    # Foster, Drawing for Positions: pips are the table, the suit the pair.
    drawn = ["R2S", "BAC", "RAS", "B2S", "RAC", "BAS", "B2C", "R2C"]
    cards = dict(zip(evening.players, drawn, strict=True))
    first = evening.start(cards=cards)

    assert evening.start() == first
    assert (Seating.objects.count(), Game.objects.filter(table__event=evening.event).count()) == (1, 2)
    a, b, c, d, e, f, g, h = evening.players
    head = evening.current.seated().tables[0]
    assert {frozenset(pair) for pair in head.partners()} == {frozenset({c, f}), frozenset({b, e})}
    assert set(evening.seats[1]) == {a, d, g, h}
    assert list(breaches()) == []


def test_places_by_cards_are_verified_in_whatever_order_the_cards_were_entered(club):
    evening = planned(club, 10)
    drawn = ["R2S", "BAC", "RAS", "B2S", "RAC", "BAS", "B2C", "R2C", "JK", "JK"]
    entered = list(zip(evening.players, drawn, strict=True))
    evening.start(cards=dict(reversed(entered)))

    assert list(evening.current.sitting_out) == evening.players[8:]
    assert list(breaches()) == []


def cards_shown(evening):
    """Return player → card and place, as the API shows round 1."""
    moves = evening.send("get", "rounds/1/").json()["why"]
    return {move["player"]: (move["card"], move["to"]) for move in moves}


def test_the_api_shows_the_card_that_a_player_drew_in_a_field(club):
    drawn = planned(club)
    drawn.start()
    # Foster, Drawing for Positions: pips are the table, the same suit makes partners.
    seats = {"RS": 1, "RC": 2, "BS": 3, "BC": 4}
    for card, place in cards_shown(drawn).values():
        assert place == ["A2".index(card[1]) + 1, seats[card[0] + card[2]]]

    entered = planned(club)
    cards = dict(zip(entered.players, ["R2S", "BAC", "RAS", "B2S", "RAC", "BAS", "B2C", "R2C"], strict=True))
    entered.start(cards=cards)
    assert {player: card for player, (card, _) in cards_shown(entered).items()} == cards

    by_hand = planned(club)
    by_hand.start(tables=[by_hand.players[:4], by_hand.players[4:]])
    assert {card for card, _ in cards_shown(by_hand).values()} == {None}


WRONG_STARTS = [
    pytest.param({"cards": {"0": "RAS"}}, "places.0", id="a card of nobody"),
    pytest.param({"cards": {"x": "RAS"}}, "cards.x", id="a key that is no id"),
    pytest.param({"tables": [["FIRST"] * 4]}, "places", id="one player in four seats"),
    pytest.param({"tables": [[1, 2, 3]]}, "tables.1", id="a table of three"),
    pytest.param({"tables": [[1, 2, 3, 4]]}, "places", id="people who do not take part"),
    pytest.param({"tables": [[1, 2, 3, 4]], "cards": {"1": "RAS"}}, "tables", id="both at once"),
]


@pytest.mark.parametrize(("body", "field"), WRONG_STARTS)
def test_an_impossible_start_is_refused_and_seats_nobody(club, body, field):
    evening = planned(club)
    first = evening.players[0]
    if "tables" in body:
        body = {**body, "tables": [[first if one == "FIRST" else one for one in body["tables"][0]]]}
    before = rows()

    assert field in reasons(evening.send("post", "start/", body))

    assert rows() == before


@pytest.mark.database
def test_when_all_are_in_the_bell_rings_by_itself_and_everybody_moves_once(club):
    evening = begun(club)
    evening.play_on(without=[2])
    assert (evening.current.number, Bell.objects.count()) == (1, 0)

    evening.play({2: SECOND_SIDE}, without=[1])
    for _ in range(3):
        evening.run_due_moves()
        evening.move(1)

    assert [(one.round_number, one.generation, one.cause) for one in Seating.objects.order_by("id")] == [
        (1, 1, "start"),
        (2, 1, "all-in"),
    ]
    assert Bell.objects.get().cause == "service"
    assert list(breaches()) == []


@pytest.mark.database
def test_a_bell_rung_three_times_is_one_bell_and_one_move(club):
    evening = begun(club)
    evening.play(deals_each=1)
    rung = [evening.ring() for _ in range(2)]
    evening.run_due_moves()
    assert evening.current.number == 1, "a deal is missing at both tables"
    evening.play_on(deals_each=1)
    # A second ring right after the move repeats the bell of round 1.
    rung.append(evening.ring())

    assert rung[0] == rung[1] == rung[2]
    assert (Bell.objects.count(), evening.current.number, evening.current.bell) == (1, 2, None)
    evening.give(1, FIRST_SIDE)
    assert evening.ring() != rung[0], "in a round in play it ends that round"
    assert evening.current.bell is not None


def test_a_bell_for_a_past_round_changes_nothing(club):
    evening = begun(club, of_rounds=4)
    for _ in range(2):
        evening.play_on()
    evening.give(1, FIRST_SIDE)

    answer = evening.send("post", "bell/", {"round": 1})

    assert (answer.status_code, answer.json()["round"]) == (202, 3)
    assert (evening.current.bell, Bell.objects.count()) == (None, 2)
    assert evening.send("post", "bell/", {"round": 4}).status_code == 404


@pytest.mark.parametrize(("bell", "table", "rings"), [
    ("head-table", 1, True), ("head-table", 2, False), ("organiser", 1, False),
])  # fmt: skip
def test_the_head_table_rings_the_bell_if_the_settings_say_so(club, bell, table, rings):
    evening = begun(club, movement={"bell": bell})
    at = evening.table(table)
    link = links.live_link(at)
    caller = Actor(club_id=club.club.pk, role="link", link_id=link.pk, table_id=at.pk)
    phone = Client()
    for each in (link, links.live_link(evening.table(3 - table))):
        phone.post("/t/", {"secret": links.secret_of(each)})
    page = phone.get(f"/tables/{at.pk}/").content.decode()
    assert ("The head table ends the round" in page) == rings
    if rings:
        assert "Tables 1, 2 still play." in page
        tag = re.search('data-tag="([^"]+)"', page)[1]
        evening.play(without=[1])
        fresh = phone.get(f"/tables/{at.pk}/", headers={"HX-Request": "true", "If-None-Match": f'W/"{tag}"'})
        assert "Table 1 still plays." in fresh.content.decode()
        assert 'id="ask-bell"' in page
        rung = phone.post(f"/events/{evening.pk}/bell/", {"round": "1", "table": at.pk})
        assert rung["Location"] == f"/tables/{at.pk}/"
        assert ring_bell(event=evening.event, actor=caller).by_link_id == link.pk
        after = phone.get(f"/tables/{at.pk}/").content.decode()
        assert ("The head table ends the round" in after, 'id="ask-bell"' in after) == (False, True)
        return
    with refusing("bell-not-yours"):
        ring_bell(event=evening.event, actor=caller)


def test_taking_a_move_back_is_offered_only_while_no_deal_of_the_round_is_entered(club):
    evening = begun(club)
    evening.play_on()
    browser = signed_in(club)
    address, action = f"/events/{evening.pk}/rounds/2/", f"/events/{evening.pk}/rounds/1/take-back/"
    assert action in browser.get(address).content.decode()
    evening.give(1, FIRST_SIDE)
    assert action not in browser.get(address).content.decode()

"""Rounds: places at the start, the bell, and moving exactly once."""

import pytest

from scoring.clubs.access import Actor
from scoring.events.models import Bell, Seating
from scoring.events.services import rounds, sweeps
from scoring.office.verification import breaches
from scoring.refusals import Conflict
from scoring.tables.models import Game
from scoring.tables.services import links
from tests.events.evenings import (
    FIRST_SIDE,
    SECOND_SIDE,
    begun,
    current,
    give,
    planned,
    play,
    play_on,
    players_of,
    table_of,
)
from tests.web.asking import reasons, rows, send

pytestmark = [pytest.mark.django_db, pytest.mark.database]


def director(club):
    return club.actors["director"]


def test_cards_give_the_places_their_pips_and_suits_say(club):
    event = planned(club)
    # Foster, Drawing for Positions: pips are the table, the suit the pair.
    drawn = ["R2S", "BAC", "RAS", "B2S", "RAC", "BAS", "B2C", "R2C"]
    cards = dict(zip(players_of(event), drawn, strict=True))
    rounds.start(event=event, actor=director(club), cards=cards)

    a, b, c, d, e, f, g, h = players_of(event)
    assert {frozenset(pair) for pair in current(event).seated().tables[0].partners()} == {
        frozenset({c, f}),
        frozenset({b, e}),
    }
    assert set(current(event).tables[1].players) == {a, d, g, h}
    assert list(breaches()) == []


def test_starting_twice_is_starting_once(club):
    event = begun(club)
    again = rounds.start(event=event, actor=director(club))
    assert (again.round_number, Seating.objects.count(), Game.objects.filter(table__event=event).count()) == (
        1,
        1,
        2,
    )


WRONG_STARTS = [
    pytest.param({"cards": {"0": "RAS"}}, "places.0", id="a card of nobody"),
    pytest.param({"cards": {"x": "RAS"}}, "cards.x", id="a key that is no id"),
    pytest.param({"tables": [["FIRST"] * 4]}, "places", id="one player in four seats"),
    pytest.param({"tables": [[1, 2, 3]]}, "tables.1", id="a table of three"),
    pytest.param({"tables": [[1, 2, 3, 4]]}, "places", id="people who do not take part"),
    pytest.param({"tables": [[1, 2, 3, 4]], "cards": {"1": "RAS"}}, "tables", id="both at once"),
]


@pytest.mark.parametrize(("body", "field"), WRONG_STARTS)
def test_a_start_that_cannot_be_is_refused_and_seats_nobody(club, body, field):
    event = planned(club)
    first = players_of(event)[0]
    if "tables" in body:
        body = {**body, "tables": [[first if one == "FIRST" else one for one in body["tables"][0]]]}
    before = rows()

    refused = reasons(send(club.client("director"), "post", f"events/{event.pk}/start/", body))

    assert field in refused
    assert rows() == before


def test_when_all_are_in_the_bell_rings_by_itself_and_everybody_moves_once(club):
    event = begun(club)
    play_on(event, club, without=[2])
    assert (current(event).number, Bell.objects.count()) == (1, 0)

    for _ in range(4):
        give(event, club, 2, SECOND_SIDE)
    for _ in range(3):
        sweeps.tend(event.pk)
        rounds.move_now(event=event, actor=director(club), round_number=1)

    assert [(one.round_number, one.generation, one.cause) for one in Seating.objects.order_by("id")] == [
        (1, 1, "start"),
        (2, 1, "all-in"),
    ]
    assert Bell.objects.get().cause == "service"
    assert list(breaches()) == []


def test_a_bell_rung_three_times_is_one_bell_and_one_move(club):
    event = begun(club)
    play(event, club, deals_each=3)
    rung = [rounds.ring_bell(event=event, actor=director(club)) for _ in range(2)]
    sweeps.tend(event.pk)
    assert current(event).number == 1, "a deal is missing at both tables"
    play_on(event, club, deals_each=1)
    # Once more, after the move, in a round that has just begun: still the bell of round 1.
    rung.append(rounds.ring_bell(event=event, actor=director(club)))

    assert rung[0] == rung[1] == rung[2]
    assert (Bell.objects.count(), current(event).number, current(event).bell) == (1, 2, None)


def test_a_bell_for_a_round_long_past_rings_nothing(club):
    event = begun(club, of_rounds=4)
    for _ in range(2):
        play_on(event, club)
    give(event, club, 1, FIRST_SIDE)

    answer = send(club.client("director"), "post", f"events/{event.pk}/bell/", {"round": 1})

    assert (answer.status_code, answer.json()["round"]) == (202, 3)
    assert (current(event).bell, Bell.objects.count()) == (None, 2)
    assert send(club.client("director"), "post", f"events/{event.pk}/bell/", {"round": 4}).status_code == 404


def test_a_bell_in_a_round_in_play_ends_that_round(club):
    event = begun(club)
    play_on(event, club)
    give(event, club, 1, FIRST_SIDE)
    rounds.ring_bell(event=event, actor=director(club))
    assert current(event).bell is not None


def test_a_bell_before_the_start_is_refused(club):
    with pytest.raises(Conflict) as refused:
        rounds.ring_bell(event=planned(club), actor=director(club))
    assert refused.value.code == "event-not-started"


@pytest.mark.parametrize(("bell", "table", "rings"), [
    ("head-table", 1, True), ("head-table", 2, False), ("organiser", 1, False),
])  # fmt: skip
def test_the_bell_stands_at_the_head_table_where_the_event_says_so(club, bell, table, rings):
    event = begun(club, movement={"bell": bell})
    at = table_of(event, table)
    link = links.live_link(at)
    caller = Actor(club_id=club.club.pk, role="link", link_id=link.pk, table_id=at.pk)
    if rings:
        assert rounds.ring_bell(event=event, actor=caller, cause="head-table").by_link_id == link.pk
        return
    with pytest.raises(Conflict) as refused:
        rounds.ring_bell(event=event, actor=caller, cause="head-table")
    assert refused.value.code == "bell-not-yours"

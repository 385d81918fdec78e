"""Rounds: places at the start, the bell, moving exactly once and back, deals of rounds that are over."""

from uuid import uuid4

import pytest

from laws.domain.errors import InvalidInput
from scoring.access import Actor
from scoring.models import Bell, Game, Member, Seating, TakeBack
from scoring.refusals import Conflict
from scoring.selectors.verification import breaches
from scoring.services import corrections, deals, events, held, links, round_steps, rounds, sweeps
from tests.scoring.asking import reasons, rows, send
from tests.scoring.evenings import (
    FIRST_SIDE,
    SECOND_SIDE,
    begun,
    current,
    deal_of,
    give,
    now,
    planned,
    play,
    players_of,
    seats,
    table_of,
)

pytestmark = pytest.mark.django_db


def director(club):
    return club.actors["director"]


def test_the_seed_draws_the_same_places_whoever_asks(club, other_club):
    seen = []
    for one in (club, other_club):
        event = planned(one, 13)
        rounds.start(event=event, actor=director(one))
        order = players_of(event)
        seen.append(
            (
                [[order.index(player) for player in table] for table in seats(current(event))],
                [order.index(player) for player in current(event).sitting_out],
            )
        )
    assert seen[0] == seen[1]
    assert (len(seen[0][0]), len(seen[0][1])) == (3, 1)


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


def test_the_players_move_as_foster_says(club):
    event = begun(club)
    a, b, c, d, e, f, g, h = players_of(event)
    play(event, club, {1: FIRST_SIDE, 2: SECOND_SIDE})
    sweeps.tend(event.pk)

    # The head table's winners (seats 1 and 3) stay, its losers go to the last table; the winners of the last
    # table (seats 2 and 4) go up, its losers stay, and each of them takes one of those who arrive as partner.
    head, last = current(event).seated().tables
    assert (set(head.players), set(last.players)) == ({a, c, f, h}, {b, d, e, g})
    assert {frozenset(pair) for pair in head.partners()} == {frozenset({a, c}), frozenset({f, h})}
    for pair in last.partners():
        assert len(set(pair) & {e, g}) == 1
    told = {move["player"]: move for move in current(event).seating.told["moved"]}
    assert {told[player]["star"] for player in (a, c)} == {"gold"}
    assert {told[player]["star"] for player in (f, h)} == {"red"}
    assert (told[b]["from"][0], told[b]["to"][0]) == (1, 2)


def test_when_all_are_in_the_bell_rings_by_itself_and_everybody_moves_once(club):
    event = begun(club)
    play(event, club, without=[2])
    sweeps.tend(event.pk)
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
    play(event, club, deals_each=1)
    sweeps.tend(event.pk)
    # Once more, after the move, in a round that has just begun: still the bell of round 1.
    rung.append(rounds.ring_bell(event=event, actor=director(club)))

    assert rung[0] == rung[1] == rung[2]
    assert (Bell.objects.count(), current(event).number, current(event).bell) == (1, 2, None)


def test_a_bell_for_a_round_long_past_rings_nothing(club):
    event = begun(club, of_rounds=4)
    for _ in range(2):
        play(event, club)
        sweeps.tend(event.pk)
    give(event, club, 1, FIRST_SIDE)

    answer = send(club.client("director"), "post", f"events/{event.pk}/bell/", {"round": 1})

    assert (answer.status_code, answer.json()["round"]) == (202, 3)
    assert (current(event).bell, Bell.objects.count()) == (None, 2)
    assert send(club.client("director"), "post", f"events/{event.pk}/bell/", {"round": 4}).status_code == 404


def test_a_bell_in_a_round_in_play_ends_that_round(club):
    event = begun(club)
    play(event, club)
    sweeps.tend(event.pk)
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


def moved_on(club, **wanted):
    """Return an event whose players have just been moved to round 2."""
    event = begun(club, **wanted)
    play(event, club, {1: FIRST_SIDE, 2: SECOND_SIDE})
    sweeps.tend(event.pk)
    assert current(event).number == 2
    return event


def test_a_move_is_taken_back_and_made_again_only_when_somebody_says_so(club):
    event = moved_on(club)
    seated = seats(current(event))
    for _ in range(2):
        rounds.take_back(event=event, actor=director(club), round_number=1, reason="a name was missing")
    assert (current(event).number, TakeBack.objects.count()) == (1, 1)

    for _ in range(2):
        sweeps.tend(event.pk)
    rounds.ring_bell(event=event, actor=director(club))
    assert current(event).number == 1, "neither a sweep nor a message nor a bell moves them again"
    shown = send(club.client("player"), "get", f"events/{event.pk}/rounds/1/").json()
    assert [one["kind"] for one in shown["waits_for"]] == ["taken-back"]

    for _ in range(2):
        rounds.move_now(event=event, actor=director(club), round_number=1)
    assert (current(event).number, current(event).seating.generation) == (2, 2)
    assert seats(current(event)) == seated, "the same facts, the same seats"
    assert current(event).seating.after == TakeBack.objects.get()
    assert list(breaches()) == []


def test_a_correction_between_a_move_and_its_repeat_changes_who_goes_up(club):
    event = moved_on(club)
    e, f, g, h = players_of(event)[4:]
    assert {f, h} <= set(current(event).tables[0].players)
    rounds.take_back(event=event, actor=director(club), round_number=1)
    for number in (1, 2, 3, 4):
        corrections.correct(table=table_of(event, 2), actor=director(club), number=number,
                            changes={"maker": 1, "points": [9, 5]}, reason="the wrong side")  # fmt: skip
    rounds.move_now(event=event, actor=director(club), round_number=1)

    assert {e, g} <= set(current(event).tables[0].players)
    assert list(breaches()) == []


def test_once_a_deal_was_entered_a_move_stays(club):
    event = moved_on(club)
    give(event, club, 2, FIRST_SIDE)
    with pytest.raises(Conflict) as refused:
        rounds.take_back(event=event, actor=director(club), round_number=1)
    assert refused.value.code == "round-has-deals"
    assert current(event).number == 2


def test_only_the_last_move_is_taken_back(club):
    event = moved_on(club, of_rounds=4)
    play(event, club)
    sweeps.tend(event.pk)
    assert rounds.take_back(event=event, actor=director(club), round_number=1) is None
    assert rounds.take_back(event=event, actor=director(club), round_number=3) is None
    assert (current(event).number, TakeBack.objects.count()) == (3, 0)


def test_a_round_that_was_taken_back_takes_no_deal(club):
    event = moved_on(club)
    rounds.take_back(event=event, actor=director(club), round_number=1)
    with pytest.raises(Conflict) as refused:
        give(event, club, 1, FIRST_SIDE)
    assert refused.value.code == "round-closed"


def test_a_fifth_deal_is_refused_and_a_misdeal_counts_as_none(club):
    event = begun(club)
    misdeal = {"dealer": 1, "misdeal": "redeal"}
    scorer = club.actors["scorer"]
    assert deals.record(table=table_of(event, 1), actor=scorer, payload=misdeal, key=uuid4()).status == 201
    for _ in range(4):
        assert give(event, club, 1, FIRST_SIDE).status == 201
    fifth = send(
        club.client("scorer"),
        "post",
        f"tables/{table_of(event, 1).pk}/deals/",
        deal_of(FIRST_SIDE),
        key=uuid4(),
    )
    assert (fifth.status_code, fifth.json()["code"]) == (409, "round-closed")
    assert now(event).rounds[0].tables[0].deals == 4


def test_a_table_that_the_next_round_does_without_takes_no_more_deals(club):
    event = begun(club)
    for player in players_of(event)[:2]:
        events.leave(event=event, actor=director(club), member_id=player)
    play(event, club, {1: FIRST_SIDE, 2: SECOND_SIDE}, deals_each=3)
    rounds.ring_bell(event=event, actor=director(club))
    for number in (1, 2):
        round_steps.decide(event=event, actor=director(club), round_number=1, table_number=number,
                           kind="handed-in")  # fmt: skip
    sweeps.tend(event.pk)
    assert (len(current(event).tables), len(current(event).sitting_out)) == (1, 2)

    with pytest.raises(Conflict) as refused:
        give(event, club, 2, FIRST_SIDE)

    assert refused.value.code == "round-closed"
    assert list(breaches()) == []


def test_a_deal_from_a_phone_that_still_shows_the_last_round_is_held(club):
    event = moved_on(club)
    table = table_of(event, 1)
    body = {**deal_of(FIRST_SIDE), "game_number": 1}

    answer = send(club.client("scorer"), "post", f"tables/{table.pk}/deals/", body, key=uuid4())

    assert (answer.status_code, answer.json()["code"]) == (202, "another-game")
    assert [one.deals for one in current(event).tables] == [0, 0]
    held.set_aside(table=table, actor=director(club), held_id=answer.json()["held"], reason="of round 1")
    assert give(event, club, 1, FIRST_SIDE, game=2).status == 201
    assert list(breaches()) == []


def test_a_correction_after_the_move_changes_no_seat(club):
    event = moved_on(club)
    before = seats(current(event))
    for number in (1, 2, 3, 4):
        corrections.correct(table=table_of(event, 2), actor=director(club), number=number,
                            changes={"maker": 1, "points": [14, 0]}, reason="the wrong side")  # fmt: skip
    sweeps.tend(event.pk)
    assert seats(current(event)) == before
    # 14 points without the other side scoring, four times: 56, five more than 51.
    assert now(event).result_of(now(event).rounds[0].tables[1]).to_go == (-5, 51)
    assert now(event).rounds[0].tables[1].deals == 4
    assert list(breaches()) == []


def test_the_last_round_is_not_moved_from(club):
    event = begun(club, of_rounds=1)
    play(event, club)
    for _ in range(2):
        sweeps.tend(event.pk)
    answer = send(club.client("director"), "post", f"events/{event.pk}/rounds/1/move/")
    assert (answer.status_code, answer.json()["code"]) == (409, "last-round")
    assert send(club.client("player"), "get", f"events/{event.pk}/").json()["status"] == "over"
    assert Seating.objects.count() == 1


def test_a_preview_is_what_the_move_does_and_does_nothing(club):
    event = begun(club)
    with pytest.raises(InvalidInput):
        rounds.preview(event=event)
    play(event, club)
    before = rows()
    shown = rounds.preview(event=event)
    assert rows() == before
    sweeps.tend(event.pk)
    assert [table.players for table in shown.tables] == seats(current(event))
    assert shown.digest == current(event).seating.digest


def test_an_event_seats_its_tables_and_nobody_else_does(club):
    event = begun(club)
    table = table_of(event, 1)
    client = club.client("owner")
    for path, body, method in (
        (f"tables/{table.pk}/games/", {}, "post"),
        (f"tables/{table.pk}/", {"closed": True}, "patch"),
    ):
        refused = send(client, method, path, body)
        assert (refused.status_code, refused.json()["code"]) == (409, "table-of-an-event")
    assert Member.objects.filter(club=club.club, name="P1").exists()

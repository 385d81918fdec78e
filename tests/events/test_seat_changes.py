"""Seats changed by hand in a seated round: swaps, late entries and withdrawals, once and visible to all."""

import pytest

from laws.domain.sentences import from_json
from scoring.events.models import Seating, TakeBack
from scoring.events.play.services import seat_changes
from scoring.office.verification import breaches
from scoring.refusals import Conflict, NotAllowed, NotFound
from tests.events.evenings import FIRST_SIDE, SECOND_SIDE, begun
from tests.refusals import refusing

pytestmark = pytest.mark.django_db


@pytest.mark.database
def test_two_players_swap_seats_and_nobody_else_moves(club):
    evening = begun(club, 12)
    a, b, c, d, e, f, g, h, *rest = evening.players
    before = {table.number: table.game.number for table in evening.current.tables}

    first = evening.swap(b, e)

    assert evening.swap(b, e) == first, "sent twice it is done once"
    assert evening.seats == [(a, e, c, d), (b, f, g, h), tuple(rest)]
    games = {table.number: table.game.number for table in evening.current.tables}
    assert (games[1], games[2], games[3]) == (before[1] + 1, before[2] + 1, before[3])
    assert (TakeBack.objects.get().reason, evening.current.seating.generation) == ("They are a pair.", 2)
    moved = {move["player"]: from_json(move["why"]) for move in evening.current.seating.plan["moved"]}
    assert f"{{player:{c}}}" in moved[a]
    assert f"{{player:{d}}}" in moved[e], "the new partner is named"

    with pytest.raises(Conflict) as refused:
        evening.swap(a, h)
    assert (refused.value.code, refused.value.more["generation"]) == ("seats-changed", 2)
    evening.swap(a, h, generation=2)
    assert evening.seats == [(h, e, c, d), (b, f, g, a), tuple(rest)]
    # A deal that a phone sends for the old seats is held.
    assert evening.give(1, FIRST_SIDE, game=before[1]).outcome == "held"
    assert evening.give(1, FIRST_SIDE, game=before[1] + 2).outcome == "recorded"
    assert list(breaches()) == []


def test_recorded_deals_count_after_a_swap_at_other_tables(club):
    evening = begun(club, 16, movement={"minutes": 20})
    a, e, i, last = (evening.players[place] for place in (0, 4, 8, 11))
    evening.step("start")
    evening.give(1, FIRST_SIDE)
    evening.decide(4, "winners", [2])

    with refusing("round-has-deals"):
        evening.swap(a, last)
    evening.swap(e, i)

    assert evening.current.tables[0].deals == 1, "the deal of table 1 counts on"
    assert [step.kind for step in evening.current.clock] == ["start"]
    assert "winners" in evening.last_table.decisions
    evening.play(deals_each=1, without=[2, 3, 4])
    evening.play({2: SECOND_SIDE}, without=[1, 4])
    assert [table.deals for table in evening.current.tables] == [2, 2, 2, 0]
    evening.ring()
    evening.run_due_moves()
    assert evening.current.number == 2
    assert list(breaches()) == []


def test_one_of_a_late_pair_fills_the_free_seat_where_the_last_table_has_begun(club):
    evening = begun(club, 8)
    evening.give(2, FIRST_SIDE)
    evening.leave(evening.players[0])
    ghent, havre = evening.enter("Ghent").member_id, evening.enter("Havre").member_id
    evening.wish(ghent, partner=havre)
    before = evening.seats

    evening.amend()

    assert evening.seats[0][1:] == before[0][1:]
    assert {evening.seats[0][0], *evening.current.sitting_out} == {ghent, havre}
    assert evening.seats[1] == before[1]
    assert list(breaches()) == []


def test_a_late_entry_completes_a_table_in_the_round_in_play(club):
    evening = begun(club, 11)
    idle = set(evening.current.sitting_out)
    late = evening.enter()
    evening.give(1, FIRST_SIDE)

    assert evening.amend() == evening.amend(), "sent twice it is done once"

    assert Seating.objects.filter(round_number=1).count() == 2
    assert [table.number for table in evening.current.tables] == [1, 2, 3]
    assert set(evening.seats[2]) == {*idle, late.member_id}
    assert (evening.current.tables[0].deals, evening.current.sitting_out) == (1, ())
    assert evening.table(3).links.filter(revoked_at__isnull=True).count() == 1
    assert list(breaches()) == []


def test_a_player_who_leaves_after_a_deal_finishes_the_round(club):
    evening = begun(club, 9)
    who = evening.players[1]
    evening.give(1, FIRST_SIDE)
    evening.leave(who)

    with refusing("nothing-to-change"):
        evening.amend()
    assert evening.seats[0][1] == who


def test_a_changed_round_can_be_taken_back_and_made_again(club):
    evening = begun(club, 9)
    evening.play_on()
    evening.swap(evening.seats[0][0], evening.seats[1][0], of_round=2)

    evening.take_back(reason="A result was wrong.")
    assert (evening.current.number, evening.state.move_was_taken_back) == (1, True)
    evening.move(1)

    assert (evening.current.number, evening.current.seating.generation) == (2, 3)
    assert list(breaches()) == []


def test_only_two_players_with_a_place_can_be_swapped(club):
    evening = begun(club)
    looked_at = {"round_number": 1, "generation": 1}
    for players in ([1, 1], [1], "12", [1, 10**9], [True, 1], None):
        with refusing("players"):
            seat_changes.swap(**evening.action, **looked_at, players=players, reason="x")
    assert Seating.objects.count() == 1


def test_a_change_needs_a_reason_a_director_and_a_round_in_play(club):
    evening = begun(club)
    a, *_, h = evening.players
    swap = {**evening.action, "round_number": 1, "generation": 1, "players": [a, h], "reason": "x"}
    with pytest.raises(NotAllowed):
        seat_changes.swap(**swap | {"actor": club.actors["scorer"]})
    with refusing("reason"):
        seat_changes.swap(**swap | {"reason": " "})
    with pytest.raises(NotFound):
        evening.swap(a, h, of_round=2)
    evening.ring()
    with refusing("round-over"):
        evening.swap(a, h)

"""Players who come in the last round join that round, while it has room."""

import pytest

from scoring.clubs.models import Member
from scoring.events.planning.services import event_changes
from scoring.office.verification import breaches
from tests.events.evenings import FIRST_SIDE, TIED, begun, signed_in

pytestmark = pytest.mark.django_db


def test_a_late_entry_in_the_last_round_completes_a_table_with_those_who_sit_out(club):
    evening = begun(club, 11, of_rounds=1)
    idle = set(evening.current.sitting_out)
    evening.give(1, FIRST_SIDE)
    evening.give(2, FIRST_SIDE)

    late = evening.enter()

    assert set(evening.seats[2]) == {*idle, late.member_id}
    assert [table.deals for table in evening.current.tables] == [1, 1, 0]
    assert (late.from_round, evening.current.sitting_out) == (1, ())
    log = signed_in(club).get(f"/events/{evening.pk}/log/", headers={"accept-language": "es"})
    assert "Alguien llegó en la última ronda." in log.content.decode()
    evening.play(deals_each=1)
    assert evening.give(3, FIRST_SIDE).outcome == "recorded"
    evening.run_due_moves()
    assert evening.state.is_over
    assert list(breaches()) == []


def test_a_late_entry_in_the_last_round_takes_the_place_of_a_leaver_before_the_first_deal(club):
    evening = begun(club, 8, of_rounds=1)
    first, gone = evening.players[0], evening.players[5]
    before = evening.seats
    evening.leave(first)
    evening.enter(first)
    assert (evening.seats, evening.current.seating.generation) == (before, 1), "his place was still his"
    assert not evening.state.attendance.departures
    evening.leave(gone)

    late = evening.enter()

    assert evening.seats[1][1] == late.member_id
    assert gone not in evening.placed
    assert list(breaches()) == []


def test_a_late_entry_in_the_last_round_sits_out_if_no_place_is_free_and_can_be_swapped_in(club):
    evening = begun(club, 8, of_rounds=1)
    before = evening.seats
    evening.give(1, FIRST_SIDE)

    late = evening.enter()

    assert (evening.seats, evening.current.sitting_out) == (before, (late.member_id,))
    evening.swap(late.member_id, before[1][0], generation=evening.current.seating.generation)
    assert evening.seats[1][0] == late.member_id
    assert list(breaches()) == []


@pytest.mark.parametrize(
    ("people", "why"),
    [
        pytest.param(9, "The last round has begun at every table", id="every table has begun"),
        pytest.param(11, "The bell of the last round has rung", id="the bell has rung"),
    ],
)
def test_a_late_entry_that_comes_too_late_in_the_last_round_is_refused(club, people, why):
    evening = begun(club, people, of_rounds=1)
    if people == 9:
        evening.play(deals_each=1)
    else:
        evening.ring()
    before = evening.players, evening.seats, evening.current.sitting_out

    refused = evening.send("post", "players/", {"player": "Late"})

    assert (refused.status_code, refused.json()["code"]) == (409, "too-late")
    assert why in refused.json()["detail"]
    for page in ("players/", "check-in/", f"players/{evening.players[0]}/leave/"):
        shown = signed_in(club).get(f"/events/{evening.pk}/{page}").content.decode()
        assert 'name="player"' not in shown, page
        assert (why in shown) == ("leave" not in page)
    assert (evening.players, evening.seats, evening.current.sitting_out) == before
    assert not Member.objects.filter(club=club.club, name="Late").exists()


def test_a_player_withdrawn_by_mistake_in_the_last_round_is_brought_back_to_the_seat_they_still_have(club):
    evening = begun(club, 8, of_rounds=1)
    first, second = evening.players[:2]
    evening.play(deals_each=1)
    evening.leave(first)
    evening.leave(second)
    evening.enter(first)
    evening.ring()
    assert evening.page("players/").count("Bring back") == evening.page("check-in/").count(">Bring back") == 1
    evening.enter(second)
    assert not evening.state.attendance.departures
    assert evening.current.seating.generation == 1
    assert list(breaches()) == []


def test_a_player_who_was_away_comes_back_in_the_last_round(club):
    evening = begun(club, 9, of_rounds=2)
    who = evening.players[0]
    evening.leave(who)
    evening.play_on()
    assert (evening.current.number, len(evening.placed)) == (2, 8)

    evening.enter(who)

    assert evening.current.sitting_out == (who,)
    assert list(breaches()) == []


def test_where_the_director_makes_every_move_a_tie_of_the_last_round_holds_the_end(club):
    evening = begun(club, of_rounds=1, movement={"move_after_seconds": None})
    evening.play({2: TIED})
    evening.ring()
    evening.run_due_moves()
    assert not evening.state.is_over
    desk = evening.page()
    assert "Table 2 is tied. Enter the cards of its cut, or end the evening to have the tie drawn." in desk
    phone = signed_in(club).get(f"/tables/{evening.table(1).pk}/").content.decode()
    assert "Every table is in. The results follow when every tie is cut." in phone

    one, other = (side[0] for side in map(evening.last_table.seated.side, (1, 2)))
    evening.decide(2, "cut", [{str(one): "2H", str(other): "KS"}])
    assert evening.state.is_over


def test_where_the_director_makes_every_move_they_end_the_evening_to_have_a_tie_drawn(club):
    evening = begun(club, of_rounds=1, movement={"move_after_seconds": None})
    evening.play({2: TIED})
    evening.ring()
    event_changes.end_now(**evening.action, reason="The hall closes.", final=False)
    assert evening.state.is_over
    assert evening.state.rounds[0].decided_outcome(evening.last_table).cut.source == "drawn"

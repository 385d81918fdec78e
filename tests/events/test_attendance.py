"""Late entries, withdrawals, returns, changed wishes, and rounds that are seated again."""

from uuid import uuid4

import pytest

from laws.domain.errors import InvalidInput
from scoring.clubs.models import Member
from scoring.events.models import Departure, Return, WishChange
from scoring.events.people.leaving import leaving
from scoring.events.people.services import attendance
from scoring.events.play.plan_json import differences
from scoring.office.verification import breaches
from scoring.printing.lists import all_rounds
from tests.events.evenings import FIRST_SIDE, begun, partners, planned, signed_in
from tests.refusals import refusing

pytestmark = pytest.mark.django_db


def test_a_leaver_finishes_the_round_and_a_newcomer_plays_from_the_next(club):
    evening = begun(club, 9, of_rounds=5)
    who, before = evening.players[3], evening.seats
    withdrawal = evening.send("delete", f"players/{who}/")
    assert (withdrawal.status_code, withdrawal.json()["players"][3]["left_from_round"]) == (200, 2)
    assert evening.send("delete", "players/999999/").status_code == 404
    late = evening.enter("Late")
    assert (late.from_round, evening.seats) == (2, before), "seats that are taken stay as they are"
    evening.play_on()
    assert (who in evening.placed, late.member_id in evening.placed) == (False, True)

    evening.enter(who)
    assert who not in evening.placed
    evening.play_on()
    assert who in evening.placed
    evening.leave(who)
    evening.play_on()

    assert who not in evening.placed
    assert (Departure.objects.count(), Return.objects.get().from_round) == (2, 3)
    assert list(breaches()) == []


def test_a_player_who_comes_back_does_not_sit_out_first(club):
    evening = begun(club, 9, of_rounds=6)
    who, *_, ninth = evening.players
    evening.leave(who)
    for _ in range(3):
        evening.play_on()
    # Eight are left for two tables, so nobody sat out in rounds 2 to 4; in round 1 the ninth did.
    evening.enter(who)
    evening.play_on()
    (idle,) = evening.current.sitting_out
    assert idle != ninth
    assert list(breaches()) == []


def test_a_repeated_round_is_played_by_those_who_are_here_then_and_keeps_them_if_somebody_else_comes(club):
    evening = begun(club, 10, of_rounds=4)
    back = evening.players[3]
    evening.leave(back)
    evening.play_on()
    leaver = evening.seats[0][0]
    evening.enter(back)
    late = evening.enter().member_id
    evening.leave(leaver)
    evening.take_back()
    evening.move(1)
    assert {back, late} <= evening.placed
    assert leaver not in evening.placed
    assert differences(evening.state, evening.current) == {}
    later = evening.enter("Later").member_id

    evening.amend(2, generation=2)

    for _ in range(2):
        assert {back, late, later} <= evening.placed
        assert leaver not in evening.placed
        assert len(evening.placed) == 11
        evening.play_on()
    assert list(breaches()) == []


@pytest.mark.parametrize("kind", ["winner-progressive", "rotation"])
def test_after_a_move_is_taken_back_all_pages_tell_who_plays_the_repeated_round(club, kind):
    evening = begun(club, 12, of_rounds=3, movement={"kind": kind})
    evening.play_on()
    leaver, stays = evening.players[:2]
    evening.leave(leaver)
    late = evening.enter().member_id

    evening.take_back()

    coming = {entrant.member_id for entrant in evening.state.coming}
    players, phone = evening.page("players/"), evening.page(f"me/?player={leaver}")
    assert ("gone from round 2" in players, "gone from round 3" in players) == (True, False)
    assert "You go home after round 1." in phone
    printed = all_rounds(evening.state)[1].places() if kind == "rotation" else {}
    evening.move(1)
    assert coming == evening.placed
    assert {leaver, stays, late} & coming == {stays, late}
    assert not printed or printed.keys() == evening.placed
    assert list(breaches()) == []


def test_a_deal_that_was_missing_is_entered_after_the_move_is_taken_back(club):
    evening = begun(club)
    evening.play(without=[2])
    evening.play(deals_each=1, without=[1])
    evening.ring()
    evening.decide(2, "winners", [2])
    evening.run_due_moves()
    assert evening.current.number == 2
    evening.take_back(reason="The slip was found.")

    answer = evening.give(2, FIRST_SIDE)

    assert (answer.outcome, answer.body["number"]) == ("recorded", 2)
    assert [table.deals for table in evening.current.tables] == [2, 2]
    assert evening.last_table.result.points == (8, 0)
    evening.move(1)
    assert evening.give(2, FIRST_SIDE).body["number"] == 3, "the next round goes on after it"
    assert evening.last_table.deals == 1
    assert list(breaches()) == []


def test_wishes_are_changed_from_the_next_round_on(club):
    evening = begun(club, 8)
    lame, before = evening.players[0], evening.seats

    evening.wish(lame, fixed_table=2, fixed_seat=1)
    assert evening.seats == before
    evening.play_on()

    assert evening.seats[1][0] == lame
    assert evening.wish(lame, fixed_table=2, fixed_seat=1) is None, "nothing is changed"
    evening.wish(lame)
    state = evening.state
    assert state.attendance.value(state.entrants[0]).fixed_table is None
    assert list(breaches()) == []


def test_partners_wish_for_each_other_and_are_parted_together(club):
    evening = planned(club, 8)
    a, b, c, *_ = evening.players

    def partners():
        state = evening.state
        return [state.attendance.value(entrant).partner for entrant in state.entrants[:3]]

    evening.wish(a, partner=b)
    assert partners() == [b, a, None]
    evening.wish(a, partner=c)
    assert partners() == [c, None, a]
    with refusing("wishes"):
        evening.wish(b, partner=a)
    assert WishChange.objects.count() == 5
    assert list(breaches()) == []


def test_a_second_departure_is_refused_and_names_who_recorded_the_first_and_when(club):
    evening = begun(club, 9)
    where = f"players/{evening.players[0]}/"

    first = evening.send("delete", where)
    second = evening.send("delete", where, role="owner")

    departure, refusal = Departure.objects.get(), second.json()
    assert (first.status_code, second.status_code) == (200, 409)
    assert (refusal["code"], refusal["player"], refusal["left_from_round"]) == ("left-already", "P1", 2)
    assert refusal["left_at"] == departure.at.isoformat()
    assert refusal["written_down_by"] == departure.by_member.name
    assert refusal["detail"].startswith("P1 has left already")


def test_an_arrival_or_departure_repeated_under_its_key_is_the_same(club):
    evening = begun(club, 9)
    leaver, other, *_ = evening.players
    late, came, left = {"player": "Late"}, uuid4(), uuid4()

    arrivals = [evening.send("post", "players/", late, key=came) for _ in range(2)]
    departures = [evening.send("delete", f"players/{leaver}/", key=left) for _ in range(2)]

    assert [answer.status_code for answer in (*arrivals, *departures)] == [201, 201, 200, 200]
    assert (len(evening.players), Departure.objects.count()) == (10, 1)
    assert departures[0].json()["players"] == departures[1].json()["players"]
    again = evening.send("post", "players/", late, key=uuid4())
    assert (again.status_code, again.json()["code"]) == (409, "entered-already")
    elsewhere = evening.send("delete", f"players/{other}/", key=left)
    assert (elsewhere.status_code, elsewhere.json()["code"]) == (409, "key-reused")
    assert Departure.objects.count() == 1


def test_after_an_event_nobody_leaves_or_enters(club):
    evening = begun(club, of_rounds=1)
    evening.play_on()
    for action in (lambda: evening.leave(evening.players[0]), evening.enter):
        with refusing("event-over"):
            action()


def test_a_round_with_too_few_players_for_a_table_waits_and_gives_the_reason(club):
    evening = begun(club, 4)
    evening.leave(evening.players[0])
    evening.play_on()

    assert evening.current.number == 1
    refused = evening.send("post", "rounds/1/move/")
    assert (refused.status_code, refused.json()["code"]) == (409, "round-not-ready")
    assert "3 players are left" in refused.json()["detail"]


def test_the_fixed_seat_of_a_player_who_left_is_free(club):
    evening = planned(club, 9)
    gone = evening.players[0]
    evening.wish(gone, fixed_table=1, fixed_seat=1)
    evening.leave(gone)
    attendance.enter(**evening.action, player="New", wishes={"fixed_table": 1, "fixed_seat": 1})
    with pytest.raises(InvalidInput) as refused:
        evening.enter(gone)
    assert "cannot have the same fixed seat" in str(refused.value)


def test_a_name_in_another_case_is_no_new_person(club):
    evening = planned(club, 8)
    with refusing("entered-already"):
        evening.enter("p1")
    assert not Member.objects.filter(name="p1").exists()


def test_the_player_who_had_the_seat_in_between_does_not_stop_the_owner_from_coming_back(club):
    evening = begun(club, 9, of_rounds=6)
    gone, seat = evening.players[0], {"fixed_table": 1, "fixed_seat": 1}
    evening.wish(gone, **seat)
    evening.leave(gone)
    evening.play_on()
    between = attendance.enter(**evening.action, player="New", wishes=seat)
    evening.play_on()
    evening.play_on()
    evening.leave(between.member_id)
    evening.play_on()
    evening.enter(gone)
    evening.play_on()
    assert gone in evening.placed


def test_a_fixed_seat_that_somebody_else_still_has_keeps_nobody_out_of_the_round(club):
    evening = planned(club, 9)
    gone, seat = evening.players[0], {"fixed_table": 1, "fixed_seat": 1}
    evening.wish(gone, **seat)
    evening.start()
    evening.give(1, (9, 5))
    evening.leave(gone)
    attendance.enter(**evening.action, player="New", wishes=seat)
    evening.enter("Other")
    evening.amend()
    assert {entrant.member_id for entrant in evening.state.entrants} == evening.placed


def test_too_few_players_are_reported_at_once_and_named_as_what_the_round_waits_for(club):
    evening, browser = begun(club, 5, of_rounds=3), signed_in(club, "director")
    at = f"/events/{evening.pk}/"
    here = [entrant.member_id for entrant in evening.state.entrants]
    assert evening.leave(here[0])
    assert evening.state.too_few is None
    page = browser.post(f"{at}players/{here[1]}/leave/", follow=True).content.decode()
    assert "3 players are left, and 4 are needed for a table." in page

    answer = browser.get(f"/api/v1/events/{evening.pk}/rounds/1/").json()
    why = {"table": None, "kind": "too-few", "why": "3 players are left, and 4 are needed for a table."}
    assert why in answer["waits_for"]
    desk = browser.get(at).content.decode()
    assert "3 players are left, and 4 are needed" in desk
    evening.play()
    evening.run_due_moves()
    desk = browser.get(at).content.decode()
    assert "in a moment" not in desk.split('id="desk-next"')[1].split("</section>")[0]
    evening.enter("Somebody new")
    evening.run_due_moves()
    assert evening.current.number == 2


def whist(club, people=8):
    return begun(club, people, of_rounds=7, movement={"kind": "whist"})


def losses(evening, player):
    found = leaving(evening.state, evening.state.entrant(player))
    return found.from_round, [str(loss) for loss in found.losses]


def test_a_leaver_stops_a_whist_and_the_question_says_so_with_those_who_sit_out(club):
    evening = whist(club)
    for _ in range(2):
        evening.play_on()
    from_round, texts = losses(evening, evening.players[4])
    assert from_round == 4
    assert texts == [
        "The plan of this evening (Whist) stops after round 3. Later rounds are drawn so that those meet who "
        "have met least.",
        "From then on 3 players sit out in each round, instead of 0.",
    ]
    assert not evening.state.attendance.departures, "a question records nothing"


def test_who_leaves_a_pair_leaves_a_pair_and_a_player_to_sit_out(club):
    evening = planned(club, 8, of_rounds=3, movement={"kind": "pairs-round-robin"}, wishes=partners(8))
    evening.start()
    texts = losses(evening, evening.players[0])[1]
    assert "From then on 1 pair and a player without a partner sit out in each round." in texts


def test_a_newcomer_takes_the_place_of_a_leaver_and_the_whist_goes_on_by_its_plan(club):
    evening = whist(club)
    evening.play_on()
    evening.give(1, FIRST_SIDE)
    evening.give(2, FIRST_SIDE)
    gone = evening.players[4]
    newcomer = attendance.substitute(**evening.action, member_id=gone, player="Newcomer")
    assert gone in evening.placed, "the table has begun, so the leaver finishes the round"
    evening.play(deals_each=1)
    evening.run_due_moves()
    assert gone not in evening.placed
    assert newcomer.member_id in evening.placed
    assert not evening.current.sitting_out
    assert "of the whist for" in str(evening.current.seating.plan["moved"])
    assert list(breaches()) == []


@pytest.mark.parametrize("people", [8, 9, 10])
def test_before_the_first_deal_of_the_table_a_newcomer_takes_the_very_seat(club, people):
    evening = begun(club, people, of_rounds=3)
    gone, before = evening.seats[1][2], evening.seats
    newcomer = attendance.substitute(**evening.action, member_id=gone, player="Newcomer").member_id
    assert evening.seats == [tuple(newcomer if p == gone else p for p in seats) for seats in before]
    assert gone not in evening.placed
    evening.play_on()
    assert list(breaches()) == []


def test_a_newcomer_plays_with_the_partner_of_the_leaver(club):
    evening = begun(club, of_rounds=3, movement={"kind": "pairs-up"})
    gone, partner = evening.seats[0][0], evening.seats[0][2]
    name = evening.state.entrant(partner).member.name
    assert f"{name} has no partner then." in losses(evening, gone)[1]
    with refusing("players.1", text="One name"):
        attendance.substitute(**evening.action, member_id=gone, player="Ann & Bob")
    newcomer = attendance.substitute(**evening.action, member_id=gone, player="Newcomer").member_id
    assert evening.state.partners[newcomer] == partner
    evening.play_on()
    assert evening.current.seated().mates()[newcomer] == partner
    assert list(breaches()) == []


def test_a_refused_substitution_withdraws_nobody_and_a_repeat_counts_once(club):
    evening = whist(club)
    gone, other = evening.players[:2]
    taken = evening.state.entrant(other).member.name
    with refusing("entered-already"):
        attendance.substitute(**evening.action, member_id=gone, player=taken)
    assert not evening.state.attendance.departures
    key = uuid4()
    done = {attendance.substitute(**evening.action, member_id=gone, player="N", key=key).pk for _ in range(2)}
    assert len(done) == 1


def test_a_substitution_over_the_api(club):
    evening = whist(club)
    gone = evening.players[4]
    body = {"player": "Newcomer", "instead_of": gone}
    refused = evening.send("post", "players/", body | {"wishes": {"fixed_table": 1}})
    assert (refused.status_code, "wishes" in str(refused.json())) == (400, True)
    assert evening.send("post", "players/", body | {"instead_of": 99999}).status_code == 404
    assert evening.send("post", "players/", body).status_code == 201
    assert evening.send("post", "players/", body | {"player": "Another"}).json()["code"] == "left-already"
    assert gone not in evening.placed


def test_the_page_names_the_leaver_and_seats_the_newcomer_in_one_form(club):
    evening, browser = whist(club), signed_in(club)
    gone = evening.players[4]
    at = f"/events/{evening.pk}/players/{gone}/leave/"
    page = browser.get(at).content.decode()
    for words in (
        "Withdraw P5?",
        "stops after round 1",
        "If somebody comes instead, the evening goes on as planned.",
    ):
        assert words in page
    refused = browser.post(at, {"step": "substitute", "player": "P1"})
    assert refused.status_code in (400, 409)
    assert "P1 takes part already." in refused.content.decode()
    said = browser.post(at, {"step": "substitute", "player": "Newcomer"}, follow=True).content.decode()
    assert "Newcomer plays this round at table 2, seat 1." in said
    assert browser.get(at).status_code == 302, "the leaver is gone, so there is no question any more"
    few = begun(club, 4, name="Few")
    page = browser.get(f"/events/{few.pk}/players/{few.players[0]}/leave/").content.decode()
    assert "3 players are left, and 4 are needed for a table." in page


def test_before_the_start_a_removal_says_that_there_is_no_such_whist(club):
    evening = planned(club, 8, movement={"kind": "whist"})
    from_round, texts = losses(evening, evening.players[0])
    assert from_round == 1
    assert texts[0].startswith("no whist is known for 7 players")

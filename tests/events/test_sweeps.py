"""What workers do in an event: ring bells by the clock, call the last hand, move, exactly once."""

from datetime import timedelta

import pytest
from django.db import OperationalError, connection
from django.test.utils import CaptureQueriesContext

from laws.domain.errors import InvalidInput
from scoring import tasks
from scoring.events import queries
from scoring.events.models import Bell, ClockStep, Event, FailedMove, Final, Seating
from scoring.events.planning.domain.settings import EVENT_SETTINGS
from scoring.events.planning.services import event_changes
from scoring.events.play.services import due_moves
from scoring.events.results.services import decisions
from scoring.journal.models import Entry
from scoring.office.verification import breaches
from scoring.refusals import Conflict
from scoring.tables.models import HeldEntry
from scoring.tables.services import held
from scoring.workers.pauses import BROKER
from tests.events.evenings import FIRST_SIDE, TIED, begun, planned, signed_in
from tests.refusals import refusing
from tests.web.asking import reasons

pytestmark = pytest.mark.django_db

BY_THE_CLOCK = {"bell": "clock", "minutes": 30, "last_hand_minutes": 5}


def test_the_clock_calls_the_last_hand_and_rings_the_bell_once(club, later):
    evening = begun(club, movement=BY_THE_CLOCK)
    evening.step("start")
    # A jump back by an hour and a half rings no second bell.
    for minutes, calls, bells in (
        (24, 0, 0), (26, 1, 0), (27, 1, 0), (29, 1, 0), (31, 1, 1), (32, 1, 1), (-60, 1, 1),
    ):  # fmt: skip
        later(minutes=minutes)
        evening.run_due_moves()
        called = ClockStep.objects.filter(kind="last-hand").count()
        assert (called, Bell.objects.count()) == (calls, bells), minutes
    assert (Bell.objects.get().cause, evening.current.number) == ("clock", 1)
    evening.play_on()
    assert (evening.current.number, evening.current.clock) == (2, ()), "a new round does not start the clock"
    later(minutes=90)
    evening.run_due_moves()
    assert evening.current.bell is None
    assert list(breaches()) == []


@pytest.mark.parametrize(("done", "kind"), [
    ([], "pause"), ([], "resume"), (["start"], "start"), (["start"], "resume"), (["start", "pause"], "pause"),
    (["start", "last-hand"], "last-hand"), (["start", "pause"], "start"),
])  # fmt: skip
def test_a_button_of_the_clock_pressed_twice_changes_nothing(club, done, kind):
    evening = begun(club)
    for step in done:
        evening.step(step)
    before = Entry.objects.count()
    assert evening.step(kind) is None
    assert Entry.objects.count() == before


def test_the_clock_starts_after_minutes_were_added_or_the_last_hand_was_called(club):
    evening = begun(club, movement=BY_THE_CLOCK)
    evening.step("add", 5)
    evening.step("last-hand")
    assert evening.step("resume") is None
    assert evening.step("start") is not None
    assert evening.current.time.is_running
    assert evening.step("start") is None


def test_an_unknown_step_of_the_clock_is_refused(club):
    evening = begun(club)
    for body, field in (
        ({"step": "stop"}, "step"),
        ({"step": "add"}, "minutes"),
        ({"step": "add", "minutes": 0}, "minutes"),
        ({"step": "add", "minutes": 241}, "minutes"),
        ({"step": "start", "minutes": 5}, "minutes"),
    ):
        assert field in reasons(evening.send("post", "clock/", body)), body


def test_a_clock_and_a_bell_need_a_round_in_play(club):
    evening = planned(club)
    for action in (lambda: evening.step("start"), evening.ring):
        with refusing("event-not-started"):
            action()
    evening.start()
    evening.ring()
    with refusing("round-over"):
        evening.step("start")


@pytest.mark.database
def test_the_sweep_tends_every_event_that_has_begun(club, other_club):
    one, other, idle = begun(club), begun(other_club), planned(club, players=[f"Q{n}" for n in range(8)])
    for evening in (one, other):
        evening.play()

    tasks.sweep_events()
    tasks.sweep_events()

    assert [evening.current.number for evening in (one, other)] == [2, 2]
    assert idle.pk not in due_moves.running()
    tasks.run_due_moves(idle.pk)
    tasks.run_due_moves(10**8)
    assert Seating.objects.count() == 4


def loads(monkeypatch):
    """Return a list of the events whose state a sweep loads. It grows with each of them."""
    loaded = []
    load_state = due_moves.load_state

    def counted(event):
        loaded.append(event.pk)
        return load_state(event)

    monkeypatch.setattr(due_moves, "load_state", counted)
    return loaded


def test_a_sweep_loads_no_event_in_which_nothing_can_be_due(club, other_club, monkeypatch):
    begun(club).give(1, FIRST_SIDE)
    other = begun(other_club)
    tasks.sweep_events()
    loaded = loads(monkeypatch)
    with CaptureQueriesContext(connection) as asked:
        tasks.sweep_events()
    assert (loaded, len(asked.captured_queries)) == ([], 1)
    other.give(1, FIRST_SIDE)
    tasks.sweep_events()
    assert loaded == [other.pk]


def test_a_running_clock_and_a_period_of_corrections_are_swept_for_their_time(club, later):
    evening = begun(club, of_rounds=1, movement=BY_THE_CLOCK)
    evening.step("start")
    tasks.sweep_events()
    later(minutes=31)
    tasks.sweep_events()
    assert Bell.objects.count() == 1
    evening.play()
    tasks.sweep_events()
    later(minutes=24 * 60)
    tasks.sweep_events()
    assert Final.objects.count() == 1


def test_results_become_final_by_themselves_after_the_longest_period_of_corrections(club, later):
    week = EVENT_SETTINGS["correction_period_minutes"].high
    evening = begun(club, of_rounds=1, movement={"correction_period_minutes": week})
    evening.play_on()
    for minutes, editions in ((week - 1, 0), (week + 1, 1)):
        later(minutes=minutes)
        tasks.sweep_events()
        assert Final.objects.count() == editions


def test_a_correction_of_final_results_leaves_the_new_edition_to_the_director(club):
    evening = begun(club, of_rounds=1, movement={"correction_period_minutes": 0})
    evening.play_on()
    evening.run_due_moves()
    assert Final.objects.count() == 1
    evening.correct(1, 1, points=[5, 9], maker=2)
    assert due_moves.due(evening.state) is None
    evening.run_due_moves()
    assert (Final.objects.count(), FailedMove.objects.count()) == (1, 0)


def test_an_event_that_nobody_touches_for_nine_days_rests_until_somebody_does(club, later, monkeypatch):
    evening = begun(club)
    evening.step("start")
    loaded = loads(monkeypatch)
    later(minutes=9 * 24 * 60 - 1)
    tasks.sweep_events()
    assert loaded == [evening.pk]
    later(minutes=9 * 24 * 60 + 1)
    tasks.sweep_events()
    assert loaded == [evening.pk]
    evening.step("pause")
    tasks.sweep_events()
    assert loaded == [evening.pk] * 2


@pytest.mark.database
def test_an_event_in_which_nothing_is_due_is_looked_at_with_few_statements_and_no_lock(club):
    evening = begun(club, 16)
    evening.give(1, FIRST_SIDE)
    evening.run_due_moves()
    with CaptureQueriesContext(connection) as asked:
        evening.run_due_moves()
    statements = [query["sql"] for query in asked.captured_queries]
    assert len(statements) == 2, "the event and its version; the rest is known"
    assert not any("FOR UPDATE" in statement or "SAVEPOINT" in statement for statement in statements)


def failing(error):
    def fail(_):
        raise error

    return fail


def test_a_move_that_always_fails_is_given_up_after_five_and_the_director_moves(club, monkeypatch):
    evening = begun(club)
    evening.play()
    with monkeypatch.context() as broken:
        broken.setattr(
            "scoring.events.play.domain.movement_plan.plan", failing(ZeroDivisionError("a fault of ours"))
        )
        for _ in range(8):
            evening.run_due_moves()

    assert FailedMove.objects.count() == due_moves.MOST_FAILURES == 5
    assert FailedMove.objects.first().error == "a fault of ours"
    assert (evening.current.number, Bell.objects.count()) == (1, 0), "what failed was taken back as a whole"
    evening.run_due_moves()
    assert evening.current.number == 1
    evening.move()
    evening.play_on()
    assert evening.current.number == 3, "the next round moves by itself again"
    assert list(breaches()) == []


@pytest.mark.database
def test_a_busy_database_is_no_failure(club, monkeypatch):
    evening = begun(club)
    evening.play()
    with monkeypatch.context() as busy:
        busy.setattr(Event, "locked", failing(OperationalError("database is locked")))
        for _ in range(7):
            evening.run_due_moves()
    assert not FailedMove.objects.exists()
    evening.run_due_moves()
    assert evening.current.number == 2


@pytest.mark.parametrize("action", ["the last deal", "the bell", "a decision", "a doubt settled"])
def test_every_change_that_may_let_the_players_move_queues_a_check_at_once(
    club, action, monkeypatch, django_capture_on_commit_callbacks
):
    sent = []
    BROKER.end()  # after an earlier test without a broker, the queue would skip the broker for a while
    monkeypatch.setattr("cinchclub.celery.app.send_task", lambda name, args, retry: sent.append((name, args)))
    evening = begun(club)
    evening.play(without=[2])
    evening.play(without=[1], deals_each=1)
    doubt = decisions.doubt(**evening.action, round_number=1, table_number=1)
    actions = {
        "the last deal": lambda: evening.give(2, FIRST_SIDE),
        "the bell": evening.ring,
        "a decision": lambda: evening.decide(2, "handed-in"),
        "a doubt settled": lambda: decisions.settle(**evening.action, doubt_id=doubt.pk, reason="as it was"),
    }
    with django_capture_on_commit_callbacks(execute=True):
        actions[action]()
    assert sent == [("scoring.run_due_moves", (evening.pk,))]


def counting(club, seconds=20, **movement):
    """Return an evening of three rounds. Its players move this many seconds after the last result."""
    return begun(club, of_rounds=3, movement={"move_after_seconds": seconds, **movement})


def test_the_players_move_so_many_seconds_after_the_last_result_exactly_once(club, later):
    evening = counting(club)
    evening.play_on()
    assert (evening.current.number, evening.current.bell) == (1, None)
    assert queries.next_move(evening.state).at == queries.last_change_at(evening.event) + timedelta(
        seconds=20
    )
    later(seconds=15)
    evening.run_due_moves()
    assert evening.current.number == 1
    later(seconds=21)
    due_moves.sweep()
    due_moves.sweep()
    assert (evening.current.number, Bell.objects.count()) == (2, 1)
    assert evening.current.seating.cause == "all-in"
    assert list(breaches()) == []


def test_a_countdown_is_stopped_by_one_record_and_begins_again_when_it_is_released(club, later):
    evening = counting(club)
    evening.play_on()
    stop = evening.action | {"is_on": True, "round_number": 1}
    assert event_changes.hold(**stop).kind == "hold"
    assert event_changes.hold(**stop) is None
    later(seconds=60)
    evening.run_due_moves()
    assert (evening.current.number, evening.current.bell) == (1, None), "nor does the bell ring"
    event_changes.hold(**evening.action, is_on=False)
    evening.run_due_moves()
    assert evening.current.number == 1
    later(seconds=120)
    evening.run_due_moves()
    assert evening.current.number == 2
    with pytest.raises(Conflict) as late:
        event_changes.hold(**stop)
    assert (late.value.code, evening.state.is_held) == ("round-moved", False)


def test_if_the_director_moves_the_players_nothing_moves_by_itself(club, later):
    evening = counting(club, None)
    evening.play_on()
    later(seconds=600)
    evening.run_due_moves()
    assert (evening.current.number, evening.current.bell) == (1, None)
    evening.ring()
    evening.run_due_moves()
    assert evening.current.number == 1
    evening.move()
    assert evening.current.number == 2


def test_a_tie_holds_the_countdown_until_somebody_decides_it(club, later):
    evening = counting(club)
    evening.play_on({2: TIED})
    later(seconds=600)
    evening.run_due_moves()
    assert (evening.current.number, queries.next_move(evening.state).tied) == (1, [2])
    projector = evening.page("projector/")
    assert "Table 2 is tied and has to cut." in projector
    evening.decide(2, "winners", [1])
    evening.run_due_moves()
    assert evening.current.number == 1, "the decision begins the countdown"
    later(seconds=621)
    evening.run_due_moves()
    assert evening.current.number == 2


def test_keying_slips_again_restarts_the_countdown(club, later):
    evening = counting(club)
    evening.play_on()
    later(seconds=15)
    evening.correct(2, 2, points=[10, 4])
    later(seconds=25)
    evening.run_due_moves()
    assert evening.current.number == 1
    later(seconds=36)
    evening.run_due_moves()
    assert evening.current.number == 2


def test_an_entry_held_for_the_director_holds_the_countdown(club, later):
    evening = counting(club)
    evening.play()
    ahead = {"number": 9, "dealer": 1, "maker": 1, "bid": 8, "trump": "H", "points": [9, 5]}
    assert evening.send_deal(2, ahead).status_code == 202
    later(seconds=600)
    evening.run_due_moves()
    assert (evening.current.number, queries.next_move(evening.state).has_held) == (1, True)
    entry = {"held_id": HeldEntry.objects.get().pk, "reason": "It is of no deal."}
    held.set_aside(table=evening.table(2), actor=evening.director, **entry)
    later(seconds=1200)
    evening.run_due_moves()
    assert evening.current.number == 2


def in_the_last_round(club, seconds=20, **movement):
    return begun(club, of_rounds=1, movement={"move_after_seconds": seconds, **movement})


@pytest.mark.parametrize("has_bell", [False, True])
def test_the_evening_ends_so_many_seconds_after_the_last_result_exactly_once(club, later, has_bell):
    evening = in_the_last_round(club)
    evening.play(without=[2])
    if has_bell:
        evening.ring()
    evening.play(without=[1])
    evening.run_due_moves()
    assert (evening.state.status, bool(evening.current.bell)) == ("running", has_bell)
    later(seconds=15)
    evening.run_due_moves()
    assert evening.state.status == "running"
    later(seconds=21)
    due_moves.sweep()
    due_moves.sweep()
    assert (evening.state.status, evening.state.is_ended, Bell.objects.count()) == ("over", False, 1)
    assert [change.kind for change in evening.state.changes] == ["end"]
    evening.correct(2, 2, points=[10, 4])
    assert evening.state.status == "over", "a correction does not begin it again"
    assert list(breaches()) == []


def test_the_countdown_to_the_end_is_stopped_and_begins_again(club, later):
    evening = in_the_last_round(club)
    evening.play_on()
    event_changes.hold(**evening.action, is_on=True, round_number=1)
    later(seconds=60)
    evening.run_due_moves()
    assert (evening.state.status, evening.current.bell) == ("running", None)
    event_changes.hold(**evening.action, is_on=False)
    evening.run_due_moves()
    assert evening.state.status == "running"
    later(seconds=120)
    evening.run_due_moves()
    assert evening.state.status == "over"
    with pytest.raises(Conflict) as late:
        event_changes.hold(**evening.action, is_on=True, round_number=1)
    assert late.value.code == "last-round"


@pytest.mark.parametrize("has_bell", [False, True])
def test_a_tie_in_the_last_round_holds_the_end_until_somebody_decides_it(club, later, has_bell):
    evening = in_the_last_round(club)
    evening.play(without=[2])
    if has_bell:
        evening.ring()
    evening.play({2: TIED}, without=[1])
    later(seconds=600)
    evening.run_due_moves()
    assert (evening.state.status, queries.next_move(evening.state).tied) == ("running", [2])
    assert evening.current.shown_outcome(evening.current.tables[1], is_over=evening.state.is_over) is None
    evening.decide(2, "winners", [1])
    later(seconds=1221)
    evening.run_due_moves()
    assert evening.state.status == "over"


def test_the_directors_bell_ends_the_evening_if_every_result_is_in(club):
    evening = in_the_last_round(club)
    evening.play()
    evening.ring()
    assert (evening.state.status, evening.state.changes[-1].kind) == ("over", "end")
    tied = in_the_last_round(club)
    tied.play({2: TIED})
    tied.ring()
    assert tied.state.status == "running", "the tie still holds the end"


def test_without_a_countdown_the_last_result_ends_the_evening_and_the_program_cuts(club):
    evening = in_the_last_round(club, 0)
    evening.play_on({2: TIED})
    assert evening.state.status == "over"
    desk = evening.page()
    assert "Table 2, round 1: nobody has entered the cut, so the cut of the program counts." in desk
    assert "Every result is in." not in desk


def test_an_evening_that_ended_by_itself_is_as_provisional_as_any_other(club, later):
    evening = in_the_last_round(club)
    evening.play()
    later(seconds=21)
    evening.run_due_moves()
    assert queries.edition_to_reopen(evening.state) is None, "nobody has ended it by hand"
    event_changes.one_more_round(**evening.action, rounds=1, reason="There is time.")
    assert evening.state.status == "running"
    later(seconds=60)
    evening.run_due_moves()
    assert evening.current.number == 2


def test_the_countdown_to_the_end_is_on_every_page_with_its_words(club):
    evening, browser = in_the_last_round(club, 300), signed_in(club)
    at = f"/events/{evening.pk}/"
    assert "The evening ends by itself 300 seconds after the last result." in browser.get(at).content.decode()
    evening.play()
    ends = queries.next_move(evening.state).at.isoformat()
    desk = browser.get(at).content.decode()
    assert "Every result is in. The evening ends in" in desk
    projector, phone = browser.get(f"{at}projector/"), browser.get(f"/tables/{evening.table(1).pk}/")
    for page in (projector, phone):
        assert f'The evening ends in <b role="timer" data-countdown="{ends}"' in page.content.decode()
    assert evening.read()["clock"]["moves_at"] is None, "nobody moves"
    browser.post(f"{at}hold/", {"hold": "on", "round": "1"})
    for page in (at, f"{at}projector/"):
        assert "The evening ends in" not in browser.get(page).content.decode()
    assert "The evening does not end before you press “Stop waiting”." in browser.get(at).content.decode()


def test_an_end_that_is_held_can_be_released_although_the_director_now_makes_every_move(club):
    evening, browser = in_the_last_round(club, 300), signed_in(club)
    at = f"/events/{evening.pk}/"
    browser.post(f"{at}hold/", {"hold": "on", "round": "1"})
    event_changes.change(**evening.action, values={"move_after_seconds": None}, reason="We wait.")
    evening.play()
    evening.ring()
    assert not evening.state.is_over
    assert 'name="hold" value="off"' in browser.get(at).content.decode()
    browser.post(f"{at}hold/", {"hold": "off", "round": "1"})
    assert evening.state.is_over


def test_desk_projector_and_api_show_the_countdown_and_the_desk_stops_it(club):
    evening, browser = counting(club, 300), signed_in(club)
    at = f"/events/{evening.pk}/"
    evening.play()
    ends = queries.next_move(evening.state).at.isoformat()
    desk = browser.get(at).content.decode()
    assert "Every result is in. The players move in" in desk
    assert f'data-countdown="{ends}"' in browser.get(f"{at}projector/").content.decode()
    assert evening.read()["clock"]["moves_at"] is not None
    browser.post(f"{at}hold/", {"hold": "on", "round": "1"})
    assert evening.state.is_held
    for page in (at, f"{at}projector/"):
        assert "The players move in" not in browser.get(page).content.decode()
    assert evening.read()["clock"]["moves_at"] is None
    event_changes.change(**evening.action, values={"move_after_seconds": None}, reason="I move.")
    assert "You move the players: nothing moves by itself." in browser.get(at).content.decode()


@pytest.mark.parametrize(
    ("page", "leads_to"),
    [("move", 'rounds/2/">Seats of round 2'), ("slips", 'rounds/2/slips/">Slips of round 2')],
)
def test_the_preview_and_the_slips_count_down_stop_and_lead_on(club, later, page, leads_to):
    evening, browser = counting(club, 300), signed_in(club)
    at = f"/events/{evening.pk}/rounds/1/{page}/"
    evening.play()
    shown = browser.get(at).content.decode()
    assert "Every result is in. The players move in" in shown
    stopped = browser.post(
        f"/events/{evening.pk}/hold/", {"hold": "on", "round": "1", "to": f"event-{page}"}, follow=True
    )
    assert stopped.redirect_chain == [(at, 302)]
    assert "The move waits until you press “Move now”." in stopped.content.decode()
    assert "The players move in" not in stopped.content.decode()
    event_changes.hold(**evening.action, is_on=False)
    tag = browser.get(at, headers={"HX-Request": "true"})["ETag"]
    later(seconds=301)
    evening.run_due_moves()
    news = browser.get(at, headers={"HX-Request": "true", "If-None-Match": tag})
    assert news.status_code == 200
    assert "The players have moved to round 2." in news.content.decode()
    assert f'<a href="/events/{evening.pk}/{leads_to}</a>' in news.content.decode()
    assert "Move the players now?" not in news.content.decode()


def test_the_slips_of_the_last_round_count_down_to_the_end(club, later):
    evening, browser = in_the_last_round(club, 300), signed_in(club)
    at = f"/events/{evening.pk}/rounds/1/slips/"
    evening.play()
    assert "Every result is in. The evening ends in" in browser.get(at).content.decode()
    browser.post(at, {"step": "again", "round": ""})
    assert evening.state.is_held, "keying again holds the end"
    event_changes.hold(**evening.action, is_on=False)
    later(seconds=301)
    evening.run_due_moves()
    assert "The evening has ended." in browser.get(at).content.decode()


def test_an_evening_shortened_after_a_move_was_taken_back_ends_by_itself(club, later):
    evening = begun(club, of_rounds=3, movement={"move_after_seconds": 20})
    evening.play()
    evening.ring()
    evening.move()
    evening.take_back()
    event_changes.change(**evening.action, values={"rounds": 1}, reason="late")
    later(seconds=60)
    evening.run_due_moves()
    assert evening.state.status == "over"


def test_an_evening_that_is_over_takes_no_other_countdown(club):
    evening = begun(club, of_rounds=1, movement={"move_after_seconds": None})
    evening.play()
    evening.ring()
    with pytest.raises(InvalidInput) as refused:
        event_changes.change(**evening.action, values={"move_after_seconds": 30}, reason="late")
    assert list(refused.value.errors) == ["move_after_seconds"]
    assert evening.state.status == "over"

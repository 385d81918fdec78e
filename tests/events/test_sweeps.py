"""What an event does by itself: bells by the clock, the last hand, moves; never twice, never without end."""

from datetime import timedelta

import pytest
from django.db import OperationalError, connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from scoring import tasks
from scoring.events.models import Bell, ClockStep, Event, FailedMove, Seating
from scoring.events.services import decisions, rounds, sweeps
from scoring.journal.models import Entry
from scoring.office.verification import breaches
from scoring.refusals import Conflict
from scoring.workers.pauses import BROKER
from tests.events.evenings import FIRST_SIDE, begun, current, decide, give, planned, play, play_on
from tests.web.asking import reasons, send

pytestmark = [pytest.mark.django_db, pytest.mark.database]

BY_THE_CLOCK = {"bell": "clock", "minutes": 30, "last_hand_minutes": 5}


@pytest.fixture
def later(monkeypatch):
    """Return a function that puts the server's clock so many minutes ahead of what it is."""
    real = timezone.now

    def put(minutes):
        monkeypatch.setattr(timezone, "now", lambda: real() + timedelta(minutes=minutes))

    return put


def step(event, club, kind, minutes=None):
    return rounds.step_clock(event=event, actor=club.actors["director"], kind=kind, minutes=minutes)


def test_the_clock_calls_the_last_hand_and_rings_the_bell_once(club, later):
    event = begun(club, movement=BY_THE_CLOCK)
    step(event, club, "start")
    for minutes, calls, bells in ((24, 0, 0), (26, 1, 0), (27, 1, 0), (29, 1, 0), (31, 1, 1), (32, 1, 1)):
        later(minutes)
        sweeps.tend(event.pk)
        assert (ClockStep.objects.filter(kind="last-hand").count(), Bell.objects.count()) == (calls, bells), (
            minutes
        )
    assert (Bell.objects.get().cause, current(event).number) == ("clock", 1)
    play_on(event, club)
    assert (current(event).number, current(event).clock) == (2, ()), "a new round does not start the clock"
    later(90)
    sweeps.tend(event.pk)
    assert current(event).bell is None
    assert list(breaches()) == []


def test_a_clock_that_is_paused_or_given_more_time_rings_later(club, later):
    event = begun(club, movement=BY_THE_CLOCK)
    step(event, club, "start")
    later(10)
    step(event, club, "pause")
    later(60)
    sweeps.tend(event.pk)
    assert not Bell.objects.exists()
    step(event, club, "resume")
    step(event, club, "add", 5)
    later(60 + 24)
    sweeps.tend(event.pk)
    assert not Bell.objects.exists(), "10 and 24 minutes of 35 have gone"
    later(60 + 26)
    sweeps.tend(event.pk)
    assert Bell.objects.get().cause == "clock"


def test_a_clock_that_jumps_back_rings_no_second_bell(club, later):
    event = begun(club, movement=BY_THE_CLOCK)
    step(event, club, "start")
    later(31)
    sweeps.tend(event.pk)
    later(-60)
    sweeps.tend(event.pk)
    play_on(event, club)
    assert (Bell.objects.count(), current(event).number) == (1, 2)
    assert list(breaches()) == []


@pytest.mark.parametrize(("done", "kind"), [
    ([], "pause"), ([], "resume"), (["start"], "start"), (["start"], "resume"), (["start", "pause"], "pause"),
    (["start", "last-hand"], "last-hand"), (["start", "pause"], "start"),
])  # fmt: skip
def test_a_button_of_the_clock_pressed_twice_changes_nothing(club, done, kind):
    event = begun(club)
    for one in done:
        step(event, club, one)
    before = Entry.objects.count()
    assert step(event, club, kind) is None
    assert Entry.objects.count() == before


@pytest.mark.parametrize(("body", "field"), [
    ({"step": "stop"}, "step"), ({"step": "add"}, "minutes"), ({"step": "add", "minutes": 0}, "minutes"),
    ({"step": "add", "minutes": 241}, "minutes"), ({"step": "start", "minutes": 5}, "minutes"),
])  # fmt: skip
def test_a_step_of_the_clock_that_is_none_is_refused(club, body, field):
    event = begun(club)
    assert field in reasons(send(club.client("director"), "post", f"events/{event.pk}/clock/", body))


def test_a_clock_needs_a_round_in_play(club):
    event = planned(club)
    with pytest.raises(Conflict) as early:
        step(event, club, "start")
    rounds.start(event=event, actor=club.actors["director"])
    rounds.ring_bell(event=event, actor=club.actors["director"])
    with pytest.raises(Conflict) as late:
        step(event, club, "start")
    assert (early.value.code, late.value.code) == ("event-not-started", "round-over")


def test_the_sweep_tends_every_event_that_has_begun(club, other_club):
    one, other, idle = begun(club), begun(other_club), planned(club, players=[f"Q{n}" for n in range(8)])
    for event, of in ((one, club), (other, other_club)):
        play(event, of)

    tasks.sweep_events()
    tasks.sweep_events()

    assert [current(event).number for event in (one, other)] == [2, 2]
    assert idle.pk not in sweeps.running()
    tasks.tend_event(idle.pk)
    tasks.tend_event(10**8)
    assert Seating.objects.count() == 4


def test_an_event_in_which_nothing_is_due_is_looked_at_with_few_statements_and_no_lock(club):
    event = begun(club, 40)
    give(event, club, 1, FIRST_SIDE)
    sweeps.tend(event.pk)
    with CaptureQueriesContext(connection) as asked:
        sweeps.tend(event.pk)
    statements = [query["sql"] for query in asked.captured_queries]
    assert len(statements) == 2, "the event and its version; the rest is known"
    assert not any("FOR UPDATE" in statement or "SAVEPOINT" in statement for statement in statements)


def failing(error):
    def fail(_):
        raise error

    return fail


def test_a_move_that_always_fails_is_given_up_after_five_and_the_organiser_moves(club, monkeypatch):
    event = begun(club)
    play(event, club)
    with monkeypatch.context() as broken:
        broken.setattr("scoring.events.domain.plan.plan", failing(ZeroDivisionError("a fault of ours")))
        for _ in range(8):
            sweeps.tend(event.pk)

    assert FailedMove.objects.count() == sweeps.MOST_FAILURES == 5
    assert FailedMove.objects.first().error == "a fault of ours"
    assert (current(event).number, Bell.objects.count()) == (1, 0), "what failed was taken back as a whole"
    sweeps.tend(event.pk)
    assert current(event).number == 1
    rounds.move_now(event=event, actor=club.actors["director"], round_number=1)
    play_on(event, club)
    assert current(event).number == 3, "the next round moves by itself again"
    assert list(breaches()) == []


def test_a_busy_database_is_no_failure(club, monkeypatch):
    event = begun(club)
    play(event, club)
    with monkeypatch.context() as busy:
        busy.setattr(Event, "locked", failing(OperationalError("database is locked")))
        for _ in range(7):
            sweeps.tend(event.pk)
    assert not FailedMove.objects.exists()
    sweeps.tend(event.pk)
    assert current(event).number == 2


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("deed", ["the last deal", "the bell", "a decision", "a doubt settled"])
def test_whatever_may_let_the_players_go_is_told_to_the_workers_at_once(deed, monkeypatch):
    from tests.factories import make_club

    club = make_club()
    sent = []
    BROKER.end()  # a test before may have found no broker, which is then let alone for a while
    monkeypatch.setattr("cinchclub.celery.app.send_task", lambda name, args, retry: sent.append((name, args)))
    event = begun(club)
    play(event, club, without=[2])
    play(event, club, without=[1], deals_each=3)
    director = club.actors["director"]
    raised = decisions.doubt(event=event, actor=director, round_number=1, table_number=1)
    sent.clear()
    {
        "the last deal": lambda: give(event, club, 2, FIRST_SIDE),
        "the bell": lambda: rounds.ring_bell(event=event, actor=director),
        "a decision": lambda: decide(event, club, 2, "handed-in"),
        "a doubt settled": lambda: decisions.settle(
            event=event, actor=director, doubt_id=raised.pk, reason="as it was"
        ),
    }[deed]()
    assert sent == [("scoring.tend_event", (event.pk,))]

"""Tasks are sent by name after commit, can run twice, and never delay a deal."""

import inspect
import socket
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from datetime import timedelta
from uuid import uuid4

import pytest
from django.contrib.sessions.models import Session
from django.db import transaction
from django.utils import timezone
from knox.models import AuthToken
from kombu.exceptions import OperationalError
from kombu.transport.redis import Transport

from cinchclub.celery import app
from scoring import tasks
from scoring.clubs.models import SignInAttempt
from scoring.journal.models import IdempotencyKey
from scoring.tables.models import Deal
from scoring.workers import pauses, queue
from scoring.workers.pauses import Pause
from tests.events.evenings import begun
from tests.factories import make_club, record

pytestmark = pytest.mark.own_club

SENDERS = {
    name: sender
    for name, sender in vars(queue).items()
    if inspect.isfunction(sender) and sender.__module__ == queue.__name__ and not name.startswith("_")
}


def arguments(sender):
    return [1 for _ in inspect.signature(sender).parameters]


@pytest.fixture
def sent(monkeypatch):
    """Return the list of sent tasks; Celery itself sends nothing."""
    out = []
    monkeypatch.setattr(app, "send_task", lambda name, args, retry: out.append((name, args, retry)))
    return out


@pytest.fixture
def other_broker(monkeypatch):
    """Return a function that makes this process send to another broker."""

    def use(url, **options):
        options = {**app.conf.broker_transport_options, **options}
        monkeypatch.setitem(app.conf, "broker_url", url)
        monkeypatch.setitem(app.conf, "broker_transport_options", options)
        monkeypatch.setattr(queue, "BROKER", Pause(seconds=600))
        monkeypatch.setattr(app, "_pool", None)
        monkeypatch.setattr(app.amqp, "_producer_pool", None)

    return use


@pytest.mark.django_db
@pytest.mark.parametrize("name", SENDERS)
def test_every_queued_name_is_a_task_with_these_arguments(name, sent, django_capture_on_commit_callbacks):
    with django_capture_on_commit_callbacks(execute=True) as queued:
        with suppress(ZeroDivisionError), transaction.atomic():
            SENDERS[name](*arguments(SENDERS[name]))
            raise ZeroDivisionError
        SENDERS[name](*arguments(SENDERS[name]))
        assert sent == [], "not before it is certain, and never for what did not happen"

    assert len(queued) == len(sent) == 1
    ((task_name, given, is_retried),) = sent
    assert (task_name, is_retried) == (f"scoring.{name}", False)
    inspect.signature(app.tasks[task_name].run).bind(*given)


def test_every_task_has_its_sender_or_its_place_in_the_timetable():
    app.loader.import_default_modules()
    ours = {name for name in app.tasks if name.startswith("scoring.")}

    due = {entry["task"]: entry["schedule"] for entry in app.conf.beat_schedule.values()}
    # The sweeps are sent by the timetable alone, and look for whatever a lost message was for.
    assert ours == {f"scoring.{name}" for name in SENDERS} | (ours & due.keys())
    assert {name: due.get(name) for name in ours} == {
        "scoring.tidy": 3600,
        "scoring.back_up": 3600,
        "scoring.run_due_moves": None,
        "scoring.solve_deal": None,
        "scoring.sweep_events": 2,
        "scoring.cut_out": None,
        "scoring.sweep_companies": 5,
    }
    assert due.keys() <= app.tasks.keys()


@pytest.fixture
def attempts(monkeypatch):
    """Return a list that grows with each attempt of this process to reach the broker."""
    made = []
    reach = Transport.establish_connection

    def reach_and_count(transport):
        made.append(transport)
        return reach(transport)

    monkeypatch.setattr(Transport, "establish_connection", reach_and_count)
    return made


@pytest.mark.django_db(transaction=True)
def test_a_broker_that_is_away_is_tried_once_and_costs_the_deal_nothing(
    other_broker, attempts, tmp_path, caplog
):
    club = make_club()
    other_broker(f"redis+socket://{tmp_path}/nobody.sock")

    with transaction.atomic():
        answer = record(club.table, club.actors["scorer"])
        queue.cut_out(1)

    assert answer.outcome == "recorded"
    assert Deal.objects.count() == 1
    assert len(attempts) == 1
    assert "No such file" in caplog.text, "it is logged"


@pytest.mark.django_db(transaction=True)
def test_a_sender_that_waits_for_its_broker_is_seen_to_try_again(other_broker, attempts, tmp_path):
    other_broker(f"redis+socket://{tmp_path}/nobody.sock", max_retries=2, interval_start=0, interval_step=0)

    with transaction.atomic():
        queue.cut_out(1)

    assert len(attempts) == 3


@pytest.fixture
def silent_host():
    """Return a function that gives the port of a host that accepts some connections and never answers."""
    with ExitStack() as kept:

        def listen(connections):
            server = kept.enter_context(socket.socket())
            server.bind(("127.0.0.1", 0))
            server.listen(connections)
            for _ in range(0 if connections else 3):  # its queue is full now
                waiting = kept.enter_context(socket.socket())
                waiting.setblocking(False)
                waiting.connect_ex(server.getsockname())
            return server.getsockname()[1]

        yield listen


@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize(
    ("connections", "seconds", "tried"),
    [
        pytest.param(0, 600, 1, id="a host that swallows packets"),
        pytest.param(50, 600, 1, id="a host that hangs"),
        pytest.param(0, 0, 2, id="without a pause, so that each last deal waits for it"),
    ],
)
def test_one_deal_waits_for_a_host_that_does_not_answer_and_the_next_does_not(
    other_broker, silent_host, attempts, monkeypatch, connections, seconds, tried
):
    club = make_club()
    evening = begun(club)
    other_broker(f"redis://127.0.0.1:{silent_host(connections)}/0")
    monkeypatch.setattr(queue, "BROKER", Pause(seconds))

    evening.play()

    assert Deal.objects.count() == 8, "two tables with four deals each, of which the last is told"
    assert len(attempts) == tried


@pytest.fixture
def clock(monkeypatch):
    """Return the current time, which the test can set."""
    moment = [1000.0]
    monkeypatch.setattr(pauses.time, "monotonic", lambda: moment[0])
    return moment


@pytest.mark.django_db(transaction=True)
def test_a_broker_that_is_back_is_told_again_after_the_pause(monkeypatch, clock):
    monkeypatch.setattr(queue, "BROKER", Pause(seconds=10))
    tried, is_away = [], {1000.0, 1011.0}

    def send(name, args, retry):
        tried.append(clock[0])
        if clock[0] in is_away:
            raise OperationalError("away")

    monkeypatch.setattr(app, "send_task", send)
    for clock[0] in (1000.0, 1001.0, 1009.9, 1011.0, 1012.0, 1022.0, 1022.5, 1023.0):
        with transaction.atomic():
            queue.cut_out(1)
    # Away at the first attempt and at the one after its pause; there at the third, and from then on.
    assert tried == [1000.0, 1011.0, 1022.0, 1022.5, 1023.0]


def test_after_a_pause_only_one_caller_tries(clock):
    pause = Pause(seconds=10)
    assert [pause.is_over() for _ in range(3)] == [True] * 3, "nothing has failed yet"
    pause.begin()
    clock[0] += 10
    with ThreadPoolExecutor(8) as threads:
        asked = list(threads.map(lambda _: pause.is_over(), range(80)))
    assert asked.count(True) == 1
    pause.end()
    assert pause.is_over()


def what_is_left():
    return [model.objects.count() for model in (Session, AuthToken, SignInAttempt, IdempotencyKey)]


@pytest.mark.database
@pytest.mark.django_db
def test_tidying_deletes_expired_rows_and_nothing_the_second_time(club):
    now = timezone.now()
    user = club.users["owner"]
    for days in (-1, 1):
        Session.objects.create(session_key=f"{days}", session_data="", expire_date=now + timedelta(days=days))
        token, _ = AuthToken.objects.create(user)
        AuthToken.objects.filter(pk=token.pk).update(expiry=now + timedelta(days=days))
    for days in (2, 0):
        SignInAttempt.objects.create(subject="x", at=now - timedelta(days=days))
    for days in (91, 89):
        IdempotencyKey.objects.create(actor="member:1", key=uuid4(), fingerprint="", outcome="done", body={},
                                  at=now - timedelta(days=days))  # fmt: skip
    assert what_is_left() == [2, 2, 2, 2]

    tasks.tidy()
    assert what_is_left() == [1, 1, 1, 1]
    tasks.tidy()
    assert what_is_left() == [1, 1, 1, 1]

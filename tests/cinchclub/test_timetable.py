"""The timetable and the settings of the queue."""

import logging
from importlib import import_module
from pathlib import Path

import pytest
from django.conf import settings
from django.contrib.sessions.backends import db
from kombu import Connection, Message
from kombu.transport.redis import Channel, QoS, Transport

from cinchclub.celery import app, survive_the_broker
from cinchclub.launcher.valkey import Valkey


def test_every_row_of_the_timetable_names_a_task_that_exists_and_may_be_missed():
    app.loader.import_default_modules()
    for name, row in app.conf.beat_schedule.items():
        assert row["task"] in app.tasks, name
        assert row["options"]["expires"] <= row["schedule"], name


def test_work_is_acknowledged_late_and_comes_back_within_seconds_when_a_worker_is_lost():
    options = {
        "task_acks_late": True,
        "broker_channel_error_retry": True,
        "task_reject_on_worker_lost": True,
        "worker_prefetch_multiplier": 1,
        "task_ignore_result": True,
        "accept_content": ["json"],
        "task_serializer": "json",
        "worker_soft_shutdown_timeout": 20,
        "visibility_timeout": 60,
        "result_backend_transport_options": {"visibility_timeout": 60},
    }
    assert {name: app.conf[name] for name in options} == options
    transport = settings.CELERY_BROKER_TRANSPORT_OPTIONS
    restoring = {"visibility_timeout": 60, "unacked_restore_interval": 5, "unacked_restore_throttle": 1}
    assert {name: transport[name] for name in restoring} == restoring


def test_sessions_are_kept_in_the_database_and_throttles_touch_no_broker():
    assert issubclass(import_module(settings.SESSION_ENGINE).SessionStore, db.SessionStore)
    assert "locmem" in settings.CACHES["default"]["BACKEND"]


def lose_the_broker(folder: Path) -> None:
    """Take a task, lose the broker and close its connection, as Celery's worker does."""
    with Valkey(folder) as broker:
        connection = Connection(broker.url)
        queue = connection.SimpleQueue("tasks")
        queue.put("a task")
        queue.get(timeout=5)
        broker.child.kill()
        # If the loss is noticed in the middle of a read, Celery leaves only this.
        connection.transport.client = None
        connection.close()


def test_a_worker_outlives_a_broker_that_dies_while_a_task_is_at_hand(tmp_path, monkeypatch):
    monkeypatch.setattr(Channel, "do_restore", True)
    monkeypatch.setattr(Channel, "QoS", QoS)
    # The control: with Kombu's own code the worker would end with this error.
    with pytest.raises(AttributeError):
        lose_the_broker(tmp_path)

    survive_the_broker()
    lose_the_broker(tmp_path)


@pytest.fixture
def late_message(tmp_path):
    """Return a message whose broker has died and whose connection is closed before its acknowledgement.

    A task's thread hands its acknowledgement to the worker's loop, which handles it after closing the lost
    connection.
    """

    def lose() -> Message:
        with Valkey(tmp_path) as broker:
            connection = Connection(broker.url)
            queue = connection.SimpleQueue("tasks")
            queue.put("a task")
            message = queue.get(timeout=5)
            broker.child.kill()
            connection.close()
        return message

    return lose


@pytest.mark.parametrize("answer", ["ack_log_error", "reject_log_error"])
def test_a_worker_outlives_the_acknowledgement_of_a_task_whose_broker_has_died(
    answer, late_message, monkeypatch
):
    monkeypatch.setattr(Channel, "do_restore", False)
    monkeypatch.setattr(Channel, "QoS", QoS)
    # The control: with Kombu's own code the worker's loop ends with this error.
    with pytest.raises(AttributeError):
        getattr(late_message(), answer)(logging.getLogger("nowhere"), Transport.connection_errors)

    survive_the_broker()
    getattr(late_message(), answer)(logging.getLogger("nowhere"), Transport.connection_errors)

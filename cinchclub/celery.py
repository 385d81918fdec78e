"""The Celery application and the timetable of periodic tasks.

The database knows what is due; these tasks look often, so a lost message costs seconds.
"""

import os
import warnings

from celery import Celery
from celery.exceptions import CPendingDeprecationWarning
from celery.signals import beat_init, before_task_publish, heartbeat_sent, worker_init, worker_ready
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from kombu.transport.redis import Channel, QoS

from cinchclub.places import pulse_file
from scoring.workers.heartbeat import leave_heartbeat

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cinchclub.settings")

app = Celery("cinchclub")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

HOUR = 60 * 60


@app.task(name="cinchclub.heartbeat")
def heartbeat() -> None:
    """Leave word that beat and a worker are both at work; ``cinchclub.health`` reads it."""
    leave_heartbeat()


def every(seconds: int, task: str) -> dict[str, object]:
    """Return the timetable's row for a task; one that nobody took in time makes way for the next."""
    return {"task": task, "schedule": seconds, "options": {"expires": seconds}}


app.conf.beat_schedule = {
    "heartbeat": every(5, "cinchclub.heartbeat"),
    "sweep events": every(2, "scoring.sweep_events"),
    "sweep companies": every(5, "scoring.sweep_companies"),
    "tidy": every(HOUR, "scoring.tidy"),
    # The task itself sees to it that there is one a night; a laptop may sleep at any given hour.
    "back up": every(HOUR, "scoring.back_up"),
}


@worker_init.connect
@beat_init.connect
def refuse_unsafe(signal: object, **kwargs: object) -> None:
    """Let neither a worker nor beat start with a configuration that must not be served with."""
    # The checks read Django's settings, which in turn may be read only after this module.
    from cinchclub import checks

    try:
        checks.refuse_unsafe(with_laws=signal is worker_init)
    except ImproperlyConfigured as refusal:
        # Anything else that a handler raises Celery only logs, and goes on.
        raise SystemExit(str(refusal)) from refusal


class LateAnswers(QoS):
    """Kombu's record of the tasks at hand; ignores answers for a connection that is closed.

    A task's thread leaves its acknowledgement to the worker's loop, which may close the connection first.
    Kombu then raises AttributeError, and the worker ends. The task comes back after
    ``CELERY_VISIBILITY_TIMEOUT``.
    """

    def ack(self, delivery_tag: str) -> None:
        """Take a task that is done from the broker."""
        if is_open(self.channel):
            super().ack(delivery_tag)  # type: ignore[no-untyped-call]  # Kombu has no types

    def reject(self, delivery_tag: str, requeue: bool = False) -> None:
        """Take a task that was refused from the broker, or give it back."""
        if is_open(self.channel):
            super().reject(delivery_tag, requeue=requeue)  # type: ignore[no-untyped-call]


def is_open(channel: Channel) -> bool:
    """Return whether a channel, its transport and its connection are still tied together."""
    return channel.connection is not None and channel.connection.client is not None


@worker_init.connect
def survive_the_broker(**kwargs: object) -> None:
    """Let a worker outlive a broker that dies.

    Closing a channel, Kombu would give back the tasks at hand, through a connection that is gone already:
    AttributeError, and the worker ends. They come back by themselves after ``CELERY_VISIBILITY_TIMEOUT``.
    """
    Channel.do_restore = False
    Channel.QoS = LateAnswers


@worker_ready.connect
def silence_the_warning_of_every_outage(**kwargs: object) -> None:
    """Hide Celery's warning that tasks at hand go on without a broker: they are meant to.

    Celery switches its warnings on while it sets up its log, so they are hidden only when a worker is ready.
    """
    warnings.filterwarnings("ignore", category=CPendingDeprecationWarning)


@heartbeat_sent.connect
def leave_worker_pulse(**kwargs: object) -> None:
    """Show every two seconds, for ``./cinch run``, that the worker's own loop goes round."""
    leave_pulse("worker")


@beat_init.connect
def leave_beat_pulse(**kwargs: object) -> None:
    """Show with every task that it sends, for ``./cinch run``, that the timetable goes on."""
    before_task_publish.connect(lambda **sent: leave_pulse("beat"), weak=False)


def leave_pulse(name: str) -> None:
    """Touch the file that the launcher looks at."""
    if settings.VAR.is_dir():
        pulse_file(settings.VAR, name).touch()


@worker_init.connect
def read_the_laws(**kwargs: object) -> None:
    """Let a worker know the laws before its first task holds a table for them."""
    from laws import library  # once Django is set up

    library.law_books()

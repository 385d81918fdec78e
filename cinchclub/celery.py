"""The Celery application and the timetable of periodic tasks.

The database records what is due. Periodic tasks look for due work, so a lost message only delays it.
"""

import os
import warnings

from celery import Celery
from celery.exceptions import CPendingDeprecationWarning
from celery.signals import beat_init, before_task_publish, heartbeat_sent, worker_init, worker_ready
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured
from kombu.transport.redis import Channel, QoS

from cinchclub import checks
from cinchclub.places import pulse_file
from laws import library
from scoring.workers.heartbeat import leave_heartbeat

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cinchclub.settings")

app = Celery("cinchclub")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

HOUR = 60 * 60


@app.task(name="cinchclub.heartbeat")
def heartbeat() -> None:
    """Store a heartbeat: it proves to ``cinchclub.health`` that beat and a worker are running."""
    leave_heartbeat()


def every(seconds: int, task: str) -> dict[str, object]:
    """Return a timetable entry that runs a task at this interval.

    A message expires when the next message of the task is due, so that messages do not pile up while no
    worker runs.
    """
    return {"task": task, "schedule": seconds, "options": {"expires": seconds}}


app.conf.beat_schedule = {
    "heartbeat": every(5, "cinchclub.heartbeat"),
    "sweep events": every(2, "scoring.sweep_events"),
    "sweep companies": every(5, "scoring.sweep_companies"),
    "tidy": every(HOUR, "scoring.tidy"),
    # The task makes one backup a night. It is tried every hour, because a laptop can be asleep at any hour.
    "back up": every(HOUR, "scoring.back_up"),
}


@worker_init.connect
@beat_init.connect
def refuse_unsafe(signal: object, **kwargs: object) -> None:
    """Stop a worker or beat that has an unsafe configuration, and a worker that has faulty law books."""
    try:
        checks.refuse_unsafe(with_laws=signal is worker_init)
    except ImproperlyConfigured as refusal:
        # Celery would log an ImproperlyConfigured and continue. SystemExit ends the process.
        raise SystemExit(str(refusal)) from refusal


class LateAcknowledgements(QoS):
    """Kombu's list of unacknowledged messages. It acknowledges nothing over a closed connection.

    A worker can finish a task after its connection to the broker was closed. If it then acknowledged the
    task, Kombu would raise AttributeError and the worker would end. The broker delivers such a task again
    after ``CELERY_VISIBILITY_TIMEOUT`` seconds.
    """

    def ack(self, delivery_tag: str) -> None:
        if is_open(self.channel):
            super().ack(delivery_tag)  # type: ignore[no-untyped-call]  # Kombu has no types

    def reject(self, delivery_tag: str, requeue: bool = False) -> None:
        if is_open(self.channel):
            super().reject(delivery_tag, requeue=requeue)  # type: ignore[no-untyped-call]


def is_open(channel: Channel) -> bool:
    return channel.connection is not None and channel.connection.client is not None


@worker_init.connect
def survive_the_broker(**kwargs: object) -> None:
    """Keep a worker running when the broker dies.

    When Kombu closes a channel, it sends unacknowledged tasks back over the connection. If the connection is
    gone, Kombu raises AttributeError and the worker ends.

    With ``do_restore = False``, Kombu sends no tasks back. The broker delivers these tasks again after
    ``CELERY_VISIBILITY_TIMEOUT`` seconds.
    """
    Channel.do_restore = False
    Channel.QoS = LateAcknowledgements


@worker_ready.connect
def silence_the_warning_of_every_outage(**kwargs: object) -> None:
    """Hide Celery's pending deprecations.

    At every outage of the broker, Celery would warn that a worker does not cancel its running tasks. The club
    wants these tasks to finish, so the warning does not help. Celery turns warnings on while it sets up its
    log, so this function runs when the worker is ready.
    """
    warnings.filterwarnings("ignore", category=CPendingDeprecationWarning)


@heartbeat_sent.connect
def leave_worker_pulse(**kwargs: object) -> None:
    """Touch the worker's pulse file every two seconds, so ``./cinch run`` sees that the worker works."""
    leave_pulse("worker")


@beat_init.connect
def leave_beat_pulse(**kwargs: object) -> None:
    """Touch beat's pulse file whenever beat sends a task, so ``./cinch run`` sees that beat works."""
    before_task_publish.connect(lambda **sent: leave_pulse("beat"), weak=False)


def leave_pulse(name: str) -> None:
    if settings.VAR.is_dir():
        pulse_file(settings.VAR, name).touch()


@worker_init.connect
def read_the_laws(**kwargs: object) -> None:
    """Load the law books when a worker starts, so that no task loads them during a transaction."""
    library.law_books()

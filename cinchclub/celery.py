"""The Celery application and the timetable of periodic tasks.

The database knows what is due; these tasks look often, so a lost message costs seconds.
"""

import os

from celery import Celery
from celery.signals import beat_init, worker_init

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "cinchclub.settings")

app = Celery("cinchclub")
app.config_from_object("django.conf:settings", namespace="CELERY")
app.autodiscover_tasks()

HEARTBEAT_EVERY = 5
app.conf.beat_schedule = {
    "heartbeat": {
        "task": "cinchclub.heartbeat",
        "schedule": HEARTBEAT_EVERY,
        "options": {"expires": HEARTBEAT_EVERY},
    },
}


@worker_init.connect
@beat_init.connect
def refuse_unsafe(**kwargs: object) -> None:
    """Let neither a worker nor beat start with a configuration that must not be served with."""
    from cinchclub import checks

    checks.refuse_unsafe()


@app.task(name="cinchclub.heartbeat")
def heartbeat() -> None:
    """Leave word that beat and a worker are both at work; ``cinchclub.health`` reads it."""
    from cinchclub import health

    health.leave_heartbeat()

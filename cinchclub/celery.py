"""The Celery application and the timetable of periodic tasks.

The database knows what is due; these tasks look often, so a lost message costs seconds.
"""

import os

from celery import Celery

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


@app.task(name="cinchclub.heartbeat")
def heartbeat() -> None:
    """Leave word that beat and a worker are both at work; ``cinchclub.health`` reads it."""
    from cinchclub import health

    health.leave_heartbeat()

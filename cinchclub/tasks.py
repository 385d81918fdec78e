"""The house's own periodic task; those of the records are in ``scoring.tasks``."""

from celery import shared_task

from cinchclub import health


@shared_task(name="cinchclub.heartbeat")
def heartbeat() -> None:
    """Leave word that beat and a worker are both at work; ``cinchclub.health`` reads it."""
    health.leave_heartbeat()

"""What the workers do: id in, one service called, nothing decided here. Safe to run twice."""

from celery import shared_task
from django.core.management import call_command

from scoring.services import housekeeping


@shared_task(name="scoring.tidy")
def tidy() -> None:
    """Take away what has expired: sessions, tokens, counted attempts, old request keys."""
    housekeeping.tidy()


@shared_task(name="scoring.back_up")
def back_up() -> None:
    """Make tonight's backup, unless it has been made."""
    call_command("backup", nightly=True)

"""Hand work to the workers, by name and after commit: one function for each task, and the only sender.

A message that is lost costs nothing but time: what is due is found again by the timetable's sweep, and who
wants to know the best play asks again. So nobody waits for a broker that is away: after a failed attempt
nothing is sent for a while (`pauses`).
"""

import logging

from celery import current_app
from django.db import transaction
from kombu.exceptions import OperationalError

from scoring.workers.pauses import BROKER

log = logging.getLogger(__name__)


def tend_event(event_id: int) -> None:
    """Queue what is due in an event: a bell, a move, final results."""
    _send("scoring.tend_event", event_id)


def cut_out(table_id: int) -> None:
    """Queue the cut for who plays next at a table where somebody waits."""
    _send("scoring.cut_out", table_id)


def solve_deal(table_id: int, number: int, leads: list[str]) -> None:
    """Queue the search for what could have been made of a deal."""
    _send("scoring.solve_deal", table_id, number, leads)


def _send(name: str, *args: object) -> None:
    """Send a task by name after commit; a broker that is away is logged, not an error."""

    # Not a partial: Django logs the failure of what was to be done after commit by its qualified name.
    def send() -> None:
        if not BROKER.is_over():
            return
        try:
            current_app.send_task(name, args=args, retry=False)
        except OperationalError as failure:
            BROKER.begin()
            log.warning("the broker is away, %s and what follows wait for the sweep: %s", name, failure)
        else:
            BROKER.end()

    transaction.on_commit(send, robust=True)

"""Sends tasks to the workers, by name and after commit. No other module sends tasks.

A lost task costs only time: a periodic sweep finds due work, and a page asks for the best play again. So a
request goes on if the broker does not answer. After a failed attempt a pause follows, in which no task is
sent (see `pauses`).
"""

import logging

from celery import current_app
from django.db import transaction
from kombu.exceptions import OperationalError

from scoring.workers.pauses import BROKER

log = logging.getLogger(__name__)


def run_due_moves(event_id: int) -> None:
    """Queue the task that carries out what is due in an event, see `due_moves.run`."""
    _send("scoring.run_due_moves", event_id)


def cut_out(table_id: int) -> None:
    """Queue a task for a cutting-out table. If a draw for the next game is due, the task makes the draw."""
    _send("scoring.cut_out", table_id)


def solve_deal(table_id: int, number: int, leads: list[str]) -> None:
    """Queue the search for the best play of a deal. ``leads`` is the plan for the maker's first leads."""
    _send("scoring.solve_deal", table_id, number, leads)


def _send(name: str, *args: object) -> None:
    # A partial has no __qualname__, which Django logs if an on_commit callback fails.
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

"""A Celery worker that kills itself in the middle of an action, when a row of one table has been written.

CINCH_DIE_AT names the table; by default it is the table of places, in the middle of a move.
"""

import os
import signal
from typing import Any

from celery.signals import worker_ready
from django.db import connections
from django.db.backends.signals import connection_created
from django.dispatch import receiver

from cinchclub.celery import app

__all__ = ["app"]


LAST = f'INSERT INTO "{os.environ.get("CINCH_DIE_AT", "scoring_placing")}"'


def die_at_the_last(execute: Any, sql: str, params: Any, many: bool, context: Any) -> Any:
    """End the process by SIGKILL after the row was written and before it is committed."""
    given = execute(sql, params, many, context)
    if sql.startswith(LAST):
        os.kill(os.getpid(), signal.SIGKILL)
    return given


@receiver(connection_created, weak=False)
def watch(connection: Any, **kwargs: Any) -> None:
    """Watch every connection that the worker opens."""
    connection.execute_wrappers.append(die_at_the_last)


@worker_ready.connect(weak=False)
def begin(**kwargs: Any) -> None:
    """Close connections that were opened before the watch began."""
    connections.close_all()

"""A Celery worker that kills itself in mid-action: when a row of one table has been written.

The table stands in CINCH_DIE_AT; without it, the places of a round in the middle of a move.
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
    """End by SIGKILL after the row was written, before it is committed."""
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
    """Let go of connections that were opened before anybody watched."""
    connections.close_all()

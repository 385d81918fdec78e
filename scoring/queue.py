"""Hand work to the workers, by name and after commit: the only sender; and whether anybody is there to do it.

A message that is lost costs nothing but time: what is due is found again by the timetable's sweep.
"""

import logging
import time
from functools import lru_cache

import redis
from celery import current_app
from django.conf import settings
from django.db import transaction
from kombu.exceptions import OperationalError

log = logging.getLogger(__name__)

TIDY = "scoring.tidy"
BACK_UP = "scoring.back_up"
TEND_EVENT = "scoring.tend_event"
CUT_OUT = "scoring.cut_out"
ASKED_EVERY = 5
"""In seconds; whether anybody works is not asked for more often."""


def tidy() -> None:
    """Queue the taking away of what has expired."""
    _send(TIDY)


def back_up() -> None:
    """Queue a backup."""
    _send(BACK_UP)


def tend_event(event_id: int) -> None:
    """Queue what is due in an event: a bell, a move, final results."""
    _send(TEND_EVENT, event_id)


def cut_out(table_id: int) -> None:
    """Queue the cut for who plays next at a table where somebody waits."""
    _send(CUT_OUT, table_id)


def is_served() -> bool:
    """Return whether a worker has left word lately, so that what is due will be done by itself."""
    return _worker_at(int(time.monotonic() / ASKED_EVERY), settings.CELERY_BROKER_URL)


@lru_cache(maxsize=1)
def _worker_at(moment: int, address: str) -> bool:
    try:
        with broker() as server:
            return bool(server.exists(heartbeat_name()))
    except (redis.RedisError, OSError):
        return False


def heartbeat_name() -> str:
    """Return the name under which the workers leave word that they are there."""
    return f"{settings.REDIS_PREFIX}heartbeat"


def broker() -> "redis.Redis":
    """Return a connection to the broker that gives up after a second."""
    address = settings.CELERY_BROKER_URL.replace("redis+socket://", "unix://", 1)
    return redis.Redis.from_url(address, socket_timeout=1, socket_connect_timeout=1)


def _send(name: str, *arguments: int | str) -> None:
    """Send a task by name after commit; a broker that is away is logged, not an error."""

    # Not a partial: Django logs the failure of what was to be done after commit by its qualified name.
    def send() -> None:
        try:
            current_app.send_task(name, args=arguments, retry=False)
        except OperationalError as failure:
            log.warning("the broker is away, %s waits for the sweep: %s", name, failure)

    transaction.on_commit(send, robust=True)

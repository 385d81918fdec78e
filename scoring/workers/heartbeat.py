"""Whether the broker is there, and a worker for what `scoring.workers.queue` hands over."""

import time
from functools import lru_cache

import redis
from django.conf import settings

from scoring.workers.pauses import BROKER

# A heartbeat older than this, in seconds, counts as no worker: the desk says so before the launcher ends one.
HEARTBEAT_LASTS = 15
ASKED_EVERY = 5
"""In seconds; whether anybody works is not asked for more often."""


def is_served() -> bool:
    """Return whether a worker has left word lately, so that what is due will be done by itself."""
    return _worker_at(int(time.monotonic() / ASKED_EVERY), settings.CELERY_BROKER_URL)


@lru_cache(maxsize=1)
def _worker_at(moment: int, address: str) -> bool:
    if not BROKER.is_over():
        return False
    has_broker, has_worker = broker_and_worker()
    if has_broker:
        BROKER.end()
    else:
        BROKER.begin()
    return has_worker


def heartbeat_name() -> str:
    """Return the name under which the workers leave word that they are there."""
    return f"{settings.REDIS_PREFIX}heartbeat"


def leave_heartbeat() -> None:
    """Write the time of the last heartbeat beside the queue; it vanishes when it is too old."""
    with broker() as server:
        server.set(heartbeat_name(), int(time.time()), ex=HEARTBEAT_LASTS)


def broker_and_worker() -> tuple[bool, bool]:
    """Return whether the broker answers in a second or two, and whether a worker has left word lately."""
    try:
        with broker() as server:
            return bool(server.ping()), bool(server.exists(heartbeat_name()))
    except (redis.RedisError, OSError):
        return False, False


def broker() -> "redis.Redis":
    """Return a connection to the broker that gives up after a second."""
    address = settings.CELERY_BROKER_URL.replace("redis+socket://", "unix://", 1)
    return redis.Redis.from_url(address, socket_timeout=1, socket_connect_timeout=1)

"""Whether the broker is there, and a worker for what `scoring.workers.queue` hands over."""

import time
from functools import lru_cache

import redis
from django.conf import settings

from scoring.workers.pauses import BROKER

ASKED_EVERY = 5
"""In seconds; whether anybody works is not asked for more often."""


def is_served() -> bool:
    """Return whether a worker has left word lately, so that what is due will be done by itself."""
    return _worker_at(int(time.monotonic() / ASKED_EVERY), settings.CELERY_BROKER_URL)


@lru_cache(maxsize=1)
def _worker_at(moment: int, address: str) -> bool:
    if not BROKER.is_over():
        return False
    try:
        with broker() as server:
            found = bool(server.exists(heartbeat_name()))
    except (redis.RedisError, OSError):
        BROKER.begin()
        return False
    BROKER.end()
    return found


def heartbeat_name() -> str:
    """Return the name under which the workers leave word that they are there."""
    return f"{settings.REDIS_PREFIX}heartbeat"


def broker_answers() -> bool:
    """Return whether the broker answers a ping within a second or two."""
    try:
        with broker() as server:
            return bool(server.ping())
    except (redis.RedisError, OSError):
        return False


def broker() -> "redis.Redis":
    """Return a connection to the broker that gives up after a second."""
    address = settings.CELERY_BROKER_URL.replace("redis+socket://", "unix://", 1)
    return redis.Redis.from_url(address, socket_timeout=1, socket_connect_timeout=1)

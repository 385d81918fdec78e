"""The heartbeat that workers store in the broker, and the check that broker and worker are alive."""

import time
from functools import lru_cache

import redis
from django.conf import settings

from scoring.workers.pauses import BROKER

HEARTBEAT_LASTS = 15
"""Seconds until a heartbeat expires.

It is less than the launcher's SILENCE, so that pages warn before the worker is restarted.
"""
ASKED_EVERY = 5
"""Seconds for which `is_served` caches its answer."""


def is_served() -> bool:
    """Return whether a worker has a recent heartbeat, so that due moves run by themselves.

    The answer can be up to ASKED_EVERY seconds old. It is False during a pause after a failure of the broker.
    """
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
    return f"{settings.REDIS_PREFIX}heartbeat"


def leave_heartbeat() -> None:
    """Store the current time as heartbeat in the broker; it expires after `HEARTBEAT_LASTS` seconds."""
    with broker() as server:
        server.set(heartbeat_name(), int(time.time()), ex=HEARTBEAT_LASTS)


def broker_and_worker() -> tuple[bool, bool]:
    """Return two flags: whether the broker answers in time, and whether a worker has a recent heartbeat."""
    try:
        with broker() as server:
            return bool(server.ping()), bool(server.exists(heartbeat_name()))
    except (redis.RedisError, OSError):
        return False, False


def broker() -> "redis.Redis":
    """Return a client for the broker with a timeout of one second."""
    address = settings.CELERY_BROKER_URL.replace("redis+socket://", "unix://", 1)
    return redis.Redis.from_url(address, socket_timeout=1, socket_connect_timeout=1)

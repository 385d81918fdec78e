"""What a task leaves for those who asked for it: kept beside the queue for a while, lost with it.

Nobody waits for a broker that is away (`pauses`): it is `BrokerAway` at once.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import redis
from django.conf import settings

from scoring.workers.heartbeat import broker
from scoring.workers.pauses import BROKER


class BrokerAway(Exception):
    """Nothing can be kept or read now."""


@contextmanager
def _shelf() -> Iterator["redis.Redis"]:
    if not BROKER.is_over():
        raise BrokerAway
    try:
        with broker() as server:
            yield server
    except (redis.RedisError, OSError) as failure:
        BROKER.begin()
        raise BrokerAway from failure
    BROKER.end()


def keep(name: str, value: object, seconds: int, *, is_first: bool = False) -> bool:
    """Keep a value for so long, where ``is_first`` only if there is none yet; return whether it is kept."""
    with _shelf() as server:
        return bool(server.set(settings.REDIS_PREFIX + name, json.dumps(value), ex=seconds, nx=is_first))


def kept(name: str) -> Any:
    """Return the value that is kept under a name, or None."""
    with _shelf() as server:
        found = server.get(settings.REDIS_PREFIX + name)
    return None if found is None else json.loads(found)

"""Results of tasks, stored in the broker for a limited time. They may be lost.

If the broker does not answer, `BrokerAway` is raised, and a pause begins (see `pauses`). During the pause
`BrokerAway` is raised without asking the broker.
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
    """The broker does not answer, so no result can be stored or read."""


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
    """Store a value for ``seconds`` and return whether it was stored.

    With ``is_first``, nothing is stored if the name has a value already.
    """
    with _shelf() as server:
        return bool(server.set(settings.REDIS_PREFIX + name, json.dumps(value), ex=seconds, nx=is_first))


def kept(name: str) -> Any:
    """Return the value stored under a name, or None."""
    with _shelf() as server:
        found = server.get(settings.REDIS_PREFIX + name)
    return None if found is None else json.loads(found)

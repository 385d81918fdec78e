"""How many threads of this process keep a connection to the database between requests.

There are many threads for listeners, and any of them may answer a request in between. Were each to keep its
connection, a database server would soon have no more to give. Where everything is held in one transaction,
as in a test, nothing is closed.
"""

import threading
from weakref import WeakSet

from django.conf import settings
from django.db import connection, connections

KEEPERS: WeakSet[threading.Thread] = WeakSet()
"""The threads that keep their connection: as many as requests are answered at a time. Ended ones drop out."""


def keep_few(**sent: object) -> None:
    """Close the thread's connections after a request, unless it is one of the few that keep them."""
    me = threading.current_thread()
    if me not in KEEPERS and len(KEEPERS) < settings.SERVER_THREADS:
        KEEPERS.add(me)
    if me not in KEEPERS and not connection.in_atomic_block:
        connections.close_all()


def hold_none() -> None:
    """Close the connection of a thread that will wait for long; another may keep one in its stead."""
    if not connection.in_atomic_block:
        connections.close_all()
        KEEPERS.discard(threading.current_thread())

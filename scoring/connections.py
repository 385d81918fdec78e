"""How many threads of this process keep a connection to the database between requests.

There are many threads for listeners, and any of them may answer a request in between. Were each to keep its
connection, a database server would soon have no more to give.
"""

import threading

from django.conf import settings
from django.db import connection, connections

KEEPERS: set[int] = set()
"""The threads that keep their connection: as many as requests are answered at a time."""


def keep_few(**sent: object) -> None:
    """Close the thread's connections after a request, unless it is one of the few that keep them."""
    me = threading.get_ident()
    if me not in KEEPERS and len(KEEPERS) < settings.SERVER_THREADS:
        KEEPERS.add(me)
    if me not in KEEPERS:
        connections.close_all()


def hold_none() -> None:
    """Close the connection of a thread that will wait for long; another may keep one in its stead."""
    if not connection.in_atomic_block:  # where a test holds everything in one transaction
        connections.close_all()
        KEEPERS.discard(threading.get_ident())

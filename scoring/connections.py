"""Which threads of this process keep a connection to the database.

Those that answer requests keep theirs (`cinchclub.turns`); those that wait for long, as for a listener, hold
none. Where everything is held in one transaction, as in a test, nothing is closed.
"""

from django.db import connection, connections


def hold_none() -> None:
    """Close the connection of a thread that will wait for long."""
    if not connection.in_atomic_block:
        connections.close_all()

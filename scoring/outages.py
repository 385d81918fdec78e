"""Finds the cause of a database error: the database is busy, it is out of reach, or the program has a fault.

On SQLite Django raises ``OperationalError`` for all three causes. On PostgreSQL a missing table or column is
a ``ProgrammingError``, which is always a fault of the program.
"""

import sqlite3

from django.db import Error, InterfaceError, OperationalError

SQLITE_BUSY = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
SQLITE_AWAY = {sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_PROTOCOL}

POSTGRESQL_BUSY = ("40", "55", "57014", "53300", "53400")
"""SQLSTATE prefixes: serialization failure, deadlock, lock or statement timeout, too many connections."""
POSTGRESQL_AWAY = ("08", "53", "57P", "58")
"""SQLSTATE prefixes: connection failure, no disk space or memory, server stopping or starting, I/O."""


def is_busy(failure: BaseException | None) -> bool:
    """Return whether a statement failed because the database is busy, for example after a lock timeout.

    Nothing was changed, so the request can be retried.
    """
    if not isinstance(failure, OperationalError):
        return False
    cause = failure.__cause__
    if isinstance(cause, sqlite3.Error):
        return _sqlite_code(cause) in SQLITE_BUSY
    state = getattr(cause, "sqlstate", None)
    # An error that cinchclub.sqlite_fair raises has no ``__cause__``: only its message tells what happened.
    return state.startswith(POSTGRESQL_BUSY) if state else "is locked" in str(failure)


def is_out_of_reach(failure: BaseException | None) -> bool:
    """Return whether the database cannot be reached, or cannot work, for example on a full disk.

    If a commit failed in this way, the data may still have been stored.
    """
    if not isinstance(failure, OperationalError | InterfaceError) or is_busy(failure):
        return False
    cause = failure.__cause__
    if isinstance(cause, sqlite3.Error):
        return _sqlite_code(cause) in SQLITE_AWAY
    # A failed or broken connection has no SQLSTATE, because no server answered.
    state = getattr(cause, "sqlstate", None)
    return state.startswith(POSTGRESQL_AWAY) if state else isinstance(cause, Exception) or _is_closed(failure)


def is_passing(failure: BaseException | None) -> bool:
    """Return whether the same request may succeed later: the database is busy or out of reach."""
    return is_busy(failure) or is_out_of_reach(failure)


def is_contradiction(failure: BaseException | None) -> bool:
    """Return whether a NOT NULL constraint failed. This is a fault of the program, not a conflict."""
    cause = failure.__cause__ if isinstance(failure, Error) else None
    if isinstance(cause, sqlite3.Error):
        return getattr(cause, "sqlite_errorcode", None) == sqlite3.SQLITE_CONSTRAINT_NOTNULL
    return getattr(cause, "sqlstate", None) == "23502"


def _sqlite_code(error: sqlite3.Error) -> int | None:
    code: int | None = getattr(error, "sqlite_errorcode", None)
    return None if code is None else code & 0xFF  # the low byte is the primary code


def _is_closed(failure: Error) -> bool:
    return "closed" in str(failure)

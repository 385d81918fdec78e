"""What an error of the database means: somebody else is writing, it is out of reach, or the fault is ours.

Django raises ``OperationalError`` for all three on SQLite. PostgreSQL's missing tables and columns are a
``ProgrammingError``, which is always a fault of ours.
"""

import sqlite3

from django.db import Error, InterfaceError, OperationalError

SQLITE_BUSY = {sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED}
SQLITE_AWAY = {sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_FULL, sqlite3.SQLITE_IOERR, sqlite3.SQLITE_PROTOCOL}

POSTGRESQL_BUSY = ("40", "55", "57014", "53300", "53400")
"""Beginnings of SQLSTATE: serialization, deadlock, no lock, statement timeout, no more connections."""
POSTGRESQL_AWAY = ("08", "53", "57P", "58")
"""Connection failures, no room or memory, a server that is shut down or begins, its disk."""


def is_busy(failure: BaseException | None) -> bool:
    """Return whether a statement waited in vain for others: it changed nothing and may be tried again."""
    if not isinstance(failure, OperationalError):
        return False
    cause = failure.__cause__
    if isinstance(cause, sqlite3.Error):
        return _sqlite_code(cause) in SQLITE_BUSY
    state = getattr(cause, "sqlstate", None)
    # The line of writers on SQLite refuses in SQLite's words, without an error of SQLite.
    return state.startswith(POSTGRESQL_BUSY) if state else "is locked" in str(failure)


def is_out_of_reach(failure: BaseException | None) -> bool:
    """Return whether the database did not answer; whether a commit under way succeeded is not known."""
    if not isinstance(failure, OperationalError | InterfaceError) or is_busy(failure):
        return False
    cause = failure.__cause__
    if isinstance(cause, sqlite3.Error):
        return _sqlite_code(cause) in SQLITE_AWAY
    # A connection that failed or broke has no SQLSTATE, since no server answered.
    state = getattr(cause, "sqlstate", None)
    return state.startswith(POSTGRESQL_AWAY) if state else isinstance(cause, Exception) or _is_closed(failure)


def is_passing(failure: BaseException | None) -> bool:
    """Return whether the same request may succeed later, as when the database is busy or out of reach."""
    return is_busy(failure) or is_out_of_reach(failure)


def is_contradiction(failure: BaseException | None) -> bool:
    """Return whether a row lacks a value that its column demands: a fault of ours, no conflict."""
    cause = failure.__cause__ if isinstance(failure, Error) else None
    if isinstance(cause, sqlite3.Error):
        return getattr(cause, "sqlite_errorcode", None) == sqlite3.SQLITE_CONSTRAINT_NOTNULL
    return getattr(cause, "sqlstate", None) == "23502"


def _sqlite_code(error: sqlite3.Error) -> int | None:
    """Return SQLite's primary result code, without the details that its upper bits add."""
    code: int | None = getattr(error, "sqlite_errorcode", None)
    return None if code is None else code & 0xFF


def _is_closed(failure: Error) -> bool:
    """Return whether Django itself refuses a connection that was closed."""
    return "closed" in str(failure)

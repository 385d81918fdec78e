"""SQLite as Django speaks it, with the writers standing in line.

SQLite lets a writer who finds the database busy sleep for a while and try again, so a newcomer may pass ten
that wait: the slowest of a hundred waited for half a second. Here a transaction first takes its place in two
lines: the threads of a process in a lock, the processes in a lock on a file beside the database. Nobody
waits longer than the connection's ``timeout``; then it is Django's ``OperationalError``, as with SQLite
alone. Statements outside a transaction, and databases in memory, are left to SQLite.
"""

import fcntl
import os
import threading
import time
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

from django.db.backends.sqlite3 import base
from django.db.utils import OperationalError


class Line:
    """The line of one process for one database file."""

    def __init__(self, path: str) -> None:
        self.path = path
        self.turn = threading.Lock()
        self.file: int | None = None
        self.waiting = Waiting()

    def enter(self, timeout: float) -> None:
        """Wait for the turn; ``OperationalError`` when it does not come in time."""
        end = time.monotonic() + timeout
        if not self.turn.acquire(timeout=timeout):
            raise OperationalError("database is locked: the line of writers is too long")
        try:
            self.file = self.lock(max(0.0, end - time.monotonic()))
        except BaseException:
            self.turn.release()
            raise

    def lock(self, timeout: float) -> int:
        """Return the locked file.

        The kernel keeps the processes in order, but cannot be told when to give up. So where another process
        holds the file a thread waits in our stead, and lets go of what comes too late.
        """
        if not self.waiting.joined():
            file = os.open(self.path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
            try:
                fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
            except BlockingIOError:
                self.waiting.begin(file)
            else:
                return file
        if (found := self.waiting.result(timeout)) is None:
            raise OperationalError("database is locked: another process is writing")
        return found

    def leave(self) -> None:
        """Let the next one in."""
        file, self.file = self.file, None
        if file is not None:
            os.close(file)
            self.turn.release()


class Waiting:
    """A thread that waits for the file's lock in the stead of whoever is first in line.

    It waits on when somebody has given up, and for whoever is first by then; what nobody wants it gives back.
    """

    def __init__(self) -> None:
        self.guard, self.asked, self.came = threading.Lock(), threading.Lock(), threading.Lock()
        self.asked.acquire()
        self.came.acquire()
        self.thread: threading.Thread | None = None
        self.file: int | None = None
        self.is_wanted = False

    def joined(self) -> bool:
        """Return whether it waits already; what comes is then for whoever asked."""
        with self.guard:
            self.is_wanted = self.file is not None
            return self.is_wanted

    def begin(self, file: int) -> None:
        """Begin to wait for an opened file."""
        self.file, self.is_wanted = file, True
        if self.thread is None:
            self.thread = threading.Thread(target=self.wait, name="line of writers", daemon=True)
            self.thread.start()
        self.asked.release()

    def wait(self) -> None:
        """Wait as long as it takes, for one lock after the other."""
        while self.asked.acquire():
            assert self.file is not None  # given by who asked
            try:
                fcntl.flock(self.file, fcntl.LOCK_EX)
                has_come = True
            except OSError:  # whoever waits for it gives up in time
                has_come = False
            with self.guard:
                if has_come and self.is_wanted:
                    self.came.release()
                else:
                    self.drop()

    def drop(self) -> None:
        """Let go of the file."""
        file, self.file = self.file, None
        if file is not None:
            os.close(file)

    def result(self, timeout: float) -> int | None:
        """Return the file with its lock; None where it does not come in time."""
        came = self.came.acquire(timeout=timeout)
        with self.guard:
            # It may have come while the guard was waited for.
            if not came and not self.came.acquire(blocking=False):
                self.is_wanted = False
                return None
            file, self.file = self.file, None
            return file


LINES: dict[str, Line] = {}
LINES_GUARD = threading.Lock()
# A forked child has no part in its parent's place in line.
os.register_at_fork(after_in_child=LINES.clear)


def line_for(name: str) -> Line:
    """Return this process' line for a database file."""
    with LINES_GUARD:
        if (line := LINES.get(name)) is None:
            line = LINES[name] = Line(f"{name}-line")
        return line


@lru_cache(maxsize=500)
def with_question_marks(query: str) -> str:
    """Return a statement of Django's with SQLite's own kind of placeholder."""
    return base.FORMAT_QMARK_REGEX.sub("?", query).replace("%%", "%")


class Cursor(base.SQLiteCursorWrapper):
    """Django's cursor, which remembers how it rewrote a statement: the same ones come again and again."""

    def convert_query(self, query: str, *, param_names: Sequence[str] | None = None) -> str:
        """Return the statement as SQLite takes it."""
        if param_names is None:
            return with_question_marks(query)
        return str(super().convert_query(query, param_names=param_names))


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection whose transactions stand in line."""

    place: Line | None = None

    def create_cursor(self, name: str | None = None) -> Cursor:
        """Return a cursor of this connection."""
        cursor: Cursor = self.connection.cursor(factory=Cursor)
        return cursor

    def _start_transaction_under_autocommit(self) -> None:
        if self.place is None and not self.is_in_memory_db():
            line = line_for(os.path.abspath(self.settings_dict["NAME"]))
            line.enter(self.settings_dict["OPTIONS"].get("timeout", 5))
            self.place = line
        try:
            super()._start_transaction_under_autocommit()  # type: ignore[misc] # no stub names it
        except BaseException:
            self.step_out()
            raise

    def step_out(self) -> None:
        """Leave the line, if this connection stands in it."""
        place, self.place = self.place, None
        if place is not None:
            place.leave()

    def _commit(self) -> Any:
        # Where the commit fails the transaction is still open, and Django rolls it back.
        done = super()._commit()  # type: ignore[misc] # no stub names it
        self.step_out()
        return done

    def _rollback(self) -> Any:
        try:
            return super()._rollback()  # type: ignore[misc] # no stub names it
        finally:
            self.step_out()

    def close(self) -> None:
        """Close the connection, and with it any transaction."""
        try:
            super().close()
        finally:
            self.step_out()

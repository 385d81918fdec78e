"""Django's SQLite backend with a queue for writers.

Without the queue, a writer that finds SQLite busy sleeps and retries, so a new writer can overtake ten that
are already waiting. With sixteen writers, one in a hundred waited for seconds, and some were refused.

With the queue, each outermost transaction first waits for its turn: for a lock that the threads of its
process share, and then for file locks that all processes share. A writer that waits longer than the
connection's ``timeout`` gets Django's ``OperationalError``.
"""

import fcntl
import os
import threading
import time
from collections import defaultdict
from typing import Any

from django.db.backends.sqlite3 import base
from django.db.utils import OperationalError

PAUSE = 0.0005
"""Seconds between two attempts to lock a file. ``flock`` cannot wait for a limited time, so it is polled."""
THREADS: defaultdict[str, threading.Lock] = defaultdict(threading.Lock)


def locked(path: str, end: float) -> int:
    """Lock a file, which is created if it is missing. Return the descriptor; closing it unlocks the file.

    Raises ``OperationalError`` if the file is not free by ``end``, a time of ``time.monotonic``.
    """
    file = os.open(path, os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o600)
    while True:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            if time.monotonic() >= end:
                os.close(file)
                raise OperationalError("database is locked: another process is writing") from None
            time.sleep(PAUSE)
        else:
            return file


class DatabaseWrapper(base.DatabaseWrapper):
    """A connection whose outermost transactions wait in the queue of writers.

    A database in memory has no queue.
    """

    line: "threading.Lock | None" = None
    file: int = -1

    def _start_transaction_under_autocommit(self) -> None:
        if self.line is None and not self.is_in_memory_db():
            self.step_in(os.path.abspath(self.settings_dict["NAME"]))
        try:
            super()._start_transaction_under_autocommit()  # type: ignore[misc] # no stub names it
        except BaseException:
            self.step_out()
            raise

    def step_in(self, path: str) -> None:
        """Wait for this connection's turn to write to the database at ``path``.

        Raises ``OperationalError`` after the connection's timeout, in seconds.
        """
        timeout, line = self.settings_dict["OPTIONS"].get("timeout", 5), THREADS[path]
        end = time.monotonic() + timeout
        if not line.acquire(timeout=timeout):
            raise OperationalError("database is locked: the line of writers is too long")
        try:
            # The first process in the queue holds the lock on the file "-next" while it waits.
            # All other processes need the lock on "-next" first, so they cannot overtake the first process.
            place = locked(f"{path}-next", end)
            try:
                self.file = locked(f"{path}-line", end)
            finally:
                os.close(place)
        except BaseException:
            line.release()
            raise
        self.line = line

    def step_out(self) -> None:
        """Release the locks, if this connection holds them."""
        line, self.line = self.line, None
        if line is not None:
            os.close(self.file)
            line.release()

    def _commit(self) -> Any:
        # If the commit fails, the transaction is still open, and Django rolls it back.
        result = super()._commit()  # type: ignore[misc] # no stub names it
        self.step_out()
        return result

    def _rollback(self) -> Any:
        try:
            return super()._rollback()  # type: ignore[misc] # no stub names it
        finally:
            self.step_out()

    def close(self) -> None:
        try:
            super().close()
        finally:
            self.step_out()

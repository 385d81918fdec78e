"""A pause after a service has failed, so that not every request waits for the service to time out."""

import time
from threading import Lock


class Pause:
    """A pause between attempts to reach a service, for one process; thread-safe.

    >>> pause = Pause(seconds=60)
    >>> pause.is_over()
    True
    >>> pause.begin()
    >>> pause.is_over()
    False
    """

    def __init__(self, seconds: float) -> None:
        self.seconds = seconds
        self._lock = Lock()
        self._ends_at: float | None = None

    def is_over(self) -> bool:
        """Return whether the caller may try the service now.

        Once a pause has passed, one caller gets True and tries the service. All other callers get False until
        this caller calls `end`, or until another pause has passed.
        """
        with self._lock:
            if self._ends_at is None:
                return True
            now = time.monotonic()
            if now < self._ends_at:
                return False
            self._ends_at = now + self.seconds
            return True

    def begin(self) -> None:
        """Begin a pause, because the service has just failed."""
        with self._lock:
            self._ends_at = time.monotonic() + self.seconds

    def end(self) -> None:
        """End the pause, because the service has just answered."""
        with self._lock:
            self._ends_at = None


BROKER = Pause(seconds=10)
"""The pause between attempts to reach the broker. The sweep finds the work of tasks that were not sent
meanwhile."""

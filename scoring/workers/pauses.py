"""Letting alone for a while what did not answer, so that not everybody who needs it waits for it in turn."""

import time
from threading import Lock


class Pause:
    """How long this process lets something alone after it failed; for any number of threads.

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
        """Return whether to try now. Of those who ask when a pause has passed one is told so, and the others
        wait for what comes of it: until `end`, or for another pause.
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
        """Let it alone from now on: it has just failed."""
        with self._lock:
            self._ends_at = time.monotonic() + self.seconds

    def end(self) -> None:
        """Try it again whenever it is needed: it has just answered."""
        with self._lock:
            self._ends_at = None


BROKER = Pause(seconds=10)
"""Between two attempts to reach a broker that is away; what it would have been told is found by the sweep."""

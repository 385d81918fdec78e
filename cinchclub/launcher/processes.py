"""A child process that never outlives the launcher, writes to its own log and can be stopped politely."""

import contextlib
import ctypes
import errno
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO, Self

from cinchclub.launcher.folder import is_taken

# prctl's option that names the signal a process gets when its parent is gone (linux/prctl.h).
PR_SET_PDEATHSIG = 1
LARGEST_LOG = 5 * 1024 * 1024
# In seconds: a helper that ran as long as this has not failed again, the longest pause before another try,
# how long a server may show no sign of life, and how long it may take to begin.
STEADY, LONGEST_PAUSE, SILENCE, BEGINNING = 60, 60, 20, 60
LETTING_GO = 5
"""Seconds after which a lock that a killed process held has to be free."""
HEAD_PATIENCE = 10
"""Seconds that the web server waits for the head of a request, and keeps a connection without one open."""


def die_with(parent: int, number: signal.Signals = signal.SIGTERM) -> Callable[[], None] | None:
    """Return what a child calls before it begins, so that it gets a signal when ``parent`` ends; Linux only.

    ``parent`` has to be known from before the child began: a child whose parent has ended has another one.
    """
    if sys.platform != "linux":
        return None
    prctl = ctypes.CDLL(None, use_errno=True).prctl

    def ask() -> None:
        prctl(PR_SET_PDEATHSIG, number)
        if os.getppid() != parent:
            os._exit(1)

    return ask


@dataclass
class Child:
    """One server: how it is started, and how it is doing."""

    name: str
    command: Sequence[str]
    log: Path | None
    """Where its output is written; None for where the launcher writes its own."""
    environment: Mapping[str, str] = field(default_factory=dict)
    lock: Path | None = None
    """A file that it holds locked with all that it starts (`cinchclub.launcher.folder`)."""
    user: int | None = None
    process: subprocess.Popen[bytes] | None = None
    started: float = 0.0
    pulse: Callable[[], float | None] = lambda: None
    """Something that is another each time while it is well, or None where it gives no sign of life."""
    last_pulse: float | None = None
    heard: float = 0.0

    def start(self) -> Self:
        """Start it in a session of its own, so that Ctrl-C reaches the launcher alone."""
        self.started = time.monotonic()
        self.heard, self.last_pulse = self.started + BEGINNING, self.pulse()
        die = die_with(os.getpid())
        with log_file(self.log) as log, held(self.lock) as lock:

            def begin() -> None:
                if die:
                    die()
                if lock is not None:
                    os.ftruncate(lock, 0)
                    os.write(lock, str(os.getpid()).encode())

            self.process = subprocess.Popen(
                self.command,
                env={**os.environ, **self.environment},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=None if log is None else subprocess.STDOUT,
                start_new_session=True,
                pass_fds=[] if lock is None else [lock],
                user=self.user,
                group=self.user,
                extra_groups=[] if self.user else None,
                preexec_fn=begin,
            )
        return self

    @property
    def is_running(self) -> bool:
        """Return whether it has been started and has not ended; once it has, end what it has started."""
        if self.process is None or self.process.returncode is not None:
            return False
        if self.process.poll() is None:
            return True
        self.end_the_rest()
        return False

    def stop(self, patience: float = 10) -> None:
        """Ask it to finish what it has begun; after ``patience`` seconds end it."""
        if self.process is None or self.process.returncode is not None:
            return
        self.process.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(patience)
        self.kill()

    def kill(self) -> None:
        """End it at once, with all that it has started."""
        assert self.process is not None, "it was started"
        self.end_the_rest()
        self.process.wait()

    def end_the_rest(self) -> None:
        """End at once whatever of its process group runs."""
        if self.process is not None:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self.process.pid, signal.SIGKILL)

    def end_if_it_hangs(self) -> None:
        """End it where it runs and has given no sign of life for ``SILENCE`` seconds."""
        now, pulse = time.monotonic(), self.pulse()
        if pulse is not None and pulse != self.last_pulse:
            self.last_pulse, self.heard = pulse, now
        if self.is_running and now - self.heard > SILENCE:
            print(f"{self.name} hangs; ending it", flush=True)
            self.kill()

    def last_words(self) -> str:
        """Return the last line of the log; of a line in JSON, the first line of its message."""
        if self.log is None:
            return "its output is above"
        lines = [line for line in self.log.read_text(errors="replace").splitlines() if line.strip()]
        if not lines:
            return "it said nothing"
        with contextlib.suppress(ValueError, TypeError, KeyError):
            return str(json.loads(lines[-1])["message"]).splitlines()[0]
        return lines[-1].strip()


@dataclass
class Helper(Child):
    """A server without which deals are still recorded: it may fail as often as it likes."""

    failures: int = 0
    due: float | None = None

    def revive(self) -> None:
        """Start it again where it has ended, with longer and longer pauses where it ends again and again."""
        now = time.monotonic()
        if self.is_running:
            return
        if self.due is None:
            self.failures = 1 if now - self.started > STEADY else self.failures + 1
            pause = 0 if self.failures == 1 else min(2 ** (self.failures - 2), LONGEST_PAUSE)
            self.due = now + pause
            if pause:
                again = f"{self.failures} times in a row; starting it again in {pause} s"
                print(f"{self.name} has ended {again}: {self.last_words()} ({self.log})", flush=True)
            else:
                print(f"{self.name} has ended; starting it again", flush=True)
        if now >= self.due:
            self.due = None
            try:
                self.start()
            except OSError as error:
                print(f"{self.name} cannot be started: {error}", flush=True)


@contextlib.contextmanager
def held(path: Path | None) -> Iterator[int | None]:
    """Lock a file for a child to be started, which inherits the lock; yield the open file."""
    if path is None:
        yield None
        return
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with path.open("a") as file:
        # What held it before has been killed, and the system may take a moment to let go.
        end = time.monotonic() + LETTING_GO
        while not is_taken(file.fileno()):
            if time.monotonic() > end:
                raise BlockingIOError(errno.EWOULDBLOCK, "something of the last start still runs", str(path))
            time.sleep(0.05)
        yield file.fileno()


def log_file(path: Path | None) -> AbstractContextManager[IO[bytes] | None]:
    """Open a log to write at its end; one that has grown large is put aside first."""
    if path is None:
        return contextlib.nullcontext()
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.exists() and path.stat().st_size > LARGEST_LOG:
        path.replace(path.with_suffix(".old.log"))
    return path.open("ab")


def wait_until(question: Callable[[], bool], child: Child, patience: float) -> bool:
    """Return whether ``question`` came true within ``patience`` seconds, while ``child`` was running."""
    end = time.monotonic() + patience
    while time.monotonic() < end and child.is_running:
        if question():
            return True
        time.sleep(0.02)
    return False


def web_command(application: str, host: str, port: int, processes: int) -> list[str]:
    """Return the command that serves an application on so many processes."""
    return [
        *(sys.executable, "-m", "granian", application, "--interface", "rsgi", "--http", "1", "--no-ws"),
        *("--host", host, "--port", str(port)),
        *("--workers", str(processes), "--http1-header-read-timeout", str(HEAD_PATIENCE * 1000)),
        *("--respawn-failed-workers", "--respawn-interval", "1", "--workers-kill-timeout", "5"),
    ]

"""Child processes of the launcher: start and stop them, restart them, and kill those that hang."""

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

from cinchclub.launcher.folder import try_to_lock

# prctl's option for the signal that a process gets when its parent ends (linux/prctl.h).
PR_SET_PDEATHSIG = 1
LARGEST_LOG = 5 * 1024 * 1024
STEADY, LONGEST_PAUSE, SILENCE, BEGINNING = 60, 60, 20, 60
"""Four times in seconds.

- STEADY: the failure of a helper that ran longer than this counts as a first failure.
- LONGEST_PAUSE: the longest wait before a restart.
- SILENCE: a server without a sign of life for this long is killed and restarted.
- BEGINNING: the time after a start in which no sign of life is expected.
"""
LETTING_GO = 5
"""How many seconds to wait until the system releases the lock of a killed process."""
HEAD_PATIENCE = 10
"""How many seconds the web server waits for the head of a request, even on a connection that stays open."""


def die_with(parent: int, number: signal.Signals = signal.SIGTERM) -> Callable[[], None] | None:
    """Return a function that makes the calling process end when the process ``parent`` ends.

    A child process calls the function at its start. When ``parent`` ends, the system sends the signal
    ``number`` to the child. If ``parent`` has ended before the call, the child ends immediately.

    Only Linux can do this. On other systems the result is None.
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
    """A child process of the launcher: its command, its log and its state."""

    name: str
    command: Sequence[str]
    log: Path | None
    """The file for its output; None for the launcher's own output."""
    environment: Mapping[str, str] = field(default_factory=dict)
    lock: Path | None = None
    """A file that the process and its children keep locked (`cinchclub.launcher.folder`)."""
    user: int | None = None
    process: subprocess.Popen[bytes] | None = None
    started: float = 0.0
    pulse: Callable[[], float | None] = lambda: None
    """A function whose result changes as long as the process works.

    It returns None if there is no sign of life.
    """
    last_pulse: float | None = None
    heard: float = 0.0

    def start(self) -> Self:
        """Start the process in its own session, so that Ctrl-C reaches only the launcher.

        The process keeps the file ``lock`` locked and writes its id into the file. Raises OSError if the
        process cannot start or the lock is not free.
        """
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
        """Whether the process runs. If the process has ended, the rest of its process group is killed."""
        if self.process is None or self.process.returncode is not None:
            return False
        if self.process.poll() is None:
            return True
        self.end_the_rest()
        return False

    def stop(self, patience: float = 10) -> None:
        """Ask the process to finish, and wait at most ``patience`` seconds.

        Then kill all processes that still run in the process group.
        """
        if self.process is None or self.process.returncode is not None:
            return
        self.process.terminate()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(patience)
        self.kill()

    def kill(self) -> None:
        assert self.process is not None, "it was started"
        self.end_the_rest()
        self.process.wait()

    def end_the_rest(self) -> None:
        """Kill all processes that still run in the process group."""
        if self.process is not None:
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(self.process.pid, signal.SIGKILL)

    def end_if_it_hangs(self) -> None:
        """Kill the process if it runs and has shown no sign of life for ``SILENCE`` seconds.

        A new value of ``pulse()`` is a sign of life. After a start, the process has ``BEGINNING`` seconds
        more to show its first sign of life.
        """
        now, pulse = time.monotonic(), self.pulse()
        if pulse is not None and pulse != self.last_pulse:
            self.last_pulse, self.heard = pulse, now
        if self.is_running and now - self.heard > SILENCE:
            print(f"{self.name} hangs; ending it", flush=True)
            self.kill()

    def last_words(self) -> str:
        """Return the last line of the process's log that is not blank, for a message to the user.

        If this line is a JSON object with a ``message``, return the first line of the message. If the process
        has no log, or its log is empty, return a text that says so.
        """
        if self.log is None:
            return "its output is above"
        lines = [line for line in self.log.read_text(errors="replace").splitlines() if line.strip()]
        if not lines:
            return "it said nothing"
        with contextlib.suppress(ValueError, TypeError, LookupError):
            return str(json.loads(lines[-1])["message"]).splitlines()[0]
        return lines[-1].strip()


@dataclass
class Helper(Child):
    """A child that is not needed to record a deal. It is restarted however often it fails."""

    failures: int = 0
    due: float | None = None

    def revive(self) -> None:
        """If the process has ended and the pause is over, restart the process. Call this repeatedly.

        - After the first failure there is no pause.
        - The pause is one second after the second failure. It doubles with each further failure, up to
          LONGEST_PAUSE seconds.
        - The failure of a process that ran for more than STEADY seconds counts as a first failure.
        """
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
    """Lock a file and yield its descriptor, so that a child can inherit the lock.

    Without a path, yield None. Raises BlockingIOError if the lock is not free after ``LETTING_GO`` seconds.
    """
    if path is None:
        yield None
        return
    path.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
    with path.open("a") as file:
        # After a process was killed, the system can take a moment to release the lock of the process.
        end = time.monotonic() + LETTING_GO
        while not try_to_lock(file.fileno()):
            if time.monotonic() > end:
                raise BlockingIOError(errno.EWOULDBLOCK, "something of the last start still runs", str(path))
            time.sleep(0.05)
        yield file.fileno()


def log_file(path: Path | None) -> AbstractContextManager[IO[bytes] | None]:
    """Open a log for appending. A log above ``LARGEST_LOG`` bytes is renamed first.

    Without a path, the context's value is None.
    """
    if path is None:
        return contextlib.nullcontext()
    path.parent.mkdir(parents=True, exist_ok=True)
    if path.exists() and path.stat().st_size > LARGEST_LOG:
        path.replace(path.with_suffix(".old.log"))
    return path.open("ab")


def wait_until(question: Callable[[], bool], child: Child, patience: float) -> bool:
    """Wait until ``question`` returns True, and return whether it did.

    The wait also ends after ``patience`` seconds, and when ``child`` has ended.
    """
    end = time.monotonic() + patience
    while time.monotonic() < end and child.is_running:
        if question():
            return True
        time.sleep(0.02)
    return False


def web_command(application: str, host: str, port: int, processes: int) -> list[str]:
    return [
        *(sys.executable, "-m", "granian", application, "--interface", "rsgi", "--http", "1", "--no-ws"),
        *("--host", host, "--port", str(port)),
        *("--workers", str(processes), "--http1-header-read-timeout", str(HEAD_PATIENCE * 1000)),
        *("--respawn-failed-workers", "--respawn-interval", "1", "--workers-kill-timeout", "5"),
    ]

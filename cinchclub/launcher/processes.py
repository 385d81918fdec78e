"""A child process that never outlives the launcher, writes to its own log and can be stopped politely."""

import contextlib
import ctypes
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import IO

# prctl's option that names the signal a process gets when its parent is gone (linux/prctl.h).
PR_SET_PDEATHSIG = 1
LARGEST_LOG = 5 * 1024 * 1024


def die_with(parent: int) -> Callable[[], None] | None:
    """Return what a child calls before it begins, so that it stops when ``parent`` is killed; Linux only."""
    if sys.platform != "linux":
        return None
    prctl = ctypes.CDLL(None, use_errno=True).prctl

    def ask() -> None:
        prctl(PR_SET_PDEATHSIG, signal.SIGTERM)
        if os.getppid() != parent:
            os._exit(1)

    return ask


@dataclass
class Child:
    """One server: how it is started, and how it is doing."""

    name: str
    command: Sequence[str]
    log: Path
    environment: Mapping[str, str] = field(default_factory=dict)
    keep_open: Sequence[int] = ()
    user: int | None = None
    process: subprocess.Popen[bytes] | None = None

    def start(self) -> "Child":
        """Start it in a session of its own, so that Ctrl-C reaches the launcher alone."""
        with log_file(self.log) as log:
            self.process = subprocess.Popen(
                self.command,
                env={**os.environ, **self.environment},
                stdin=subprocess.DEVNULL,
                stdout=log,
                stderr=subprocess.STDOUT,
                start_new_session=True,
                pass_fds=self.keep_open,
                user=self.user,
                group=self.user,
                extra_groups=[] if self.user else None,
                preexec_fn=die_with(os.getpid()),
            )
        return self

    @property
    def is_running(self) -> bool:
        """Return whether it has been started and has not ended."""
        return self.process is not None and self.process.poll() is None

    def stop(self, patience: float = 10) -> None:
        """Ask it to finish what it has begun; after ``patience`` seconds end it."""
        if self.process is None:
            return
        if self.is_running:
            self.process.terminate()
        try:
            self.process.wait(patience)
        except subprocess.TimeoutExpired:
            with contextlib.suppress(ProcessLookupError):
                os.killpg(self.process.pid, signal.SIGKILL)
            self.process.wait()

    def last_words(self) -> str:
        """Return the last line it wrote."""
        lines = [line for line in self.log.read_text(errors="replace").splitlines() if line.strip()]
        return lines[-1].strip() if lines else "it said nothing"


def log_file(path: Path) -> IO[bytes]:
    """Open a log to write at its end; one that has grown large is put aside first."""
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

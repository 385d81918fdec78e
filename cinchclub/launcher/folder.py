"""The lock on the club's folder, and the search for servers that an earlier launcher left running.

Each server has a lock file, which the server and its child processes keep locked. The system releases a lock
when the last process that holds it ends. So the lock files show which servers still run, even if their
launcher was killed.
"""

import contextlib
import fcntl
import os
import signal
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from cinchclub.launcher import Halt

PATIENCE = 5
"""Seconds to wait for the folder's lock if the launcher that took the lock has ended."""
GRACE, LAST_GRACE = 10, 5
"""Seconds to wait for servers that an earlier launcher left running: after SIGTERM, then after SIGKILL."""


@contextmanager
def hold(folder: Path) -> Iterator[None]:
    """Lock the folder for this process. Raises Halt if another process has locked it."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("a+") as lock:
        end = time.monotonic() + PATIENCE
        while not try_to_lock(lock.fileno()):
            lock.seek(0)
            holder = lock.read().strip()
            if is_alive(holder):
                raise Halt(
                    f"Cinch Club already runs in {folder} (process {holder}). Stop it first, "
                    "or give this one its own folder in CINCH_VAR."
                )
            if time.monotonic() > end:
                raise Halt(f"Something that process {holder} has started still uses {folder}. End it first.")
            time.sleep(0.1)
        lock.truncate(0)
        lock.write(str(os.getpid()))
        lock.flush()
        yield


def lock_of(folder: Path, name: str) -> Path:
    """Return the lock file of a server; the file contains the server's process group."""
    return folder / "running" / name


def left(folder: Path) -> dict[str, int]:
    """Return the servers that an earlier launcher left running.

    The result maps the name of a server to its process group, 0 if unknown.
    """
    running = {}
    for file in sorted((folder / "running").glob("*")):
        if is_held(file):
            group = file.read_text().strip()
            running[file.name] = int(group) if group.isdecimal() else 0
    return running


def is_held(file: Path) -> bool:
    """Return whether any process holds the lock on a file."""
    with file.open() as lock:
        return not try_to_lock(lock.fileno())


def end_what_is_left(folder: Path) -> None:
    """End the servers that an earlier launcher left running.

    Raises Halt with the names of servers that do not end.
    """
    if not (running := left(folder)):
        return
    print(f"Ending what the last run has left: {in_words(running)}", flush=True)
    for number, grace in ((signal.SIGTERM, GRACE), (signal.SIGKILL, LAST_GRACE)):
        for group in filter(None, left(folder).values()):
            with contextlib.suppress(ProcessLookupError, PermissionError):
                os.killpg(group, number)
        end = time.monotonic() + grace
        while (running := left(folder)) and time.monotonic() < end:
            time.sleep(0.1)
        if not running:
            return
    raise Halt(f"The last run has left what cannot be ended: {in_words(running)}. End it, then start again.")


def in_words(running: dict[str, int]) -> str:
    return ", ".join(f"{name} (process group {group or 'unknown'})" for name, group in running.items())


def try_to_lock(lock: int) -> bool:
    """Try to lock an open file. Return whether this process has the lock now."""
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def is_alive(holder: str) -> bool:
    """Return whether the process that wrote its id into the lock file still runs."""
    try:
        os.kill(int(holder), 0)
    except (ValueError, ProcessLookupError):
        return False
    except PermissionError:
        return True
    return True

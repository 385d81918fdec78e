"""The club's folder, which one launcher at a time may use, and what an earlier launcher has left running.

Each server holds the lock of a file of its own, as does all that it starts. The system releases a lock with
the last process that holds it, so the files tell what of an earlier run goes on, whatever its launcher did.
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
"""Seconds in which whoever holds the folder without running any more has to let go of it."""
GRACE, LAST_GRACE = 10, 5
"""Seconds for servers that were left running to finish, and to be gone once they are killed."""


@contextmanager
def hold(folder: Path) -> Iterator[None]:
    """Hold the folder for this process alone; Halt where another one holds it."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("a+") as lock:
        end = time.monotonic() + PATIENCE
        while not is_taken(lock.fileno()):
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
    """Return the file whose lock a server holds; it contains the number of the server's process group."""
    return folder / "running" / name


def left(folder: Path) -> dict[str, int]:
    """Return the servers of an earlier run that still run, with their process groups (0 where not known)."""
    running = {}
    for file in sorted((folder / "running").glob("*")):
        if is_held(file):
            group = file.read_text().strip()
            running[file.name] = int(group) if group.isdecimal() else 0
    return running


def is_held(file: Path) -> bool:
    """Return whether a process holds the lock of a file."""
    with file.open() as lock:
        return not is_taken(lock.fileno())


def end_what_is_left(folder: Path) -> None:
    """End what an earlier launcher has left running; Halt with its names where it does not end."""
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
    """Return the names of servers with their process groups."""
    return ", ".join(f"{name} (process group {group or 'unknown'})" for name, group in running.items())


def is_taken(lock: int) -> bool:
    """Take the lock, and tell whether that could be done."""
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    return True


def is_alive(holder: str) -> bool:
    """Tell whether the process that wrote its number into the lock still runs."""
    try:
        os.kill(int(holder), 0)
    except (ValueError, ProcessLookupError):
        return False
    except PermissionError:
        return True
    return True

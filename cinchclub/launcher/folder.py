"""The club's folder, which one launcher at a time may use."""

import fcntl
import os
import time
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from cinchclub.launcher import Halt


@contextmanager
def hold(folder: Path) -> Iterator[int]:
    """Hold the folder for this launcher and its children alone; yield the open lock."""
    folder.mkdir(parents=True, exist_ok=True)
    with (folder / "lock").open("a+") as lock:
        is_waiting = False
        while not is_taken(lock.fileno()):
            lock.seek(0)
            holder = lock.read().strip()
            if is_alive(holder):
                raise Halt(
                    f"Cinch Club already runs in {folder} (process {holder}). Stop it first, "
                    "or give this one its own folder in CINCH_VAR."
                )
            if not is_waiting:
                print("Waiting for the last run to finish", flush=True)
                is_waiting = True
            time.sleep(0.1)
        lock.truncate(0)
        lock.write(str(os.getpid()))
        lock.flush()
        yield lock.fileno()


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

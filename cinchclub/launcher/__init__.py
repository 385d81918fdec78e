"""Starts and stops the processes of ``./cinch run``.

The script ``cinch`` installs the packages that are needed, and then runs this package.
"""

import re
import shutil
from pathlib import Path

LEAST = 2**20
"""The free space in bytes below which SQLite reports a full disk as an I/O error."""

NO_ROOM = re.compile(r"No space left|disk is full|quota exceeded", re.IGNORECASE)
"""Parts of the messages with which the system, SQLite and PostgreSQL report a full disk."""


class Halt(Exception):
    """The launcher cannot continue. The message has the reason."""


def reason_of(error: Exception, folder: Path) -> str:
    """Return the reason why the club in ``folder`` cannot be served. For a full disk, add what to do."""
    if NO_ROOM.search(str(error)) or is_full(folder):
        return f"The disk is full: make room where {folder} is, and start again."
    if isinstance(error, OSError):
        return f"{error.strerror or error}: {error.filename or folder}"
    return str(error).strip()


def is_full(folder: Path) -> bool:
    """Return whether a folder's disk has less than ``LEAST`` bytes free; False if that is unknown."""
    try:
        return shutil.disk_usage(folder).free < LEAST
    except OSError:
        return False

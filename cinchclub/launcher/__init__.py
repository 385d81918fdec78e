"""Starts and stops the processes of ``./cinch run``.

``cinch`` has set up the environment before any of this is imported. Nothing here knows about cards.
"""

import re
import shutil
from pathlib import Path

LEAST = 2**20
"""With less room than this, SQLite calls it an I/O error."""

NO_ROOM = re.compile(r"No space left|disk is full|quota exceeded", re.IGNORECASE)
"""What the system, SQLite and PostgreSQL say where the disk is full."""


class Halt(Exception):
    """The launcher cannot go on; the text is the one line that says why and what to do."""


def in_one_line(error: Exception, folder: Path) -> str:
    """Return why the club in ``folder`` cannot be served, and for a full disk what to do."""
    if NO_ROOM.search(str(error)) or is_full(folder):
        return f"The disk is full: make room where {folder} is, and start again."
    if isinstance(error, OSError):
        return f"{error.strerror or error}: {error.filename or folder}"
    return str(error).strip()


def is_full(folder: Path) -> bool:
    """Return whether the disk of a folder has next to no room left; not where the folder cannot be asked."""
    try:
        return shutil.disk_usage(folder).free < LEAST
    except OSError:
        return False

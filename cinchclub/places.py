"""Paths inside the club's folder: the secret key, the broker's socket and the pulse files.

The folder is passed in, because only ``cinchclub.settings`` reads settings from the environment.
"""

import hashlib
import os
import secrets
import tempfile
from contextlib import suppress
from pathlib import Path

# A unix socket's address holds 107 bytes on Linux and 103 on macOS.
LONGEST_SOCKET_PATH = 100


def kept_secret(path: Path) -> str:
    """Return the secret in the file ``path``. If the file is missing, create it with mode 600.

    The file is created atomically, so two processes that start together get the same secret. If the file is
    empty, or cannot be read or created, return a new secret that is not stored: the settings need a secret.
    """
    fresh = secrets.token_urlsafe(64)
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            handle, draft = tempfile.mkstemp(dir=path.parent, prefix=".secret-")
            with os.fdopen(handle, "w") as file:
                file.write(fresh)
            # A hard link cannot replace an existing file, so the first of two writers wins.
            with suppress(FileExistsError):
                os.link(draft, path)
            os.unlink(draft)
        return path.read_text().strip() or fresh
    return fresh


def socket_path(folder: Path) -> Path:
    """Return the path of the broker's socket in ``folder``.

    If the path is too long for a socket, return a path in the temporary folder.
    """
    path = folder / "valkey" / "valkey.sock"
    if len(os.fsencode(path)) <= LONGEST_SOCKET_PATH:
        return path
    mark = hashlib.sha256(os.fsencode(path)).hexdigest()[:16]
    return Path(tempfile.gettempdir()) / f"cinchclub-{os.getuid()}-{mark}" / "valkey.sock"


def web_pulse(var: Path, number: int) -> Path:
    """Return the pulse file of the web server process with the id ``number``.

    The process touches the file every two seconds while it can answer.
    """
    return pulse_file(var, f"web-{number}")


def pulse_file(var: Path, name: str) -> Path:
    """Return the file that a process of ``./cinch run`` touches regularly while it does not hang."""
    return var / f"{name}.pulse"

"""Where a laptop keeps what it needs: the secret key and the broker's socket.

Nothing here reads the environment; ``cinchclub.settings`` decides which folder is meant.
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
    """Return the secret kept in ``path``, making it the first time (mode 600, whole or not at all).

    Two processes that start together agree on one secret. Where the folder cannot be written the secret
    lasts as long as the process, so that reading the settings never fails for want of one.
    """
    fresh = secrets.token_urlsafe(64)
    with suppress(OSError):
        path.parent.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            handle, draft = tempfile.mkstemp(dir=path.parent, prefix=".secret-")
            with os.fdopen(handle, "w") as file:
                file.write(fresh)
            # A hard link fails where the name exists, so the first of two writers wins.
            with suppress(FileExistsError):
                os.link(draft, path)
            os.unlink(draft)
        return path.read_text().strip() or fresh
    return fresh


def socket_path(folder: Path) -> Path:
    """Return the broker's socket in ``folder``, or a short stand-in where its address would be too long."""
    path = folder / "valkey" / "valkey.sock"
    if len(os.fsencode(path)) <= LONGEST_SOCKET_PATH:
        return path
    mark = hashlib.sha256(os.fsencode(path)).hexdigest()[:16]
    return Path(tempfile.gettempdir()) / f"cinchclub-{os.getuid()}-{mark}" / "valkey.sock"


def web_pulse(var: Path, number: int) -> Path:
    """Return the file that a process of the web server touches every other second while it can answer."""
    return pulse_file(var, f"web-{number}")


def pulse_file(var: Path, name: str) -> Path:
    """Return the file that a helper of ``./cinch run`` touches every other second while it is not hanging."""
    return var / f"{name}.pulse"

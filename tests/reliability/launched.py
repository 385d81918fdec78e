"""A club started by ``./cinch run``: real servers on a free port, in a folder of their own."""

import http.client
import json
import os
import signal
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from tests.reliability.serving import HERE, PATIENCE, until


@dataclass
class LaunchedClub:
    """A launcher in a folder of its own, with a port of its own."""

    folder: Path
    port: int
    process: subprocess.Popen[bytes] | None = None

    def start(
        self, *, ready: str | None = "Stop: Ctrl-C", asks_port: bool = True, **environment: str
    ) -> "LaunchedClub":
        """Start the launcher and wait until it has printed ``ready`` or, without ``ready``, until it ends."""
        surroundings = {name: value for name, value in os.environ.items() if not name.startswith("CINCH_")}
        surroundings |= {"DATABASE_URL": "", "REDIS_URL": "", "DJANGO_SETTINGS_MODULE": "cinchclub.settings"}
        surroundings |= {"CINCH_VAR": str(self.folder), "CINCH_DEMO": "false", "CINCH_SERVER_PROCESSES": "1"}
        port = ["--port", str(self.port)] if asks_port else []
        with self.log.open("wb") as log:
            self.process = subprocess.Popen(
                [sys.executable, "-m", "cinchclub.launcher", "run", *port],
                env=surroundings | environment,
                cwd=HERE,
                stdout=log,
                stderr=log,
            )
        if ready is None:
            self.process.wait(PATIENCE)
            return self
        until(lambda: ready in self.output() or self.launcher.poll() is not None)
        assert ready in self.output(), self.output()
        return self

    @property
    def log(self) -> Path:
        """The path of the file with the launcher's output."""
        return self.folder.with_suffix(".output")

    @property
    def launcher(self) -> subprocess.Popen[bytes]:
        assert self.process is not None
        return self.process

    def output(self) -> str:
        """Return the text that the launcher has printed."""
        return self.log.read_text()

    def end(self, number: signal.Signals) -> int:
        """Send the launcher a signal; return its exit status."""
        self.launcher.send_signal(number)
        return self.launcher.wait(PATIENCE)

    def processes(self, word: str = "") -> list[int]:
        """Return the ids of the club's processes whose command line contains ``word``.

        A process is the club's if its environment or its command line names the club's folder. Valkey shows
        the address of its socket as its command line.
        """
        folder, socket, numbers = f"CINCH_VAR={self.folder}\0".encode(), f"{self.folder}/".encode(), []
        for entry in Path("/proc").glob("[0-9]*"):
            try:
                command = (entry / "cmdline").read_bytes()
                is_ours = socket in command or folder in (entry / "environ").read_bytes() + b"\0"
            except OSError:
                continue
            if is_ours and word.encode() in command:
                numbers.append(int(entry.name))
        return numbers

    def helper(self, word: str) -> int:
        """Return the process id of a helper.

        Wait until it runs, because the launcher may be restarting it.
        """
        assert until(lambda: len(self.processes(word)) == 1), self.output()
        return self.processes(word)[0]

    def health(self) -> dict[str, object]:
        """Return the answer of /healthz, or an empty dictionary without an answer."""
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        try:
            line.request("GET", "/healthz")
            answer: dict[str, object] = json.load(line.getresponse())
        except (OSError, http.client.HTTPException):
            return {}
        else:
            return answer
        finally:
            line.close()

    def is_well(self) -> bool:
        """Tell whether every server runs, the worker included."""
        return self.health().get("status") == "ok"

    def leave_nothing(self) -> None:
        """End every process of the club that still runs."""
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            self.process.wait(PATIENCE)
        for number in self.processes():
            os.kill(number, signal.SIGKILL)

"""Several machines on one computer: network namespaces of Linux, joined by a bridge of their own.

One machine runs PostgreSQL and the broker, both with passwords; the others run the club as docs/operations.md
says. A machine can be disconnected from the network and can lose its power. Needs the rights of root and
``ip`` (on Debian the package iproute2). Everything ends with the process that began it.
"""

import os
import secrets
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.parse import urlsplit

from cinchclub.launcher.processes import die_with
from tests.reliability.serving import HERE, Place

NET = "10.77.0"
HALL = f"{NET}.1"
"""The address of the phones."""
STORE = f"{NET}.2"
CLUB_PORT, BROKER_PORT, DATABASE_PORT = 8000, 6379, 5432


def apart(module: str) -> None:
    """Run the module again in a network namespace of its own, unless it is in one already."""
    if os.environ.get("CINCH_APART"):
        return
    command = ["unshare", "--net", "--mount", "--pid", "--fork", "--kill-child", "--mount-proc"]
    os.environ["CINCH_APART"] = "1"
    os.execvp(command[0], [*command, sys.executable, "-m", module, *sys.argv[1:]])


def ip(*words: str, inside: str = "") -> None:
    """Call ``ip``, inside a machine if ``inside`` names one."""
    subprocess.run(["ip", *(("-n", inside) if inside else ()), *words], check=True)


class Machine:
    """A machine with a name and an address, and the programs that run on it."""

    def __init__(self, name: str, address: str) -> None:
        self.name, self.address = name, address
        self.running: subprocess.Popen[bytes] | None = None
        ip("netns", "add", name)
        ip("link", "add", f"{name}-line", "type", "veth", "peer", "name", "line", "netns", name)
        ip("link", "set", f"{name}-line", "master", "hall", "up")
        ip("address", "add", f"{address}/24", "dev", "line", inside=name)
        for device in ("lo", "line"):
            ip("link", "set", device, "up", inside=name)

    def start(self, log: Path, command: list[str], environment: dict[str, str]) -> None:
        """Start a program on the machine. All its child processes end with it."""
        with log.open("ab") as written:
            self.running = subprocess.Popen(
                ["ip", "netns", "exec", self.name, *command],
                env=environment, cwd=HERE, stdout=written, stderr=written, preexec_fn=die_with(os.getpid()),
            )  # fmt: skip

    def cut_off(self) -> None:
        """Disconnect the machine from the network: nothing arrives, and no sender gets an error."""
        ip("link", "set", f"{self.name}-line", "down")

    def join(self) -> None:
        """Connect the machine again."""
        ip("link", "set", f"{self.name}-line", "up")

    def stop(self, how: signal.Signals = signal.SIGTERM) -> None:
        """End the programs of the machine. SIGKILL has the effect of a power cut."""
        if self.running is not None:
            self.running.send_signal(how)
            self.running.wait(60)


@contextmanager
def hall(folder: Path) -> Iterator[Place]:
    """Make the network and the machine with the database and the broker; yield that machine's `Place`."""
    subprocess.run(["mount", "--make-rprivate", "/"], check=True)
    names = Path("/run/netns")
    names.mkdir(exist_ok=True)
    subprocess.run(["mount", "-t", "tmpfs", "machines", str(names)], check=True)
    ip("link", "add", "hall", "type", "bridge")
    ip("address", "add", f"{HALL}/24", "dev", "hall")
    for device in ("lo", "hall"):
        ip("link", "set", device, "up")
    password = secrets.token_hex(16)
    store = Machine("store", STORE)
    store.start(
        folder / "store.log",
        [sys.executable, "-m", "tests.reliability.machine_store", str(folder / "store"), NET, password],
        dict(os.environ),
    )
    try:
        yield Place(folder, f"postgres://postgres:{password}@{STORE}:{DATABASE_PORT}/postgres")
    finally:
        store.stop()


class Club(Machine):
    """A machine that runs the club's servers as ``./cinch run`` starts them."""

    def __init__(self, name: str, address: str, where: Place, *, beat: bool) -> None:
        super().__init__(name, address)
        self.where, self.folder = where, where.folder / name
        self.folder.mkdir()
        self.environment = where.environment(
            CINCH_VAR=str(self.folder),
            REDIS_URL=f"redis://:{urlsplit(where.url).password}@{STORE}:{BROKER_PORT}/0",
            CINCH_SECRET_KEY=os.environ["CINCH_SECRET_KEY"],
            CINCH_HOSTS=f"{NET}.11,{NET}.12,localhost,127.0.0.1",
            CINCH_BASE_URL=f"http://{NET}.11:{CLUB_PORT}",
            CINCH_BEAT=str(beat).lower(),
            CINCH_DEMO="false",
            CINCH_SERVER_PROCESSES="1",
            DJANGO_SETTINGS_MODULE="cinchclub.settings",
        )

    def open(self) -> None:
        """Start the web server and the worker and, if wanted here, beat."""
        command = [sys.executable, "-m", "cinchclub.launcher", "run"]
        self.start(
            self.folder / "club.log",
            [*command, "--host", "0.0.0.0", "--port", str(CLUB_PORT)],
            self.environment,
        )

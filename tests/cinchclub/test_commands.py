"""`manage.py` from a terminal: every error that stops a command is one line."""

import os
import re
import shutil
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from django.conf import settings

from tests.reliability.serving import migrated

pytestmark = pytest.mark.once


def command(var: Path, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a command on a database of its own, without a terminal.

    ``--skip-checks`` saves loading the law books and all pages, which takes most of a command's start.
    """
    return subprocess.run(
        [sys.executable, "manage.py", *words],
        cwd=settings.BASE_DIR,
        env={"PATH": os.environ["PATH"], "CINCH_VAR": str(var), **environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )


def test_a_database_that_was_never_set_up_is_one_line(tmp_path):
    ended = command(tmp_path, "verify")
    wanted = "The database is not set up, or not up to date: manage.py migrate does that."
    assert (ended.returncode, ended.stderr.strip()) == (1, wanted)


def test_a_database_of_another_version_is_one_line(tmp_path):
    file = tmp_path / "cinchclub.sqlite3"
    shutil.copyfile(migrated(None), file)
    with closing(sqlite3.connect(file)) as database, database:
        ours = "app IN ('laws', 'scoring')"
        database.execute(f"UPDATE django_migrations SET name = '0001_another' WHERE {ours}")
    ended = command(tmp_path, "migrate", "--skip-checks")
    assert (ended.returncode, ended.stderr.strip()) == (
        1,
        f"Another version of Cinch Club made the database {file}: to begin anew move {file} away; "
        "to read it, start that version.",
    )


def older(file: Path) -> None:
    """Make a database of an older commit: the same migration name, other tables."""
    shutil.copyfile(migrated(None), file)
    with closing(sqlite3.connect(file)) as database, database:
        database.execute("ALTER TABLE scoring_heldentry RENAME COLUMN reason TO note")
        database.execute("UPDATE django_migrations SET name = name || '0' WHERE app = 'fingerprint'")


def damaged(file: Path) -> None:
    """Make a database of this version in which a table is missing."""
    shutil.copyfile(migrated(None), file)
    with closing(sqlite3.connect(file)) as database, database:
        database.execute("DROP TABLE scoring_heldentry")


@pytest.mark.parametrize(
    ("word", "unmarked"),
    [("migrate", False), ("verify", True)],
    ids=["another fingerprint", "no fingerprint"],
)
def test_a_database_whose_migration_was_written_anew_is_one_line(tmp_path, word, unmarked):
    file = tmp_path / "cinchclub.sqlite3"
    older(file)
    if unmarked:
        with closing(sqlite3.connect(file)) as database, database:
            database.execute("DELETE FROM django_migrations WHERE app = 'fingerprint'")
    ended = command(tmp_path, word, "--skip-checks")
    assert (ended.returncode, ended.stderr.strip().removeprefix("CommandError: ")) == (
        1,
        f"Another version of Cinch Club made the database {file}: to begin anew move {file} away; "
        "to read it, start that version.",
    )


def test_a_database_that_lacks_a_table_is_one_line(tmp_path):
    file = tmp_path / "cinchclub.sqlite3"
    damaged(file)
    ended = command(tmp_path, "verify", "--skip-checks")
    assert ended.returncode == 1
    assert re.fullmatch(
        rf"The database {file} lacks scoring_heldentry\.id and \d+ more columns: "
        r"put a backup back with ./cinch manage restore\.",
        ended.stderr.strip(),
    )


def test_a_database_that_lacks_a_table_is_not_served(tmp_path):
    damaged(tmp_path / "cinchclub.sqlite3")
    ended = subprocess.run(
        [sys.executable, "-m", "cinchclub.launcher.prepare"],
        cwd=settings.BASE_DIR,
        env={"PATH": os.environ["PATH"], "CINCH_VAR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ended.returncode == 1
    assert "lacks scoring_heldentry.id" in ended.stderr
    assert len(ended.stderr.strip().splitlines()) == 1


def test_a_database_server_that_is_away_is_one_line(tmp_path):
    ended = command(
        tmp_path, "verify", "--skip-checks", DATABASE_URL="postgres://nobody:none@127.0.0.1:1/none"
    )
    assert ended.returncode == 1
    assert ended.stderr.startswith("The database cannot be reached: ")
    assert len(ended.stderr.splitlines()) == 1

"""`manage.py` from a terminal: every error that stops a command is one line."""

import os
import re
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

import pytest
from django.conf import settings

from tests.reliability.serving import migrated

pytestmark = pytest.mark.once

RENAMED = "UPDATE django_migrations SET name = '0001_another' WHERE app IN ('laws', 'scoring')"
OLDER = "ALTER TABLE scoring_heldentry RENAME COLUMN reason TO note"
"""A database of an older commit has the same migration name and other tables."""
OTHER_MARK = "UPDATE django_migrations SET name = name || '0' WHERE app = 'fingerprint'"
NO_MARK = "DELETE FROM django_migrations WHERE app = 'fingerprint'"
DAMAGED = "DROP TABLE scoring_heldentry"

NOT_SET_UP = r"The database is not set up, or not up to date: manage\.py migrate does that\."
ANOTHER_VERSION = (
    r"Another version of Cinch Club made the database {file}: to begin anew move {file} away; "
    r"to read it, start that version\."
)
LACKS = (
    r"The database {file} lacks scoring_heldentry\.id and \d+ more columns: "
    r"put a backup back with \./cinch manage restore\."
)


def run(var: Path, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run ``python …`` on the database in the folder ``var``, without a terminal."""
    return subprocess.run(
        [sys.executable, *words],
        cwd=settings.BASE_DIR,
        env={"PATH": os.environ["PATH"], "CINCH_VAR": str(var), **environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )


def make(file: Path, statements: Iterable[str]) -> None:
    """Write a migrated database that the statements have changed."""
    shutil.copyfile(migrated(None), file)
    with closing(sqlite3.connect(file)) as database, database:
        for statement in statements:
            database.execute(statement)


# ``--skip-checks`` saves loading the law books and all pages, which takes most of a command's start.
@pytest.mark.parametrize(
    ("statements", "words", "line"),
    [
        pytest.param((), ["verify"], NOT_SET_UP, id="never set up"),
        pytest.param((RENAMED,), ["migrate", "--skip-checks"], ANOTHER_VERSION, id="another version"),
        pytest.param(
            (OLDER, OTHER_MARK), ["migrate", "--skip-checks"], ANOTHER_VERSION, id="another fingerprint"
        ),
        pytest.param((OLDER, NO_MARK), ["verify", "--skip-checks"], ANOTHER_VERSION, id="no fingerprint"),
        pytest.param((DAMAGED,), ["verify", "--skip-checks"], LACKS, id="a table is missing"),
    ],
)
def test_a_database_that_cannot_be_used_is_one_line(tmp_path, statements, words, line):
    file = tmp_path / "cinchclub.sqlite3"
    if statements:
        make(file, statements)
    ended = run(tmp_path, "manage.py", *words)
    assert ended.returncode == 1
    wanted = line.replace("{file}", re.escape(str(file)))
    assert re.fullmatch(f"(CommandError: )?{wanted}", ended.stderr.strip()), ended.stderr


def test_a_database_that_lacks_a_table_is_not_served(tmp_path):
    file = tmp_path / "cinchclub.sqlite3"
    make(file, [DAMAGED])
    ended = run(tmp_path, "-m", "cinchclub.launcher.prepare")
    assert ended.returncode == 1
    assert re.fullmatch(LACKS.replace("{file}", re.escape(str(file))), ended.stderr.strip()), ended.stderr


def test_a_database_server_that_is_away_is_one_line(tmp_path):
    away = "postgres://nobody:none@127.0.0.1:1/none"
    ended = run(tmp_path, "manage.py", "verify", "--skip-checks", DATABASE_URL=away)
    assert ended.returncode == 1
    assert ended.stderr.startswith("The database cannot be reached: ")
    assert len(ended.stderr.splitlines()) == 1

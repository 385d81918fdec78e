"""`manage.py` from a terminal: what stops every command is one line."""

import os
import sqlite3
import subprocess
import sys
from contextlib import closing
from pathlib import Path

import pytest
from django.conf import settings

pytestmark = pytest.mark.once
NOT_SET_UP = "The database is not set up, or not up to date: manage.py migrate does that."


def command(var: Path, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    """Run a command on a database of its own, with nobody at the keyboard."""
    return subprocess.run(
        [sys.executable, "manage.py", *words],
        cwd=settings.BASE_DIR,
        env={"PATH": os.environ["PATH"], "CINCH_VAR": str(var), **environment},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )


@pytest.mark.parametrize("word", ["verify", "demo"])
def test_a_database_that_was_never_set_up_is_one_line(tmp_path: Path, word: str) -> None:
    ended = command(tmp_path, word)
    assert (ended.returncode, ended.stderr.strip()) == (1, NOT_SET_UP)


def test_a_database_of_an_earlier_version_or_of_another_one_is_one_line(tmp_path: Path) -> None:
    assert command(tmp_path, "migrate", "laws", "0001", "--verbosity", "0").returncode == 0
    ended = command(tmp_path, "verify")
    assert (ended.returncode, ended.stderr.strip()) == (1, NOT_SET_UP)

    file = tmp_path / "cinchclub.sqlite3"
    with closing(sqlite3.connect(file)) as database, database:
        database.execute("UPDATE django_migrations SET name = '0001_law_set_revisions' WHERE app = 'laws'")
    ended = command(tmp_path, "migrate")
    assert (ended.returncode, ended.stderr.strip()) == (
        1,
        f"Another version of Cinch Club made the database {file}: to begin anew move {file} away; "
        "to read it, start that version.",
    )


def test_a_database_server_that_is_away_is_one_line(tmp_path: Path) -> None:
    ended = command(tmp_path, "verify", DATABASE_URL="postgres://nobody:none@127.0.0.1:1/none")
    assert ended.returncode == 1
    assert ended.stderr.startswith("The database cannot be reached: ")
    assert len(ended.stderr.splitlines()) == 1


def test_nothing_is_replaced_where_nobody_can_say_yes(tmp_path: Path) -> None:
    ended = command(tmp_path, "restore", str(tmp_path / "backup.sqlite3"))
    assert ended.returncode == 1
    assert "Nothing was changed. Where nobody can type, say --yes." in ended.stderr

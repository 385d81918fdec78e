"""The queue of writers for SQLite: no write is lost, no writer waits for ever, no two write at once."""

import fcntl
import os
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest
from django.db import IntegrityError, OperationalError, connections, transaction
from pytest_django import DjangoDbBlocker

from cinchclub.sqlite_fair.base import THREADS

TIMEOUT = 0.5
ADD_ONE = "UPDATE tally SET count = count + 1"
HERE = Path(__file__).parent


@pytest.fixture
def path(tmp_path: Path, django_db_blocker: DjangoDbBlocker) -> Iterator[Path]:
    """Return a file with one tally. ``connections["line"]`` writes to it through the queue."""
    found = tmp_path / "tally.sqlite3"
    with closing(sqlite3.connect(found)) as raw:
        raw.execute("PRAGMA journal_mode=WAL")
        raw.execute("CREATE TABLE tally (count INTEGER CHECK (count < 1000))")
        raw.execute("INSERT INTO tally VALUES (0)")
        raw.commit()
    options = {"transaction_mode": "IMMEDIATE", "timeout": TIMEOUT}
    given = {"ENGINE": "cinchclub.sqlite_fair", "NAME": str(found), "OPTIONS": options}
    connections.settings["line"] = connections.configure_settings({"default": {}, "line": given})["line"]
    with django_db_blocker.unblock():
        yield found
        connections["line"].close()
    del connections["line"], connections.settings["line"]
    THREADS.pop(str(found), None)


def tally(path: Path) -> int:
    """Read the tally without the project's code."""
    with closing(sqlite3.connect(path)) as raw:
        return int(raw.execute("SELECT count FROM tally").fetchone()[0])


def add_one() -> None:
    """Add one in a transaction of its own."""
    with transaction.atomic(using="line"), connections["line"].cursor() as cursor:
        cursor.execute(ADD_ONE)


def line_is_free(path: Path) -> bool:
    """Return whether the queue is empty for another process."""
    file = os.open(f"{path}-line", os.O_RDWR | os.O_CREAT)
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError:
        return False
    else:
        return True
    finally:
        os.close(file)


def test_a_committed_transaction_leaves_the_queue(path):
    with transaction.atomic(using="line"):
        assert not line_is_free(path)
        with connections["line"].cursor() as cursor:
            cursor.execute(ADD_ONE)
    assert line_is_free(path)
    assert tally(path) == 1


def test_a_transaction_rolled_back_leaves_the_queue_and_no_trace(path):
    def add_too_much() -> None:
        with transaction.atomic(using="line"), connections["line"].cursor() as cursor:
            cursor.execute(ADD_ONE)
            cursor.execute("UPDATE tally SET count = 1000")

    with pytest.raises(IntegrityError):
        add_too_much()
    assert line_is_free(path)
    assert tally(path) == 0


def test_a_connection_closed_in_a_transaction_leaves_the_queue(path):
    def break_off() -> None:
        with transaction.atomic(using="line"):
            connections["line"].close()
            assert line_is_free(path)
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        break_off()


def test_a_thread_behind_one_that_does_not_end_is_refused(path):
    refused: list[str] = []

    def wait() -> None:
        with pytest.raises(OperationalError, match="database is locked") as refusal:
            add_one()
        refused.append(str(refusal.value))

    with transaction.atomic(using="line"):
        thread = threading.Thread(target=wait, daemon=True)
        thread.start()
        thread.join(60)
        # The other writer still writes.
        assert refused == ["database is locked: the line of writers is too long"]
    add_one()
    assert tally(path) == 1


def test_a_process_that_blocks_the_queue_is_not_waited_for_and_the_next_writer_enters(path):
    with open(f"{path}-line", "w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        for _ in range(2):
            with pytest.raises(OperationalError, match="another process is writing"):
                add_one()
        leaving = threading.Timer(TIMEOUT / 5, fcntl.flock, (held, fcntl.LOCK_UN))
        leaving.start()
        add_one()
        leaving.join()
    assert line_is_free(path)
    assert tally(path) == 1


def test_a_writer_outside_the_queue_waits_as_long_as_sqlite_waits(path):
    with closing(sqlite3.connect(path)) as raw:
        raw.execute("BEGIN IMMEDIATE")
        with pytest.raises(OperationalError, match="database is locked"):
            add_one()
    assert line_is_free(path)


def run_writers(path: Path, engine: str, processes: int, threads: int, times: int) -> int:
    """Let processes with several threads add to the tally at once; return the number of refused additions."""
    code = (
        "import runpy, sys\n"
        "from cinchclub import settings\n"
        f"settings.DATABASES['default']['ENGINE'] = {engine!r}\n"
        f"runpy.run_path({str(HERE / 'writers.py')!r}, run_name='__main__')\n"
    )
    environment = {
        **os.environ,
        "DJANGO_SETTINGS_MODULE": "cinchclub.settings",
        "DATABASE_URL": f"sqlite:///{path}",
        "CINCH_VAR": str(path.parent),
        "CINCH_DATABASE_TIMEOUT": "20",
    }
    running = [
        subprocess.Popen(
            [sys.executable, "-c", code, str(threads), str(times)],
            env=environment,
            stdout=subprocess.PIPE,
            cwd=HERE.parent.parent,
        )
        for _ in range(processes)
    ]
    said = [process.communicate(timeout=300)[0] for process in running]
    assert [process.returncode for process in running] == [0] * processes
    return sum(int(refused) for refused in said)


@pytest.mark.once
def test_queued_writers_never_meet_inside_sqlite(path):
    assert run_writers(path, "cinchclub.sqlite_fair", processes=2, threads=4, times=60) == 0
    assert tally(path) == 480


@pytest.mark.once
def test_writers_without_the_queue_meet_inside_sqlite(path):
    # The control of the test above: the same program with Django's own SQLite backend.
    refused = run_writers(path, "django.db.backends.sqlite3", processes=2, threads=4, times=60)
    assert refused > 0
    assert tally(path) == 480 - refused

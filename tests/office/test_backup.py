"""Backups: made while deals are recorded, checked, and restored whole or not at all."""

import os
import sqlite3
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from datetime import datetime, timedelta
from io import StringIO
from pathlib import Path

import pytest
from django.core.management import CommandError, call_command
from django.db import close_old_connections, connection
from django.db.migrations.recorder import MigrationRecorder
from django.utils import timezone

from cinchclub.launcher import prepare
from cinchclub.launcher.folder import hold, lock_of
from cinchclub.launcher.processes import Child
from scoring import tasks
from scoring.journal.models import Entry, IdempotencyKey
from scoring.office import backups
from scoring.office.verification import breaches
from scoring.tables.models import Cut, Deal
from tests.cinchclub.test_commands import DAMAGED, OLDER, OTHER_MARK, make
from tests.factories import make_club, make_table, record
from tests.web.asking import rows

pytestmark = [
    pytest.mark.django_db(transaction=True),
    pytest.mark.usefixtures("postgres_programs"),
    pytest.mark.database,
]


@pytest.fixture
def var(settings, tmp_path):
    settings.VAR = tmp_path
    return tmp_path


@contextmanager
def recording(club):
    """Record deals in the background; yield a list that grows with each acknowledged deal."""
    done, stop = [], threading.Event()

    def work():
        try:
            while not stop.is_set():
                # Each deal scores one point for side 1, so the game lasts.
                deal = {"dealer": None, "maker": 1, "bid": 1, "points": [7, 7]}
                done.append(record(club.table, club.actors["scorer"], **deal))
        finally:
            connection.close()

    with ThreadPoolExecutor(1) as hand:
        going = hand.submit(work)
        while len(done) < 3 and not going.done():
            pass
        yield done
        stop.set()
        going.result()


def test_a_backup_made_while_deals_come_in_is_whole(var):
    club = make_club()
    with recording(club) as done:
        files = []
        for number in range(3):
            acknowledged = len(done)
            file = backups.make(now=timezone.now(), to=var / f"copy-{number}")
            files.append((file, acknowledged, len(done)))

    assert len(done) > 3, "deals came in meanwhile"
    other_entries = Entry.objects.count() - len(done)
    for file, before, after in files:
        backups.put_back(file)
        deals = Deal.objects.count()
        assert before <= deals <= after + 1, "every deal acknowledged before it was made is in it"
        assert Entry.objects.count() - deals == other_entries, "a deal and its journal entry, or neither"
        assert list(breaches()) == []
        assert file.stat().st_mode & 0o777 == 0o600


def test_a_restored_backup_is_unchanged_and_play_goes_on(var, capsys):
    club = make_club()
    answer = record(club.table, club.actors["scorer"])
    call_command("backup", to=var / "evening")
    before, keys = rows(), set(IdempotencyKey.objects.values_list("key", flat=True))
    record(club.table, club.actors["scorer"])
    make_table(club.club, club.actors["owner"])

    call_command("restore", var / "evening", yes=True)

    assert (rows(), set(IdempotencyKey.objects.values_list("key", flat=True))) == (before, keys)
    assert "No faults found: 1 tables, 1 deal revisions" in capsys.readouterr().out
    again = record(club.table, club.actors["scorer"])
    assert answer.body["running_score"] == [17, 0]
    assert again.body["running_score"] == [34, 0]


def test_the_replaced_database_is_kept_and_can_be_restored(var, capsys):
    club = make_club()
    record(club.table, club.actors["scorer"])
    file = backups.make(now=timezone.now(), to=var / "copy")
    record(club.table, club.actors["scorer"])
    before = rows()
    call_command("restore", file, yes=True)
    assert rows() != before
    (kept,) = (var / "backups").iterdir()
    assert f"The replaced database is kept in {kept}." in capsys.readouterr().out
    call_command("restore", kept, yes=True)
    assert rows() == before


def test_nothing_is_restored_while_the_club_is_open(var):
    club = make_club()
    file = backups.make(now=timezone.now(), to=var / "copy")
    record(club.table, club.actors["scorer"])
    before = rows()
    with hold(var), pytest.raises(CommandError, match="already runs in"):
        call_command("restore", file, yes=True)
    sleep = [sys.executable, "-c", "import time; time.sleep(60)"]
    server = Child("web", sleep, None, lock=lock_of(var, "web")).start()
    try:
        with pytest.raises(CommandError, match=r"still open: web \(process group \d+\)"):
            call_command("restore", file, yes=True)
    finally:
        server.kill()
    assert rows() == before


def test_a_database_that_somebody_else_uses_is_not_replaced(var):
    if connection.vendor != "postgresql":
        return
    make_club()
    file = backups.make(now=timezone.now(), to=var / "copy")
    other = connection.copy()
    try:
        with other.cursor() as cursor:
            cursor.execute("SELECT 1")
        with pytest.raises(CommandError, match="1 other connections use the database"):
            call_command("restore", file, yes=True)
    finally:
        other.close()


@pytest.mark.once
def test_a_damaged_database_is_kept_as_it_is_and_replaced(var, monkeypatch):
    club = make_club()
    record(club.table, club.actors["scorer"])
    file = backups.make(now=timezone.now(), to=var / "copy")
    before = rows()

    def fail(_file):
        raise backups.BackupFailed("damaged")

    monkeypatch.setattr(backups, "_vacuum_into", fail)
    call_command("restore", file, yes=True)
    assert rows() == before
    assert any(kept.name.endswith("-damaged.sqlite3") for kept in (var / "backups").iterdir())


def foreign(var: Path) -> Path:
    """Return an undamaged backup of another program's database."""
    file = var / "foreign"
    if connection.vendor == "sqlite":
        with sqlite3.connect(file) as other:
            other.execute("CREATE TABLE recipes (name TEXT)")
        other.close()
    else:
        ours = connection.settings_dict
        host = ours["HOST"] or ours["OPTIONS"].get("host", "")
        command = ["pg_dump", "--format=custom", f"--file={file}", "--host", host, "--username", ours["USER"],
                   "postgres"]  # fmt: skip
        subprocess.run(command, check=True)
    return file


def damaged(var: Path) -> Path:
    """Return a backup that ends in the middle."""
    file = backups.make(now=timezone.now(), to=var / "whole")
    broken = var / "broken"
    broken.write_bytes(file.read_bytes()[: file.stat().st_size * 6 // 10])
    return broken


def altered(words: str, *statements: str, name: str):
    """Return the case of a backup whose SQLite database these statements have changed."""

    def backup(var: Path) -> Path:
        make(var / "backup", statements)
        return var / "backup"

    return pytest.param(backup, words, id=name, marks=pytest.mark.once)


@pytest.mark.parametrize(
    ("bad", "words"),
    [
        pytest.param(lambda var: var / "nothing", "", id="no file"),
        pytest.param(lambda var: var, "", id="a folder"),
        pytest.param(foreign, "", id="somebody else's database"),
        pytest.param(damaged, "", id="half a backup"),
        altered("Another version of", OLDER, OTHER_MARK, name="other tables"),
        altered("lacks scoring_heldentry.id", DAMAGED, name="a table is gone"),
        altered("no such table: django_migrations", "DROP TABLE django_migrations", name="no migrations"),
        altered(
            "is damaged: Migration admin.0001_initial is applied before",
            "DELETE FROM django_migrations WHERE app = 'auth'",
            name="migrations out of order",
        ),
        altered(
            'is damaged: table "django_session" already exists',
            "DELETE FROM django_migrations WHERE app = 'sessions'",
            name="a table is older than its migration",
        ),
    ],
)
def test_an_unsound_or_foreign_backup_is_refused_and_nothing_is_changed(var, bad, words):
    club = make_club()
    record(club.table, club.actors["scorer"])
    before = rows()

    with pytest.raises(CommandError) as refusal:
        call_command("restore", bad(var), yes=True)

    assert len(str(refusal.value)) > 10
    assert words in str(refusal.value)
    assert len(str(refusal.value).splitlines()) == 1
    close_old_connections()
    assert rows() == before
    assert list(breaches()) == []
    assert record(club.table, club.actors["scorer"]).body["running_score"] == [34, 0]


def test_a_backup_with_a_breach_is_found_before_it_replaces_the_database(var):
    club = make_club()
    record(club.table, club.actors["scorer"])
    good = backups.make(now=timezone.now(), to=var / "good")
    actor = club.actors["scorer"].recorded()
    unseen = {"purpose": "deal", "players": [], "draws": [], "seed": "1", "at": timezone.now()}
    Cut.objects.create(table=club.table, **unseen, **actor)  # no journal entry records this
    bad = backups.make(now=timezone.now(), to=var / "bad")
    backups.put_back(good)
    before = rows()

    with pytest.raises(CommandError, match=r"bad.* has"):
        call_command("restore", bad, yes=True)

    assert rows() == before
    assert list(breaches()) == []
    assert sorted(left.name for left in var.iterdir()) == ["bad", "good", "lock"], (
        "no file of the check is left"
    )
    with pytest.raises(CommandError, match="Faults found: 1"):
        call_command("restore", bad, yes=True, unchecked=True)
    assert Cut.objects.count() == 1, "whoever insists has it"


def test_a_backup_of_another_version_is_refused_in_one_line(var):
    recorder = MigrationRecorder(connection)
    recorder.record_applied("scoring", "0017_a_company_cuts_for_game_one")
    try:
        club = make_club()
        file = backups.make(now=timezone.now(), to=var / "old")
        record(club.table, club.actors["scorer"])
        before = rows()
        with pytest.raises(CommandError) as restoring:
            call_command("restore", file, yes=True)
        close_old_connections()
        assert rows() == before
        with pytest.raises(SystemExit) as starting:
            prepare.main()
    finally:
        recorder.record_unapplied("scoring", "0017_a_company_cuts_for_game_one")

    assert str(restoring.value) == f"Another version of Cinch Club made {file}: restore it with that version."
    name = connection.settings_dict["NAME"]
    anew = f"move {name} away" if connection.vendor == "sqlite" else "name an empty one in DATABASE_URL"
    assert str(starting.value) == (
        f"Another version of Cinch Club made the database {name}: to begin anew {anew}; "
        "to read it, start that version."
    )


def test_a_backup_never_replaces_another_file_and_restoring_asks_first(var, monkeypatch):
    make_club()
    file = backups.make(now=timezone.now(), to=var / "copy")
    content = file.read_bytes()
    monkeypatch.setattr("builtins.input", lambda _question: "no")

    with pytest.raises(CommandError, match="Nothing was changed"):
        call_command("restore", file)
    monkeypatch.undo()
    monkeypatch.setattr("sys.stdin", StringIO())
    with pytest.raises(CommandError, match="Without a terminal, use --yes"):
        call_command("restore", file)
    with pytest.raises(CommandError, match="exists already"):
        call_command("backup", to=file)
    with pytest.raises(CommandError, match=r"no-such-folder|unable to open|could not open"):
        call_command("backup", to=var / "no-such-folder" / "copy")

    assert file.read_bytes() == content
    assert [left.name for left in var.iterdir()] == ["copy"], "no half-written file is left"


def test_fourteen_nightly_backups_and_all_manual_ones_are_kept(var, capsys):
    tonight = timezone.now()
    by_hand = backups.make(now=tonight)
    ending = by_hand.suffix
    for night in range(1, 17):
        then = tonight - timedelta(days=night)
        old = backups.folder() / f"nightly-{then:%Y%m%d-%H%M%S}{ending}"
        old.write_bytes(b"")
        os.utime(old, (then.timestamp(), then.timestamp()))

    tasks.back_up()
    call_command("backup", nightly=True)

    assert "has been made already" in capsys.readouterr().out
    kept = sorted(file.name for file in backups.folder().iterdir())
    assert by_hand.name in kept
    nights = [name for name in kept if name.startswith("nightly-")]
    assert len(nights) == 14
    oldest = datetime.strptime(nights[0], f"nightly-%Y%m%d-%H%M%S{ending}")  # noqa: DTZ007 - only its day matters
    assert oldest.date() == (tonight - timedelta(days=13)).date()
    assert backups.folder().stat().st_mode & 0o777 == 0o700


def test_without_the_databases_own_programs_one_line_says_so(var, monkeypatch):
    make_club()
    monkeypatch.setenv("PATH", str(var))
    if connection.vendor == "sqlite":
        assert backups.make(now=timezone.now(), to=var / "copy").exists(), "SQLite needs none"
        return
    with pytest.raises(CommandError) as refusal:
        call_command("backup", to=var / "copy")
    assert str(refusal.value) == "pg_dump was not found: install PostgreSQL's client programs."


@pytest.mark.once
def test_a_copy_of_the_file_is_no_backup(var):
    """The control: the newest deals are not in the file yet, so a plain copy loses acknowledged deals."""
    club = make_club()
    with connection.cursor() as cursor:
        cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    record(club.table, club.actors["scorer"])

    # In another process, because a process that opens and closes the file loses its locks on the database.
    subprocess.run(["cp", connection.settings_dict["NAME"], var / "copied"], check=True)
    made = backups.make(now=timezone.now(), to=var / "made")

    counts = []
    for file in (var / "copied", made):
        with closing(sqlite3.connect(file)) as copy:
            counts += copy.execute("SELECT count(*) FROM scoring_deal").fetchone()
    assert counts == [0, 1]

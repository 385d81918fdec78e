"""``./cinch run`` as a user sees it: real servers on a free port, in a folder of their own."""

import contextlib
import os
import re
import shutil
import signal
import socket
import sys
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from django.conf import settings

from cinchclub import places
from cinchclub.launcher import Halt, addresses, folder, prepare, processes, running
from tests.reliability.launched import LaunchedClub
from tests.reliability.serving import free_port, until

WORKER_ENDS = int(os.environ.get("CINCH_WORKER_ENDS", "2"))
"""How often the worker is killed. From the second time on, the pause before its restart doubles."""
WEB, WORKER, BEAT, BROKER = "granian", "worker\0--pool", "celery.beat", "valkey"
"""By which word the command of each server is known."""
pytestmark = [pytest.mark.once, pytest.mark.long]


@dataclass(frozen=True)
class FirstEvening:
    """A club's first start in an empty folder, and the observations before and after Ctrl-C."""

    club: LaunchedClub
    output: str
    was_well: bool
    status: int
    left: list[int]
    health_after: dict[str, object]


@pytest.fixture(scope="module")
def first_evening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FirstEvening]:
    """Start a club for the first time and stop it. The other tests begin with its folder."""
    club = LaunchedClub(tmp_path_factory.mktemp("first") / "club", free_port())
    try:
        output = club.start().output()
        for name in (WEB, BROKER, WORKER, BEAT):
            assert until(lambda word=name: bool(club.processes(word)))  # type: ignore[misc]
        was_well = until(club.is_well)
        status = club.end(signal.SIGINT)
        yield FirstEvening(club, output, was_well, status, club.processes(), club.health())
    finally:
        club.leave_nothing()


@pytest.fixture
def club(tmp_path: Path) -> Iterator[LaunchedClub]:
    """Return a club that is not started and has no folder yet. At the end nothing of it is left."""
    club = LaunchedClub(tmp_path / "club", free_port())
    yield club
    club.leave_nothing()


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory, first_evening: FirstEvening) -> Iterator[LaunchedClub]:
    """Return a running club whose usual port was taken, for tests that leave it running; then kill it."""
    club = LaunchedClub(tmp_path_factory.mktemp("opened") / "club", free_port())
    shutil.copytree(first_evening.club.folder, club.folder)
    try:
        with socket.socket() as other:
            # If another program has the port, that program is in the way just as well.
            with contextlib.suppress(OSError):
                other.bind(("127.0.0.1", 8000))
                other.listen()
            club.start(asks_port=False)
        taken = re.search(r"Port 8000 is in use by another program; the club takes (80\d\d)", club.output())
        assert taken, club.output()
        club.port = int(taken[1])
        yield club
        club.end(signal.SIGKILL)
        assert until(lambda: club.processes() == []), club.processes()
    finally:
        club.leave_nothing()


def test_the_club_opens_in_an_empty_folder_and_stops_with_ctrl_c(first_evening):
    club = first_evening.club
    assert f"Cinch Club is open: http://127.0.0.1:{club.port}/" in first_evening.output
    assert "preparing the database" in first_evening.output
    assert "collecting the static files" in first_evening.output
    assert first_evening.was_well
    assert (club.folder / "cinchclub.sqlite3").stat().st_mode & 0o077 == 0
    assert (first_evening.status, first_evening.left, first_evening.health_after) == (0, [], {})


def test_an_opened_club_keeps_what_it_has_and_takes_the_next_free_port(opened, first_evening):
    assert f"Cinch Club is open: http://127.0.0.1:{opened.port}/" in opened.output()
    surroundings = Path(f"/proc/{opened.processes(WEB)[0]}/environ").read_text()
    assert f"CINCH_BASE_URL=http://127.0.0.1:{opened.port}\0" in surroundings
    assert "preparing" not in opened.output()
    assert "collecting" not in opened.output()
    key = "secret-key"
    assert (opened.folder / key).read_text() == (first_evening.club.folder / key).read_text() != ""


def test_a_full_disk_is_one_line(monkeypatch):
    monkeypatch.setattr(prepare, "migrate", lambda: Path("/dev/full").write_text("a row"))
    with pytest.raises(SystemExit) as ended:
        prepare.main()
    assert ended.value.code == f"The disk is full: make room where {settings.VAR} is, and start again."


def test_helpers_that_die_again_and_again_are_replaced_and_the_web_server_goes_on(opened):
    assert until(opened.is_well)
    web = set(opened.processes(WEB))
    for word in [BEAT, BROKER, *[WORKER] * WORKER_ENDS]:
        os.kill(helper := opened.helper(word), signal.SIGKILL)
        assert until(lambda number=helper, name=word: number not in opened.processes(name))  # type: ignore[misc]
        assert opened.health()["database"] is True
    pause = 2 ** (WORKER_ENDS - 2)
    again = f"worker has ended {WORKER_ENDS} times in a row; starting it again in {pause} s"
    assert until(lambda: again in opened.output())
    opened.helper(WORKER)
    assert until(opened.is_well), opened.output()
    assert "worker has ended; starting it again" in opened.output()
    assert set(opened.processes(WEB)) == web


@pytest.mark.full
def test_a_web_process_that_hangs_is_replaced(opened):
    assert until(opened.is_well)
    _, process = sorted(opened.processes(WEB))
    os.kill(process, signal.SIGSTOP)
    assert until(lambda: process not in opened.processes(WEB)), opened.output()
    assert "hangs; ending it" in opened.output()
    assert until(opened.is_well), opened.output()


def test_a_silent_web_process_is_ended_and_one_that_shows_life_is_not(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(running.settings, "VAR", tmp_path)
    monkeypatch.setattr(running, "SILENCE", 0.3)
    launcher = running.Launcher("127.0.0.1", free_port())
    web = processes.Child("web", [sys.executable, "-c", STUBBORN], tmp_path / "log").start()
    alive, old = places.web_pulse(tmp_path, web.process.pid), places.web_pulse(tmp_path, 4194305)
    try:
        old.touch()
        for moment in range(8):
            os.utime(alive, (moment, moment)) if alive.exists() else alive.touch()
            launcher.end_silent_processes(web)
            time.sleep(0.1)
        assert web.is_running
        assert not old.exists(), "a process that has ended shows no life"
        assert until(lambda: launcher.end_silent_processes(web) or not web.is_running, patience=20)
    finally:
        web.stop(patience=0.1)
    assert f"web process {web.process.pid} hangs; ending it" in capsys.readouterr().out


def test_a_web_server_that_answers_nobody_is_ended(tmp_path, monkeypatch):
    monkeypatch.setattr(processes, "BEGINNING", 0)
    monkeypatch.setattr(processes, "SILENCE", 0.3)
    launcher = running.Launcher("127.0.0.1", free_port())
    command = [sys.executable, "-c", STUBBORN]
    web = processes.Child("web", command, tmp_path / "log", pulse=launcher.web_pulse).start()
    try:
        assert until(lambda: web.end_if_it_hangs() or not web.is_running, patience=20)
    finally:
        web.stop(patience=0.1)


@pytest.mark.full
@pytest.mark.parametrize(("name", "word"), [("worker", WORKER), ("broker", BROKER)])
def test_a_helper_that_hangs_is_told_within_half_a_minute_and_replaced(opened, name, word):
    # An earlier test may have killed it. Health is restored only when its replacement runs.
    helper = opened.helper(word)
    assert until(opened.is_well)
    web = set(opened.processes(WEB))
    os.kill(helper, signal.SIGSTOP)
    # The organiser's desk reads the same value.
    assert until(lambda: opened.health()[name] is False, patience=30)
    assert opened.health()["database"] is True
    # A server that was stopped before its first pulse has a minute to start.
    assert until(lambda: opened.processes(word) not in ([], [helper])), opened.output()
    assert "hangs; ending it" in opened.output()
    assert until(opened.is_well), opened.output()
    assert set(opened.processes(WEB)) == web


def test_a_helper_without_a_sign_of_life_is_ended_and_started_again(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(processes, "BEGINNING", 0)
    monkeypatch.setattr(processes, "SILENCE", 0.3)
    beats = iter(range(1000))
    helper = processes.Helper("worker", ["sleep", "60"], tmp_path / "log", pulse=lambda: next(beats))
    try:
        helper.start()
        assert not until(lambda: helper.end_if_it_hangs() or not helper.is_running, patience=0.6)
        helper.pulse = lambda: -1
        assert until(lambda: helper.end_if_it_hangs() or not helper.is_running, patience=20)
        helper.revive()
        assert helper.is_running
    finally:
        helper.stop()
    assert capsys.readouterr().out.splitlines() == [
        "worker hangs; ending it", "worker has ended; starting it again",
    ]  # fmt: skip


STUBBORN = """
import signal, time
signal.signal(signal.SIGTERM, signal.SIG_IGN)
print(1, flush=True)
time.sleep(600)
"""
"""A server that does not end when asked to."""


@pytest.fixture
def stubborn(tmp_path):
    """Return a server of another launcher that does not end when asked to."""
    lock = folder.lock_of(tmp_path, "web")
    child = processes.Child("web", [sys.executable, "-c", STUBBORN], tmp_path / "log", lock=lock).start()
    assert until(lambda: (tmp_path / "log").read_text() == "1\n")
    assert folder.left(tmp_path) == {"web": child.process.pid}
    yield child
    child.kill()


def test_servers_of_an_earlier_launcher_are_ended_and_named(tmp_path, stubborn, monkeypatch, capsys):
    monkeypatch.setattr(folder, "GRACE", 0.3)
    ended = threading.Thread(target=stubborn.process.wait)
    ended.start()
    folder.end_what_is_left(tmp_path)
    ended.join(20)
    group = stubborn.process.pid
    assert stubborn.process.returncode == -signal.SIGKILL
    assert capsys.readouterr().out == f"Ending what the last run has left: web (process group {group})\n"
    folder.end_what_is_left(tmp_path)
    assert capsys.readouterr().out == ""


def test_servers_that_do_not_end_are_named_and_not_waited_for(tmp_path, stubborn, monkeypatch):
    for name in ("GRACE", "LAST_GRACE"):
        monkeypatch.setattr(folder, name, 0.2)
    monkeypatch.setattr(folder.os, "killpg", lambda group, number: None)
    with pytest.raises(Halt, match=rf"cannot be ended: web \(process group {stubborn.process.pid}\)"):
        folder.end_what_is_left(tmp_path)
    monkeypatch.undo()


def test_a_folder_locked_by_a_dead_launcher_is_refused_in_the_end(tmp_path, monkeypatch):
    monkeypatch.setattr(folder, "PATIENCE", 0.2)
    (tmp_path / "lock").write_text("4194305")
    with (tmp_path / "lock").open() as other:
        assert folder.try_to_lock(other.fileno())
        still = "Something that process 4194305 has started still uses"
        with pytest.raises(Halt, match=still), folder.hold(tmp_path):
            pass


def test_a_child_takes_with_it_what_it_has_started(tmp_path):
    """Also if the child itself was killed, and before its replacement starts."""
    code = f"import subprocess, sys; subprocess.run([sys.executable, '-c', {STUBBORN!r}])"
    lock = folder.lock_of(tmp_path, "web")
    child = processes.Child("web", [sys.executable, "-c", code], tmp_path / "log", lock=lock).start()
    try:
        group = child.process.pid
        assert until(lambda: len(of_group(group)) == 2)
        os.kill(group, signal.SIGKILL)
        assert until(lambda: not child.is_running)
        child.start()
        assert until(lambda: of_group(group) == [])
        assert until(lambda: len(of_group(child.process.pid)) == 2)
    finally:
        child.stop(patience=0.2)
    assert until(lambda: of_group(child.process.pid) == [])
    assert folder.left(tmp_path) == {}


def of_group(group: int) -> list[int]:
    """Return the processes of a group that still run."""
    numbers = []
    for entry in Path("/proc").glob("[0-9]*"):
        with contextlib.suppress(OSError):
            state, _, process_group = (entry / "stat").read_text().rpartition(")")[2].split()[:3]
            if int(process_group) == group and state != "Z":
                numbers.append(int(entry.name))
    return numbers


def test_a_new_web_process_whose_server_was_killed_does_not_outlive_it(opened):
    """The server is killed while it starts a process in place of a killed process."""
    server, *_ = sorted(opened.processes(WEB))
    before = set(opened.processes(WEB))
    assert len(before) == 2, "the server and its one process"
    os.kill(max(before), signal.SIGKILL)
    assert until(lambda: bool(set(opened.processes(WEB)) - before))
    os.kill(server, signal.SIGKILL)
    assert until(lambda: "web has ended; starting it again" in opened.output())
    assert until(lambda: not set(of_group(server)))
    assert until(opened.is_well), opened.output()


def test_a_second_launcher_of_the_same_club_is_one_line(opened, club):
    club.start(ready=None, CINCH_VAR=str(opened.folder))
    assert club.launcher.returncode == 1
    line = f"Cinch Club already runs in {opened.folder} (process {opened.launcher.pid})."
    assert line in club.output()
    assert opened.health()["database"] is True


def test_a_busy_port_is_one_line_before_anything_is_started(club):
    with socket.socket() as other:
        other.bind(("127.0.0.1", club.port))
        other.listen()
        club.start(ready=None)
    assert club.launcher.returncode == 1
    line = (
        f"Port {club.port} is in use by another program. Choose another: ./cinch run --port {club.port + 1}"
    )
    assert club.output().split("\n") == ["", line, ""]
    assert not (club.folder / "valkey").exists()


@pytest.mark.parametrize(
    ("setting", "line"),
    [
        ({"CINCH_SERVER_THREADS": "many"}, "A setting cannot be read (.*'many'.*)"),
        ({"CINCH_SECRET_KEY": "short"}, r"\(cinchclub.E002\) The secret key can be guessed."),
        ({"CINCH_VAR": "/dev/null/club"}, "Not a directory: /dev/null/club"),
    ],
    ids=["one that cannot be read", "an unsafe one", "a folder that cannot be made"],
)
def test_a_setting_that_cannot_be_served_with_stops_the_start(club, setting, line):
    club.start(ready=None, **setting)
    assert club.launcher.returncode == 1
    assert re.search(line, club.output()), club.output()
    assert "Traceback" not in club.output()
    assert "CINCH_SECRET_KEY" in setting or club.output().strip().count("\n") == 0
    assert club.processes() == []


@pytest.fixture
def launcher(monkeypatch: pytest.MonkeyPatch) -> Iterator[running.Launcher]:
    """Return a launcher that starts no process, in a process whose handlers of signals are restored."""
    monkeypatch.setattr(processes.Child, "start", lambda self: self)
    for step in ("prepare", "wait_for_the_first_page"):
        monkeypatch.setattr(running.Launcher, step, lambda self: None)
    before = {number: signal.getsignal(number) for number in running.ENDS}
    yield running.Launcher("127.0.0.1", 8000)
    for number, handler in before.items():
        signal.signal(number, handler)


def test_an_external_broker_and_beat_are_not_started(launcher, monkeypatch):
    monkeypatch.setattr(running.settings, "REDIS_URL", "redis://queue.example:6379/0")
    monkeypatch.setattr(running.settings, "RUN_BEAT", False)
    launcher.start()
    assert [child.name for child in launcher.children] == ["web", "worker"]


@pytest.mark.parametrize("number", running.ENDS)
def test_every_signal_to_end_stops_the_launcher(launcher, number):
    launcher.listen_for_the_end()
    os.kill(os.getpid(), number)
    with pytest.raises(running.Stopped):
        launcher.pause(20)


@pytest.mark.full
def test_with_external_servers_nothing_is_embedded_and_sigterm_ends_the_launcher(
    club, first_evening, valkey_url, tmp_path
):
    own = shutil.copy(first_evening.club.folder / "cinchclub.sqlite3", tmp_path / "own.sqlite3")
    servers = {"REDIS_URL": valkey_url, "CINCH_REDIS_PREFIX": "own:", "DATABASE_URL": f"sqlite:///{own}"}
    club.start(CINCH_BEAT="false", **servers)
    assert club.health()["broker"] is True
    assert club.processes(BEAT) == []
    assert not (club.folder / "valkey").exists()
    assert not (club.folder / "cinchclub.sqlite3").exists()
    assert club.processes("valkey-server") == []
    assert (club.end(signal.SIGTERM), club.processes()) == (0, [])


def test_phones_in_the_network_are_accepted_if_the_host_is_all_addresses():
    assert addresses.names_for("127.0.0.1") == ["127.0.0.1"]
    assert addresses.names_for("0.0.0.0")[-1] == "127.0.0.1"
    assert addresses.url("192.0.2.7", 8000) == "http://192.0.2.7:8000"
    assert addresses.url("::1", 80) == "http://[::1]"

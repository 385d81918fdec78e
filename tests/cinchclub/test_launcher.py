"""``./cinch run`` as a user meets it: real servers on a free port, in a folder of their own."""

import contextlib
import http.client
import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from django.conf import settings

PATIENCE = 180
WORKER_ENDS = int(os.environ.get("CINCH_WORKER_ENDS", "4"))
"""How often the worker is killed: the pause before it is started again doubles from the second time on."""
START = [sys.executable, "-m", "cinchclub.launcher", "run"]
pytestmark = [pytest.mark.once, pytest.mark.long]


def free_port() -> int:
    """Return a port nobody listens on."""
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def wait_for(question: Callable[[], bool], patience: float = PATIENCE) -> bool:
    """Return whether ``question`` came true in time."""
    end = time.monotonic() + patience
    while time.monotonic() < end:
        if question():
            return True
        time.sleep(0.1)
    return False


@dataclass
class Club:
    """A launcher of our own, its folder and its port."""

    folder: Path
    port: int
    process: subprocess.Popen[bytes] | None = None

    def start(
        self, *, until: str | None = "Stop: Ctrl-C", asks_port: bool = True, **environment: str
    ) -> "Club":
        """Start it and wait until it has said ``until``, or without it until it ends."""
        given = {name: value for name, value in os.environ.items() if not name.startswith("CINCH_")}
        given |= {"DATABASE_URL": "", "REDIS_URL": "", "DJANGO_SETTINGS_MODULE": "cinchclub.settings"}
        given |= {"CINCH_VAR": str(self.folder), "CINCH_DEMO": "false", "CINCH_SERVER_PROCESSES": "1"}
        with self.output.open("wb") as output:
            self.process = subprocess.Popen(
                [*START, *(["--port", str(self.port)] if asks_port else [])],
                env=given | environment,
                cwd=settings.BASE_DIR,
                stdout=output,
                stderr=subprocess.STDOUT,
            )
        if until is None:
            self.process.wait(PATIENCE)
        else:
            ready = wait_for(lambda: until in self.said() or self.launcher.poll() is not None)
            assert ready and until in self.said(), self.said()  # noqa: PT018 - one question
        return self

    @property
    def output(self) -> Path:
        """Return where its words are kept."""
        return self.folder.with_suffix(".output")

    @property
    def launcher(self) -> subprocess.Popen[bytes]:
        """Return the launcher itself."""
        assert self.process is not None
        return self.process

    def said(self) -> str:
        """Return what it has printed."""
        return self.output.read_text()

    def end(self, number: signal.Signals) -> int:
        """Send the launcher a signal; return its exit status."""
        self.launcher.send_signal(number)
        return self.launcher.wait(PATIENCE)

    def processes(self, word: str = "") -> list[int]:
        """Return the numbers of this club's processes, told by the folder they were given.

        Valkey writes its socket's address over what it was started with.
        """
        given, socket_at, found = f"CINCH_VAR={self.folder}\0".encode(), f"{self.folder}/".encode(), []
        for entry in Path("/proc").glob("[0-9]*"):
            try:
                line = (entry / "cmdline").read_bytes()
                theirs = socket_at in line or given in (entry / "environ").read_bytes() + b"\0"
            except OSError:
                continue
            if theirs and word.encode() in line:
                found.append(int(entry.name))
        return found

    def kill_helper(self, word: str) -> None:
        """Kill a helper as soon as it runs, and wait until it is gone."""
        assert wait_for(lambda: len(self.processes(word)) == 1), self.said()
        (helper,) = self.processes(word)
        os.kill(helper, signal.SIGKILL)
        assert wait_for(lambda: helper not in self.processes(word))

    def health(self) -> dict[str, object]:
        """Return what /healthz says, or nothing where nobody answers."""
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)
        try:
            line.request("GET", "/healthz")
            answer: dict[str, object] = json.load(line.getresponse())
        except (OSError, http.client.HTTPException):
            return {}
        else:
            return answer
        finally:
            line.close()

    def is_well(self) -> bool:
        """Return whether everything is there, the worker too."""
        return self.health().get("status") == "ok"

    def leave_nothing(self) -> None:
        """End whatever of it still runs."""
        if self.process is not None and self.process.poll() is None:
            self.process.terminate()
            self.process.wait(PATIENCE)
        for number in self.processes():
            os.kill(number, signal.SIGKILL)


@dataclass(frozen=True)
class FirstEvening:
    """A club's first opening in an empty folder, and what was seen of it before and after Ctrl-C."""

    club: Club
    words: str
    running: tuple[str, ...]
    was_well: bool
    status: int
    left: list[int]
    health_after: dict[str, object]


@pytest.fixture(scope="module")
def first_evening(tmp_path_factory: pytest.TempPathFactory) -> Iterator[FirstEvening]:
    """Open a club for the first time and close it: the other tests begin with what it left."""
    club = Club(tmp_path_factory.mktemp("first") / "club", free_port())
    try:
        words = club.start().said()
        was_well = wait_for(club.is_well)
        servers = ("valkey", "granian", "worker", "beat")
        running = tuple(name for name in servers if club.processes(name))
        status = club.end(signal.SIGINT)
        yield FirstEvening(club, words, running, was_well, status, club.processes(), club.health())
    finally:
        club.leave_nothing()


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    """Return a club that is not yet started, in no folder yet, and leave nothing of it behind."""
    club = Club(tmp_path / "club", free_port())
    yield club
    club.leave_nothing()


@pytest.fixture
def closed(club: Club, first_evening: FirstEvening) -> Club:
    """Return a club that was open before and is closed."""
    shutil.copytree(first_evening.club.folder, club.folder)
    return club


@pytest.fixture(scope="module")
def opened(tmp_path_factory: pytest.TempPathFactory, first_evening: FirstEvening) -> Iterator[Club]:
    """Return a club that is open, for tests that leave it open."""
    club = Club(tmp_path_factory.mktemp("opened") / "club", free_port())
    shutil.copytree(first_evening.club.folder, club.folder)
    try:
        yield club.start()
    finally:
        club.leave_nothing()


def test_the_club_opens_in_an_empty_folder_and_stops_with_ctrl_c(first_evening: FirstEvening) -> None:
    club = first_evening.club
    assert f"Cinch Club is open: http://127.0.0.1:{club.port}/" in first_evening.words
    assert "preparing the database" in first_evening.words
    assert "collecting the static files" in first_evening.words
    assert first_evening.was_well
    assert first_evening.running == ("valkey", "granian", "worker", "beat")
    assert (club.folder / "cinchclub.sqlite3").stat().st_mode & 0o077 == 0
    assert (first_evening.status, first_evening.left, first_evening.health_after) == (0, [], {})


def test_a_club_opens_again_with_what_it_had_and_killed_it_leaves_no_process_behind(
    closed: Club, first_evening: FirstEvening
) -> None:
    closed.start()
    assert "preparing" not in closed.said()
    assert "collecting" not in closed.said()
    key = "secret-key"
    assert (closed.folder / key).read_text() == (first_evening.club.folder / key).read_text() != ""
    assert wait_for(closed.is_well), closed.health()

    assert len(closed.processes()) >= 5
    closed.end(signal.SIGKILL)
    assert wait_for(lambda: closed.processes() == []), closed.processes()
    closed.start()
    assert closed.end(signal.SIGTERM) == 0
    assert closed.processes() == []


HELPERS = {"worker": "worker\0--pool", "timetable": "celery.beat", "broker": "valkey"}
"""By which word a helper's command is known."""


def test_helpers_that_die_again_and_again_are_replaced_and_the_web_server_goes_on(opened: Club) -> None:
    assert wait_for(opened.is_well)
    web = set(opened.processes("granian"))
    for name in ["timetable", "broker", *["worker"] * WORKER_ENDS]:
        opened.kill_helper(HELPERS[name])
        assert opened.health()["database"] is True
    pause = 2 ** (WORKER_ENDS - 2)
    again = f"worker ended by itself {WORKER_ENDS} times in a row; starting it again in {pause} s"
    assert wait_for(lambda: again in opened.said())
    assert wait_for(opened.is_well), opened.said()
    assert "worker ended by itself; starting it again" in opened.said()
    assert set(opened.processes("granian")) == web


@pytest.mark.parametrize("name", ["worker", pytest.param("broker", marks=pytest.mark.full)])
def test_a_helper_that_hangs_is_told_within_half_a_minute_and_replaced(opened: Club, name: str) -> None:
    assert wait_for(opened.is_well)
    web, (helper,) = set(opened.processes("granian")), opened.processes(HELPERS[name])
    os.kill(helper, signal.SIGSTOP)
    # What the organiser's desk looks at too.
    assert wait_for(lambda: opened.health()[name] is False, patience=30)
    assert opened.health()["database"] is True
    assert wait_for(lambda: opened.processes(HELPERS[name]) not in ([], [helper]), patience=60)
    assert "hangs; ending it" in opened.said()
    assert wait_for(opened.is_well), opened.said()
    assert set(opened.processes("granian")) == web


def test_a_busy_port_is_one_line_before_anything_is_started(club: Club) -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", club.port))
        other.listen()
        club.start(until=None)
    assert club.launcher.returncode == 1
    words = (
        f"Port {club.port} is in use by another program. Choose another: ./cinch run --port {club.port + 1}"
    )
    assert club.said().split("\n") == ["", words, ""]
    assert not (club.folder / "valkey").exists()


def test_where_the_usual_port_is_busy_and_none_was_asked_for_the_next_free_one_is_taken(closed: Club) -> None:
    with socket.socket() as other:
        # Where another program has it, that one is in the way just as well.
        with contextlib.suppress(OSError):
            other.bind(("127.0.0.1", 8000))
            other.listen()
        closed.start(asks_port=False)
    taken = re.search(r"Port 8000 is in use by another program; the club takes (80\d\d)", closed.said())
    assert taken, closed.said()
    closed.port = int(taken[1])
    address = f"http://127.0.0.1:{closed.port}"
    assert f"Cinch Club is open: {address}/" in closed.said()
    assert closed.health()["database"] is True
    (master, *_) = closed.processes("granian")
    assert f"CINCH_BASE_URL={address}\0" in Path(f"/proc/{master}/environ").read_text()


def test_a_second_launcher_of_the_same_club_is_one_line(opened: Club) -> None:
    second = Club(opened.folder, free_port())
    second_output = opened.folder.with_name("second.output")
    with second_output.open("wb") as output:
        ended = subprocess.run(
            [sys.executable, "-m", "cinchclub.launcher", "run", "--port", str(second.port)],
            env={**os.environ, "CINCH_VAR": str(opened.folder), "DATABASE_URL": "", "REDIS_URL": ""},
            cwd=settings.BASE_DIR,
            stdout=output,
            stderr=subprocess.STDOUT,
            timeout=PATIENCE,
            check=False,
        )
    assert ended.returncode == 1
    words = f"Cinch Club already runs in {opened.folder} (process {opened.launcher.pid})."
    assert words in second_output.read_text()
    assert wait_for(opened.is_well)


def test_a_folder_that_cannot_be_made_is_one_line(club: Club) -> None:
    club.folder.write_text("in the way")
    club.start(until=None)
    assert club.launcher.returncode == 1
    assert "Traceback" not in club.said()
    assert club.said().strip().count("\n") == 0


def test_a_disk_that_is_full_when_the_club_is_made_is_said_and_can_be_mended(closed: Club) -> None:
    sign_in = closed.folder / "demo.txt"
    sign_in.symlink_to("/dev/full")
    closed.start(until=None, CINCH_DEMO="true")
    assert closed.launcher.returncode == 1
    assert f"The disk is full: make room where {closed.folder} is, and start again." in closed.said()
    assert "Traceback" not in closed.said()
    assert closed.processes() == []

    sign_in.unlink()
    closed.start()
    assert wait_for(closed.is_well)


def test_an_unsafe_setting_stops_the_start_and_says_which(club: Club) -> None:
    club.start(until=None, CINCH_SECRET_KEY="short")
    assert club.launcher.returncode == 1
    assert "(cinchclub.E002) The secret key can be guessed." in club.said()
    assert club.processes() == []


def test_a_setting_that_cannot_be_read_is_one_line(club: Club) -> None:
    club.start(until=None, CINCH_SERVER_THREADS="many")
    assert club.launcher.returncode == 1
    assert club.said().strip().count("\n") == 0
    assert "A setting cannot be read" in club.said()
    assert "'many'" in club.said()


def test_with_servers_of_ones_own_none_is_embedded(
    club: Club, first_evening: FirstEvening, valkey_url: str, tmp_path: Path
) -> None:
    own = shutil.copy(first_evening.club.folder / "cinchclub.sqlite3", tmp_path / "own.sqlite3")
    club.start(REDIS_URL=valkey_url, DATABASE_URL=f"sqlite:///{own}", CINCH_REDIS_PREFIX="own:")
    assert wait_for(club.is_well), club.health()
    assert not (club.folder / "valkey").exists()
    assert not (club.folder / "cinchclub.sqlite3").exists()
    assert club.processes("valkey-server") == []


def test_phones_in_the_network_are_let_in_where_the_host_is_everywhere(club: Club) -> None:
    from cinchclub.launcher import addresses

    assert addresses.names_for("127.0.0.1") == ["127.0.0.1"]
    assert addresses.names_for("0.0.0.0")[-1] == "127.0.0.1"
    assert addresses.url("192.0.2.7", 8000) == "http://192.0.2.7:8000"
    assert addresses.url("::1", 80) == "http://[::1]"

"""Workers and a real broker: tasks doubled and out of order, and a worker killed in the middle of a move."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from tests.reliability.serving import HERE, NOWHERE, Place, place, server_address

pytestmark = [pytest.mark.fault, pytest.mark.broker]

TEND, SWEEP = "scoring.tend_event", "scoring.sweep_events"
MOVED_ONCE = [[1, 1, "start"], [2, 1, "all-in"]]


class Hall:
    """An evening whose first round is in, on a database and a broker of its own."""

    def __init__(self, where: Place, broker: str, name: str) -> None:
        self.where = where
        self.log = where.folder / f"{name}.log"
        self.environment = {"REDIS_URL": broker, "CINCH_REDIS_PREFIX": f"{name}-{os.getpid()}:"}
        # Nobody answers where the evening is made: what it hands over is lost.
        self.event = int(self.ask("make", name=name, broker=NOWHERE)["event"])

    def ask(self, do: str, broker: str | None = None, **wanted: Any) -> dict[str, Any]:
        """Ask the program about this evening."""
        asked = json.dumps({"do": do, **({} if do == "make" else {"event": self.event}), **wanted})
        surroundings = {**self.environment, **({"REDIS_URL": broker} if broker else {})}
        told = self.where.run("-m", "tests.reliability.evening_at", asked, **surroundings)
        return json.loads(told)  # type: ignore[no-any-return]

    @contextmanager
    def worker(self, application: str = "cinchclub", threads: int = 1) -> Iterator[subprocess.Popen[bytes]]:
        """Run a worker; end it, if it has not ended by itself."""
        pool = ["--pool=solo"] if threads == 1 else ["--pool=threads", f"--concurrency={threads}"]
        wanted = ["--without-mingle", "--loglevel=INFO", *pool]
        with self.log.open("wb") as written:
            running = subprocess.Popen(
                [sys.executable, "-m", "celery", "-A", application, "worker", *wanted],
                env=self.where.environment(**self.environment), cwd=HERE, stdout=written, stderr=written,
            )  # fmt: skip
            try:
                yield running
            finally:
                running.terminate()
                running.wait(120)

    def until(self, reached: Callable[[dict[str, Any]], bool], seconds: float = 180) -> dict[str, Any]:
        """Ask until something is reached; return how the evening stands."""
        end = time.monotonic() + seconds
        while not reached(told := self.ask("tell")) and time.monotonic() < end:
            time.sleep(0.2)
        return told


@pytest.fixture(scope="module")
def where(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    """Make a database for all of these."""
    with place(tmp_path_factory.mktemp("broker"), server_address()) as found:
        yield found


def test_tasks_that_come_often_and_late_move_the_players_once(where: Place, valkey_url: str) -> None:
    hall = Hall(where, valkey_url, "often")
    hall.ask("send", names=[TEND, SWEEP, TEND], times=10)
    with hall.worker(threads=4):
        told = hall.until(lambda told: len(told["seatings"]) == 2)
        assert told["seatings"] == MOVED_ONCE
        # What is still queued for the round that is over comes after the move was taken back.
        assert hall.ask("take_back")["taken"]
        hall.ask("send", names=[TEND, SWEEP], times=5)
        time.sleep(2)
        told = hall.ask("tell")

    assert told["seatings"] == MOVED_ONCE, "the one that was taken back; nobody was moved again"
    assert told["bells"] == [[1, "service"]]
    assert (told["broken"], told["failed"]) == ([], 0)


def test_a_worker_killed_in_the_middle_of_a_move_leaves_it_whole_to_the_sweep(
    where: Place, valkey_url: str
) -> None:
    hall = Hall(where, valkey_url, "killed")
    hall.ask("send", names=[TEND])
    with hall.worker("tests.reliability.dying_worker") as dying:
        assert dying.wait(180) == -9, hall.log.read_text()
    told = hall.ask("tell")
    assert (told["seatings"], told["bells"], told["broken"]) == ([[1, 1, "start"]], [], [])

    hall.ask("send", names=[SWEEP])
    with hall.worker():
        told = hall.until(lambda told: len(told["seatings"]) == 2)

    assert (told["seatings"], told["broken"], told["failed"]) == (MOVED_ONCE, [], 0)


def test_control_without_a_sweep_a_lost_message_moves_nobody(where: Place, valkey_url: str) -> None:
    hall = Hall(where, valkey_url, "lost")
    with hall.worker():
        end = time.monotonic() + 180
        while b" ready." not in hall.log.read_bytes() and time.monotonic() < end:
            time.sleep(0.2)
        time.sleep(2)
        told = hall.ask("tell")
    assert told["seatings"] == [[1, 1, "start"]]

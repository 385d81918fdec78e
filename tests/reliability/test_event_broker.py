"""Workers and a real broker: tasks doubled and out of order, and a worker killed in the middle of a deed."""

import json
import os
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from typing import Any

import pytest

from tests.reliability.serving import NOWHERE, Place, place, server_address
from tests.reliability.workers import working

pytestmark = [pytest.mark.fault, pytest.mark.broker]

TEND, SWEEP = "scoring.tend_event", "scoring.sweep_events"
CUT_OUT, SWEEP_COMPANIES = "scoring.cut_out", "scoring.sweep_companies"
MOVED_ONCE = [[1, 1, "start"], [2, 1, "all-in"]]
Working = AbstractContextManager["subprocess.Popen[bytes]"]


class Hall:
    """An evening whose first round is in, or a table of five whose game is over; with a broker of its own."""

    def __init__(self, where: Place, broker: str, name: str, make: str = "make") -> None:
        self.where = where
        self.log = where.folder / f"{name}.log"
        self.environment = {"REDIS_URL": broker, "CINCH_REDIS_PREFIX": f"{name}-{os.getpid()}:"}
        # Nobody answers where the evening is made: what it hands over is lost.
        self.subject: int | None = None
        self.subject = int(self.ask(make, name=name, broker=NOWHERE)["subject"])

    def ask(self, do: str, broker: str | None = None, **wanted: Any) -> dict[str, Any]:
        """Ask the program about this evening."""
        asked = json.dumps({"do": do, **({"subject": self.subject} if self.subject else {}), **wanted})
        surroundings = {**self.environment, **({"REDIS_URL": broker} if broker else {})}
        told = self.where.run("-m", "tests.reliability.evening_at", asked, **surroundings)
        return json.loads(told)  # type: ignore[no-any-return]

    def worker(self, application: str = "cinchclub", threads: int = 1, **more: str) -> Working:
        """Run a worker; end it, if it has not ended by itself."""
        return working(
            self.where, {**self.environment, **more}, self.log, application=application, threads=threads
        )

    def until(
        self, reached: Callable[[dict[str, Any]], bool], seconds: float = 180, tell: str = "tell"
    ) -> dict[str, Any]:
        """Ask until something is reached; return how the evening stands."""
        end = time.monotonic() + seconds
        while not reached(told := self.ask(tell)) and time.monotonic() < end:
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


def test_a_worker_killed_in_the_middle_of_a_cutting_out_leaves_it_whole_to_the_sweep(
    where: Place, valkey_url: str
) -> None:
    hall = Hall(where, valkey_url, "cut", make="make_company")
    before = hall.ask("tell_company")
    hall.ask("send", names=[CUT_OUT])
    with hall.worker("tests.reliability.dying_worker", CINCH_DIE_AT="scoring_succession") as dying:
        assert dying.wait(180) == -9, hall.log.read_text()
    assert hall.ask("tell_company") == before

    hall.ask("send", names=[SWEEP_COMPANIES, CUT_OUT, SWEEP_COMPANIES])
    with hall.worker():
        after = hall.until(lambda told: told["games"] > before["games"], tell="tell_company")

    assert after["games"] == before["games"] + 1, "one game, however often it was asked for"
    assert after["steps"][2] == before["steps"][2] + 1
    assert len(after["seated"]) == 4
    assert set(after["seated"]) - set(before["seated"]), "who waited plays"
    assert (before["broken"], after["broken"]) == ([], [])


def test_control_without_a_sweep_a_lost_message_moves_nobody(where: Place, valkey_url: str) -> None:
    hall = Hall(where, valkey_url, "lost")
    with hall.worker():
        end = time.monotonic() + 180
        while b" ready." not in hall.log.read_bytes() and time.monotonic() < end:
            time.sleep(0.2)
        time.sleep(2)
        told = hall.ask("tell")
    assert told["seatings"] == [[1, 1, "start"]]

"""Workers and a real broker: tasks doubled and out of order, and a worker killed in mid-action."""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, ExitStack
from pathlib import Path
from typing import Any, Self

import pytest

from tests.reliability.serving import HERE, NOWHERE, Place, place, server_address, until, working

pytestmark = [pytest.mark.fault, pytest.mark.broker]

RUN_DUE, SWEEP = "scoring.run_due_moves", "scoring.sweep_events"
SOLVE = "scoring.solve_deal"
CUT_OUT, SWEEP_COMPANIES = "scoring.cut_out", "scoring.sweep_companies"
MOVED_ONCE = [[1, 1, "start"], [2, 1, "all-in"]]
Working = AbstractContextManager["subprocess.Popen[bytes]"]


class Program:
    """A running `tests.reliability.program` that calls functions of `tests.reliability.evenings`."""

    def __init__(self, where: Place, log: Path, **surroundings: str) -> None:
        self.log = log
        with log.open("wb") as written:
            self.running = subprocess.Popen(
                [sys.executable, "-m", "tests.reliability.program"],
                env=where.environment(**surroundings), cwd=HERE, text=True,
                stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=written,
            )  # fmt: skip

    def ask(self, do: str, **wanted: Any) -> dict[str, Any]:
        """Call a function in the program and return its result.

        If the program ends, the test fails with its log.
        """
        assert self.running.stdin is not None
        assert self.running.stdout is not None
        self.running.stdin.write(json.dumps([f"tests.reliability.evenings.{do}", wanted]) + "\n")
        self.running.stdin.flush()
        line = self.running.stdout.readline()
        assert line, self.log.read_text()[-4000:]
        return json.loads(line)  # type: ignore[no-any-return]

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *raised: object) -> None:
        self.running.communicate()


class Hall(Program):
    """The program for one evening whose first round is in, or for one table of five whose game is over.

    Its tasks go to the real broker, under a prefix of their own.
    """

    def __init__(self, where: Place, broker: str, name: str, subject: int) -> None:
        self.where, self.subject, self.workers_log = where, subject, where.folder / f"{name}.log"
        self.environment = {"REDIS_URL": broker, "CINCH_REDIS_PREFIX": f"{name}-{os.getpid()}:"}
        super().__init__(where, where.folder / f"{name}-program.log", **self.environment)

    def ask(self, do: str, **wanted: Any) -> dict[str, Any]:
        """Call a function about this evening or table."""
        return super().ask(do, subject=self.subject, **wanted)

    def worker(self, application: str = "cinchclub", threads: int = 1, **more: str) -> Working:
        """Run a worker. At the end of the block, stop the worker if it still runs."""
        surroundings = {**self.environment, **more}
        return working(self.where, surroundings, self.workers_log, application=application, threads=threads)

    def until_moved(self) -> dict[str, Any]:
        """Wait for the second seating, then return what `tell` returns."""
        assert until(lambda: len(self.ask("seatings")["seatings"]) == 2)
        return self.ask("tell")


@pytest.fixture(scope="module")
def where(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Place]:
    """Make a database for all tests of the module."""
    with place(tmp_path_factory.mktemp("broker"), server_address()) as found:
        yield found


@pytest.fixture(scope="module")
def maker(where: Place) -> Iterator[Program]:
    """Start a program without a broker, so that its tasks are lost."""
    with Program(where, where.folder / "maker.log", REDIS_URL=NOWHERE) as found:
        yield found


Open = Callable[..., Hall]


@pytest.fixture
def opened(where: Place, maker: Program, valkey_url: str) -> Iterator[Open]:
    """Return a function that opens a `Hall` by its name. All halls are closed at the end."""
    with ExitStack() as halls:

        def open_hall(name: str, make: str = "make") -> Hall:
            subject = maker.ask(make, name=name)["subject"]
            return halls.enter_context(Hall(where, valkey_url, name, subject))

        yield open_hall


def test_tasks_that_come_often_and_late_move_the_players_once(opened):
    hall = opened("often")
    with hall.worker(threads=4):
        # The control: without a message nobody is moved.
        assert until(lambda: b" ready." in hall.workers_log.read_bytes())
        time.sleep(1)
        assert hall.ask("tell")["seatings"] == MOVED_ONCE[:1]

        hall.ask("send", names=[RUN_DUE, SWEEP, RUN_DUE], times=10)
        answer = hall.until_moved()
        assert answer["seatings"] == MOVED_ONCE
        # Late tasks for the round that is over arrive after the move was taken back.
        assert hall.ask("take_back")["taken"]
        hall.ask("send", names=[RUN_DUE, SWEEP], times=5)
        time.sleep(2)
        answer = hall.ask("tell")

    assert answer["seatings"] == MOVED_ONCE, "the one that was taken back; nobody was moved again"
    assert answer["bells"] == [[1, "service"]]
    assert (answer["broken"], answer["failed"]) == ([], 0)


@pytest.mark.database
def test_a_worker_killed_in_the_middle_of_a_move_leaves_it_whole_to_the_sweep(opened):
    hall = opened("killed")
    hall.ask("send", names=[RUN_DUE])
    with hall.worker("tests.reliability.dying_worker") as dying:
        assert dying.wait(180) == -9, hall.workers_log.read_text()
    answer = hall.ask("tell")
    assert (answer["seatings"], answer["bells"], answer["broken"]) == ([[1, 1, "start"]], [], [])

    hall.ask("send", names=[SWEEP])
    with hall.worker():
        answer = hall.until_moved()

    assert (answer["seatings"], answer["broken"], answer["failed"]) == (MOVED_ONCE, [], 0)


def test_a_worker_killed_in_the_middle_of_a_cutting_out_leaves_it_whole_to_the_sweep(opened):
    hall = opened("cut", make="make_company")
    before = hall.ask("tell_company")
    hall.ask("send", names=[CUT_OUT])
    with hall.worker("tests.reliability.dying_worker", CINCH_DIE_AT="scoring_seat") as dying:
        assert dying.wait(180) == -9, hall.workers_log.read_text()
    assert hall.ask("tell_company") == before

    hall.ask("send", names=[SWEEP_COMPANIES, CUT_OUT, SWEEP_COMPANIES])
    with hall.worker():
        assert until(lambda: hall.ask("games")["games"] > before["games"])
        after = hall.ask("tell_company")

    assert after["games"] == before["games"] + 1, "one game, however often it was asked for"
    cuts, cut_for = before["steps"]
    assert after["steps"] == [cuts + 2, cut_for + 1], "once for who plays, once for partners"
    assert len(after["seated"]) == 4
    assert set(after["seated"]) - set(before["seated"]), "who waited plays"
    assert (before["broken"], after["broken"]) == ([], [])


def test_best_play_asked_for_often_is_worked_out_after_what_moves_players(opened):
    hall = opened("best-play", make="make_cards")
    assert hall.ask("ask_best_play", leads=["trump"], times=5)["states"] == ["waiting"]
    hall.ask("send", names=[SWEEP])
    with hall.worker():
        until(lambda: hall.ask("tell_best_play", leads=["trump"])["state"] == "found")
        answer = hall.ask("tell_best_play", leads=["trump"])
        done = [f"Task {name}".encode() for name in (SWEEP, SOLVE)]
        until(lambda: hall.workers_log.read_bytes().count(b"succeeded") == 7)

    assert sum(answer["points"]) == sum(answer["made"]) == answer["total"] == 14
    received = hall.workers_log.read_bytes()
    assert received.index(done[0]) < received.index(done[1]), "it was sent last"

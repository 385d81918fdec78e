"""What an evening survives: no broker from beginning to end, and the computer's power cut again and again.

How often the power is cut is what CINCH_REBOOTS says, otherwise twice.
"""

import os
import random
import shutil
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from cinchclub.launcher.valkey import Valkey
from tests.factories import ClubOfRoles
from tests.reliability.evening_over_http import Evening
from tests.reliability.serving import (
    HERE,
    NOWHERE,
    Place,
    answers,
    free_port,
    migrated,
    place,
    served,
    server_address,
)
from tests.reliability.workers import working

pytestmark = [pytest.mark.fault, pytest.mark.broker, pytest.mark.full, pytest.mark.database]

REBOOTS = int(os.environ.get("CINCH_REBOOTS", "2"))
NAMES = [f"P{number}" for number in range(1, 14)]
ROUNDS = 3
WHOLE_EVENING = [f"P{number}" for number in range(1, 50)]
"""Twelve tables and one who sits out."""
WHOLE_ROUNDS = 6
ROBBED = 1
"""The table whose result is lost where the control shows that this would be seen."""


def until(question: Callable[[], bool], seconds: float = 180) -> bool:
    """Return whether something came true in time."""
    end = time.monotonic() + seconds
    while not question():
        if time.monotonic() > end:
            return False
        time.sleep(0.2)
    return True


def test_an_evening_without_a_broker_is_moved_by_hand_and_the_sweep_catches_up_once_there_is_one(
    tmp_path: Path,
) -> None:
    broker = Valkey(tmp_path / "broker")
    environment = {"REDIS_URL": broker.url, "CINCH_REDIS_PREFIX": "outage:"}
    with place(tmp_path / "club", server_address()) as where:
        club = where.fill(tables=1)
        with served(where, environment=environment) as port:
            evening = Evening.planned(port, club, WHOLE_EVENING, of_rounds=WHOLE_ROUNDS, seed="outage")
            for number in range(1, WHOLE_ROUNDS):
                for _ in evening.play(number):
                    assert evening.ask()["round"] == number
                if number < WHOLE_ROUNDS - 1:
                    # The control: nobody but the organiser moves them, for nobody hears that all is in.
                    assert evening.ask()["round"] == number
                    evening.do(f"rounds/{number}/move/")
            with broker, working(where, environment, tmp_path / "worker.log", beat=True):
                assert until(lambda: evening.ask()["round"] == WHOLE_ROUNDS), (
                    tmp_path / "worker.log"
                ).read_text()[-2000:]
            for _ in evening.play(WHOLE_ROUNDS):
                pass
            again = Evening.planned(port, club, WHOLE_EVENING, of_rounds=WHOLE_ROUNDS, seed="outage")
            again.in_peace()
            assert (evening.seats(), evening.ranks()) == (again.seats(), again.ranks())
        assert "All holds" in where.manage("verify")


@pytest.mark.django_db
def test_control_limits_counted_at_a_broker_that_is_away_refuse_every_request(
    club: ClubOfRoles, settings: Any
) -> None:
    address, reader = f"/api/v1/clubs/{club.club.slug}/", club.client("scorer")
    reader.raise_request_exception = False
    assert reader.get(address).status_code == 200

    settings.CACHES = {
        "default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": NOWHERE}
    }

    assert reader.get(address).status_code == 500


class House:
    """The whole club as one command starts it: web, worker, timetable, broker; and how its power is cut."""

    def __init__(self, where: Place) -> None:
        self.where, self.port = where, free_port()
        self.cuts = 0
        self.running: subprocess.Popen[bytes] | None = None

    def start(self) -> None:
        """Start everything and wait for the first answer."""
        url = "" if self.where.url.startswith("sqlite") else self.where.url
        given = self.where.environment(DATABASE_URL=url, REDIS_URL="", CINCH_DEMO="false")
        given |= {"DJANGO_SETTINGS_MODULE": "cinchclub.settings", "CINCH_SERVER_PROCESSES": "1"}
        with (self.where.folder / "house.log").open("ab") as log:
            self.running = subprocess.Popen(
                [sys.executable, "-m", "cinchclub.launcher", "run", "--port", str(self.port)],
                env=given, cwd=HERE, stdout=log, stderr=log,
            )  # fmt: skip
        said = (self.where.folder / "house.log").read_text
        assert until(lambda: answers(self.port) or self.launcher.poll() is not None), said()
        assert self.launcher.poll() is None, said()

    @property
    def launcher(self) -> "subprocess.Popen[bytes]":
        """Return the process that started the others, which do not outlive it."""
        assert self.running is not None
        return self.running

    def cut_soon(self, seconds: float) -> None:
        """Kill everything in a moment, whatever it is doing then."""
        threading.Timer(seconds, self.launcher.send_signal, (signal.SIGKILL,)).start()

    def start_again(self) -> None:
        """Start everything after its power was cut."""
        self.launcher.wait(60)
        assert until(lambda: not answers(self.port))
        self.cuts += 1
        self.start()


@contextmanager
def house(folder: Path) -> Iterator[tuple[House, dict[str, Any]]]:
    """Open a club of its own as one command does, on the database of this run; close it again."""
    with database(folder) as where:
        club = where.fill(tables=1)
        made = House(where)
        made.start()
        try:
            yield made, club
        finally:
            made.launcher.terminate()
            made.launcher.wait(60)


@contextmanager
def database(folder: Path) -> Iterator[Place]:
    """Make the database: where it is a file, the one that the command would make in its folder."""
    if (server := server_address()) is not None:
        with place(folder, server) as where:
            yield where
        return
    folder.mkdir()
    shutil.copyfile(migrated(None), folder / "cinchclub.sqlite3")
    yield Place(folder, f"sqlite:///{folder / 'cinchclub.sqlite3'}")


def test_an_evening_whose_power_is_cut_again_and_again_ends_as_if_it_never_was(tmp_path: Path) -> None:
    chance = random.Random(13)
    with house(tmp_path / "club") as (cut, club):
        evening = Evening.planned(
            cut.port, club, NAMES, of_rounds=ROUNDS, seed="reboot", movement={"minutes": 30}
        )
        evening.mend = cut.start_again
        for number in range(1, ROUNDS + 1):
            evening.do("clock/", {"step": "start"})
            for power in range(REBOOTS * number // ROUNDS - REBOOTS * (number - 1) // ROUNDS):
                # Somewhere among the round's deals; what was not acknowledged is sent again under its key.
                before = cut.cuts
                cut.cut_soon(chance.uniform(0, 0.3))
                for _ in evening.play(number):
                    break
                while cut.cuts == before:
                    evening.ask()
                assert evening.ask()["clock"]["running"], f"round {number}, cut {power}: the clock goes on"
            for _ in evening.play(number):
                pass
            if number < ROUNDS:
                assert until(lambda wanted=number + 1: evening.ask()["round"] == wanted)
        assert cut.cuts == REBOOTS
        again = Evening.planned(
            cut.port, club, NAMES, of_rounds=ROUNDS, seed="reboot", movement={"minutes": 30}
        )
        again.in_peace()
        assert (evening.seats(), evening.ranks()) == (again.seats(), again.ranks())
        assert "All holds" in cut.where.manage("verify")

        # The control: an evening that has lost the result of one table in the first round ends otherwise.
        robbed = Evening.planned(
            cut.port, club, NAMES, of_rounds=ROUNDS, seed="reboot", movement={"missing_results": "cut"}
        )
        robbed.in_peace(lost_at=ROBBED)
        assert (evening.seats(), evening.ranks()) != (robbed.seats(), robbed.ranks())

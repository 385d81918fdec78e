"""An evening without a broker from beginning to end, and an evening with repeated power cuts.

CINCH_REBOOTS sets the number of power cuts, by default two.
"""

import os
import random
import shutil
import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path

import pytest

from cinchclub.launcher.valkey import Valkey
from tests.reliability.evening_over_http import Evening
from tests.reliability.launched import LaunchedClub
from tests.reliability.serving import (
    NOWHERE,
    Place,
    answers,
    free_port,
    migrated,
    place,
    served,
    server_address,
    until,
    working,
)

pytestmark = [pytest.mark.fault, pytest.mark.broker, pytest.mark.full, pytest.mark.database]

REBOOTS = int(os.environ.get("CINCH_REBOOTS", "2"))
NAMES = [f"P{number}" for number in range(1, 14)]
ROUNDS = 3
WHOLE_EVENING = [f"P{number}" for number in range(1, 50)]
"""The players of twelve tables, and a player who sits out."""
WHOLE_ROUNDS = 6
ROBBED = 1
"""The table whose result is lost in the control."""


def test_an_evening_without_a_broker_is_moved_by_hand_and_the_sweep_catches_up_once_there_is_one(tmp_path):
    broker = Valkey(tmp_path / "broker")
    environment = {"REDIS_URL": broker.url, "CINCH_REDIS_PREFIX": "outage:"}
    with place(tmp_path / "club", server_address()) as where:
        club = where.fill(tables=1)
        with served(where, environment=environment) as port:
            plan = partial(Evening.planned, port, club, WHOLE_EVENING, of_rounds=WHOLE_ROUNDS, seed="outage")
            evening = plan()
            for number in range(1, WHOLE_ROUNDS):
                for _ in evening.play(number):
                    assert evening.ask()["round"] == number
                if number < WHOLE_ROUNDS - 1:
                    # The control: only the director moves the players, because no message reports the last
                    # result.
                    assert evening.ask()["round"] == number
                    evening.do(f"rounds/{number}/move/")
            with broker, working(where, environment, tmp_path / "worker.log", beat=True):
                assert until(lambda: evening.ask()["round"] == WHOLE_ROUNDS)
            for _ in evening.play(WHOLE_ROUNDS):
                pass
            again = plan()
            again.in_peace()
            assert (evening.seats(), evening.ranks()) == (again.seats(), again.ranks())
        assert "No faults found" in where.manage("verify")


@pytest.mark.django_db
def test_control_limits_counted_at_a_broker_that_is_away_refuse_every_request(club, settings):
    address, reader = f"/api/v1/clubs/{club.club.slug}/", club.client("scorer")
    reader.raise_request_exception = False
    assert reader.get(address).status_code == 200

    settings.CACHES = {
        "default": {"BACKEND": "django.core.cache.backends.redis.RedisCache", "LOCATION": NOWHERE}
    }

    assert reader.get(address).status_code == 500


class House(LaunchedClub):
    """The whole club as ``./cinch run`` starts it. Its power is cut repeatedly."""

    url = ""
    cuts = 0

    def open(self) -> None:
        """Start everything and wait for the first answer."""
        throttles = dict.fromkeys(("CINCH_THROTTLE_ACCOUNT", "CINCH_THROTTLE_ANONYMOUS"), "1000000/min")
        self.start(DATABASE_URL=self.url, **throttles)

    def cut_soon(self, seconds: float) -> None:
        """Kill everything after some seconds, at any point of its work."""
        threading.Timer(seconds, self.launcher.send_signal, (signal.SIGKILL,)).start()

    def open_again(self) -> None:
        """Start everything after a power cut."""
        self.launcher.wait(60)
        assert until(lambda: not answers(self.port))
        self.cuts += 1
        self.open()


@contextmanager
def house(folder: Path) -> Iterator[tuple[House, Place]]:
    """Start a club with ``./cinch run`` on the database of this run; stop it at the end."""
    with database(folder) as where:
        made = House(where.folder, free_port())
        made.url = "" if where.url.startswith("sqlite") else where.url
        try:
            made.open()
            yield made, where
        finally:
            made.leave_nothing()


@contextmanager
def database(folder: Path) -> Iterator[Place]:
    """Make the database. With SQLite it is the file that the command would make in its folder."""
    if (server := server_address()) is not None:
        with place(folder, server) as where:
            yield where
        return
    folder.mkdir()
    shutil.copyfile(migrated(None), folder / "cinchclub.sqlite3")
    yield Place(folder, f"sqlite:///{folder / 'cinchclub.sqlite3'}")


def test_an_evening_whose_power_is_cut_again_and_again_ends_as_if_it_never_was(tmp_path):
    chance = random.Random(13)
    with house(tmp_path / "club") as (cut, where):
        club = where.fill(tables=1)
        plan = partial(Evening.planned, cut.port, club, NAMES, of_rounds=ROUNDS, seed="reboot")
        evening = plan(movement={"minutes": 30})
        evening.mend = cut.open_again
        for number in range(1, ROUNDS + 1):
            evening.do("clock/", {"step": "start"})
            for power in range(REBOOTS * number // ROUNDS - REBOOTS * (number - 1) // ROUNDS):
                # Somewhere among the round's deals. Deals that were not acknowledged are sent again under
                # their keys.
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
        again = plan(movement={"minutes": 30})
        again.in_peace()
        assert (evening.seats(), evening.ranks()) == (again.seats(), again.ranks())
        assert "No faults found" in where.manage("verify")

        # The control: an evening that has lost one table's result in the first round ends differently.
        robbed = plan(movement={"missing_results": "cut"})
        robbed.in_peace(lost_at=ROBBED)
        assert (evening.seats(), evening.ranks()) != (robbed.seats(), robbed.ranks())

"""A hall full of phones that listen, hang up, come again and poll while an evening is played without a pause.

How large the hall is CINCH_SOAK says, as tables x rounds; otherwise it is a small one.
"""

import os
from pathlib import Path

import pytest

from tests.reliability.callers import Phone
from tests.reliability.serving import place, served, server_address
from tests.reliability.soak import soaked
from tests.scoring.listener import Listening

pytestmark = pytest.mark.fault

TABLES, ROUNDS = (int(part) for part in os.environ.get("CINCH_SOAK", "5x4").split("x"))
DEALS = 2
MOST_GROWTH = 1.1 if TABLES >= 100 else 1.5
"""In a small hall a few megabytes are a tenth, and so is what others leave off sharing when they end."""


def test_a_hall_full_of_phones_gets_no_fault_and_is_told_everything(tmp_path: Path) -> None:
    with place(tmp_path, server_address()) as where:
        seen = soaked(where, tables=TABLES, rounds=ROUNDS)
        verified = where.manage("verify")

    assert seen.refused == []
    assert seen.faults == 0, seen.statuses
    assert set(seen.statuses) <= {200, 201, 304}, seen.statuses
    # Every table's last deal of a round came twice, under one key.
    assert seen.statuses[201] == TABLES * (DEALS + 1) * ROUNDS
    assert set(seen.told.values()) == {ROUNDS}
    assert len(seen.told) == 4 * TABLES
    assert seen.unchanged > 0
    assert seen.growth <= MOST_GROWTH, seen.megabytes
    assert "All holds" in verified


@pytest.mark.once
def test_control_streams_without_a_limit_leave_nobody_a_thread(tmp_path: Path) -> None:
    threads = 3
    with place(tmp_path, server_address()) as where:
        club = where.fill(tables=1)
        token = club["roles"]["director"]
        with served(where, processes=1, threads=threads, environment={"CINCH_STREAMS": "1000"}) as port:
            made = Phone(port, token).send(
                "POST", "/api/v1/events/", {"club": club["club"], "name": "Full", "players": list("ABYZ")}
            )
            opened = [Listening(port, made.body["id"], token) for _ in range(threads)]
            late = Phone(port, token)
            late.line.timeout = 3
            with pytest.raises(TimeoutError):
                late.send("GET", f"/api/v1/events/{made.body['id']}/")
            for one in opened:
                one.close()

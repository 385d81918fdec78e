"""A hall full of polling phones while an evening is played without a pause.

CINCH_SOAK sets the size of the hall, as tables x rounds; the default is a small hall.
"""

import os

import pytest

from tests.reliability.serving import place, server_address
from tests.reliability.soak import soaked

pytestmark = [pytest.mark.fault, pytest.mark.full, pytest.mark.database]

TABLES, ROUNDS = (int(part) for part in os.environ.get("CINCH_SOAK", "5x4").split("x"))
DEALS = 2
MOST_GROWTH = 1.15 if TABLES >= 100 else 1.5
"""The most growth of memory.

In a small hall a few megabytes are already a tenth. Memory also seems to grow when a process ends and its
share of common memory counts for the others.
"""


def test_a_hall_full_of_phones_gets_no_fault_and_all_news(tmp_path):
    with place(tmp_path, server_address()) as where:
        seen = soaked(where, tables=TABLES, rounds=ROUNDS)
        verified = where.manage("verify")

    assert seen.refused == []
    assert seen.faults == 0, seen.statuses
    assert set(seen.statuses) <= {200, 201, 304}, seen.statuses
    # Every table's last deal of a round was sent twice, under one key.
    assert seen.statuses[201] == TABLES * (DEALS + 1) * ROUNDS
    assert set(seen.seats_shown.values()) == {ROUNDS}
    assert len(seen.seats_shown) == 4 * TABLES
    assert seen.unchanged > 0
    assert seen.growth <= MOST_GROWTH, seen.megabytes
    assert "No faults found" in verified

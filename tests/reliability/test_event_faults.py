"""Evenings with processes killed at random: nothing is lost or doubled, and everybody has one place.

A third of the evenings have tables of three. CINCH_FAULT_SEEDS sets the number of evenings, each compared
with the same evening without faults. By default there is one evening: each day another of three
(`tests.running.day`). If there are more than three, two programs play a half each, on databases of their own.
"""

import os
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

from tests.reliability.parties import EVERY_THIRD
from tests.reliability.serving import Place, migrated, place, server_address
from tests.running.day import CHOSEN, EVERY

pytestmark = [pytest.mark.fault, pytest.mark.database]

SEEDS = int(os.environ.get("CINCH_FAULT_SEEDS", "1"))
OF_THE_DAY = 1 if EVERY else 1 + int(CHOSEN) % EVERY_THIRD
HALVES = (
    [(1, SEEDS // 2), (1 + SEEDS // 2, SEEDS - SEEDS // 2)]
    if SEEDS > EVERY_THIRD
    else [(OF_THE_DAY if SEEDS == 1 else 1, SEEDS)]
)
"""The first seed and the number of evenings of each program."""


def held(where: Place, **wanted: Any) -> dict[str, Any]:
    """Play evenings on this database and return the results."""
    result: dict[str, Any] = where.call(
        "tests.reliability.faults.play_evenings",
        # Nobody takes the messages. Sweeps, which are among the actions, find due moves.
        environment={"REDIS_URL": "memory://"},
        patience=600 + 60 * SEEDS,
        **wanted,
    )
    return result


def held_and_verified(folder: Path, first: int, seeds: int) -> tuple[dict[str, Any], str]:
    """Play evenings on a new database; return the results, and the output of `verify`."""
    with place(folder / str(first), server_address()) as where:
        # A thousand evenings have some 1,400 events. Two processes compute these again for minutes.
        verify = ("manage.py", "verify", "--skip-checks")
        return held(where, first=first, seeds=seeds), where.run(*verify, patience=300 + 2 * SEEDS)


def test_evenings_among_killed_processes_end_as_if_undisturbed(tmp_path):
    migrated(server_address())  # once, before two programs need it
    with ThreadPoolExecutor(2) as both:
        ended = list(both.map(lambda half: held_and_verified(tmp_path, *half), HALVES))

    assert [result["faults"] for result, _ in ended] == [[]] * len(HALVES)
    assert sum(result["killed"] for result, _ in ended) >= 10 * SEEDS
    # Each evening of a seed with tables of three is played twice, with and without faults.
    assert sum(result["of_three"] for result, _ in ended) >= 2 * (SEEDS // EVERY_THIRD)
    assert all("No faults found" in verified for _, verified in ended)


# The control without keys runs on one database only, because the database does not matter to it.
@pytest.mark.parametrize(
    "mutant", [pytest.param("keyless", marks=pytest.mark.once), pytest.param("bare", marks=pytest.mark.full)]
)
def test_control_an_evening_without_transaction_or_key_goes_wrong(mutant, tmp_path):
    with place(tmp_path, server_address()) as where:
        result = held(where, seeds=20, mutant=mutant)

    assert result["faults"]

"""Evenings among processes that are killed at random: nothing lost, nothing doubled, everybody in one place.

A third of them have tables of three. CINCH_FAULT_SEEDS says how many evenings are held, each against the same
one undisturbed. Without it there is one, which changes from day to day between three (`tests.running.day`).
Of more than three, two programs hold a half each, on a database of their own.
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
"""Of each program the first seed, and how many."""


def held(where: Place, **wanted: Any) -> dict[str, Any]:
    """Hold evenings on this database and return what is told of them."""
    told: dict[str, Any] = where.call(
        "tests.reliability.faults.hold",
        # Nobody takes the messages: what is due is found by sweeps, which are among the actions.
        environment={"REDIS_URL": "memory://"},
        patience=600 + 60 * SEEDS,
        **wanted,
    )
    return told


def held_and_verified(folder: Path, first: int, seeds: int) -> tuple[dict[str, Any], str]:
    """Hold evenings on a new database; return what is told of them, and what `verify` says of it all."""
    with place(folder / str(first), server_address()) as where:
        # A thousand evenings have some 1,400 events, which two processes at once compute again for minutes.
        return held(where, first=first, seeds=seeds), where.run(
            "manage.py", "verify", patience=300 + 2 * SEEDS
        )


def test_evenings_among_killed_processes_end_as_if_undisturbed(tmp_path):
    migrated(server_address())  # once, before two want it
    with ThreadPoolExecutor(2) as both:
        ended = list(both.map(lambda half: held_and_verified(tmp_path, *half), HALVES))

    assert [told["faults"] for told, _ in ended] == [[]] * len(HALVES)
    assert sum(told["killed"] for told, _ in ended) >= 10 * SEEDS
    # Each evening of a seed with tables of three is held twice, among faults and in peace.
    assert sum(told["of_three"] for told, _ in ended) >= 2 * (SEEDS // EVERY_THIRD)
    assert all("All holds" in verified for _, verified in ended)


@pytest.mark.parametrize("mutant", ["keyless", pytest.param("bare", marks=pytest.mark.full)])
def test_control_an_evening_without_transaction_or_key_goes_wrong(mutant, tmp_path):
    with place(tmp_path, server_address()) as where:
        told = held(where, seeds=20, mutant=mutant)

    assert told["faults"]

"""Evenings among processes that are killed at random: nothing lost, nothing doubled, everybody in one place.

So many evenings as CINCH_FAULT_SEEDS says, each against the same one undisturbed; otherwise a few.
"""

import json
import os
from pathlib import Path
from typing import Any

import pytest

from tests.reliability.serving import Place, place, server_address

pytestmark = pytest.mark.fault

SEEDS = int(os.environ.get("CINCH_FAULT_SEEDS", "6"))


def held(where: Place, **wanted: Any) -> dict[str, Any]:
    """Hold evenings on this database and return what is told of them."""
    told = where.run("-m", "tests.reliability.faults", json.dumps(wanted), patience=600 + 120 * SEEDS)
    return json.loads(told)  # type: ignore[no-any-return]


def test_evenings_among_killed_processes_end_as_if_undisturbed(tmp_path: Path) -> None:
    with place(tmp_path, server_address()) as where:
        told = held(where, seeds=SEEDS)
        verified = where.manage("verify")

    assert told["faults"] == []
    assert told["killed"] >= 5 * SEEDS
    assert "All holds" in verified


@pytest.mark.parametrize("mutant", ["bare", "keyless"])
def test_control_an_evening_without_transaction_or_key_goes_wrong(mutant: str, tmp_path: Path) -> None:
    with place(tmp_path, server_address()) as where:
        told = held(where, seeds=20, mutant=mutant)

    assert told["faults"]

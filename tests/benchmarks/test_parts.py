"""Every part of the benchmarks runs without an error. No time is checked."""

import json
from collections.abc import Mapping
from contextlib import nullcontext
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest

from tests.benchmarks import inside
from tests.benchmarks.__main__ import PARTS
from tests.benchmarks.rows import written
from tests.reliability.serving import Place

WITHOUT_A_DATABASE = ("score", "rulings", "engines", "solver")
WITHOUT_A_SERVER = ("pages", "events", "lists", "moves")
WITH_A_SERVER = tuple(part for part in PARTS if part not in (*WITHOUT_A_DATABASE, *WITHOUT_A_SERVER))


class ThisProcess(Place):
    """The database of the test: functions are called in this process, which saves the start of a program."""

    def call(
        self,
        function: str,
        environment: Mapping[str, str] | None = None,
        patience: float = 300,
        **wanted: Any,
    ) -> Any:
        module, _, name = function.rpartition(".")
        answer = getattr(import_module(module), name)(**json.loads(json.dumps(wanted)))
        return json.loads(json.dumps(answer))


def check(part: str) -> None:
    """Run a part once, and check its rows."""
    rows = list(import_module(f"tests.benchmarks.bench_{part}").rows(tiny=True))
    assert rows
    assert written(rows)
    assert [row.what for row in rows if row.limit == 0 and row.is_over] == []


@pytest.mark.once
@pytest.mark.parametrize("part", WITHOUT_A_DATABASE)
def test_each_part_without_a_database_runs(part):
    check(part)


@pytest.mark.once
@pytest.mark.django_db
@pytest.mark.parametrize("part", WITHOUT_A_SERVER)
def test_each_part_without_a_server_runs(part, monkeypatch):
    here = ThisProcess(Path(), "")
    monkeypatch.setattr(f"tests.benchmarks.bench_{part}.database", lambda kind="SQLite": nullcontext(here))
    monkeypatch.setattr(inside, "setup_test_environment", lambda: None)  # pytest has set it up
    check(part)


@pytest.mark.once
@pytest.mark.fault
@pytest.mark.long
@pytest.mark.parametrize("part", WITH_A_SERVER)
def test_each_part_with_a_server_runs(part):
    check(part)

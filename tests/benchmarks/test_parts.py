"""Every part of the benchmarks runs without an error. No time is checked."""

from importlib import import_module

import pytest

from tests.benchmarks.__main__ import PARTS
from tests.benchmarks.rows import written

WITHOUT_A_SERVER = ("score", "rulings", "engines", "solver")
MARKS = {part: [] if part in WITHOUT_A_SERVER else [pytest.mark.fault, pytest.mark.long] for part in PARTS}


@pytest.mark.once
@pytest.mark.parametrize("part", [pytest.param(part, marks=MARKS[part]) for part in PARTS])
def test_each_part_runs(part):
    rows = list(import_module(f"tests.benchmarks.bench_{part}").rows(tiny=True))
    assert rows
    assert written(rows)
    assert [row.what for row in rows if row.limit == 0 and row.is_over] == []

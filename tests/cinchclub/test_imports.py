"""The directions of imports are kept, and each contract catches what breaks it."""

import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from django.conf import settings

PACKAGES = ("cinchclub", "laws", "scoring")
PLANTED = [
    ("laws/library.py", "from scoring import apps", "The laws import neither"),
    ("scoring/tables/games.py", "from cinchclub import health", "Nothing imports cinchclub"),
    ("scoring/game/cards.py", "from django.db import models", "The games and every domain import no"),
    ("laws/domain/book.py", "import yaml", "The games and every domain import no"),
    ("scoring/tables/models.py", "from scoring.printing import press", "Features import one way"),
    ("scoring/disputes/models.py", "from scoring.disputes.pages import lists", "Nothing inside a feature"),
    ("laws/models.py", "from laws import services", "The laws import downwards only"),
]
"""A line in a file, and how the contract begins that it breaks."""


def contracts(folder: Path) -> subprocess.CompletedProcess[str]:
    """Hold the contracts against the code in ``folder``."""
    tool = Path(sys.executable).with_name("lint-imports")
    return subprocess.run([tool, "--no-cache"], cwd=folder, capture_output=True, text=True, check=False)


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """Return a copy of the code that may be spoilt."""
    for package in PACKAGES:
        no_data = shutil.ignore_patterns("__pycache__", "static", "books")
        shutil.copytree(settings.BASE_DIR / package, tmp_path / package, ignore=no_data)
    shutil.copy(settings.BASE_DIR / "pyproject.toml", tmp_path)
    return tmp_path


@pytest.mark.once
def test_the_code_keeps_every_contract() -> None:
    held = contracts(settings.BASE_DIR)
    assert held.returncode == 0, held.stdout


@pytest.mark.once
@pytest.mark.parametrize(("path", "line", "contract"), PLANTED)
def test_a_planted_import_is_caught(copy: Path, path: str, line: str, contract: str) -> None:
    with (copy / path).open("a") as module:
        module.write(f"\n{line}\n")
    broken = [row for row in contracts(copy).stdout.splitlines() if "BROKEN" in row]
    assert any(row.startswith(contract) for row in broken)

"""Contracts of the code: imports go in one direction, and no two classes have the same name.

`./cinch check` runs the contracts on imports."""

import ast
import re
import shutil
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

import pytest
from django.conf import settings

PLANTED = [
    ("laws/library.py", "from scoring import apps", "The laws import neither"),
    ("scoring/tables/games.py", "from cinchclub import health", "Nothing imports cinchclub"),
    ("scoring/game/cards.py", "import django", "The games and every domain import no"),
    ("laws/domain/book_notation.py", "import yaml", "The games and every domain import no"),
    ("scoring/solver/domain/search.py", "import random", "The games and every domain import no"),
    ("scoring/tables/queries.py", "from scoring.solver.domain import search", "Features import downwards"),
    ("scoring/tables/pages/links.py", "from scoring.calls import queries", "Features import downwards"),
    ("scoring/web/pages.py", "from scoring.clubs import permissions", "Features import downwards"),
    ("scoring/tables/models.py", "from scoring.printing import press", "Features import downwards"),
    ("scoring/disputes/models.py", "from scoring.disputes.pages import lists", "Services, queries"),
    ("scoring/printing/lists.py", "from scoring.events.show.pages import hall", "Services, queries"),
    ("laws/models.py", "from laws import services", "The laws import downwards only"),
]
"""A line in a file, and the beginning of the contract that it breaks."""


@pytest.mark.once
def test_a_planted_import_is_caught_by_each_contract(tmp_path):
    for package in ("cinchclub", "laws", "scoring"):
        no_data = shutil.ignore_patterns("__pycache__", "static", "books")
        shutil.copytree(settings.BASE_DIR / package, tmp_path / package, ignore=no_data)
    shutil.copy(settings.BASE_DIR / "pyproject.toml", tmp_path)
    for path, line, _ in PLANTED:
        with (tmp_path / path).open("a") as module:
            module.write(f"\n{line}\n")
    tool = Path(sys.executable).with_name("lint-imports")
    report = subprocess.run([tool, "--no-cache"], cwd=tmp_path, capture_output=True, text=True, check=False)
    _, *sections = re.split(r"\n(.+)\n-{3,}\n", report.stdout)
    broken = dict(zip(sections[::2], sections[1::2], strict=True))
    for path, line, contract in PLANTED:
        importer, imported = path.removesuffix(".py").replace("/", "."), line.split()[1]
        (section,) = (text for title, text in broken.items() if title.startswith(contract))
        assert re.search(rf"- +{importer} -> {imported}", section), (contract, section)


PROJECT = Path(__file__).parents[2]
FRAMEWORK = {"Meta", "Command", "Migration"}
"""Class names that Django requires."""


def classes_of(source: str) -> list[str]:
    return [node.name.lstrip("_") for node in ast.parse(source).body if isinstance(node, ast.ClassDef)]


def repeated(sources: Iterable[tuple[str, str]]) -> dict[str, list[str]]:
    """Return class names that occur twice, with their files.

    A leading underscore does not make another name.
    """
    places = defaultdict(list)
    for place, source in sources:
        for name in classes_of(source):
            places[name].append(place)
    return {name: files for name, files in places.items() if len(files) > 1 and name not in FRAMEWORK}


def modules() -> list[tuple[str, str]]:
    files = [file for folder in ("scoring", "laws", "cinchclub") for file in (PROJECT / folder).rglob("*.py")]
    return [(str(file.relative_to(PROJECT)), file.read_text(encoding="utf-8")) for file in files]


def test_no_class_name_stands_twice_but_one_that_is_planted():
    planted = ("planted.py", "class _Deal: ...\nclass Meta: ...")
    assert repeated([*modules(), planted]) == {"Deal": ["scoring/tables/models.py", "planted.py"]}

"""No two classes of the project have the same name."""

import ast
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

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

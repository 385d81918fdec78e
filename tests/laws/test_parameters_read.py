"""Every parameter is read: by scoring, by a cut, by a rule that goes by it, or in deciding what can happen.

Who names it to check or cite it, or to show it, has not read it.
"""

import ast
from collections.abc import Collection, Iterator
from pathlib import Path

from laws import library
from laws.domain.parameters import PARAMETERS

SCORING = Path(__file__).resolve().parents[2] / "scoring"
GETTERS = ("choice", "number", "limit", "order")
"""The methods of a law set that return a parameter's value. ``points`` returns the parameter "points"."""


def in_code(source: str) -> Iterator[str]:
    """Yield what a source reads of a law set, or of the rules made from one."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Attribute) and ast.unparse(node.value).endswith("rules"):
            yield node.attr
        elif isinstance(node, ast.Subscript) and ast.unparse(node.value).endswith(("laws", "law_set")):
            yield str(getattr(node.slice, "value", ""))
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
            if node.func.attr in GETTERS and node.args:
                yield str(getattr(node.args[0], "value", ""))
            elif node.func.attr == "points":
                yield "points"


def unread(parameters: Collection[str]) -> set[str]:
    """Return the parameters that nothing reads."""
    read = {name for path in SCORING.rglob("*.py") for name in in_code(path.read_text("utf-8"))}
    for slug in library.law_sets():
        book = library.law_book(slug)
        read.update(name for rule in book.rules.every_rule for name in rule.by)
        read.update(name for each in book.vocabulary.incidents.values() for name in each.arises_with)
    return set(parameters) - read


def test_every_parameter_is_used():
    assert unread(PARAMETERS) == set()


def test_a_parameter_that_is_only_cited_or_listed_is_found():
    """Control: a parameter that is only cited, or only a field of the rules, does not count as read."""
    assert unread([*PARAMETERS, "never_read"]) == {"never_read"}
    assert list(in_code('notes.append(("idle", "=idle")); law_set.law("idle"); PARAMETERS["idle"]')) == []
    read = in_code('rules.a, self.rules.b, law_set["c"], laws.number("d"), law_set.points()')
    assert set(read) == {"a", "b", "c", "d", "points"}

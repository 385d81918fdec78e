"""Parameters are explained in plain words, and every parameter is used.

A parameter is used if scoring or a cut reads it, if it selects the outcome of a rule, or if it decides which
incidents can occur. Code that only checks, cites or shows a parameter does not count.
"""

import ast
import re
from collections.abc import Collection, Iterator
from html import unescape
from pathlib import Path

import pytest
from django.test import Client

from laws import library, open_readings
from laws.domain.parameters import PARAMETERS, heading, in_words, to_json

SCORING = Path(__file__).resolve().parents[2] / "scoring"
GETTERS = ("choice", "number", "limit", "order")
"""The methods of a law set that return a parameter's value. ``points`` returns the parameter "points"."""


@pytest.mark.parametrize("name", PARAMETERS)
def test_every_parameter_has_a_heading_a_default_and_a_sentence_for_each_of_its_values(name):
    parameter = PARAMETERS[name]
    assert re.fullmatch(r"[A-Z][^_]+[^.]", parameter.title)
    assert all(re.fullmatch(r"[A-Z][^_]+\.", sentence) for sentence in parameter.says.values())
    assert len(set(parameter.says.values())) == len(parameter.says)
    assert [other for other in PARAMETERS if heading(other) == parameter.title] == [name]
    assert parameter.parse(to_json(parameter.default)) == parameter.default
    assert parameter.meaning.endswith(".")


def test_a_number_is_shown_with_its_unit():
    assert in_words("game_score", 51) == "51 points"
    assert in_words("score_floor", None) == "none"
    assert in_words("points", {"right-pedro": 5, "low": 1}) == "right pedro 5, low 1"
    assert in_words("counting_order", ("high", "right-pedro")) == "high, right pedro"


@pytest.mark.django_db
def test_the_pages_of_a_law_set_show_no_bare_words_of_parameters():
    words = {word for name in PARAMETERS for word in PARAMETERS[name].choices if "-" in word}
    for slug in library.law_sets():
        page = Client().get(f"/laws/{slug}/").content.decode()
        texts = set(re.findall(r"<b>([^<]*)</b>", page))
        assert not texts & (words | {word.replace("-", " ") for word in words} | {"yes", "no", "True"}), slug


def test_points_left_open_are_put_in_sentences():
    """Foster does not say what follows when both sides revoke with scores kept player by player."""
    for slug, book in library.law_books().items():
        for incident in book.tables:
            for doubt in open_readings.of_incident(library.law_set(slug), incident).values():
                for way, says in doubt.ways.items():
                    assert says.endswith((".", "?")), (slug, way)
                    assert unescape(says).lower() != f"{way.replace('-', ' ')}.", (slug, way)


def in_code(source: str) -> Iterator[str]:
    """Yield the names of the parameters that Python source reads from a law set or from its rules."""
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
    """Return the parameters that are not used."""
    read = {name for path in SCORING.rglob("*.py") for name in in_code(path.read_text("utf-8"))}
    for slug in library.law_sets():
        book = library.law_book(slug)
        read.update(name for rule in book.rules.every_rule for name in rule.by)
        read.update(name for each in book.vocabulary.incidents.values() for name in each.arises_with)
    return set(parameters) - read


def test_every_parameter_is_used():
    """All but the one that is planted as a control."""
    assert unread([*PARAMETERS, "never_read"]) == {"never_read"}


def test_a_parameter_that_is_only_cited_or_listed_is_not_read():
    assert list(in_code('notes.append(("idle", "=idle")); law_set.law("idle"); PARAMETERS["idle"]')) == []
    read = in_code('rules.a, self.rules.b, law_set["c"], laws.number("d"), law_set.points()')
    assert set(read) == {"a", "b", "c", "d", "points"}

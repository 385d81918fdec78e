"""docs/laws.md agrees with the program: it lists every parameter and status, and its files exist."""

import json
import re
from collections import Counter
from pathlib import Path

from laws import library
from laws.domain.lawset import STATUSES
from laws.domain.parameters import PARAMETERS, Parameter, to_json
from tests.laws import report

ROOT = Path(__file__).resolve().parents[2]
PAGE = (ROOT / "docs" / "laws.md").read_text("utf-8")


def row(parameter: Parameter) -> str:
    """Return the line that the table in docs/laws.md must have for a parameter."""
    accepted = (
        parameter.accepted if parameter.unit in ("", "points") else f"{parameter.accepted} {parameter.unit}"
    )
    default = json.dumps(to_json(parameter.default)).replace('"', "")
    return f"| `{parameter.name}` | {accepted} | {default} | {parameter.meaning} |"


def test_the_page_has_the_table_of_parameters_line_by_line():
    written = [
        line for line in PAGE.splitlines() if re.match(r"\| `[a-z]+_?[a-z_]*` \| .* \| .* \| .* \|$", line)
    ]
    assert written == [row(parameter) for parameter in PARAMETERS.values()]


def test_the_page_explains_every_status():
    for status in STATUSES:
        assert f"`{status}`" in PAGE


def test_every_file_that_the_page_names_is_there():
    named = set(re.findall(r"`(laws/[a-z_/]+\.(?:py|yaml))`", PAGE))
    assert len(named) >= 6
    assert [path for path in sorted(named) if not (ROOT / path).is_file()] == []


def test_the_page_counts_the_doubtful_clauses_as_they_are():
    ways = Counter(report.our_resolutions().values())
    figures = re.findall(r"Clauses in doubt: (\d+) of (\d+)\. (\d+) .*?, (\d+) .*?, and for (\d+) ", PAGE)
    assert len(figures) == 1
    counted = [ways.total(), len(library.wordings()), ways["readings"], ways["silent"], ways["argued"]]
    assert [int(figure) for figure in figures[0]] == counted

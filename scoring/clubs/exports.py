"""Writes CSV for spreadsheets, so that a spreadsheet computes no cell as a formula.

A quote (') is put before text that begins like a formula or with a quote. Parsing a name list removes one
quote again. Numbers are not quoted.
"""

import csv
import io
from collections.abc import Iterable, Sequence

from django.utils.formats import get_format

from scoring.clubs.domain.name_lists import FORMULA_SIGNS, QUOTE

Cell = str | int | None

SIGNS = (*FORMULA_SIGNS, "\t", "\r", "\n", "\0", QUOTE)
"""The characters that can begin a formula, including full-width forms, and the quote itself."""
BYTE_ORDER_MARK = "\ufeff"
"""The first character of a CSV file. Without it some spreadsheets do not recognise UTF-8."""


def csv_text(heading: Sequence[str], rows: Iterable[Sequence[Cell]]) -> str:
    """Return CSV text that begins with a byte order mark. The cell for None is empty.

    The separator is a semicolon in languages with a decimal comma, as spreadsheets expect.
    """
    held = io.StringIO()
    separator = ";" if get_format("DECIMAL_SEPARATOR") == "," else ","
    writer = csv.writer(held, delimiter=separator)
    writer.writerow([quoted(cell) for cell in heading])
    writer.writerows([quoted(cell) if isinstance(cell, str) else cell for cell in row] for row in rows)
    return BYTE_ORDER_MARK + held.getvalue()


def quoted(text: str) -> str:
    """Return the text of a cell. Put a quote before a text that begins like a formula or with a quote.

    >>> quoted("=1+1"), quoted("Ada"), quoted("-5")
    ("'=1+1", 'Ada', "'-5")
    """
    return f"'{text}" if text.startswith(SIGNS) else text

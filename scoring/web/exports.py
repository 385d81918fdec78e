"""The one writer of CSV: text that a spreadsheet would take for a formula is quoted, numbers stay numbers.

A quote (') is put before text that begins with a sign of a formula or with a quote. Whoever reads the file
takes one quote off again, and has what was written.
"""

import csv
import io
from collections.abc import Iterable, Sequence

from django.utils.formats import get_format

from scoring.clubs.domain.name_lists import FORMULA_SIGNS, QUOTE

Cell = str | int | None

SIGNS = (*FORMULA_SIGNS, "\t", "\r", "\n", "\0", QUOTE)
"""What may begin a formula, the wide forms too, and the quote itself."""
BYTE_ORDER_MARK = "\ufeff"
"""Without it some spreadsheets take UTF-8 for something else."""


def csv_text(heading: Sequence[str], rows: Iterable[Sequence[Cell]]) -> str:
    """Return the table as CSV; None is an empty cell.

    Where a comma stands in numbers, spreadsheets expect a semicolon between cells.
    """
    held = io.StringIO()
    separator = ";" if get_format("DECIMAL_SEPARATOR") == "," else ","
    writer = csv.writer(held, delimiter=separator)
    writer.writerow([quoted(cell) for cell in heading])
    writer.writerows([quoted(cell) if isinstance(cell, str) else cell for cell in row] for row in rows)
    return BYTE_ORDER_MARK + held.getvalue()


def quoted(text: str) -> str:
    """Return text as it stands in a cell.

    >>> quoted("=1+1"), quoted("Ada"), quoted("-5")
    ("'=1+1", 'Ada', "'-5")
    """
    return f"'{text}" if text.startswith(SIGNS) else text

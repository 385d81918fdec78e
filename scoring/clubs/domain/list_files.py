"""Converts pasted text and uploaded files (text, CSV, XLSX) to rows of cells.

Limits on size keep hostile files harmless. A damaged or too long file is refused with the reason. Columns
after the first MOST_COLUMNS are dropped.
"""

import csv
import io
import re
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from itertools import repeat
from operator import is_
from typing import Any

from laws.domain.errors import InvalidInput
from laws.domain.sentences import _
from scoring.clubs.domain.headings import ROWS_ABOVE, is_heading

MOST_LINES = 5_000
MOST_COLUMNS = 50
MOST_BYTES = 240_000
"""The size of the largest accepted file, in bytes. The limit for a whole request is slightly higher."""
MOST_UNPACKED = 10_000_000
"""The largest total size of a workbook's parts after unpacking, in bytes."""
MOST_PARTS = 500
MOST_MARKUP = 500_000
"""The most “<” characters in all parts of a workbook.

The time to parse a workbook grows with the number of these characters. A list of 5,000 names needs far fewer.
"""
LAST_ROW = 1_048_576
"""The highest row number of an XLSX sheet."""
MOST_EMPTY = 1_000
"""The most empty rows of a sheet that are kept. With them, the lines have the row numbers of the sheet."""

PACKED, OLD_WORKBOOK = b"PK\x03\x04", b"\xd0\xcf\x11\xe0"
SEPARATORS = "\t;,"
NO_CONTENT = re.compile(r'\A\ufeff?("?sep=(?P<separator>.)"?\s*(\n|\Z))?', re.IGNORECASE)
"""What some programs write before the first line: a byte order mark, or a line such as ``sep=;``."""

LONGEST_HEADING = 2_000

LINE_ENDS = ("\r\n", "\r")

Row = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ReadFile:
    """The rows of a list in order, and notes for the user about the file.

    A text keeps all its empty rows. A sheet keeps its first MOST_EMPTY empty rows, but none at its end.
    """

    rows: tuple[Row, ...]
    notes: tuple[str, ...] = ()


def read_file(content: bytes) -> ReadFile:
    """Return the rows of a text, CSV or XLSX file. Raises InvalidInput under ``file``.

    The type is recognised by the content, not by the file's name.
    """
    if not content.strip():
        raise InvalidInput({"file": _("The file is empty.")})
    if len(content) > MOST_BYTES:
        reason = _(
            "The file has {size} bytes; at most {most} are read. Divide the list.",
            size=len(content),
            most=MOST_BYTES,
        )
        raise InvalidInput({"file": reason})
    if content.startswith(PACKED):
        return _workbook(content)
    if content.startswith(OLD_WORKBOOK):
        reason = _("This is an old or an encrypted workbook. Save it as XLSX or CSV, without a password.")
        raise InvalidInput({"file": reason})
    text, notes = _decoded(content)
    return ReadFile(read_text(text, "file"), notes)


def read_text(text: str, field: str = "text") -> tuple[Row, ...]:
    """Return the rows of a text, each with its cells. Raises InvalidInput under ``field``.

    “Lovelace, Ada” is one name. A comma therefore separates cells only in two cases: the first line is
    ``sep=,``, or the headings are separated by commas.
    """
    for end in LINE_ENDS:
        text = text.replace(end, "\n")
    before = NO_CONTENT.match(text)
    declared = before["separator"] if before else None
    text = NO_CONTENT.sub("", text, count=1)
    if "\0" in text:
        line = text[: text.index("\0")].count("\n") + 1
        reason = _("Line {line} is no text. Save the list as CSV (UTF-8) or XLSX.", line=line)
        raise InvalidInput({field: reason})
    rows: list[Row] = []
    separator = declared if declared and declared not in '"\n' else _separator(text)
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    try:
        for cells in reader:
            rows.append(tuple(cells[:MOST_COLUMNS]))
            _must_not_be_too_long(rows, field)
    except csv.Error as error:
        if "field larger" in str(error):
            reason = _("Line {line} is too long to be one of names.", line=reader.line_num)
        elif "unexpected end" in str(error):
            line = _row_that_opens(rows)
            reason = _(
                'Line {line} opens a quotation mark (") that is never closed. Is the list complete?',
                line=line,
            )
        else:
            reason = _(
                'Line {line}: text follows a closing quotation mark ("). A cell that begins with the mark '
                "ends at the next one. Take the marks away, or write those inside a cell twice.",
                line=reader.line_num,
            )
        raise InvalidInput({field: reason}) from error
    return tuple(rows)


def _row_that_opens(rows: Sequence[Row]) -> int:
    return 1 + sum(1 + sum(cell.count("\n") for cell in row) for row in rows)


def _must_not_be_too_long(rows: Sequence[Row], field: str) -> None:
    if len(rows) > MOST_LINES + 1 and sum(any(map(str.strip, row)) for row in rows) > MOST_LINES + 1:
        reason = _("The list has more than {most} lines. Divide it.", most=MOST_LINES)
        raise InvalidInput({field: reason})


def _separator(text: str) -> str:
    lines = [line for line in text.split("\n") if line.strip()]
    for line in lines[: ROWS_ABOVE + 1]:
        for sign in SEPARATORS:
            if sign in line and is_heading(next(csv.reader([line[:LONGEST_HEADING]], delimiter=sign), [])):
                return sign
    return ";" if "\t" not in text and ";" in text else "\t"


def _decoded(content: bytes) -> tuple[str, tuple[str, ...]]:
    marked = content.startswith((b"\xff\xfe", b"\xfe\xff"))
    for encoding in ("utf-16",) if marked else ("utf-8-sig", "cp1252"):
        try:
            text = content.decode(encoding)
        except UnicodeDecodeError as failure:
            line = content[: failure.start].count(b"\n") + 1
            continue
        guessed = _("The file is not UTF-8; it was read as Windows-1252. Check the accents.")
        return text, (guessed,) if encoding == "cp1252" else ()
    reason = _("Line {line} can be read in no known encoding. Save the list as CSV (UTF-8).", line=line)
    raise InvalidInput({"file": reason})


def _workbook(content: bytes) -> ReadFile:
    # Imported on first use: most processes never read a workbook, and openpyxl needs 9 MB in each process.
    from openpyxl import load_workbook

    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            _must_not_be_too_large(archive)
        book = load_workbook(io.BytesIO(content), read_only=True, keep_links=False)
        sheet = book.worksheets[0]
        sheet.reset_dimensions()  # the size stated in a workbook can be wrong
        rows, notes = _sheet_rows(sheet)
    except InvalidInput:
        raise
    except Exception as failure:  # any failure means that the file is damaged
        reason = _("The workbook cannot be read: it is damaged or incomplete. Save it once more as XLSX.")
        raise InvalidInput({"file": reason}) from failure
    if len(book.worksheets) > 1:
        notes = (*notes, _("Only the first sheet is read: “{sheet}”.", sheet=sheet.title[:60]))
    return ReadFile(rows, notes)


def _must_not_be_too_large(archive: zipfile.ZipFile) -> None:
    parts = archive.infolist()
    if len(parts) > MOST_PARTS or sum(part.file_size for part in parts) > MOST_UNPACKED:
        reason = _("Unpacked, the workbook is larger than {most} bytes.", most=MOST_UNPACKED)
        raise InvalidInput({"file": reason})
    if sum(archive.read(part).count(b"<") for part in parts) > MOST_MARKUP:
        reason = _("The workbook holds far more than a list of names. Save the sheet with the names as CSV.")
        raise InvalidInput({"file": reason})


def _sheet_rows(sheet: Any) -> tuple[tuple[Row, ...], tuple[str, ...]]:
    from openpyxl.cell.read_only import EMPTY_CELL  # imported on first use, as in `_workbook`

    rows: list[Row] = []
    named, empty, left_out_from, empty_row = 0, 0, 0, None
    for number, cells in enumerate(sheet.iter_rows(max_col=MOST_COLUMNS), start=1):
        if number > LAST_ROW:
            raise ValueError("a row that no sheet can have")
        if cells is not empty_row and all(map(is_, cells, repeat(EMPTY_CELL))):
            empty_row = cells  # the reader returns the same tuple for every empty row
        row = () if cells is empty_row else tuple(map(_cell_text, cells))
        if any(row):
            named += 1
        elif empty < MOST_EMPTY:
            empty += 1
        else:
            left_out_from = left_out_from or len(rows) + 1
            continue
        if named > MOST_LINES + 1:
            reason = _("The list has more than {most} lines. Divide it.", most=MOST_LINES)
            raise InvalidInput({"file": reason})
        rows.append(row)
    while rows and not any(rows[-1]):
        rows.pop()
    if not left_out_from or len(rows) < left_out_from:
        return tuple(rows), ()
    note = _("Empty rows were left out, so lines from {line} on have other numbers here.", line=left_out_from)
    return tuple(rows), (note,)


def _cell_text(cell: Any) -> str:
    # Formulas, booleans, dates and times become texts that are refused as names: TRUE becomes “=TRUE”.
    value = cell.value
    if value is None:
        return ""
    if cell.data_type == "f":
        written = str(getattr(value, "text", value))
        return written if written.startswith("=") else f"={written}"
    if isinstance(value, bool):
        return f"={value}".upper()
    if isinstance(value, datetime | date | time):
        return value.isoformat()
    if isinstance(value, timedelta):
        return str(value)
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return " ".join(str(value).split())

"""From what somebody pastes or sends as a file to rows of cells: text, CSV in its encodings, XLSX.

A file is small, is read by row and never run; one that cannot be read whole is refused with its reason.
"""

import csv
import io
import re
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from openpyxl import load_workbook

from laws.domain.errors import InvalidInput
from laws.domain.sentences import _
from scoring.clubs.domain.headings import is_heading

MOST_LINES = 5_000
MOST_COLUMNS = 50
MOST_BYTES = 240_000
"""Of a file; what a request may hold is a little more."""
MOST_UNPACKED = 10_000_000
"""Bytes that the parts of a workbook may have once they are unpacked."""
MOST_PARTS = 500
MOST_ROWS = 20_000
"""Rows of a sheet that are looked at for names; most of them are empty where a sheet has so many."""

PACKED, OLD_WORKBOOK = b"PK\x03\x04", b"\xd0\xcf\x11\xe0"
SEPARATORS = "\t;,"
NO_CONTENT = re.compile(r"\A\ufeff?(sep=.\n)?", re.IGNORECASE)
"""What stands before the first line of some exports: the mark of UTF-8, and which separator they have."""

LONGEST_HEADING = 2_000

LINE_ENDS = ("\r\n", "\r")

Row = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class ReadFile:
    """The rows of a list, in their order and with the empty ones, and what should be known of the reading."""

    rows: tuple[Row, ...]
    notes: tuple[str, ...] = ()


def read_file(content: bytes) -> ReadFile:
    """Return the rows of a file, whatever it is called. Raises InvalidInput under ``file``."""
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
    """Return the rows of a text: a name in each line, or columns. Raises InvalidInput under ``field``.

    Commas separate columns only where the first line is a heading with commas: “Lovelace, Ada” is a name.
    """
    for end in LINE_ENDS:
        text = text.replace(end, "\n")
    text = NO_CONTENT.sub("", text, count=1)
    if "\0" in text:
        line = text[: text.index("\0")].count("\n") + 1
        reason = _("Line {line} is no text. Save the list as CSV (UTF-8) or XLSX.", line=line)
        raise InvalidInput({field: reason})
    rows: list[Row] = []
    reader = csv.reader(io.StringIO(text, newline=""), delimiter=_separator(text), strict=True)
    try:
        for cells in reader:
            rows.append(tuple(cells[:MOST_COLUMNS]))
            _must_not_be_too_long(rows, field)
    except csv.Error as error:
        if "field larger" in str(error):
            reason = _("Line {line} is too long to be one of names.", line=reader.line_num)
            raise InvalidInput({field: reason}) from error
        line = reader.line_num if "unexpected end" not in str(error) else _row_that_opens(rows)
        reason = _(
            'Line {line}: quotation marks (") are not closed, or text follows them. Is the list complete?',
            line=line,
        )
        raise InvalidInput({field: reason}) from error
    return tuple(rows)


def _row_that_opens(rows: Sequence[Row]) -> int:
    """Return the number of the line that has begun a cell which never ends."""
    return 1 + sum(1 + sum(cell.count("\n") for cell in row) for row in rows)


def _must_not_be_too_long(rows: Sequence[Row], field: str) -> None:
    if len(rows) > MOST_LINES + 1 and sum(any(map(str.strip, row)) for row in rows) > MOST_LINES + 1:
        reason = _("The list has more than {most} lines. Divide it.", most=MOST_LINES)
        raise InvalidInput({field: reason})


def _separator(text: str) -> str:
    """Return what separates columns: the sign of a heading, else tab or semicolon as in the first line."""
    first = next((line for line in text.split("\n") if line.strip()), "")
    for sign in SEPARATORS:
        if sign in first and is_heading(next(csv.reader([first[:LONGEST_HEADING]], delimiter=sign), [])):
            return sign
    return ";" if ";" in first and "\t" not in first else "\t"


def _decoded(content: bytes) -> tuple[str, tuple[str, ...]]:
    """Return a file's text and how it was read, where that was a guess."""
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
    """Return the rows of a workbook's first sheet; its size unpacked is looked at before anything is."""
    try:
        with zipfile.ZipFile(io.BytesIO(content)) as archive:
            parts = archive.infolist()
            if len(parts) > MOST_PARTS or sum(part.file_size for part in parts) > MOST_UNPACKED:
                reason = _("Unpacked, the workbook is larger than {most} bytes.", most=MOST_UNPACKED)
                raise InvalidInput({"file": reason})
        book = load_workbook(io.BytesIO(content), read_only=True, keep_links=False)
        sheet = book.worksheets[0]
        rows = tuple(_sheet_rows(sheet))
    except InvalidInput:
        raise
    except Exception as failure:  # whatever is wrong inside somebody's file, it is the file that is refused
        reason = _("The workbook cannot be read: it is damaged or incomplete. Save it once more as XLSX.")
        raise InvalidInput({"file": reason}) from failure
    if len(book.worksheets) == 1:
        return ReadFile(rows)
    return ReadFile(rows, (_("Only the first sheet is read: “{sheet}”.", sheet=sheet.title[:60]),))


def _sheet_rows(sheet: Any) -> Iterator[Row]:
    named = 0
    for number, cells in enumerate(sheet.iter_rows(max_col=MOST_COLUMNS), start=1):
        row = tuple(map(_cell_text, cells))
        named += any(row)
        if named > MOST_LINES + 1 or number > MOST_ROWS:
            reason = _("The list has more than {most} lines. Divide it.", most=MOST_LINES)
            raise InvalidInput({"file": reason})
        yield row


def _cell_text(cell: Any) -> str:
    """Return what a cell shows; a formula as it is written, a whole number without its fraction."""
    value = cell.value
    if value is None:
        return ""
    if cell.data_type == "f":
        written = str(getattr(value, "text", value))
        return written if written.startswith("=") else f"={written}"
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    return " ".join(str(value).split())

"""A list of names, line by line: its heading, its columns, and what is wrong with a line.

Beside the name a line may hold what is wished at an event: a list, a partner, who is kept apart, a table, a
seat.
"""

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from laws.domain.errors import InvalidInput
from laws.domain.sentences import _
from scoring.clubs.domain.headings import columns_of, is_heading
from scoring.clubs.domain.list_files import ReadFile, Row
from scoring.game.names import clean_name

WISHES = ("list", "partner", "apart", "table", "seat")
FORMULA_SIGNS = ("=", "+", "-", "@", *"\uff1d\uff0b\uff0d\uff20")
"""With one of these a formula begins in some spreadsheet; the wide forms too."""
QUOTE = "'"
"""Put before a text that begins like a formula by whoever exports it; taken off again here."""


@dataclass(frozen=True, slots=True)
class ListedName:
    """One line of a list: its number, the name, what is wished as it is written, what is wrong with it."""

    number: int
    name: str
    wishes: Mapping[str, str] = field(default_factory=dict)
    fault: str = ""

    def refused(self, fault: str) -> "ListedName":
        """Return the line with what is wrong with it; what was wrong before counts."""
        return self if self.fault else replace(self, fault=fault)


@dataclass(frozen=True, slots=True)
class NameList:
    """The lines that hold something, the list as text that is read alike, and what is to be known of it."""

    lines: tuple[ListedName, ...]
    text: str
    notes: tuple[str, ...] = ()


def must_be_sound(lines: Iterable[ListedName], field: str) -> None:
    """Raise InvalidInput under ``field`` with every line that is wrong."""
    faults = [_("Line {line}: {reason}", line=line.number, reason=line.fault) for line in lines if line.fault]
    if faults:
        raise InvalidInput({field: faults})


def read_list(read: ReadFile) -> NameList:
    """Return the names of a list that was read, each line that is wrong with its reason."""
    first = next((place for place, row in enumerate(read.rows) if any(map(str.strip, row))), None)
    heading = read.rows[first] if first is not None and is_heading(read.rows[first]) else None
    columns = columns_of(heading) if heading else {"name": 0}
    after = first if heading else None
    lines = [
        _line(number, row, columns)
        for number, row in enumerate(read.rows, start=1)
        if any(map(str.strip, row)) and number - 1 != after
    ]
    notes = read.notes
    if heading is None and any(any(map(str.strip, row[1:])) for row in read.rows):
        only_first = _(
            "No heading says which column is “name”, so each line's first column is read, and no other."
        )
        notes = (*notes, only_first)
    return NameList(tuple(_once_each(lines)), _as_text(read.rows), notes)


def _line(number: int, row: Row, columns: Mapping[str, int]) -> ListedName:
    cells = {column: _unquoted(row[place].strip()) for column, place in columns.items() if place < len(row)}
    # Where only one of the two names has a column of its own, “name” is the other one.
    parts = ("name", "last") if "first" not in columns else ("first", "name", "last")
    written = " ".join(" ".join(cells.get(column, "") for column in parts).split())
    # A dash says that nothing is wished.
    wishes = {column: cells[column] for column in WISHES if cells.get(column, "").strip("-\u2013\u2014")}
    for cell in (written, *wishes.values()):
        if cell.startswith(FORMULA_SIGNS):
            reason = _("“{cell}” looks like a formula.", cell=cell[:40])
            return ListedName(number, written[:80], wishes, reason)
    if not written:
        return ListedName(number, "", wishes, _("There is no name in it."))
    try:
        return ListedName(number, clean_name(written), wishes)
    except InvalidInput as refusal:
        return ListedName(number, written[:80], wishes, refusal.reasons[0])


def _unquoted(cell: str) -> str:
    """Return a cell without the quote that an export puts before what looks like a formula.

    >>> _unquoted("'=1"), _unquoted("'t Hoff"), _unquoted("''t Hoff")
    ('=1', "'t Hoff", "'t Hoff")
    """
    return cell[1:] if cell.startswith(QUOTE) and cell[1:].startswith((*FORMULA_SIGNS, QUOTE)) else cell


def _once_each(lines: Sequence[ListedName]) -> Iterable[ListedName]:
    """Yield the lines; of those with one name all but the first are refused."""
    seen: dict[str, int] = {}
    for line in lines:
        before = seen.setdefault(line.name.casefold(), line.number)
        if before != line.number and not line.fault:
            reason = _(
                "“{name}” stands in line {line} already. If these are two people, add something to one name.",
                name=line.name,
                line=before,
            )
            line = line.refused(reason)
        yield line


def _as_text(rows: Sequence[Row]) -> str:
    """Return rows as text that gives the same rows again, in lines as they can be typed."""
    held = io.StringIO()
    width = max((place + 1 for row in rows for place, cell in enumerate(row) if cell.strip()), default=1)
    writer = csv.writer(held, delimiter=";", lineterminator="\n")
    for row in rows:
        cells = [" ".join(cell.split()) for cell in row[:width]]
        if any(cells):
            writer.writerow([*cells, *[""] * (width - len(cells))])
        else:
            held.write("\n")
    return held.getvalue().rstrip("\n")

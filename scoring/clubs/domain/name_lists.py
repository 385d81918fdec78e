"""Parses a list of names: the headings, the columns and the lines. A line that cannot be used has a fault.

A line can also hold an entrant's wishes for an event: a prize list, a partner, players to be kept apart from,
a table and a seat.
"""

import csv
import io
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from laws.domain.errors import InvalidInput
from laws.domain.sentences import Sentence, _, in_a_row, listed
from scoring.clubs.domain.headings import (
    CALLED,
    LEFT_OUT,
    OF_NAMES,
    ROWS_ABOVE,
    column_called,
    columns_of,
    is_heading,
)
from scoring.clubs.domain.list_files import ReadFile, Row
from scoring.game.names import clean_name

NamesIn = Callable[[str], Sequence[str]]
"""A function that returns the players named in a text, such as both players of a pair."""


@dataclass(frozen=True, slots=True)
class PairReader:
    """How to parse a line with two players.

    - ``names_in``: returns the players named in a text.
    - ``is_known``: returns whether a text is the name of one known player. Such a text is no pair.
    - ``has_columns``: whether the two players of a pair can be in two columns.
    - ``refusal``: the fault of a line that names several players; empty if pairs are allowed.
    """

    names_in: NamesIn
    is_known: Callable[[str], object]
    has_columns: bool = True
    refusal: Sentence | str = ""


WISHES = ("list", "partner", "apart", "table", "seat")
FORMULA_SIGNS = ("=", "+", "-", "@", *"\uff1d\uff0b\uff0d\uff20")
"""The characters, including their full-width forms, that begin a formula in a spreadsheet."""
QUOTE = "'"
"""The character that exports put before text that looks like a formula. Parsing removes it."""

_ERROR = re.compile(r"#[¡¿]?[^\W\d_][\w/]*[!?]?\Z")
"""What a spreadsheet shows for a failed formula, such as #N/A, #NV or #¡REF!."""
_TIME = re.compile(
    r"""(\d{4}-\d\d?-\d\d?([T\ ].*)?            # 2026-11-27
      | \d\d?[./-]\d\d?[./-](\d\d){1,2}(\ .*)?   # 27.11.2026
      | \d\d?\.?\ ([Dd]e\ )?[^\W\d_]+\.?\ ([Dd]e\ )?\d{4}  # 27. November 2026
      | \d\d?:\d\d(:\d\d(\.\d+)?)?(\ ?[AaPp][Mm])?
      | -?\d+\ days?,\ .*)\Z""",
    re.VERBOSE,
)
_MARKER = re.compile(r"\A(?:\(?\d{1,4}\s*[.)\]:]\s*(?=\D)|[-*\u2022\u00b7\u25aa\u2013\u2014]\s+)")
"""A number or mark at the beginning of a line: “4. ”, “(4) ”, “- ”."""
_COUNT = re.compile(r"\A(\d{1,4})\s+(?=\D)")
"""A number without punctuation before a name. It is removed only if the lines are numbered in sequence."""
_OF_A_PAIR = re.compile(r"(player|partner(in)?|spieler(in)?|jugador(a)?|name|nombre)\s*[12]\Z", re.IGNORECASE)
"""The heading of one of the two columns of a list of pairs: “Player 1”."""
_ADDRESS = r"[\w.+%'-]+@[\w-]+(\.[\w-]+)+"
_CONTACT = re.compile(rf"[\s,;|<(\[]*(mailto:)?{_ADDRESS}[\s>)\]]*\Z|[\s,;|(]+(\+|0)[\d\s/()-]{{5,}}\Z")
"""An e-mail address or telephone number after a name."""
_BETWEEN_NAMES = re.compile("[,;\n]")
_NO_TEXT = re.compile(rf"({_ADDRESS}|[\d\s./+()#,:-]*)\Z")
"""The text of a cell that cannot be part of a name: an e-mail address, a number, a date, or nothing."""


@dataclass(frozen=True, slots=True)
class ListedName:
    """A line of a list: its number, its name, and the wishes as they were written.

    - ``name``: in a line with a fault, the name is cut to 80 characters.
    - ``fault``: the reason why the line cannot be used; empty for a usable line.
    - ``written``: the name in full length. A line that still holds a pair has both names. Empty in each of
      the two lines made from a pair, and in a line added for a partner.
    """

    number: int
    name: str
    wishes: Mapping[str, str] = field(default_factory=dict)
    fault: str = ""
    written: str = field(default="", compare=False)

    def refused(self, fault: str) -> "ListedName":
        """Return the line with this fault, or unchanged if it already has a fault."""
        return self if self.fault else replace(self, fault=fault)


@dataclass(frozen=True, slots=True)
class Column:
    """A column of a list: its index, heading, an example from it, and the guessed kind."""

    place: int
    heading: str
    example: str
    guess: str


@dataclass(frozen=True, slots=True)
class NameList:
    """A parsed list.

    - ``lines``: the lines below the headings, without empty lines. A pair has two lines.
    - ``text``: the list as text, which parses to the same rows.
    - ``notes``: what the user should know, for example that a column is not read.
    - ``question``: a question to the user about the columns. It is empty if the columns are clear. Otherwise
      ``columns`` is a guess, and the list must not be used before the user has answered.
    """

    lines: tuple[ListedName, ...]
    text: str
    notes: tuple[str, ...] = ()
    question: Sentence | str = ""
    columns: tuple[Column, ...] = ()


@dataclass(frozen=True, slots=True)
class _ListLayout:
    """The rows of a list that are not empty, split at the row of headings.

    - ``heading``: the index of the row of headings, or None.
    - ``above``: the indexes of the rows above the headings.
    - ``below``: the rows below the headings with their line numbers; all rows if there are no headings.
    """

    heading: int | None
    above: tuple[int, ...]
    below: tuple[tuple[int, Row], ...]


def must_be_sound(lines: Iterable[ListedName], field: str) -> None:
    """Raise InvalidInput under ``field`` with the faults of all lines, if there are any."""
    faults = [
        _("Line {line}: {reason}", line=numbers[0], reason=reason)
        if len(numbers) == 1
        else _("Lines {lines}: {reason}", lines=in_a_row(list(map(str, numbers))), reason=reason)
        for reason, numbers in by_fault(lines).items()
    ]
    if faults:
        raise InvalidInput({field: faults})


def by_fault(lines: Iterable[ListedName]) -> dict[str, list[int]]:
    """Return fault → numbers of the lines with this fault."""
    found: dict[str, list[int]] = {}
    for line in lines:
        if line.fault and line.number not in found.setdefault(line.fault, []):
            found[line.fault].append(line.number)
    return found


def read_list(read: ReadFile, pairs: PairReader | None = None) -> NameList:
    """Return the names of a list. A line that cannot be used has its ``fault``.

    With ``pairs`` a list can hold pairs. A pair can be written

    - in one cell, such as "Ann & Bob"
    - in the only two columns of names, without headings or with headings such as "Player 1"
    - in a column of names and a column of partners.

    Each player of a pair gets a line with the other player as partner. Both lines have the number of the row.
    If the partner is in another column and already has a line in the list, no line is added.
    """
    rows = in_columns(read, pairs).rows
    layout, has_comma = _layout(rows), rows != read.rows
    has_columns = pairs is not None and pairs.has_columns
    pair = _pair_columns(layout) if has_columns and not has_comma else {}
    kinds_of_two = ("name", "partner") if has_comma else ("first", "last")
    asked = () if pair else _columns_in_question(rows, layout, kinds_of_two)
    columns = {column.guess: column.place for column in reversed(asked) if column.guess != LEFT_OUT}
    if not asked:
        columns = pair or _columns(rows, layout)
    if pair and all(_OF_A_PAIR.match(cell.strip()) for cell in layout.below[0][1] if cell.strip()):
        layout = replace(layout, below=layout.below[1:])
    counted = _are_counted(layout, columns)
    lines = [_line(number, row, columns, counted) for number, row in layout.below]
    if pairs:
        lines = [half for line in lines for half in _halves(line, pairs)]
    if has_columns:
        lines = _with_partners(lines)
    notes = [*read.notes, *_notes(rows, layout, columns, bool(asked))]
    if any(_written(row, columns) != _bare(_written(row, columns), counted) for _number, row in layout.below):
        notes.append(_("Numbers before the names and addresses behind them were left out."))
    question: Sentence | str = _("Say which column holds the names.") if asked else ""
    if has_comma:
        first, sides = next(
            (row, parted) for row, parted in zip(read.rows, rows, strict=True) if row != parted
        )
        written = "".join(first).strip()
        question = _("“{line}”: a pair, or one player? Say what the two columns hold.", line=written[:80])
        asked = tuple(replace(column, example=sides[column.place][:40]) for column in asked)
    return NameList(tuple(_once_each(lines)), _as_text(read.rows), tuple(notes), question, asked)


def in_columns(read: ReadFile, pairs: PairReader | None) -> ReadFile:
    """Return the list with texts such as “Bell, Ann” split at the comma into two columns.

    A text with a comma can be a pair or one player, so `read_list` asks the user. A row is split only if its
    single text has two parts (see `parted`) and is neither a known player nor a pair written in one cell.

    A list with headings or with several columns of names is returned unchanged. If ``pairs`` is None or does
    not allow pairs in two columns, every list is returned unchanged.
    """
    layout = _layout(read.rows)
    if not pairs or not pairs.has_columns or layout.heading is not None or len(_columns_of_text(layout)) > 1:
        return read
    return replace(read, rows=tuple(_at_comma(row, pairs) for row in read.rows))


def _at_comma(row: Row, pairs: PairReader) -> Row:
    cells = [cell.strip() for cell in row if cell.strip()]
    if len(cells) != 1 or pairs.is_known(cells[0]) or len(pairs.names_in(cells[0])) > 1:
        return row
    sides = parted(cells[0])
    if len(sides) != 2:
        return row
    place = next(place for place, cell in enumerate(row) if cell.strip())
    return (*row[:place], *sides)


def parted(written: str) -> list[str]:
    """Split a text at commas, semicolons and line breaks, and return the parts.

    A number or mark at the start of the text is left out. If a part cannot be a name, the only part returned
    is the whole text, unchanged.

    >>> parted("1. Bell, Ann"), parted("Bell; Ann"), parted("Ann, 24")
    (['Bell', 'Ann'], ['Bell', 'Ann'], ['Ann, 24'])
    """
    sides = [side.strip() for side in _BETWEEN_NAMES.split(_MARKER.sub("", written, count=1))]
    return [written] if any(map(_NO_TEXT.match, sides)) else sides


def with_headings(
    read: ReadFile, chosen: Mapping[int, str], called: Callable[[str], str], *, is_first_heading: bool
) -> ReadFile:
    """Return the list with new headings.

    The old headings, the rows above them and all empty rows are left out.

    - ``chosen``: index of a column → its kind, a key of CALLED.
    - ``called``: translates a heading.
    - ``is_first_heading``: whether the user says that the first row holds headings. In a list without known
      headings, this row is then dropped.

    Raises InvalidInput under ``columns`` if no column holds names, or if two columns that are read have the
    same kind.
    """
    names = [column for column in chosen.values() if column in OF_NAMES]
    wishes = [column for column in chosen.values() if column != LEFT_OUT]
    if not names:
        raise InvalidInput({"columns": _("Say which column holds the names.")})
    if len(wishes) != len(set(wishes)):
        raise InvalidInput({"columns": _("Two columns cannot hold the same.")})
    layout = _layout(read.rows)
    below = layout.below[1:] if layout.heading is None and is_first_heading else layout.below
    width = max(len(row) for row in read.rows)
    # A single column of names holds whole names, even if the user chose first or last names for it.
    heading = [
        "name" if [column] == names else column
        for column in (chosen.get(place, LEFT_OUT) for place in range(width))
    ]
    return ReadFile(
        (tuple(called(CALLED[column]) for column in heading), *(row for _number, row in below)), read.notes
    )


def _layout(rows: Sequence[Row]) -> _ListLayout:
    filled = [(place, row) for place, row in enumerate(rows) if any(map(str.strip, row))]
    heading = next((place for place, row in filled[: ROWS_ABOVE + 1] if is_heading(row)), None)
    above = tuple(place for place, _row in filled if heading is not None and place < heading)
    below = tuple((place + 1, row) for place, row in filled if heading is None or place > heading)
    return _ListLayout(heading, above, below)


def _cells(layout: _ListLayout, place: int) -> list[str]:
    return [row[place].strip() for _number, row in layout.below if place < len(row) and row[place].strip()]


def _columns_of_text(layout: _ListLayout) -> list[int]:
    width = max((len(row) for _number, row in layout.below), default=0)
    return [
        place
        for place in range(width)
        if any(not _NO_TEXT.match(cell.strip("-\u2013\u2014")) for cell in _cells(layout, place))
    ]


def _columns(rows: Sequence[Row], layout: _ListLayout) -> dict[str, int]:
    if layout.heading is not None:
        return columns_of(rows[layout.heading])
    return {"name": next(iter(_columns_of_text(layout)), 0)}


def _columns_in_question(
    rows: Sequence[Row], layout: _ListLayout, kinds_of_two: tuple[str, str]
) -> tuple[Column, ...]:
    texts, width = _columns_of_text(layout), max(map(len, rows), default=0)
    if layout.heading is None:
        if len(texts) < 2:
            return ()
        guesses = dict(zip(texts, kinds_of_two, strict=True)) if len(texts) == 2 else {texts[0]: "name"}
        headings: Row = ()
    else:
        headings = rows[layout.heading]
        columns = columns_of(headings)
        guesses = {place: column for column, place in columns.items()}
        is_half = "name" not in columns and len({"first", "last"} & columns.keys()) == 1
        unknown = [
            place
            for place in texts
            if place not in guesses and (place >= len(headings) or column_called(headings[place]) != LEFT_OUT)
        ]
        if not (is_half or unknown):
            return ()
        if is_half and unknown:
            guesses[unknown[0]] = "last" if "first" in columns else "first"
    return tuple(
        Column(
            place,
            headings[place].strip()[:40] if place < len(headings) else "",
            next(iter(_cells(layout, place)), "")[:40],
            guesses.get(place, LEFT_OUT),
        )
        for place in range(width)
        if _cells(layout, place)
    )


def _pair_columns(layout: _ListLayout) -> dict[str, int]:
    texts = _columns_of_text(layout)
    return (
        dict(zip(("name", "partner"), texts, strict=True))
        if len(texts) == 2 and layout.heading is None
        else {}
    )


def _halves(line: ListedName, pairs: PairReader) -> list[ListedName]:
    written = line.written or line.name
    names = pairs.names_in(written)
    if len(names) < 2:
        return [line]
    if pairs.refusal:
        return [line.refused(pairs.refusal)]
    if len(names) > 2:
        return [line.refused(_("A pair has two players, and this line names {count}.", count=len(names)))]
    if not all(names):
        return [replace(line, fault=_("“{line}” names only one player of a pair.", line=written[:80]))]
    if "partner" in line.wishes:
        return [line.refused(_("“{line}” is a pair already and takes no partner.", line=written[:80]))]
    return [
        _half(line, name, partner, {} if partner == names[0] else {"seat": line.wishes.get("seat", "")})
        for name, partner in (names, names[::-1])
    ]


def _half(line: ListedName, name: str, partner: str, own: Mapping[str, str]) -> ListedName:
    wishes = {wish: value for wish, value in line.wishes.items() if wish != "seat"}
    wishes |= {wish: value for wish, value in own.items() if value} | {"partner": partner}
    return _cleaned(line.number, name, wishes, name)


def _with_partners(lines: Sequence[ListedName]) -> list[ListedName]:
    listed = {line.name.casefold() for line in lines}
    every = []
    for line in lines:
        every.append(line)
        partner = line.wishes.get("partner", "")
        if partner and not line.fault and partner.casefold() not in listed:
            listed.add(partner.casefold())
            every.append(_half(line, partner, line.name, {}))
    return every


def _notes(
    rows: Sequence[Row], layout: _ListLayout, columns: Mapping[str, int], is_asked: bool
) -> Iterable[Sentence | str]:
    for place in layout.above:
        line = " ".join(cell.strip() for cell in rows[place] if cell.strip())
        yield _(
            "Line {line} is above the headings and was left out: “{text}”.", line=place + 1, text=line[:60]
        )
    width = max((len(row) for _number, row in layout.below), default=0)
    others = [place for place in range(width) if place not in columns.values() and _cells(layout, place)]
    if layout.heading is None and others and not is_asked:
        yield _("No heading says what the columns hold. Only the one with the names is read.")
    if layout.heading is not None and not is_asked:
        headings = rows[layout.heading]
        named = [headings[place].strip() for place in others if place < len(headings)]
        if titles := [f"“{title[:40]}”" for title in named if title]:
            yield _("These columns are not read: {columns}.", columns=listed(titles))


def _are_counted(layout: _ListLayout, columns: Mapping[str, int]) -> bool:
    found = [_COUNT.match(_written(row, columns)) for _number, row in layout.below]
    numbers = [int(match[1]) for match in found if match]
    return len(numbers) == len(found) > 1 and numbers == [*range(numbers[0], numbers[0] + len(numbers))]


def _written(row: Row, columns: Mapping[str, int]) -> str:
    cells = {column: _unquoted(row[place].strip()) for column, place in columns.items() if place < len(row)}
    # The column “name” holds those parts of the name that have no column of their own.
    parts = ("name", "last") if "first" not in columns else ("first", "name", "last")
    return " ".join(" ".join(cells.get(column, "") for column in parts).split())


def _bare(written: str, counted: bool) -> str:
    """Return a name without a number or mark before it and without contact data after it.

    A number without punctuation is removed only if the list numbers its lines (``counted``).

    >>> _bare("4. Ada; ada@example.org", False), _bare("4 Seasons", False)
    ('Ada', '4 Seasons')
    """
    if _TIME.match(written):
        return written
    name = (_COUNT if counted else _MARKER).sub("", written, count=1) if written else ""
    return _CONTACT.sub("", name)


def _line(number: int, row: Row, columns: Mapping[str, int], counted: bool) -> ListedName:
    cells = {column: _unquoted(row[place].strip()) for column, place in columns.items() if place < len(row)}
    written = _written(row, columns)
    name = _bare(written, counted)
    # A dash in a column of wishes means that the player has no wish.
    wishes = {column: cells[column] for column in WISHES if cells.get(column, "").strip("-\u2013\u2014")}
    return replace(_cleaned(number, name, wishes, written), written=name)


def _cleaned(number: int, name: str, wishes: Mapping[str, str], written: str) -> ListedName:
    if fault := _fault(written, name, wishes):
        return ListedName(number, name[:80], wishes, fault)
    try:
        return ListedName(number, clean_name(name), wishes)
    except InvalidInput as refusal:
        return ListedName(number, name[:80], wishes, refusal.reasons[0])


def _fault(written: str, name: str, wishes: Mapping[str, str]) -> Sentence | str:
    for cell in (name, *wishes.values()):
        if cell.startswith(FORMULA_SIGNS):
            return _("“{cell}” looks like a formula.", cell=cell[:40])
        if _ERROR.match(cell):
            return _("“{cell}” is the error of a formula.", cell=cell[:40])
        if _TIME.match(cell):
            return _("“{cell}” looks like a date or a time.", cell=cell[:40])
    if not name:
        return _("There is no name in it.")
    if re.search(_ADDRESS, name):
        return _("An e-mail address is part of it. Give each player a line, with the name first.")
    if written.isdecimal():
        return _("“{cell}” is a number and no name.", cell=written[:40])
    if name.endswith(":"):
        return _("“{cell}” looks like a title and no name.", cell=name[:40])
    return ""


def _unquoted(cell: str) -> str:
    """Return a cell without the quote that exports put before a formula sign or another quote.

    >>> _unquoted("'=1"), _unquoted("'t Hoff"), _unquoted("''t Hoff")
    ('=1', "'t Hoff", "'t Hoff")
    """
    return cell[1:] if cell.startswith(QUOTE) and cell[1:].startswith((*FORMULA_SIGNS, QUOTE)) else cell


def _once_each(lines: Sequence[ListedName]) -> Iterable[ListedName]:
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
    # `read_text` must parse this text to the same rows.
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

"""Name lists from text, CSV and XLSX, and the faults of files and lines."""

import io
import re
import zipfile
from contextlib import suppress
from datetime import date, datetime, time
from zlib import crc32

import pytest
from django.utils import translation
from hypothesis import given, strategies as st
from openpyxl import Workbook

from laws.domain.errors import InvalidInput
from laws.domain.sentences import _
from laws.templatetags.sentences import translated
from scoring.clubs.domain.headings import CALLED, column_called
from scoring.clubs.domain.list_files import MOST_BYTES, ReadFile, read_file, read_text
from scoring.clubs.domain.name_lists import must_be_sound, read_list, with_headings
from tests.refusals import refusing


def workbook(*rows, sheets=1):
    book = Workbook()
    for row in rows:
        book.worksheets[0].append(row)
    for _sheet in range(sheets - 1):
        book.create_sheet()
    held = io.BytesIO()
    book.save(held)
    return held.getvalue()


def packed(**parts):
    """Return a ZIP file with these parts, as a workbook."""
    held = io.BytesIO()
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in parts.items():
            archive.writestr(name, content)
    return held.getvalue()


def with_entities():
    """Return a workbook with an XML entity bomb in its sheet."""
    bomb = '<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;">]>'
    held, source = io.BytesIO(), zipfile.ZipFile(io.BytesIO(workbook(["Ada"])))
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in source.namelist():
            content = source.read(name).decode()
            archive.writestr(name, bomb + content if "sheet1" in name else content)
    return held.getvalue()


def with_size(size, *rows):
    """Return a workbook whose sheet states this size."""
    return changed(
        workbook(*rows), lambda sheet: re.sub('<dimension ref="[^"]*"', f'<dimension ref="{size}"', sheet)
    )


def with_row(number):
    """Return a workbook whose only row has this number."""
    return changed(workbook(["Ada"]), lambda sheet: sheet.replace('<row r="1"', f'<row r="{number}"'))


def changed(content, change):
    """Return the workbook with ``change`` applied to its sheet's XML."""
    held, source = io.BytesIO(), zipfile.ZipFile(io.BytesIO(content))
    with zipfile.ZipFile(held, "w", zipfile.ZIP_DEFLATED) as archive:
        for name in source.namelist():
            part = source.read(name).decode()
            archive.writestr(name, change(part) if "sheet1.xml" in name and "rels" not in name else part)
    return held.getvalue()


def far_cell():
    book = Workbook()
    book.worksheets[0]["A1"], book.worksheets[0]["A1048576"] = "Ada", "Bea"
    book.worksheets[0]["XFD1048576"] = "far away"
    held = io.BytesIO()
    book.save(held)
    return held.getvalue()


def names(content):
    return [line.name for line in read_list(read_file(content)).lines]


READ = [
    pytest.param(b"Ada\r\n\r\nBea\rCid\n", ["Ada", "Bea", "Cid"], id="ends of lines of every kind"),
    pytest.param("\ufeffZo\u00eb\n".encode(), ["Zo\u00eb"], id="UTF-8 with its mark"),
    pytest.param("Zo\u00eb\n".encode("utf-16"), ["Zo\u00eb"], id="UTF-16 with its mark"),
    pytest.param("Zo\u00eb\n\u0160tefan\n".encode("cp1252"), ["Zo\u00eb", "\u0160tefan"], id="Windows-1252"),
    pytest.param(b"Lovelace, Ada\nByron, A.\n", ["Lovelace, Ada", "Byron, A."], id="commas in names"),
    pytest.param(b"name,table\nAda,1\n", ["Ada"], id="commas between columns"),
    pytest.param(b'Name;Tisch\n"Lovelace; Ada";3\n', ["Lovelace; Ada"], id="a semicolon in quotes"),
    pytest.param(b"Ada\t1\nBea\t2\n", ["Ada", "Bea"], id="columns without a heading"),
    pytest.param(b"Name;Vorname\nLovelace;Ada\n", ["Ada Lovelace"], id="a family name and a first one"),
    pytest.param(b"nombre;apellidos\nAda;Lovelace\n", ["Ada Lovelace"], id="a first name and a family name"),
    pytest.param(b"sep=;\nName;Tisch\nAda;3\n", ["Ada"], id="a first line that names the separator"),
    pytest.param(b"''t Hoff\n't Hoff sen.\n", ["'t Hoff", "'t Hoff sen."], id="a quote of an export"),
    pytest.param(b'"sep=;"\r\nName;Tisch\r\nAda;3\r\n', ["Ada"], id="a quoted line that names the separator"),
    pytest.param(b"sep=|\nName|Tisch\nAda|3\n", ["Ada"], id="a separator that is named alone"),
    pytest.param(b"Summer Cup 2026\n;;\nNr;Name;Tisch\n1;Ada;3\n", ["Ada"], id="title rows"),
    pytest.param(b"Vor- und Nachname:;E-Mail\nAda Lovelace;ada@example.org\n", ["Ada Lovelace"],
                 id="a heading with punctuation"),
    pytest.param(b"Apellido(s);Nombre\nLovelace;Ada\n", ["Ada Lovelace"], id="headings in Spanish"),
    pytest.param(b"First;Last\nAda;Lovelace\n", ["Ada Lovelace"], id="short headings"),
    pytest.param(b"4. Ada\n5) Bea\n(6) Cid\n- Dan\n4 Seasons\n", ["Ada", "Bea", "Cid", "Dan", "4 Seasons"],
                 id="numbers and marks before the names"),
    pytest.param(b"1 Ada\n2 Bea\n3 Cid\n", ["Ada", "Bea", "Cid"], id="lines that are counted"),
    pytest.param(b"Ada; ada@example.org\nBea\nCid, cid@example.org\nDan <dan@example.org>\n",
                 ["Ada", "Bea", "Cid", "Dan"], id="addresses behind the names"),
    pytest.param(b"Ada, +49 170 1234567\nBea 0170/123456\n", ["Ada", "Bea"], id="telephone numbers"),
    pytest.param(with_size("A1:A2", ["Ada"], ["Bea"], ["Cid"], ["Dan"]), ["Ada", "Bea", "Cid", "Dan"],
                 id="a workbook that states too small a size"),
    pytest.param(far_cell(), ["Ada", "Bea"], id="a cell at the far end of a sheet"),
    pytest.param(workbook(["Ada"], *[[]] * 30_000, ["Bea"]), ["Ada", "Bea"], id="many empty rows"),
    pytest.param(workbook(["Name", "Table"], ["Ada", 1.0], [None, None], ["Bea\nByron", 2]),
                 ["Ada", "Bea Byron"], id="a workbook"),
]  # fmt: skip


@pytest.mark.parametrize(("content", "expected"), READ)
def test_names_are_read_from_files_of_every_kind(content, expected):
    assert names(content) == expected


def test_marks_and_dashes_of_an_export_are_ignored():
    read = read_list(ReadFile(read_text('\ufeff"Name";"Tisch";"Partner"\nAda;-;\u2013\nBea;2;-')))
    assert [(line.name, dict(line.wishes), line.fault) for line in read.lines] == [
        ("Ada", {}, ""),
        ("Bea", {"table": "2"}, ""),
    ]


BAD_FILES = [
    pytest.param(b"x" * (MOST_BYTES + 1), "has 240001 bytes; at most 240000 are read", id="large"),
    pytest.param(b"a\n" * 100_000, "more than 5000 lines", id="a hundred thousand lines"),
    pytest.param(workbook(*[[f"P{n}"] for n in range(5_002)]), "more than 5000 lines", id="a long sheet"),
    pytest.param(b"Ada\nBea\x81\n", "Line 2 can be read in no known encoding", id="no known encoding"),
    pytest.param(b"Ada\nBea\0\n", "Line 2 is no text", id="bytes that are no text"),
    pytest.param(b"Ada\n".replace(b"A", b"\0A"), "Line 1 is no text", id="UTF-16 without its mark"),
    pytest.param(b"x" * 140_000 + b",y\n", "Line 1 is too long to be one of names", id="a picture as text"),
    pytest.param(b'name,table\nAda,1\n"Bea', 'Line 3 opens a quotation mark (")', id="cut off in a cell"),
    pytest.param(b'name,table\n"Ada" x,1\n', "Line 2: text follows a closing", id="text after a cell's end"),
    pytest.param(b'Ada\n"Bea" the Great\n', "Line 2: text follows a closing quotation", id="a quoted word"),
    pytest.param(b"\xd0\xcf\x11\xe0\xa1", "an old or an encrypted workbook", id="an old or locked workbook"),
    pytest.param(workbook(["Ada"])[:-200], "damaged or incomplete", id="a workbook cut off"),
    pytest.param(packed(**{"a.txt": "Ada"}), "damaged or incomplete", id="an archive that is no workbook"),
    pytest.param(packed(**{"xl/sheet1.xml": b"0" * 20_000_000}), "larger than 10000000 bytes", id="a bomb"),
    pytest.param(packed(**{f"{n}": b"" for n in range(501)}), "larger than", id="a thousand parts"),
    pytest.param(with_entities(), "damaged or incomplete", id="a bomb of entities"),
    pytest.param(b" \n\n", "The file is empty", id="an empty file"),
    pytest.param(packed(**{"xl/sheet1.xml": b"<c><v>1</v></c>" * 200_000}), "far more than a list of names",
                 id="a small workbook of many cells"),
    pytest.param(with_row(10**15), "damaged or incomplete", id="a row that no sheet has"),
]  # fmt: skip


@pytest.mark.parametrize(("content", "reason"), BAD_FILES)
def test_an_unusable_file_is_refused_with_the_reason(content, reason):
    with refusing("file", text=reason):
        read_file(content)


BAD_LINES = [
    pytest.param("=HYPERLINK(1)", "looks like a formula", id="a formula"),
    pytest.param("+49 170", "looks like a formula", id="a plus"),
    pytest.param("@Ada", "looks like a formula", id="an at"),
    pytest.param("'=1", "looks like a formula", id="a formula that was exported"),
    pytest.param("\uff1d1", "looks like a formula", id="a wide formula"),
    pytest.param("#N/A", "error of a formula", id="a formula that failed"),
    pytest.param("#NV", "error of a formula", id="a formula that failed in German"),
    pytest.param("#\u00a1REF!", "error of a formula", id="a formula that failed in Spanish"),
    pytest.param("2026-11-27T00:00:00", "a date or a time", id="a date as a workbook has it"),
    pytest.param("27.11.2026", "a date or a time", id="a date"),
    pytest.param("27. November 2026", "a date or a time", id="a date in words"),
    pytest.param("19:30", "a date or a time", id="a time"),
    pytest.param("4711", "is a number and no name", id="a number"),
    pytest.param("Friday evening:", "looks like a title", id="a title"),
    pytest.param("ada@example.org", "no name in it", id="an address alone"),
    pytest.param(
        "Ada <ada@example.org>, Bob <bob@example.org>", "An e-mail address is part", id="two people"
    ),
    pytest.param("Ada\x07", "control characters", id="a bell"),
    pytest.param("\u200b", "at least one visible letter", id="nothing to see"),
    pytest.param("A" * 81, "at most 80 characters", id="81 letters"),
    pytest.param("bea", "stands in line 1 already", id="a name twice"),
]


@pytest.mark.parametrize(("line", "reason"), BAD_LINES)
def test_each_bad_line_is_named_and_the_others_are_kept(line, reason):
    read = read_list(ReadFile(read_text(f"Bea\n\n{line}\nCid")))
    assert [(line.number, reason in line.fault) for line in read.lines if line.fault] == [(3, True)]
    assert [line.name for line in read.lines if not line.fault] == ["Bea", "Cid"]
    with pytest.raises(InvalidInput, match="Line 3: "):
        must_be_sound(read.lines, "text")


def test_a_note_says_what_was_guessed_or_left_out():
    notes = [
        read_list(read_file(content)).notes
        for content in (
            "Zo\u00eb".encode("cp1252"),
            b"Ada\t3",
            workbook(["Ada"], sheets=2),
            b"Summer Cup\nName\nAda",
            b"1. Ada",
            far_cell(),
            b"Name;Shoe size;E-mail\nAda;38;a@example.org",
        )
    ]
    for (note, *_others), words in zip(
        notes,
        (
            "Windows-1252",
            "No heading says",
            "Only the first sheet",
            "Line 1 is above the headings and was left out: \u201cSummer Cup\u201d",
            "Numbers before the names",
            "Empty rows were left out",
            "These columns are not read: \u201cShoe size\u201d, \u201cE-mail\u201d.",
        ),
        strict=True,
    ):
        assert words in note


def test_cells_of_a_workbook_that_are_no_text_are_refused_with_their_line():
    # Workbooks have no time zones.
    rows = [[datetime(2026, 11, 27)], [date(2026, 11, 27)], [time(19, 30)], [True], ["=B1"], [4711], ["#N/A"]]  # noqa: DTZ001
    read = read_list(read_file(workbook(["Name"], *rows, ["Ada"])))
    assert [line.number for line in read.lines if line.fault] == [2, 3, 4, 5, 6, 7, 8]
    assert [line.name for line in read.lines if not line.fault] == ["Ada"]


UNSURE = [
    pytest.param(
        "Ada;Lovelace\nBea;Byron", ["first", "last"], ["Ada Lovelace", "Bea Byron"], id="no headings"
    ),
    pytest.param(
        "Nachname;Wie er heisst\nLovelace;Ada", ["last", "first"], ["Ada Lovelace"], id="half a name"
    ),
    pytest.param(
        "Name;Kosename;Tisch\nLovelace;Ada;3", ["name", "left out", "table"], ["Lovelace"], id="unknown"
    ),
    pytest.param("Name;Name\nAda;Lovelace", ["name", "left out"], ["Ada"], id="one heading twice"),
    pytest.param("Name\nAda;Lovelace", ["name", "left out"], ["Ada"], id="more columns than headings"),
]


@pytest.mark.parametrize(("text", "guesses", "guessed"), UNSURE)
def test_unclear_columns_are_asked_about_and_the_answer_settles_them(text, guesses, guessed):
    given = ReadFile(read_text(text))
    read = read_list(given)
    assert "which column" in read.question
    assert [column.guess for column in read.columns] == guesses
    assert [line.name for line in read.lines] == guessed
    chosen = {column.place: column.guess for column in read.columns}
    answered = read_list(with_headings(given, chosen, str, is_first_heading=False))
    assert (answered.question, [line.name for line in answered.lines]) == ("", guessed)
    assert [dict(line.wishes) for line in answered.lines] == [dict(line.wishes) for line in read.lines]


def test_an_impossible_answer_is_refused():
    given = ReadFile(read_text("Ada;Lovelace"))
    for chosen, reason in (({0: "table"}, "which column"), ({0: "name", 1: "name"}, "cannot hold the same")):
        with pytest.raises(InvalidInput, match=reason):
            with_headings(given, chosen, str, is_first_heading=False)
    answered = read_list(with_headings(given, {0: "first"}, str, is_first_heading=True))
    assert (answered.question, answered.lines) == ("", ())


@pytest.mark.parametrize("language", ["en", "de", "es"])
def test_the_headings_that_an_answer_writes_are_known(language):
    with translation.override(language):
        assert {column: column_called(translated(_(word))) for column, word in CALLED.items()} == {
            column: column for column in CALLED
        }


cells = st.text(st.characters(exclude_categories=["Cs", "Cc", "Zl", "Zp"]), max_size=8)


@given(st.lists(st.lists(cells, min_size=1, max_size=4), max_size=6))
def test_a_list_reads_alike_from_the_text_that_shows_it(rows):
    read = read_list(ReadFile(tuple(map(tuple, rows))))
    again = read_list(ReadFile(read_text(read.text)))
    assert [(line.number, line.name) for line in again.lines] == [
        (line.number, line.name) for line in read.lines
    ]
    assert again.text == read.text


@given(st.binary(max_size=200))
def test_any_bytes_are_parsed_or_refused(content):
    for sent in (content, b"PK\x03\x04" + content, workbook(["Ada"])[: crc32(content) % 5000]):
        with suppress(InvalidInput):
            read_list(read_file(sent))

"""A program that makes the PDF of a sheet.

Its argument is the path of the layout. It reads the data from standard input and writes the PDF to standard
output. Each sheet has its own process, so that the memory for a large sheet is freed and a slow sheet can be
stopped.

A letter that no installed font has is printed as its number ("U+7530") instead of an empty box, and a note on
the sheet says so.
"""

import json
import os
import sys
from collections.abc import Iterable
from io import BytesIO
from pathlib import Path
from typing import Any

import segno
import typst
from fontTools.ttLib import TTFont

BROUGHT_ALONG = (
    range(0x0000, 0x066E),  # Latin, Greek, Cyrillic, Armenian, Hebrew, Arabic without the letters of Urdu
    range(0x0900, 0x0980),  # Devanagari
    range(0x0E80, 0x0F00),  # Lao
    range(0x10A0, 0x1100),  # Georgian
    range(0x13A0, 0x1400),  # Cherokee
    range(0x1E00, 0x2C00),  # more of Latin and Greek, signs, the suits of cards
    range(0xFB00, 0xFB50),
)
"""The characters of the typesetting library's own fonts. These fonts are in no file that can be read."""


LESS_URGENT = 10
"""The niceness added to this process, so that the processes that record deals run first."""


def draw_code(mapping: dict[str, Any]) -> Any:
    """Return the QR code as SVG text if the mapping has exactly the keys ``address`` and ``error``.

    Any other mapping is returned unchanged. The parser of the data calls this function for each JSON object.
    """
    if mapping.keys() != {"address", "error"}:
        return mapping
    drawing = BytesIO()
    segno.make(mapping["address"], error=mapping["error"], micro=False).save(drawing, kind="svg", border=0)
    return drawing.getvalue().decode()


def texts_in(value: Any) -> Iterable[str]:
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for item in value.values() if isinstance(value, dict) else value:
            yield from texts_in(item)


def characters(path: str, index: int) -> frozenset[int]:
    """Return the characters of a font file; empty if the file cannot be read."""
    try:
        with TTFont(path, fontNumber=index, lazy=True) as font:
            return frozenset(font.getBestCmap() or ())
    except Exception:  # a faulty font file must not stop the sheet
        return frozenset()


def missing(texts: Iterable[str]) -> set[str]:
    """Return the printable characters in ``texts`` that no font has."""
    printable = {letter for text in texts for letter in text if letter.isprintable()}
    lost = {letter for letter in printable if not any(ord(letter) in block for block in BROUGHT_ALONG)}
    fonts = sorted({(font.path, font.index) for font in typst.Fonts().fonts() if font.path}) if lost else []
    for path, index in fonts:
        if not lost:
            break
        font_has = characters(path, index)
        lost = {letter for letter in lost if ord(letter) not in font_has}
    return lost


def replace_lost(value: Any, lost: set[str]) -> Any:
    """Return the data with each letter in ``lost`` replaced by its Unicode number, such as "U+7530"."""
    if isinstance(value, str):
        return "".join(f"U+{ord(letter):04X} " if letter in lost else letter for letter in value).strip()
    if isinstance(value, dict):
        return {name: replace_lost(item, lost) for name, item in value.items()}
    return [replace_lost(item, lost) for item in value] if isinstance(value, list) else value


def main() -> None:
    os.nice(LESS_URGENT)
    layout = Path(sys.argv[1])
    data = json.loads(sys.stdin.buffer.read(), object_hook=draw_code)
    if lost := missing(texts_in(data)):
        data = replace_lost(data, lost) | {"has_lost": True}
    compiler = typst.Compiler(root=layout.parent, font_paths=typst.Fonts())
    inputs = {"data": json.dumps(data, ensure_ascii=False)}
    document = compiler.compile(layout, format="pdf", sys_inputs=inputs)
    assert isinstance(document, bytes)
    sys.stdout.buffer.write(document)


if __name__ == "__main__":
    main()

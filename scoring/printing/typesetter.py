"""A small program: sets one sheet. Its argument is the layout; it reads the data and writes the PDF.

It runs as a process of its own, so that the memory which a large sheet takes is given back, a sheet that
takes too long can be stopped, and whoever serves pages does not work at it.

A letter that no font of this computer has would be set as an empty box. It is written as its number instead
("U+7530"), and the sheet says so: nobody's name is lost without a word.
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
    range(0x0000, 0x066E),  # Latin, Greek, Cyrillic, Armenian, Hebrew, Arabic but for the letters of Urdu
    range(0x0900, 0x0980),  # Devanagari
    range(0x0E80, 0x0F00),  # Lao
    range(0x10A0, 0x1100),  # Georgian
    range(0x13A0, 0x1400),  # Cherokee
    range(0x1E00, 0x2C00),  # more of Latin and Greek, signs, the suits of cards
    range(0xFB00, 0xFB50),
)
"""What the fonts that come with the layout program have; they cannot be looked into."""


LESS_URGENT = 10
"""How far a sheet stands back behind the processes that record (see nice(1))."""


def draw_code(mapping: dict[str, Any]) -> Any:
    """Return the code of an address as a drawing (SVG), and whatever else stands in the data as it is."""
    if mapping.keys() != {"address", "error"}:
        return mapping
    drawing = BytesIO()
    segno.make(mapping["address"], error=mapping["error"], micro=False).save(drawing, kind="svg", border=0)
    return drawing.getvalue().decode()


def letters(value: Any) -> Iterable[str]:
    """Yield every text in the data."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, dict | list):
        for item in value.values() if isinstance(value, dict) else value:
            yield from letters(item)


def characters(path: str, index: int) -> frozenset[int]:
    """The characters a font on this computer has; none where the file cannot be read."""
    try:
        with TTFont(path, fontNumber=index, lazy=True) as font:
            return frozenset(font.getBestCmap() or ())
    except Exception:  # whatever is wrong with somebody's font file, the sheet is set without it
        return frozenset()


def missing(texts: Iterable[str]) -> set[str]:
    """Return the letters of these texts that no font has; each font is opened once at most."""
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
    """Return the data with each letter that cannot be set written as its number."""
    if isinstance(value, str):
        return "".join(f"U+{ord(letter):04X} " if letter in lost else letter for letter in value).strip()
    if isinstance(value, dict):
        return {name: replace_lost(item, lost) for name, item in value.items()}
    return [replace_lost(item, lost) for item in value] if isinstance(value, list) else value


def main() -> None:
    """Read the data from standard input, set it in the layout, write the PDF to standard output."""
    os.nice(LESS_URGENT)
    layout = Path(sys.argv[1])
    data = json.loads(sys.stdin.buffer.read(), object_hook=draw_code)
    if lost := missing(letters(data)):
        data = replace_lost(data, lost) | {"has_lost": True}
    compiler = typst.Compiler(root=layout.parent, font_paths=typst.Fonts())
    inputs = {"data": json.dumps(data, ensure_ascii=False)}
    document = compiler.compile(layout, format="pdf", sys_inputs=inputs)
    assert isinstance(document, bytes)
    sys.stdout.buffer.write(document)


if __name__ == "__main__":
    main()

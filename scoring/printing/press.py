"""From a sheet's data to its PDF: the layout is a file, the data goes beside it as JSON and never into it.

Names are text to the layout whatever they hold. Fonts are those the layout program brings along, and after
them whatever fonts the computer has, for scripts that ours do not know.
"""

import json
from collections.abc import Mapping
from functools import cache
from io import BytesIO
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any

import segno
from django.utils.translation import get_language

from scoring.printing.words import words

if TYPE_CHECKING:
    import typst

LAYOUTS = Path(__file__).parent / "sheets"

_ONE_AT_A_TIME = Lock()


def pdf(template: str, data: Mapping[str, Any]) -> bytes:
    """Return the PDF of ``data`` (JSON-ready) in the layout ``sheets/<template>.typ``.

    The layout finds the data, the words of the language in use, and its code. Sheets are set one at a time.
    """
    given = dict(data) | {"words": words(), "language": get_language() or "en"}
    inputs = {"data": json.dumps(given, ensure_ascii=False, default=str)}
    with _ONE_AT_A_TIME:
        made = _compiler().compile(LAYOUTS / f"{template}.typ", format="pdf", sys_inputs=inputs)
    assert isinstance(made, bytes)
    return made


def code_of(address: str | None, error: str = "m") -> str | None:
    """Return the code of an address as a drawing (SVG), or None where there is no address."""
    if address is None:
        return None
    drawing = BytesIO()
    segno.make(address, error=error, micro=False).save(drawing, kind="svg", border=0, svgns=True)
    return drawing.getvalue().decode()


@cache
def _compiler() -> "typst.Compiler":
    """Return the layout program with its fonts, which are read once."""
    import typst  # 80 MB that only a process which prints should load

    return typst.Compiler(root=LAYOUTS, font_paths=typst.Fonts())

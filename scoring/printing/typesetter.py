"""A small program: sets one sheet. Its argument is the layout; it reads the data and writes the PDF.

It runs as a process of its own, so that the memory which a large sheet takes is given back, a sheet that
takes too long can be stopped, and whoever serves pages does not work at it.
"""

import json
import sys
from io import BytesIO
from pathlib import Path
from typing import Any

import segno
import typst


def drawn(found: dict[str, Any]) -> Any:
    """Return the code of an address as a drawing (SVG), and whatever else stands in the data as it is."""
    if found.keys() != {"address", "error"}:
        return found
    drawing = BytesIO()
    segno.make(found["address"], error=found["error"], micro=False).save(drawing, kind="svg", border=0)
    return drawing.getvalue().decode()


def main() -> None:
    """Read the data from standard input, set it in the layout, write the PDF to standard output."""
    layout = Path(sys.argv[1])
    data = json.loads(sys.stdin.buffer.read(), object_hook=drawn)
    compiler = typst.Compiler(root=layout.parent, font_paths=typst.Fonts())
    given = {"data": json.dumps(data, ensure_ascii=False)}
    made = compiler.compile(layout, format="pdf", sys_inputs=given)
    assert isinstance(made, bytes)
    sys.stdout.buffer.write(made)


if __name__ == "__main__":
    main()

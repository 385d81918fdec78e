"""From a sheet's data to its PDF: the layout is a file, the data goes beside it as JSON and never into it.

Names are text to the layout whatever they hold. Fonts are those the layout program brings along, and after
them whatever fonts the computer has, for scripts that ours do not know; what none of them has is written as
numbers, and the sheet says so.
"""

import json
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path
from threading import BoundedSemaphore
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpResponse
from django.utils.translation import get_language

from scoring.clubs.models import Club, Paper
from scoring.printing.text import words

HERE = Path(__file__).parent
LONGEST_SECONDS = 60
AT_ONCE = 2

_PRESSES = BoundedSemaphore(AT_ONCE)


def pdf(template: str, data: Mapping[str, Any], paper: Paper = Paper.A4) -> bytes:
    """Return the PDF of ``data`` (JSON-ready) in the layout ``sheets/<template>.typ``.

    The layout finds the data, the words of the language in use, its code, and the paper. At most AT_ONCE
    sheets are set at a time, each by a process of its own. Raises RuntimeError with the reason where a layout
    is wrong, TimeoutExpired after LONGEST_SECONDS.
    """
    content = dict(data) | {"words": words(), "language": get_language() or "en", "paper": paper}
    text = json.dumps(content, ensure_ascii=False).encode("utf-8", "replace")
    program = [sys.executable, "-I", str(HERE / "typesetter.py"), str(HERE / "sheets" / f"{template}.typ")]
    with _PRESSES:
        process = subprocess.run(  # noqa: S603 - our own program and layout; what people typed is its input
            program, input=text, capture_output=True, timeout=LONGEST_SECONDS, check=False
        )
    if process.returncode:
        raise RuntimeError(process.stderr.decode("utf-8", "replace")[-1000:])
    return process.stdout


def pdf_response(name: str, template: str, data: Mapping[str, Any], club: Club) -> HttpResponse:
    """Return a PDF on a club's paper, to be saved under a name.

    It is not shown in the page's place: the policy that every answer carries forbids browsers their viewers
    of documents, and is not to be lifted for one kind of answer.
    """
    disposition = f'attachment; filename="{name}.pdf"'
    content = pdf(template, data, Paper(club.paper))
    return HttpResponse(content, content_type="application/pdf", headers={"Content-Disposition": disposition})


def site() -> str:
    """Return where the club's pages are, as it is written on a card."""
    return urlsplit(str(settings.BASE_URL)).netloc


def code_of(address: str | None, error: str = "m") -> dict[str, str] | None:
    """Return an address as the data of its code, which the typesetter draws; None where there is none.

    ``error`` says how much of it may be damaged: "l", "m", "q" or "h".
    """
    return None if address is None else {"address": address, "error": error}

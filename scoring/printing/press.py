"""Make a sheet's PDF from its layout and its data.

The data goes to the layout as JSON, so that no name is read as a typesetting command. The typesetting library
has fonts of its own; for other scripts it uses the fonts of the computer. A letter that no font has is
printed as its number, and a note on the sheet says so.
"""

import json
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from threading import BoundedSemaphore, Lock
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.http import HttpResponse
from django.utils.translation import get_language

from laws.domain.sentences import _
from scoring.clubs.models import Club, Paper
from scoring.clubs.permissions import Actor
from scoring.printing.text import words
from scoring.refusals import Busy

HERE = Path(__file__).parent
LONGEST_SECONDS = 60
"""The time limit for making a sheet, in seconds."""
AT_ONCE = 2
MOST_WAITING = 4
"""The most sheets that wait until they can be made. Further sheets are refused at once."""
LONGEST_WAIT = 10
"""How many seconds a sheet may wait for its turn. Only AT_ONCE sheets are made at the same time."""
MOST_OF_ONE = 2
"""The most sheets of a caller at the same time, so that other callers' sheets can be made too."""

_PRESSES = BoundedSemaphore(AT_ONCE)
_UNDER_WAY = Counter[str]()
"""For each caller, how many sheets are being made or waiting."""
_COUNTING = Lock()


@contextmanager
def _counting(caller: str) -> Iterator[None]:
    with _COUNTING:
        if _UNDER_WAY[caller] >= MOST_OF_ONE:
            reason = _("Your other sheets are still being prepared. Try again in a moment.")
            raise Busy(reason, code="sheets-under-way")
        if _UNDER_WAY.total() >= AT_ONCE + MOST_WAITING:
            raise _all_busy()
        _UNDER_WAY[caller] += 1
    try:
        yield
    finally:
        with _COUNTING:
            _UNDER_WAY[caller] -= 1
            if not _UNDER_WAY[caller]:
                del _UNDER_WAY[caller]


def _all_busy() -> Busy:
    reason = _("The club's server is preparing other sheets. Try again in a moment.")
    return Busy(reason, code="presses-busy")


@contextmanager
def _press() -> Iterator[None]:
    if not _PRESSES.acquire(timeout=LONGEST_WAIT):
        raise _all_busy()
    try:
        yield
    finally:
        _PRESSES.release()


def pdf(template: str, data: Mapping[str, Any], paper: Paper = Paper.A4, caller: str = "") -> bytes:
    """Return the PDF of ``data`` (JSON values) in the layout ``layouts/<template>.typ``.

    The layout also gets the words and the code of the active language, and the paper size. Each sheet is made
    in a separate process. ``caller`` identifies the person who asked for the sheet; all calls without
    ``caller`` count as one person.

    Raises RuntimeError with the reason if the layout fails, and Busy in four cases:

    - The caller has MOST_OF_ONE other sheets that wait or are being made.
    - MOST_WAITING sheets are waiting already.
    - The sheet has waited for LONGEST_WAIT seconds.
    - Making the sheet takes longer than LONGEST_SECONDS.
    """
    content = dict(data) | {"words": words(), "language": get_language() or "en", "paper": paper}
    text = json.dumps(content, ensure_ascii=False).encode("utf-8", "replace")
    program = [sys.executable, "-I", str(HERE / "typesetter.py"), str(HERE / "layouts" / f"{template}.typ")]
    with _counting(caller), _press():
        try:
            process = subprocess.run(  # noqa: S603 - our own program and layout; what people typed is its input
                program, input=text, capture_output=True, timeout=LONGEST_SECONDS, check=False
            )
        except subprocess.TimeoutExpired as failure:
            reason = _("This sheet took longer than {most} seconds and was stopped.", most=LONGEST_SECONDS)
            raise Busy(reason, code="sheet-too-slow") from failure
    if process.returncode:
        raise RuntimeError(process.stderr.decode("utf-8", "replace")[-1000:])
    return process.stdout


def pdf_response(name: str, template: str, data: Mapping[str, Any], club: Club, actor: Actor) -> HttpResponse:
    """Return the PDF ``<name>.pdf`` on the club's paper as a download. Raises RuntimeError and Busy as `pdf`.

    The PDF is not shown inside the page, because the content security policy forbids the browser's PDF
    viewer.
    """
    disposition = f'attachment; filename="{name}.pdf"'
    content = pdf(template, data, Paper(club.paper), actor.key)
    return HttpResponse(content, content_type="application/pdf", headers={"Content-Disposition": disposition})


def site() -> str:
    """Return the host name of the club's pages, as printed on cards."""
    return urlsplit(str(settings.BASE_URL)).netloc


def code_of(address: str | None, error: str = "m") -> dict[str, str] | None:
    """Return the data from which the typesetter draws the QR code of a URL, or None without a URL.

    ``error`` is the level of error correction: "l", "m", "q" or "h".
    """
    return None if address is None else {"address": address, "error": error}

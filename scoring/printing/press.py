"""From a sheet's data to its PDF: the layout is a file, the data goes beside it as JSON and never into it.

Names are text to the layout whatever they hold. Fonts are those the layout program brings along, and after
them whatever fonts the computer has, for scripts that ours do not know; what none of them has is written as
numbers, and the sheet says so.
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
from scoring.clubs.access import Actor
from scoring.clubs.models import Club, Paper
from scoring.printing.text import words
from scoring.refusals import Busy

HERE = Path(__file__).parent
LONGEST_SECONDS = 60
"""How long one sheet may take to set."""
AT_ONCE = 2
MOST_WAITING = 4
"""Sheets that wait for a press; the next one is refused at once."""
LONGEST_WAIT = 10
"""Seconds that a sheet waits for a press before it is refused."""
MOST_OF_ONE = 2
"""Sheets that one caller has at a time, so that others find a press too."""

_PRESSES = BoundedSemaphore(AT_ONCE)
_UNDER_WAY = Counter[str]()
"""How many sheets each caller has set or waits for."""
_COUNTING = Lock()


@contextmanager
def _place_of(caller: str) -> Iterator[None]:
    """Count a caller's sheet while it is under way; Busy where there are too many."""
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
    """Hold one of the presses; Busy after LONGEST_WAIT."""
    if not _PRESSES.acquire(timeout=LONGEST_WAIT):
        raise _all_busy()
    try:
        yield
    finally:
        _PRESSES.release()


def pdf(template: str, data: Mapping[str, Any], paper: Paper = Paper.A4, caller: str = "") -> bytes:
    """Return the PDF of ``data`` (JSON-ready) in the layout ``sheets/<template>.typ``.

    The layout finds the data, the words of the language in use, its code, and the paper. At most AT_ONCE
    sheets are set at a time, each by a process of its own. Raises RuntimeError with the reason where a layout
    is wrong, and Busy where others are being set or this one takes longer than LONGEST_SECONDS.
    """
    content = dict(data) | {"words": words(), "language": get_language() or "en", "paper": paper}
    text = json.dumps(content, ensure_ascii=False).encode("utf-8", "replace")
    program = [sys.executable, "-I", str(HERE / "typesetter.py"), str(HERE / "sheets" / f"{template}.typ")]
    with _place_of(caller), _press():
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
    """Return a PDF on a club's paper, to be saved under a name.

    It is not shown in the page's place: the policy that every answer carries forbids browsers their viewers
    of documents, and is not to be lifted for one kind of answer.
    """
    disposition = f'attachment; filename="{name}.pdf"'
    content = pdf(template, data, Paper(club.paper), actor.key)
    return HttpResponse(content, content_type="application/pdf", headers={"Content-Disposition": disposition})


def site() -> str:
    """Return where the club's pages are, as it is written on a card."""
    return urlsplit(str(settings.BASE_URL)).netloc


def code_of(address: str | None, error: str = "m") -> dict[str, str] | None:
    """Return an address as the data of its code, which the typesetter draws; None where there is none.

    ``error`` says how much of it may be damaged: "l", "m", "q" or "h".
    """
    return None if address is None else {"address": address, "error": error}
